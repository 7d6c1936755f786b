"""Actions as data: one description for planning, imagining and executing. These four are the contract's."""

import math
from typing import Annotated, Protocol

import msgspec
import numpy as np
from msgspec import Meta

from ..errors import BadAction
from ..geometry import Box, FloatArray, Inertial, Part, Quaternion, Vector3, normalised, rotate
from ..physics import Body
from ..world import EntityId
from .goals import NothingLost, Stands, StaysPut
from .motion import Legs, Limits, Straight, Trapezoid, Turn
from .script import Drive, Hand, Script
from .stage import Stage

# Parameters say in which range they make sense; what lies outside is refused by name.
Speed = Annotated[float, Meta(gt=0.0, le=5.0, description="m/s")]
Distance = Annotated[float, Meta(gt=0.0, le=10.0, description="m")]
Height = Annotated[float, Meta(ge=0.0, le=10.0, description="m above the object's base")]
Angle = Annotated[float, Meta(ge=-2 * math.pi, le=2 * math.pi, description="rad")]
Turning = Annotated[float, Meta(gt=0.0, le=50.0, description="rad/s")]

# The contract's hand: along the direction, across it, and high.
HAND_M = (0.02, 0.06, 0.016)
HAND = EntityId("hand")
# How far from its object a path may begin.
START_M = 0.05


class Action(Protocol):
    """Something that can be done: a frozen value that knows what it comes down to on a stage."""

    def script(self, stage: Stage) -> Script:
        """Raises UnknownName or BadAction where it makes no sense."""
        ...


class Push(msgspec.Struct, frozen=True, tag_field="action", tag="push", forbid_unknown_fields=True):
    """A rigid hand pushes at constant speed over a distance, at a height above the object's base, and stays."""

    object: str
    direction: Vector3
    speed: Speed
    distance: Distance
    height: Height | None = None

    def script(self, stage: Stage) -> Script:
        row = movable(stage, self.object)
        along = unit(self.direction, "direction")
        box = stage.bounds(row)
        height = box.size[2] / 2 if self.height is None else self.height
        hand = Hand(hand_body(), row, along, height)
        motion = Straight(along, Trapezoid(self.distance, self.speed))
        return Script(Stands(row), hand=hand, hand_motion=motion, doer=row)


class Place(msgspec.Struct, frozen=True, tag_field="action", tag="place", forbid_unknown_fields=True):
    """Something is let go at rest where it is put; without an orientation it keeps its own."""

    object: str
    position: Vector3
    orientation: Quaternion | None = None

    def script(self, stage: Stage) -> Script:
        row = taken(stage, self.object)
        turned = stage.poses[row, 3:] if self.orientation is None else np.asarray(self.orientation)
        if not float(np.linalg.norm(turned)):
            raise BadAction("orientation", "is no turn: [x, y, z, w] must not all be zero")
        pose = np.concatenate([self.position, normalised(turned)])
        return Script(StaysPut(row, self.position), put={row: pose}, free=(row,), doer=row)


class Tilt(msgspec.Struct, frozen=True, tag_field="action", tag="tilt", forbid_unknown_fields=True):
    """Something is turned about an axis of the fixed frame through its base centre, and held."""

    object: str
    axis: Vector3
    angle: Angle
    speed: Turning

    def script(self, stage: Stage) -> Script:
        row = stage.row(self.object)
        pivot = np.subtract(stage.base(row), stage.poses[row, :3])
        axis = unit(self.axis, "axis")
        motion = Turn(axis, _vector(pivot), Trapezoid(self.angle, self.speed))
        load = loaded(stage, row)
        return Script(NothingLost(row, load), (Drive(row, motion),), free=(row,), load=load, doer=row)


class Carry(msgspec.Struct, frozen=True, tag_field="action", tag="carry", forbid_unknown_fields=True):
    """Something is carried at its height, with whatever is on or in it, along straight legs; corners are turned on."""

    object: str
    path: tuple[tuple[float, float], ...]
    limits: Limits

    def script(self, stage: Stage) -> Script:
        row = stage.row(self.object)
        motion = Legs(checked_path(self.path), checked_limits(self.limits))
        here = stage.poses[row, :2]
        away = float(np.linalg.norm(np.subtract(self.path[0], here)))
        if away > START_M:
            place = f"({here[0]:.2f}, {here[1]:.2f})"
            raise BadAction("path", f"begins {away:.2f} m from '{self.object}', which is at {place}; include the start")
        load = loaded(stage, row)
        return Script(NothingLost(row, load), (Drive(row, motion),), free=(row,), load=load, doer=row, gentle=True)


def movable(stage: Stage, name: str) -> int:
    """The row of something that can be pushed."""
    row = taken(stage, name)
    if row in stage.held:
        raise BadAction("object", f"'{name}' is in somebody's hand; it cannot be pushed")
    return row


def taken(stage: Stage, name: str) -> int:
    """The row of something that can be in a hand, or is."""
    row = stage.row(name)
    if not stage.movable[row] and row not in stage.held:
        raise BadAction("object", f"'{name}' is static; it cannot be moved")
    return row


def unit(vector: Vector3, name: str) -> Vector3:
    length = float(np.linalg.norm(vector))
    if not length or not math.isfinite(length):
        raise BadAction(name, "is no direction: its numbers must not all be zero")
    return _vector(np.asarray(vector) / length)


def checked_path(path: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    if len(path) < 2:
        raise BadAction("path", f"has {len(path)} points; it needs the start and at least one more")
    if not np.isfinite(np.asarray(path)).all():
        raise BadAction("path", "holds what is no number")
    return path


def checked_limits(limits: Limits) -> Limits:
    for name in limits.__struct_fields__:
        if not 0.0 < getattr(limits, name) <= 100.0:
            raise BadAction(f"limits.{name}", f"is {getattr(limits, name):g}; it must be more than 0 and at most 100")
    return limits


def hand_body() -> Body:
    """The contract's hand; its x axis points along the direction of a push."""
    inertial = Inertial(1.0, (0.0, 0.0, 0.0), (0.001, 0.001, 0.001))
    return Body(HAND, (Part(Box(HAND_M)),), inertial=inertial)


def loaded(stage: Stage, carrier: int) -> tuple[int, ...]:
    """The rows that stand on or in a body, or on what does: lowest points over its footprint and not above it."""
    found: list[int] = []
    edge = [carrier]
    while edge:
        under = edge.pop()
        box = stage.bounds(under)
        for row in np.flatnonzero(stage.movable).tolist():
            if row == carrier or row in found:
                continue
            upper = stage.bounds(row)
            low, middle = upper.low[2], upper.centre
            over = box.contains((*middle[:2], box.centre[2])) and _above(stage, under, middle)
            if over and box.low[2] + 1e-3 < low < box.high[2] + 0.01:
                found.append(row)
                edge.append(row)
    return tuple(sorted(found))


def _above(stage: Stage, row: int, point: Vector3) -> bool:
    """Whether a point is over the footprint of a body, which turns with it."""
    pose = stage.poses[row]
    inverse = pose[3:] * np.array([-1, -1, -1, 1])
    local: FloatArray = rotate(inverse, np.asarray(point) - pose[:3])
    own = stage.own_bounds(row)
    return own.low[0] <= local[0] <= own.high[0] and own.low[1] <= local[1] <= own.high[1]


def _vector(numbers: FloatArray) -> Vector3:
    x, y, z = (float(number) for number in numbers)
    return (x, y, z)
