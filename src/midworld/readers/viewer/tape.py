"""What happened, kept for looking at: every tick of every world, thinned out when it becomes too much."""

import threading
import time
from bisect import bisect_right, insort
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ...runtime import Commit, footprint
from ...world import STABLE, EntityId, Entry, World

Costs = Mapping[str, float]
Reasons = Mapping[EntityId, str]
NOTHING: Costs = MappingProxyType({})
NO_REASONS: Reasons = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class TickSnapshot:
    """All worlds of one tick; `costs` and `reasons` are there when the run happens in this process."""

    stamp: float
    worlds: Mapping[str, World]
    wall: float = 0.0
    costs: Costs = field(default_factory=lambda: NOTHING)
    reasons: Reasons = field(default_factory=lambda: NO_REASONS)

    @property
    def base(self) -> World:
        """The world that is taken for what is so: the corrected one, if there is one."""
        return self.worlds.get(STABLE) or next(iter(self.worlds.values()), None) or World()


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is kept: of worlds in megabytes, of every world's journal in entries."""

    megabytes: float = 400.0
    entries: int = 20_000


class Tape:
    """Fed commits from any thread, read from one. A feeder waits for nobody: it only appends to a queue.

    `apart` says that the run itself happens in another process.
    """

    def __init__(
        self,
        *,
        limits: Limits | None = None,
        costs: Callable[[], Costs] = lambda: NOTHING,
        reasons: Callable[[], Reasons] = lambda: NO_REASONS,
        clock: Callable[[], float] = time.perf_counter,
        apart: bool = False,
    ) -> None:
        self._limits = limits or Limits()
        self._costs, self._reasons, self._clock = costs, reasons, clock
        self._news: deque[Commit | TickSnapshot] = deque()
        self._worlds: dict[str, World] = {}
        self._bytes = 0.0
        self._said: dict[str, list[tuple[float, Any]]] = {}
        self._ended = threading.Event()
        self.moments: list[TickSnapshot] = []
        self.journals: dict[str, list[Entry]] = {}
        self.forgotten: dict[str, int] = {}
        self.thinned = 1
        self.trouble: str | None = None
        self.notes: tuple[str, ...] = ()
        self.apart = apart

    def feed(self, commit: Commit) -> None:
        """Takes one commit; what a board's `subscribe` calls."""
        self._news.append(commit)
        if commit.ends_tick:
            self._news.append(TickSnapshot(commit.stamp, NOTHING_YET, self._clock(), self._costs(), self._reasons()))

    def say(self, panel: str, stamp: float, value: Any) -> None:
        """Keeps what the run tells a panel at an instant."""
        insort(self._said.setdefault(panel, []), (stamp, value), key=lambda each: each[0])

    def said(self, panel: str, *, until: float) -> list[tuple[float, Any]]:
        """All that a panel was told up to an instant, with when."""
        told = self._said.get(panel, [])
        return told[: bisect_right(told, until, key=lambda each: each[0])]

    def end(self, trouble: str | None = None) -> None:
        """Nothing more will come; `trouble` is a sentence for the reader of the page."""
        self.trouble = self.trouble or trouble
        self._ended.set()

    @property
    def complete(self) -> bool:
        return self._ended.is_set() and not self._news

    @property
    def start(self) -> float:
        return self.moments[0].stamp if self.moments else 0.0

    @property
    def stop(self) -> float:
        return self.moments[-1].stamp if self.moments else 0.0

    def drain(self, at_most: int = 2000) -> int:
        """Works in what was fed; returns how many ticks that were."""
        ticks = 0
        for _ in range(at_most):
            if not self._news:
                break
            news = self._news.popleft()
            if isinstance(news, Commit):
                self._take(news)
            elif not self.moments or news.stamp >= self.moments[-1].stamp:
                worlds = MappingProxyType(dict(self._worlds))
                self.moments.append(TickSnapshot(news.stamp, worlds, news.wall, news.costs, news.reasons))
                ticks += 1
        if self._bytes > 1e6 * self._limits.megabytes:
            self._thin()
        return ticks

    def at(self, stamp: float) -> TickSnapshot | None:
        """The newest tick not later than an instant; the first one before that."""
        place = self.index(stamp)
        return self.moments[place] if self.moments else None

    def index(self, stamp: float) -> int:
        return max(0, bisect_right(self.moments, stamp, key=lambda moment: moment.stamp) - 1)

    def between(self, start: float, stop: float, *, at_most: int) -> list[TickSnapshot]:
        """Ticks of a stretch of time, evenly chosen, the last one always among them."""
        first, last = bisect_right(self.moments, start, key=lambda moment: moment.stamp), self.index(stop)
        stride = 1
        while (last - first + 1) / stride > at_most:
            stride *= 2
        # Counted from the beginning of the tape, so that the choice does not flicker as time goes on.
        chosen = [self.moments[place] for place in range(first, last) if place % stride == 0]
        return [*chosen, self.moments[last]] if self.moments else []

    def _take(self, commit: Commit) -> None:
        before = self._worlds.get(commit.name)
        self._worlds[commit.name] = commit.world
        self._bytes += footprint(commit.world, besides=World() if before is None else before)
        if commit.delta.entries:
            self._write(commit.name, commit.delta.entries)

    def _write(self, name: str, entries: Iterable[Entry]) -> None:
        journal = self.journals.setdefault(name, [])
        journal.extend(entries)
        if len(journal) > 2 * self._limits.entries:
            gone = len(journal) - self._limits.entries
            del journal[:gone]
            self.forgotten[name] = self.forgotten.get(name, 0) + gone

    def _thin(self) -> None:
        """Drops every other tick but the newest hundred: all of the run stays in reach, more coarsely."""
        keep = len(self.moments) - 100
        if keep > 0:
            self.moments = [*self.moments[:keep:2], *self.moments[keep:]]
            self.thinned *= 2
        self._bytes /= 2


NOTHING_YET: Mapping[str, World] = MappingProxyType({})
