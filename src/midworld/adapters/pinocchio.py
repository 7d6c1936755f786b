"""Arms by Pinocchio and exact collisions by coal, behind the kinematics protocol.

Many postures at once are solved by the batched numbers of the plain chain, which agree with Pinocchio's to rounding; a
few, as when the last postures are tried again, by Pinocchio. Boxes along the axes leave little for coal to decide.
"""

# Neither library ships types; every array that leaves this file is declared.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, assert_never

import numpy as np

from ..agents import DESCENT, Arm, ChainKinematics, Obstacles, frames
from ..errors import MissingExtra
from ..geometry import (
    BoolArray,
    Box,
    Capsule,
    Compound,
    Cylinder,
    FloatArray,
    IntArray,
    Mesh,
    Meshes,
    Part,
    Pose,
    Shape,
    Sphere,
    Vector3,
    compose,
    local_bounds,
    rotation_matrix,
    vector,
)
from ..world import JointKind

# From this many postures on, numbers in bulk are faster than a call for each step of each.
BULK = 4
# Links this many joints apart can meet; the base can meet all but the first two.
APART, FROM_BASE = 3, 2


@dataclass(frozen=True, slots=True, eq=False)
class Solids:
    """Convex bodies for coal, and the boxes around them, each in the frame of its link."""

    link: IntArray
    bodies: tuple[Any, ...]
    turn: FloatArray
    place: FloatArray
    half: FloatArray


