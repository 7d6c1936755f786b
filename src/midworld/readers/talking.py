"""What dialogue makes of a question that has no form of its own."""

from ..adapters.oxigraph import knowledge_base
from ..dialogue import Conversation, Models
from ..knowledge import ontology_files
from .asked import Answer, Asked
from .staging import Stage

IGNORANT = ("I do not know", "As far as you know", "I cannot", "Nobody that", "Nothing that", "No ")


def talked(question: str, asked: Asked) -> Answer | None:
    """What dialogue answers to a question; None where it does not understand or know."""
    if asked.owner != asked.robot:
        return None
    models = Models(knowledge_base(ontology_files()), robot=asked.robot)
    stage = Stage(models, lambda _: asked.worlds, start=asked.start)
    said = Conversation(models, moment=stage.show, imagine=stage.imagine).say(asked.robot, f"{question}?")
    if said.act != "question" or not said.answer or said.answer.startswith(IGNORANT):
        return None
    return Answer(said.answer)
