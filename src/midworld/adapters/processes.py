"""A pool of processes of this machine that do imagination's jobs."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import TracebackType

from ..imagination import Job, Run, done


class ProcessWorkers:
    """Does jobs in processes; give it an engine that uses one thread. Use it in a `with`."""

    def __init__(self, count: int, *, share: int = 8) -> None:
        self.share = share
        # Forked children of a process with threads may hang: each begins anew.
        self._pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"))

    def work(self, jobs: Sequence[Job]) -> Iterator[tuple[Run, ...]]:
        return self._pool.map(done, jobs)

    def __enter__(self) -> "ProcessWorkers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)
