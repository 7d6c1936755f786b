"""From a problem to a plan: a first one at once, then better ones while there is time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import TypeAlias

from .branches import branched
from .descent import Clock, Descent, Hindrance, Outcome, hindrance, in_order, one_by_one, shuffled, straight_on
from .hopeless import hopeless
from .improve import Improver
from .model import Problem
from .plan import Plan, plan_of
from .preferences import Preferences
from .progress import Progress
from .results import GaveUp, Impossible, Result
from .rules import Makespan, Rules
from .tabled import Table

# Who gives no deadline waits so long for a first plan, and so long for better ones.
FIRST_SECONDS = 60.0
BETTER_SECONDS = 1.0
_FIRST_SLICE = 1000
_BRANCH_ROUNDS, _BRANCH_SECONDS = 20, 10.0


@dataclass(frozen=True, slots=True)
class Report:
    """How a search goes: seconds, choices made, and the cost of the best plan, if there is one."""

    seconds: float
    nodes: int
    cost: float | None


Watcher: TypeAlias = Callable[[Report], None]


def solve(
    problem: Problem,
    liked: Preferences | None = None,
    *,
    within: float | None = None,
    rounds: int | None = None,
    seed: int = 0,
    first: bool = False,
    watch: Watcher | None = None,
) -> Result:
    """A plan, the proof that there is none, or how far the search came.

    `rounds` bounds the improvement by tries instead of seconds: then the same seed gives the same plan. An interrupt
    ends it with the best plan so far.
    """
    search = _Search(problem, liked or Preferences(), seed, watch)
    try:
        found = search.begin(FIRST_SECONDS if within is None else within)
        if isinstance(found, Impossible | GaveUp) or first:
            return found
        if within is None:
            search.clock = Clock(BETTER_SECONDS if rounds is None else FIRST_SECONDS)
        better = search.improve(rounds)
        if any(each.chooser is not None for each in better.tasks):
            tries = _BRANCH_ROUNDS if rounds is None else rounds
            return branched(problem, better, lambda other: solve_once(other, liked, rounds=tries, seed=seed))
        return better
    except KeyboardInterrupt:
        return search.best or search.gave_up()


def solve_once(problem: Problem, liked: Preferences | None, *, rounds: int, seed: int) -> Result:
    """A plan without branches, after so many tries."""
    search = _Search(problem, liked or Preferences(), seed, None)
    found = search.begin(_BRANCH_SECONDS)
    return search.improve(rounds) if isinstance(found, Plan) else found


class _Search:
    def __init__(self, problem: Problem, liked: Preferences, seed: int, watch: Watcher | None) -> None:
        self._problem, self._liked, self._random = problem, liked, Random(seed)
        self._rules = Rules(problem, liked)
        quick = dict(liked.weights) == {"makespan": 1.0}
        self._objective = Makespan() if quick else self._rules
        self._quick, self._watch = quick, watch
        self.clock = Clock(inf)
        self.best: Plan | None = None
        self._nodes = 0
        self._worst: Hindrance | None = None

    def fresh(self) -> Progress:
        progress = Progress(self._problem, self._objective)
        progress.begin()
        return progress

    def begin(self, seconds: float) -> Result:
        """A first plan: depth first in order, by increasing length, and by chance, in turns."""
        self.clock = Clock(seconds)
        if any(self._problem.least.get(each[0], 1.0) == inf for each in self._problem.tasks.tasks):
            return self._hopeless()
        relaxed = self._problem.relaxed
        focused = None
        if self._problem.focused is not None:
            progress = Progress(self._problem.focused(), self._objective)
            progress.begin()
            focused = Descent(progress, one_by_one)
        straight = Descent(self.fresh(), straight_on)
        deepening, limit = self._deepening(0.0)
        slice_, table = _FIRST_SLICE, Table(self._problem)
        while True:
            if focused is not None:
                outcome = self._slice(focused, slice_)
                if outcome is Outcome.FOUND:
                    return self._found(focused.progress)
                focused = None if outcome is Outcome.EXHAUSTED else focused
            outcome = self._slice(straight, slice_)
            if outcome is Outcome.FOUND:
                return self._found(straight.progress)
            if outcome is Outcome.EXHAUSTED and not straight.cut and not straight.progress.circled:
                return self._impossible()
            for _ in range(4):
                outcome = self._slice(deepening, slice_)
                if outcome is Outcome.FOUND:
                    return self._found(deepening.progress)
                if outcome is not Outcome.EXHAUSTED:
                    break
                if not deepening.cut:
                    return self._impossible()
                deepening, limit = self._deepening(limit)
            lucky = Descent(self.fresh(), shuffled(self._random), limit=slice_)
            if self._slice(lucky, slice_) is Outcome.FOUND:
                return self._found(lucky.progress)
            proof = None if relaxed is None or self.clock.over else hopeless(relaxed(), self.clock)
            relaxed = None
            if proof is not None:
                return proof
            if table.useful and table.proved(slice_, self.clock):
                return self._impossible()
            if self.clock.over:
                return self.gave_up()
            slice_ *= 2

    def _deepening(self, limit: float) -> tuple[Descent, float]:
        progress = self.fresh()
        limit = max(limit * 1.3, progress.left * 1.2, 8.0)
        return Descent(progress, in_order, limit=limit, measure=lambda each: each.depth), limit

    def _slice(self, descent: Descent, nodes: float) -> Outcome:
        before = descent.nodes
        outcome = descent.run(nodes, self.clock)
        self._nodes += descent.nodes - before
        if descent.worst is not None and (self._worst is None or descent.worst.actions > self._worst.actions):
            self._worst = descent.worst
        self._tell()
        return outcome

    def _tell(self) -> None:
        if self._watch is not None:
            self._watch(Report(self.clock.spent, self._nodes, None if self.best is None else self.best.cost))

    def _found(self, progress: Progress) -> Plan:
        self.best = self._plan(progress)
        self._tell()
        return self.best

    def _plan(self, progress: Progress) -> Plan:
        found = plan_of(progress, self.costs(progress))
        return found if self._quick else replace(found, counts=self._rules.counts(progress.tallies[-1]))

    def costs(self, progress: Progress) -> Mapping[str, float]:
        """By rule, what the plan costs."""
        if self._quick:
            return {"makespan": progress.cost}
        return self._rules.by_rule(progress.tallies[-1])

    def _impossible(self) -> Impossible:
        worst = self._worst or hindrance(self.fresh())
        return Impossible(worst.task, worst.precondition)

    def _hopeless(self) -> Impossible:
        name = next(each for each in self._problem.tasks.tasks if self._problem.least.get(each[0], 1.0) == inf)
        return Impossible(f"({' '.join(name)})", "a method that ever ends")

    def gave_up(self) -> GaveUp:
        return GaveUp(self.clock.spent, self._nodes, self._worst)

    def improve(self, rounds: int | None) -> Plan:
        """Better plans until the deadline, the number of tries, or the proof that there is none."""
        assert self.best is not None
        improver = Improver(self.fresh, self._random, self.clock, sequential=self._quick and self._sequential())
        best = self.best.cost
        length = len(self.best.actions) + len(self.best.tasks)
        for progress in improver.better(best, rounds, length):
            self._nodes = improver.nodes
            if progress is not None:
                self.best = self._plan(progress)
            self._tell()
        if improver.proved:
            self.best = replace(self.best, best=True)
        return self.best

    def _sequential(self) -> bool:
        return len(self._problem.agents) <= 1
