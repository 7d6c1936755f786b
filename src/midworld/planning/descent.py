"""Depth first through the choices of a plan, without recursion, in slices."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from math import inf
from random import Random
from time import monotonic
from typing import TypeAlias

from .model import Happening, Problem, Way
from .network import EMPTY
from .progress import Choice, Progress
from .state import State, Task, fact_text
from .telling import OPERATORS, informed

# What is remembered of states already seen takes about 200 bytes each.
MOST_SEEN = 1_000_000
# A choice takes about 2 kB until it is taken back.
DEEPEST = 100_000
_CLOCK_NODES = 64
# So many ways and signs of life are looked at to tell whether a method has any.
_LOOKED = 50
_NO_MORE: Choice = (-1, Way("", (), EMPTY))

Chooser: TypeAlias = Callable[[Progress], Iterator[Choice | None]]


class Outcome(Enum):
    """How a slice of search ended."""

    FOUND = "found"
    EXHAUSTED = "exhausted"
    PAUSED = "paused"


class Clock:
    """Until when there is time."""

    def __init__(self, seconds: float) -> None:
        self.started = monotonic()
        self.deadline = self.started + seconds

    @property
    def spent(self) -> float:
        return monotonic() - self.started

    @property
    def over(self) -> bool:
        return monotonic() >= self.deadline


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Where a search came to a dead end: the task, and the precondition in the way."""

    task: str
    precondition: str
    actions: int = 0


def alternatives(progress: Progress, task: int) -> Iterator[Happening | Way | None]:
    """Every way to go on with a task that is available."""
    words, problem = progress.tasks[task], progress.problem
    operator = problem.operators.get(words[0]) or OPERATORS.get(words[0])
    if operator is None:
        for method in problem.methods.get(words[0], ()):
            yield from method.ways(progress.state, words[1:])
        return
    happening = operator.happening(progress.state, words[1:])
    if happening is None:
        return
    if progress.beliefs:
        yield from informed(progress, words, happening)
    else:
        yield happening


def in_order(progress: Progress) -> Iterator[Choice | None]:
    """All choices, in the order of the tasks and methods."""
    for place, task in enumerate(progress.available):
        for each in alternatives(progress, task):
            yield None if each is None else (place, each)


def straight_on(progress: Progress) -> Iterator[Choice | None]:
    """All choices in order but those that go round in circles."""
    for place, task in enumerate(progress.available):
        if progress.circular(task):
            continue
        for each in alternatives(progress, task):
            yield None if each is None else (place, each)


def one_by_one(progress: Progress) -> Iterator[Choice | None]:
    """Choices for the first task only: whatever is begun is finished first."""
    task = progress.available[0]
    if not progress.circular(task):
        for each in alternatives(progress, task):
            yield None if each is None else (0, each)


def shuffled(random: Random) -> Chooser:
    """All choices, in an order of chance."""

    def choose(progress: Progress) -> Iterator[Choice | None]:
        places = list(range(len(progress.available)))
        # What was begun is mostly gone on with: else nothing is ever finished.
        if random.random() < 0.2:
            random.shuffle(places)
        for place in places:
            if progress.circular(progress.available[place]):
                continue
            found: list[Happening | Way] = []
            for each in alternatives(progress, progress.available[place]):
                if each is None:
                    yield None
                else:
                    found.append(each)
            random.shuffle(found)
            for each in found:
                yield place, each

    return choose


def hindrance(progress: Progress) -> Hindrance:
    """Why nothing that is available can be gone on with."""
    problem, state = progress.problem, progress.state
    if not progress.available:
        return Hindrance("the goal", problem.goal(state).missing, _actions(progress))
    words = progress.tasks[progress.available[0]]
    for task in progress.available:
        operator = problem.operators.get(progress.tasks[task][0])
        if operator is not None:
            words = progress.tasks[task]
            return Hindrance(fact_text(words), operator.hindrance(state, words[1:]), _actions(progress))
    return Hindrance(fact_text(words), missing(problem, state, words), _actions(progress))


