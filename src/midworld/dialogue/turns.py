"""What is said back, and what is kept from one sentence to the next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import msgspec

from .grounding import Grounding
from .lexicon import Lexicon
from .orders import Understood, Unresolved
from .outcomes import Ambiguous, Attention, Contradictory, Resolved, Unknown
from .tree import Clause, Phrase, Reading

TRIED = 8
SLACK = 2.6
PATIENCE = 2
SOCIAL = {
    "greeting": "Hello!",
    "farewell": "Goodbye!",
    "thanks": "You are welcome.",
    "apology": "Never mind.",
    "yes": "OK.",
    "no": "OK.",
    "unsure": "All right.",
    "any": "All right.",
    "cancel": "All right, never mind.",
    "feeling": "I am fine, thank you.",
    "praise": "Thank you.",
}
WHILE = frozenset({"after", "before", "when", "while", "until", "since"})
# Where a thing is said to be now, it no longer is where it was.
MOVED = frozenset({"isIn", "isOn", "isHeldBy", "isUnder"})
IGNORANT = ("I do not know", "As far as you know", "Nothing that", "Nobody that", "No ")
Ground = Callable[[Phrase], tuple[str, ...]]
"""What a phrase stands for. Raises Unresolved."""


class Supposed(msgspec.Struct, frozen=True):
    """A deed somebody supposes: who does what to which thing, how as it was said, and whose fate is asked for."""

    verb: str
    thing: str
    doer: str
    way: str = ""
    about: str = ""


class Scene(Protocol):
    """Worlds that are watched while somebody talks about them."""

    def show(self, stamp: float | None) -> None:
        """Brings the minds to an instant; to the newest without one."""
        ...

    def words(self, lexicon: Lexicon) -> Lexicon:
        """A lexicon that also has words for what only the scene tells."""
        ...

    def answer(self, clause: Clause, ground: Ground) -> str:
        """What worlds answer to a question; empty where it is none of theirs."""
        ...

    def imagine(self, deed: Supposed) -> str:
        """What would happen if somebody did something."""
        ...


class Utterance(msgspec.Struct, frozen=True):
    """What became of something said."""

    speaker: str
    heard: str
    act: str
    statements: tuple[str, ...] = ()
    resolved: dict[str, str | list[str]] = {}
    answer: str = ""
    ask: str | None = None


@dataclass(slots=True)
class Turn:
    """What one sentence came to."""

    act: str
    statements: list[str] = field(default_factory=list[str])
    resolved: dict[str, str | list[str]] = field(default_factory=dict[str, str | list[str]])
    answer: str = ""
    ask: str | None = None
    # How the sentence was read, why phrases were taken for what they were, and what was not understood.
    reading: Reading | None = None
    reasons: dict[str, str] = field(default_factory=dict[str, str])
    missing: str = ""


@dataclass(slots=True)
class Pending:
    """A question of ours that waits for its answer."""

    kind: str
    reading: Reading | None
    phrase: Phrase = field(default_factory=lambda: Phrase(""))
    candidates: tuple[str, ...] = ()
    forced: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    asked: set[str] = field(default_factory=set[str])
    chain: list[str] = field(default_factory=list[str])
    near: str = ""
    text: str = ""
    tries: int = 0


@dataclass(slots=True)
class Attempt:
    """One reading worked out to its end, nothing of it believed yet."""

    reading: Reading
    act: str
    grounding: Grounding
    attention: Attention
    number: int
    understood: list[Understood] = field(default_factory=list[Understood])
    answers: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])


def act_of(clause: Clause) -> str:
    if clause.mood == "command" and clause.negated:
        return "prohibition"
    return clause.mood


def of_the_past(clause: Clause) -> bool:
    """Whether a question names an instant or a stretch of time, or asks for changes: a scene knows best."""
    timed = any(any(map(str.isdigit, each)) or each.partition(" ")[0] in WHILE for each in clause.adverbs)
    return timed or clause.verb in {"change", "happen"}


def bare_questions(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses of a sentence, each whole: in `who took it and when`, when is asked of what was asked before."""
    found: list[Clause] = []
    for each in clauses:
        bare = bool(found) and each.mood == "question" and each.verb == ""
        found.append(replace(found[-1], asked=each.asked) if bare else each)
    return found


def rank(problem: Unresolved) -> int:
    match problem.outcome:
        case Ambiguous():
            return 0
        case Contradictory():
            return 1
        case Unknown(word="") | Resolved():
            return 2
        case _:
            return 4


def none_of(phrase: Phrase) -> str:
    noun = " ".join((*phrase.adjectives, phrase.head or phrase.name or phrase.text))
    return f"any {noun}" if noun.strip() else "that"


def kind_said(readings: Sequence[Reading]) -> Phrase | None:
    """The class somebody explains a word with."""
    for reading in readings:
        clause = reading.clauses[0]
        if clause.mood == "fragment" and clause.subject is not None and (clause.subject.head or clause.subject.name):
            return clause.subject
        if clause.mood in {"statement", "learn"} and clause.verb == "be" and clause.kind is not None:
            return clause.kind
        if clause.mood in {"statement", "learn"} and clause.verb == "be" and clause.adjectives:
            return Phrase(clause.adjectives[0], head=clause.adjectives[0])
    return None
