"""Coloured things in RGB-D images and clouds: those declared by their colours, all others as things without a name."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import BadInput, Problem, UnknownName
from ..geometry import FloatArray, Pose, Shape, Vector3, conjugate, rotate, surface_distance
from ..perception import Observation, Percept, Unnamed, clusters, placed_shape, rgb
from ..world import Entity, EntityId, Object, Scene, Sensor
from .cameras import Camera

# A thing said to be red has a red of its own: its hue is this near, and its saturation (chosen; orange is 39 degrees
# from red, 21 from yellow). Light and shade change neither. Nearer than the share of that, two colours are one; and
# of what is less coloured than the last nothing can be told.
HUE_DEG, SATURATION = 25.0, 0.6
ALIKE = 0.4
COLOURED = 0.10
# Points that are nearer than this to what stands there anyway belong to it.
FIXED_M = 0.012
# What is flatter than that, and has nothing declared so near below, is ground.
FLAT_M = 0.03
# Points of one thing hang together; fewer than this are noise.
GAP_M = 0.012
LEAST = 25
# A cloud is thinned to so many points.
MOST = 40_000
# A thing does not lie on its points if these miss its surface by more than this.
MISS_M = 0.012
# Of a thing without a name so many points are passed on.
PASSED_ON = 400
DEPTH_M = 0.004


@dataclass(frozen=True, slots=True)
class Target:
    """A declared thing that can be told by its colour."""

    id: EntityId
    shape: Shape
    colour: Vector3


@dataclass(frozen=True, slots=True, eq=False)
class ColourTracker:
    """Makes observations of images with depth, or of clouds. `unnamed` says whether to tell of things not declared."""

    source: str
    pose: Pose
    targets: tuple[Target, ...]
    fixed: tuple[tuple[Shape, Pose], ...]
    unnamed: bool = True

    @classmethod
    def of(cls, scene: Scene, source: str, *, unnamed: bool = True) -> "ColourTracker":
        """For the coloured things of a scene; two of one colour cannot be told apart. Raises UnknownName, BadInput."""
        entities = scene.world.structure.entities
        if source not in scene.world or not isinstance(scene.world.entity(source).role, Sensor):
            raise UnknownName("sensor", source, [each.id for each in entities if isinstance(each.role, Sensor)])
        movable = [each for each in entities if isinstance(each.role, Object) and not each.role.static]
        targets = tuple(_targets((*movable, *(thing[0][0] for thing in scene.awaited.values() if thing))))
        for number, one in enumerate(targets):
            for other in targets[number + 1 :]:
                if float(_apart(np.array([one.colour]), np.array([other.colour]))[0, 0]) < ALIKE:
                    reason = f"{one.id} and {other.id} have colours that light and shade make one; give them others"
                    raise BadInput([Problem("the scene", None, reason)])
        fixed = tuple(
            (each.collision, scene.world.pose(each.id))
            for each in entities
            if isinstance(each.role, Object) and each.role.static and each.collision is not None
        )
        return cls(source, scene.world.pose(source), targets, fixed, unnamed)

    def image(
        self,
        colours: npt.NDArray[np.uint8],
        depth: FloatArray,
        camera: Camera,
        stamp: float,
        *,
        pose: Pose | None = None,
    ) -> Observation:
        """What an image `(h, w, 3)` in red, green and blue shows, with depths `(h, w)` along the axis in metres; 0 and
        what is no number mean none. `pose` is where the sensor is, if it moves.
        """
        there = np.isfinite(depth) & (depth > 0.0)
        places = camera.places(np.where(there, depth, 0.0))[there]
        return self.cloud((pose or self.pose).apply(places), colours[there] / 255.0, stamp, pose=pose)

    def cloud(self, points: FloatArray, colours: FloatArray, stamp: float, *, pose: Pose | None = None) -> Observation:
        """What a cloud shows: points `(n, 3)` in the fixed frame with their colours `(n, 3)` in 0..1."""
        eye = np.asarray((pose or self.pose).position)
        if len(points) > MOST:
            chosen = np.linspace(0, len(points) - 1, MOST).astype(np.intp)
            points, colours = points[chosen], colours[chosen]
        loose = self._loose(points)
        points, colours = points[loose], colours[loose]
        whose = self._whose(colours)
        objects = [
            each for number, _ in enumerate(self.targets) if (each := self._found(number, points[whose == number], eye))
        ]
        # Rims and highlights have colours of their own.
        left = (whose < 0) & self._apart_from(objects, points)
        strangers = tuple(self._strangers(points[left], colours[left])) if self.unnamed else ()
        return Observation(stamp, self.source, tuple(objects), unnamed=strangers)

    def _loose(self, points: FloatArray, within_m: float = FIXED_M) -> npt.NDArray[np.bool_]:
        """Which points are not of what stands there anyway."""
        loose = np.ones(len(points), dtype=np.bool_)
        for shape, pose in self.fixed:
            local = rotate(conjugate(np.asarray(pose.orientation)), points - np.asarray(pose.position))
            loose &= surface_distance(shape, local) > within_m
        return loose

    def _apart_from(self, objects: Sequence[Percept], points: FloatArray) -> npt.NDArray[np.bool_]:
        """Which points are not of what was found."""
        shapes = {target.id: target.shape for target in self.targets}
        left = np.ones(len(points), dtype=np.bool_)
        for percept in objects:
            turn = conjugate(np.asarray(percept.orientation or (0.0, 0.0, 0.0, 1.0)))
            local = rotate(turn, points - np.asarray(percept.position))
            left &= surface_distance(shapes[percept.id], local) > GAP_M
        return left

    def _whose(self, colours: FloatArray) -> npt.NDArray[np.intp]:
        """The target each point is of by its colour; -1 for none."""
        whose = np.full(len(colours), -1, dtype=np.intp)
        if not self.targets or not len(colours):
            return whose
        apart = _apart(colours, np.array([each.colour for each in self.targets]))
        nearest = apart.argmin(axis=1)
        sure = (apart.min(axis=1) < 1.0) & (_saturation(colours) >= COLOURED)
        whose[sure] = nearest[sure]
        return whose

    def _found(self, number: int, points: FloatArray, eye: FloatArray) -> Percept | None:
        target = self.targets[number]
        for rows in clusters(points, gap_m=GAP_M, least=LEAST)[:3]:
            pose, miss = placed_shape(target.shape, points[rows], eye)
            if miss < MISS_M:
                spread = tuple(np.diag([DEPTH_M**2] * 3 + [0.0] * 3).ravel().tolist())
                return Percept(target.id, pose.position, pose.orientation, spread)
        return None

    def _is_ground(self, points: FloatArray) -> bool:
        """Whether points are of a floor or shelf that nobody declared: flat, and with nothing declared below."""
        low, high = np.quantile(points[:, 2], [0.02, 0.98]).tolist()
        return high - low < FLAT_M and bool(self._loose(points - [0.0, 0.0, FLAT_M], FLAT_M).all())

    def _strangers(self, points: FloatArray, colours: FloatArray) -> Iterator[Unnamed]:
        for rows in clusters(points, gap_m=GAP_M, least=LEAST):
            if self._is_ground(points[rows]):
                continue
            chosen = rows[np.linspace(0, len(rows) - 1, min(len(rows), PASSED_ON)).astype(np.intp)]
            x, y, z = points[rows].mean(axis=0).tolist()
            red, green, blue = np.median(colours[rows], axis=0).tolist()
            surface = tuple((a, b, c) for a, b, c in points[chosen].tolist())
            yield Unnamed((x, y, z), colour=(red, green, blue), points=surface)


def _targets(entities: Sequence[Entity]) -> Iterator[Target]:
    for entity in entities:
        shape, colour = entity.collision, rgb(entity.colour)
        if shape is not None and colour is not None and float(_saturation(np.array([colour]))[0]) >= COLOURED:
            yield Target(entity.id, shape, colour)


def _apart(colours: FloatArray, others: FloatArray) -> FloatArray:
    """How far colours `(n, 3)` are from others `(m, 3)`, `(n, m)`: from 1 on, they are no shades of one."""
    turns = np.abs(_hue_deg(colours)[:, None] - _hue_deg(others)[None])
    depths = _saturation(colours)[:, None] - _saturation(others)[None]
    return np.hypot(np.minimum(turns, 360.0 - turns) / HUE_DEG, depths / SATURATION)


def _hue_deg(colours: FloatArray) -> FloatArray:
    red, green, blue = colours.T
    return np.degrees(np.arctan2(math.sqrt(3.0) * (green - blue), 2 * red - green - blue)) % 360.0


def _saturation(colours: FloatArray) -> FloatArray:
    return np.ptp(colours, axis=1) / np.maximum(colours.max(axis=1), 1e-6)
