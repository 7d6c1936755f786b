"""Whole sentences: statements, questions, orders and what is more than its form."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from .closed import AUXILIARIES, BE, DO, HAVE, MODALS, TIMES, WH
from .costs import cost_of
from .questions import STATIVE, Questions
from .tree import Clause, Phrase, Reading, substituted

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


CONDITIONS = frozenset(["if", "unless"])
MOMENTS = frozenset(["when", "once", "whenever", "after", "before", "until", "while"])


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
        yield from self._conditional(start)
        for clauses, end in self._several(start):
            if self.ends(self.tail(end)):
                yield Reading(clauses, self._cost(clauses))
            elif self.at(end) == "," and clauses[0].mood == "question":
                # `where is it, the ball`
                yield from self._named_apart(clauses, self.single(end + 1))
        for thing, end in self.single(start) if self.low.count(",") == 1 else ():
            if self.at(end) == "," and self.at(end + 1) in {*WH, *BE, *DO, *HAVE, *MODALS}:
                for clauses, last in self._several(end + 1):
                    if self.ends(self.tail(last)):
                        yield from self._named_apart(clauses, [(thing, len(self.low))])

    def _conditional(self, start: int) -> Iterator[Reading]:
        """`if the ball is in the box, give it to me`; `when Bob leaves, close the door`."""
        word = self.at(start)
        if word == "if":
            for deed, end in self.supposed(start + 1):
                rest = " ".join(self.low[end + (self.at(end) == ",") :])
                if rest in {"what would happen", "what happens", "what will happen", "then what", "what then"}:
                    asked = Clause("question", "happen", asked="what if", complement=deed)
                    yield Reading((asked,), self._cost((asked,)))
        if word not in CONDITIONS | MOMENTS:
            return
        for held, end in self.statement(start + 1):
            after = end
            while self.at(after) in {",", "then", "please"}:
                after += 1
            for clauses, last in self._several(after) if after > end or self.lexicon.verb(self.at(after)) else ():
                if self.ends(self.tail(last)) and clauses[0].mood == "command":
                    first = _referring(clauses[0], held)
                    told = replace(first, condition=(word, held))
                    if word in MOMENTS:
                        told = replace(first, adverbs=(*clauses[0].adverbs, self.text(start, end)))
                    yield Reading((told, *clauses[1:]), self._cost((*clauses, held)))

    def _named_apart(self, clauses: tuple[Clause, ...], things: Iterable[tuple[Phrase, int]]) -> Iterator[Reading]:
        """A sentence in which a pronoun stands for what is named before or after it: `the ball, where is it`."""
        for thing, end in things:
            if self.ends(end) and not thing.pronoun:
                told = [
                    substituted(each, phrase, thing)
                    for each in clauses
                    for phrase in (each.subject, each.object)
                    if phrase is not None and phrase.pronoun in {"it", "he", "she", "they", "them", "him", "her"}
                ]
                if told:
                    yield Reading(tuple(told), self._cost(tuple(told)))

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
            for who, last in self._according(end):
                yield (thought(clause, who),), last
            if self.at(end + (self.at(end) == ",")) in CONDITIONS and clause.mood == "command":
                start = end + (self.at(end) == ",")
                for held, last in self.statement(start + 1):
                    if self.ends(self.tail(last)):
                        yield (replace(clause, condition=(self.at(start), held)),), last
            if self.low[end : end + 2] == (",", "not"):
                # `this one, not the red one`
                for _, last in self.single(end + 2):
                    yield (clause,), last
            yield from self._reasoned(clause, end)
            if self.at(end) in {"after", "before", "when", "while", "until", "since"}:
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
                    goes_on = "then" in self.low[end:after] and clause.mood == "command"
                    if more.object is not None and (more.recipient is not None or more.places or goes_on):
                        yield (clause, more), last
            if clause.mood == "command" and clause.places:
                for words, other, last in self.placed(after):
                    yield (clause, replace(clause, places=((words, other),))), last
            if clause.mood == "statement" and clause.subject is not None:
                for rest, last in self._further(clause.subject, end):
                    yield (clause, *rest), last
                if clause.verb == "be":
                    for more, last in self.being(after, replace(clause, adjectives=(), places=(), kind=None)):
                        yield (clause, more), last

    def _further(self, subject: Phrase, place: int) -> Iterator[tuple[tuple[Clause, ...], int]]:
        """What the same subject does besides: `took the plate, washed it and put it away`."""
        after = place
        while self.at(after) in {",", "and", "then", "but", "also"}:
            after += 1
        for more, last in self.finite(after, subject) if after > place else ():
            yield (more,), last
            for rest, end in self._further(subject, last):
                yield (more, *rest), end

    def _reasoned(self, clause: Clause, end: int) -> Iterator[tuple[tuple[Clause, ...], int]]:
        """`because it slipped`; of an order also `as it is late`."""
        start = end + (self.at(end) == ",")
        word = self.at(start)
        if word != "because" and not (word in {"as", "since"} and clause.mood == "command"):
            return
        for held, last in self.statement(start + 1):
            if self.ends(self.tail(last)):
                yield (replace(clause, reason=(self.text(start + 1, last), held)),), last
        if self.at(start + 1) == "of":
            for _, last in self.single(start + 2):
                yield (replace(clause, reason=(self.text(start + 1, last), None)),), last

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
        for who, after in self._according(place):
            for clause, end in self.one(after):
                yield thought(clause, who), end
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

    def _according(self, place: int) -> Iterator[tuple[Phrase, int]]:
        """`according to Bob`, `in Bob's opinion`: whose belief a sentence tells of or asks for."""
        start = place + (self.at(place) == ",")
        if self.low[start : start + 2] == ("according", "to"):
            for who, end in self.single(start + 2):
                yield who, end + (self.at(end) == ",")
        elif self.at(start) in {"in", "to"}:
            for view, end in self.single(start + 1):
                if view.head in {"opinion", "view", "mind", "belief", "eye"} and view.owner is not None:
                    yield view.owner, end + (self.at(end) == ",")

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
        if start != place:
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
        if inner is not None and subject.pronoun in {"i", "we"} and inner.mood == "question" and clause.modal == "must":
            return inner if clause.verb == "know" else clause
        if subject.pronoun == "you" and clause.verb == "find" and clause.modal in {"can", "will"} and clause.places:
            # `you will find it on the shelf`
            where = replace(clause, verb="be", subject=clause.object, object=None, modal="", tense="present")
            return where if clause.object is not None else clause
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


def _referring(clause: Clause, held: Clause) -> Clause:
    """An order with what its condition names for its pronouns: `when Bob comes, give him the cup`."""
    who, what = held.subject, held.object
    if what is not None and not what.pronoun and clause.object is not None and clause.object.pronoun == "it":
        clause = replace(clause, object=what)
    receiver = clause.recipient
    if who is not None and who.name and receiver is not None and receiver.pronoun in {"him", "her", "them"}:
        clause = replace(clause, recipient=who)
    return clause


def thought(clause: Clause, who: Phrase) -> Clause:
    """A clause as somebody's belief."""
    asked = "yesno" if clause.asked == "yesno" else clause.asked
    inner = replace(clause, mood="statement", asked="") if asked == "yesno" else clause
    return Clause(clause.mood, "think", who, complement=inner, asked=asked)
