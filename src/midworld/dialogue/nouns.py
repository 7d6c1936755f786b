"""Noun phrases: every way to read one from a word on, the likeliest first."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from .closed import ARTICLES, INDEFINITE, NOT_NOUNS, PERSONAL, POINTED, POSSESSIVES
from .degrees import BOUNDS, INTENSE, ORDINALS, comparative, superlative
from .lexicon import Lexicon, Vocabulary
from .tree import OWN_SIDE, Clause, Phrase
from .words import NUMBERS, is_plural, singular

STEPS = 6_000


class TooLong(Exception):
    """A sentence with more readings than are worth going through."""


@dataclass(slots=True)
class Nouns:
    """The words of one sentence and how its noun phrases can be read."""

    said: tuple[str, ...]
    lexicon: Lexicon
    vocabulary: Vocabulary
    low: tuple[str, ...] = field(init=False)
    steps: int = field(default=0)

    def __post_init__(self) -> None:
        read = self.lexicon.same_words([word.casefold() for word in self.said], self.said)
        self.low, self.said = tuple(low for low, _ in read), tuple(said for _, said in read)

    def at(self, place: int) -> str:
        return self.low[place] if 0 <= place < len(self.low) else ""

    def text(self, start: int, end: int) -> str:
        """Words as they were said; those with no meaning of their own in small letters."""
        words = [
            low if said.casefold() == low in NOT_NOUNS else said
            for said, low in zip(self.said[start:end], self.low[start:end], strict=True)
        ]
        return " ".join(filter(None, words)).replace(" 's", "'s").replace(" ,", ",")

    def step(self) -> None:
        self.steps += 1
        if self.steps > STEPS:
            raise TooLong

    def linked(self, place: int) -> Iterator[tuple[str, int]]:
        """A preposition that begins here, the longest first."""
        for words in self.lexicon.linking.get(self.at(place), ()):
            if self.low[place : place + len(words)] == words:
                yield " ".join(words), place + len(words)

    def name(self, place: int) -> Iterator[tuple[str, int]]:
        """A name of an individual that begins here, the longest first."""
        for length in range(min(self.vocabulary.longest, len(self.low) - place), 0, -1):
            words = " ".join(self.low[place : place + length])
            if words in self.vocabulary.names and (length > 1 or words not in NOT_NOUNS):
                yield words, place + length

    def phrases(self, place: int) -> Iterator[tuple[Phrase, int]]:
        """A noun phrase, or several joined by `and` or `or`."""
        yield from self._shared_noun(place)
        if self.at(place) == "neither":
            yield from self._neither(place)
        for first, end in self.single(place):
            yield from self._joined(place, (first,), end)
            yield first, end

    def _shared_noun(self, place: int) -> Iterator[tuple[Phrase, int]]:
        """`the red and the blue cup`: two of a kind whose noun is said once; `the big and red cup` is one."""
        start = place + 1
        while self.at(place) == "the" and self.at(start) in self.lexicon.adjectives:
            start += 1
        if self.at(place) != "the" or start == place + 1 or self.at(start) != "and":
            return
        for second, end in self.single(start + 1 + (self.at(start + 1) == "the")):
            if second.head and second.adjectives and not second.parts and not second.plural:
                words = self.low[place + 1 : start]
                one = replace(second, adjectives=words, determiner="the", text=f"the {' '.join(words)} {second.head}")
                text = f"the {' '.join(second.adjectives)} {second.head}"
                kinds = {self.lexicon.property_of(word) for word in (*words, *second.adjectives)}
                if self.at(start + 1) != "the" and len(kinds) == len(words) + len(second.adjectives):
                    both = (*words, *second.adjectives)
                    yield replace(second, adjectives=both, determiner="the", text=self.text(place, end)), end
                other = replace(second, determiner="the", text=text)
                yield Phrase(self.text(place, end), parts=(one, other), plural=True), end

    def _neither(self, place: int) -> Iterator[tuple[Phrase, int]]:
        """`neither the ball nor the knife`."""
        for first, end in self.single(place + 1):
            for second, after in self.single(end + 1) if self.at(end) == "nor" else ():
                text = self.text(place, after)
                yield Phrase(text, parts=(first, second), determiner="neither", plural=True), after

    def _joined(self, start: int, parts: tuple[Phrase, ...], end: int) -> Iterator[tuple[Phrase, int]]:
        self.step()
        word = self.at(end)
        if word == "," and self.at(end + 1) not in {"and", "or", "then", "but"}:
            for phrase, after in self.single(end + 1, bare=False):
                yield from self._joined(start, (*parts, phrase), after)
            return
        last = end + 1 if word in {"and", "or"} else end + 2 if word == "," and self.at(end + 1) in {"and", "or"} else 0
        if not last:
            return
        for phrase, after in self.single(last, bare=False):
            if phrase.pronoun in {"i", "you", "we", "he", "she", "they"} and start > 0:
                continue
            yield from self._joined(start, (*parts, phrase), after)
            either = self.at(last - 1) == "or"
            yield Phrase(self.text(start, after), parts=(*parts, phrase), either=either, plural=not either), after

    def single(self, place: int, *, bare: bool = True) -> Iterator[tuple[Phrase, int]]:
        """One noun phrase with what follows and belongs to it, the longest first."""
        for core, end in self._core(place, bare=bare):
            yield from self._extended(place, core, end)

    def _extended(self, start: int, core: Phrase, end: int) -> Iterator[tuple[Phrase, int]]:
        self.step()
        if self.at(end) == "'s" or (self.at(end) == "s'"):
            owner = replace(core, text=self.text(start, end))
            for thing, after in self._owned(end + 1):
                whole = replace(thing, text=self.text(start, after), owner=owner, determiner="the")
                yield from self._extended(start, whole, after)
            # `Bob's tired`: it may also be short for `is`.
            yield owner, end
            return
        if core.pronoun and core.pronoun not in POINTED | INDEFINITE and core.pronoun != "one":
            yield core, end
            return
        yield from self._modified(start, core, end)
        yield replace(core, text=self.text(start, end)), end

    def _modified(self, start: int, core: Phrase, end: int) -> Iterator[tuple[Phrase, int]]:
        """With a prepositional phrase, a comparison or a relative clause."""
        for words, other, after in self.placed(end):
            if (
                words in {"to", "from", "for", "with", "about", "through", "across", "along", "towards"}
                and words != "with"
            ):
                continue
            quality = other.head in self.lexicon.attributes and bool(other.adjectives)
            if quality and words in {"of", "with", "in"}:
                # `with a blue lid` is something else than `with a blue colour`.
                whole = replace(core, adjectives=(*core.adjectives, *other.adjectives))
            elif words == "of":
                whole = replace(core, owner=other)
            elif words == "with" and other.head and other.determiner in {"a", "the", "", "an"}:
                whole = replace(core, relations=(*core.relations, ("with", other)))
            else:
                whole = replace(core, relations=(*core.relations, (words, other)))
            yield from self._extended(start, whole, after)
        if comparative(self.at(end)) and self.at(end + 1) == "than":
            for other, after in self.single(end + 2):
                yield replace(core, than=(comparative(self.at(end)), other), text=self.text(start, after)), after
        if self.at(end) in {"that", "which", "who"}:
            for clause, after in self.relative(end + 1):
                whole = replace(core, clauses=(*core.clauses, clause))
                if self.at(after) == "and" and self.at(after + 1) in {"that", "which", "who"}:
                    for more, last in self.relative(after + 2):
                        yield from self._extended(start, replace(whole, clauses=(*whole.clauses, more)), last)
                yield from self._extended(start, whole, after)
        if self.at(end) == "," and self.at(end + 1) in {"which", "who"}:
            for clause, after in self.relative(end + 2):
                last = after + (self.at(after) == ",")
                yield from self._extended(start, replace(core, clauses=(*core.clauses, clause)), last)
        if self.at(end) in {"called", "named"} and end + 1 < len(self.low):
            whole = replace(core, name=self.text(end + 1, end + 2))
            yield from self._extended(start, whole, end + 2)
        for clause, after in self.reduced(end, core):
            yield from self._extended(start, replace(core, clauses=(*core.clauses, clause)), after)

    def relative(self, place: int) -> Iterator[tuple[Clause, int]]:
        """A relative clause; read where clauses are."""
        yield from ()

    def reduced(self, place: int, core: Phrase) -> Iterator[tuple[Clause, int]]:
        """A relative clause without its `that`; read where clauses are."""
        yield from ()

    def placed(self, place: int) -> Iterator[tuple[str, Phrase, int]]:
        """A preposition and what follows it."""
        self.step()
        side = self._side(place)
        if side is not None:
            yield side
        yield from self._side_of(place)
        for words, end in self.linked(place):
            if self.at(end) in {"here", "there"}:
                yield words, Phrase(self.at(end), pronoun=self.at(end)), end + 1
            if self._stranded(end):
                yield words, Phrase("", pronoun="gap"), end
            for other, after in self.phrases(end) if words == "between" else self.single(end):
                if words in {"in", "inside"} and other.owner is not None and other.head == "hand":
                    yield "held by", other.owner, after
                yield words, other, after

    def _stranded(self, end: int) -> bool:
        """Whether a preposition stands alone because what it goes with came before: `what is it on`."""
        asks = any(word in {"who", "whom", "what", "which", "that"} for word in self.low[: end - 1])
        return asks and (end >= len(self.low) or self.at(end) in {"is", "are", "was", "were", "please", ","})

    def _side(self, place: int) -> tuple[str, Phrase, int] | None:
        """`on my left`, `to the right`: a side of somebody."""
        if self.at(place) not in {"on", "to", "at"} or self.at(place + 2) not in {"left", "right"}:
            return None
        whose, side = self.at(place + 1), self.at(place + 2)
        after = place + 3 + (self.at(place + 3) == "hand")
        after += self.at(after) == "side"
        if self.at(after) == "of" or (whose not in POSSESSIVES and whose != "the"):
            return None
        owner = POSSESSIVES.get(whose, "i")
        return f"{side} of", Phrase(self.text(place + 1, after), pronoun=owner, determiner=OWN_SIDE), after

    def _side_of(self, place: int) -> Iterator[tuple[str, Phrase, int]]:
        """`on Bob's left`, `to the man's right`: a side from where somebody is."""
        if self.at(place) not in {"on", "to", "at"} or not {"'s", "s'"} & set(self.low[place + 1 : place + 6]):
            return
        for owner, end in self._core(place + 1, bare=True):
            if self.at(end) in {"'s", "s'"} and self.at(end + 1) in {"left", "right"} and self.at(end + 2) != "of":
                after = end + 2 + (self.at(end + 2) == "hand")
                after += self.at(after) == "side"
                whose = replace(owner, text=self.text(place + 1, after), determiner=OWN_SIDE)
                yield f"{self.at(end + 1)} of", whose, after

    def _core(self, place: int, *, bare: bool) -> Iterator[tuple[Phrase, int]]:
        self.step()
        word = self.at(place)
        if not word or word == ",":
            return
        for name, end in self.name(place):
            yield Phrase(self.text(place, end), name=name, head=""), end
        if word in PERSONAL and word != "her":
            yield Phrase(self.text(place, place + 1), pronoun=word), place + 1
            return
        if word == "what" and place > 0:
            # What is in the box, as a thing: all there is of it.
            for clause, end in self.relative(place + 1):
                yield Phrase(self.text(place, end), pronoun="everything", clauses=(clause,)), end
        if word in INDEFINITE:
            for adjective_end in (place + 2, place + 1):
                adjectives = self.low[place + 1 : adjective_end]
                if all(each in self.lexicon.adjectives for each in adjectives):
                    yield Phrase(self.text(place, adjective_end), pronoun=word, adjectives=adjectives), adjective_end
            return
        if (
            word in {"all", "both", "each", "one", "some", "any", "none", "neither", "either", *NUMBERS}
            and self.at(place + 1) == "of"
        ):
            for inner, end in self.single(place + 2):
                number = NUMBERS.get(word)
                word_of = "some" if number is not None else word
                many = inner.plural if number is None else number > 1
                plain = replace(inner, determiner=word_of, number=number, plural=many, text=self.text(place, end))
                yield plain, end
        if word == "all" and self.at(place + 1) in {"the", "these", "those", "my", "your"}:
            for inner, end in self._determined(place + 1):
                yield replace(inner, determiner="all"), end
        yield from self._determined(place, bare=bare)
        if word == "her":
            yield Phrase("her", pronoun="her"), place + 1
        last = place + 1 >= len(self.low) or (word == "both" and any(True for _ in self.linked(place + 1)))
        if word == "both" and self.at(place + 1) in {"the", "my", "your", "these", "those"}:
            for inner, end in self.phrases(place + 1):
                if inner.parts or inner.plural:
                    yield replace(inner, determiner="" if inner.parts else "both", text=self.text(place, end)), end
        if word in {"both", "all", "any", "either"} and last:
            yield Phrase(word, pronoun="one", determiner=word, plural=word in {"both", "all"}), place + 1
        if word in POINTED:
            yield Phrase(word, pronoun=word, plural=word in {"these", "those"}), place + 1

    def _determined(self, place: int, *, bare: bool = True) -> Iterator[tuple[Phrase, int]]:
        word, determiner, owner, start = self.at(place), "", None, place
        if word in ARTICLES:
            determiner, place = word, place + 1
            if determiner == "what":
                determiner = "which"
        elif word in POSSESSIVES:
            owner, determiner, place = Phrase(word, pronoun=POSSESSIVES[word]), "the", place + 1
        if self.at(place) in {"kind", "sort", "type"} and self.at(place + 1) == "of":
            place += 2 + (self.at(place + 2) in {"a", "an"})
        if determiner == "the":
            yield from self._picked(start, place)
        for phrase, end in self._body(place, determiner):
            if not determiner and phrase.number is None and not phrase.other and not self._stands_bare(start, end):
                continue
            other = phrase.other or determiner == "another"
            yield replace(phrase, determiner=determiner, owner=owner, other=other, text=self.text(start, end)), end

    def _picked(self, start: int, place: int) -> Iterator[tuple[Phrase, int]]:
        """`the bigger of the two cups`, `the red one of the cups`."""
        word, of = self.at(place), place + 1 + (self.at(place + 1) == "one")
        most = comparative(word) or superlative(word)
        if self.at(of) != "of" or not (most or (of > place + 1 and word in self.lexicon.adjectives)):
            return
        for inner, end in self.single(of + 1):
            if inner.plural:
                one = replace(inner, determiner="the", number=None, plural=False, text=self.text(start, end))
                yield replace(one, superlative=most) if most else replace(one, adjectives=(word,)), end

    def _owned(self, place: int) -> Iterator[tuple[Phrase, int]]:
        yield from self._body(place, "the")

    def _stands_bare(self, start: int, end: int) -> bool:
        """Whether a noun can stand without an article: no verb where a verb may be."""
        first = self.at(start)
        if " ".join(self.low[start:end]) in self.vocabulary.names:
            return True
        found = self.lexicon.verb(first)
        return found is None or bool(self.vocabulary.classes(" ".join(self.low[start:end])))

    def _body(self, place: int, determiner: str) -> Iterator[tuple[Phrase, int]]:
        """Number, `other`, superlative, adjectives and the noun, the longest first."""
        number: int | None = None
        other, best, bound = False, "", ""
        while True:
            word = self.at(place)
            if word in {"other", "others"}:
                other, place = True, place + 1
                if word == "others":
                    yield Phrase("", other=True, plural=True, number=number), place
                    return
            elif number is None and self._bound(place):
                bound, place = self._bound(place), place + 2
            elif number is None and (word in NUMBERS or word.isdigit()) and not (word == "one" and determiner):
                if not word.isdigit() or len(word) < 7:
                    number = NUMBERS[word] if word in NUMBERS else int(word)
                place += 1
            elif (word in {"same", "very", "only", "whole"} and determiner) or (
                word in INTENSE and self.at(place + 1) in self.lexicon.adjectives
            ):
                place += 1
            elif word == "most" and self.at(place + 1) in self.lexicon.adjectives:
                best, place = self.at(place + 1), place + 2
            elif not best and determiner and superlative(word) and not self.vocabulary.knows(word):
                best, place = superlative(word), place + 1
            elif determiner and word in {"leftmost", "rightmost", "last"}:
                best, place = word, place + 1
            else:
                break
        run = place
        while run < len(self.low) and self._is_content(run, place):
            run += 1
        shared = Phrase("", number=number, other=other, superlative=best, bound=bound)
        for end in range(run, place, -1):
            yield from self._headed(place, end, shared)
        if other or best or number is not None:
            yield replace(shared, plural=(number or 1) > 1), place

    def _bound(self, place: int) -> str:
        """`more than`, `at least` before a number."""
        if self.at(place + 2) not in NUMBERS and not self.at(place + 2).isdigit():
            return ""
        return BOUNDS.get(f"{self.at(place)} {self.at(place + 1)}", "")

    def _is_content(self, place: int, start: int) -> bool:
        word = self.low[place]
        if word in {"left", "right"}:
            return True
        if word == ",":
            adjectives = self.lexicon.adjectives
            return place > start and self.low[place - 1] in adjectives and self.at(place + 1) in adjectives
        if word in NOT_NOUNS or (word in NUMBERS and word != "one"):
            return False
        if any(True for _ in self.linked(place)) and word not in {"close"}:
            return False
        return place - start < 6

    def _headed(self, start: int, end: int, shared: Phrase) -> Iterator[tuple[Phrase, int]]:
        """A run of words with its noun: the longest known ending, otherwise the last word."""
        words, last = tuple(word for word in self.low[start:end] if word != ","), self.low[end - 1]
        if last in {"one", "ones"}:
            if len(words) > 1 or shared.superlative or shared.other or start > 0:
                plural = last == "ones" or shared.plural
                yield replace(shared, adjectives=words[:-1], plural=plural, pronoun="one"), end
            return
        if len(words) == 1 and last in ORDINALS and not self.vocabulary.knows(last):
            yield replace(shared, adjectives=(ORDINALS[last],), pronoun="one"), end
            return
        joined = " ".join(words)
        if joined in self.vocabulary.names:
            yield replace(shared, name=joined, head="" if shared.number is None else joined), end
        for cut in range(len(words)):
            noun = " ".join(words[cut:])
            if cut == len(words) - 1 or self.vocabulary.knows(noun):
                number = shared.number or 1
                many = number > 1 or (is_plural(last) and not self.vocabulary.nouns.get(noun))
                # What comes in pairs is called so: glasses are no glass.
                paired = bool(self.vocabulary.nouns.get(noun)) and is_plural(last)
                head = noun if paired else " ".join((*words[cut:-1], singular(last)))
                yield replace(shared, head=head, words=noun, adjectives=words[:cut], plural=many), end
                return
