"""Code of third parties: one that raises, stalls or floods is told of by name, put out for a while and begun anew."""

import logging
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from .worker import Failed, Stalled, Worker

FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0
PROBLEM_LENGTH = 200
# (who, where): the name of a guest and the world it is put on; None where it is on none.
Who = tuple[str, str | None]

B = TypeVar("B")
T = TypeVar("T")
_log = logging.getLogger("midworld")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a guest may take: seconds of each call and to begin, entries a tick, entities of its own.

    Chosen: the longest tick anybody waits for, and more than a scene of two hundred things has facts.
    """

    seconds: float = 1.0
    seconds_to_begin: float = 10.0
    entries: int = 1000
    entities: int = 1000


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Outage:
    """Until when (data time) a guest was last put out, and for how long."""

    until: float
    pause_s: float

    def over(self, stamp: float) -> bool:
        return stamp >= self.until


@dataclass(frozen=True, slots=True)
class Health:
    """What went wrong with a guest: what, when, how often so far, and when it is begun anew."""

    module: str
    world: str | None
    problem: str
    stamp: float
    times: int
    until: float


class Trouble(Exception):
    """Why a guest is put out, as a sentence about it."""


def put_out(before: Outage | None, stamp: float) -> Outage:
    """A second at first, twice as long each time, up to a minute; whoever was good for a minute begins at a second."""
    pause = FIRST_PAUSE_S
    if before is not None and stamp - before.until <= LONGEST_PAUSE_S:
        pause = min(2 * before.pause_s, LONGEST_PAUSE_S)
    return Outage(stamp + pause, pause)


class Guests:
    """Calls guests, each in a thread of its own, and keeps account of those that fail."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lives: dict[Who, _Life] = {}
        self._health: dict[Who, Health] = {}
        self._news: dict[Who, Health] = {}

    @property
    def health(self) -> Mapping[Who, Health]:
        """The newest trouble of each guest that ever had any."""
        with self._lock:
            return dict(self._health)

    def call(self, who: Who, begin: Callable[[], B], use: Callable[[B], T], *, limits: Limits) -> T:
        """What comes of using a guest, which is begun first if it is not there. Raises Trouble, and then it is gone."""
        with self._lock:
            life = self._lives.get(who) or self._lives.setdefault(who, _Life(who))
        try:
            return life.used(begin, use, limits)
        except BaseException:
            self.end(who)
            raise

    def end(self, who: Who) -> None:
        """Forgets a guest; the next call begins it anew."""
        with self._lock:
            self._lives.pop(who, None)

    def report(self, who: Who, problem: str, stamp: float, outage: Outage) -> None:
        """Notes that a guest is put out; a person is told the first time."""
        with self._lock:
            self._lives.pop(who, None)
            before = self._health.get(who)
            times = 1 if before is None else before.times + 1
            self._health[who] = self._news[who] = Health(*who, problem, stamp, times, outage.until)
        if before is None:
            place = "" if who[1] is None else f" on '{who[1]}'"
            _log.warning(
                "midworld: module '%s'%s %s at %g s; it is put out and begun anew later", who[0], place, problem, stamp
            )

    def news(self) -> tuple[Health, ...]:
        """What was reported since this was last asked."""
        with self._lock:
            news = tuple(self._news.values())
            self._news.clear()
        return news


class _Life:
    """A guest from its begin to its first failure."""

    def __init__(self, who: Who) -> None:
        self._worker = Worker(f"module {who[0]}")
        self._made: list[Any] = []

    def used(self, begin: Callable[[], B], use: Callable[[B], T], limits: Limits) -> T:
        if not self._made:
            self._made.append(self._within(begin, limits.seconds_to_begin))
        made: B = self._made[0]
        return self._within(lambda: use(made), limits.seconds)

    def _within(self, work: Callable[[], T], seconds: float) -> T:
        try:
            return self._worker.call(work, seconds=seconds)
        except Stalled:
            raise Trouble(f"took longer than {seconds:g} s") from None
        except Failed as failed:
            if isinstance(failed.error, Trouble):
                raise failed.error from None
            raise Trouble(sentence(failed.error)) from failed.error


def sentence(error: BaseException) -> str:
    """What an exception says, in one line that is the same in every run."""
    lines = str(error).strip().splitlines()
    # Where an object lies in memory differs from run to run.
    said = re.sub(r" at 0x[0-9a-fA-F]+", "", lines[0]) if lines else ""
    if len(said) > PROBLEM_LENGTH:
        said = f"{said[: PROBLEM_LENGTH - 3]}..."
    return f"raised {type(error).__name__}" + (f": {said}" if said else "")
