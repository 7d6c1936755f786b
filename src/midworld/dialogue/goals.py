"""From what was asked for to what a planner is to do: desired situations as tasks, a mind as a planning state."""

from .deeds import wishes_of
from .facts import TYPE, Facts
from .lexicon import Lexicon
from .models import Models
from .speaking import PLACES
from .words import camel

Task = tuple[str, ...]
# Roles in the order in which a task names them: who does it, for whom, to what, where to.
ROLES = ("performedBy", "receivedBy", "actsOnObject", "hasDestination")


def tasks_of(models: Models, lexicon: Lexicon) -> tuple[Task, ...]:
    """What the robot is to do, as it was asked for: `("Give", "robot", "ann", "atlas")`; nothing that is forbidden.

    What hangs on a condition is not among them; whoever knows that it is met asks for it without.
    """
    facts = models.facts(models.robot)
    free = [each for each in wishes_of(facts, doer=models.robot) if not facts.objects(each, "hasCondition")]
    return tuple(_task(facts, each, lexicon) for each in free)


def _task(facts: Facts, name: str, lexicon: Lexicon) -> Task:
    deeds = {*lexicon.actions.values(), *map(camel, lexicon.verbs)}
    kind = next((each for each in facts.objects(name, TYPE) if each in deeds), "")
    return (kind, *(thing for role in ROLES for thing in facts.objects(name, role)))


def planning_facts(models: Models) -> tuple[Task, ...]:
    """What the robot holds to be so, as a planner takes it: classes, places and what is in hands, predicate first."""
    facts = models.facts(models.robot)
    found: dict[Task, None] = {}
    for thing in facts.things():
        for predicate, value in facts.of(thing):
            if predicate == TYPE and ":" not in value:
                found["type", thing, value] = None
            elif predicate in {*PLACES, "hasInHand", "sees", "canReach"}:
                found[predicate, thing, value] = None
    return tuple(found)
