"""Predicates: what a subject is or does, every way to read it, the likeliest first."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .amounts import Amounts
from .closed import BE, DO, HAVE, JOINTS, MODALS, NOT_NOUNS, PARTICLES, TIMES, WH
from .degrees import INTENSE, comparative
from .states import LINKING, POSTURES, SEEN, state_of
from .tree import Clause, Phrase
from .words import dictionary_verb

SAME_IN_PAST = frozenset({"put", "set", "cut", "hit", "shut", "let"})
TRUE = frozenset({"true", "correct", "right", "case", "fact", "so", "certain", "sure", "possible"})
UNTRUE = frozenset({"false", "untrue", "wrong", "incorrect"})
ALLOWED = {"able": "can", "allowed": "may", "permitted": "may", "supposed": "should", "forbidden": "may"}
OWN = {"mine": "i", "yours": "you", "his": "he", "hers": "she", "ours": "we", "theirs": "they"}


@dataclass(slots=True)
class Predicates(Amounts):
    """How what is said of a subject can be read."""

    def verbs(self, place: int) -> Iterator[tuple[str, str, int]]:
        """The verb here with its particle, its form and where it ends; the longest first."""
        found = self.lexicon.verb(self.at(place)) or self._other_verb(place)
        if found is None:
            return
        base, form = found
        for words in self.lexicon.joined.get(base, ()):
            apart = words[-1] == "out" and self.at(place + len(words)) == "of"
            if self.low[place + 1 : place + len(words)] == words[1:] and not apart:
                yield " ".join(words), form, place + len(words)
        yield base, form, place + 1

    def _other_verb(self, place: int) -> tuple[str, str] | None:
        """A verb of the dictionary that is in no lexicon, unless it is known as something else."""
        word = self.at(place)
        if not word.isalpha() or word in NOT_NOUNS or word in self.lexicon.adjectives or self.vocabulary.knows(word):
            return None
        return None if any(True for _ in self.linked(place)) else dictionary_verb(word)

    def complements(self, place: int, clause: Clause) -> Iterator[tuple[Clause, int]]:
        """What goes with a verb; read where clauses are."""
        yield from ()

    def predicate(self, place: int, base: Clause, *, form: str = "") -> Iterator[tuple[Clause, int]]:
        """A verb in a wanted form with its complements."""
        if self.at(place) == "be" and form == "base":
            yield from self.being(place + 1, replace(base, verb="be"))
        for verb, found, end in self.verbs(place):
            if form and found != form and not (form == "past" and self._participle(self.at(place))):
                continue
            if verb == "be":
                continue
            if verb in LINKING:
                yield from self._linked_quality(end, base)
            for clause, after in self.complements(end, replace(base, verb=verb)):
                yield state_of(clause, self.lexicon), after

    def _linked_quality(self, place: int, base: Clause) -> Iterator[tuple[Clause, int]]:
        """What follows a verb that says what a subject is like: `looks green`, `seems to be in the box`."""
        if self.at(place) == "to" and self.at(place + 1) == "be":
            yield from self.being(place + 2, replace(base, verb="be"))
        for words, after in self._adjectives(place):
            if words[0] in self.lexicon.adjectives or words[0] in self.lexicon.feelings:
                more, last = self.adverbs(after)
                yield replace(base, verb="be", adjectives=words, adverbs=(*base.adverbs, *more)), last

    def _participle(self, word: str) -> bool:
        found = self.lexicon.verb(word)
        return found is not None and (found[1] == "past" or word in {"put", "set", "cut", "hit", "shut", "let", "read"})

    def being(self, place: int, base: Clause) -> Iterator[tuple[Clause, int]]:
        """What follows a form of `be`."""
        self.step()
        negated, place = self.negation(place)
        base = replace(base, negated=base.negated or negated)
        yield from self.measured(place, base)
        early, start = self.adverbs(place)
        if early and self.at(place) not in {"here", "there", "fast"}:
            base, place = replace(base, adverbs=(*base.adverbs, *early)), start
        if self.ends(place):
            yield base, place
            return
        found = self.lexicon.verb(self.at(place))
        if self.at(place) == "going" and self.at(place + 1) == "to":
            yield from self.predicate(place + 2, replace(base, tense="future"), form="base")
        if self.at(place) == "to" and self.lexicon.verb(self.at(place + 1)):
            yield from self.predicate(place + 1, replace(base, modal="must"), form="base")
        if found is not None and found[1] == "ing":
            yield from self.predicate(place, base, form="ing")
        prefixed = any(" " in words for words, _ in self.linked(place))
        yield from self._made_of(place, base)
        if self.at(place) in ALLOWED and self.at(place + 1) == "to":
            modal = ALLOWED[self.at(place)]
            denied = base.negated or self.at(place) == "forbidden"
            yield from self.predicate(place + 2, replace(base, modal=modal, negated=denied), form="base")
        named = place + (self.at(place) in {"called", "named"})
        if base.subject is not None and (self._new_name(place) or (named > place and not self.ends(named))):
            title = Phrase("name", head="name", determiner="the", owner=base.subject)
            yield replace(base, subject=title, kind=Phrase(self.said[named])), named + 1
        if self.at(place) in {"called", "named"} and self.ends(place + 1):
            # `what is it called`
            yield replace(base, verb="call", object=base.subject, subject=None, passive=True), place + 1
        if self.at(place) == "being":
            place += 1
        if self._participle(self.at(place)) and self.at(place + 1) == "by":
            # `broken by Bob` is a deed, whatever is broken.
            for verb, _, end in self.verbs(place):
                yield from self._passive(end, replace(base, verb=verb, subject=None, object=base.subject, passive=True))
        adjectives = list(self._adjectives(place))
        for words, end in adjectives:
            inside = base.subject is not None and base.subject.pronoun == "gap"
            if self.ends(end) or self.at(end) in JOINTS or inside:
                yield replace(base, adjectives=words), end
        if self._participle(self.at(place)) and self.at(place) not in self.lexicon.adjectives and not prefixed:
            for verb, _, end in self.verbs(place):
                done = replace(base, verb=verb, subject=None, object=base.subject, passive=True)
                for clause, after in self._passive(end, done):
                    yield state_of(clause, self.lexicon), after
        if comparative(self.at(place)) and self.at(place + 1) == "than":
            for other, end in self.phrases(place + 2):
                # `than I am`
                end += self.at(end) in {"am", "is", "are", "do", "does"}
                yield replace(base, than=(comparative(self.at(place)), other)), end
        elif self.at(place) == "more" and self.at(place + 2) == "than":
            for other, end in self.phrases(place + 3):
                yield replace(base, than=(self.at(place + 1), other)), end
        elif comparative(self.at(place)) and self.at(place) not in self.lexicon.adjectives:
            yield replace(base, than=(comparative(self.at(place)), Phrase("", pronoun="others"))), place + 1
        alone = self.ends(place + 1) or self.at(place + 1) in JOINTS
        if self.at(place) in {"on", "off"} and alone and not any(word in WH for word in self.low[:place]):
            yield replace(base, adjectives=(self.at(place),)), place + 1
        for words, other, end in self.located(place):
            more, after = self.adverbs(end)
            if words == "of" and other.head in self.lexicon.attributes and other.adjectives:
                yield replace(base, adjectives=other.adjectives), end
            done = replace(base, places=(*base.places, (words, other)), adverbs=(*base.adverbs, *more))
            yield done, after
            start = after + 1 if self.at(after) in {"and", "or"} else after
            both = replace(done, adverbs=(*done.adverbs, "or")) if self.at(after) == "or" else done
            for again, second, last in self.located(start):
                yield replace(both, places=(*done.places, (again, second))), last
        if self.at(place) in {"here", "there"}:
            more, after = self.adverbs(place)
            yield replace(base, adverbs=(*base.adverbs, *more)), after
        if self.at(place) in OWN:
            yield replace(base, places=(("of", Phrase(self.at(place), pronoun=OWN[self.at(place)])),)), place + 1
        for owner, end in self._core(place, bare=True):
            if self.at(end) in {"'s", "s'"} and (self.ends(end + 1) or self.at(end + 1) in JOINTS):
                yield replace(base, places=(("of", replace(owner, text=self.text(place, end))),)), end + 1
        for kind, end in self.phrases(place):
            more, after = self.adverbs(end)
            yield replace(base, kind=kind, adverbs=(*base.adverbs, *more)), after
        for words, end in adjectives:
            more, after = self.adverbs(end)
            if more:
                yield replace(base, adjectives=words, adverbs=(*base.adverbs, *more)), after
            for also, other, last in self.placed(end):
                if words[0] in SEEN and also in {"to", "for", "from", "by"}:
                    # What is visible to somebody is what they see.
                    yield replace(base, verb=SEEN[words[0]], subject=other, object=base.subject), last
                yield replace(base, adjectives=words, places=((also, other),)), last

    def _made_of(self, place: int, base: Clause) -> Iterator[tuple[Clause, int]]:
        """`made of glass`: what a thing is like."""
        if self.at(place) not in {"made", "built"} or self.at(place + 1) not in {"of", "from", "out"}:
            return
        start = place + 2 + (self.at(place + 2) == "of")
        if self.ends(start):
            # `what is it made of`
            yield replace(base, verb="make", places=(("of", Phrase("", pronoun="gap")),)), start
        elif self.at(start) not in NOT_NOUNS:
            yield replace(base, adjectives=(self.at(start),)), start + 1

    def _new_name(self, place: int) -> bool:
        """Whether a word with a capital, the last of a clause, is no word that is known."""
        word = self.at(place)
        known = word in NOT_NOUNS or word in self.lexicon.adjectives or self.vocabulary.knows(word)
        return word.isalpha() and self.said[place][:1].isupper() and not known and self.ends(place + 1)

    def located(self, place: int) -> Iterator[tuple[str, Phrase, int]]:
        """A place, its thing possibly several."""
        for words, end in self.linked(place):
            for other, after in self.phrases(end):
                if other.parts:
                    yield words, other, after
        yield from self.placed(place)

    def _passive(self, place: int, base: Clause) -> Iterator[tuple[Clause, int]]:
        if base.verb.split()[0] in self.lexicon.gifts and base.object is not None:
            # `I was given the knife by Bob`
            for thing, end in self.phrases(place):
                given = replace(base, recipient=base.object, object=thing)
                yield from (
                    self._passive(end, replace(given, verb=base.verb)) if self.at(end) == "by" else [(given, end)]
                )
        if self.at(place) == "by":
            for doer, end in self.phrases(place + 1):
                yield from self.complements(end, replace(base, subject=doer))
        for clause, end in self.complements(place, base):
            kept = [each for each in clause.places if each[0] != "by"]
            doer = next((each[1] for each in clause.places if each[0] == "by"), None)
            yield replace(clause, places=tuple(kept), subject=doer), end

    def _adjectives(self, place: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """Adjectives after `be`: known ones first, then any single word that ends the clause."""
        start = place + (self.at(place) in INTENSE | {"all", "both"})
        start += 2 * (self.low[start : start + 2] == ("a", "little") and self.at(start + 2) in self.lexicon.feelings)
        word = self.at(start)
        for several in self.lexicon.described.get(word, ()):
            if self.low[start : start + len(several)] == several:
                yield (" ".join(several),), start + len(several)
        if not word or word in NOT_NOUNS or any(True for _ in self.linked(start)):
            return
        known = word in self.lexicon.adjectives or word in self.lexicon.feelings
        is_name = word in self.vocabulary.names or bool(self.vocabulary.classes(word))
        if not known and (is_name or comparative(word) in self.lexicon.adjectives or self._new_name(start)):
            return
        if known:
            yield from self._more_adjectives((word,), start + 1)
        linked = not is_name and any(True for _ in self.linked(start + 1))
        if known or linked or self.ends(start + 1) or self.at(start + 1) in JOINTS | TIMES:
            yield (word,), start + 1

    def _more_adjectives(self, words: tuple[str, ...], place: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """`red and heavy`, `big, red and heavy`: several, the most first."""
        if self.at(place) not in {"and", ",", "or", "nor"}:
            return
        next_one = place + 1 + (self.at(place) == "," and self.at(place + 1) in {"and", "or"})
        word, after = self.at(next_one), self.at(next_one + 1)
        known = word in self.lexicon.adjectives or word in self.lexicon.feelings
        linked = any(True for _ in self.linked(next_one + 1)) or after in PARTICLES
        if known and (not after or linked or after in JOINTS | {"or", "nor"}):
            more = (*words, word)
            yield from self._more_adjectives(more, next_one + 1)
            yield more, next_one + 1

    def finite(self, place: int, subject: Phrase) -> Iterator[tuple[Clause, int]]:
        """What a subject is or does, from its verb on."""
        self.step()
        early, place = self.adverbs(place) if self.at(place) not in {"left", "right"} else ((), place)
        negated = "never" in early
        base = Clause(
            "statement", subject=subject, adverbs=tuple(each for each in early if each != "never"), negated=negated
        )
        if self.at(place) == "not":
            # `no longer has it`
            base, place = replace(base, negated=True), place + 1
        word = self.at(place)
        if word == "'s" or (word in BE and word != "be"):
            yield from self.being(place + 1, replace(base, verb="be", tense=BE.get(word, "present")))
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
            tense = "past" if form == "past" or word in SAME_IN_PAST else "present"
            if verb in LINKING:
                yield from self._linked_quality(end, replace(base, tense=tense))
            yield from self.weighed(verb, end, replace(base, tense=tense))
            for clause, after in self.complements(end, replace(base, verb=verb, tense=tense)):
                yield state_of(clause, self.lexicon), after

    def statement(self, place: int) -> Iterator[tuple[Clause, int]]:
        """A subject and what it is or does; or that there is something."""
        self.step()
        if self.at(place) == "it" and self.at(place + 1) in BE:
            yield from self._said_true(place + 2)
            yield from self.cleft(place + 2)
        yield from self._place_first(place)
        if self.at(place) in {"there", "here"} and (self.at(place + 1) in BE or self._lies(place + 1)):
            negated, after = self.negation(place + 2)
            _, after = self.adverbs(after)
            if self.at(place) == "here":
                for thing, end in self.phrases(after):
                    yield Clause("statement", "exist", thing, negated=negated, adverbs=("here",)), end
                return
            for thing, end in self.phrases(after):
                more, last = self.adverbs(end)
                absent = negated or thing.determiner == "no"
                yield (
                    Clause(
                        "statement",
                        "exist",
                        thing,
                        negated=absent,
                        tense=BE.get(self.at(place + 1), "present"),
                        adverbs=more,
                    ),
                    last,
                )
            return
        for subject, end in self.phrases(place):
            yield from self.finite(end, subject)

    def _said_true(self, place: int) -> Iterator[tuple[Clause, int]]:
        """`it is true that ...`, `it is not the case that ...`."""
        negated, after = self.negation(place)
        after += self.at(after) in {"the", "a"}
        word = self.at(after)
        if word not in TRUE | UNTRUE or self.at(after + 1) != "that":
            return
        for clause, end in self.statement(after + 2):
            yield replace(clause, negated=clause.negated != (negated != (word in UNTRUE))), end

    def cleft(self, place: int) -> Iterator[tuple[Clause, int]]:
        """`it was Bob who gave me the knife`: what Bob did."""
        for who, end in self._core(place, bare=True):
            if self.at(end) in {"who", "that", "which"}:
                yield from self.finite(end + 1, who)

    def _lies(self, place: int) -> bool:
        found = self.lexicon.verb(self.at(place))
        return self.at(place) == "exists" or (found is not None and found[0] in POSTURES and found[1] != "base")

    def _place_first(self, place: int) -> Iterator[tuple[Clause, int]]:
        """`on the shelf is the knife`, `in the box there are two spoons`."""
        start = place + (self.at(place) == "there" and any(True for _ in self.linked(place + 1)))
        for words, other, end in self.placed(start):
            end += self.at(end) == ","
            if self.at(end) == "there" and self.at(end + 1) in BE:
                negated, after = self.negation(end + 2)
                for thing, last in self.phrases(after):
                    there = _each(thing, words, other)
                    no = negated or thing.determiner == "no"
                    yield Clause("statement", "exist", there, negated=no, tense=BE[self.at(end + 1)]), last
            elif (self.at(end) in BE and self.at(end) != "be") or self._lies(end):
                negated, after = self.negation(end + 1)
                for thing, last in self.phrases(after):
                    base = Clause("statement", "be", thing, places=((words, other),), negated=negated)
                    yield replace(base, tense=BE.get(self.at(end), "present")), last

    def reduced(self, place: int, core: Phrase) -> Iterator[tuple[Clause, int]]:
        """A relative clause without its `that`: `the cup I see`, `the cup standing on the table`, `held by Bob`."""
        word = self.at(place)
        if core.pronoun and core.pronoun != "one":
            return
        if word in {"i", "you", "he", "she", "we", "they"} or any(True for _ in self.name(place)):
            yield from self._of_object(place)
        if (core.name and not core.head) or word in NOT_NOUNS:
            return
        found = self.lexicon.verb(word) or dictionary_verb(word)
        doing = found is not None and found[1] == "ing" and word != "according"
        done = found is not None and found[1] == "past" and any(True for _ in self.linked(place + 1))
        if doing or done or word in {"located", "situated", "visible", "made"}:
            for clause, end in self.being(place, Clause("statement", "be", Phrase("", pronoun="gap"))):
                if clause.kind is None and not (clause.verb == "be" and clause.adjectives == (word,)):
                    yield clause, end

    def relative(self, place: int) -> Iterator[tuple[Clause, int]]:
        """What follows `that`, `which` or `who`: with the noun as subject, or as object."""
        yield from self.finite(place, Phrase("", pronoun="gap"))
        yield from self._of_object(place)

    def _of_object(self, place: int) -> Iterator[tuple[Clause, int]]:
        """A subject and its verb, what is done to or where it is left open."""
        gap = Phrase("", pronoun="gap")
        for subject, end in self.single(place):
            if subject.pronoun in {"that", "this"}:
                continue
            for clause, after in self.finite(end, subject):
                if any(each.pronoun == "gap" for _, each in clause.places) or clause.recipient == gap:
                    yield clause, after
                elif clause.object is None and clause.verb not in {"be", ""}:
                    yield replace(clause, object=gap), after


def _each(thing: Phrase, words: str, other: Phrase) -> Phrase:
    """A phrase with a place that goes for every one of its parts."""
    if thing.parts:
        return replace(thing, parts=tuple(_each(each, words, other) for each in thing.parts))
    return replace(thing, relations=(*thing.relations, (words, other)))
