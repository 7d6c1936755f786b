"""Where and how to hand an object over: both reach it, the receiver sees it, and has the least to do."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ..agents import Effort, Posture, obstacles, posture
from ..geometry import FloatArray, Pose
from ..world import EntityId, World
from .base_path import NoPath, base_path
from .courtesy import DEFAULT_COURTESY, Courtesy, bystanders
from .floor import Footprint, clear
from .whatif import Impossible, Senses, put, stood, upright

# Objects are received at ease between elbow and shoulder height, half an arm away, a little to either side.
# Chosen after the meeting points people prefer (Basili et al. 2009: halfway, at 1.0 to 1.2 m of height).
AHEAD_M = (0.45, 0.55, 0.35)
ASIDE_M = (0.0, 0.15, -0.15, 0.3, -0.3)
BELOW_M = (0.25, 0.15, 0.4, 0.55)
# Where a robot may come to: in front first, within Hall's personal distance but not in the intimate one (0.45 m).
STANDS_RAD = (0.0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2)
STANDS_M = (1.0, 0.85, 1.15)
# An object is handed over with this much room around its middle.
ROOM_M = 0.1
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True)
class Handover:
    """Where to meet: the pose of the object, where the giver's base stands, and what it takes the receiver.

    `moves` says whether the giver has to drive there first.
    """

    pose: Pose
    base: Pose
    moves: bool
    effort: Effort


HandoverResult: TypeAlias = Handover | Impossible


def hand_over(
    world: World,
    thing: str,
    *,
    giver: str,
    receiver: str,
    senses: Senses,
    footprint: Footprint = Footprint(),  # noqa: B008 - frozen
    courtesy: Courtesy = DEFAULT_COURTESY,
) -> HandoverResult:
    """The meeting point that is least effort for the receiver; the giver drives where it cannot reach from here."""
    stand = posture(world, world.entity(receiver).id, senses.reach)
    if stand is None:
        return Impossible(f"nobody knows where {receiver} is")
    short: Counter[str] = Counter()
    best: Handover | None = None
    for base, moves in _bases(world, giver, stand, footprint, courtesy, short):
        there = stood(world, giver, base) if moves else world
        met = _met(there, thing, giver, receiver, stand, senses, short)
        if met is not None and (best is None or met[1] < best.effort):
            best = Handover(met[0], base, moves, met[1])
        if best is not None and best.effort is Effort.ARM:
            return best
    if best is not None:
        return best
    reasons = "; ".join(f"{reason} ({count} times)" for reason, count in short.most_common())
    return Impossible(f"{giver} and {receiver} have nowhere to meet for {thing}: {reasons}")


def _met(
    world: World, thing: str, giver: str, receiver: str, stand: Posture, senses: Senses, short: Counter[str]
) -> tuple[Pose, Effort] | None:
    """The best meeting point with the giver where it is."""
    best: tuple[Pose, Effort] | None = None
    for pose in _meetings(world, thing, stand):
        there = put(world, thing, pose)
        efforts = senses.efforts(there, thing)
        effort = efforts.get(EntityId(receiver), Effort.STEP)
        if efforts.get(EntityId(giver), Effort.STEP) > Effort.ARM:
            short[f"{giver} would not reach there"] += 1
        elif effort > Effort.LEAN:
            short[f"{receiver} would not reach there"] += 1
        elif best is not None and effort >= best[1]:
            continue
        elif not senses.sees(there, receiver, thing):
            short[f"{receiver} would not see it there"] += 1
        else:
            best = pose, effort
            if effort is Effort.ARM:
                break
    return best


def _meetings(world: World, thing: str, stand: Posture) -> Iterator[Pose]:
    """Poses before a person, the most comfortable ones first, where the object touches nothing."""
    orientation = world.pose(thing).orientation
    row = world.structure.row(thing)
    around = obstacles(world)
    around = around.only(around.owner != row)
    for below in BELOW_M:
        for ahead in AHEAD_M:
            for aside in ASIDE_M:
                place = stand.neck + ahead * stand.ahead + aside * stand.left - below * UP
                if not around.within(place, ROOM_M).any():
                    yield Pose((float(place[0]), float(place[1]), float(place[2])), orientation)


def _bases(
    world: World, giver: str, stand: Posture, footprint: Footprint, courtesy: Courtesy, short: Counter[str]
) -> Iterator[tuple[Pose, bool]]:
    """Where the giver may stand: where it is, then before the receiver, facing them, wherever there is a way to."""
    now = world.pose(giver)
    yield now, False
    around, people = obstacles(world), np.array([each.place for each in bystanders(world)]).reshape(-1, 2)
    ahead = float(np.arctan2(stand.ahead[1], stand.ahead[0]))
    for far in STANDS_M:
        for aside in STANDS_RAD:
            angle = ahead + aside
            place: FloatArray = stand.neck[:2] + far * np.array([np.cos(angle), np.sin(angle)])
            if not clear(place[None], around, people, footprint)[0]:
                short["there is no room for the robot before them"] += 1
                continue
            x, y = float(place[0]), float(place[1])
            way = base_path(world, now.position[:2], (x, y), footprint=footprint, courtesy=courtesy)
            if isinstance(way, NoPath):
                short[way.reason] += 1
                continue
            yield Pose((x, y, now.position[2]), upright(angle + np.pi)), True
