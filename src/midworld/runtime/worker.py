"""Somebody else's code in a thread of its own, which is left behind if it takes too long."""

import ctypes
import threading
import weakref
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class Stalled(Exception):
    """A job took longer than it may."""


class Failed(Exception):
    """A job raised; `error` is what."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error


class _Abandoned(BaseException):
    """Raised in a thread that nobody waits for any more, so that it does not keep a core busy."""


class _Job(Generic[T]):
    """What to do, and where its result is waited for: a late one finds nobody there."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._reply: SimpleQueue[tuple[list[T], BaseException | None]] = SimpleQueue()

    def run(self) -> None:
        try:
            self._reply.put(([self._work()], None))
        except BaseException as error:
            self._reply.put(([], error))

    def result(self, seconds: float) -> T:
        try:
            found, error = self._reply.get(timeout=seconds)
        except Empty:
            raise Stalled from None
        if error is not None:
            raise Failed(error) from error
        return found[0]


class Worker:
    """One thread for one guest. After a `call` that raised Stalled it is of no use any more."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=_serve, args=(self._jobs,), name=name, daemon=True)
        self._thread.start()
        weakref.finalize(self, self._jobs.put, None)

    def call(self, work: Callable[[], T], *, seconds: float) -> T:
        """What the work gives. Raises Failed if it raises, and Stalled after some seconds."""
        job = _Job(work)
        self._jobs.put(job.run)
        try:
            return job.result(seconds)
        except Stalled:
            self._abandon()
            raise

    def _abandon(self) -> None:
        self._jobs.put(None)
        ident = self._thread.ident
        if ident is not None:
            # Ends a loop of Python; what waits in a library stays until it returns.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(_Abandoned))


def _serve(jobs: "SimpleQueue[Callable[[], None] | None]") -> None:
    try:
        while (job := jobs.get()) is not None:
            job()
            # What it worked on is not kept until the next one comes.
            del job
    except _Abandoned:
        pass
