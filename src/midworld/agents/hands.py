"""Where hands go and what they point at."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray, rotate
from ..physics import HumanBody
from ..world import HANDS, EntityId, PartName, World
from .figures import Figure
from .settings import Attention
from .things import Things

# Things whose angles off a line differ by less than this are both on it: the nearer one is meant.
SAME_RAD = math.radians(2.0)
# People look where they point, more often than not: up to here, it counts how far off their gaze a thing is.
GAZE_RAD = math.radians(20.0)
# A thing a metre farther on its way is as unlikely a goal of a hand as one this much more aside.
FARTHER_RAD_M = 1.0
# The goal so far is left for one better by this.
BETTER_RAD = math.radians(5.0)
# A hand whose orientation was never told has the one everything starts with.
UNTURNED = (0.0, 0.0, 0.0, 1.0)
FORWARD = np.array([1.0, 0.0, 0.0])


@dataclass(frozen=True, slots=True, eq=False)
class Trail:
    """The last positions of a hand, oldest first: `(n, 4)`, each a stamp and a place."""

    points: FloatArray

    def grown(self, stamp: float, place: FloatArray, *, settings: Attention) -> "Trail":
        """With one more, the oldest beyond the number asked for left out, and all of those before a gap."""
        points = self.points
        if len(points) and stamp - points[-1, 0] > settings.part_memory:
            points = points[:0]
        points = points[-(max(settings.toward_positions, 2) - 1) :]
        longer = np.empty((len(points) + 1, 4))
        longer[:-1], longer[-1, 0], longer[-1, 1:] = points, stamp, place
        return Trail(longer)

    @property
    def velocity(self) -> FloatArray:
        """The mean one over the whole trail; zero for a single point."""
        first, last = self.points[0], self.points[-1]
        passed = float(last[0] - first[0])
        return (last[1:] - first[1:]) / passed if passed > 0.0 else np.zeros(3)


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """One hand: where it is, how fast, and unit axes `(k, 3)`: along its way, then those it may point along."""

    hand: EntityId
    agent: EntityId
    place: FloatArray
    speed: float
    axes: FloatArray

    @classmethod
    def of(
        cls, figure: Figure, hand: PartName, trail: Trail, pointing: Mapping[EntityId, EntityId], settings: Attention
    ) -> "Motion":
        velocity = trail.velocity
        speed = math.sqrt(float(velocity @ velocity))
        way = velocity / speed if speed > 0.0 else FORWARD
        name = figure.ids[hand]
        lines = (
            pointing_lines(figure, hand, settings=settings, held=name in pointing)
            if speed <= settings.points_speed
            else []
        )
        return cls(name, figure.agent, figure.parts[hand][:3], speed, np.array([way, *lines]))


def trails(
    before: Mapping[EntityId, Trail], people: tuple[Figure, ...], world: World, *, settings: Attention
) -> dict[EntityId, Trail]:
    """The trails of the hands seen lately, longer by those seen since."""
    found: dict[EntityId, Trail] = {}
    for figure in people:
        for hand in HANDS:
            if hand not in figure.parts:
                continue
            name = figure.ids[hand]
            seen = float(world.state.seen[world.structure.row(name)])
            known = before.get(name, Trail(np.zeros((0, 4))))
            new = not len(known.points) or seen > known.points[-1, 0]
            found[name] = known.grown(seen, figure.parts[hand][:3], settings=settings) if new else known
    return found


def moving_toward(
    speed: float,
    last: EntityId | None,
    things: Things,
    angle: FloatArray,
    distance: FloatArray,
    allowed: BoolArray,
    *,
    settings: Attention,
) -> EntityId | None:
    """The nearest thing in a cone along a hand's way, if it is fast enough; angles are off that way.

    Of things about as near, the one less off the way is meant.
    """
    if speed < (settings.toward_speed if last is None else settings.toward_speed_end):
        return None
    held = things.named(last)
    widest = np.radians(np.where(held, settings.toward_angle_end, settings.toward_angle))
    meant = allowed & (angle <= widest) & (distance <= settings.toward_distance)
    if speed < settings.toward_speed:
        meant &= held
    return _least(things, meant, angle + FARTHER_RAD_M * distance - BETTER_RAD * held)


def pointing_at(
    last: EntityId | None,
    things: Things,
    angle: FloatArray,
    distance: FloatArray,
    gaze: FloatArray | None,
    allowed: BoolArray,
    *,
    settings: Attention,
) -> EntityId | None:
    """The thing a stretched arm is aimed at: one that can be moved rather than what it stands on.

    Angles are off the nearest of the lines the arm may point along, and off the gaze if that is known.
    """
    held = things.named(last)
    widest = np.radians(np.where(held, settings.points_angle_end, settings.points_angle))
    meant = allowed & (angle <= widest) & (distance > settings.points_gap)
    if (meant & ~things.static).any():
        meant &= ~things.static
    if not meant.any():
        return None
    off = angle - BETTER_RAD * held + (np.minimum(gaze, GAZE_RAD) if gaze is not None else 0.0)
    aimed = meant & (off <= np.min(off[meant]) + SAME_RAD)
    return _least(things, aimed, np.where(held, 0.0, distance))


def pointing_lines(figure: Figure, hand: PartName, *, settings: Attention, held: bool) -> list[FloatArray]:
    """Unit directions a stretched arm may point along; none if it is bent or hangs down.

    The hand's own +X axis, if it was ever told; else from the eyes, and from the shoulder, through the hand.
    """
    place = figure.parts[hand]
    shoulder = figure.shoulder(hand)
    if shoulder is None:
        return []
    arm = place[:3] - shoulder
    length = math.sqrt(float(arm @ arm))
    stretched = settings.points_extension_end if held else settings.points_extension
    stretched *= figure.body.arm_length / HumanBody().arm_length
    if length < stretched or -arm[2] > length * math.sin(math.radians(settings.points_steepness)):
        return []
    if tuple(place[3:].tolist()) != UNTURNED:
        return [rotate(place[3:], FORWARD)]
    lines = [arm / length]
    head = figure.parts.get("head")
    if head is not None:
        way = place[:3] - head[:3]
        lines.append(way / max(math.sqrt(float(way @ way)), 1e-9))
    return lines


def _least(things: Things, meant: BoolArray, score: FloatArray) -> EntityId | None:
    return things.ids[int(np.argmin(np.where(meant, score, np.inf)))] if meant.any() else None
