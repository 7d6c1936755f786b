"""Questions of clients, worked out in processes of their own while everybody else is served."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ..errors import MidworldError
from ..knowledge import QueryLimits
from ..runtime import Errand

Work = Callable[[], bytes]
Done = Callable[[bytes | MidworldError], None]


@dataclass(slots=True, eq=False)
class Errands:
    """So many at once; the others wait for their turn, and their time begins with it."""

    limits: QueryLimits
    most: int
    _waiting: deque[tuple[Work, Done]] = field(default_factory=deque[tuple[Work, Done]])
    _running: dict[Errand, asyncio.TimerHandle] = field(default_factory=dict[Errand, asyncio.TimerHandle])

    def send(self, work: Work, done: Done) -> None:
        """Begin as soon as there is room; `done` gets the bytes, or why there are none."""
        self._waiting.append((work, done))
        self._begin()

    def stop(self) -> None:
        self._waiting.clear()
        for errand in list(self._running):
            self._leave(errand)
            errand.stop()

    def _begin(self) -> None:
        while self._waiting and len(self._running) < self.most:
            work, done = self._waiting.popleft()
            try:
                errand = Errand(work, seconds=self.limits.seconds, memory_mb=self.limits.memory_mb)
            except MidworldError as error:
                done(error)
                continue
            loop = asyncio.get_running_loop()
            loop.add_reader(errand.fd, self._receive, errand, done)
            self._running[errand] = loop.call_later(self.limits.seconds, self._give_up, errand, done)

    def _receive(self, errand: Errand, done: Done) -> None:
        if errand.receive():
            self._leave(errand)
            try:
                found: bytes | MidworldError = errand.result()
            except MidworldError as error:
                found = error
            done(found)
            self._begin()

    def _give_up(self, errand: Errand, done: Done) -> None:
        self._leave(errand)
        done(errand.stop())
        self._begin()

    def _leave(self, errand: Errand) -> None:
        asyncio.get_running_loop().remove_reader(errand.fd)
        self._running.pop(errand).cancel()
