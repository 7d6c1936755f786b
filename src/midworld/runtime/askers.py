"""Threads for questions whose answers may take long, or never come."""

import queue
import threading
from collections.abc import Callable

# So many who do not answer keep nobody else waiting (chosen).
MOST = 4


class Askers:
    """Does jobs in threads of its own, as many at once as there are threads; they begin when first needed."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._queue = queue.SimpleQueue[Callable[[], None] | None]()
        self._threads: list[threading.Thread] = []
        # The number of the next job, and the numbers of those that are not done.
        self._changed, self._next, self._open = threading.Condition(), 0, set[int]()

    def put(self, job: Callable[[], None]) -> None:
        with self._changed:
            number, self._next = self._next, self._next + 1
            self._open.add(number)
            if len(self._open) > len(self._threads) < MOST:
                thread = threading.Thread(target=self._work, name="midworld-asker", daemon=True)
                self._threads.append(thread)
                thread.start()

        def numbered() -> None:
            try:
                job()
            except Exception as error:
                self._report(f"{type(error).__name__}: {error}")
            finally:
                with self._changed:
                    self._open.discard(number)
                    self._changed.notify_all()

        self._queue.put(numbered)

    @property
    def count(self) -> int:
        """How many jobs there were."""
        return self._next

    def settle(self, timeout: float) -> bool:
        """Waits until all jobs are done that were put before."""
        with self._changed:
            before = set(self._open)
            return self._changed.wait_for(lambda: not before & self._open, timeout)

    def close(self) -> None:
        """Begins nothing more; what is being asked ends by itself."""
        for _ in self._threads:
            self._queue.put(None)

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            job()
