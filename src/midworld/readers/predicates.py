"""Questions in the words of a predicate: `isHighUp` is asked for as "is the cup high up", whoever tells it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..world import Pattern, Situation, World
from .asked import Answer, Answering, Asked, Form, Named, Slots, entry_fact, instant
from .naming import listed
from .past import of_kind

BE = r"(?:'s| is| are| was| were)"
WHICH = r"(?:what|who|(?:which|what) (?P<kind>\w+(?: \w+)?))"


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

    @property
    def infinitive(self) -> str:
        """`threatens` as it stands after "does"; several spellings, as an expression."""
        first, _, rest = self.words.partition(" ")
        stem = re.escape(first[:-1])
        stem = f"{re.escape(first[:-3])}(?:y|ie)" if first.endswith("ies") else stem
        stem = f"{re.escape(first[:-2])}e?" if first.endswith("es") else stem
        return f"{stem} {re.escape(rest)}".strip()


def forms(world: World) -> Iterator[Form]:
    """A form for each way of asking for each predicate that holds or held in a world."""
    predicates = sorted({each.predicate for each in world.timeline.situations()})
    # The longest words first: "hotter than" before "hot".
    for wording in sorted(map(Wording.of, predicates), key=lambda each: -len(each.words)):
        for pattern, answer in _patterns(_Question(wording)):
            yield Form(wording.predicate, pattern, answer)


def _patterns(question: "_Question") -> Iterator[tuple[str, Answering]]:
    wording = question.wording
    words, other = re.escape(wording.words), r"(?: (?P<other>.+))?"
    yield rf"(?P<thing>.+?) {re.escape(wording.predicate)}{other}", question.whether
    if wording.kind == "state":
        yield rf"(?:is|are|was|were) (?P<thing>.+?) {words}{other}", question.whether
        yield rf"{WHICH}{BE} {words}{other}", question.which
        yield rf"(?:since )?when{BE} (?P<thing>.+?) {words}{other}", question.when
        yield rf"(?:since )?(?:when|how long) has (?P<thing>.+?) been {words}{other}", question.when
    elif wording.kind == "verb":
        yield rf"(?:does|do|did) (?P<thing>.+?) {wording.infinitive}{other}", question.whether
        yield rf"what (?:does|do|did) (?P<thing>.+?) {wording.infinitive}", question.whom
        yield rf"{WHICH} (?:{words}|{wording.infinitive})(?: (?P<other>.+))?", question.which
        yield rf"(?:since )?when (?:does|do|did) (?P<thing>.+?) {wording.infinitive}{other}", question.when
    else:
        yield rf"(?:what|who){BE} (?:the )?{words} of (?P<thing>.+)", question.whom
        yield rf"(?:what|who){BE} (?P<thing>.+)'s {words}", question.whom


@dataclass(frozen=True, slots=True)
class _Question:
    """The answers about one predicate."""

    wording: Wording

    def whether(self, asked: Asked, named: Named, _: Slots) -> Answer:
        if found := self._holding(asked, named):
            return Answer(f"yes: {asked.so(self._said(found[0]))}", tuple(map(entry_fact, found)), holds=True)
        before = self._known(asked, named)[-1:]
        was = "".join(f"; it was so from {_span(each)}" for each in before)
        return Answer(f"no: {asked.so(self._denied(named) + was)}", tuple(map(entry_fact, before)), holds=False)

    def which(self, asked: Asked, named: Named, said: Slots) -> Answer:
        found = self._holding(asked, named)
        if "kind" in said:
            fitting = {each.id for each in of_kind(asked, said["kind"])}
            found = [each for each in found if each.subject in fitting]
        text = "; ".join(map(self._said, found)) or f"nothing {self._verb('is')}{_object(named)}"
        return Answer(asked.so(text), tuple(map(entry_fact, found)))

    def whom(self, asked: Asked, named: Named, _: Slots) -> Answer:
        found = self._holding(asked, named)
        values = listed([str(each.object) for each in found])
        thing, words = named["thing"], self.wording.words
        plain = f"{thing} {words}" if self.wording.kind == "verb" else f"the {words} of {thing} is"
        return Answer(asked.so(f"{plain} {values or 'nothing that is known'}"), tuple(map(entry_fact, found)))

    def when(self, asked: Asked, named: Named, _: Slots) -> Answer:
        found = self._holding(asked, named) or self._known(asked, named)[-1:]
        said = [self._said(each) if each.end is None else self._ended(each) for each in found]
        return Answer(asked.so("; ".join(said) or self._denied(named)), tuple(map(entry_fact, found)))

    def _holding(self, asked: Asked, named: Named) -> list[Situation]:
        return [each for each in self._known(asked, named) if each.end is None]

    def _known(self, asked: Asked, named: Named) -> list[Situation]:
        pattern = Pattern(named.get("thing"), self.wording.predicate, named.get("other"))
        return sorted(asked.world.timeline.situations(pattern), key=lambda each: (each.start, str(each.subject)))

    def _verb(self, be: str) -> str:
        state = {"state": f"{be} {self.wording.words}", "verb": self.wording.words}
        return state.get(self.wording.kind, f"has {self.wording.words}")

    def _said(self, found: Situation) -> str:
        return f"{found.subject} {self._verb('is')}{_value(found)} since {instant(found.start)}"

    def _ended(self, found: Situation) -> str:
        return f"{found.subject} {self._verb('was')}{_value(found)} from {_span(found)}"

    def _denied(self, named: Named) -> str:
        if self.wording.kind == "state":
            return f"{named['thing']} is not {self.wording.words}{_object(named)}"
        return f"it is not known that {named['thing']} {self._verb('is')} {named.get('other', 'anything')}"


def _value(found: Situation) -> str:
    return "" if found.object in (None, True) else f" {found.object}"


def _object(named: Named) -> str:
    return f" {named['other']}" if "other" in named else ""


def _span(found: Situation) -> str:
    return instant(found.start) + ("" if found.end is None else f" to {instant(found.end)}")