class PinocchioKinematics:
    """Raises MissingExtra where Pinocchio is not installed; a mesh whose triangles are not given is its box."""

    def __init__(self, *, meshes: Meshes | None = None) -> None:
        try:
            pinocchio, coal = import_module("pinocchio"), import_module("coal")
        except ImportError as error:
            raise MissingExtra("robot arms by Pinocchio", "kinematics") from error
        self._pin: Any = pinocchio
        self._coal: Any = coal
        self._meshes: Meshes = meshes or {}
        self._chain = ChainKinematics()
        self._request: Any = coal.CollisionRequest()
        self._request.enable_contact = False
        # Kept per instance, so that meshes and compiled arms go when it goes.
        self._model = lru_cache(maxsize=64)(self._compiled)
        self._links = lru_cache(maxsize=64)(self._solids)
        self._shape = lru_cache(maxsize=4096)(self._body)
        # A tick asks many times about the same obstacles.
        self._obstacles = lru_cache(maxsize=4)(self._placed)

    def tips(self, arm: Arm, joints: FloatArray) -> FloatArray:
        model, data, tip = self._model(arm)
        out = np.empty((len(joints), 3))
        for row, values in enumerate(joints):
            self._pin.framesForwardKinematics(model, data, values)
            out[row] = data.oMf[tip].translation
        return out

    def solved(self, arm: Arm, points: FloatArray, seeds: FloatArray) -> tuple[FloatArray, FloatArray]:
        if len(points) >= BULK:
            return self._chain.solved(arm, points, seeds)
        best, errors = np.clip(seeds, arm.lower, arm.upper), np.full(len(points), np.inf)
        for row, point in enumerate(points):
            best[row], errors[row] = self._nearest(arm, point, best[row])
        return best, errors

    def free(self, arm: Arm, base: Pose, joints: FloatArray, around: Obstacles, ignore: IntArray) -> BoolArray:
        if not len(joints):
            return np.ones(0, dtype=np.bool_)
        links, solid = self._links(arm), self._obstacles(arm, base, around)
        now = frames(arm, joints)
        # The base stands before the first joint.
        turns = np.concatenate([np.broadcast_to(np.eye(3), (len(joints), 1, 3, 3)), now.turns], axis=1)
        places = np.concatenate([np.zeros((len(joints), 1, 3)), now.places], axis=1)
        turn = turns[:, links.link] @ links.turn
        place = places[:, links.link] + np.matmul(turns[:, links.link], links.place[:, :, None])[..., 0]
        free = np.ones(len(joints), dtype=np.bool_)
        own = _Boxes(place, turn, np.broadcast_to(links.half, place.shape))
        bodies = _Bodies(self, links.bodies, turn, place)
        for row, one, other in _overlapping(own, own, _far_apart(links.link)):
            free[row] = free[row] and not bodies.meet(row, one, other)
        allowed = (solid.owner != ignore[:, None])[:, None, :] & free[:, None, None]
        for row, one, other in _overlapping(own, solid.boxes, allowed):
            free[row] = free[row] and not bodies.hits(row, one, solid, other)
        return free

    def collide(self, one: Any, place: Any, other: Any, elsewhere: Any) -> bool:
        """Whether two bodies overlap."""
        result = self._coal.CollisionResult()
        return bool(self._coal.collide(one, place, other, elsewhere, self._request, result))

    def transform(self, turn: FloatArray, place: FloatArray) -> Any:
        return self._coal.Transform3s(turn, place)

    def body(self, part: Part) -> Any:
        """What coal makes of a part."""
        return self._shape(part.shape)

    def _placed(self, arm: Arm, base: Pose, around: Obstacles) -> "_Placed":
        return _Placed.of(self, _near(arm, base, around), base)

    def _nearest(self, arm: Arm, point: FloatArray, values: FloatArray) -> tuple[FloatArray, float]:
        """Damped least squares from one beginning."""
        model, data, tip = self._model(arm)
        pin = self._pin
        best, least, reference = values, np.inf, np.inf
        for count in range(DESCENT.steps):
            jacobian: FloatArray = pin.computeFrameJacobian(model, data, values, tip, pin.LOCAL_WORLD_ALIGNED)[:3]
            pin.updateFramePlacement(model, data, tip)
            miss: FloatArray = point - data.oMf[tip].translation
            far = float(np.sqrt(miss @ miss))
            if far < least:
                best, least = values, far
            renewed = count % DESCENT.patience == 0
            if far <= DESCENT.close_m or (renewed and far >= DESCENT.nearer * reference):
                break
            reference = far if renewed else reference
            step = jacobian.T @ np.linalg.solve(jacobian @ jacobian.T + DESCENT.damping**2 * np.eye(3), miss)
            step *= min(1.0, DESCENT.stride_rad / max(float(np.abs(step).max()), 1e-9))
            values = np.clip(values + step, arm.lower, arm.upper)
        return best, least

    def _compiled(self, arm: Arm) -> tuple[Any, Any, int]:
        pin = self._pin
        model, parent = pin.Model(), 0
        for joint in arm.joints:
            turn = rotation_matrix(np.asarray(joint.origin.orientation))
            slides = joint.kind is JointKind.PRISMATIC
            kind = pin.JointModelPrismaticUnaligned if slides else pin.JointModelRevoluteUnaligned
            place = pin.SE3(turn, np.asarray(joint.origin.position))
            parent = model.addJoint(parent, kind(np.asarray(joint.axis)), place, joint.name)
        tip = model.addFrame(pin.Frame("tip", parent, pin.SE3(np.eye(3), arm.tip), pin.FrameType.OP_FRAME))
        return model, model.createData(), tip

    def _solids(self, arm: Arm) -> Solids:
        """Link 0 is the base; what joint `n` moves is link `n + 1`."""
        found = [(link, part) for link, parts in enumerate((arm.body, *arm.parts)) for part in parts]
        half = np.array([_half(part.shape) for _, part in found]).reshape(-1, 3)
        return Solids(
            np.array([link for link, _ in found], dtype=np.intp),
            tuple(self.body(part) for _, part in found),
            rotation_matrix(np.array([part.pose.orientation for _, part in found]).reshape(-1, 4)),
            np.array([part.pose.position for _, part in found]).reshape(-1, 3),
            half,
        )

    def _body(self, shape: Shape) -> Any:
        coal = self._coal
        match shape:
            case Box(size):
                return coal.Box(*size)
            case Sphere(radius):
                return coal.Sphere(radius)
            case Cylinder(radius, height):
                return coal.Cylinder(radius, height)
            case Capsule(radius, height):
                return coal.Capsule(radius, height)
            case Mesh():
                return self._mesh(shape)
            case Compound():
                raise AssertionError("primitives() leaves no compound")
            case _:
                assert_never(shape)

    def _mesh(self, shape: Mesh) -> Any:
        coal = self._coal
        triangles = self._meshes.get(shape.digest)
        if triangles is None:
            return coal.Box(*np.subtract(shape.high, shape.low).tolist())
        solid = coal.BVHModelOBBRSS()
        solid.beginModel(len(triangles.faces), len(triangles.vertices))
        solid.addVertices(np.array(triangles.vertices))
        solid.addTriangles(triangles.faces.astype(np.int64))
        solid.endModel()
        if not shape.convex:
            return solid
        solid.buildConvexHull(True, "Qt")
        return solid.convex


