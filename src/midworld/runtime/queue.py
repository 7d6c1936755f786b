"""What arrives put in the order of its stamps, gathered into ticks, and told whether it comes faster than it is taken.

Nothing here has a clock of its own: `now` is an argument, in seconds of whatever clock the caller has.
"""

import math
from bisect import bisect_right, insort
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from ..errors import BadInput
from ..world import Timing

# Stamps that count from an epoch are exact to a quarter of a microsecond.
SLACK_S = 1e-6
# Of a window: a stamp that is meant to lie on the grid may be off by the rounding of a log.
GRID_SLACK = 1e-3
# So that whoever never catches up is assessed all the same (chosen; a second of ten ticks).
MOST_JOINED = 10
# A source that makes one wait longer than this has nothing more to say just now (chosen; 1 to 20 ms do the same).
WAITED_S = 0.005


class Report(Protocol):
    """What a source reports of an instant."""

    @property
    def stamp(self) -> float: ...

    @property
    def source(self) -> str: ...


T = TypeVar("T")
R = TypeVar("R", bound=Report)


@dataclass(frozen=True, slots=True)
class Unread(Generic[R]):
    """A report of which only this much is known; `load` reads it, and gives None where it is to be passed over.

    The stamp of one that is not `sure` to be taken says nothing of what time it is.
    """

    stamp: float
    source: str
    load: Callable[[], R | None]
    sure: bool = True


Arrival: TypeAlias = R | Unread[R]
# The windows that become one tick: one, unless there was no time for each.
Tick: TypeAlias = Sequence[Sequence[R]]


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

    def push(self, stamp: float, item: T, *, now: float = 0.0, counts: bool = True) -> bool:
        """Takes an item in, unless it is too late to be put in order; whether it `counts` for how late it is."""
        if stamp < max(self._released, self.horizon):
            return False
        insort(self._held, _Held(stamp, now, item), key=_stamp)
        if counts:
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


class Ticks(Generic[R]):
    """Takes what arrives and gives ticks: reports in order, those of one window of `tick_hz` together.

    `live`: what waits is let go after a while, and when ticks cannot be assessed as fast as they come, several become
    one. What comes too late goes to `refuse`, with how late it is.
    """

    def __init__(
        self,
        timing: Timing,
        refuse: Callable[[Report, float], None],
        *,
        live: bool = False,
        after: float = -math.inf,
    ) -> None:
        self._live, self._refuse = live, refuse
        self._queue = StampQueue[Arrival[R]](max_lateness=timing.max_lateness, after=after)
        hertz = timing.tick_hz
        self._windows = None if hertz is None else Windows[R](hertz)
        self._tempo = None if hertz is None or not live else Tempo(hertz)
        self._behind = False
        self._joined: list[list[R]] = []

    def of(
        self,
        arrivals: Iterator[Arrival[R] | None],
        *,
        beside: Iterator[R],
        clock: Callable[[], float],
        idle_s: float,
        over: Callable[[], bool],
    ) -> Iterator[Tick[R]]:
        """Ticks as they become ready, until what arrives ends, is None for `idle_s` seconds, or it is all over.

        What comes `beside` it, in order, is put in between. What is wrong with what arrives is raised once all that
        came before it has been given.
        """
        waited, heard_at = False, clock()
        ahead: list[R] = []
        while not over():
            asked = clock()
            try:
                arrival = next(arrivals)
            except StopIteration:
                yield from self.rest()
                return
            except (BadInput, KeyboardInterrupt):
                # Whoever waits for a line is not in the midst of a tick.
                yield from self.rest()
                raise
            now = clock()
            if arrival is None and now - heard_at >= idle_s:
                yield from self.rest()
                return
            if arrival is None:
                waited = True
                yield from self.idle(now)
                continue
            heard_at = now
            for each in _until(arrival.stamp, beside, ahead):
                yield from self.take(each, now=now, waited=waited)
            yield from self.take(arrival, now=now, waited=waited or now - asked > WAITED_S)
            waited = False

    def take(self, arrival: Arrival[R], *, now: float = 0.0, waited: bool = True) -> Iterator[Tick[R]]:
        """Takes one thing in; gives the ticks that are ready, each as the windows that were joined in it."""
        if not self._queue.push(arrival.stamp, arrival, now=now, counts=_is_sure(arrival)):
            self._refuse(arrival, self._queue.newest - arrival.stamp)
        if self._tempo is not None:
            # The newest stamp, as one that comes late says nothing about us.
            self._behind = self._tempo.behind(self._queue.newest, now=now, waited=waited)
        # Only who had to wait knows that nothing earlier lies ready.
        yield from self._ready(now, waited=waited)

    def idle(self, now: float) -> Iterator[Tick[R]]:
        """Nothing new has come: whoever has time is not behind."""
        self._behind = False
        yield from self._ready(now, waited=True)
        yield from self._closed([])

    def rest(self) -> Iterator[Tick[R]]:
        """Nothing more will come."""
        self._behind = False
        for _, arrival in self._queue.rest():
            yield from self._read(arrival, 0.0)
        yield from self._closed(self._windows.rest() if self._windows is not None else [])

    def _ready(self, now: float, *, waited: bool) -> Iterator[Tick[R]]:
        moment = now if self._live and waited else None
        for _, arrival in self._queue.due(now=moment):
            yield from self._read(arrival, now)
        if self._windows is not None:
            yield from self._closed(self._windows.over(self._queue.horizon, now=moment))

    def _read(self, arrival: Arrival[R], now: float) -> Iterator[Tick[R]]:
        report = cast("Unread[R]", arrival).load() if isinstance(arrival, Unread) else arrival
        if report is None:
            return
        yield from self._closed([report] if self._windows is None else self._windows.add(report.stamp, report, now=now))

    def _closed(self, window: list[R]) -> Iterator[Tick[R]]:
        if window:
            self._joined.append(window)
        if self._joined and (not self._behind or len(self._joined) >= MOST_JOINED):
            joined, self._joined = self._joined, []
            yield joined


def _is_sure(arrival: object) -> bool:
    return not isinstance(arrival, Unread) or cast("Unread[Report]", arrival).sure


def _until(stamp: float, reports: Iterator[R], ahead: list[R]) -> Iterator[R]:
    """What is reported up to an instant; the first one after it is kept `ahead`."""
    while True:
        if not ahead:
            ahead.extend(islice(reports, 1))
        if not ahead or ahead[0].stamp > stamp:
            return
        yield ahead.pop()


def _stamp(held: "_Held[T]") -> float:
    return held.stamp
