"""A world as bodies on a stage: what can move, what stands still, and the floor under all of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec
import numpy as np

from ..errors import UnknownName
from ..geometry import (
    BoolArray,
    Bounds,
    Box,
    Cavity,
    Compound,
    FloatArray,
    Inertial,
    Meshes,
    Part,
    Pose,
    Shape,
    Sphere,
    Vector3,
    bounds,
    compose,
    invert,
    rotate,
    surface,
)
from ..physics import Body, bodies
from ..world import EntityId, Object, Status, Structure, World

# What a scene may call its floor; where it declares none, one is put under everything.
FLOORS = ("floor", "ground")
FLOOR = EntityId("floor")
FLOOR_M = (40.0, 40.0, 1.0)
# The fact that somebody has something in a hand.
HELD_BY = "isHeldBy"


@dataclass(frozen=True, eq=False)
class Stage:
    """Rigid bodies of a world, one row each; what hangs rigidly on another thing is a part of its body.

    `poses` are `(n, 7)` in the fixed frame, `covariances` `(n, 6, 6)` as the world states them, zero where it does not.
    `members` are the entities of each body, with their poses in it. Rows that are `held` stand still as somebody's hand
    does, until they are let go.
    """

    bodies: tuple[Body, ...]
    poses: FloatArray
    covariances: FloatArray
    members: tuple[tuple[tuple[EntityId, Pose], ...], ...]
    cavities: tuple[tuple[Cavity, ...], ...]
    meshes: Meshes
    floor: int
    held: frozenset[int] = frozenset()

    @cached_property
    def ids(self) -> tuple[EntityId, ...]:
        return tuple(body.id for body in self.bodies)

    @cached_property
    def movable(self) -> BoolArray:
        return np.array([not body.static for body in self.bodies], dtype=np.bool_)

    @cached_property
    def balls(self) -> BoolArray:
        """Which bodies are balls: they have no up axis, so they roll and never topple."""
        return np.array([_is_ball(body) for body in self.bodies], dtype=np.bool_)

    @cached_property
    def rows(self) -> Mapping[EntityId, int]:
        """The row of the body each entity belongs to."""
        return {name: row for row, some in enumerate(self.members) for name, _ in some}

    def row(self, name: str) -> int:
        try:
            return self.rows[EntityId(name)]
        except KeyError:
            raise UnknownName("thing whose place and shape are known", name, self.rows) from None

    def shape(self, row: int) -> Shape:
        return Compound(self.bodies[row].parts)

    def bounds(self, row: int, pose: FloatArray | None = None) -> Bounds:
        """Along the fixed axes."""
        return bounds(self.shape(row), Pose.of(self.poses[row] if pose is None else pose), self.meshes)

    def own_bounds(self, row: int) -> Bounds:
        """In the body's own frame."""
        return bounds(self.shape(row), Pose(), self.meshes)

    @cached_property
    def centres(self) -> FloatArray:
        """The middle of each body's bounds, in its own frame."""
        return np.array([self.own_bounds(row).centre for row in range(len(self.bodies))])

    def middle(self, row: int, pose: FloatArray) -> FloatArray:
        return pose[:3] + rotate(pose[3:], self.centres[row])

    def base(self, row: int) -> Vector3:
        """The centre of the side a body stands on, in the fixed frame."""
        pose = self.poses[row]
        own = self.own_bounds(row)
        upright = rotate(pose[3:], np.array([0.0, 0.0, 1.0]))[2]
        if upright > 0.7:
            x, y, z = pose[:3] + rotate(pose[3:], np.array([*own.centre[:2], own.low[2]]))
            return (float(x), float(y), float(z))
        box = self.bounds(row)
        return (*box.centre[:2], box.low[2])

    def placed(self, places: Mapping[int, FloatArray]) -> "Stage":
        """The same with some bodies elsewhere."""
        poses = self.poses.copy()
        for row, pose in places.items():
            poses[row] = pose
        return replace(self, poses=poses)

    def freed(self, row: int) -> "Stage":
        """The same with a body that may move, though the world says that it stays: somebody acts on it."""
        some = list(self.bodies)
        some[row] = msgspec.structs.replace(some[row], static=False)
        return replace(self, bodies=tuple(some))

    def reach(
        self, row: int, pose: FloatArray, direction: FloatArray, at: FloatArray, half: tuple[float, float]
    ) -> float:
        """How far along a level direction from `at` a flat face first meets a body; infinity where it never does.

        The face stands across the direction, `half` its width and height; `at` is its middle.
        """
        across = np.cross([0.0, 0.0, 1.0], direction)
        across = across / np.linalg.norm(across) if np.linalg.norm(across) > 1e-6 else np.array([0.0, 1.0, 0.0])
        up = np.cross(direction, across)
        corners = surface(self.shape(row), self.meshes)
        seen = (pose[:3] + rotate(pose[3:], corners.reshape(-1, 3)) - at) @ np.stack([direction, across, up]).T
        return _nearest(seen.reshape(-1, 3, 3), half)


def _is_ball(body: Body) -> bool:
    return len(body.parts) == 1 and isinstance(body.parts[0].shape, Sphere)


class _Standing(NamedTuple):
    """One body where it stands."""

    body: Body
    pose: FloatArray
    covariance: FloatArray
    members: tuple[tuple[EntityId, Pose], ...]
    cavities: tuple[Cavity, ...]
    held: bool = False


