"""Who picked, placed or let go of what: a state machine per thing, fed by evidence that grows and decays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from ..geometry import FloatArray, Pose, compose, invert
from ..physics.memory import Grip
from ..world import EntityId, Event
from .hands import Hand

# Evidence is full after three good percepts and gone after two bad ones.
GROWS = 0.34
DECAYS = 0.5
# Downwards faster than this, a thing is falling, not carried.
FALLING_M_S = 0.7
# A hand this much further away than when it gripped has let go.
LET_GO_M = 0.07
# What lies nearer to its support than this has been put down.
PLACED_GAP_M = 0.025
# Another hand takes over once it is this near and the holder's that much farther.
TAKES_M = 0.10
LEAVES_M = 0.12
# How quickly the memory of a hand's distance fades, per percept.
FADES = 0.3


class Conduct(msgspec.Struct, frozen=True):
    """How a thing has been behaving: evidence for each action, how near each hand has been."""

    pick: float = 0.0
    place: float = 0.0
    release: float = 0.0
    fell: float = 0.0
    near: tuple[tuple[EntityId, float], ...] = ()
    known_placed: bool = False


CALM = Conduct()


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """What a tick tells of one thing."""

    id: EntityId
    fresh: bool
    still: bool
    supported: bool
    gap_m: float
    speed_up: float
    pose: FloatArray
    distances: Mapping[EntityId, float]
    missing_s: float
    in_view_if_held: bool | None


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What became of one thing: the new conduct, the grip if it is held, and the events to tell."""

    conduct: Conduct
    grip: Grip | None
    events: tuple[Event, ...] = ()


def judged(
    conduct: Conduct, grip: Grip | None, sighting: Sighting, hands: Sequence[Hand], *, stamp: float, reach_m: float
) -> Verdict:
    """One tick of the state machine of one thing."""
    conduct = _watched(conduct, sighting)
    if grip is None:
        return _unheld(conduct, sighting, hands, stamp=stamp, reach_m=reach_m)
    if sighting.fresh:
        return _held_in_sight(conduct, grip, sighting, hands, stamp=stamp, reach_m=reach_m)
    return _held_out_of_sight(conduct, grip, sighting, stamp=stamp)


def _watched(conduct: Conduct, sighting: Sighting) -> Conduct:
    if not sighting.fresh:
        return conduct
    before = dict(conduct.near)
    near = tuple(
        (hand, distance if hand not in before else (1 - FADES) * before[hand] + FADES * distance)
        for hand, distance in sighting.distances.items()
    )
    fell = max(-sighting.speed_up, 0.8 * conduct.fell)
    return msgspec.structs.replace(conduct, near=near, fell=fell)


def _unheld(conduct: Conduct, sighting: Sighting, hands: Sequence[Hand], *, stamp: float, reach_m: float) -> Verdict:
    if not sighting.fresh:
        return Verdict(conduct, None)
    lifted = not sighting.supported and sighting.speed_up > -FALLING_M_S
    evidence = min(1.0, conduct.pick + GROWS) if lifted else max(0.0, conduct.pick - DECAYS)
    resting = conduct.known_placed or (sighting.still and sighting.supported)
    conduct = msgspec.structs.replace(conduct, pick=evidence, known_placed=resting)
    if evidence < 1.0:
        return Verdict(conduct, None)
    grip = _grip(conduct, sighting, hands, reach_m=reach_m)
    held = Conduct(near=conduct.near)
    if not conduct.known_placed:
        # First seen in the air: it is held, but nobody saw it picked.
        return Verdict(held, grip)
    reason = None if grip.agent is not None else "nobody is near enough to have done it"
    return Verdict(held, grip, (Event(stamp, "Pick", grip.agent, sighting.id, reason=reason),))


def _held_in_sight(
    conduct: Conduct, grip: Grip, sighting: Sighting, hands: Sequence[Hand], *, stamp: float, reach_m: float
) -> Verdict:
    grip = _followed(conduct, grip, sighting, hands, reach_m=reach_m)
    apart = _apart(grip, sighting)
    dropped = not sighting.supported and sighting.speed_up < -FALLING_M_S and apart > LET_GO_M
    if dropped:
        return Verdict(Conduct(known_placed=True), None, (Event(stamp, "Release", grip.agent, sighting.id),))
    down = sighting.still and sighting.gap_m < PLACED_GAP_M
    evidence = min(1.0, conduct.place + GROWS) if down else max(0.0, conduct.place - DECAYS)
    conduct = msgspec.structs.replace(conduct, place=evidence, release=0.0)
    if evidence < 1.0:
        return Verdict(conduct, grip)
    # What arrived in free fall was let go above, even if the camera missed it.
    word = "Release" if conduct.fell > 1.6 * FALLING_M_S and apart > 2 * LET_GO_M else "Place"
    return Verdict(Conduct(known_placed=True), None, (Event(stamp, word, grip.agent, sighting.id),))


def _held_out_of_sight(conduct: Conduct, grip: Grip, sighting: Sighting, *, stamp: float) -> Verdict:
    """A held thing that vanished stays in its hand as long as that explains why it is not seen."""
    if sighting.in_view_if_held is None:
        return Verdict(conduct, grip)
    evidence = conduct.release + GROWS if sighting.in_view_if_held else conduct.release - DECAYS
    conduct = msgspec.structs.replace(conduct, release=float(np.clip(evidence, 0.0, 1.0)))
    if conduct.release < 1.0:
        return Verdict(conduct, grip)
    return Verdict(Conduct(known_placed=True), None, (Event(stamp, "Release", grip.agent, sighting.id),))


def _grip(conduct: Conduct, sighting: Sighting, hands: Sequence[Hand], *, reach_m: float) -> Grip:
    """By the hand that has been nearest; by nobody when none is within reach."""
    tracked = {hand.id: hand for hand in hands if hand.tracked}
    near = [(distance, name) for name, distance in conduct.near if name in tracked and distance <= reach_m]
    if not near:
        return Grip(None, None, Pose())
    distance, name = min(near)
    hand = tracked[name]
    return Grip(hand.id, hand.agent, Pose.of(compose(invert(hand.pose), sighting.pose)), distance)


def _followed(conduct: Conduct, grip: Grip, sighting: Sighting, hands: Sequence[Hand], *, reach_m: float) -> Grip:
    """The grip as it is now: how the thing lies in the hand, or the other hand that took it."""
    tracked = {hand.id: hand for hand in hands if hand.tracked}
    near = dict(conduct.near)
    holder = tracked.get(grip.hand) if grip.hand is not None else None
    best = _grip(conduct, sighting, hands, reach_m=reach_m)
    if holder is None:
        return grip if best.hand is None else best
    if best.hand is not None and best.hand != holder.id:
        taken = near[best.hand] < TAKES_M and near[holder.id] > near[best.hand] + LEAVES_M
        if taken:
            return best
    if near.get(holder.id, 0.0) > reach_m:
        return grip
    now = Pose.of(compose(invert(holder.pose), sighting.pose))
    if _apart(grip, sighting) >= LET_GO_M:
        return grip
    return msgspec.structs.replace(grip, hand_from_thing=now, distance_m=min(grip.distance_m, near[holder.id]))


def _apart(grip: Grip, sighting: Sighting) -> float:
    """How much farther the hand is from the thing than when it last held it; infinite without a hand."""
    if grip.hand is None:
        return float("inf")
    return sighting.distances.get(grip.hand, grip.distance_m) - grip.distance_m