@dataclass(frozen=True, slots=True, eq=False)
class _Boxes:
    """Turned boxes `(k, s)`, or `(1, s)` where they are the same in every posture: middles, axes, half sizes."""

    place: FloatArray
    turn: FloatArray
    half: FloatArray

    def around(self) -> tuple[FloatArray, FloatArray]:
        """The corners of the boxes along the axes."""
        reach = np.matmul(np.abs(self.turn), self.half[..., None])[..., 0]
        return self.place - reach, self.place + reach

    def at(self, row: IntArray, which: IntArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        row = row if len(self.place) > 1 else np.zeros_like(row)
        return self.place[row, which], self.turn[row, which], self.half[row, which]


class _Bodies:
    """The links in many postures, in the frame of the base."""

    def __init__(
        self, kinematics: PinocchioKinematics, bodies: tuple[Any, ...], turn: FloatArray, place: FloatArray
    ) -> None:
        self._kinematics, self._bodies, self._turn, self._place = kinematics, bodies, turn, place
        self._known: dict[tuple[int, int], Any] = {}

    def meet(self, row: int, one: int, other: int) -> bool:
        first, second = self._bodies[one], self._bodies[other]
        return self._kinematics.collide(first, self._at(row, one), second, self._at(row, other))

    def hits(self, row: int, one: int, solid: "_Placed", other: int) -> bool:
        body, where = solid.bodies[other], solid.places[other]
        return self._kinematics.collide(self._bodies[one], self._at(row, one), body, where)

    def _at(self, row: int, which: int) -> Any:
        if (row, which) not in self._known:
            self._known[row, which] = self._kinematics.transform(self._turn[row, which], self._place[row, which])
        return self._known[row, which]


@dataclass(frozen=True, slots=True, eq=False)
class _Placed:
    """Obstacles in the frame of the base."""

    owner: IntArray
    bodies: tuple[Any, ...]
    places: tuple[Any, ...]
    boxes: _Boxes

    @classmethod
    def of(cls, kinematics: PinocchioKinematics, near: Obstacles, base: Pose) -> "_Placed":
        poses = compose(base.inverse().array, near.poses)
        turns = rotation_matrix(poses[:, 3:])
        half = np.array([_half(part.shape) for part in near.parts]).reshape(-1, 3)
        places = tuple(kinematics.transform(turn, pose[:3]) for turn, pose in zip(turns, poses, strict=True))
        bodies = tuple(kinematics.body(part) for part in near.parts)
        return cls(near.owner, bodies, places, _Boxes(poses[None, :, :3], turns[None], half[None]))


@lru_cache(maxsize=4096)
def _half(shape: Shape) -> Vector3:
    """How far a shape reaches from its frame along each axis."""
    box = local_bounds(shape)
    return vector(np.maximum(np.abs(box.low), np.abs(box.high)))


def _near(arm: Arm, base: Pose, around: Obstacles) -> Obstacles:
    return around.only(around.within(base.apply(arm.joints[0].origin.position), arm.length + 0.3))


def _far_apart(link: IntArray) -> BoolArray:
    """Which pairs of links may not meet, each told once."""
    one, other = link[:, None], link[None]
    apart = np.where(one == 0, other > FROM_BASE, other - one >= APART)
    return (apart & (one < other))[None]


def _overlapping(ones: _Boxes, others: _Boxes, allowed: BoolArray) -> Iterator[tuple[int, int, int]]:
    """The pairs worth a closer look, by posture: their boxes overlap, and neither is past the ball around the other."""
    (low, high), (other_low, other_high) = ones.around(), others.around()
    apart = (low[:, :, None] > other_high[:, None]) | (high[:, :, None] < other_low[:, None])
    rows, one, other = np.nonzero(~apart.any(axis=3) & allowed)
    first, second = ones.at(rows, one), others.at(rows, other)
    close = _reaches(first, second) & _reaches(second, first)
    return zip(rows[close].tolist(), one[close].tolist(), other[close].tolist(), strict=True)


def _reaches(
    box: tuple[FloatArray, FloatArray, FloatArray], ball: tuple[FloatArray, FloatArray, FloatArray]
) -> BoolArray:
    """Whether balls around some boxes touch other boxes."""
    local = np.abs(np.matmul((ball[0] - box[0])[:, None], box[1])[:, 0])
    beyond = np.maximum(local - box[2], 0.0)
    return (beyond * beyond).sum(axis=1) <= (ball[2] * ball[2]).sum(axis=1)
