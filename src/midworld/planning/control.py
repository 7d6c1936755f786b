"""Whether a plan can be kept to however long people take: dynamic controllability of a simple temporal network.

After Morris, Dynamic Controllability and Dispatchability Relationships (CPAIOR 2014): from every point that something
must come before, backwards along what may take time, until nothing is left to make up for.
"""

from collections.abc import Generator, Iterable
from dataclasses import replace
from heapq import heappop, heappush
from typing import NamedTuple

from .timing import ORIGIN, Demand, TemporalNetwork


class _Edge(NamedTuple):
    """`weight` seconds after its start is the latest for its end."""

    start: int
    weight: float
    demands: tuple[Demand, ...]
    # The duration of somebody else of which this is the shortest.
    chance: Demand | None = None


def uncontrollable(network: TemporalNetwork) -> tuple[Demand, ...]:
    """Demands that cannot all be met whatever others do, knowing only what has happened; empty where they can."""
    seen = {each.then for each in network.demands if each.first == ORIGIN and each.least == each.most}
    graph = _Graph(replace(each, ours=True) if each.then in seen else each for each in network.demands)
    for source in graph.negative():
        stack = [] if graph.settled(source) else [graph.backwards(source)]
        while stack:
            try:
                first = next(stack[-1])
            except StopIteration as end:
                stack.pop()
                if end.value:
                    return tuple(dict.fromkeys(end.value))
            else:
                stack.append(graph.backwards(first))
    return ()


class _Graph:
    def __init__(self, demands: Iterable[Demand]) -> None:
        self._points: dict[str, int] = {}
        self._into: list[list[_Edge]] = []
        # Points being worked on, each with the demands that led from the one before; and points that are settled.
        self._path: dict[int, tuple[Demand, ...]] = {}
        self._settled: set[int] = set()
        self._own: dict[int, Demand] = {}
        for demand in demands:
            first, then = self._point(demand.first), self._point(demand.then)
            least, most = demand.least, demand.most
            if not demand.ours and most > least:
                # The shortest for certain, and then what somebody else decides.
                middle = self._new()
                self._between(first, middle, least, least, demand)
                self._own[middle] = demand
                self._into[then].append(_Edge(middle, 0.0, (demand,), demand))
                self._into[middle].append(_Edge(then, least - most, (demand,)))
            else:
                self._between(first, then, least, most, demand)

    def _between(self, first: int, then: int, least: float, most: float, demand: Demand) -> None:
        self._into[first].append(_Edge(then, -least, (demand,)))
        if most < float("inf"):
            self._into[then].append(_Edge(first, most, (demand,)))

    def _point(self, name: str) -> int:
        if name not in self._points:
            self._points[name] = self._new()
        return self._points[name]

    def _new(self) -> int:
        self._into.append([])
        return len(self._into) - 1

    def negative(self) -> list[int]:
        return [point for point in range(len(self._into)) if self._is_negative(point)]

    def _is_negative(self, point: int) -> bool:
        return any(each.weight < 0 for each in self._into[point])

    def settled(self, point: int) -> bool:
        return point in self._settled

    def backwards(self, source: int) -> Generator[int, None, tuple[Demand, ...]]:
        """Yields points to be settled first; returns the ring that cannot be met, or nothing."""
        self._path[source] = ()
        least: dict[int, float] = {source: 0.0}
        why: dict[int, tuple[int, tuple[Demand, ...]]] = {}
        queue: list[tuple[float, int]] = []

        def reach(edge: _Edge, behind: int, distance: float) -> None:
            if distance < least.get(edge.start, float("inf")) - 1e-9:
                least[edge.start] = distance
                why[edge.start] = (behind, edge.demands)
                heappush(queue, (distance, edge.start))

        for edge in self._into[source]:
            if edge.weight < 0:
                reach(edge, source, edge.weight)
        while queue:
            distance, point = heappop(queue)
            if distance > least[point] + 1e-9:
                continue
            led = _chain(point, source, why)
            if distance >= 0:
                self._into[source].append(_Edge(point, distance, led))
                continue
            if self._is_negative(point):
                if point in self._path:
                    return (*led, *self._since(point))
                if point not in self._settled:
                    self._path[source] = led
                    yield point
            for edge in list(self._into[point]):
                unsuitable = edge.chance is not None and edge.chance is self._own.get(source)
                if edge.weight >= 0 and not unsuitable:
                    reach(edge, point, distance + edge.weight)
        del self._path[source]
        self._settled.add(source)
        return ()

    def _since(self, point: int) -> tuple[Demand, ...]:
        """What led from a point that is being worked on to the last one."""
        path = list(self._path)
        return tuple(each for at in path[path.index(point) : -1] for each in self._path[at])


def _chain(point: int, source: int, why: dict[int, tuple[int, tuple[Demand, ...]]]) -> tuple[Demand, ...]:
    """What led from a point back to the source, which may be the point itself."""
    found: list[Demand] = []
    seen = set[int]()
    while point not in seen and (point != source or not found):
        seen.add(point)
        point, demands = why[point]
        found += demands
    return tuple(found)
