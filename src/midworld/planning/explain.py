"""A plan in sentences: what each does, what for, after what, and why it is theirs."""

import re
from collections.abc import Iterator, Sequence

from .plan import Action, Done, Link, Plan
from .state import Fact, Task

_FACTS_SHOWN = 3
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def explained(plan: Plan) -> Iterator[str]:
    """The plan as a person would tell it, a sentence or two for each task and each step."""
    if not plan.actions:
        yield "Nothing has to be done."
        return
    yield f"The plan takes {_seconds(plan.makespan)}: {_listed(list(_shares(plan)))}."
    if plan.latest > plan.makespan:
        yield f"If everything takes its longest, it takes {_seconds(plan.latest)}."
    for rule, cost in plan.costs.items():
        if rule != "makespan" or len(plan.costs) > 1:
            yield f"{_words(rule).capitalize()} costs {cost:g}."
    owners = {part: each for each in plan.tasks for part in each.parts}
    by_id = {each.id: each for each in plan.actions}
    for task in plan.tasks:
        yield _task(task, owners.get(task.id))
    for action in plan.actions:
        yield _action(action, owners.get(action.id), [each.fact for each in plan.links if each.taker == action.id])
        yield from _given([each for each in plan.links if each.maker == action.id], action, by_id)
    for branch in plan.branches:
        yield (
            f"If {branch.chooser} rather chooses “{_words(branch.method)}”, the plan takes "
            f"{_seconds(branch.plan.makespan)} and {_count(len(branch.plan.actions), 'action')}."
        )


def _shares(plan: Plan) -> Iterator[str]:
    for agent in plan.agents:
        stream = plan.stream(agent.name)
        if stream:
            busy = sum(each.seconds for each in stream)
            yield f"{agent.name} has {_count(len(stream), 'action')} ({_seconds(busy)})"
    nobody = [each for each in plan.actions if not each.agents]
    if nobody:
        yield f"{_count(len(nobody), 'action')} {'happens' if len(nobody) == 1 else 'happen'} by themselves"


def _task(task: Done, above: Done | None) -> str:
    aim = "was asked for" if above is None else f"is part of {_quoted(above.task)}"
    if not task.parts:
        return f"{_quoted(task.task)} {aim}; by “{_words(task.method)}” nothing is left to do for it."
    choice = "" if task.chooser is None else f", which {task.chooser} decides"
    return f"{_quoted(task.task)} {aim}; it is done by “{_words(task.method)}”{choice}."


def _action(action: Action, above: Done | None, needed: Sequence[Fact]) -> str:
    who = _listed(action.agents)
    does = "do" if len(action.agents) > 1 else "does"
    text = f"From {action.start:g} to {_seconds(action.end)}, "
    text += f"{who} {does} {_quoted(action.task, action.agents)}" if who else f"{_quoted(action.task)} happens"
    text += " as was asked for" if above is None else f" for {_quoted(above.task)}"
    mine = [fact_words(each) for each in needed if set(each) & set(action.agents)]
    return f"{text}: {_listed(mine[:_FACTS_SHOWN])}." if mine else f"{text}."


def _given(links: Sequence[Link], action: Action, by_id: dict[int, Action]) -> Iterator[str]:
    """For whom it is done: the first of those that need it, and everybody else who waits for it."""
    told = set[tuple[str, ...]]()
    for link in links:
        then = by_id[link.taker]
        waits = bool(then.agents) and not set(then.agents) & set(action.agents)
        if then.agents in told or (told and not waits):
            continue
        told.add(then.agents)
        step, fact = _quoted(then.task, then.agents), fact_words(link.fact)
        if waits:
            wait = "wait" if len(then.agents) > 1 else "waits"
            yield f"   {_listed(then.agents)} {wait} for {_listed(action.agents) or 'that'}: {step} needs that {fact}."
        else:
            yield f"   Then {fact}, so that {step} can follow."


def fact_words(fact: Fact) -> str:
    """`(isOn cup table)` as `cup is on table`."""
    if len(fact) == 1:
        return f"it is {_words(fact[0])}"
    if len(fact) == 2:
        return f"{fact[1]} is {_words(fact[0])}"
    return " ".join((fact[1], _words(fact[0]), *fact[2:]))


def _quoted(task: Task, without: Sequence[str] = ()) -> str:
    return f"“{' '.join((_words(task[0]), *(each for each in task[1:] if each not in without)))}”"


def _words(name: str) -> str:
    """A name of a program as words."""
    return _HUMP.sub(" ", name).replace("_", " ").replace("-", " ").lower()


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _seconds(number: float) -> str:
    return f"{number:g} s"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
