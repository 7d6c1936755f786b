"""What holds after some actions, step by step: what is undone and done again is in the right order."""

from collections.abc import Iterable

from ..errors import MidworldError
from .model import Problem
from .state import Fact, State, Task, fact_text


def projected_facts(problem: Problem, actions: Iterable[Task]) -> frozenset[Fact]:
    """What holds after these actions of a problem. Raises MidworldError where one of them cannot be done."""
    state = State(problem.facts)
    for task in actions:
        operator = problem.operators[task[0]]
        happening = operator.happening(state, task[1:])
        if happening is None:
            raise MidworldError(
                f"{fact_text(task)} cannot be done: {operator.hindrance(state, task[1:])} is in the way"
            )
        for fact in happening.deletes:
            if fact in state.facts:
                state.remove(fact)
        for fact in happening.adds:
            if fact not in state.facts:
                state.add(fact)
    return frozenset(state.facts)
