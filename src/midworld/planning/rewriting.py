"""Another way to do one action of a plan, with the rest of the plan still possible."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..errors import UnknownName
from .model import Problem
from .plan import Action, Plan
from .project import happening_of, projected_facts
from .state import Fact, Task


def rewritten(
    problem: Problem, plan: Plan, action: int, task: Task, *, facts: Iterable[Fact], left: Sequence[int]
) -> Plan:
    """The plan with an action done as another task, where `facts` hold now and `left` is still to be done, in order.

    Raises MidworldError where that, or something behind it, cannot be done then.
    """
    if task[0] not in problem.operators:
        raise UnknownName("action", task[0], problem.operators)
    actions = {each.id: each for each in plan.actions}
    actions[action] = replace(actions[action], task=task)
    known = frozenset(facts)
    projected_facts(problem, (actions[each].task for each in left), known)
    before = left[: left.index(action)]
    then = projected_facts(problem, (actions[each].task for each in before), known)
    changed = _timed(problem, actions[action], then)
    return replace(plan, actions=tuple(changed if each.id == action else each for each in plan.actions))


def _timed(problem: Problem, action: Action, facts: frozenset[Fact]) -> Action:
    """With the times its new task takes."""
    happening = happening_of(problem, facts, action.task)
    assert happening is not None
    return replace(action, interval=happening.interval, end=action.start + happening.seconds)
