"""What hands do beside picking and placing: they push, throw, pour, open and close things."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray, rotate
from ..physics import FALL, NOTHING, REST, SLIDE, Parameters, Settled
from ..world import EntityId, Event, Statement, World
from .actions import BOUND, side_of
from .hands import Hand, nearest
from .moment import Moment
from .openings import Openings, opened
from .placement import IN

# All that is told of hands, in the order of the settings that switch it off (`tell_pick` and so on).
DEEDS = ("Pick", "Place", "Release", "Handover", "Push", "Throw", "Pour", "Open", "Close")

# A thing is pushed once it has come this far along what it stands on, and no farther up or down, a hand at it. Chosen:
# noise of trackers does not come as far, a thing that is nudged when it is taken mostly neither.
PUSHED_M = 0.06
LEVEL_M = 0.03
AT_HAND_M = 0.12
# A push that pauses for no longer than this is the same one. Chosen.
PAUSES_S = 0.5
# What is let go while it goes this fast over ground, or up, is thrown: whoever sets down or drops a thing is slower.
THROWN_M_S = 1.0
UPWARDS_M_S = 0.5
# A container leans so that things leave it beyond 60 degrees, and no longer within 30 (their cosines).
LEANS = 0.5
UPRIGHT = 0.87
UP = np.array([0.0, 0.0, 1.0])

Names = frozenset[EntityId]


@dataclass(frozen=True, slots=True, eq=False)
class Deeds:
    """What hands are about to do: where sliding things set out (none once it is told), how fast falling ones did.

    `contents` is what was in containers in hands when they last stood upright; none once pouring is told.
    """

    starts: Mapping[EntityId, FloatArray | None] = field(default_factory=lambda: MappingProxyType({}))
    speeds: Mapping[EntityId, float] = field(default_factory=lambda: MappingProxyType({}))
    contents: Mapping[EntityId, Names] = field(default_factory=lambda: MappingProxyType({}))
    openings: Openings = field(default_factory=Openings)


def wanted(events: Sequence[Event], parameters: Parameters) -> list[Event]:
    """Without those that a setting switches off."""
    return [event for event in events if getattr(parameters, f"tell_{event.predicate.lower()}")]


def noticed(
    deeds: Deeds, settled: Settled, now: Moment, events: Sequence[Event], previous: World, *, reach_m: float
) -> tuple[Deeds, list[Event]]:
    """One tick; `events` are what hands are known to have done in it."""
    starts, pushes = _pushed(deeds.starts, settled, now)
    speeds, throws = _thrown(deeds.speeds, settled, now, events)
    contents, pours = _poured(deeds.contents, settled, now, previous)
    openings, openers = opened(deeds.openings, now, reach_m=reach_m)
    return Deeds(starts, speeds, contents, openings), [*pushes, *throws, *pours, *openers]


def _pushed(
    starts: Mapping[EntityId, FloatArray | None], settled: Settled, now: Moment
) -> tuple[Mapping[EntityId, FloatArray | None], list[Event]]:
    """What slides along with a hand at it, told once till it rests."""
    simulated, memory = now.simulated, settled.memory
    tracks = memory.tracks
    stands = np.exp(tracks.modes[:, REST]) + np.exp(tracks.modes[:, SLIDE])
    ground = np.where(memory.carrier == NOTHING, memory.base, memory.carrier)
    # What rides on something that moves is not pushed itself.
    rides = (ground != NOTHING) & simulated.movable[ground] & ~tracks.calm[ground]
    slides = simulated.movable & ~tracks.calm & ~rides & np.isfinite(tracks.seen) & (stands > 0.5)
    rows = [row for row in np.flatnonzero(slides).tolist() if simulated.ids[row] not in memory.grips]
    if not rows and not starts:
        return MappingProxyType({}), []
    # What pauses, or seems to fall for a moment, is still the same push.
    after = {
        name: starts[name]
        for name, stands_since in zip(simulated.ids, tracks.stands.tolist(), strict=True)
        if name in starts and name not in memory.grips and not now.stamp - stands_since > PAUSES_S
    }
    told: list[Event] = []
    for row in rows:
        name, place = simulated.ids[row], tracks.estimate[row, :3]
        start = after[name] = starts.get(name, tracks.anchor[row, :3].copy())
        if start is None or not settled.fresh[row] or stands[row] < BOUND or tracks.doubted[row]:
            continue
        way = place - start
        if abs(way[2]) > LEVEL_M:
            after[name] = place.copy()
        elif np.hypot(way[0], way[1]) > PUSHED_M + 3 * tracks.noise[row]:
            hand = nearest(simulated, name, tracks.estimate[row], now.people, AT_HAND_M)
            if hand is not None and _goes_along(hand, settled, way):
                sure = float(min(stands[row], 1.0))
                told.append(Event(now.stamp, "Push", hand.agent, name, sure, hand=side_of(hand.id)))
                after[name] = None
    return MappingProxyType(after), told


def _goes_along(hand: Hand, settled: Settled, way: FloatArray) -> bool:
    """Whether a hand moves where a thing went."""
    hands = settled.memory.tracks.hands
    return hand.id in hands.ids and float(hands.velocity[hands.ids.index(hand.id), :2] @ way[:2]) > 0.0


def _thrown(
    speeds: Mapping[EntityId, float], settled: Settled, now: Moment, events: Sequence[Event]
) -> tuple[Mapping[EntityId, float], list[Event]]:
    """What was let go on its way, faster than anybody sets down or drops."""
    simulated, tracks = now.simulated, settled.memory.tracks
    told = [
        Event(now.stamp, "Throw", event.subject, event.object, event.confidence, hand=event.hand)
        for event in events
        if event.predicate == "Release" and speeds.get(EntityId(str(event.object)), 0.0) > THROWN_M_S
    ]
    after: dict[EntityId, float] = {}
    for row in np.flatnonzero(tracks.modes[:, FALL] > np.log(0.5)).tolist():
        name = simulated.ids[row]
        if name in speeds or name in settled.memory.grips:
            after[name] = speeds[name] if name in speeds else _speed(tracks.velocity[row])
    return MappingProxyType(after), told


def _speed(velocity: FloatArray) -> float:
    """How fast a thing sets out over ground; going up counts the more."""
    return max(float(np.hypot(velocity[0], velocity[1])), float(velocity[2]) * THROWN_M_S / UPWARDS_M_S)


def _poured(
    contents: Mapping[EntityId, Names], settled: Settled, now: Moment, previous: World
) -> tuple[Mapping[EntityId, Names], list[Event]]:
    """A container in a hand that leans, and that something leaves which was in it when it stood."""
    simulated, grips = now.simulated, settled.memory.grips
    after: dict[EntityId, Names] = {}
    told: list[Event] = []
    held = [name for name in grips if name in simulated.ids and simulated.cavities[simulated.ids.index(name)]]
    inside = previous.timeline.held(IN) if held else frozenset[Statement]()
    for name in held:
        axis = float(rotate(settled.poses[simulated.ids.index(name), 3:], UP)[2])
        there = frozenset(EntityId(subject) for subject, _, target in inside if target == name)
        before = contents.get(name, there)
        left = {each for each in before - there if each not in grips}
        if axis > UPRIGHT:
            after[name] = there
        elif axis < LEANS and left:
            grip = grips[name]
            reason = f"{', '.join(sorted(left))} left it while it leant"
            hand = None if grip.hand is None else side_of(grip.hand)
            told.append(Event(now.stamp, "Pour", grip.agent, name, reason=reason, hand=hand))
            after[name] = frozenset()
        else:
            after[name] = before
    return MappingProxyType(after), told
