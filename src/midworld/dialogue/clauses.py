"""Clauses: a verb and what goes with it, every way to read them, the likeliest first."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .closed import ADVERBS, BE, DO, HAVE, JOINTS, MODALS, NOT_NOUNS, PARTICLES, SAYING, TIMES, UNITS, WH
from .nouns import Nouns, comparative
from .tree import Clause, Phrase
from .words import NUMBERS, singular


@dataclass(slots=True)
class Clauses(Nouns):
    """How the clauses of one sentence can be read."""

    def ends(self, place: int) -> bool:
        return place >= len(self.low)

    def negation(self, place: int) -> tuple[bool, int]:
        if self.at(place) in {"not", "never"}:
            return True, place + 1
        return False, place

    def adverbs(self, place: int) -> tuple[tuple[str, ...], int]:
        """Adverbs and expressions of time from here on."""
        found: list[str] = []
        while True:
            timed = self.moment(place)
            if timed is not None:
                found.append(timed[0])
                place = timed[1]
            elif (
                self.at(place) in ADVERBS
                and self.at(place) not in {"left", "right", "on", "off", "over"}
                and not (self.at(place) in {"then", "before"} and not self.ends(place + 1))
            ) or (
                self.at(place) in {"left", "right"} and (self.ends(place + 1) or self.at(place + 1) in JOINTS | ADVERBS)
            ):
                found.append(self.at(place))
                place += 1
            else:
                return tuple(found), place

    def moment(self, place: int) -> tuple[str, int] | None:
        """`at 8 seconds`, `10 seconds ago`, `in the last 10 seconds`, `at the moment`, `right now`."""
        words = self.low
        for text in (
            "at the moment",
            "right now",
            "this morning",
            "last night",
            "next week",
            "this evening",
            "a moment ago",
        ):
            parts = tuple(text.split())
            if words[place : place + len(parts)] == parts:
                return text, place + len(parts)
        start = place + (self.at(place) in {"at", "in", "for", "during", "within", "after"})
        start += self.at(start) in {"the", "t"}
        start += self.at(start) in {"last", "next", "past", "first"}
        amount = self.at(start)
        if not amount.replace(".", "", 1).isdigit() and amount not in NUMBERS:
            return None
        if self.at(start + 1) not in UNITS:
            return None
        end = start + 2 + (self.at(start + 2) == "ago")
        return " ".join(words[place:end]), end

    def verbs(self, place: int) -> Iterator[tuple[str, str, int]]:
        """The verb here with its particle, its form and where it ends; the longest first."""
        found = self.lexicon.verb(self.at(place))
        if found is None:
            return
        base, form = found
        for words in self.lexicon.joined.get(base, ()):
            if self.low[place + 1 : place + len(words)] == words[1:]:
                yield " ".join(words), form, place + len(words)
        yield base, form, place + 1

    # What follows a verb.

    def complements(self, place: int, clause: Clause) -> Iterator[tuple[Clause, int]]:
        """Object, recipient, places, adverbs and complement of a verb in any order people say them."""
        self.step()
        if self.ends(place):
            yield clause, place
            return
        word = self.at(place)
        if word in PARTICLES and clause.object is not None and f"{clause.verb} {word}" in self.lexicon.actions:
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
            elif way == "for" and clause.object is not None and clause.recipient is None and _animate(other):
                yield from self.complements(end, replace(clause, recipient=other))
            else:
                yield from self.complements(end, replace(clause, places=(*clause.places, (words, other))))
        yield clause, place

    def _objects(self, place: int, clause: Clause) -> Iterator[tuple[Clause, int]]:
        base = clause.verb.split()[0]
        if base in self.lexicon.gifts | {"tell", "ask"} and clause.recipient is None:
            for receiver, end in self.single(place):
                if not _animate(receiver) and not receiver.name and receiver.determiner not in {"the", "a", "this"}:
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
            _animate(other) or stranger
        )

    def _said(self, place: int, clause: Clause) -> Iterator[tuple[Clause, int]]:
        """`that the ball is in the box`, `where the ball is`, `whether it is red`; also after whom it is said to."""
        if clause.object is None and clause.verb in {"tell", "ask", "show"} and clause.recipient is None:
            for receiver, end in self.single(place):
                if _animate(receiver) or receiver.name:
                    yield from self._said(end, replace(clause, recipient=receiver))
        if self.at(place) == "about":
            return
        word = self.at(place)
        if word in WH:
            for inner, end in self.embedded(place):
                yield replace(clause, complement=inner), end
            return
        start = place + 1 if word == "that" else place
        for inner, end in self.statement(start):
            if word == "that" or inner.verb:
                yield replace(clause, complement=inner), end

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
            best = next(iter(self._counted(place + 2)), None)
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

    # Whole clauses.

    def predicate(self, place: int, base: Clause, *, form: str = "") -> Iterator[tuple[Clause, int]]:
        """A verb in a wanted form with its complements."""
        if self.at(place) == "be" and form == "base":
            yield from self.being(place + 1, replace(base, verb="be"))
        for verb, found, end in self.verbs(place):
            if form and found != form and not (form == "past" and self._participle(self.at(place))):
                continue
            if verb == "be":
                continue
            yield from self.complements(end, replace(base, verb=verb))

    def _participle(self, word: str) -> bool:
        found = self.lexicon.verb(word)
        return found is not None and (found[1] == "past" or word in {"put", "set", "cut", "hit", "shut", "let", "read"})

    def being(self, place: int, base: Clause) -> Iterator[tuple[Clause, int]]:
        """What follows a form of `be`."""
        self.step()
        negated, place = self.negation(place)
        base = replace(base, negated=base.negated or negated)
        early, start = self.adverbs(place)
        if early and self.at(place) not in {"here", "there"}:
            base, place = replace(base, adverbs=(*base.adverbs, *early)), start
        if self.ends(place):
            yield base, place
            return
        found = self.lexicon.verb(self.at(place))
        if self.at(place) == "going" and self.at(place + 1) == "to":
            yield from self.predicate(place + 2, replace(base, tense="future"), form="base")
        if found is not None and found[1] == "ing":
            yield from self.predicate(place, base, form="ing")
        if self.at(place) == "able" and self.at(place + 1) == "to":
            yield from self.predicate(place + 2, replace(base, modal="can"), form="base")
        adjectives = list(self._adjectives(place))
        for words, end in adjectives:
            if self.ends(end) or self.at(end) in JOINTS:
                yield replace(base, adjectives=words), end
        if self._participle(self.at(place)) and self.at(place) not in self.lexicon.adjectives:
            for verb, _, end in self.verbs(place):
                done = replace(base, verb=verb, subject=None, object=base.subject, passive=True)
                yield from self._passive(end, done)
        if comparative(self.at(place)) and self.at(place + 1) == "than":
            for other, end in self.phrases(place + 2):
                yield replace(base, than=(comparative(self.at(place)), other)), end
        for words, other, end in self.located(place):
            more, after = self.adverbs(end)
            done = replace(base, places=(*base.places, (words, other)), adverbs=(*base.adverbs, *more))
            yield done, after
            start = after + 1 if self.at(after) == "and" else after
            for again, second, last in self.located(start):
                yield replace(done, places=(*done.places, (again, second))), last
        if self.at(place) in {"here", "there"}:
            more, after = self.adverbs(place)
            yield replace(base, adverbs=(*base.adverbs, *more)), after
        if self.at(place) in {"mine", "yours"}:
            yield replace(base, places=(("of", Phrase(self.at(place), pronoun=self.at(place)[0:3])),)), place + 1
        for kind, end in self.phrases(place):
            more, after = self.adverbs(end)
            yield replace(base, kind=kind, adverbs=(*base.adverbs, *more)), after
        for words, end in adjectives:
            more, after = self.adverbs(end)
            if more:
                yield replace(base, adjectives=words, adverbs=(*base.adverbs, *more)), after
            for also, other, last in self.placed(end):
                yield replace(base, adjectives=words, places=((also, other),)), last

    def located(self, place: int) -> Iterator[tuple[str, Phrase, int]]:
        """A place, its thing possibly several."""
        for words, end in self.linked(place):
            for other, after in self.phrases(end):
                if other.parts:
                    yield words, other, after
        yield from self.placed(place)

    def _passive(self, place: int, base: Clause) -> Iterator[tuple[Clause, int]]:
        if self.at(place) == "by":
            for doer, end in self.phrases(place + 1):
                yield from self.complements(end, replace(base, subject=doer))
        for clause, end in self.complements(place, base):
            kept = [each for each in clause.places if each[0] != "by"]
            doer = next((each[1] for each in clause.places if each[0] == "by"), None)
            yield replace(clause, places=tuple(kept), subject=doer), end

    def _adjectives(self, place: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """Adjectives after `be`: known ones first, then any single word that ends the clause."""
        start = place + (self.at(place) in {"very", "really", "so", "too", "quite", "all"})
        word = self.at(start)
        if not word or word in NOT_NOUNS or any(True for _ in self.linked(start)):
            return
        known = word in self.lexicon.adjectives or word in self.lexicon.feelings
        is_name = word in self.vocabulary.names or bool(self.vocabulary.classes(word))
        if not known and is_name:
            return
        if self.at(start + 1) in {"and", ",", "or"} and known:
            last = start + 2 + (self.at(start + 2) == "and")
            if self.at(last) in self.lexicon.adjectives and not (self.at(last + 1) and self.at(last + 1) not in JOINTS):
                yield (word, self.at(last)), last + 1
        if known or self.ends(start + 1) or self.at(start + 1) in JOINTS | TIMES:
            yield (word,), start + 1

    def finite(self, place: int, subject: Phrase) -> Iterator[tuple[Clause, int]]:
        """What a subject is or does, from its verb on."""
        self.step()
        early, place = self.adverbs(place) if self.at(place) not in {"left", "right"} else ((), place)
        negated = "never" in early
        base = Clause(
            "statement", subject=subject, adverbs=tuple(each for each in early if each != "never"), negated=negated
        )
        word = self.at(place)
        if word in BE and word != "be":
            yield from self.being(place + 1, replace(base, verb="be", tense=BE[word]))
            return
        if word in DO and (self.at(place + 1) == "not" or self.lexicon.verb(self.at(place + 1))):
            no, after = self.negation(place + 1)
            if after > place + 1 or self.at(after) not in NOT_NOUNS:
                yield from self.predicate(after, replace(base, negated=no or negated, tense=DO[word]), form="base")
        if word in MODALS:
            no, after = self.negation(place + 1)
            more, after = self.adverbs(after)
            done = replace(base, negated=no or negated, tense=MODALS[word], modal=word, adverbs=(*base.adverbs, *more))
            yield from self.predicate(after, done, form="base")
            return
        if word in HAVE and self.at(place + 1) == "to":
            yield from self.predicate(place + 2, replace(base, modal="must"), form="base")
        if word in HAVE:
            no, after = self.negation(place + 1)
            more, after = self.adverbs(after)
            perfect = replace(base, negated=no or negated, tense="past", adverbs=(*base.adverbs, *more))
            if self.at(after) == "been":
                yield from self.being(after + 1, replace(perfect, verb="be"))
            yield from self.predicate(after, perfect, form="past")
        if word == "need" and self.at(place + 1) == "to":
            yield from self.predicate(place + 2, replace(base, modal="must"), form="base")
        for verb, form, end in self.verbs(place):
            if form == "ing" or verb == "be" or (form == "base" and word in BE):
                continue
            tense = "past" if form == "past" else "present"
            yield from self.complements(end, replace(base, verb=verb, tense=tense))

    def statement(self, place: int) -> Iterator[tuple[Clause, int]]:
        """A subject and what it is or does; or that there is something."""
        self.step()
        if self.at(place) == "there" and self.at(place + 1) in BE:
            negated, after = self.negation(place + 2)
            for thing, end in self.phrases(after):
                more, last = self.adverbs(end)
                absent = negated or thing.determiner == "no"
                yield (
                    Clause("statement", "exist", thing, negated=absent, tense=BE[self.at(place + 1)], adverbs=more),
                    last,
                )
            return
        for subject, end in self.phrases(place):
            yield from self.finite(end, subject)

    def relative(self, place: int) -> Iterator[tuple[Clause, int]]:
        """What follows `that`, `which` or `who`: with the noun as subject, or as object."""
        gap = Phrase("", pronoun="gap")
        yield from self.finite(place, gap)
        for subject, end in self.single(place):
            if subject.pronoun in {"that", "this"}:
                continue
            for clause, after in self.finite(end, subject):
                if clause.object is None and clause.verb not in {"be", ""}:
                    yield replace(clause, object=gap), after


def _animate(phrase: Phrase) -> bool:
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
        return all(map(_animate, phrase.parts))
    return (
        phrase.pronoun in people
        or phrase.head in kinds
        or phrase.head == "agent"
        or phrase.words == "person"
        or (bool(phrase.name) and phrase.number is None and not phrase.determiner)
    )
