"""Several trackers against one another: what each is off by, which of them is late, learnt as they report.

The first tracker is the measure, or the one that states the least noise. What another says of a thing that the first
sees to stay tells its offset: one for the tracker, and one more for each thing. While a thing moves, a late tracker
tells where it was: the timeliest is heard.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray
from ..world import EntityId

# How long percepts are kept, and how old the latest may be for another tracker to be compared with it.
KEPT_S = 0.5
RECENT_S = 0.2
# A thing stays if the middle of its newest percepts is this near to that of the older ones.
STAYS_M = 0.015
NEWEST = 3
LEAST = 4
# An offset larger than this is no matter of calibration.
MOST_OFF_M = 0.08
# How many percepts an offset averages; a thing's own offset counts in full once it is known this well.
TRACKER_COUNT = 200.0
THING_COUNT = 60.0
THING_KNOWN = 15.0
# The delays that are tried, how many percepts of moving things tell, and how much better the best must fit.
DELAYS_S = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3)
DELAY_COUNT = 8
DELAY_GAIN = 0.6
MOST_APART_M = 0.05
# So many percepts tell how far a tracker is off; till then, others are heard. What it has this far from where a
# timelier one has just seen it, it has mistaken, or seen late.
KNOWN_COUNT = 10.0
# A tracker that repeats its percepts less often than this repeats them only when it has lost a thing; and how quickly
# that is learnt, per report.
SELDOM = 0.3
REPEATS_RATE = 0.05
ELSEWHERE_M = 0.025
# While one that states so many times less variance has just seen a thing, another is not heard of it.
SURER = 4.0
SURER_S = 0.1

Vector = tuple[float, float, float]
Seen = tuple[tuple[float, Vector], ...]


@dataclass(frozen=True, slots=True)
class Offset:
    """A mean of differences, and how many went into it."""

    mean: Vector = (0.0, 0.0, 0.0)
    count: float = 0.0

    def learnt(self, difference: Vector, most: float) -> "Offset":
        count = min(self.count + 1.0, most)
        x, y, z = (old + (new - old) / count for old, new in zip(self.mean, difference, strict=True))
        return Offset((x, y, z), count)


@dataclass(frozen=True, slots=True)
class Delay:
    """How well each delay explains what one tracker says of moving things by what another said."""

    costs: tuple[float, ...] = (0.0,) * len(DELAYS_S)
    count: int = 0

    @property
    def seconds(self) -> float:
        """The best, where it is clearly better than none."""
        best = min(range(len(DELAYS_S)), key=lambda place: self.costs[place])
        clear = self.count >= DELAY_COUNT and self.costs[best] < DELAY_GAIN * self.costs[0]
        return DELAYS_S[best] if clear else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """What is known of trackers, in the order in which they were first heard.

    `offsets` are by tracker, `things` by tracker and thing, `delays` by the two trackers compared,
    `repeats` how often each tracker says of a thing bit by bit what it said before, `stated` the variance it states.
    """

    trackers: tuple[str, ...] = ()
    seen: Mapping[str, Mapping[EntityId, Seen]] = field(default_factory=lambda: MappingProxyType({}))
    offsets: Mapping[str, Offset] = field(default_factory=lambda: MappingProxyType({}))
    things: Mapping[tuple[str, EntityId], Offset] = field(default_factory=lambda: MappingProxyType({}))
    delays: Mapping[tuple[str, str], Delay] = field(default_factory=lambda: MappingProxyType({}))
    repeats: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    stated: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))

    def off(self, tracker: str, thing: EntityId) -> Vector:
        """How far a tracker's percepts of a thing are off."""
        common = self.offsets.get(tracker, Offset())
        own = self.things.get((tracker, thing), Offset())
        share = own.count / (own.count + THING_KNOWN)
        x, y, z = (base + share * more for base, more in zip(common.mean, own.mean, strict=True))
        return (x, y, z)

    def late(self, tracker: str) -> float:
        """How much later than another a tracker tells of what moves, in seconds."""
        return max((delay.seconds for (one, _), delay in self.delays.items() if one == tracker), default=0.0)


