"""Answers to our own questions, corrections, and phrases without a verb."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ..errors import Inconsistent
from .facts import SUBCLASS, Statement
from .grounding import Grounding
from .orders import Unresolved
from .outcomes import Ambiguous, Attention, Resolved, Unknown
from .spelling import corrected
from .tree import Clause, Phrase, Reading, substituted
from .truth import Truth, grounding_for
from .trying import Trying
from .turns import PATIENCE, SOCIAL, Pending, Turn, kind_said
from .words import camel, with_article


class Replying(Trying):
    """Puts together what was asked and what is answered."""

    def _not_understood(self, text: str) -> str:
        return f"I do not understand '{text[:60]}'; could you say it in other words?"

    def _social(self, who: str, kind: str) -> Turn:
        return Turn("social", answer=SOCIAL[kind])

    def _reply(self, who: str, waiting: Pending, readings: Sequence[Reading], text: str) -> Turn | None:
        """What an answer to a question of ours leads to; None where it is no answer."""
        social = readings[0].clauses[0].social if readings else ""
        if social == "cancel" or (social == "no" and waiting.kind == "which"):
            self.pending.pop(who, None)
            return Turn("social", answer="All right, never mind.")
        match waiting.kind:
            case "which":
                return self._which_one(who, waiting, readings, social)
            case "near":
                return self._nearly(who, waiting, social)
            case _:
                return self._explained_word(who, waiting, readings, social)

    def _which_one(self, who: str, waiting: Pending, readings: Sequence[Reading], social: str) -> Turn | None:
        assert waiting.reading is not None
        act = "fragment"
        if social == "unsure":
            return self._impatient(who, waiting, act)
        if social == "any":
            self.pending.pop(who, None)
            meant = {**waiting.forced, waiting.phrase.text: waiting.candidates[:1]}
            turn = self._best(who, [waiting.reading], meant, waiting.text)
            turn.act, turn.resolved = act, {**turn.resolved, waiting.phrase.text: waiting.candidates[0]}
            return turn
        held = self.attention.setdefault(who, Attention())
        grounding = grounding_for(self.models, self.lexicon, who, held, among=waiting.candidates)
        left = self._fitting(grounding, readings, waiting)
        if left is None:
            return None
        meant = readings[0].clauses[0].subject if readings else None
        several = waiting.phrase.plural or (meant is not None and meant.determiner in {"both", "all"})
        if len(left) == 1 or (left and several):
            forced = {**waiting.forced, waiting.phrase.text: tuple(left)}
            self.pending.pop(who, None)
            turn = self._best(who, [waiting.reading], forced, waiting.text)
            turn.act = act
            turn.resolved = {
                **turn.resolved,
                waiting.phrase.text: left[0] if len(left) == 1 else list(left),
                **grounding.resolved,
            }
            held = self.attention.setdefault(who, held)
            held.mention(tuple(left))
            return turn
        if not left:
            return self._impatient(who, waiting, act, said="None of them is.")
        waiting.candidates = tuple(left)
        return self._which(who, waiting, act)

    def _impatient(self, who: str, waiting: Pending, act: str, *, said: str = "") -> Turn:
        waiting.tries += 1
        if waiting.tries > PATIENCE:
            self.pending.pop(who, None)
            return Turn(act, answer="I am sorry, I cannot find out which one you mean.")
        turn = self._which(who, waiting, act)
        turn.answer = turn.answer or said
        return turn

    def _fitting(self, grounding: Grounding, readings: Sequence[Reading], waiting: Pending) -> list[str] | None:
        """The candidates an answer leaves; None where it is no answer."""
        for reading in sorted(readings, key=lambda each: each.clauses[0].mood != "fragment"):
            clause = reading.clauses[0]
            if clause.mood == "fragment":
                left = self._fits(grounding, clause, waiting)
                if "not" in clause.adverbs and left:
                    return [each for each in waiting.candidates if each not in left]
                if left or len(readings) == 1:
                    return left
            about_it = clause.subject is not None and (
                clause.subject.pronoun in {"it", "this", "that", "one"} or clause.subject.head == waiting.phrase.head
            )
            if clause.mood == "statement" and clause.verb == "be" and about_it:
                facts = grounding.mine if waiting.candidates[0] in grounding.mine else grounding.robots
                gap = replace(clause, subject=Phrase("", pronoun="gap"))
                try:
                    return [each for each in waiting.candidates if Truth(grounding).holds(gap, facts, each) is True]
                except Unresolved:
                    return None
            if clause.mood == "statement" and clause.verb in {"mean", "want"} and clause.object is not None:
                return self._fits(grounding, Clause("fragment", subject=clause.object), waiting)
        return None

    def _fits(self, grounding: Grounding, clause: Clause, waiting: Pending) -> list[str]:
        found: list[str] = []
        for facts in (grounding.mine, grounding.robots):
            if clause.subject is not None:
                phrase = clause.subject
                outcome = grounding.ground(phrase)
                if isinstance(outcome, Resolved) and set(outcome.things) <= set(waiting.candidates):
                    return list(outcome.things)
                if phrase.determiner in {"any", "either"} and not phrase.adjectives:
                    return [waiting.candidates[0]]
                found = [each for each in grounding.candidates(phrase, facts) if each in waiting.candidates]
                if not found and phrase.head and not phrase.adjectives:
                    found = [each for each in waiting.candidates if grounding.fits(each, phrase.head, facts)]
            else:
                found = list(waiting.candidates)
                for word in clause.adjectives:
                    found = grounding.with_adjective(found, word, facts)
                for words, other in clause.places:
                    found = grounding.related(found, words, other, facts)
            if found:
                return found
        return found

    def _nearly(self, who: str, waiting: Pending, social: str) -> Turn | None:
        if social == "yes":
            self.pending.pop(who, None)
            return self._heard(who, corrected(waiting.text, waiting.chain[0], waiting.near), "")
        if social == "no":
            act = "fragment"
            return self._learn_word(who, act, waiting.reading, waiting.chain, waiting.forced, waiting.text)
        return None

    def _explained_word(self, who: str, waiting: Pending, readings: Sequence[Reading], social: str) -> Turn | None:
        """A word explained by another: learnt once the chain ends at something known."""
        if social in {"unsure", "no"}:
            self.pending.pop(who, None)
            return Turn("social", answer=f"All right; then I do not know what {with_article(waiting.chain[-1])} is.")
        kind = kind_said(readings)
        if kind is None:
            return None
        noun = kind.head or kind.name
        if not noun or noun in waiting.chain:
            waiting.tries += 1
            if waiting.tries > PATIENCE:
                self.pending.pop(who, None)
                return Turn("fragment", answer="I am sorry, I do not understand that word.")
            return Turn("fragment", ask=f"And what else is {with_article(waiting.chain[-1])}?")
        if not self.models.vocabulary.classes(noun):
            if len(waiting.chain) > 6:
                self.pending.pop(who, None)
                return Turn("fragment", answer="I am sorry, I cannot connect that to anything I know.")
            waiting.chain.append(noun)
            return Turn("fragment", ask=f"What is {with_article(noun)}?")
        names = [camel(each) for each in waiting.chain] + [self.models.class_of(noun)]
        learnt = [f"{one} {SUBCLASS} {other}" for one, other in pairwise(names)]
        try:
            self.models.teach(list(reversed(learnt)), safe=True)
        except Inconsistent as refusal:
            self.pending.pop(who, None)
            return Turn("fragment", answer=self._refused(refusal.reasons, who))
        self.pending.pop(who, None)
        above = noun if len(waiting.chain) == 1 else waiting.chain[1]
        turn = Turn(
            "fragment",
            list(reversed(learnt)),
            answer=f"OK, {with_article(waiting.chain[0])} is {with_article(above)}.",
        )
        if waiting.reading is not None:
            again = self._best(who, [waiting.reading], waiting.forced, waiting.text)
            turn.statements += [each for each in again.statements if each not in turn.statements]
            turn.resolved, turn.ask = again.resolved, again.ask
            turn.answer = f"{turn.answer} {again.answer}".strip()
        return turn

    def _fragment(self, who: str, clause: Clause, text: str) -> Turn:
        last = self.last.get(who)
        again = clause.negated or "and" in clause.adverbs or _corrects(clause, last[0] if last is not None else None)
        if last is not None and (again or last[0].clauses[0].mood == "question"):
            turn = self._elliptical(who, clause, *last, text)
            if turn is not None:
                return turn
        phrase = clause.subject
        if phrase is None:
            return Turn("fragment", ask=f"What about '{text}'?")
        held = self.attention.setdefault(who, Attention())
        grounding = Grounding(self.models, self.lexicon, who, held)
        outcome = grounding.ground(phrase)
        if isinstance(outcome, Unknown) and outcome.word:
            return (
                self._missing(who, Reading((clause,)), Unresolved(phrase, outcome), {}, text)
                if phrase.determiner
                else self._misspelt(who, None, text)
                or self._interpreted(who, text)
                or Turn("unknown", ask=self._not_understood(text))
            )
        if isinstance(outcome, Resolved):
            for things in grounding.mentioned:
                held.mention(things)
        return Turn("fragment", resolved=grounding.resolved, ask=f"What about {phrase.text}?")

    def _elliptical(
        self, who: str, clause: Clause, reading: Reading, before: list[Statement], text: str
    ) -> Turn | None:
        """`no, the red one`, `and the apple`: the last sentence again with another thing in it."""
        target = reading.clauses[-1].object or reading.clauses[-1].subject
        places = reading.clauses[-1].places
        if (target is None or target.pronoun == "gap") and places:
            target = places[-1][1]
        if clause.subject is None and clause.places and places:
            # `no, in the green one`, `no, under the box`
            target = places[-1][1]
            words = clause.places[-1][0]
            last = replace(reading.clauses[-1], places=(*places[:-1], (words, target)))
            reading = replace(reading, clauses=(*reading.clauses[:-1], last))
            clause = replace(clause, subject=clause.places[-1][1], places=())
        if target is None or not target.text:
            return None
        phrase = clause.subject or Phrase(
            f"the one {text}", pronoun="one", determiner="the", adjectives=clause.adjectives, relations=clause.places
        )
        held = self.attention.setdefault(who, Attention())
        if phrase.pronoun == "one" and target.head:
            phrase = replace(phrase, head=target.head, pronoun="", words=target.head)
        recent = list(held.recent) if phrase.other else []
        grounding = Grounding(self.models, self.lexicon, who, Attention(recent, [], held.heads))
        outcome = grounding.ground(phrase)
        if isinstance(outcome, Ambiguous):
            return self._which(
                who,
                Pending("which", reading, replace(phrase, text=target.text), outcome.candidates, text=text),
                "fragment",
            )
        if not isinstance(outcome, Resolved):
            return None
        gone: list[Statement] = []
        if before and (clause.negated or (clause.mood == "fragment" and "and" not in clause.adverbs)):
            gone = before
            self.models.withdraw(gone, list(dict.fromkeys((self.models.robot, who))))
        clauses = tuple(substituted(each, target, phrase) for each in reading.clauses)
        turn = self._best(who, [Reading(clauses, reading.cost)], {phrase.text: outcome.things}, text)
        turn.act = "fragment"
        turn.resolved = {**turn.resolved, **grounding.resolved}
        turn.statements += [f"- {' '.join(each)}" for each in gone]
        held = self.attention.setdefault(who, held)
        held.mention(outcome.things)
        return turn

    def _heard(self, who: str, text: str, mark: str) -> Turn:
        """What one sentence comes to; said where conversations are."""
        raise NotImplementedError


def _corrects(clause: Clause, last: Reading | None) -> bool:
    """Whether a phrase alone stands for another of the kind an order was about: `the blue one`."""
    ordered = last.clauses[-1] if last is not None and last.clauses[-1].mood in {"command", "wish"} else None
    target, phrase = ordered.object if ordered is not None else None, clause.subject
    if target is None or phrase is None or not (phrase.adjectives or phrase.relations or phrase.determiner):
        return False
    return phrase.pronoun in {"one", "this", "that"} or (bool(phrase.head) and phrase.head == target.head)