def missing(problem: Problem, state: State, task: Task) -> str:
    """What every method of a task lacks in a state."""
    methods = problem.methods.get(task[0], ())
    if not methods:
        return "a method: there is none"
    blocked = [each for each in methods if not any(islice(each.ways(state, task[1:]), _LOOKED))]
    reasons = [f"{each.hindrance(state, task[1:])} of method {each.name}" for each in blocked]
    return ", ".join(reasons[:4]) or "a way that does not come back to itself"


def _actions(progress: Progress) -> int:
    return sum(each.happening is not None for each in progress.steps)


class Descent:
    """A search that can be stopped and gone on with. What it found is in its progress, until it goes on."""

    def __init__(
        self,
        progress: Progress,
        choose: Chooser,
        *,
        remember: bool = True,
        limit: float = DEEPEST,
        measure: Callable[[Progress], float] | None = None,
    ) -> None:
        self.progress, self._choose, self._limit, self._measure = progress, choose, limit, measure
        self.seen: dict[tuple[int, int], float] | None = {} if remember else None
        self.nodes = self.refused = 0
        # Whether something was left out that might have led to a plan.
        self.cut = False
        self.worst: Hindrance | None = None
        self._frames: list[Iterator[Choice | None]] = [choose(progress)] if progress.available else []
        self._fruitless = [True]
        self._base = progress.depth
        self._empty = not progress.available
        self._deepest = -1

    def run(self, nodes: float, clock: Clock, bound: float = inf, *, refusals: float = inf) -> Outcome:
        """Go on until a plan cheaper than the bound is found, there is none, or the slice is used up.

        A slice also ends when the bound has refused so many choices.
        """
        if self._empty:
            self._empty = False
            return Outcome.FOUND if self._met() and self.progress.cost < bound else Outcome.EXHAUSTED
        progress, frames, fruitless = self.progress, self._frames, self._fruitless
        if progress.depth > self._base and not progress.available:
            progress.undo()
        stop = self.nodes + nodes
        while frames:
            choice = next(frames[-1], _NO_MORE)
            if choice is _NO_MORE:
                frames.pop()
                if fruitless.pop() and progress.depth > self._deepest:
                    self._deepest = progress.depth
                    self.worst = hindrance(progress)
                if frames:
                    progress.undo()
                continue
            if choice is None or self.nodes % _CLOCK_NODES == 0:
                if clock.over:
                    self.cut = True
                    return Outcome.PAUSED
                if choice is None:
                    continue
            self.nodes += 1
            fruitless[-1] = False
            progress.apply(choice)
            if self._pruned(bound):
                progress.undo()
            elif not progress.available:
                if self._met() and progress.cost < bound:
                    return Outcome.FOUND
                progress.undo()
            else:
                frames.append(self._choose(progress))
                fruitless.append(True)
            if self.nodes >= stop or self.refused >= refusals:
                return Outcome.PAUSED
        return Outcome.EXHAUSTED

    def _pruned(self, bound: float) -> bool:
        progress = self.progress
        if progress.floor >= bound:
            self.refused += 1
            return True
        if progress.depth + progress.left > self._limit:
            self.cut = True
            return True
        if self.seen is None:
            return False
        key = (progress.state.key, progress.agenda)
        worth = 0.0 if self._measure is None else self._measure(progress)
        old = self.seen.get(key)
        if old is not None and old <= worth:
            return True
        if len(self.seen) < MOST_SEEN:
            self.seen[key] = worth
        return False

    def _met(self) -> bool:
        met = self.progress.problem.goal(self.progress.state)
        if not met.holds and self.progress.depth > self._deepest:
            self._deepest = self.progress.depth
            self.worst = Hindrance("the goal", met.missing, _actions(self.progress))
        return met.holds