def calibrated(
    known: Calibration,
    tracker: str,
    percepts: Mapping[EntityId, FloatArray],
    *,
    stamp: float,
    order: Sequence[str] = (),
    stated: float | None = None,
) -> tuple[Calibration, dict[EntityId, FloatArray]]:
    """What is known after a report, and its percepts as the first tracker would have made them; some are not heard.

    `order` is that in which trackers were first heard of, where that is known; `stated` the variance this one states.
    """
    new = [each for each in (*order, tracker) if each not in known.trackers]
    if new:
        known = replace(known, trackers=(*known.trackers, *dict.fromkeys(new)))
    if stated is not None and tracker not in known.stated:
        known = _ranked(replace(known, stated=MappingProxyType({**known.stated, tracker: stated})))
    mine = {name: _lately(seen, stamp) or seen[-1:] for name, seen in known.seen.get(tracker, {}).items()}
    if len(known.trackers) == 1:
        return _with(known, tracker, mine, percepts, stamp), dict(percepts)
    known, again = _repeated(known, tracker, mine, percepts)
    work = _Work(known, tracker, stamp, again)
    heard = {
        name: pose
        for name, pose in ((name, work.hear(name, pose)) for name, pose in percepts.items())
        if pose is not None
    }
    return _with(work.learnt(), tracker, mine, percepts, stamp), heard


def _ranked(known: Calibration) -> Calibration:
    """With those first that state the least; what was learnt against another first one is forgotten."""
    ranks = {each: (known.stated.get(each, math.inf), place) for place, each in enumerate(known.trackers)}
    trackers = tuple(sorted(known.trackers, key=ranks.__getitem__))
    if trackers[0] == known.trackers[0]:
        return replace(known, trackers=trackers)
    return replace(known, trackers=trackers, offsets=MappingProxyType({}), things=MappingProxyType({}))


def _repeated(
    known: Calibration, tracker: str, mine: Mapping[EntityId, Seen], percepts: Mapping[EntityId, FloatArray]
) -> tuple[Calibration, frozenset[EntityId]]:
    """What a tracker says again bit by bit, if it seldom does; and what is then known of how often."""
    again = frozenset(
        name
        for name, pose in percepts.items()
        if (before := mine.get(name)) and before[-1][1] == (float(pose[0]), float(pose[1]), float(pose[2]))
    )
    share = known.repeats.get(tracker, 1.0)
    if percepts:
        more = share + REPEATS_RATE * (len(again) / len(percepts) - share)
        known = replace(known, repeats=MappingProxyType({**known.repeats, tracker: more}))
    return known, again if share < SELDOM else frozenset()


