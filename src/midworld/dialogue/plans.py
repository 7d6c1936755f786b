"""A shared plan in words: what each does and in which order, and which task an action is part of."""

from typing import TYPE_CHECKING

from .grounding import Grounding
from .outcomes import Resolved
from .speaking import Wording, listed, sentence
from .tree import Clause, Phrase
from .words import spaced, third

if TYPE_CHECKING:
    from ..planning import Plan

Task = tuple[str, ...]
ORDER = ("first", "then", "after that")


def plan_answer(plan: "Plan", clause: Clause, grounding: Grounding, wording: Wording) -> str:
    """The answer to a question about a plan: all of it, somebody's part, or what an action is for."""
    subject = clause.kind or clause.subject
    if clause.verb == "be" and subject is not None and subject.head == "plan":
        return told_plan(plan, wording)
    if clause.verb == "do" and clause.asked == "what" and (clause.modal or clause.tense == "future"):
        return told_plan(plan, wording, who=_people(clause.subject, grounding))
    if clause.asked == "why" and clause.verb not in {"be", "exist", "think"}:
        return _reason(plan, clause, grounding, wording)
    return ""


def told_plan(plan: "Plan", wording: Wording, who: tuple[str, ...] = ()) -> str:
    """The tasks that were asked for, then who does what in order; only some people's part with `who`."""
    tasks = {each.id: each for each in plan.tasks}
    roots = [tasks[each].task for each in plan.roots if each in tasks and not who]
    said = [f"we want to {_done(each, _doer(each, wording), wording)}" for each in roots]
    actions = [each for each in plan.actions if not who or set(each.agents) & set(who)]
    if not actions:
        return "There is nothing to do."
    for place, action in enumerate(actions):
        last = place + 1 == len(actions) and place > 0
        word = "finally" if last and place > 1 else ORDER[min(place, len(ORDER) - 1)]
        meanwhile = place > 0 and action.start < actions[place - 1].end - 1e-9
        said.append(f"{'meanwhile' if meanwhile else word} {_doing(action.task, action.agents, wording)}")
    return " ".join(map(sentence, said))


def _reason(plan: "Plan", clause: Clause, grounding: Grounding, wording: Wording) -> str:
    """What an action is for: the tasks above it."""
    things = set(_things(clause.object, grounding))
    doers = set(_people(clause.subject, grounding))
    above = {part: task for task in plan.tasks for part in task.parts}
    for action in plan.actions:
        same = clause.verb.split()[0] in action.task[0].replace("-", "_").casefold().split("_")
        if same and things <= set(action.task[1:]) and (not doers or doers & set(action.agents)):
            task, chain = above.get(action.id), list[str]()
            while task is not None:
                chain.append(_done(task.task, _doer(task.task, wording), wording))
                task = above.get(task.id)
            return sentence(f"in order to {', which is part of how to '.join(chain)}") if chain else ""
    return ""


def _people(phrase: Phrase | None, grounding: Grounding) -> tuple[str, ...]:
    return _things(phrase, grounding) if phrase is not None and phrase.pronoun != "gap" else ()


def _things(phrase: Phrase | None, grounding: Grounding) -> tuple[str, ...]:
    found = grounding.ground(phrase) if phrase is not None else None
    return found.things if isinstance(found, Resolved) else ()


def _doing(task: Task, agents: tuple[str, ...], wording: Wording) -> str:
    """`you give the cup to me`, `Ann takes the cup`."""
    # Oneself is named last.
    who = listed(sorted((wording.name(each, subject=True) for each in agents), key=lambda name: name == "I"))
    plain = len(agents) > 1 or who in {"I", "you"}
    verb, _, rest = _done(task, agents, wording).partition(" ")
    return f"{who} {verb if plain else third(verb)} {rest}".strip()


def _doer(task: Task, wording: Wording) -> tuple[str, ...]:
    """Whoever does a task, where it is also for somebody else."""
    people = [each for each in task[1:] if each in wording.models.names]
    return tuple(people[:1]) if len(people) > 1 else ()


def _done(task: Task, agents: tuple[str, ...], wording: Wording) -> str:
    """A task without whoever does it: `give the cup`."""
    others = [each for each in task[1:] if each not in agents]
    people = [wording.name(each) for each in others if each in wording.models.names]
    things = [wording.name(each) for each in others if each not in wording.models.names]
    words = [spaced(task[0].replace("-", "_")), listed(things), f"to {listed(people)}" if people else ""]
    return " ".join(each for each in words if each)
