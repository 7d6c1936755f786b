"""Who and what pronouns and pointing stand for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .closed import INDEFINITE
from .facts import TYPE, Facts, PlainModels
from .lexicon import Lexicon
from .outcomes import Attention, Resolution, Resolved, Unknown
from .tree import Clause, Phrase

FIRST, SECOND = (
    frozenset({"i", "me", "my", "myself", "mine", "min"}),
    frozenset({"you", "yourself", "your", "yours"}),
)
BOTH = frozenset({"we", "us"})
PERSONS = frozenset({"he", "him", "she", "her", "himself", "herself"})
MANY = frozenset({"they", "them", "these", "those"})
POINTING = ("focusesOn", "pointsAt", "looksAt")


@dataclass(slots=True)
class Pointing:
    """What the words of one sentence of one speaker point to, by gesture or by what was said before."""

    models: PlainModels
    lexicon: Lexicon
    speaker: str
    attention: Attention
    forced: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    among: tuple[str, ...] = ()
    true_of: "Callable[[Clause, str, Facts], bool] | None" = None
    resolved: dict[str, str | list[str]] = field(default_factory=dict[str, str | list[str]])
    mentioned: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    notes: list[str] = field(default_factory=list[str])
    # Why each phrase was taken for what it was.
    reasons: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def mine(self) -> Facts:
        return self.models.facts(self.speaker)

    @property
    def robots(self) -> Facts:
        return self.models.facts(self.models.robot)

    def _pronoun(self, phrase: Phrase) -> Resolution | None:
        word, robot = phrase.pronoun, self.models.robot
        if word in FIRST:
            return Resolved((self.speaker,))
        if word in SECOND:
            return Resolved((robot,))
        if word in BOTH:
            return Resolved((self.speaker, robot))
        if word in {"here", "there"}:
            place, _ = self.spot(word)
            return Resolved((place,), ("a place",)) if place else Unknown(phrase)
        if phrase.determiner == "both" and not phrase.head and not self.among:
            pairs = [each for each in self.attention.groups if len(each) == 2]
            return Resolved(pairs[0], ("spoken of last",)) if pairs else None
        pointed = self.pointed(phrase)
        told = bool(pointed) and (not self.among or pointed[0] in self.among)
        if word in {"this", "that"} and told and not phrase.head:
            return Resolved(pointed[:1], ("pointed at",))
        if word == "this" and self.models.watched and not pointed:
            return Unknown(phrase)
        if word in {"this", "that", "it", "itself"}:
            things = [each for each in self.attention.recent if not self.is_person(each)]
            things = [each for each in things if not self.among or each in self.among]
            if things:
                return Resolved((things[0],), ("spoken of last",))
            return Resolved(pointed[:1], ("pointed at",)) if pointed else Unknown(phrase)
        if word in PERSONS:
            said = [each for things in reversed(self.mentioned) for each in things]
            people = [each for each in (*said, *self.attention.recent) if self.is_person(each)]
            people = [each for each in people if each not in {self.speaker, robot}]
            return Resolved((people[0],), ("spoken of last",)) if people else Unknown(phrase)
        if word in {"these", "those"} and self.pointed(phrase):
            return Resolved(self.pointed(phrase), ("pointed at",))
        if word in MANY:
            if self.attention.groups:
                return Resolved(self.attention.groups[0], ("spoken of last",))
            recent = [each for each in self.attention.recent if each not in {self.speaker, robot}][:2]
            return Resolved(tuple(recent), ("spoken of last",)) if recent else Unknown(phrase)
        if word in INDEFINITE and not phrase.adjectives and not phrase.relations:
            if word in {"everyone", "everybody"}:
                people = [each for each in self.robots.things() if self.is_person(each) and each != robot]
                return Resolved(tuple(people))
            return None
        return None

    def pointed(self, phrase: Phrase, *, looking: bool = True) -> tuple[str, ...]:
        """What the speaker points at, focuses on or also looks at, as the speaker or the robot has it."""
        for predicate in POINTING if looking else POINTING[:2]:
            found = [*self.mine.objects(self.speaker, predicate), *self.robots.objects(self.speaker, predicate)]
            meant = [each for each in dict.fromkeys(found) if not self._carries(each, found)]
            # Of all that is in sight nothing in particular is looked at.
            if meant and (predicate != "looksAt" or len(meant) == 1 or phrase.head):
                return tuple(meant)
        return ()

    def spot(self, word: str) -> tuple[str, str]:
        """The place `here` or `there` stands for, pointed at or spoken of last, and how something is there."""
        pointed = self.pointed(Phrase(word))
        if pointed:
            return pointed[0], ""
        if word == "here":
            return "", ""
        if self.attention.places:
            return self.attention.places[0]
        recent = [each for each in self.attention.recent if not self.is_person(each) and self._holds_things(each)]
        return (recent[0], "") if recent else ("", "")

    def _holds_things(self, thing: str) -> bool:
        facts = self.robots
        within = any(facts.subjects(name, thing) for name in ("isIn", "isOn"))
        return within or "Container" in facts.objects(thing, TYPE)

    def _carries(self, thing: str, others: Sequence[str]) -> bool:
        """Whether a thing is pointed at only because something on it is."""
        return any(self.robots.holds(each, "isOn", thing) for each in others)

    def pointed_all(self) -> tuple[str, ...]:
        """All the speaker points at, focuses on or looks at, what is meant likeliest first."""
        minds = (self.mine, self.robots)
        found = [each for name in POINTING for facts in minds for each in facts.objects(self.speaker, name)]
        return tuple(dict.fromkeys(found))

    def _is_article(self, kinds: set[str]) -> bool:
        """Whether classes say of an agent that it is a jar: what slips has done so, and is nobody for that."""
        told = [each for each in kinds if ":" not in each and each not in {"Agent", "ActiveConcept"}]
        return any("Agent" not in self.models.above(each) and each in self.models.said_as for each in told)

    def is_person(self, thing: str) -> bool:
        kinds = {*self.robots.objects(thing, TYPE), *self.mine.objects(thing, TYPE)}
        return (
            thing == self.speaker
            or thing in self.models.names
            or bool(kinds & {"Human", "Robot", "Animal", "Person"})
            or ("Agent" in kinds and not self._is_article(kinds))
        )
