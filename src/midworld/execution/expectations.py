"""When each action of a plan is expected: a temporal network, refined by what is seen and by what was imagined."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from types import MappingProxyType

from ..planning import Action, Plan, TemporalNetwork, TimesClash, plan_network

# What is off by less is as expected: a clock's and a scheduler's doubt.
ON_TIME_S = 1e-6


@dataclass(frozen=True, slots=True)
class Span:
    """When an action begins and ends: the soonest, and the last if each begins once it can and takes its longest."""

    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Surprise:
    """Something was at another time than the network allowed, by so many seconds: late if positive."""

    point: str
    seconds: float
    reason: str


@dataclass(frozen=True, slots=True)
class Expectations:
    """What is expected of a plan. Never edited: what is seen or imagined gives another one.

    `plan` has the shortest and longest times as they are known by now, `seen` the points that have happened, by name.
    """

    plan: Plan
    network: TemporalNetwork
    seen: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    deadline: float = inf

    @classmethod
    def of(cls, plan: Plan, deadline: float = inf) -> "Expectations":
        """Of a plan of which nothing has happened. Raises TimesClash where it cannot meet its deadline."""
        return cls(plan, plan_network(plan, deadline), MappingProxyType({}), deadline)

    def begun(self, action: int, now: float) -> tuple["Expectations", Surprise | None]:
        """An action was seen to begin."""
        return self._observed(f"{action}.start", now)

    def ended(self, action: int, now: float) -> tuple["Expectations", Surprise | None]:
        """An action was seen to end."""
        return self._observed(f"{action}.end", now)

    def imagined(self, action: int, shortest: float, longest: float) -> "Expectations":
        """An action was imagined to take so long: everything behind it is expected accordingly."""
        if f"{action}.end" in self.seen:
            return self
        times = shortest, longest
        actions = tuple(replace(each, interval=times) if each.id == action else each for each in self.plan.actions)
        return _rebuilt(replace(self.plan, actions=actions), self.seen, self.deadline)

    def of_plan(self, plan: Plan) -> "Expectations":
        """Of another plan: what has happened, and what was imagined, counts as far as it has the same actions."""
        known = {(each.id, each.task): each.interval for each in self.plan.actions}
        actions = tuple(replace(each, interval=known.get((each.id, each.task), each.interval)) for each in plan.actions)
        points = {f"{each.id}.{edge}" for each in plan.actions for edge in ("start", "end")}
        seen = {point: at for point, at in self.seen.items() if point in points}
        return _rebuilt(replace(plan, actions=actions), seen, self.deadline)

    def span(self, action: int) -> Span:
        """When an action is expected, or was, to begin and to end."""
        start, end = self.network.bounds(f"{action}.start")[0], self.network.bounds(f"{action}.end")[0]
        last = self._last()[action]
        return Span((start, max(start, last[0])), (end, max(end, last[1])))

    @property
    def finish(self) -> tuple[float, float]:
        """When the whole plan is expected to end: the soonest, and the last."""
        spans = [self.span(each.id).end for each in self.plan.actions]
        return max((end for end, _ in spans), default=0.0), max((end for _, end in spans), default=0.0)

    def overdue(self, now: float) -> tuple[int, ...]:
        """Actions that run and should have ended by now."""
        running = [each.id for each in self.plan.actions if f"{each.id}.start" in self.seen]
        return tuple(
            each
            for each in running
            if f"{each}.end" not in self.seen and now > self.network.bounds(f"{each}.end")[1] + ON_TIME_S
        )

    def _observed(self, point: str, now: float) -> tuple["Expectations", Surprise | None]:
        soonest, latest = self.network.bounds(point)
        network, seen = self.network.copy(), MappingProxyType({**self.seen, point: now})
        try:
            network.observe(point, now)
        except TimesClash as clash:
            off = now - latest if now > latest else now - soonest
            return _rebuilt(self.plan, seen, self.deadline), Surprise(point, off, str(clash))
        return replace(self, network=network, seen=seen), None

    def _last(self) -> dict[int, tuple[float, float]]:
        last: dict[int, tuple[float, float]] = {}
        for each in _in_order(self.plan.actions):
            start = max((last[other][1] for other in each.after if other in last), default=0.0)
            start = self.seen.get(f"{each.id}.start", start)
            end = self.seen.get(f"{each.id}.end", start + each.interval[1])
            last[each.id] = start, end
        return last


def _rebuilt(plan: Plan, seen: Mapping[str, float], deadline: float) -> Expectations:
    """With all that was seen; a deadline that can no longer be met is given up."""
    plan = replace(plan, actions=tuple(_as_seen(each, seen) for each in plan.actions))
    try:
        network = plan_network(plan, deadline)
        for point, at in sorted(seen.items(), key=lambda each: each[1]):
            network.observe(point, at)
    except TimesClash:
        if deadline == inf:
            raise
        return _rebuilt(plan, seen, inf)
    return Expectations(plan, network, MappingProxyType(dict(seen)), deadline)


def _as_seen(action: Action, seen: Mapping[str, float]) -> Action:
    """An action as it has to be thought of, so that what was seen of it can be."""
    start, end = seen.get(f"{action.id}.start"), seen.get(f"{action.id}.end")
    if start is None:
        return action
    action = replace(action, after=tuple(each for each in action.after if seen.get(f"{each}.end", inf) <= start))
    return action if end is None else replace(action, interval=(end - start, end - start))


def _in_order(actions: Iterable[Action]) -> list[Action]:
    """Each after those it waits for."""
    waiting, found, known = list(actions), list[Action](), set[int]()
    ids = {each.id for each in waiting}
    while waiting:
        ready = [each for each in waiting if known.issuperset(ids & set(each.after))]
        assert ready, "a plan has no circles"
        found += ready
        known.update(each.id for each in ready)
        waiting = [each for each in waiting if each.id not in known]
    return found
