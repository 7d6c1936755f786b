"""What provider modules bring beside a log, each when it is its turn."""

import heapq
from collections.abc import Iterable, Iterator

from .drive import Arrival
from .rooms import Observation


class Beside:
    """The observations of providers in the order of their stamps, handed out as time goes on."""

    def __init__(self, streams: Iterable[Iterable[Observation]]) -> None:
        self._merged = heapq.merge(*streams, key=lambda observation: observation.stamp)
        self._next: Observation | None = None
        self._begun = False

    def until(self, stamp: float) -> Iterator[Arrival]:
        """What is perceived up to an instant and was not handed out before."""
        if not self._begun:
            self._begun, self._next = True, next(self._merged, None)
        while (observation := self._next) is not None and observation.stamp <= stamp:
            yield _arrival(observation)
            self._next = next(self._merged, None)


def _arrival(observation: Observation) -> Arrival:
    return Arrival(observation.stamp, observation.source, lambda: observation)
