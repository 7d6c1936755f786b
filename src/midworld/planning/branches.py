"""What is done instead where a person chooses otherwise: a plan for each choice they have, to a bounded number."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from .model import Method, Problem, Way
from .plan import Branch, Done, Plan
from .results import Result
from .state import State, Task

MOST_BRANCHES = 8


@dataclass(frozen=True, slots=True)
class _Except:
    """A method, unless it is the wrong one for a task that a person has decided about."""

    method: Method
    task: Task
    chosen: str

    @property
    def name(self) -> str:
        return self.method.name

    def ways(self, state: State, args: tuple[str, ...]) -> Iterator[Way | None]:
        """Those of the method itself, for other tasks or if it is the one chosen."""
        return self.method.ways(state, args) if args != self.task[1:] or self.name == self.chosen else iter(())

    def hindrance(self, state: State, args: tuple[str, ...]) -> str:
        return self.method.hindrance(state, args)


def decided(problem: Problem, task: Task, method: str) -> Problem:
    """The same, with a task done by this method."""
    methods = tuple(_Except(each, task, method) for each in problem.methods[task[0]])
    return replace(problem, methods={**problem.methods, task[0]: methods})


def branched(problem: Problem, plan: Plan, solve: Callable[[Problem], Result]) -> Plan:
    """A plan with a branch for every other choice its people have that leads to a plan."""
    branches: list[Branch] = []
    for done, method in _choices(problem, plan.tasks):
        if len(branches) == MOST_BRANCHES:
            break
        other = solve(decided(problem, done.task, method))
        if isinstance(other, Plan):
            assert done.chooser is not None
            branches.append(Branch(done.id, done.chooser, method, other))
    return replace(plan, branches=tuple(branches)) if branches else plan


def _choices(problem: Problem, tasks: tuple[Done, ...]) -> Iterator[tuple[Done, str]]:
    for done in tasks:
        if done.chooser is not None:
            for method in problem.methods[done.task[0]]:
                if method.name != done.method:
                    yield done, method.name
