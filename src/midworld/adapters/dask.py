"""A dask cluster that does imagination's jobs: as many machines as its scheduler knows."""

# dask's futures are typed in part.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any

from ..errors import BadInput, MissingExtra, Problem
from ..imagination import Job, Run, done

try:
    import distributed
except ImportError as missing:
    raise MissingExtra("Imagining on a cluster", "cluster") from missing

# Whoever does not answer in this time (s) is no scheduler.
PATIENCE_S = 10
# A job whose worker dies is given to another; so many deaths of one job are its own fault.
DEATHS = 10


class DaskWorkers:
    """Does jobs on the workers of a scheduler; a worker that dies costs the jobs it had, again. Use it in a `with`."""

    def __init__(self, address: str, *, share: int = 8) -> None:
        self.share = share
        try:
            self._client: Any = distributed.Client(address, timeout=PATIENCE_S, set_as_default=False)
        except (OSError, TimeoutError, ValueError, ImportError) as error:
            reason = f"no dask scheduler answers at '{address}': {error}; write tcp://HOST:PORT"
            raise BadInput([Problem("--cluster", None, reason)]) from error

    def work(self, jobs: Sequence[Job]) -> Iterator[tuple[Run, ...]]:
        if not jobs:
            return
        futures: list[Any] = self._client.map(done, list(jobs), pure=False, retries=DEATHS)
        places = {future.key: place for place, future in enumerate(futures)}
        # Many answers come in one message: asking for each by itself costs twice as much.
        batches: Any = distributed.as_completed(futures, loop=self._client.loop, with_results=True).batches()
        there: dict[int, tuple[Run, ...]] = {}
        told = 0
        for some in batches:
            there |= {places[future.key]: runs for future, runs in some}
            while told in there:
                yield there.pop(told)
                told += 1

    def __enter__(self) -> "DaskWorkers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()
