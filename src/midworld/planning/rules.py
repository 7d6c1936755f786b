"""Social rules, counted while a plan grows: what it costs so far only rises, so a search can stop early."""

from collections.abc import Iterator
from typing import NamedTuple, cast

from .model import Happening, Problem, Step
from .preferences import RULES, Pattern, Preferences
from .progress import Progress
from .state import Fact, State, Task


class Tally(NamedTuple):
    """What a plan has come to, rule by rule."""

    makespan: float
    actions: int
    # By agent: seconds of work, its last actions and when it is done.
    busy: tuple[float, ...]
    recent: tuple[tuple[Task, ...], ...]
    until: tuple[float | None, ...]
    wasted_time: float
    human_effort: float
    effort: float
    legibility: float
    simplicity: int
    undesirable_sequences: int
    undesirable_states: int
    initiative: int


class Makespan:
    """The objective of who only wants it done soon."""

    def first(self) -> float:
        return 0.0

    def grown(self, tally: object, progress: Progress, step: Step, happening: Happening) -> float:
        return max(step.end, cast(float, tally))

    def floor(self, tally: object) -> float:
        return cast(float, tally)

    def cost(self, tally: object) -> float:
        return cast(float, tally)


class Rules:
    """The objective that weighs every rule."""

    def __init__(self, problem: Problem, liked: Preferences) -> None:
        self._liked = liked
        self._agents = {each.name: place for place, each in enumerate(problem.agents)}
        self._human = tuple(each.human for each in problem.agents)
        self._names = tuple(self._agents)
        self._window = max((len(each) for each in liked.sequences), default=1) - 1
        self._weights = tuple((name, liked.weight(name)) for name in RULES if liked.weight(name))

    def first(self) -> Tally:
        count = len(self._agents)
        return Tally(0.0, 0, (0.0,) * count, ((),) * count, (None,) * count, 0.0, 0.0, 0.0, 0.0, 0, 0, 0, 0)

    def grown(self, tally: object, progress: Progress, step: Step, happening: Happening) -> Tally:
        assert isinstance(tally, Tally)
        liked, task = self._liked, progress.tasks[step.task]
        busy, recent, until = list(tally.busy), list(tally.recent), list(tally.until)
        wasted, human, sequences = tally.wasted_time, tally.human_effort, tally.undesirable_sequences
        effort = happening.costs.get("effort", happening.seconds)
        for agent in happening.agents:
            place = self._agents.get(agent)
            if place is None:
                continue
            busy[place] += happening.seconds
            last = until[place]
            if self._human[place]:
                human += effort
                wasted += 0.0 if last is None else step.start - last
            until[place] = step.end
            if liked.sequences:
                stream = (*recent[place], task)
                sequences += sum(_ends_with(stream, each) for each in liked.sequences)
                recent[place] = stream[-self._window :] if self._window else ()
        makers = {each for each in step.makers if each is not None}
        givers = [progress.steps[each].happening for each in makers]
        others = [each.agents for each in givers if each is not None and not set(each.agents) & set(happening.agents)]
        joint = len(happening.agents) > 1
        starter = liked.starter
        begun = 0
        if starter is not None:
            begun = sum(starter not in each for each in others) + (joint and happening.agents[0] != starter)
        states = sum(_brought_about(each, happening, progress.state) for each in liked.states)
        return Tally(
            max(tally.makespan, step.end),
            tally.actions + 1,
            tuple(busy),
            tuple(recent),
            tuple(until),
            wasted,
            human,
            tally.effort + effort * max(1, len(happening.agents)),
            tally.legibility + happening.costs.get("legibility", 0.0),
            tally.simplicity + len(others) + joint,
            sequences,
            tally.undesirable_states + states,
            tally.initiative + begun,
        )

    def floor(self, tally: object) -> float:
        """All but the balance, which may still even out."""
        return sum(weight * self.counted(tally, name) for name, weight in self._weights if name != "effort_balance")

    def cost(self, tally: object) -> float:
        return sum(weight * self.counted(tally, name) for name, weight in self._weights)

    def counted(self, tally: object, rule: str) -> float:
        """What a rule counts, before it is weighed."""
        assert isinstance(tally, Tally)
        if rule != "effort_balance":
            return float(getattr(tally, rule))
        total, people = sum(tally.busy), sum(self._human)
        if not people:
            return 0.0
        even = 1.0 / len(self._names)
        return sum(
            abs(tally.busy[place] - self._liked.shares.get(name, even) * total)
            for place, name in enumerate(self._names)
            if self._human[place]
        )

    def by_rule(self, tally: object) -> dict[str, float]:
        """What each rule adds to the cost."""
        return {name: weight * self.counted(tally, name) for name, weight in self._weights}

    def counts(self, tally: object) -> dict[str, float]:
        """What every rule counts."""
        return {name: self.counted(tally, name) for name in RULES}


def _ends_with(stream: tuple[Task, ...], patterns: tuple[Pattern, ...]) -> bool:
    return len(stream) >= len(patterns) and all(
        fits(task, pattern) for task, pattern in zip(stream[-len(patterns) :], patterns, strict=True)
    )


def fits(words: Fact | Task, pattern: Pattern) -> bool:
    """Whether words are those of a pattern; `*` stands for any, and a pattern may be shorter."""
    return len(pattern) <= len(words) and all(
        each == "*" or each.startswith("?") or each == word for each, word in zip(pattern, words, strict=False)
    )


def _brought_about(patterns: tuple[Pattern, ...], happening: Happening, state: State) -> bool:
    """Whether an action makes a state hold: one of its facts is new, and all are there."""
    if not any(fits(fact, pattern) for fact in happening.adds for pattern in patterns):
        return False
    return any(True for _ in _matches(patterns, state, {}))


def _matches(patterns: tuple[Pattern, ...], state: State, bound: dict[str, str]) -> Iterator[dict[str, str]]:
    if not patterns:
        yield bound
        return
    first, *rest = patterns
    wanted = tuple(bound.get(each, each) for each in first)
    for fact in list(state.rows(wanted[0])):
        if fits(fact, wanted):
            more = {each: value for each, value in zip(wanted, fact, strict=False) if each.startswith("?")}
            yield from _matches(tuple(rest), state, {**bound, **more})
