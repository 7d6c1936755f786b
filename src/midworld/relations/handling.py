"""What is in whose hands, from tick to tick: who picked, placed and let go, seen or not."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar

import numpy as np

from ..geometry import FloatArray, Pose, compose, conjugate, invert, rotate
from ..physics import (
    FALL,
    FIRST_HAND,
    LOOSE,
    REST,
    SLIDE,
    Eye,
    Grip,
    Limb,
    Memory,
    Parameters,
    Settled,
    SimulatedScene,
    glance,
)
from ..world import EntityId, Event
from .absences import Taken
from .actions import BOUND, CALM, LET_GO_M, RESTED, Conduct, Sighting, judged
from .hands import Hand, limbs
from .hiding import WINDOW_S, HidingPlace, Left, Way, beneath, leave, slower_place
from .moment import Moment, among

# People and their clothes may be thicker than thought by as much: what would be hidden then need not be seen.
GIRTH_M = 0.06
# A thing is plainly in view when this share of it is.
IN_VIEW = 0.5
# A hand tracked for this long before a thing first appears in it had been empty.
EMPTY_S = 1.0
# A hand slower than this stops; a thing this little above a support is set down on it, once the hand has gone on.
STOPS_M_S = 0.08
# What has been seen to rest for this long is not held, whatever physics makes of its shape.
LONG_S = 1.5
# This far above what would carry it, or above where it rested, a thing is lifted; nobody lifts by lowering this fast.
OFF_M = 0.004
RISEN_M = 0.02
ALOFT_M = 0.04
SINKS_M_S = 0.35
# What is tilted by more than half a radian, whose cosine this is, in a hand that has not left is held so.
UPRIGHT = 0.88
UP = np.array([0.0, 0.0, 1.0])
# How much longer a thing may be missed for each share of reports that lose things in view.
PATIENCE_S = 1.5
# How many of the last places of a hand out of sight are remembered.
TRAIL = 600
SET_DOWN_M = 0.03
GOES_ON_M = 0.10


@dataclass(frozen=True, slots=True, eq=False)
class Handling:
    """What is remembered of the hands of one world and of what they do.

    `conducts` are how things behave, `first` when each thing and hand was first seen, `before` where hands were a tick
    ago. Of things in hands out of sight: `hiding` where the hand was slowest, `ways` its last moments, `trails` where
    it took them; `guessed` are those nobody saw taken.
    """

    conducts: Mapping[EntityId, Conduct] = field(default_factory=lambda: MappingProxyType({}))
    first: Mapping[EntityId, float] = field(default_factory=lambda: MappingProxyType({}))
    before: tuple[float, Mapping[EntityId, FloatArray]] = (0.0, MappingProxyType({}))
    hiding: Mapping[EntityId, HidingPlace] = field(default_factory=lambda: MappingProxyType({}))
    ways: Mapping[EntityId, Way] = field(default_factory=lambda: MappingProxyType({}))
    trails: Mapping[EntityId, tuple[FloatArray, ...]] = field(default_factory=lambda: MappingProxyType({}))
    guessed: frozenset[EntityId] = frozenset()

    def meeting(self, names: Collection[EntityId], *, stamp: float) -> "Handling":
        """With when each thing and hand was first seen."""
        if self.first.keys() >= set(names):
            return self
        new = dict.fromkeys((name for name in names if name not in self.first), stamp)
        return replace(self, first=MappingProxyType({**self.first, **new}))

    def behaving(self, names: Iterable[EntityId], conduct: Conduct) -> "Handling":
        """With some things behaving in one way: `RESTED` if they lie untouched, `CALM` if nothing is known."""
        conducts = {**self.conducts, **dict.fromkeys(names, conduct)}
        return replace(self, conducts=MappingProxyType(conducts))

    def adopting(self, other: "Handling", names: frozenset[EntityId]) -> "Handling":
        """With what another remembers of some things, and of hands unless these are known here."""
        return Handling(
            _adopted(self.conducts, other.conducts, names),
            MappingProxyType({**other.first, **self.first}),
            self.before if self.before[1] else other.before,
            _adopted(self.hiding, other.hiding, names),
            _adopted(self.ways, other.ways, names),
            _adopted(self.trails, other.trails, names),
            (self.guessed - names) | (other.guessed & names),
        )


T = TypeVar("T")


def _adopted(
    mine: Mapping[EntityId, T], theirs: Mapping[EntityId, T], names: frozenset[EntityId]
) -> Mapping[EntityId, T]:
    return MappingProxyType({**mine, **{name: each for name, each in theirs.items() if name in names}})


def riding(
    memory: Memory, simulated: SimulatedScene, people: tuple[Hand, ...], *, parameters: Parameters, stamp: float
) -> dict[int, FloatArray]:
    """Where unseen things in hands are: with the hand, or, while it is not tracked, where they were."""
    if not parameters.hand_attachment or not memory.grips:
        return {}
    known = {hand.id: hand for hand in people}
    found: dict[int, FloatArray] = {}
    poses = simulated.simulation.poses()
    for row, name in enumerate(simulated.ids):
        grip = memory.grips.get(name)
        missing = stamp - memory.tracks.seen[row]
        if grip is None or missing <= parameters.vanished_duration:
            continue
        hand = known.get(grip.hand) if grip.hand is not None else None
        if hand is not None and hand.tracked:
            found[row] = simulated.lifted(row, compose(hand.pose, grip.hand_from_thing.array), poses)
        elif grip.hand is not None:
            found[row] = poses[row]
    return found


def judge(
    handling: Handling, settled: Settled, now: Moment, *, parameters: Parameters
) -> tuple[Handling, Memory, list[Event]]:
    """Who picked, placed or let go of what, and the memory with what is then in whose hands."""
    tally = _Tally(handling, settled, now, parameters)
    memory = settled.memory
    ids = now.simulated.ids
    held = among(now.simulated, memory.grips)
    calm = memory.plausible & memory.tracks.still & ~held
    # What lies untouched, and did before, stays so.
    idle = calm & np.array([conduct is RESTED for conduct in map(handling.conducts.get, ids)], dtype=bool)
    for row in np.flatnonzero(now.simulated.movable & (settled.fresh | held) & ~idle).tolist():
        name = ids[row]
        conduct = tally.conducts.get(name, CALM)
        if calm[row] and conduct.known_placed:
            tally.conducts[name] = RESTED
        else:
            tally.judge(name, row, conduct)
    for name in _put_aside(memory.grips, tally.grips, now.simulated, settled):
        reason = "the hand that took it has something else in it now"
        tally.leave(name, ids.index(name), tally.grips[name], reason)
    return tally.handling(), leave(tally.memory(), now.simulated, tally.left), tally.events


def take(
    handling: Handling, some: Sequence[Taken], settled: Settled, now: Moment
) -> tuple[Handling, Memory, list[Event]]:
    """Puts what vanished beside a hand into that hand, and tells of the Pick nobody saw."""
    tracked = {hand.id: hand for hand in now.people if hand.tracked}
    grips = dict(settled.memory.grips)
    events: list[Event] = []
    for taken in some:
        hand = tracked.get(taken.hand)
        if hand is None:
            continue
        row = now.simulated.ids.index(taken.id)
        lies = compose(invert(hand.pose), settled.poses[row])
        lies[:3] = 0.0
        grips[taken.id] = Grip(taken.hand, taken.agent, Pose.of(lies))
        reason = "it is gone from where it was, and this hand was there"
        events.append(Event(now.stamp, "Pick", taken.agent, taken.id, reason=reason))
    names = [taken.id for taken in some if taken.hand in tracked]
    handling = replace(handling.behaving(names, CALM), guessed=handling.guessed.union(names)) if names else handling
    return handling, replace(settled.memory, grips=MappingProxyType(grips)), events


class _Tally:
    """One tick of handling in the making, thing by thing."""

    def __init__(self, handling: Handling, settled: Settled, now: Moment, parameters: Parameters) -> None:
        self._before, self._settled, self._now, self._parameters = handling, settled, now, parameters
        self.conducts = dict(handling.conducts)
        self.hiding = dict(handling.hiding)
        self.ways = dict(handling.ways)
        self.trails = dict(handling.trails)
        self.guessed = set(handling.guessed)
        self.grips = dict(settled.memory.grips)
        self.events: list[Event] = []
        self.left: list[Left] = []

    def handling(self) -> Handling:
        """As it is remembered."""
        hands = {hand.id: hand.pose for hand in self._now.people if hand.tracked}
        return Handling(
            MappingProxyType(self.conducts),
            self._before.first,
            (self._now.stamp, MappingProxyType(hands)),
            MappingProxyType(self.hiding),
            MappingProxyType(self.ways),
            MappingProxyType(self.trails),
            frozenset(self.guessed),
        )

    def memory(self) -> Memory:
        """With what is in whose hands."""
        return replace(self._settled.memory, grips=MappingProxyType(self.grips))

    def judge(self, name: EntityId, row: int, conduct: Conduct) -> None:
        """What becomes of one thing."""
        now, memory, grips = self._now, self._settled.memory, self.grips
        sighting = self._sighting(name, row, grips.get(name))
        verdict = judged(conduct, grips.get(name), sighting, now.people, stamp=now.stamp)
        self.conducts[name] = verdict.conduct
        self.events.extend(verdict.events)
        if name not in grips and verdict.grip is not None and not verdict.events:
            self.events.extend(self._brought(name, verdict.grip))
        if sighting.fresh:
            self.hiding.pop(name, None)
            self.ways.pop(name, None)
            self.trails.pop(name, None)
            self.guessed.discard(name)
        if verdict.grip is not None and self._is_put_down(name, row, verdict.grip, sighting):
            reason = "the hand stopped just above something out of sight, and went on"
            self.leave(name, row, verdict.grip, reason)
        elif verdict.grip is not None:
            grips[name] = verdict.grip
        elif grips.pop(name, None) is not None and not sighting.fresh and memory.driven[row]:
            self.left.append(self._left(name, row))

    def leave(self, name: EntityId, row: int, grip: Grip, reason: str) -> None:
        """A hand has let go of a thing out of sight."""
        self.grips.pop(name)
        self.conducts[name] = RESTED
        self.events.append(Event(self._now.stamp, "Release", grip.agent, name, reason=reason))
        self.left.append(self._left(name, row))

    def _brought(self, name: EntityId, grip: Grip) -> list[Event]:
        """Something first seen in a hand that was seen long before without it: it was picked out of sight."""
        first, stamp = self._before.first, self._now.stamp
        if first.get(name, stamp) - first.get(grip.hand or EntityId(""), stamp) < EMPTY_S:
            return []
        return [Event(stamp, "Pick", grip.agent, name, reason="it came into sight in a hand that had been seen empty")]

    def _is_put_down(self, name: EntityId, row: int, grip: Grip, sighting: Sighting) -> bool:
        """Whether a hand that is out of sight with a thing has stopped just above a support and gone on."""
        hand = self._hide(name, row, grip, sighting)
        hiding = self.hiding.get(name)
        if hand is None or hiding is None or hiding.slowest > STOPS_M_S or hiding.gap_m > SET_DOWN_M:
            return False
        return float(np.linalg.norm(hand.pose[:3] - hiding.hand)) > GOES_ON_M

    def _hide(self, name: EntityId, row: int, grip: Grip, sighting: Sighting) -> Hand | None:
        """Remembers where out of sight the hand was slowest: there it will have let go, if it did. Returns the hand."""
        if sighting.fresh or sighting.in_view_if_held is not False or grip.hand is None:
            return None
        now, (before, poses) = self._now, self._before.before
        hand = next((hand for hand in now.people if hand.id == grip.hand and hand.tracked), None)
        if hand is None or grip.hand not in poses or now.stamp <= before:
            return None
        pose = self._settled.poses[row]
        self.trails[name] = (*self.trails.get(name, ()), pose)[-TRAIL:]
        way = (*self.ways.get(name, ()), (now.stamp, hand.pose[:3], pose))
        way = self.ways[name] = tuple(each for each in way if now.stamp - each[0] <= WINDOW_S)
        if now.stamp - way[0][0] < 0.8 * WINDOW_S:
            return hand
        self.hiding[name] = slower_place(self.hiding.get(name), way, row, now.simulated, self._settled)
        return hand

    def _left(self, name: EntityId, row: int) -> Left:
        """Where a hand left an unseen thing: at its hiding place, else where it was last seen."""
        self.ways.pop(name, None)
        hiding = self.hiding.pop(name, None)
        return Left(row, self._settled.memory.tracks.estimate[row] if hiding is None else hiding.pose, hiding)

    def _sighting(self, name: EntityId, row: int, grip: Grip | None) -> Sighting:
        settled, now = self._settled, self._now
        tracks = settled.memory.tracks
        p: list[float] = np.exp(tracks.modes[row]).tolist()
        fresh = bool(settled.fresh[row])
        stands = p[REST] + p[SLIDE]
        # A box that is poured from may touch another and be held still; it is put down if it would stay.
        asked = grip is not None and stands > BOUND
        left = asked and self._has_left(row, grip)
        in_view = self._in_view_if_held(name, row, grip, float(now.stamp - tracks.seen[row]))
        return Sighting(
            name,
            fresh,
            stands,
            p[FALL],
            p[LOOSE],
            dict(zip(tracks.hands.ids, p[FIRST_HAND:], strict=True)),
            tracks.estimate[row],
            float(tracks.rested[row]),
            in_view,
            not asked or left or self._would_stay(row),
            min(max(now.stamp - self._before.before[0], 0.0), 0.2),
            self._hides(name, row) if in_view is not None else True,
            grip is not None or self._is_lifted(row),
            PATIENCE_S * tracks.dropouts,
            left,
            grip is None and self._is_aloft(row),
            bool(tracks.doubted[row]),
            tracks.carrier_seen(row, now.simulated.movable),
        )

    def _would_stay(self, row: int) -> bool:
        """Whether a thing would stay where it is if its hand let go; what is tilted in a hand is poured from."""
        pose = self._settled.poses[row]
        before, now = (rotate(conjugate(turn), UP) for turn in (self._settled.memory.rest[row, 3:], pose[3:]))
        return float(before @ now) > UPRIGHT and self._now.simulated.stands(row, pose)

    def _is_lifted(self, row: int) -> bool:
        """Whether a thing is off what would carry it, and not on its way down."""
        memory = self._settled.memory
        tracks = memory.tracks
        bias = float(memory.bias[row]) if np.isfinite(memory.bias[row]) else 0.0
        off = not memory.driven[row] or float(memory.gap[row]) - bias > OFF_M
        risen = float(tracks.estimate[row, 2] - tracks.home[row, 2]) > RISEN_M
        return (off or risen) and float(tracks.velocity[row, 2]) > -SINKS_M_S

    def _is_aloft(self, row: int) -> bool:
        """Whether a thing is clearly above what would carry it, and above where it rested."""
        memory = self._settled.memory
        gap = float(memory.gap[row]) if memory.driven[row] else 0.0
        risen = float(memory.tracks.estimate[row, 2] - memory.tracks.home[row, 2])
        return min(gap, risen) > ALOFT_M

    def _has_left(self, row: int, grip: Grip | None) -> bool:
        """Whether the hand that held a thing is away from it, or the thing has long been seen to rest."""
        tracks, stamp = self._settled.memory.tracks, self._now.stamp
        hand = next((hand for hand in self._now.people if grip is not None and hand.id == grip.hand), None)
        if grip is None or hand is None or stamp - tracks.stands[row] > LONG_S:
            return True
        # Hands have no turn of their own: what counts is how far from the thing they are, and were.
        simulated = self._now.simulated
        before = simulated.distance(row, grip.hand_from_thing.array, np.zeros(3))
        return hand.tracked and simulated.distance(row, tracks.estimate[row], hand.pose[:3]) > before + LET_GO_M

    def _hides(self, name: EntityId, row: int) -> bool:
        """Whether a thing let go where it is thought to be, or where it was last seen, would be out of sight."""
        settled, simulated = self._settled, self._now.simulated
        if name in self.hiding:
            # Its hand has been out of sight with it.
            return True
        for pose in (settled.poses[row], settled.memory.tracks.estimate[row]):
            drop_m = max(beneath(simulated, row, pose, settled)[1], 0.0)
            if not np.isfinite(drop_m):
                # Nothing is beneath: it would fall out of sight.
                return True
            fallen = pose.copy()
            fallen[2] -= drop_m
            if max(self._clear(row, fallen), default=0.0) <= IN_VIEW:
                return True
        return False

    def _clear(self, row: int, pose: FloatArray, *, girth_m: float = 0.0) -> list[float]:
        """How much of a thing at a pose each eye would see, arms aside; people may be thicker than thought."""
        now, thicker = self._now, girth_m > 0
        bodies = limbs(now.merged, stamp=now.stamp, arms=False)
        found: list[float] = []
        for eye in now.watching:
            others = _others(bodies, eye, girth_m)
            seen = glance(now.simulated, row, pose, eye=eye.pose, frustum=eye.frustum, limbs=others, touching=thicker)
            found.append(seen.clear)
        return found

    def _in_view_if_held(self, name: EntityId, row: int, grip: Grip | None, missing: float) -> bool | None:
        """Whether a vanished thing would be in plain view if it were still in the hand; None if nobody can tell."""
        settled, now = self._settled, self._now
        if grip is None or missing <= self._parameters.vanished_duration or name in self.guessed or name in now.unsure:
            # How something nobody saw taken lies in the hand is not known well enough.
            return None
        if grip.hand is None or not self._parameters.hand_attachment:
            return True if missing > self._parameters.perceived_max_duration else None
        shares = self._clear(row, settled.poses[row], girth_m=GIRTH_M)
        return max(shares) > IN_VIEW if shares else None


def _put_aside(
    before: Mapping[EntityId, Grip], grips: Mapping[EntityId, Grip], simulated: SimulatedScene, settled: Settled
) -> list[EntityId]:
    """Unseen things whose hand has just been seen with another thing in it."""
    busy = {grip.hand for name, grip in grips.items() if name not in before and grip.hand is not None}
    seen = (
        {name for name, fresh in zip(simulated.ids, settled.fresh, strict=True) if fresh} if busy else set[EntityId]()
    )
    return [name for name, grip in grips.items() if name in before and grip.hand in busy and name not in seen]


def _others(bodies: Mapping[EntityId, tuple[Limb, ...]], eye: Eye, girth_m: float) -> list[Limb]:
    return [
        replace(limb, radius=limb.radius + girth_m)
        for agent, some in bodies.items()
        if agent != eye.agent
        for limb in some
    ]
