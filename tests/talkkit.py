"""A small flat to talk about, known to the robot and to Ann; Bob knows less, and otherwise."""

from functools import cache

from midworld.adapters.oxigraph import knowledge_base
from midworld.dialogue import Conversation, Models, Utterance
from midworld.knowledge import KnowledgeBase, ontology_files

FLAT = """
cup1 rdf:type Cup; cup1 hasColor red; cup1 hasSize big; cup1 isOn table1; cup1 rightOf ann
cup2 rdf:type Cup; cup2 hasColor blue; cup2 hasSize small; cup2 isOn shelf1; cup2 leftOf ann
table1 rdf:type Table; shelf1 rdf:type Shelf; box1 rdf:type Box; box1 isOn table1; door1 rdf:type Door
ball1 rdf:type Ball; ball1 isIn box1; book1 rdf:type Book; book1 isOn table1; book1 belongsTo ann
knife1 rdf:type Knife; knife1 isNextTo book1; plate1 rdf:type Plate; plate1 isOn shelf1
bottle1 rdf:type Bottle; bottle1 isIn kitchen1; kitchen1 rdf:type Kitchen
apple1 rdf:type Apple; apple2 rdf:type Apple; apple1 isIn box1; apple2 isIn box1
ann rdf:type Human; bob rdf:type Human; phone1 rdf:type Phone; bob hasInHand phone1
"""
BOBS = "bob rdf:type Human; ball1 rdf:type Ball; ball1 isIn drawer1; drawer1 rdf:type Drawer"


def facts(text: str) -> list[str]:
    return [each.strip() for line in text.splitlines() for each in line.split(";") if each.strip()]


@cache
def _base() -> KnowledgeBase:
    return knowledge_base(ontology_files(), clock=lambda: 0.0)


def empty() -> Conversation:
    """A conversation in which nobody has told anything yet."""
    return Conversation(Models(_base().fork()))


def flat() -> Conversation:
    conversation = empty()
    for model in ("robot", "ann"):
        conversation.tell(model, facts(FLAT))
    conversation.tell("bob", facts(BOBS))
    return conversation


def said(text: str, *, speaker: str = "ann") -> Utterance:
    """What becomes of the first thing said in the flat."""
    return flat().say(speaker, text)


FURNISHED = f"""{FLAT}
cup2 isNextTo plate1; book2 rdf:type Book; book2 belongsTo bob; book2 isOn shelf1; bottle1 hasMaterial glass
drawer1 rdf:type Drawer; lamp1 rdf:type Lamp; lamp1 hasFeature broken
ann sees cup1; bob sees ball1; bob canReach knife1
"""


@cache
def _furnished() -> KnowledgeBase:
    conversation = empty()
    known = [each.replace("box1", "drawer1") if each.startswith("apple") else each for each in facts(FURNISHED)]
    for model in ("robot", "ann"):
        conversation.tell(model, known)
    conversation.tell(
        "bob", facts(f"{BOBS}; bottle1 rdf:type Bottle; bottle1 isIn kitchen1; kitchen1 rdf:type Kitchen")
    )
    return conversation.models.kb


def furnished() -> Conversation:
    """The flat with more in it: two books, a broken lamp, apples in a drawer, and who sees and reaches what."""
    conversation = Conversation(Models(_furnished().fork()))
    for name in ("ann", "bob"):
        conversation.models.know_person(name)
    return conversation
