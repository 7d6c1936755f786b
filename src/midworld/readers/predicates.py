"""Questions in the words of a predicate: `isHighUp` is asked for as "is the cup high up", whoever tells it."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ..dialogue import Lexicon, listed
from ..world import EntityId, Pattern, Situation, World
from .asked import Answer, Asked, entry_fact, instant


@dataclass(frozen=True, slots=True)
class Wording:
    """A predicate in words: after "is" (`isHighUp`), after a subject (`threatens`), or before "of" (`hasOwner`)."""

    predicate: str
    kind: str
    words: str

    @classmethod
    def of(cls, predicate: str) -> "Wording":
        """What a predicate is called, by the way its name is written."""
        first, *rest = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", predicate.rpartition(":")[2]).casefold().split()
        if first in ("is", "has") and rest:
            return cls(predicate, "state" if first == "is" else "property", " ".join(rest))
        if first.endswith("s") and not first.endswith("ss"):
            return cls(predicate, "verb", " ".join((first, *rest)))
        return cls(predicate, "property", " ".join((first, *rest)))


def spoken(predicates: Mapping[str, bool], lexicon: Lexicon) -> Lexicon:
    """A lexicon that also has the words of predicates nobody else has words for."""
    known = {*lexicon.prepositions.values(), *lexicon.states.values(), *lexicon.adjectives.values()}
    words = [Wording.of(each) for each in predicates if each not in known]

    def of(kind: str, *, to_another: bool | None = None) -> dict[str, str]:
        kept = [each for each in words if each.kind == kind]
        return {each.words: each.predicate for each in kept if to_another in (None, predicates[each.predicate])}

    return lexicon.extended(
        states=of("verb"),
        prepositions=of("state", to_another=True),
        adjectives=of("state", to_another=False),
        attributes=of("property"),
    )


def told_in(worlds: Iterable[World]) -> dict[str, bool]:
    """Every predicate that holds or held in some worlds, and whether it relates a thing to another."""
    found = [each for world in worlds for each in world.timeline.situations()]
    return {each.predicate: isinstance(each.object, str) for each in found}


@dataclass(frozen=True, slots=True)
class Told:
    """The answers about one predicate of one thing, of what stands in it to another, or of both."""

    asked: Asked
    wording: Wording
    thing: EntityId | None = None
    other: EntityId | None = None

    def whether(self) -> Answer:
        if found := self._holding():
            return Answer(f"yes: {self.asked.so(self._said(found[0]))}", tuple(map(entry_fact, found)), holds=True)
        before = self._known()[-1:]
        was = "".join(f"; it was so from {_span(each)}" for each in before)
        return Answer(f"no: {self.asked.so(self._denied() + was)}", tuple(map(entry_fact, before)), holds=False)

    def which(self, fitting: Collection[str] | None = None) -> Answer:
        found = [each for each in self._holding() if fitting is None or each.subject in fitting]
        text = "; ".join(map(self._said, found)) or f"nothing {self._verb('is')}{self._object()}"
        return Answer(self.asked.so(text), tuple(map(entry_fact, found)))

    def whom(self) -> Answer:
        found = self._holding()
        values = listed([str(each.object) for each in found])
        words = self.wording.words
        plain = f"{self.thing} {words}" if self.wording.kind == "verb" else f"the {words} of {self.thing} is"
        return Answer(self.asked.so(f"{plain} {values or 'nothing that is known'}"), tuple(map(entry_fact, found)))

    def when(self) -> Answer:
        found = self._holding() or self._known()[-1:]
        said = [self._said(each) if each.end is None else self._ended(each) for each in found]
        return Answer(self.asked.so("; ".join(said) or self._denied()), tuple(map(entry_fact, found)))

    def _holding(self) -> list[Situation]:
        return [each for each in self._known() if each.end is None]

    def _known(self) -> list[Situation]:
        pattern = Pattern(self.thing, self.wording.predicate, self.other)
        return sorted(self.asked.world.timeline.situations(pattern), key=lambda each: (each.start, str(each.subject)))

    def _verb(self, be: str) -> str:
        state = {"state": f"{be} {self.wording.words}", "verb": self.wording.words}
        return state.get(self.wording.kind, f"has {self.wording.words}")

    def _said(self, found: Situation) -> str:
        return f"{found.subject} {self._verb('is')}{_value(found)} since {instant(found.start)}"

    def _ended(self, found: Situation) -> str:
        return f"{found.subject} {self._verb('was')}{_value(found)} from {_span(found)}"

    def _denied(self) -> str:
        if self.wording.kind == "state":
            return f"{self.thing} is not {self.wording.words}{self._object()}"
        return f"it is not known that {self.thing} {self._verb('is')} {self.other or 'anything'}"

    def _object(self) -> str:
        return f" {self.other}" if self.other is not None else ""


def _value(found: Situation) -> str:
    return "" if found.object in (None, True) else f" {found.object}"


def _span(found: Situation) -> str:
    return instant(found.start) + ("" if found.end is None else f" to {instant(found.end)}")
