"""Things pushed on out of sight: what a hand was pushing when it vanished goes on with the hand."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..geometry import FloatArray
from ..physics.cast import Cast
from ..physics.memory import Memory
from ..relations.hands import Hand
from ..world import EntityId

# A hand this near to a thing, which goes along with it at least half as fast, pushes it.
NEAR_M = 0.15
PUSHED_M_S = 0.04
# Trackers of hands are noisy: where one is, is its mean over this time.
WINDOW_S = 0.25
# A push is over once the hand has gained nothing for a while, or has drawn back.
IDLE_S = 0.5
GAINS_M = 0.005
BACK_M = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Push:
    """Which hand pushes, where it and the thing were when the thing vanished, where to, and how far it has come."""

    hand: EntityId
    hand_start: FloatArray
    start: FloatArray
    direction: FloatArray
    advance_m: float = 0.0
    gained: float = 0.0


class Pushing:
    """The pushes of one world that nobody sees."""

    def __init__(self) -> None:
        self._ways: dict[EntityId, deque[tuple[float, FloatArray]]] = {}
        self._pushes: dict[EntityId, Push] = {}
        self._seen: frozenset[EntityId] = frozenset()

    def follow(
        self, memory: Memory, cast: Cast, people: Sequence[Hand], fresh: frozenset[EntityId], *, stamp: float
    ) -> Mapping[int, FloatArray]:
        """Where the things are now that hands push out of sight; `fresh` are those just seen."""
        self._watch(people, stamp)
        for name in [name for name in self._pushes if name in fresh or name not in cast.ids]:
            del self._pushes[name]
        for name in self._seen - fresh:
            if name in cast.ids and name not in memory.grips:
                self._begin(name, cast.ids.index(name), memory, cast, people, stamp)
        self._seen = fresh
        poses: dict[int, FloatArray] = {}
        for name, push in list(self._pushes.items()):
            now = self._advanced(push, stamp)
            if now is None or name in memory.grips:
                del self._pushes[name]
                continue
            self._pushes[name] = now
            pose = now.start.copy()
            pose[:3] += now.advance_m * now.direction
            poses[cast.ids.index(name)] = pose
        return poses

    def _watch(self, people: Sequence[Hand], stamp: float) -> None:
        for hand in people:
            if not hand.tracked:
                self._ways.pop(hand.id, None)
            elif hand.fresh:
                way = self._ways.setdefault(hand.id, deque())
                way.append((stamp, hand.pose[:3]))
                while stamp - way[0][0] > WINDOW_S:
                    way.popleft()

    def _begin(
        self, name: EntityId, row: int, memory: Memory, cast: Cast, people: Sequence[Hand], stamp: float
    ) -> None:
        velocity = memory.tracks.velocity[row, :3] * (1.0, 1.0, 0.0)
        speed = float(np.linalg.norm(velocity))
        if speed < PUSHED_M_S or memory.tracks.still[row] or not memory.plausible[row]:
            return
        direction, start = velocity / speed, memory.tracks.estimate[row]
        for hand in people:
            way = self._ways.get(hand.id)
            if way is None or len(way) < 4 or cast.distance(row, start, hand.pose[:3]) > NEAR_M:
                continue
            if float(_speed(way) @ direction) > speed / 2:
                self._pushes[name] = Push(hand.id, _mean(way), start.copy(), direction, gained=stamp)
                return

    def _advanced(self, push: Push, stamp: float) -> Push | None:
        way = self._ways.get(push.hand)
        if way is None:
            return None
        gone = float((_mean(way) - push.hand_start) @ push.direction)
        if gone < push.advance_m - BACK_M or (gone < push.advance_m + GAINS_M and stamp - push.gained > IDLE_S):
            return None
        if gone < push.advance_m + GAINS_M:
            return push
        return replace(push, advance_m=gone, gained=stamp)


def _mean(way: deque[tuple[float, FloatArray]]) -> FloatArray:
    return np.mean([place for _, place in way], axis=0)


def _speed(way: deque[tuple[float, FloatArray]]) -> FloatArray:
    """The velocity of a hand over its last moments, by a straight line through them."""
    times = np.array([time for time, _ in way])
    places = np.array([place for _, place in way])
    apart = times - times.mean()
    return apart @ (places - places.mean(axis=0)) / max(float(apart @ apart), 1e-9)
