"""Waiting for what a board commits: every commit in order, none left out, however slow one is."""

import asyncio
import queue
from collections.abc import AsyncIterator, Iterator

from .board import Board
from .commit import Commit


class Changes:
    """The commits of some worlds (of all, if none is named) from now on: `for commit in ...` waits for each.

    It ends when closed, or when nothing comes for `timeout` seconds. Also a context manager.
    """

    def __init__(self, board: Board, *names: str, timeout: float | None = None) -> None:
        self._names, self._timeout = frozenset(names), timeout
        self._waiting = queue.SimpleQueue[Commit | None]()
        self._unsubscribe = board.subscribe(self._hear)

    def __iter__(self) -> Iterator[Commit]:
        while True:
            try:
                commit = self._waiting.get(timeout=self._timeout)
            except queue.Empty:
                return
            if commit is None:
                return
            yield commit

    def close(self) -> None:
        self._unsubscribe()
        self._waiting.put(None)

    def __enter__(self) -> "Changes":
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def _hear(self, commit: Commit) -> None:
        if not self._names or commit.name in self._names:
            self._waiting.put(commit)


async def achanges(board: Board, *names: str) -> AsyncIterator[Commit]:
    """The same for `async for`."""
    loop = asyncio.get_running_loop()
    waiting = asyncio.Queue[Commit]()
    wanted = frozenset(names)

    def hear(commit: Commit) -> None:
        if not wanted or commit.name in wanted:
            loop.call_soon_threadsafe(waiting.put_nowait, commit)

    unsubscribe = board.subscribe(hear)
    try:
        while True:
            yield await waiting.get()
    finally:
        unsubscribe()
