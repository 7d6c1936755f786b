"""Whole sentences: statements, questions, orders and what is more than its form."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .clauses import Clauses
from .closed import AUXILIARIES, BE, DO, HAVE, MODALS
from .tree import Clause, Phrase, Reading

STATIVE = frozenset(
    ["see", "reach", "hear", "know", "understand", "remember", "feel", "like", "want", "have", "think", "believe"]
)
POLITE = frozenset(["can", "could", "would", "will", "may", "might"])
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
class Sentences(Clauses):
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
                        yield Reading(told, sum(self._cost(each) for each in clauses))
        for clauses, end in self._several(start):
            if self.ends(self.tail(end)):
                yield Reading(clauses, sum(self._cost(each) for each in clauses))

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

    # Commands.

    def command(self, place: int) -> Iterator[tuple[Clause, int]]:
        """Imperatives, and that something is not to be done."""
        base = Clause("command")
        word = self.at(place)
        if word == "let" and self.at(place + 1) in {"us", "me"}:
            who = Phrase(self.at(place + 1), pronoun="we" if self.at(place + 1) == "us" else "i")
            yield from self.predicate(place + 2, replace(base, subject=who), form="base")
        if word in {"do", "never"} and (word == "never" or self.at(place + 1) == "not"):
            start = place + 1 if word == "never" else place + 2
            start += self.at(start) == "ever"
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

    def _taught(self, clause: Clause) -> Clause:
        """`learn that`, `forget that`, `tell me where`: not things to do with one's hands."""
        inner = clause.complement
        if clause.verb in {"learn", "remember", "note", "know"} and inner is not None and not clause.negated:
            if inner.mood == "statement":
                return replace(inner, mood="learn")
            return clause
        if clause.verb == "forget" and not clause.negated:
            if inner is not None and inner.mood == "statement":
                return replace(inner, mood="forget")
            if clause.object is not None or any(each[0] == "about" for each in clause.places):
                return replace(clause, mood="forget")
        asks = clause.verb in {"tell", "show", "explain", "say"} and inner is not None and inner.mood == "question"
        to_me = clause.recipient is None or clause.recipient.pronoun in {"me", "us"}
        if asks and to_me and inner is not None and not clause.negated:
            return inner
        return clause

    # Questions.

    def inverted_question(self, place: int) -> Iterator[tuple[Clause, int]]:
        if self.low[place + 1 : place + 3] == ("you", "mind"):
            yield from self.predicate(place + 3, Clause("command", polite=True), form="ing")
        if self.low[place + 1 : place + 4] == ("it", "true", "that"):
            for clause, end in self.statement(place + 4):
                yield replace(clause, mood="question", asked="yesno"), end
        for clause, end in self.inverted(place):
            yield self._requested(replace(clause, mood="question", asked="yesno")), end

    def inverted(self, place: int) -> Iterator[tuple[Clause, int]]:
        """A clause whose verb or helping verb comes before its subject."""
        word = self.at(place)
        negated, start = self.negation(place + 1)
        base = Clause("question", negated=negated)
        if word in BE and self.at(start) == "there":
            for thing, end in self.phrases(start + 1):
                more, last = self.adverbs(end)
                yield replace(base, verb="exist", subject=thing, tense=BE[word], adverbs=more), last
            return
        for subject, end in self.phrases(start):
            no, after = self.negation(end)
            early, after = self.adverbs(after) if word not in BE else ((), after)
            mine = replace(base, subject=subject, negated=negated or no, adverbs=early)
            if word in BE:
                yield from self.being(after, replace(mine, verb="be", tense=BE[word]))
            if word in DO:
                yield from self.predicate(after, replace(mine, tense=DO[word]), form="base")
            if word in MODALS:
                yield from self.predicate(after, replace(mine, tense=MODALS[word], modal=word), form="base")
            if word in HAVE:
                if self.at(after) == "been":
                    yield from self.being(after + 1, replace(mine, verb="be", tense="past"))
                yield from self.predicate(after, replace(mine, tense="past"), form="past")

    def _requested(self, clause: Clause) -> Clause:
        """`can you give me ...` and `could I have ...` are commands."""
        who = clause.subject.pronoun if clause.subject is not None else ""
        robot = who == "you" or (clause.subject is not None and clause.subject.name == "robot")
        if clause.modal not in POLITE and clause.verb != "mind":
            return clause
        if robot and clause.verb in {"tell", "show", "explain", "say"} and clause.complement is not None:
            return self._taught(replace(clause, mood="command", asked="", modal="", polite=True))
        if robot and clause.verb not in STATIVE:
            return self._taught(replace(clause, mood="command", subject=None, asked="", modal="", polite=True))
        if who in {"i", "we"} and clause.verb in {"have", "get", "borrow"} and clause.object is not None:
            receiver = Phrase("me", pronoun="i" if who == "i" else "we")
            return Clause(
                "command", "give", object=clause.object, recipient=receiver, adverbs=clause.adverbs, polite=True
            )
        return clause

    def wh_question(self, place: int) -> Iterator[tuple[Clause, int]]:
        asked, start, thing = self.asked(place)
        if asked == "which" and thing is None:
            for phrase, end in self._chosen(place):
                yield from self._open(end, "which", phrase)
            if self.at(start) in BE:
                yield from self._open(start, "which", None)
            return
        if asked == "what" and self.at(start) not in {*BE, *DO, *HAVE, *MODALS}:
            for phrase, end in self._chosen(place):
                yield from self._open(end, "which", phrase)
        if asked == "whose" and self.at(start) not in BE:
            for phrase, end in self._body(start, "the"):
                owned = replace(phrase, determiner="", text=self.text(start, end))
                if self.at(end) in BE:
                    for other, last in self.phrases(end + 1):
                        yield Clause("question", "be", other, kind=owned, asked="whose"), last
        if asked in {"what", "how"} and self.at(start) == "about" and not self.ends(start + 1):
            for phrase, end in self.phrases(start + 1):
                yield Clause("question", "about", phrase, asked="about"), end
        if asked == "why" and self.at(start) == "not":
            return
        if self.low[place : place + 4] == ("what", "would", "happen", "if") or self.low[place : place + 3] == (
            "what",
            "happens",
            "if",
        ):
            yield Clause("question", "happen", asked="what if"), len(self.low)
        yield from self._open(start, asked, thing)

    def _chosen(self, place: int) -> Iterator[tuple[Phrase, int]]:
        if self.at(place + 1) in {"of"}:
            for phrase, end in self.single(place + 2):
                yield replace(phrase, determiner="which"), end
        for phrase, end in self._body(place + 1, "which"):
            yield replace(phrase, determiner="which", text=self.text(place, end)), end
            for relation, other, last in self.placed(end):
                yield (
                    replace(phrase, determiner="which", text=self.text(place, last), relations=((relation, other),)),
                    last,
                )

    def _open(self, place: int, asked: str, thing: Phrase | None) -> Iterator[tuple[Clause, int]]:
        """The rest of a question after its question word."""
        gap = thing or Phrase("", pronoun="gap")
        word = self.at(place)
        if self.ends(place):
            yield Clause("question", "", gap, asked=asked), place
            return
        subjects = asked in {"who", "what", "which", "how many", "whose"}
        if subjects and word in BE:
            if asked == "how many" and self.at(place + 1) == "there":
                more, end = self.adverbs(place + 2)
                yield Clause("question", "exist", gap, asked=asked, adverbs=more), end
                for words, other, last in self.located(place + 2):
                    yield Clause("question", "exist", gap, places=((words, other),), asked=asked), last
            for clause, end in self.being(place + 1, Clause("question", "be", gap, asked=asked, tense=BE[word])):
                yield clause, end
        if word in {*BE, *DO, *HAVE, *MODALS}:
            for clause, end in self.inverted(place):
                yield self._gapped(clause, asked, thing), end
        if word in BE and not subjects:
            for subject, end in self.phrases(place + 1):
                more, after = self.adverbs(end)
                yield Clause("question", "be", subject, asked=asked, tense=BE[word], adverbs=more), after
        if subjects and word not in BE and word not in DO:
            for clause, end in self.finite(place, gap):
                yield replace(clause, mood="question", asked=asked), end

    def _gapped(self, clause: Clause, asked: str, thing: Phrase | None) -> Clause:
        """Where in a clause the thing asked for is missing."""
        found = replace(clause, mood="question", asked=asked)
        inner = clause.complement
        if inner is not None and inner.mood == "statement" and asked in {"where", "what", "who"}:
            return replace(found, complement=replace(inner, mood="question", asked=asked))
        if thing is not None and clause.object is None and clause.verb not in {"be", "exist"}:
            return replace(found, object=thing)
        return found

    # Statements that are more than statements.

    def _meant(self, clause: Clause) -> Clause:
        """Wishes, and orders in the form of a statement."""
        subject = clause.subject
        if subject is None or clause.mood != "statement":
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

    def _cost(self, clause: Clause) -> float:
        """How unlikely a reading is; what has no place to go, or a noun nobody knows, costs."""
        lexicon, base = self.lexicon, clause.verb.split()[0] if clause.verb else ""
        cost = 0.0
        ways = [lexicon.ways.get(words, "in") for words, _ in clause.places]
        to = [way for way in ways if way in {"to", "in"}]
        if (
            clause.mood in {"command", "statement"}
            and base in {"put", "place", "set", "lay", "insert", "store", "hang"}
            and not to
        ):
            cost += 4 if clause.verb == base else 0.5
        if clause.object is None and base in {"put", "place", "take", "bring", "give", "grab"} and not clause.asked:
            cost += 3
        if base not in lexicon.places | lexicon.going and base not in {"be", "exist"} and "in" in ways:
            cost += 1.2
        if len(to) > 1:
            cost += 2
        if (
            clause.recipient is not None
            and "in" in ways
            and base in {"give", "hand", "pass", "show", "bring", "fetch", "get"}
        ):
            cost += 3
        if clause.object is not None and clause.object.relations and to:
            cost += 0.05
        if (
            clause.object is None
            and clause.verb == base
            and base in {"look", "point", "turn", "search", "switch"}
            and "in" in ways
        ):
            cost += 1
        if clause.verb == "be" and clause.kind is not None and clause.kind.parts:
            cost += 0.5
        for phrase in (
            clause.subject,
            clause.object,
            clause.recipient,
            clause.kind,
            *(each for _, each in clause.places),
        ):
            cost += self._noun_cost(phrase)
        return cost + (self._cost(clause.complement) if clause.complement is not None else 0.0)

    def _noun_cost(self, phrase: Phrase | None) -> float:
        if phrase is None:
            return 0.0
        cost = sum(map(self._noun_cost, phrase.parts)) + sum(self._noun_cost(each) for _, each in phrase.relations)
        cost += 0.2 * len(phrase.relations) + (1.0 if phrase.than is not None else 0.0)
        if phrase.head and not self.vocabulary.knows(phrase.head):
            cost += 1.0
            if self.lexicon.verb(phrase.head) is not None and not phrase.determiner:
                cost += 1.5
        if phrase.number is None and not phrase.determiner and phrase.head and not phrase.plural:
            cost += 0.3
        return cost + sum(0.4 for word in phrase.adjectives if word not in self.lexicon.adjectives)
