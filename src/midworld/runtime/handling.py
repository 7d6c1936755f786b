"""What is in whose hands, from tick to tick: who picked, placed and let go, seen or not."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray, Pose, compose, invert
from ..physics.cast import Cast
from ..physics.limbs import Limb
from ..physics.memory import Grip, Memory
from ..physics.parameters import Parameters
from ..physics.settle import Settled
from ..physics.sight import glance
from ..physics.views import Eye
from ..relations.actions import CALM, RESTED, UNKNOWN_BIAS_M, Conduct, Sighting, about_to_be_placed, judged
from ..relations.hands import Hand, limbs
from ..world import EntityId, Event
from .absences import Taken
from .moment import Moment, among

# A thing is plainly in view when this share of it is.
IN_VIEW = 0.5
# A hand tracked for this long before a thing first appears in it had been empty.
EMPTY_S = 1.0
# A hand slower than this stops; a thing this little above a support is set down on it, once the hand has gone on.
STOPS_M_S = 0.08
WINDOW_S = 0.3
# How many of the last places of a hand out of sight are remembered.
TRAIL = 600
SET_DOWN_M = 0.03
GOES_ON_M = 0.10


@dataclass(frozen=True, slots=True, eq=False)
class HidingPlace:
    """Where a hand with an unseen thing was slowest, how slow, and where the hand was then.

    `gap_m` is how far the thing was there above what would carry it.
    """

    slowest: float
    pose: FloatArray
    hand: FloatArray
    gap_m: float


class Handling:
    """The hands of one world. `trails` are where they took things out of sight."""

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters
        self._conducts: dict[EntityId, Conduct] = {}
        self._hiding: dict[EntityId, HidingPlace] = {}
        self._ways: dict[EntityId, deque[tuple[float, FloatArray, FloatArray]]] = {}
        self._guessed: set[EntityId] = set()
        self._before: tuple[float, dict[EntityId, FloatArray]] = (0.0, {})
        self._first: dict[EntityId, float] = {}
        self.trails: dict[EntityId, list[FloatArray]] = {}

    def meet(self, names: Iterable[EntityId], *, stamp: float) -> None:
        """Remembers when each thing and hand was first seen."""
        for name in names:
            self._first.setdefault(name, stamp)

    def rest(self, names: Iterable[EntityId]) -> None:
        """Takes things to lie somewhere, untouched."""
        self._conducts.update(dict.fromkeys(names, RESTED))

    def lose(self, names: Iterable[EntityId]) -> None:
        """Knows nothing of how things are any more."""
        self._conducts.update(dict.fromkeys(names, CALM))

    def riding(self, memory: Memory, cast: Cast, people: tuple[Hand, ...], stamp: float) -> dict[int, FloatArray]:
        """Where unseen things in hands are: with the hand, or, while it is not tracked, where they were."""
        if not self._parameters.hand_attachment:
            return {}
        known = {hand.id: hand for hand in people}
        riding: dict[int, FloatArray] = {}
        poses = cast.simulation.poses()
        for row, name in enumerate(cast.ids):
            grip = memory.grips.get(name)
            missing = stamp - memory.tracks.seen[row]
            if grip is None or missing <= self._parameters.vanished_duration:
                continue
            hand = known.get(grip.hand) if grip.hand is not None else None
            if hand is not None and hand.tracked:
                riding[row] = cast.lifted(row, compose(hand.pose, grip.hand_from_thing.array), poses)
            elif grip.hand is not None:
                riding[row] = poses[row]
        return riding

    def judge(self, settled: Settled, now: Moment) -> tuple[Memory, list[Event]]:
        """Who picked, placed or let go of what, and the memory with what is then in whose hands."""
        cast, stamp = now.cast, now.stamp
        events: list[Event] = []
        left: list[tuple[int, FloatArray]] = []
        grips = dict(settled.memory.grips)
        memory = settled.memory
        calm = (memory.plausible & memory.tracks.still).tolist()
        ids = cast.ids
        for row in np.flatnonzero(cast.movable & (settled.fresh | among(cast, grips))).tolist():
            name = ids[row]
            conduct = self._conducts.get(name, CALM)
            if calm[row] and conduct.known_placed and conduct.pick == 0.0 and name not in grips:
                # How near hands were before it rested says nothing about who will take it.
                self._conducts[name] = RESTED
                continue
            sighting = self._sighting(settled, now, int(row), grips.get(name))
            verdict = judged(
                conduct, grips.get(name), sighting, now.people, stamp=stamp, reach_m=self._parameters.hand_reach
            )
            self._conducts[name] = verdict.conduct
            events.extend(verdict.events)
            if name not in grips and verdict.grip is not None and not verdict.events:
                events.extend(self._brought(name, verdict.grip, stamp))
            if sighting.fresh:
                self._hiding.pop(name, None)
                self._ways.pop(name, None)
                self.trails.pop(name, None)
                self._guessed.discard(name)
            if verdict.grip is not None and self._put_down(name, row, verdict.grip, sighting, settled, now):
                grips.pop(name)
                self._conducts[name] = RESTED
                reason = "the hand stopped just above something out of sight, and went on"
                events.append(Event(stamp, "Release", verdict.grip.agent, name, reason=reason))
                left.append((row, self._left_at(name, memory, row)))
            elif verdict.grip is not None:
                grips[name] = verdict.grip
            elif grips.pop(name, None) is not None and not sighting.fresh and memory.driven[row]:
                left.append((int(row), self._left_at(name, memory, int(row))))
        for name in _put_aside(memory.grips, grips, cast, settled):
            grip, row = grips.pop(name), ids.index(name)
            self._conducts[name] = RESTED
            reason = "the hand that took it has something else in it now"
            events.append(Event(stamp, "Release", grip.agent, name, reason=reason))
            left.append((row, self._left_at(name, memory, row)))
        self._before = (stamp, {hand.id: hand.pose for hand in now.people if hand.tracked})
        return _let_go(replace(memory, grips=MappingProxyType(grips)), cast, left), events

    def take(self, some: Sequence[Taken], settled: Settled, now: Moment) -> tuple[Memory, list[Event]]:
        """Puts what vanished beside a hand into that hand, and tells of the Pick nobody saw."""
        tracked = {hand.id: hand for hand in now.people if hand.tracked}
        grips = dict(settled.memory.grips)
        events: list[Event] = []
        for taken in some:
            hand = tracked.get(taken.hand)
            if hand is None:
                continue
            row = now.cast.ids.index(taken.id)
            lies = compose(invert(hand.pose), settled.poses[row])
            lies[:3] = 0.0
            grips[taken.id] = Grip(taken.hand, taken.agent, Pose.of(lies))
            self._conducts[taken.id] = CALM
            self._guessed.add(taken.id)
            reason = "it is gone from where it was, and this hand was there"
            events.append(Event(now.stamp, "Pick", taken.agent, taken.id, reason=reason))
        return replace(settled.memory, grips=MappingProxyType(grips)), events

    def _brought(self, name: EntityId, grip: Grip, stamp: float) -> list[Event]:
        """Something first seen in a hand that was seen long before without it: it was picked out of sight."""
        thing, hand = self._first.get(name, stamp), self._first.get(grip.hand or EntityId(""), stamp)
        if thing - hand < EMPTY_S:
            return []
        return [Event(stamp, "Pick", grip.agent, name, reason="it came into sight in a hand that had been seen empty")]

    def _put_down(
        self, name: EntityId, row: int, grip: Grip, sighting: Sighting, settled: Settled, now: Moment
    ) -> bool:
        """Whether a hand that is out of sight with a thing has stopped just above a support and gone on."""
        hand = self._hide(name, row, grip, sighting, settled, now)
        hiding = self._hiding.get(name)
        if hand is None or hiding is None or hiding.slowest > STOPS_M_S or hiding.gap_m > SET_DOWN_M:
            return False
        return float(np.linalg.norm(hand.pose[:3] - hiding.hand)) > GOES_ON_M

    def _hide(
        self, name: EntityId, row: int, grip: Grip, sighting: Sighting, settled: Settled, now: Moment
    ) -> Hand | None:
        """Remembers where out of sight the hand was slowest: there it will have let go, if it did. Returns the hand."""
        if sighting.fresh or sighting.in_view_if_held is not False or grip.hand is None:
            return None
        before, poses = self._before
        hand = next((hand for hand in now.people if hand.id == grip.hand and hand.tracked), None)
        if hand is None or grip.hand not in poses or now.stamp <= before:
            return None
        pose = settled.poses[row]
        trail = self.trails.setdefault(name, [])
        trail.append(pose)
        del trail[:-TRAIL]
        way = self._ways.setdefault(name, deque())
        way.append((now.stamp, hand.pose[:3], pose))
        while now.stamp - way[0][0] > WINDOW_S:
            way.popleft()
        if now.stamp - way[0][0] < 0.8 * WINDOW_S:
            return hand
        # Trackers of hands are noisy: what counts is where the hand was on average.
        half = len(way) // 2
        places = np.array([place for _, place, _ in way])
        middle = places.mean(axis=0)
        speed = float(np.linalg.norm(places[half:].mean(axis=0) - places[:half].mean(axis=0))) / (WINDOW_S / 2)
        known = self._hiding.get(name)
        if known is None or speed < known.slowest:
            rests = pose.copy()
            rests[:3] = np.mean([each[:3] for _, _, each in way], axis=0)
            gap = _gap(now.cast, row, rests, settled) if speed < STOPS_M_S else float("inf")
            self._hiding[name] = HidingPlace(speed, rests, middle, gap)
        return hand

    def _left_at(self, name: EntityId, memory: Memory, row: int) -> FloatArray:
        """Where a hand left an unseen thing: at its hiding place, else where it was last seen."""
        self._ways.pop(name, None)
        hiding = self._hiding.pop(name, None)
        return memory.tracks.estimate[row] if hiding is None else hiding.pose

    def _sighting(self, settled: Settled, now: Moment, row: int, grip: Grip | None) -> Sighting:
        cast, memory = now.cast, settled.memory
        pose = memory.tracks.estimate[row]
        missing = float(now.stamp - memory.tracks.seen[row])
        distances = {hand.id: cast.distance(row, pose, hand.pose[:3]) for hand in now.people if hand.tracked}
        rest = memory.rest[row]
        lost = {hand.id: cast.distance(row, rest, hand.pose[:3]) for hand in now.people if not hand.tracked}
        supported = bool(memory.gap[row] < self._parameters.simulation_tolerance) if memory.driven[row] else True
        bias = float(memory.bias[row]) if np.isfinite(memory.bias[row]) else UNKNOWN_BIAS_M
        gap = float(memory.gap[row]) - bias if memory.driven[row] else 0.0
        still = bool(memory.tracks.still[row])
        conduct = self._conducts.get(cast.ids[row], CALM)
        asked = grip is not None and settled.fresh[row] and about_to_be_placed(conduct, still=still, gap_m=gap)
        return Sighting(
            cast.ids[row],
            bool(settled.fresh[row]),
            still,
            supported,
            gap,
            float(memory.tracks.velocity[row, 2]),
            pose,
            distances,
            lost,
            missing,
            self._in_view_if_held(settled, now, row, grip, missing),
            cast.stands(row, settled.poses[row]) if asked else True,
        )

    def _in_view_if_held(
        self, settled: Settled, now: Moment, row: int, grip: Grip | None, missing: float
    ) -> bool | None:
        """Whether a vanished thing would be in plain view if it were still in the hand; None if nobody can tell."""
        if grip is None or missing <= self._parameters.vanished_duration or now.cast.ids[row] in self._guessed:
            # How something nobody saw taken lies in the hand is not known well enough.
            return None
        if grip.hand is None or not self._parameters.hand_attachment:
            return True if missing > self._parameters.perceived_max_duration else None
        bodies = limbs(now.merged, stamp=now.stamp, arms=False)
        shares = [
            glance(
                now.cast, row, settled.poses[row], eye=eye.pose, frustum=eye.frustum, limbs=_others(bodies, eye)
            ).clear
            for eye in now.watching
        ]
        return max(shares) > IN_VIEW if shares else None


def _gap(cast: Cast, row: int, pose: FloatArray, settled: Settled) -> float:
    """How far a thing at a pose is above what would carry it."""
    rows = np.array([row], dtype=np.intp)
    found = cast.supports(rows, pose[None], cast.spread(settled.poses), carrier=settled.memory.carrier)
    return float(found.gaps_m[0])


def _put_aside(
    before: Mapping[EntityId, Grip], grips: Mapping[EntityId, Grip], cast: Cast, settled: Settled
) -> list[EntityId]:
    """Unseen things whose hand has just been seen with another thing in it."""
    busy = {grip.hand for name, grip in grips.items() if name not in before and grip.hand is not None}
    seen = {name for name, fresh in zip(cast.ids, settled.fresh, strict=True) if fresh} if busy else set[EntityId]()
    return [name for name, grip in grips.items() if name in before and grip.hand in busy and name not in seen]


def _let_go(memory: Memory, cast: Cast, left: list[tuple[int, FloatArray]]) -> Memory:
    if not left:
        return memory
    velocity = memory.velocity.copy()
    poses = cast.simulation.poses()
    for row, pose in left:
        cast.simulation.set_state([row], cast.lifted(row, pose, poses)[None])
        velocity[row] = 0.0
    return replace(memory, velocity=velocity, rested=None)


def _others(bodies: Mapping[EntityId, tuple[Limb, ...]], eye: Eye) -> list[Limb]:
    return [limb for agent, some in bodies.items() if agent != eye.agent for limb in some]