class _Work:
    """One report being compared with what other trackers said."""

    def __init__(self, known: Calibration, tracker: str, stamp: float, again: frozenset[EntityId]) -> None:
        self._known, self._tracker, self._stamp, self._again = known, tracker, stamp, again
        self._first = known.trackers[0] == tracker
        self._late = {each: known.late(each) for each in known.trackers}
        self._offsets, self._things, self._delays = dict(known.offsets), dict(known.things), dict(known.delays)

    def learnt(self) -> Calibration:
        return replace(
            self._known,
            offsets=MappingProxyType(self._offsets),
            things=MappingProxyType(self._things),
            delays=MappingProxyType(self._delays),
        )

    def hear(self, name: EntityId, pose: FloatArray) -> FloatArray | None:
        """One percept without what its tracker is off by; None where a timelier one is heard."""
        known, tracker = self._known, self._tracker
        place: Vector = (float(pose[0]), float(pose[1]), float(pose[2]))
        others = {
            other: lately
            for other in known.trackers
            if other != tracker and (lately := _lately(known.seen.get(other, {}).get(name, ()), self._stamp))
        }
        off = known.off(tracker, name)
        right: Vector = (place[0] - off[0], place[1] - off[1], place[2] - off[2])
        moves = False
        for other, lately in others.items():
            if _stays(lately):
                if not self._first and other == known.trackers[0]:
                    self._learn_offset(name, place, lately)
                continue
            moves = moves or len(lately) >= LEAST
            if len(lately) >= LEAST:
                self._learn_delay(other, name, right, lately)
        if (
            self._is_less_sure(others)
            or self._is_outrun(others, name, right, moves=moves)
            or self._is_lost(others, name, right)
        ):
            return None
        if self._first or off == (0.0, 0.0, 0.0):
            return pose
        pose = pose.copy()
        pose[:3] = right
        return pose

    def _is_less_sure(self, others: Mapping[str, Seen]) -> bool:
        """Whether one that states far less variance has just seen the same."""
        own = self._known.stated.get(self._tracker)
        return own is not None and any(
            self._known.stated.get(other, math.inf) * SURER < own and self._stamp - lately[-1][0] <= SURER_S
            for other, lately in others.items()
        )

    def _is_known(self) -> bool:
        """Whether it is known how far this tracker is off."""
        return self._offsets.get(self._tracker, Offset()).count >= KNOWN_COUNT

    def _is_outrun(self, others: Mapping[str, Seen], name: EntityId, right: Vector, *, moves: bool) -> bool:
        """Whether a timelier tracker, or of equal ones an earlier, has just seen the same, or seen it elsewhere."""
        order = {each: (self._late[each], rank) for rank, each in enumerate(self._known.trackers)}
        sooner = [
            (other, lately)
            for other, lately in others.items()
            if order[other] < order[self._tracker] and self._stamp - lately[-1][0] <= RECENT_S
        ]
        if not sooner or moves or not (self._first or self._is_known()):
            return bool(sooner)
        # A tracker that says again what it said, bit by bit, may have lost the thing.
        return any(
            lately[-2:][0][1] != lately[-1][1] and self._between(other, name, right, lately[-1][1]) > ELSEWHERE_M
            for other, lately in sooner
        )

    def _is_lost(self, others: Mapping[str, Seen], name: EntityId, right: Vector) -> bool:
        """Whether a tracker says again what it said, while others have the thing elsewhere."""
        return name in self._again and any(
            self._late[other] <= self._late[self._tracker]
            and self._between(other, name, right, lately[-1][1]) > ELSEWHERE_M
            for other, lately in others.items()
        )

    def _between(self, other: str, name: EntityId, right: Vector, there: Vector) -> float:
        """How far two trackers have a thing apart, each without what it is off by."""
        return math.dist(right, [a - b for a, b in zip(there, self._known.off(other, name), strict=True)])

    def _learn_offset(self, name: EntityId, place: Vector, lately: Seen) -> None:
        middle = [median(where[axis] for _, where in lately) for axis in range(3)]
        difference: Vector = (place[0] - middle[0], place[1] - middle[1], place[2] - middle[2])
        if max(map(abs, difference)) > MOST_OFF_M:
            return
        common = self._offsets.get(self._tracker, Offset()).learnt(difference, TRACKER_COUNT)
        rest: Vector = (
            difference[0] - common.mean[0],
            difference[1] - common.mean[1],
            difference[2] - common.mean[2],
        )
        own = self._things.get((self._tracker, name), Offset()).learnt(rest, THING_COUNT)
        self._offsets[self._tracker] = common
        self._things[self._tracker, name] = own

    def _learn_delay(self, other: str, name: EntityId, right: Vector, lately: Seen) -> None:
        off = self._known.off(other, name)
        before = self._delays.get((self._tracker, other), Delay())
        costs: list[float] = []
        for delay, cost in zip(DELAYS_S, before.costs, strict=True):
            there = _at(lately, self._stamp - delay)
            if there is None:
                return
            apart = sum((a - b + c) ** 2 for a, b, c in zip(right, there, off, strict=True))
            costs.append(0.98 * cost + min(apart, MOST_APART_M**2))
        self._delays[self._tracker, other] = Delay(tuple(costs), before.count + 1)


def _with(
    known: Calibration,
    tracker: str,
    mine: dict[EntityId, Seen],
    percepts: Mapping[EntityId, FloatArray],
    stamp: float,
) -> Calibration:
    for name, pose in percepts.items():
        mine[name] = (*mine.get(name, ()), (stamp, (float(pose[0]), float(pose[1]), float(pose[2]))))
    return replace(known, seen=MappingProxyType({**known.seen, tracker: MappingProxyType(mine)}))


def _lately(seen: Seen, stamp: float) -> Seen:
    if seen and stamp - seen[0][0] <= KEPT_S:
        return seen
    return tuple(each for each in seen if stamp - each[0] <= KEPT_S)


def _stays(seen: Seen) -> bool:
    """Whether what was seen lately lies together; mistaken percepts among it do not matter."""
    if len(seen) < LEAST:
        return False
    newer = min(NEWEST, len(seen) // 2)
    apart = [
        median(where[axis] for _, where in seen[-newer:]) - median(where[axis] for _, where in seen[:-newer])
        for axis in range(3)
    ]
    return float(np.hypot(np.hypot(apart[0], apart[1]), apart[2])) < STAYS_M


def _at(seen: Seen, stamp: float) -> Vector | None:
    """Where a thing was, between two percepts of it; where it was last if that is not long ago."""
    if stamp >= seen[-1][0]:
        return seen[-1][1] if stamp - seen[-1][0] <= RECENT_S / 2 else None
    for (begin, one), (end, two) in pairwise(seen):
        if begin <= stamp <= end:
            share = (stamp - begin) / max(end - begin, 1e-9)
            x, y, z = (a + share * (b - a) for a, b in zip(one, two, strict=True))
            return (x, y, z)
    return None
