"""Things pushed on out of sight: what a hand was pushing when it vanished goes on with the hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray
from ..physics import Memory, SimulatedScene
from ..world import EntityId
from .hands import Hand

# A hand this near to a thing, which goes along with it at least half as fast, pushes it.
NEAR_M = 0.15
PUSHED_M_S = 0.04
# Trackers of hands are noisy: where one is, is its mean over this time.
WINDOW_S = 0.25
# A push is over once the hand has gained nothing for a while, or has drawn back.
IDLE_S = 0.5
GAINS_M = 0.005
BACK_M = 0.05
# Where a hand was, and when.
Way = tuple[tuple[float, FloatArray], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Push:
    """Which hand pushes, where it and the thing were when the thing vanished, where to, and how far it has come."""

    hand: EntityId
    hand_start: FloatArray
    start: FloatArray
    direction: FloatArray
    advance_m: float = 0.0
    gained: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Pushing:
    """The pushes of one world that nobody sees: the last moments of each hand, and what was seen last."""

    ways: Mapping[EntityId, Way] = field(default_factory=lambda: MappingProxyType({}))
    pushes: Mapping[EntityId, Push] = field(default_factory=lambda: MappingProxyType({}))
    seen: frozenset[EntityId] = frozenset()

    def adopting(self, other: "Pushing", names: frozenset[EntityId]) -> "Pushing":
        """With what another remembers of some things, and of hands unless these are known here."""
        pushes = {**self.pushes, **{name: push for name, push in other.pushes.items() if name in names}}
        return Pushing(
            MappingProxyType({**other.ways, **self.ways}), MappingProxyType(pushes), self.seen | (other.seen & names)
        )


def follow(
    pushing: Pushing,
    memory: Memory,
    simulated: SimulatedScene,
    people: Sequence[Hand],
    fresh: frozenset[EntityId],
    *,
    stamp: float,
) -> tuple[Pushing, Mapping[int, FloatArray]]:
    """With where the things are now that hands push out of sight, by row; `fresh` are those just seen."""
    ways = _watched(pushing.ways, people, stamp)
    ids = simulated.ids
    pushes = {name: push for name, push in pushing.pushes.items() if name not in fresh and name in ids}
    for name in sorted(pushing.seen - fresh):
        if name in ids and name not in memory.grips:
            push = _begun(ids.index(name), memory, simulated, people, ways, stamp)
            if push is not None:
                pushes[name] = push
    going: dict[EntityId, Push] = {}
    poses: dict[int, FloatArray] = {}
    for name, push in pushes.items():
        now = _advanced(push, ways.get(push.hand), stamp)
        if now is None or name in memory.grips:
            continue
        going[name] = now
        pose = now.start.copy()
        pose[:3] += now.advance_m * now.direction
        poses[ids.index(name)] = pose
    return Pushing(MappingProxyType(ways), MappingProxyType(going), fresh), poses


def _watched(ways: Mapping[EntityId, Way], people: Sequence[Hand], stamp: float) -> dict[EntityId, Way]:
    after = dict(ways)
    for hand in people:
        if not hand.tracked:
            after.pop(hand.id, None)
        elif hand.fresh:
            way = (*after.get(hand.id, ()), (stamp, hand.pose[:3]))
            after[hand.id] = tuple(each for each in way if stamp - each[0] <= WINDOW_S)
    return after


def _begun(
    row: int,
    memory: Memory,
    simulated: SimulatedScene,
    people: Sequence[Hand],
    ways: Mapping[EntityId, Way],
    stamp: float,
) -> Push | None:
    velocity = memory.tracks.velocity[row, :3] * (1.0, 1.0, 0.0)
    speed = float(np.linalg.norm(velocity))
    if speed < PUSHED_M_S or memory.tracks.still[row] or not memory.plausible[row]:
        return None
    direction, start = velocity / speed, memory.tracks.estimate[row]
    for hand in people:
        way = ways.get(hand.id)
        if way is None or len(way) < 4 or simulated.distance(row, start, hand.pose[:3]) > NEAR_M:
            continue
        if float(_speed(way) @ direction) > speed / 2:
            return Push(hand.id, _mean(way), start.copy(), direction, gained=stamp)
    return None


def _advanced(push: Push, way: Way | None, stamp: float) -> Push | None:
    if way is None:
        return None
    gone = float((_mean(way) - push.hand_start) @ push.direction)
    if gone < push.advance_m - BACK_M or (gone < push.advance_m + GAINS_M and stamp - push.gained > IDLE_S):
        return None
    if gone < push.advance_m + GAINS_M:
        return push
    return replace(push, advance_m=gone, gained=stamp)


def _mean(way: Way) -> FloatArray:
    return np.mean([place for _, place in way], axis=0)


def _speed(way: Way) -> FloatArray:
    """The velocity of a hand over its last moments, by a straight line through them."""
    times = np.array([time for time, _ in way])
    places = np.array([place for _, place in way])
    apart = times - times.mean()
    return apart @ (places - places.mean(axis=0)) / max(float(apart @ apart), 1e-9)
