"""What arrives put in the order of its stamps, gathered into ticks, and told whether it comes faster than it is taken.

Nothing here reads a clock: `now` is an argument, in seconds of whatever clock the caller has.
"""

import math
from bisect import bisect_right, insort
from dataclasses import dataclass
from typing import Generic, TypeVar

# Stamps that count from an epoch are exact to a quarter of a microsecond.
SLACK_S = 1e-6
# Of a window: a stamp that is meant to lie on the grid may be off by the rounding of a log.
GRID_SLACK = 1e-3

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Held(Generic[T]):
    stamp: float
    arrived: float
    item: T


class StampQueue(Generic[T]):
    """Holds items until nothing earlier can come: `max_lateness` seconds of stamps, or of waiting.

    Items with equal stamps keep the order in which they arrived. What is earlier than that is refused.
    """

    def __init__(self, *, max_lateness: float, after: float = -math.inf) -> None:
        self._max_lateness = max_lateness
        self._held: list[_Held[T]] = []
        self._released = after
        self.newest = after

    def __len__(self) -> int:
        return len(self._held)

    @property
    def horizon(self) -> float:
        """The instant up to which everything is known to have arrived."""
        return self.newest if self._max_lateness == 0.0 else self.newest - self._max_lateness - SLACK_S

    def push(self, stamp: float, item: T, *, now: float = 0.0) -> bool:
        """Takes an item in, unless it is too late to be put in order."""
        if stamp < max(self._released, self.horizon):
            return False
        insort(self._held, _Held(stamp, now, item), key=_stamp)
        self.newest = max(self.newest, stamp)
        return True

    def due(self, *, now: float | None = None) -> list[tuple[float, T]]:
        """What can be let go, in order; with `now`, also what has waited long enough for something earlier."""
        count = bisect_right(self._held, self.horizon, key=_stamp)
        if now is not None:
            waited = [place for place, held in enumerate(self._held) if now - held.arrived >= self._max_lateness]
            count = max(count, waited[-1] + 1 if waited else 0)
        return self._let_go(count)

    def rest(self) -> list[tuple[float, T]]:
        """All that is still held, in order: nothing more will come."""
        return self._let_go(len(self._held))

    def _let_go(self, count: int) -> list[tuple[float, T]]:
        gone, self._held = self._held[:count], self._held[count:]
        if gone:
            self._released = gone[-1].stamp
        return [(held.stamp, held.item) for held in gone]


class Windows(Generic[T]):
    """Gathers items that come in order into windows on the grid of `hertz`, each from after one instant to the next."""

    def __init__(self, hertz: float) -> None:
        self._hertz = hertz
        self._open: list[T] = []
        self._place = 0
        self._since = 0.0

    def add(self, stamp: float, item: T, *, now: float = 0.0) -> list[T]:
        """Takes an item in; what the window before it holds, if it begins another."""
        place = math.ceil(stamp * self._hertz - GRID_SLACK)
        done = self.rest() if self._open and place != self._place else []
        if not self._open:
            self._place, self._since = place, now
        self._open.append(item)
        return done

    def over(self, horizon: float, *, now: float | None = None) -> list[T]:
        """The open window, if all up to after its end has come, or if as long as it lasts has passed since it began."""
        ended = horizon * self._hertz - GRID_SLACK > self._place
        waited = now is not None and now - self._since >= 1.0 / self._hertz
        return self.rest() if self._open and (ended or waited) else []

    def rest(self) -> list[T]:
        """The open window, as far as it goes."""
        done, self._open = self._open, []
        return done


class Tempo:
    """Whether a source runs away from whoever takes what it reports."""

    def __init__(self, hertz: float) -> None:
        self._tick_s = 1.0 / hertz
        self._least = math.inf

    def behind(self, stamp: float, *, now: float, waited: bool) -> bool:
        """Whether an item came more than a tick later than at best; who had to wait for it is not behind."""
        lag = now - stamp
        self._least = lag if waited else min(self._least, lag)
        return lag - self._least > self._tick_s


def _stamp(held: "_Held[T]") -> float:
    return held.stamp
