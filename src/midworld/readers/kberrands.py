"""Questions of clients, worked out in processes of their own while everybody else is served."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from ..errors import MidworldError
from ..knowledge import QueryLimits
from ..runtime import Errand

Work = Callable[[], bytes]
Done = Callable[[bytes | MidworldError], None]
# Whoever has had more than this leaves one place in four to the others; chosen.
MODEST_S = 0.5


class Asker(Protocol):
    """Somebody with a question, and how many seconds the questions before took."""

    spent: float


@dataclass(frozen=True, slots=True)
class Running:
    """A question that is being worked out."""

    asker: Asker
    done: Done
    since: float
    alarm: asyncio.TimerHandle


@dataclass(slots=True, eq=False)
class Errands:
    """So many at once; of the others, who has had little comes first. Their time begins with their turn."""

    limits: QueryLimits
    most: int
    _waiting: list[tuple[Asker, Work, Done]] = field(default_factory=list[tuple[Asker, Work, Done]])
    _running: dict[Errand, Running] = field(default_factory=dict[Errand, Running])

    def send(self, asker: Asker, work: Work, done: Done) -> None:
        """Begin as soon as there is room; `done` gets the bytes, or why there are none."""
        self._waiting.append((asker, work, done))
        self._begin()

    def stop(self) -> None:
        self._waiting.clear()
        for errand in list(self._running):
            self._leave(errand)
            errand.stop()

    def _begin(self) -> None:
        while self._waiting and len(self._running) < self.most:
            place = self._next()
            if place is None:
                return
            asker, work, done = self._waiting.pop(place)
            try:
                errand = Errand(work, seconds=self.limits.seconds, memory_mb=self.limits.memory_mb)
            except MidworldError as error:
                done(error)
                continue
            loop = asyncio.get_running_loop()
            loop.add_reader(errand.fd, self._receive, errand)
            alarm = loop.call_later(self.limits.seconds, self._give_up, errand)
            self._running[errand] = Running(asker, done, time.monotonic(), alarm)

    def _next(self) -> int | None:
        """Whose turn it is: the latest of those who have had little, so that a crowd makes only the crowd wait."""
        modest = [place for place, (asker, _, _) in enumerate(self._waiting) if asker.spent <= MODEST_S]
        if modest:
            return modest[-1]
        greedy = sum(each.asker.spent > MODEST_S for each in self._running.values())
        if greedy >= max(1, 3 * self.most // 4):
            return None
        return min(range(len(self._waiting)), key=lambda place: self._waiting[place][0].spent)

    def _receive(self, errand: Errand) -> None:
        if errand.receive():
            running = self._leave(errand)
            try:
                found: bytes | MidworldError = errand.result()
            except MidworldError as error:
                found = error
            running.done(found)
            self._begin()

    def _give_up(self, errand: Errand) -> None:
        self._leave(errand).done(errand.stop())
        self._begin()

    def _leave(self, errand: Errand) -> Running:
        asyncio.get_running_loop().remove_reader(errand.fd)
        running = self._running.pop(errand)
        running.alarm.cancel()
        running.asker.spent += time.monotonic() - running.since
        return running
