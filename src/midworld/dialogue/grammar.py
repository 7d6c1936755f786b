"""Whole sentences: statements, questions, orders and what is more than its form."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .closed import AUXILIARIES, BE, DO, HAVE, MODALS, TIMES
from .costs import cost_of
from .questions import STATIVE, Questions
from .tree import Clause, Phrase, Reading

LEADING = frozenset(
    [
        "please",
        "ok",
        "okay",
        "well",
        "so",
        "and",
        "then",
        "now",
        "hey",
        "oh",
        "um",
        "uh",
        "but",
        "also",
        "actually",
        "hmm",
        "yes",
        "no",
        "hi",
        "hello",
        "first",
        "finally",
        "next",
        "sorry",
    ]
)


@dataclass(slots=True)
class Sentences(Questions):
    """How one sentence can be read."""

    question: bool = False

    def readings(self) -> Iterator[Reading]:
        """Every reading of the whole sentence, the likeliest kinds first."""
        for start in self._starts():
            yield from self._whole(start)

    def _starts(self) -> list[int]:
        """Where the sentence may begin, words without meaning of their own left out."""
        place, found = 0, [0]
        while self.at(place) in LEADING or self.at(place) == "," or self._calls(place):
            place += 1
            found.append(place)
        return list(reversed(found)) if place < len(self.low) else found

    def _calls(self, place: int) -> bool:
        return self.at(place) == "robot" and self.at(place + 1) not in {*BE, *DO, *HAVE, *MODALS, "'s", "and"} - {
            "can",
            "could",
            "may",
            "would",
            "will",
        }

    def _whole(self, start: int) -> Iterator[Reading]:
        for _, end in self.name(start):
            if self.at(end) == ",":
                called = Phrase(self.text(start, end), name=" ".join(self.low[start:end]))
                for clauses, last in self._several(end + 1):
                    if self.ends(self.tail(last)) and clauses[0].mood == "command":
                        told = tuple(replace(each, subject=called) for each in clauses)
                        yield Reading(told, self._cost(clauses))
        for clauses, end in self._several(start):
            if self.ends(self.tail(end)):
                yield Reading(clauses, self._cost(clauses))

    def tail(self, place: int) -> int:
        while self.at(place) in {
            "please",
            "robot",
            ",",
            "now",
            "then",
            "again",
            "too",
            "thanks",
            "ok",
            "okay",
            "right",
        }:
            place += 1
        return place

    def _several(self, place: int) -> Iterator[tuple[tuple[Clause, ...], int]]:
        for clause, end in self.one(place):
            if self.ends(self.tail(end)):
                yield (clause,), end
                continue
            if self.at(end) in {"after", "before", "when", "while", "until", "since", "because"}:
                for _, last in self.statement(end + 1):
                    if self.ends(self.tail(last)):
                        yield (replace(clause, adverbs=(*clause.adverbs, self.text(end, last))),), last
            after = end
            while self.at(after) in {",", "and", "then", "but", "also", "so", "please"}:
                after += 1
            if self.low[after : after + 2] == ("after", "that"):
                after += 2
            if after == end:
                continue
            for rest, last in self._several(after):
                if {each.mood for each in rest} <= {clause.mood}:
                    yield (clause, *rest), last
            if clause.mood in {"command", "statement"} and clause.object is not None:
                # The verb is said once: `give the cup to Ann and the knife to me`.
                bare = replace(clause, object=None, recipient=None, places=(), adverbs=())
                for more, last in self.complements(after, bare):
                    if more.object is not None and (more.recipient is not None or more.places):
                        yield (clause, more), last
            if clause.mood == "command" and clause.places:
                for words, other, last in self.placed(after):
                    yield (clause, replace(clause, places=((words, other),))), last
            if clause.mood == "statement" and clause.subject is not None:
                for more, last in self.finite(after, clause.subject):
                    yield (clause, more), last
                if clause.verb == "be":
                    for more, last in self.being(after, replace(clause, adjectives=(), places=(), kind=None)):
                        yield (clause, more), last

    def one(self, place: int) -> Iterator[tuple[Clause, int]]:
        """One main clause."""
        self.step()
        word = self.at(place)
        if word in {"please", "also", "now", "then", "robot", "always"} and not self.ends(place + 1):
            yield from self.one(place + 1)
        early, after = self._early(place)
        if early:
            for clause, end in self.one(after):
                yield replace(clause, adverbs=(*early, *clause.adverbs)), end
        yield from self.fronted(place)
        if word in {"what", "where", "who", "whom", "which", "whose", "when", "why", "how"}:
            yield from self.wh_question(place)
        elif (word in {*BE, *DO, *HAVE, *MODALS} and self.at(place + 1) not in {"not"}) or (
            word in {*BE, *DO, *HAVE, *MODALS} and word not in {"do", "have", "be"}
        ):
            yield from self.inverted_question(place)
        yield from self.command(place)
        if word not in {"what", "where", "who", "which", "whose", "when", "why", "how"}:
            for clause, end in self.statement(place):
                yield self._meant(clause), end

    def _early(self, place: int) -> tuple[tuple[str, ...], int]:
        """Adverbs before everything else: `tomorrow`, `slowly`."""
        found, end = self.adverbs(place)
        if not found or not all(
            each in TIMES | {"maybe", "perhaps"} or each.endswith("ly") or " " in each for each in found
        ):
            return (), place
        return found, end + (self.at(end) == ",")

    def command(self, place: int) -> Iterator[tuple[Clause, int]]:
        """Imperatives, and that something is not to be done."""
        base = Clause("command")
        word = self.at(place)
        if word == "let" and self.at(place + 1) not in {"us", "me", "go"}:
            for who, end in self.single(place + 1):
                yield from self.predicate(end, replace(base, subject=who), form="base")
        if word == "let" and self.at(place + 1) in {"us", "me"}:
            who = Phrase(self.at(place + 1), pronoun="we" if self.at(place + 1) == "us" else "i")
            yield from self.predicate(place + 2, replace(base, subject=who), form="base")
        if word in {"do", "never"} and (word == "never" or self.at(place + 1) == "not"):
            start = place + 1 if word == "never" else place + 2
            start += self.at(start) == "ever"
            if self.at(start) == "let":
                for who, end in self.single(start + 1):
                    yield from self.predicate(end, replace(base, subject=who, negated=True), form="base")
            for clause, end in self.predicate(start, replace(base, negated=True), form="base"):
                yield self._taught(clause), end
            return
        if word in {"stop", "avoid"} and self.at(place + 1).endswith("ing"):
            yield from self.predicate(place + 1, replace(base, negated=True), form="ing")
        if word == "do" and self.lexicon.verb(self.at(place + 1)):
            yield from self.predicate(place + 1, base, form="base")
        if word in AUXILIARIES and word not in {"be", "have", "do"}:
            return
        start = place + 2 if word in {"go", "come"} and self.at(place + 1) == "and" else place
        if (
            word in {"go", "come"}
            and self.at(place + 1) in self.lexicon.verbs
            and self.at(place + 1) not in {"back", "near"}
        ):
            yield from self.predicate(place + 1, base, form="base")
        if start != place and self.at(start) in {"get", "take", "fetch", "bring", "see", "find"}:
            yield from self.predicate(start, base, form="base")
        for clause, end in self.predicate(place, base, form="base"):
            yield self._taught(clause), end

    def _meant(self, clause: Clause) -> Clause:
        """Wishes, and orders in the form of a statement."""
        subject = clause.subject
        if subject is None or clause.mood != "statement":
            return clause
        inner = clause.complement
        if (
            inner is not None
            and subject.pronoun in {"i", "we"}
            and inner.mood == "question"
            and clause.verb == "wonder"
        ):
            return inner
        aim = inner.complement if inner is not None and inner.verb == "know" else None
        if aim is not None and aim.mood == "question" and clause.verb in {"want", "like", "need", "love"}:
            return aim
        if subject.pronoun == "you" and clause.modal in {"can", "could"} and not clause.negated:
            if clause.verb not in STATIVE:
                return self._taught(replace(clause, mood="command", subject=None, modal="", tense="present"))
            return clause
        forbids = clause.modal in {"will", "can", "may"} and clause.negated and clause.verb not in STATIVE
        if subject.pronoun == "you" and (clause.modal in {"must", "should", "shall"} or forbids):
            return replace(clause, mood="command", subject=None, modal="", tense="present")
        wants = clause.verb in {"want", "need", "wish"} or (
            clause.verb in {"like", "love", "prefer"} and clause.modal == "would"
        )
        if wants and subject.pronoun in {"i", "we"} and not clause.negated:
            return replace(clause, mood="wish")
        if (
            clause.verb in {"want", "like"}
            and subject.pronoun in {"i", "we"}
            and clause.negated
            and clause.complement is not None
        ):
            return replace(clause, mood="wish")
        return clause

    def _cost(self, clauses: tuple[Clause, ...]) -> float:
        return sum(cost_of(each, self.lexicon, self.vocabulary) for each in clauses)
