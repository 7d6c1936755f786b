"""What every task can lead to, state by state: in a total order this ends even where tasks come back to themselves."""

from collections.abc import Iterator
from typing import TypeAlias

from .descent import Clock
from .model import Problem
from .network import Network
from .state import Fact, State, Task

# A state takes about as much memory as its facts; so many are remembered.
MOST_STATES = 20_000

_Facts: TypeAlias = frozenset[Fact]
# A task begun in a state.
_Begun: TypeAlias = tuple[Task, int]
# What is done, for which task, what of it is left, and in which state.
_Item: TypeAlias = tuple[_Begun, tuple[Task, ...], int]
_ROOT: _Begun = ((), 0)


class Table:
    """Every task met with every state it was begun in, and the states it can end in."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._numbers: dict[_Facts, int] = {}
        self._states: list[State] = []
        self._ends: dict[_Begun, set[int]] = {_ROOT: set()}
        self._waiting: dict[_Begun, list[tuple[_Begun, tuple[Task, ...]]]] = {_ROOT: []}
        self._items: list[_Item] = []
        # Whether it can still tell that there is no plan.
        self.useful = not problem.beliefs and problem.tasks.shape.total
        if self.useful:
            self._items.append((_ROOT, _in_order(problem.tasks), self._number(frozenset(problem.facts))))

    def proved(self, items: float, clock: Clock) -> bool:
        """Go on for so many items; whether everything has been looked at and there is no plan."""
        while self._items and self.useful:
            items -= 1
            if items < 0 or clock.over:
                return False
            self._take(*self._items.pop())
        return self.useful

    def _number(self, facts: _Facts) -> int:
        found = self._numbers.get(facts)
        if found is None:
            found = self._numbers[facts] = len(self._states)
            self._states.append(State(facts))
            self.useful = self.useful and found < MOST_STATES
        return found

    def _take(self, begun: _Begun, left: tuple[Task, ...], at: int) -> None:
        if not left:
            if at in self._ends[begun]:
                return
            self._ends[begun].add(at)
            if begun is _ROOT and self._problem.goal(self._states[at]).holds:
                self.useful = False
            self._items += [(above, rest, at) for above, rest in self._waiting[begun]]
            return
        inner = (left[0], at)
        known = inner in self._ends
        self._waiting.setdefault(inner, []).append((begun, left[1:]))
        if known:
            self._items += [(begun, left[1:], end) for end in self._ends[inner]]
        else:
            self._ends[inner] = set()
            self._items += [(inner, tasks, end) for tasks, end in self._ways(*inner)]

    def _ways(self, task: Task, at: int) -> Iterator[tuple[tuple[Task, ...], int]]:
        state = self._states[at]
        operator = self._problem.operators.get(task[0])
        if operator is not None:
            happening = operator.happening(state, task[1:])
            if happening is not None:
                yield (), self._number(frozenset(state.facts.difference(happening.deletes).union(happening.adds)))
            return
        for method in self._problem.methods.get(task[0], ()):
            for way in method.ways(state, task[1:]):
                if way is not None:
                    self.useful = self.useful and way.network.shape.total
                    yield _in_order(way.network), at


def _in_order(network: Network) -> tuple[Task, ...]:
    return tuple(network.tasks[place] for place in reversed(network.shape.backwards))
