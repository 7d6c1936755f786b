"""Clauses: a verb and what goes with it, every way to read them, the likeliest first."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .closed import BE, DO, HAVE, MODALS, PARTICLES, SAYING, WH
from .predicates import Predicates
from .tree import Clause, Phrase
from .words import singular


@dataclass(slots=True)
class Clauses(Predicates):
    """How the clauses of one sentence can be read."""

    def complements(self, place: int, clause: Clause) -> Iterator[tuple[Clause, int]]:
        """Object, recipient, places, adverbs and complement of a verb in any order people say them."""
        self.step()
        if self.ends(place):
            yield clause, place
            return
        word = self.at(place)
        apart = word == "out" and self.at(place + 1) == "of"
        if (
            word in PARTICLES
            and clause.object is not None
            and f"{clause.verb} {word}" in self.lexicon.actions
            and not apart
        ):
            yield from self.complements(place + 1, replace(clause, verb=f"{clause.verb} {word}"))
        found, after = self.adverbs(place)
        if found:
            yield from self.complements(after, replace(clause, adverbs=(*clause.adverbs, *found)))
        if clause.verb.split()[0] in SAYING and clause.complement is None:
            yield from self._said(place, clause)
        if word == "to" and self.lexicon.verb(self.at(place + 1)) is not None and clause.complement is None:
            who = clause.object or (clause.subject if clause.mood != "command" else None)
            inner = Clause("statement", subject=who)
            for aim, end in self.predicate(place + 1, inner, form="base"):
                yield replace(clause, complement=aim), end
        if clause.object is None and not clause.places and clause.complement is None:
            yield from self._objects(place, clause)
        if word == "by" and self.at(place + 1).endswith("ing"):
            for way, end in self.predicate(place + 1, Clause("statement"), form="ing"):
                if way.object is not None:
                    yield from self.complements(end, replace(clause, places=(*clause.places, ("through", way.object))))
        for words, other, end in self.placed(place):
            way = self.lexicon.ways.get(words)
            if way == "to" and clause.recipient is None and self._receives(clause.verb, other):
                yield from self.complements(end, replace(clause, recipient=other))
            elif way == "for" and clause.object is None and clause.verb in {"search", "look", "ask"}:
                yield from self.complements(end, replace(clause, object=other))
            elif way == "for" and clause.object is not None and clause.recipient is None and animate(other):
                yield from self.complements(end, replace(clause, recipient=other))
            else:
                yield from self.complements(end, replace(clause, places=(*clause.places, (words, other))))
        yield clause, place

    def _objects(self, place: int, clause: Clause) -> Iterator[tuple[Clause, int]]:
        base = clause.verb.split()[0]
        if base in self.lexicon.gifts | {"tell", "ask"} and clause.recipient is None:
            for receiver, end in self.phrases(place):
                if receiver.parts and not animate(receiver):
                    continue
                if not animate(receiver) and not receiver.name and receiver.determiner not in {"the", "a", "this"}:
                    continue
                if receiver.pronoun in {"it", "this", "that", "them", "these", "those"}:
                    continue
                for thing, after in self.phrases(end):
                    yield from self.complements(after, replace(clause, recipient=receiver, object=thing))
        for thing, end in self.phrases(place):
            yield from self.complements(end, replace(clause, object=thing))

    def _receives(self, verb: str, other: Phrase) -> bool:
        stranger = (
            bool(other.head) and not other.determiner and not other.plural and not self.vocabulary.knows(other.head)
        )
        return verb.split()[0] in self.lexicon.gifts | {"say", "speak", "talk", "explain"} and (
            animate(other) or stranger or other.pronoun == "gap"
        )

    def _said(self, place: int, clause: Clause) -> Iterator[tuple[Clause, int]]:
        """`that the ball is in the box`, `where the ball is`, `whether it is red`; also after whom it is said to."""
        if clause.object is None and clause.verb in {"tell", "ask", "show"} and clause.recipient is None:
            for receiver, end in self.single(place):
                if animate(receiver) or receiver.name:
                    yield from self._said(end, replace(clause, recipient=receiver))
        if self.at(place) == "about":
            return
        word = self.at(place)
        for phrase, end in self.single(place) if word in {"the", "my", "your"} else ():
            if phrase.head in self.lexicon.attributes and phrase.owner is not None and not phrase.relations:
                yield replace(clause, complement=self.attribute(phrase)), end
        if word in WH:
            for inner, end in self.embedded(place):
                yield replace(clause, complement=inner), end
            return
        if word in BE and self.low[0] in {"what", "who", "which", "where"}:
            for inner, end in self.finite(place, Phrase("", pronoun="gap")):
                yield replace(clause, complement=inner), end
        start = place + 1 if word == "that" else place
        for inner, end in self.statement(start):
            if word == "that" or inner.verb:
                yield replace(clause, complement=inner), end

    def attribute(self, phrase: Phrase) -> Clause:
        """`the colour of the cup` as the question what it is."""
        where = self.lexicon.attributes[phrase.head] == "where"
        asked = "where" if where else "whose" if phrase.head == "owner" else f"attribute {phrase.head}"
        return Clause("question", "be", phrase.owner, asked=asked)

    def embedded(self, place: int) -> Iterator[tuple[Clause, int]]:
        """A question inside a sentence, in the order of a statement: `where the ball is`."""
        word = self.at(place)
        if word in {"whether", "if"}:
            for inner, end in self.statement(place + 1):
                yield replace(inner, mood="question", asked="yesno"), end
            return
        asked, start, thing = self.asked(place)
        if not asked:
            return
        if thing is None:
            for subject, end in self.phrases(start):
                if self.at(end) in BE:
                    tense = BE[self.at(end)]
                    more, after = self.adverbs(end + 1)
                    base = Clause("question", "be", subject, tense=tense, asked=asked, adverbs=more)
                    yield base, after
                for inner, after in self.finite(end, subject):
                    yield replace(inner, mood="question", asked=asked), after
        if asked == "whose":
            for owned, end in self._body(start, "the"):
                for subject, after in self.phrases(end):
                    if self.at(after) in BE:
                        kind = replace(owned, text=self.text(start, end))
                        yield Clause("question", "be", subject, kind=kind, asked="whose"), after + 1
        if asked in {"who", "what", "which", "how many"}:
            subject = thing or Phrase(word, pronoun="who" if asked == "who" else "what")
            for inner, end in self.finite(start, subject):
                yield replace(inner, mood="question", asked=asked), end
            if thing is not None:
                for subject, end in self.phrases(start):
                    for inner, after in self.finite(end, subject):
                        yield replace(inner, mood="question", asked=asked, object=thing), after

    def asked(self, place: int) -> tuple[str, int, Phrase | None]:
        """What a question word asks for, where it ends, and the noun that goes with it."""
        word, after = self.at(place), self.at(place + 1)
        if word == "how" and after in {"many", "much"}:
            if self.at(place + 2) == "of":
                for phrase, end in self.single(place + 3):
                    return "how many", end, replace(phrase, determiner="which", text=self.text(place + 3, end))
            found = list(self._counted(place + 2))
            known = [each for each in found if self.vocabulary.knows(each[0].head)]
            best = next(iter(known or found), None)
            return ("how many", best[1], best[0]) if best else ("how many", place + 2, None)
        if word == "how" and after in self.lexicon.adjectives:
            return f"how {after}", place + 2, None
        if word in {"what", "which"} and after in self.lexicon.attributes:
            return f"attribute {after}", place + 2, None
        if word == "what" and after in {"kind", "type", "sort"} and self.at(place + 2) == "of":
            return "kind", place + 3 + (singular(self.at(place + 3)) in {"thing", "object"}), None
        if word == "whom":
            return "who", place + 1, None
        if word in {"where", "who", "what", "when", "why", "how", "whose", "which"}:
            return word, place + 1, None
        return "", place, None

    def _counted(self, place: int) -> Iterator[tuple[Phrase, int]]:
        for phrase, end in self._body(place, "which"):
            if (
                self.at(end) in {*BE, *DO, *MODALS, *HAVE}
                or self.ends(end)
                or self.lexicon.verb(self.at(end))
                or any(True for _ in self.linked(end))
            ):
                yield replace(phrase, determiner="which", text=self.text(place, end)), end


def animate(phrase: Phrase) -> bool:
    """Whether a phrase can be somebody."""
    people = {"i", "me", "you", "he", "him", "she", "her", "we", "us", "they", "them", "who", "myself", "yourself"}
    people |= {"someone", "everyone", "everybody", "somebody", "anyone", "anybody", "nobody", "himself", "herself"}
    kinds = {
        "person",
        "man",
        "woman",
        "human",
        "child",
        "boy",
        "girl",
        "robot",
        "user",
        "friend",
        "agent",
        "mother",
        "father",
    }
    if phrase.parts:
        return all(map(animate, phrase.parts))
    return (
        phrase.pronoun in people
        or phrase.head in kinds
        or phrase.head == "agent"
        or phrase.words == "person"
        or (bool(phrase.name) and phrase.number is None and not phrase.determiner)
    )
