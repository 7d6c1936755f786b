"""When things can be: a simple temporal network that grows, learns what happened, and tells which demands clash."""

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import inf

from ..errors import MidworldError
from .plan import Plan

_SLACK = 1e-9


@dataclass(frozen=True, slots=True)
class Demand:
    """`then` comes `least` to `most` seconds after `first`; not `ours` where a person takes the time they take."""

    first: str
    then: str
    least: float
    most: float
    ours: bool = True

    def __str__(self) -> str:
        most = "" if self.most == inf else f", at most {self.most:g} s"
        return f"{self.then} at least {self.least:g} s{most} after {self.first}"


class TimesClash(MidworldError):
    """Demands that cannot all be met; `cycle` has them in a ring."""

    def __init__(self, cycle: tuple[Demand, ...]) -> None:
        self.cycle = cycle
        super().__init__("these times clash: " + "; ".join(map(str, cycle)))


ORIGIN = "start"


class TemporalNetwork:
    """Points in time and demands between them. What would clash is refused, and nothing is changed by it."""

    def __init__(self) -> None:
        self._points: dict[str, int] = {ORIGIN: 0}
        self._names = [ORIGIN]
        self.earliest = [0.0]
        self.latest = [0.0]
        # Edges (other, seconds, demand): other is at least so many seconds later, or earlier.
        self._later: list[list[tuple[int, float, Demand]]] = [[]]
        self._sooner: list[list[tuple[int, float, Demand]]] = [[]]
        # Whose bound made a bound, and by which demand: to tell the ring of demands that clash.
        self._why: list[tuple[int, Demand] | None] = [None]
        self._why_latest: list[tuple[int, Demand] | None] = [None]

    def __len__(self) -> int:
        return len(self._names)

    @property
    def demands(self) -> tuple[Demand, ...]:
        """Everything that was demanded or has been observed."""
        return tuple({id(each): each for edges in self._later for _, _, each in edges}.values())

    def add(self, demands: Iterable[Demand]) -> None:
        """Grow by some demands. Raises TimesClash and changes nothing, if they cannot be met."""
        points, added = len(self._names), list[tuple[int, int]]()
        for each in demands:
            first, then = self._point(each.first), self._point(each.then)
            self._later[first].append((then, each.least, each))
            self._sooner[then].append((first, each.least, each))
            added.append((first, then))
            if each.most < inf:
                self._later[then].append((first, -each.most, each))
                self._sooner[first].append((then, -each.most, each))
        touched = list(dict.fromkeys(each for pair in added for each in pair))
        try:
            self._propagate(touched, touched)
        except TimesClash:
            self._shrink(points, added)
            raise

    def observe(self, point: str, seconds: float) -> None:
        """Something happened at this time. Raises TimesClash and changes nothing, if it could not."""
        if point not in self._points:
            raise MidworldError(f"no point in time is named '{point}'")
        place, seen = self._points[point], Demand(ORIGIN, point, seconds, seconds)
        if not self.earliest[place] - _SLACK <= seconds <= self.latest[place] + _SLACK:
            late = seconds > self.latest[place]
            raise TimesClash((seen, *self._chain(place, self._why_latest if late else self._why)))
        trail = [
            (place, True, self.earliest[place], self._why[place]),
            (place, False, self.latest[place], self._why_latest[place]),
        ]
        self.earliest[place] = self.latest[place] = seconds
        self._why[place] = self._why_latest[place] = (0, seen)
        self._propagate([place], [place], trail)
        self._later[0].append((place, seconds, seen))
        self._sooner[place].append((0, seconds, seen))
        self._later[place].append((0, -seconds, seen))
        self._sooner[0].append((place, -seconds, seen))

    def copy(self) -> "TemporalNetwork":
        """Another one that knows the same, and learns by itself from now on."""
        other = TemporalNetwork()
        other._points, other._names = dict(self._points), list(self._names)
        other.earliest, other.latest = list(self.earliest), list(self.latest)
        other._later, other._sooner = list(map(list, self._later)), list(map(list, self._sooner))
        other._why, other._why_latest = list(self._why), list(self._why_latest)
        return other

    def bounds(self, point: str) -> tuple[float, float]:
        """The earliest and the latest a point can be."""
        return self.earliest[self._points[point]], self.latest[self._points[point]]

    def _point(self, name: str) -> int:
        place = self._points.get(name)
        if place is None:
            place = self._points[name] = len(self._names)
            self._names.append(name)
            self.earliest.append(0.0)
            self.latest.append(inf)
            self._later.append([])
            self._sooner.append([])
            self._why.append(None)
            self._why_latest.append(None)
        return place

    def _shrink(self, points: int, added: list[tuple[int, int]]) -> None:
        """Take back demands and points that were added last."""
        for first, then in reversed(added):
            demand = self._later[first][-1][2] if self._later[first] else None
            for table in (self._later, self._sooner):
                for place in {first, then}:
                    while table[place] and table[place][-1][2] is demand:
                        table[place].pop()
        for name in self._names[points:]:
            del self._points[name]
        for table in (self._names, self.earliest, self.latest, self._later, self._sooner, self._why, self._why_latest):
            del table[points:]

    def _propagate(
        self,
        raised: list[int],
        lowered: list[int],
        trail: list[tuple[int, bool, float, tuple[int, Demand] | None]] | None = None,
    ) -> None:
        """Tighten bounds until nothing changes; a trail brings them back where that fails."""
        trail = [] if trail is None else trail
        try:
            self._tighten(lowered, trail, up=False)
            self._tighten(raised, trail, up=True)
        except TimesClash:
            for place, up, bound, reason in reversed(trail):
                (self.earliest if up else self.latest)[place] = bound
                (self._why if up else self._why_latest)[place] = reason
            raise

    def _tighten(
        self, first: list[int], trail: list[tuple[int, bool, float, tuple[int, Demand] | None]], *, up: bool
    ) -> None:
        """Points in the order they came, as plans are told: so each is mostly looked at once."""
        bounds, others = (self.earliest, self.latest) if up else (self.latest, self.earliest)
        edges, why = (self._later, self._why) if up else (self._sooner, self._why_latest)
        sign, patience = (1 if up else -1), len(bounds) * len(bounds)
        queue = [sign * each for each in first]
        heapify(queue)
        waiting = set(queue)
        while queue:
            at = heappop(queue)
            waiting.discard(at)
            place = sign * at
            bound = bounds[place]
            if bound == inf:
                continue
            for edge in edges[place]:
                other = edge[0]
                wanted, old = bound + sign * edge[1], bounds[other]
                if (wanted <= old + _SLACK) if up else (wanted >= old - _SLACK):
                    continue
                trail.append((other, up, old, why[other]))
                bounds[other], why[other] = wanted, (place, edge[2])
                patience -= 1
                if (wanted > others[other] + _SLACK if up else wanted < others[other] - _SLACK) or not patience:
                    raise TimesClash(self._ring(other))
                key = sign * other
                if key not in waiting:
                    waiting.add(key)
                    heappush(queue, key)

    def _ring(self, place: int) -> tuple[Demand, ...]:
        ring = (*self._chain(place, self._why), *self._chain(place, self._why_latest))
        return tuple(dict.fromkeys(ring))

    def _chain(self, place: int, why: list[tuple[int, Demand] | None]) -> tuple[Demand, ...]:
        found: list[Demand] = []
        seen: set[int] = set()
        at = why[place]
        while at is not None and place not in seen:
            seen.add(place)
            place, demand = at
            found.append(demand)
            at = why[place]
        return tuple(found)


def plan_network(plan: Plan, deadline: float = inf) -> TemporalNetwork:
    """The points `ID.start` and `ID.end` of every action; the end of what a person does is theirs to choose."""
    people = {each.name for each in plan.agents if each.human}
    network = TemporalNetwork()
    demands: list[Demand] = []
    for each in plan.actions:
        start, end = f"{each.id}.start", f"{each.id}.end"
        demands.append(Demand(ORIGIN, start, 0.0, inf))
        demands.append(Demand(start, end, *each.interval, ours=not people & set(each.agents)))
        demands += [Demand(f"{other}.end", start, 0.0, inf) for other in each.after]
        if deadline < inf:
            demands.append(Demand(ORIGIN, end, 0.0, deadline))
    network.add(demands)
    return network
