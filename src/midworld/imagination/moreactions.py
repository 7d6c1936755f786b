"""More actions: moving a base, reaching, picking, pulling, sliding, pouring, handing over, opening and closing."""

from typing import Annotated, Literal

import msgspec
import numpy as np
from msgspec import Meta

from ..errors import BadAction
from ..geometry import Vector3
from ..motion import Stuck
from .actions import (
    HAND_M,
    Distance,
    Height,
    Push,
    Speed,
    Turning,
    checked_limits,
    checked_path,
    hand_body,
    loaded,
    movable,
    taken,
    unit,
)
from .basedrive import windowed
from .goals import EndsIn, NothingLost, NothingTouched
from .motion import FAST, InTurn, Legs, Limits, Straight, Trapezoid, Turn
from .script import Drive, Hand, Script
from .stage import Stage

# An arm speeds up and slows down at this rate (m/s2): that of a person handing over a cup without haste.
ARM_M_S2 = 1.0


class MoveBase(msgspec.Struct, frozen=True, tag_field="action", tag="move_base", forbid_unknown_fields=True):
    """A robot's base drives along a path with a tray (`object`), which is at `arm` in the base's frame.

    `profile` is `trapezoid`, straight legs and turns on the spot, or `window`, a base that is told a speed and a turn
    rate at a time by a dynamic-window planner and follows them as bases do.
    """

    object: str
    path: tuple[tuple[float, float], ...]
    limits: Limits = FAST
    profile: Literal["trapezoid", "window"] = "trapezoid"
    arm: Vector3 = (0.0, 0.0, 0.0)

    def script(self, stage: Stage) -> Script:
        row = stage.row(self.object)
        path, limits = checked_path(self.path), checked_limits(self.limits)
        step = np.subtract(path[1], path[0])
        heading = float(np.arctan2(step[1], step[0]))
        forward, left, up = self.arm
        cosine, sine = float(np.cos(heading)), float(np.sin(heading))
        arm = (forward * cosine - left * sine, forward * sine + left * cosine, up)
        load = loaded(stage, row)
        goal = NothingLost(row, load)
        try:
            motion = Legs(path, limits, arm) if self.profile == "trapezoid" else windowed(path, limits, arm[:2])
        except Stuck as stuck:
            return Script(goal, load=load, doer=row, impossible=str(stuck))
        return Script(goal, (Drive(row, motion),), free=(row,), load=load, doer=row, gentle=True)


class Pull(msgspec.Struct, frozen=True, tag_field="action", tag="pull", forbid_unknown_fields=True):
    """A hand behind the object draws it along `direction`: a push from its far side."""

    object: str
    direction: Vector3
    speed: Speed
    distance: Distance
    height: Height | None = None

    def script(self, stage: Stage) -> Script:
        return Push(self.object, self.direction, self.speed, self.distance, self.height).script(stage)


class Slide(msgspec.Struct, frozen=True, tag_field="action", tag="slide", forbid_unknown_fields=True):
    """The object is pushed to (x, y) as low as the hand goes, so that it slides rather than topples."""

    object: str
    to: tuple[float, float]
    speed: Speed = 0.1

    def script(self, stage: Stage) -> Script:
        row = movable(stage, self.object)
        box = stage.bounds(row)
        way = np.subtract(self.to, box.centre[:2])
        distance = float(np.linalg.norm(way))
        if not distance:
            raise BadAction("to", f"is where '{self.object}' is already")
        along = (float(way[0]) / distance, float(way[1]) / distance, 0.0)
        height = min(box.size[2] / 2, HAND_M[2] / 2 + 0.004)
        return Push(self.object, along, self.speed, distance, height).script(stage)


class Reach(msgspec.Struct, frozen=True, tag_field="action", tag="reach", forbid_unknown_fields=True):
    """A hand goes straight from one place to another; it succeeds if it strikes nothing."""

    start: Vector3
    to: Vector3
    speed: Speed = 0.3

    def script(self, stage: Stage) -> Script:
        way = np.subtract(self.to, self.start)
        along = unit((float(way[0]), float(way[1]), float(way[2])), "to")
        motion = Straight(along, Trapezoid(float(np.linalg.norm(way)), self.speed, ARM_M_S2))
        hand = Hand(hand_body(), None, along, 0.0, self.start)
        return Script(NothingTouched(frozenset()), hand=hand, hand_motion=motion)


