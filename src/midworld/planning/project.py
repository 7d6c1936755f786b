"""What holds after some actions, step by step: what is undone and done again is in the right order."""

from collections.abc import Iterable, Set

from ..errors import MidworldError
from .model import Happening, Problem
from .state import Fact, State, Task, fact_text


def projected_facts(problem: Problem, actions: Iterable[Task], facts: Iterable[Fact] | None = None) -> frozenset[Fact]:
    """What holds after these actions, from what holds in the problem or from other facts.

    Raises MidworldError where one of them cannot be done.
    """
    state = State(problem.facts if facts is None else facts)
    for task in actions:
        _advance(state, _possible(problem, state, task))
    return frozenset(state.facts)


def happening_of(problem: Problem, facts: Iterable[Fact], task: Task) -> Happening | None:
    """What an action needs and changes where these facts hold; None where it cannot be done."""
    return problem.operators[task[0]].happening(State(facts), task[1:])


def hindrance_of(problem: Problem, facts: Iterable[Fact], task: Task) -> str:
    """The precondition in an action's way."""
    return problem.operators[task[0]].hindrance(State(facts), task[1:])


def unmet_goal(problem: Problem, facts: Iterable[Fact]) -> str | None:
    """What of a problem's goal does not hold; None where all of it does."""
    met = problem.goal(State(facts))
    return None if met.holds else met.missing


def union_projection(facts: Set[Fact], effects: Iterable[tuple[Iterable[Fact], Iterable[Fact]]]) -> frozenset[Fact]:
    """The papers' formula: of all adds A and all deletes D of some actions, A \\ D is added and D \\ A removed.

    It forgets the order. So it equals `projected_facts` only where every fact is changed at most once, each add is of a
    fact that did not hold and each delete of one that did; use it to compare, not to plan.
    """
    added, deleted = set[Fact](), set[Fact]()
    for adds, deletes in effects:
        added.update(adds)
        deleted.update(deletes)
    return frozenset((set(facts) | (added - deleted)) - (deleted - added))


def _possible(problem: Problem, state: State, task: Task) -> Happening:
    operator = problem.operators[task[0]]
    happening = operator.happening(state, task[1:])
    if happening is None:
        raise MidworldError(f"{fact_text(task)} cannot be done: {operator.hindrance(state, task[1:])} is in the way")
    return happening


def _advance(state: State, happening: Happening) -> None:
    for fact in happening.deletes:
        if fact in state.facts:
            state.remove(fact)
    for fact in happening.adds:
        if fact not in state.facts:
            state.add(fact)
