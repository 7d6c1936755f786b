"""An event loop whose clock does not wait: sleeping takes no time, or a fraction of it, in the same order."""

import asyncio
import selectors
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")


class _Hurried(selectors.DefaultSelector):  # pyright: ignore[reportUntypedBaseClass]
    """Waits for sockets and threads as always, and passes the time of whoever sleeps."""

    def __init__(self, sleep: Callable[[float], None]) -> None:
        super().__init__()
        self._sleep = sleep

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            return super().select(None)
        found = super().select(0)
        if not found and timeout > 0:
            self._sleep(timeout)
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """Its clock begins at 0 and jumps to the next thing that is due; `speed` times faster than life, if given."""

    def __init__(self, speed: float | None = None) -> None:
        self._now, self._speed = 0.0, speed
        super().__init__(_Hurried(self._pass))

    def time(self) -> float:
        """Seconds since it began."""
        return self._now

    def _pass(self, seconds: float) -> None:
        if self._speed is not None:
            time.sleep(seconds / self._speed)
        self._now += seconds


def run_virtually(main: Coroutine[Any, Any, _T], *, speed: float | None = None) -> _T:
    """What a coroutine returns, at once: every `asyncio.sleep` in it passes in virtual time."""
    with asyncio.Runner(loop_factory=lambda: VirtualLoop(speed)) as runner:
        return runner.run(main)


async def timed_virtually(work: Callable[[], _T]) -> _T:
    """What some work returns, done at once; as many virtual seconds pass as it took seconds of processor.

    Of processor, not of wall: so a machine that is busy with something else does not change what happens.
    """
    begun = time.process_time()
    done = work()
    await asyncio.sleep(time.process_time() - begun)
    return done
