"""Questions: what they leave open, and those that are requests."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .clauses import Clauses, animate
from .closed import BE, DO, HAVE, MODALS
from .states import state_of
from .tree import Clause, Phrase

STATIVE = frozenset(
    ["see", "reach", "hear", "know", "understand", "remember", "feel", "like", "want", "have", "think", "believe"]
)
# Where somebody will look is where they think it is.
SEEKING = frozenset(["look", "search", "find", "expect", "seek"])
FATES = frozenset(["fall", "topple", "drop", "tip", "break", "roll", "move"])
FINDING = frozenset(["see", "have", "find", "know", "get", "notice"])
POLITE = frozenset(["can", "could", "would", "will", "may", "might"])


@dataclass(slots=True)
class Questions(Clauses):
    """How the questions of one sentence can be read."""

    def inverted_question(self, place: int) -> Iterator[tuple[Clause, int]]:
        if self.low[place + 1 : place + 3] == ("you", "mind"):
            yield from self.predicate(place + 3, Clause("command", polite=True), form="ing")
        if self.low[place + 1 : place + 4] == ("it", "true", "that"):
            for clause, end in self.statement(place + 4):
                yield replace(clause, mood="question", asked="yesno"), end
        if self.at(place) in {"would", "will", "could", "does"}:
            yield from self.fates(place)
        if self.at(place) in BE and self.at(place + 1) == "it":
            for clause, end in self.cleft(place + 2):
                yield replace(clause, mood="question", asked="yesno"), end
        for clause, end in self.inverted(place):
            # `isn't it red` asks the same as `is it red`.
            refused = clause.negated and self.at(place + 1) != "not" and clause.modal in POLITE
            yield self._requested(replace(clause, mood="question", asked="yesno", negated=refused)), end

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
            after += self.at(after) == "last" and self.lexicon.verb(self.at(after + 1)) is not None
            mine = replace(base, subject=subject, negated=negated or no, adverbs=early)
            if word in BE:
                yield from self.being(after, replace(mine, verb="be", tense=BE[word]))
            if word in DO:
                yield from self.predicate(after, replace(mine, tense=DO[word]), form="base")
            if word in MODALS:
                yield from self.predicate(after, replace(mine, tense=MODALS[word], modal=word), form="base")
            if word in HAVE:
                held = after + (self.at(after) == "got")
                for clause, last in self.complements(held, replace(mine, verb="have", tense="present")):
                    inside = any(words == "held by" for words, _ in clause.places)
                    if held > after or clause.object is not None or inside:
                        yield state_of(clause, self.lexicon), last
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

    def _taught(self, clause: Clause) -> Clause:
        """`learn that`, `forget that`, `tell me where`: not things to do with one's hands."""
        inner = clause.complement
        if clause.verb in {"learn", "remember", "note", "know"} and inner is not None and not clause.negated:
            if inner.mood == "statement" and (clause.object is None or clause.object.determiner != "that"):
                return replace(inner, mood="learn")
            return clause
        if clause.verb == "forget" and not clause.negated:
            if inner is not None and inner.mood == "statement":
                return replace(inner, mood="forget")
            if clause.object is not None or any(each[0] == "about" for each in clause.places):
                return replace(clause, mood="forget")
        about = [each for words, each in clause.places if words == "about"]
        told = clause.object or clause.recipient
        if clause.verb == "tell" and about and not clause.negated and (told is None or told.pronoun in {"me", "us"}):
            return Clause("question", "know", about[0], asked="about")
        asks = clause.verb in {"tell", "show", "explain", "say"} and inner is not None and inner.mood == "question"
        to_me = clause.recipient is None or clause.recipient.pronoun in {"me", "us"}
        if asks and to_me and inner is not None and not clause.negated:
            return inner
        return clause

    def wh_question(self, place: int) -> Iterator[tuple[Clause, int]]:
        if self.at(place + 1) == "else":
            for clause, end in self._open(place + 2, self.at(place), None):
                yield replace(clause, adverbs=(*clause.adverbs, "else")), end
            return
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
        if asked == "what" and self.low[-1] == "for" and self.at(start) in BE:
            for phrase, end in self.phrases(start + 1):
                end += self.at(end) in {"used", "good", "meant", "made"}
                if self.at(end) == "for" and self.ends(end + 1):
                    yield Clause("question", "be", phrase, asked="purpose"), end + 1
        if asked == "whose" and self.at(start) not in BE:
            for phrase, end in self._body(start, "the"):
                owned = replace(phrase, determiner="", text=self.text(start, end))
                if self.at(end) in BE:
                    for other, last in self.phrases(end + 1):
                        yield Clause("question", "be", other, kind=owned, asked="whose"), last
                    for words, other, last in self.located(end + 1):
                        there = replace(owned, determiner="the", relations=(*owned.relations, (words, other)))
                        yield Clause("question", "be", there, asked="whose"), last
        if asked in {"what", "how"} and self.at(start) == "about" and not self.ends(start + 1):
            for phrase, end in self.phrases(start + 1):
                yield Clause("question", "about", phrase, asked="about"), end
        if asked == "why" and self.at(start) == "not":
            return
        if asked == "how" and self.at(start) == "come":
            for clause, end in self.statement(start + 1):
                yield replace(clause, mood="question", asked="why"), end
        for start_of in self._supposing(place):
            for deed, end in self.supposed(start_of):
                yield Clause("question", "happen", asked="what if", complement=deed), end
        yield from self._open(start, asked, thing)

    def _supposing(self, place: int) -> Iterator[int]:
        """Where what is supposed begins: after `what would happen if`, `what if`."""
        for words in ("what would happen", "what will happen", "what happens", "what would be", "what"):
            end = place + len(words.split())
            if " ".join(self.low[place:end]) == words and self.at(end) in {"if", "when"}:
                yield end + 1

    def supposed(self, place: int) -> Iterator[tuple[Clause, int]]:
        """A deed somebody might do: `I pulled the box to the left`; how it is done is kept as it was said."""
        for subject, end in self.single(place):
            start = end
            while self.at(start) in {"were", "was", "to", "would", "should", "could", "now", "just", "accidentally"}:
                start += 1
            for verb, form, after in self.verbs(start):
                if form == "ing" or verb == "be":
                    continue
                for thing, last in self.single(after):
                    stop = next((at for at in range(last, len(self.low)) if self.low[at] == ","), len(self.low))
                    way = tuple(word for word in (self.text(last, stop),) if word)
                    yield Clause("statement", verb, subject, thing, adverbs=way), stop

    def fates(self, place: int) -> Iterator[tuple[Clause, int]]:
        """`would the cup fall if I pulled the box`."""
        for thing, end in self.single(place + 1):
            falls = self.lexicon.verb(self.at(end))
            after = next((at for at in range(end, len(self.low)) if self.low[at] == "if"), 0)
            if after and falls is not None and falls[0] in FATES:
                for deed, last in self.supposed(after + 1):
                    yield Clause("question", falls[0], thing, asked="what if", complement=deed), last

    def fronted(self, place: int) -> Iterator[tuple[Clause, int]]:
        """A preposition before its question word: `in which box is the ball`."""
        for words, end in self.linked(place):
            word = self.at(end)
            if word not in {"which", "what", "who", "whom"}:
                continue
            chosen = list(self._chosen(end)) if word in {"which", "what"} else []
            if words == "of" and self.at(end + 1) in self.lexicon.attributes:
                # `of what colour is the cup`
                yield from self._open(end + 2, f"attribute {self.at(end + 1)}", None)
            for phrase, start in (*chosen, (Phrase("", pronoun="gap"), end + 1)):
                for clause, last in self.inverted(start):
                    asked = "who" if word in {"who", "whom"} else "which" if phrase.head else "what"
                    found = replace(clause, mood="question", asked=asked)
                    whole = f"{clause.verb} {words}"
                    if words == "by" and clause.passive:
                        yield replace(found, subject=phrase), last
                    elif whole in self.lexicon.states or whole in self.lexicon.actions:
                        yield replace(found, verb=whole, object=phrase), last
                    elif words == "to" and clause.verb.split()[0] in self.lexicon.gifts:
                        yield replace(found, recipient=phrase), last
                    else:
                        yield replace(found, places=(*found.places, (words, phrase))), last

    def _chosen(self, place: int) -> Iterator[tuple[Phrase, int]]:
        of = place + 1 + (self.at(place + 1) in {"one", "ones"})
        if self.at(of) == "of":
            for phrase, end in self.single(of + 1):
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
            if self.at(place + 1) == "there":
                more, end = self.adverbs(place + 2)
                yield Clause("question", "exist", gap, asked=asked, adverbs=more), end
                for words, other, last in self.located(place + 2):
                    yield Clause("question", "exist", gap, places=((words, other),), asked=asked), last
            for clause, end in self.being(place + 1, Clause("question", "be", gap, asked=asked, tense=BE[word])):
                yield clause, end
                if self.at(end) == ",":
                    for parts, last in self.phrases(end + 1):
                        if parts.either:
                            yield replace(clause, subject=replace(parts, determiner="which"), asked="which"), last
        if word in {*BE, *DO, *HAVE, *MODALS}:
            for clause, end in self.inverted(place):
                yield self._gapped(clause, asked, thing), end
        if asked.startswith("attribute ") and word in HAVE:
            for subject, end in self.phrases(place + 1):
                yield Clause("question", "be", subject, asked=asked), end
        if word in BE and not subjects:
            for subject, end in self.phrases(place + 1):
                more, after = self.adverbs(end)
                yield Clause("question", "be", subject, asked=asked, tense=BE[word], adverbs=more), after
        if subjects and word not in BE and (word not in DO or self.at(place + 1) == "not"):
            for clause, end in self.finite(place, gap):
                yield replace(clause, mood="question", asked=asked), end

    def _gapped(self, clause: Clause, asked: str, thing: Phrase | None) -> Clause:
        """Where in a clause the thing asked for is missing."""
        found = replace(clause, mood="question", asked=asked)
        inner = clause.complement
        base = clause.verb.split()[0]
        if asked == "where" and base in SEEKING and clause.tense != "past":
            return _sought(found)
        if clause.verb == "make" and clause.places == (("of", Phrase("", pronoun="gap")),):
            return replace(found, verb="be", places=(), asked="attribute material")
        if clause.verb == "call" and clause.passive and asked == "what":
            return replace(found, verb="be", subject=clause.object, object=None, passive=False, asked="attribute name")
        mine = clause.subject is not None and clause.subject.pronoun in {"you", "we"}
        if (
            mine
            and base in FINDING
            and clause.places
            and clause.object is None
            and asked in {"what", "which", "how many"}
        ):
            # What we have on the shelf is what is on it.
            return replace(found, verb="be", subject=thing or Phrase("", pronoun="gap"), modal="")
        if thing is not None:
            if clause.recipient is not None and clause.recipient.pronoun == "gap":
                return replace(found, recipient=thing)
            if any(each.pronoun == "gap" for _, each in clause.places):
                filled = tuple((words, thing if each.pronoun == "gap" else each) for words, each in clause.places)
                return replace(found, places=filled)
        gives = base in self.lexicon.gifts and clause.recipient is None and clause.object is not None
        if gives and asked in {"what", "which"} and clause.object is not None and animate(clause.object):
            return replace(found, recipient=clause.object, object=thing or Phrase("", pronoun="gap"))
        if inner is not None and asked == "where" and inner.verb.split()[0] in SEEKING and inner.tense != "past":
            return _sought(replace(inner, mood="question", asked=asked))
        if inner is not None and inner.mood == "statement" and asked in {"where", "what", "who"}:
            return replace(found, complement=replace(inner, mood="question", asked=asked))
        if thing is not None and clause.object is None and clause.verb not in {"be", "exist"}:
            return replace(found, object=thing)
        return found


def _sought(clause: Clause) -> Clause:
    """`where will Ann look for the ball`: where Ann thinks that it is; `where can it be found`: where it is."""
    if clause.passive and clause.subject is None:
        return replace(clause, verb="be", subject=clause.object, object=None, passive=False, modal="")
    target = clause.object or next((each for _, each in clause.places), None)
    where = Clause("question", "be", target, asked="where")
    return replace(clause, verb="think", object=None, places=(), complement=where, modal="", tense="present")
