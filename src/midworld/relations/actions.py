"""Who picked, placed or let go of what: a state machine per thing, fed by evidence that grows and decays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from ..geometry import FloatArray, Pose, compose, invert
from ..physics import Grip
from ..world import EntityId, Event
from .hands import Hand

# Evidence is full after four good percepts and gone after two bad ones.
GROWS = 0.26
DECAYS = 0.5
# Downwards faster than this, a thing is falling, not carried.
FALLING_M_S = 0.7
# Nobody who picks a thing up begins by lowering it this fast.
SINKING_M_S = 0.35
# A thing this far from where it lay in its hand has left it.
LET_GO_M = 0.08
# What is this near to where it is tracked when it rests has been put down; more is allowed before it ever rested.
PLACED_GAP_M = 0.012
UNKNOWN_BIAS_M = 0.013
# Another hand takes over once the holder's has been this much farther away.
LEAVES_M = 0.12
# How quickly the grip follows the way a thing lies in the hand, per percept.
SLIPS = 0.2
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
RESTED = Conduct(known_placed=True)


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """What a tick tells of one thing; `lost` are hands no longer tracked, and how far from its resting place."""

    id: EntityId
    fresh: bool
    still: bool
    supported: bool
    gap_m: float
    speed_up: float
    pose: FloatArray
    distances: Mapping[EntityId, float]
    lost: Mapping[EntityId, float]
    missing_s: float
    in_view_if_held: bool | None
    stands: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What became of one thing: the new conduct, the grip if it is held, and the events to tell."""

    conduct: Conduct
    grip: Grip | None
    events: tuple[Event, ...] = ()


def about_to_be_placed(conduct: Conduct, *, still: bool, gap_m: float) -> bool:
    """Whether one more good percept would make it a Place: the moment to ask physics."""
    return still and gap_m < PLACED_GAP_M and conduct.place + GROWS >= 1.0


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
    # A hand that is lost is remembered as near as it was.
    for hand, distance in sighting.distances.items():
        before[hand] = distance if hand not in before else (1 - FADES) * before[hand] + FADES * distance
    near = tuple(before.items())
    fell = max(-sighting.speed_up, 0.8 * conduct.fell)
    return msgspec.structs.replace(conduct, near=near, fell=fell)


def _unheld(conduct: Conduct, sighting: Sighting, hands: Sequence[Hand], *, stamp: float, reach_m: float) -> Verdict:
    if not sighting.fresh:
        return Verdict(conduct, None)
    lifted = not sighting.supported and sighting.speed_up > -SINKING_M_S
    evidence = min(1.0, conduct.pick + GROWS) if lifted else max(0.0, conduct.pick - DECAYS)
    resting = conduct.known_placed or sighting.supported
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
    apart = _apart(grip, sighting, hands)
    dropped = not sighting.supported and sighting.speed_up < -FALLING_M_S and apart > LET_GO_M
    if dropped:
        return Verdict(RESTED, None, (Event(stamp, "Release", grip.agent, sighting.id),))
    # A box that is poured from may touch another and be held still; it is put down only if it would stay.
    down = sighting.still and sighting.gap_m < PLACED_GAP_M and (sighting.stands or apart > LET_GO_M)
    evidence = min(1.0, conduct.place + GROWS) if down else max(0.0, conduct.place - DECAYS)
    conduct = msgspec.structs.replace(conduct, place=evidence, release=0.0)
    if evidence < 1.0:
        return Verdict(conduct, grip)
    # What arrived in free fall was let go above, even if the camera missed it.
    word = "Release" if conduct.fell > 1.6 * FALLING_M_S and apart > 2 * LET_GO_M else "Place"
    return Verdict(RESTED, None, (Event(stamp, word, grip.agent, sighting.id),))


def _held_out_of_sight(conduct: Conduct, grip: Grip, sighting: Sighting, *, stamp: float) -> Verdict:
    """A held thing that vanished stays in its hand as long as that explains why it is not seen."""
    if sighting.in_view_if_held is None:
        return Verdict(conduct, grip)
    evidence = conduct.release + GROWS if sighting.in_view_if_held else conduct.release - DECAYS
    conduct = msgspec.structs.replace(conduct, release=float(np.clip(evidence, 0.0, 1.0)))
    if conduct.release < 1.0:
        return Verdict(conduct, grip)
    return Verdict(RESTED, None, (Event(stamp, "Release", grip.agent, sighting.id),))


def _grip(conduct: Conduct, sighting: Sighting, hands: Sequence[Hand], *, reach_m: float) -> Grip:
    """By the hand that has been nearest, one in sight before one that is lost; by nobody when none is within reach."""
    known = {hand.id: hand for hand in hands}
    distances = {**sighting.lost, **dict(conduct.near)}
    near = [
        (not known[name].tracked, distance, name)
        for name, distance in distances.items()
        if name in known and distance <= reach_m
    ]
    if not near:
        return Grip(None, None, Pose())
    hand = known[min(near)[2]]
    return Grip(hand.id, hand.agent, Pose.of(compose(invert(hand.pose), sighting.pose)))


def _followed(conduct: Conduct, grip: Grip, sighting: Sighting, hands: Sequence[Hand], *, reach_m: float) -> Grip:
    """The grip as it is now: how the thing lies in the hand, or the other hand that took it."""
    near = dict(conduct.near)
    holder = next((hand for hand in hands if hand.id == grip.hand), None)
    best = _grip(conduct, sighting, hands, reach_m=reach_m)
    if holder is None:
        return grip if best.hand is None else best
    if best.hand is not None and near.get(holder.id, 0.0) > near.get(best.hand, reach_m) + LEAVES_M:
        return best
    if not holder.fresh:
        return grip
    if _apart(grip, sighting, hands) > LET_GO_M:
        return grip
    # Slowly, so that a hand that opens is seen to part from what it held.
    now = compose(invert(holder.pose), sighting.pose)
    now[:3] = (1 - SLIPS) * np.asarray(grip.hand_from_thing.position) + SLIPS * now[:3]
    return msgspec.structs.replace(grip, hand_from_thing=Pose.of(now))


def _apart(grip: Grip, sighting: Sighting, hands: Sequence[Hand]) -> float:
    """How far a thing is from where it should be in its hand; infinite without a hand."""
    if grip.hand is None:
        return float("inf")
    holder = next((hand for hand in hands if hand.id == grip.hand and hand.fresh), None)
    if holder is None:
        return 0.0
    return float(np.linalg.norm(compose(holder.pose, grip.hand_from_thing.array)[:3] - sighting.pose[:3]))
