"""What a source reports, carried into an assessment: in order, a tick at a time."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from ..world import Timing
from .rooms import Observation, StampQueue, Tempo, Windows

# So that whoever never catches up is assessed all the same (chosen; a second of ten ticks).
MOST_JOINED = 10
# Gives an observation once it is its turn, or None where it is no good and that is to be overlooked.
Load: TypeAlias = Callable[[], Observation | None]
# The windows that become one tick: one, unless there was no time for each.
Tick: TypeAlias = Sequence[Sequence[Observation]]


class Arrival(msgspec.Struct, frozen=True):
    """Something a source reports: when it says it perceived it, and how to get at it."""

    stamp: float
    source: str
    load: Load


class Drive:
    """Takes what arrives and gives ticks: observations in order, those of one window of `tick_hz` together.

    `live`: what waits is let go after a while, and when ticks cannot be assessed as fast as they come, several become
    one. Instants of the caller's clock are arguments. What comes too late goes to `refuse`, with how late it is.
    """

    def __init__(
        self,
        timing: Timing,
        refuse: Callable[[Arrival, float], None],
        *,
        live: bool = False,
        after: float = -math.inf,
    ) -> None:
        self._live, self._refuse = live, refuse
        self._queue = StampQueue[Arrival](max_lateness=timing.max_lateness, after=after)
        hertz = timing.tick_hz
        self._windows = None if hertz is None else Windows[Observation](hertz)
        self._tempo = None if hertz is None or not live else Tempo(hertz)
        self._behind = False
        self._joined: list[list[Observation]] = []

    def take(self, arrival: Arrival, *, now: float = 0.0, waited: bool = True) -> Iterator[Tick]:
        """Takes one thing in; gives the ticks that are ready, each as the windows that were joined in it."""
        if not self._queue.push(arrival.stamp, arrival, now=now):
            self._refuse(arrival, self._queue.newest - arrival.stamp)
        if self._tempo is not None:
            # The newest stamp, as one that comes late says nothing about us.
            self._behind = self._tempo.behind(self._queue.newest, now=now, waited=waited)
        # Only who had to wait knows that nothing earlier lies ready.
        yield from self._ready(now, waited=waited)

    def idle(self, now: float) -> Iterator[Tick]:
        """Nothing new has come: whoever has time is not behind."""
        self._behind = False
        yield from self._ready(now, waited=True)
        yield from self._closed([])

    def rest(self) -> Iterator[Tick]:
        """Nothing more will come."""
        self._behind = False
        for _, arrival in self._queue.rest():
            yield from self._loaded(arrival, 0.0)
        yield from self._closed(self._windows.rest() if self._windows is not None else [])

    def _ready(self, now: float, *, waited: bool) -> Iterator[Tick]:
        moment = now if self._live and waited else None
        for _, arrival in self._queue.due(now=moment):
            yield from self._loaded(arrival, now)
        if self._windows is not None:
            yield from self._closed(self._windows.over(self._queue.horizon, now=moment))

    def _loaded(self, arrival: Arrival, now: float) -> Iterator[Tick]:
        observation = arrival.load()
        if observation is None:
            return
        done = [observation] if self._windows is None else self._windows.add(observation.stamp, observation, now=now)
        yield from self._closed(done)

    def _closed(self, window: list[Observation]) -> Iterator[Tick]:
        if window:
            self._joined.append(window)
        if self._joined and (not self._behind or len(self._joined) >= MOST_JOINED):
            joined, self._joined = self._joined, []
            yield joined
