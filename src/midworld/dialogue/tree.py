"""What a sentence is made of: noun phrases and clauses, as they were said and before anything is looked up."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Mood: TypeAlias = Literal["statement", "question", "command", "wish", "learn", "forget", "social", "fragment"]


# The determiner of somebody whose own left or right is meant.
OWN_SIDE = "own"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase; `head` is the plain noun, empty for pronouns and for `one`."""

    text: str
    head: str = ""
    determiner: str = ""
    pronoun: str = ""
    adjectives: tuple[str, ...] = ()
    number: int | None = None
    bound: str = ""
    plural: bool = False
    other: bool = False
    superlative: str = ""
    than: "tuple[str, Phrase] | None" = None
    owner: "Phrase | None" = None
    relations: "tuple[tuple[str, Phrase], ...]" = ()
    clauses: "tuple[Clause, ...]" = ()
    parts: "tuple[Phrase, ...]" = ()
    either: bool = False
    negated: bool = False
    name: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb with what goes with it. `asked` says which part a question leaves open."""

    mood: Mood
    verb: str = ""
    subject: Phrase | None = None
    object: Phrase | None = None
    recipient: Phrase | None = None
    places: tuple[tuple[str, Phrase], ...] = ()
    adjectives: tuple[str, ...] = ()
    kind: Phrase | None = None
    than: tuple[str, Phrase] | None = None
    negated: bool = False
    tense: str = "present"
    modal: str = ""
    asked: str = ""
    complement: "Clause | None" = None
    # What has to hold for it, and whether it must not.
    condition: "tuple[str, Clause] | None" = None
    # Why it is so, or to be done.
    reason: "tuple[str, Clause | None] | None" = None
    adverbs: tuple[str, ...] = ()
    social: str = ""
    polite: bool = False
    passive: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a sentence; the lower its cost, the likelier."""

    clauses: tuple[Clause, ...]
    cost: float = 0.0


def substituted(clause: Clause, old: Phrase, new: Phrase) -> Clause:
    """A clause with another phrase in the place of one."""

    def other(phrase: Phrase | None) -> Phrase | None:
        return new if phrase == old else phrase

    return replace(
        clause,
        subject=other(clause.subject),
        object=other(clause.object),
        recipient=other(clause.recipient),
        kind=other(clause.kind),
        places=tuple((words, new if each == old else each) for words, each in clause.places),
        complement=substituted(clause.complement, old, new) if clause.complement is not None else None,
    )
