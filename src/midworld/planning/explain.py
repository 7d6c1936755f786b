"""A plan in sentences: what each does, what for, after what, and why it is theirs."""

from collections.abc import Iterator

from .plan import Action, Done, Plan
from .state import Task, fact_text

_FACTS_SHOWN = 3


def explained(plan: Plan) -> Iterator[str]:
    """The plan as a person would tell it, a sentence or two for each task and each step."""
    if not plan.actions:
        yield "Nothing has to be done."
        return
    names = [each.name for each in plan.agents if plan.stream(each.name)]
    yield f"The plan takes {_seconds(plan.makespan)} and {_count(len(plan.actions), 'action')} of {_listed(names)}."
    for rule, cost in plan.costs.items():
        if rule != "makespan" or len(plan.costs) > 1:
            yield f"{rule.replace('_', ' ').capitalize()} costs {cost:g}."
    owners = {part: each for each in plan.tasks for part in each.parts}
    for task in plan.tasks:
        yield from _task(task, owners)
    for action in plan.actions:
        yield _action(action, plan, owners)
    for link in plan.synchronisations:
        assert link.maker is not None
        first, then = _by_id(plan, link.maker), _by_id(plan, link.taker)
        waiting, giving = _listed(then.agents), _listed(first.agents)
        yield f"{waiting} waits for {giving} to {_words(first.task)}: {fact_text(link.fact)}."
    for branch in plan.branches:
        actions = _count(len(branch.plan.actions), "action")
        yield (
            f"If {branch.chooser} rather chooses {_name(branch.method)}, the plan takes "
            f"{_seconds(branch.plan.makespan)} and {actions}."
        )


def _task(task: Done, owners: dict[int, Done]) -> Iterator[str]:
    above = owners.get(task.id)
    aim = "was asked for" if above is None else f"is part of {_words(above.task)}"
    choice = "" if task.chooser is None else f", which {task.chooser} decides"
    nothing = "" if task.parts else "; nothing is left to do for it"
    yield f"To {_words(task.task)} {aim}; it is done by {_name(task.method)}{choice}{nothing}."


def _action(action: Action, plan: Plan, owners: dict[int, Done]) -> str:
    who = _listed(action.agents) or "Nobody"
    above = owners.get(action.id)
    text = f"At {_seconds(action.start)} {who} {'begin' if len(action.agents) > 1 else 'begins'} to "
    text += f"{_words(tuple(each for each in action.task if each not in action.agents))}"
    text += f", to {_words(above.task)}" if above is not None else ", as was asked for"
    mine = [each.fact for each in plan.links if each.taker == action.id and set(each.fact) & set(action.agents)]
    if mine:
        text += f"; {who} can, as {_listed([fact_text(each) for each in mine[:_FACTS_SHOWN]])}"
    gives = [each for each in plan.links if each.maker == action.id]
    if gives:
        then = _by_id(plan, gives[0].taker)
        text += f"; after it {fact_text(gives[0].fact)}, so that {_listed(then.agents)} can {_words(then.task)}"
    return f"{text}."


def _by_id(plan: Plan, wanted: int) -> Action:
    return next(each for each in plan.actions if each.id == wanted)


def _words(task: Task) -> str:
    return " ".join((_name(task[0]), *task[1:]))


def _name(text: str) -> str:
    return text.replace("_", " ").replace("-", " ")


def _listed(names: "list[str] | tuple[str, ...]") -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _seconds(number: float) -> str:
    return f"{number:g} s"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
