"""Dialogue over worlds: minds told what worlds hold, and questions answered the one way by the other."""

from collections.abc import Mapping

from ..adapters.oxigraph import knowledge_base
from ..assessment import Minds
from ..dialogue import Conversation, Models, Oracle
from ..errors import BadStatement, UnknownName
from ..knowledge import KnowledgeBase, ontology_files
from ..runtime import Commit
from ..world import STABLE, Agent, Delta, World
from .asked import Answer, Asked
from .questions import answered

ASKER = "somebody"
IGNORANT = ("I do not know", "As far as you know", "I cannot")


def tell_worlds(base: KnowledgeBase, worlds: Mapping[str, World]) -> None:
    """Tells every mind what its world holds."""
    minds = Minds(base)
    begun = [(name, world) for name, world in worlds.items() if len(world.structure) or world.timeline.open]
    for place, (name, world) in enumerate(begun):
        minds.follow(Commit(place + 1, name, world.stamp, Delta(), world, None, place + 1 == len(begun)))


def people_of(asked: Asked) -> tuple[str, ...]:
    """Everybody there is but the robot."""
    agents = [each.id for each in asked.worlds[STABLE].structure.entities if isinstance(each.role, Agent)]
    return tuple(name for name in agents if name != asked.robot)


def oracle_of(asked: Asked) -> Oracle:
    """Answers to questions that have a form of their own; nothing for the others."""

    def oracle(question: str, who: str) -> str | None:
        try:
            answer = answered(question, asked)
        except (BadStatement, UnknownName):
            return None
        return None if answer.candidates else answer.text

    return oracle


def talked(question: str, asked: Asked) -> Answer | None:
    """What dialogue answers to a question; None where it does not understand or know."""
    if asked.owner != asked.robot:
        return None
    base = knowledge_base(ontology_files())
    tell_worlds(base, asked.worlds)
    conversation = Conversation(Models(base, robot=asked.robot))
    for name in people_of(asked):
        conversation.models.know_person(name)
    said = conversation.say(asked.robot, f"{question}?")
    if said.act != "question" or not said.answer or said.answer.startswith(IGNORANT):
        return None
    return Answer(said.answer)