class Pick(msgspec.Struct, frozen=True, tag_field="action", tag="pick", forbid_unknown_fields=True):
    """The object is lifted straight up and held; what is on or in it comes along, nothing else should move."""

    object: str
    height: Distance = 0.15
    speed: Speed = 0.2

    def script(self, stage: Stage) -> Script:
        row = taken(stage, self.object)
        load = loaded(stage, row)
        motion = Straight((0.0, 0.0, 1.0), Trapezoid(self.height, self.speed, ARM_M_S2))
        return Script(NothingLost(row, load), (Drive(row, motion),), free=(row,), load=load, doer=row)


class HandOver(msgspec.Struct, frozen=True, tag_field="action", tag="hand_over", forbid_unknown_fields=True):
    """The object is lifted and brought to a place, a person's hand say, and held there with what is on or in it."""

    object: str
    to: Vector3
    speed: Speed = 0.3
    lift: Distance = 0.10

    def script(self, stage: Stage) -> Script:
        row = taken(stage, self.object)
        way = np.subtract(self.to, np.add(stage.poses[row, :3], (0.0, 0.0, self.lift)))
        along = unit((float(way[0]), float(way[1]), float(way[2])), "to")
        up = Straight((0.0, 0.0, 1.0), Trapezoid(self.lift, self.speed, ARM_M_S2))
        there = Straight(along, Trapezoid(float(np.linalg.norm(way)), self.speed, ARM_M_S2))
        load = loaded(stage, row)
        return Script(NothingLost(row, load), (Drive(row, InTurn((up, there))),), free=(row,), load=load, doer=row)


class Pour(msgspec.Struct, frozen=True, tag_field="action", tag="pour", forbid_unknown_fields=True):
    """A container is held over another and tilted; it succeeds if what was in it ends in the other."""

    object: str
    into: str
    axis: Vector3 = (0.0, 1.0, 0.0)
    angle: Annotated[float, Meta(gt=0.0, le=3.2, description="rad")] = 2.0
    speed: Turning = 1.0
    above: Distance = 0.05

    def script(self, stage: Stage) -> Script:
        row, other = taken(stage, self.object), stage.row(self.into)
        load = loaded(stage, row)
        axis = unit(self.axis, "axis")
        box, target = stage.bounds(row), stage.bounds(other)
        # The lip that goes down ends over the middle of the other.
        lip = np.cross(axis, (0.0, 0.0, 1.0)) * max(box.size[:2]) / 2
        middle = np.asarray(box.centre)
        over = np.array([*target.centre[:2], target.high[2] + self.above + float(np.linalg.norm(box.size)) / 2])
        shift = over - lip - middle
        pose = stage.poses[row].copy()
        pose[:3] += shift
        places = {row: pose}
        for each in load:
            moved = stage.poses[each].copy()
            moved[:3] += shift
            places[each] = moved
        pivot = middle + shift - pose[:3]
        turn = Turn(axis, (float(pivot[0]), float(pivot[1]), float(pivot[2])), Trapezoid(self.angle, self.speed))
        goal = EndsIn(load, other)
        if not load:
            return Script(goal, impossible=f"{self.object} is empty")
        return Script(goal, (Drive(row, turn),), put=places, free=(row,), load=load, doer=row)


class Open(msgspec.Struct, frozen=True, tag_field="action", tag="open", forbid_unknown_fields=True):
    """A drawer is drawn along a direction, or (`close`) pushed back; what is in it comes along."""

    object: str
    direction: Vector3
    distance: Distance = 0.2
    speed: Speed = 0.2

    def script(self, stage: Stage) -> Script:
        row = stage.row(self.object)
        load = loaded(stage, row)
        along = unit(self.direction, "direction")
        motion = Straight(along, Trapezoid(self.distance, self.speed, ARM_M_S2))
        return Script(NothingLost(row, load), (Drive(row, motion),), free=(row,), load=load, doer=row)


class Close(msgspec.Struct, frozen=True, tag_field="action", tag="close", forbid_unknown_fields=True):
    """A drawer is pushed back along a direction; what is in it comes along."""

    object: str
    direction: Vector3
    distance: Distance = 0.2
    speed: Speed = 0.2

    def script(self, stage: Stage) -> Script:
        return Open(self.object, self.direction, self.distance, self.speed).script(stage)