def staged(world: World, *, meshes: Meshes | None = None) -> Stage:
    """The stage of a world: all objects with a shape and a known place, and a floor.

    What somebody holds, and what has joints, stands still.
    """
    solid, groups = _groups(world.structure)
    gripped = {thing for thing, _, _ in world.timeline.held(HELD_BY)}
    poses, known = world.poses(), world.state.status != Status.UNKNOWN.value
    some: list[_Standing] = []
    for root, rows in groups.items():
        row = world.structure.rows[root]
        if not known[row]:
            continue
        inside = tuple(
            (world.ids[each], Pose.of(compose(invert(poses[row]), poses[each]))) for each in rows if known[each]
        )
        body = _joined([(solid[name], pose) for name, pose in inside])
        # What is seen in a hand is perceived, and what is unseen in it has the status of being held.
        held = not body.static and (world.status(root) is Status.HELD or any(name in gripped for name, _ in inside))
        if held or world.entity(root).joint is not None:
            body = msgspec.structs.replace(body, static=True)
        hollows = tuple(_moved(each, pose) for name, pose in inside for each in _hollows(world, name))
        some.append(_Standing(body, poses[row], world.state.pose_covariance[row], inside, hollows, held))
    floor = next((number for number, each in enumerate(some) if each.body.static and each.body.id in FLOORS), None)
    if floor is None:
        some.append(_floor(some, meshes))
        floor = len(some) - 1
    return Stage(
        tuple(each.body for each in some),
        np.array([each.pose for each in some]),
        np.array([each.covariance for each in some]),
        tuple(each.members for each in some),
        tuple(each.cavities for each in some),
        dict(meshes or {}),
        floor,
        frozenset(row for row, each in enumerate(some) if each.held),
    )


def _floor(some: Sequence[_Standing], meshes: Meshes | None) -> _Standing:
    """A floor at height zero, or under what is lower still."""
    lows = [bounds(Compound(each.body.parts), Pose.of(each.pose), meshes).low[2] for each in some]
    pose = np.array([0.0, 0.0, min([0.0, *lows]) - FLOOR_M[2] / 2, 0.0, 0.0, 0.0, 1.0])
    body = Body(FLOOR, (Part(Box(FLOOR_M)),), static=True)
    return _Standing(body, pose, np.zeros((6, 6)), ((FLOOR, Pose()),), ())


@lru_cache(maxsize=64)
def _groups(structure: Structure) -> tuple[Mapping[EntityId, Body], Mapping[EntityId, tuple[int, ...]]]:
    """Bodies by name, and the rows of those that move as one, by the name of what they hang on."""
    solid = {body.id: body for body in bodies(structure)}
    groups: dict[EntityId, list[int]] = {}
    for name in solid:
        root = name
        while (parent := solid[root].carrier) is not None and structure[root].joint is None:
            root = parent
        groups.setdefault(root, []).append(structure.rows[name])
    # The root first: it lends its name and its frame.
    ordered = {
        root: tuple(sorted(rows, key=lambda row: structure.ids[row] != root)) for root, rows in sorted(groups.items())
    }
    return solid, ordered


def _joined(some: list[tuple[Body, Pose]]) -> Body:
    """Bodies that move as one, in the frame of the first. What has a joint stands still unless somebody drives it."""
    first = some[0][0]
    if len(some) == 1:
        return msgspec.structs.replace(first, carrier=None)
    parts = tuple(Part(part.shape, pose @ part.pose) for body, pose in some for part in body.parts)
    inertial = Inertial.combined([body.inertial.placed(pose) for body, pose in some])
    return Body(first.id, parts, first.static, inertial, first.material)


def _hollows(world: World, name: EntityId) -> tuple[Cavity, ...]:
    role = world.entity(name).role
    return role.cavities if isinstance(role, Object) else ()


def _moved(cavity: Cavity, pose: Pose) -> Cavity:
    """A cavity in the frame of the body its owner is a part of; turned ones by their bounds."""
    if pose == Pose():
        return cavity
    low, high = np.asarray(cavity.inner.low), np.asarray(cavity.inner.high)
    shape = Box(cavity.inner.size)
    x, y, z = (float(number) for number in pose.apply((low + high) / 2))
    return msgspec.structs.replace(cavity, inner=bounds(shape, Pose((x, y, z), pose.orientation)))


def _nearest(triangles: FloatArray, half: tuple[float, float]) -> float:
    """The least first coordinate of what of some triangles is within a window of the other two."""
    nearest = float("inf")
    low, high = triangles[:, :, 1:].min(axis=1), triangles[:, :, 1:].max(axis=1)
    inside = ((low <= half) & (high >= np.negative(half))).all(axis=1)
    for triangle in triangles[inside]:
        polygon = triangle
        for axis, edge in ((1, half[0]), (2, half[1])):
            for sign in (1.0, -1.0):
                polygon = _cut(polygon, axis, sign, edge)
        if len(polygon):
            nearest = min(nearest, float(polygon[:, 0].min()))
    return nearest


def _cut(polygon: FloatArray, axis: int, sign: float, edge: float) -> FloatArray:
    """What of a polygon is on the inner side of one edge of the window."""
    kept: list[FloatArray] = []
    for start, end in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        here, there = edge - sign * start[axis], edge - sign * end[axis]
        if here >= 0:
            kept.append(start)
        if here * there < 0:
            kept.append(start + (end - start) * (here / (here - there)))
    return np.array(kept).reshape(-1, 3)
