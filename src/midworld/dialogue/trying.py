"""Trying the readings of a sentence until everything in one is resolved, and asking for what is not."""

from collections.abc import Sequence

from ..errors import BadStatement, Inconsistent
from .answering import Answering
from .clarifying import question as which_question
from .facts import TYPE, Statement
from .grounding import Grounding
from .interpreting import Interpreting
from .orders import Undefined, Unresolved, refers_back
from .outcomes import Ambiguous, Attention, Contradictory, Unknown
from .parse import parsed
from .speaking import Wording, listed
from .spelling import corrected, correction
from .standing import where_of
from .tree import Clause, Phrase, Reading
from .truth import Truth, grounding_for
from .turns import (
    IGNORANT,
    SLACK,
    TRIED,
    Attempt,
    Pending,
    Supposed,
    Turn,
    act_of,
    bare_questions,
    none_of,
    of_the_past,
    rank,
)
from .understanding import Understanding
from .words import with_article

# Of a sentence so many words may be misspelt beside the first.
MISSPELT = 2


class Trying(Interpreting):
    """Works readings out to their end."""

    def _best(self, who: str, readings: Sequence[Reading], forced: dict[str, tuple[str, ...]], text: str) -> Turn:
        """The first reading in which everything is resolved; otherwise the likeliest, and what is missing."""
        failures: list[tuple[int, Reading, Unresolved | Undefined]] = []
        cheapest = readings[0].cost
        for reading in readings[:TRIED]:
            if reading.cost > cheapest + SLACK:
                break
            try:
                return self._commit(who, self._attempt(who, reading, forced), text)
            except Unresolved as problem:
                failures.append((rank(problem), reading, problem))
            except Undefined as problem:
                failures.append((3, reading, problem))
        _, reading, problem = min(failures, key=lambda each: each[0])
        turn = self._missing(who, reading, problem, forced, text)
        turn.missing = problem.word if isinstance(problem, Undefined) else problem.phrase.text
        turn.reading = turn.reading or reading
        return turn

    def _attempt(self, who: str, reading: Reading, forced: dict[str, tuple[str, ...]]) -> Attempt:
        held = self.attention.get(who, Attention())
        attention = held.copy()
        grounding = grounding_for(self.models, self.lexicon, who, attention, forced=forced)
        attempt = Attempt(reading, act_of(reading.clauses[0]), grounding, attention, self._number)

        def number() -> str:
            attempt.number += 1
            return f"s{attempt.number}"

        understanding = Understanding(grounding, number, self._fresh_name)
        self._fresh.clear()
        for clause in bare_questions(reading.clauses):
            held = clause.condition
            if held is not None and not refers_back(held[1]):
                attempt.notes.append(self._judged(*held, attempt))
            self._work_out(clause, understanding, attempt)
            if held is not None and refers_back(held[1]):
                attempt.notes.append(self._judged(*held, attempt))
            for things in grounding.mentioned:
                attention.mention(things)
            grounding.mentioned.clear()
            self._locate(clause, grounding)
            # `it` is rather what something is done to than where it goes.
            main = clause.object or clause.subject
            meant = grounding.resolved.get(main.text) if main is not None else None
            if meant:
                attention.mention([meant] if isinstance(meant, str) else meant)
            for phrase in (clause.object, clause.subject, clause.kind):
                if phrase is not None and phrase.head:
                    attention.heads.insert(0, phrase.head)
                    del attention.heads[5:]
                    break
        return attempt

    def _judged(self, word: str, held: Clause, attempt: Attempt) -> str:
        """Whether a condition is met, as far as that is known; what it speaks of is what is spoken of."""
        grounding = attempt.grounding
        met = Truth(grounding).holds(held, grounding.robots)
        met = met if met is None or word == "if" else not met
        subject = grounding.resolved.get(held.subject.text) if held.subject is not None else None
        if subject:
            attempt.attention.mention([subject] if isinstance(subject, str) else subject)
        if met is None:
            return "I do not know yet whether that is so"
        return "that is so" if met else "that is not so now"

    def _locate(self, clause: Clause, grounding: Grounding) -> None:
        """Keeps the place a clause speaks of, for `there`."""
        subject = clause.subject
        named = (*(subject.relations if subject is not None else ()), *clause.places)
        for words, other in named:
            place = grounding.resolved.get(other.text)
            relation = self.lexicon.prepositions.get(words, "")
            if isinstance(place, str) and (relation or self.lexicon.ways.get(words) == "to"):
                grounding.attention.locate(place, relation)
        target = clause.object if subject is None else subject
        if clause.asked == "where" and target is not None:
            thing = grounding.resolved.get(target.text)
            for name, place in sorted(where_of(thing, grounding.robots)) if isinstance(thing, str) else ():
                grounding.attention.locate(place, name)

    def _work_out(self, clause: Clause, understanding: Understanding, attempt: Attempt) -> None:
        match clause.mood:
            case "command":
                performer = understanding.things(clause.subject) if clause.subject is not None else ()
                attempt.understood.append(understanding.desired(clause, performer=performer))
            case "wish":
                attempt.understood.append(understanding.wished(clause))
            case "forget":
                attempt.understood.append(understanding.forgotten(clause))
            case "question":
                attempt.answers.append(self._answered(clause, attempt))
            case _:
                attempt.understood.append(understanding.told(clause))

    def _answered(self, clause: Clause, attempt: Attempt) -> str:
        grounding = attempt.grounding
        wording = Wording(self.models, self.lexicon, grounding.speaker)
        answering = Answering(grounding, wording, self.sources, self._explained, self._imagined)
        return answering.answer(clause)

    def _imagined(self, deed: Supposed) -> str:
        """What would happen, in words; that it cannot be told where there is no scene to try it in."""
        if self.scene is None:
            return "I cannot imagine what would happen without a scene; ask me what is, or what was."
        return self._worded(self.scene.imagine(deed), deed.doer)

    def _commit(self, who: str, attempt: Attempt, text: str) -> Turn:
        act, grounding = attempt.act, attempt.grounding
        turn = Turn(act, resolved=dict(grounding.resolved), reading=attempt.reading, reasons=dict(grounding.reasons))
        added = [each for made in attempt.understood for each in made.added]
        removed = [each for made in attempt.understood for each in made.removed]
        try:
            gone = self._believe(who, act, added, removed)
        except Inconsistent as refusal:
            turn.answer = self._refused(refusal.reasons, who)
            return turn
        except BadStatement as refusal:
            turn.answer = f"I cannot take that in: {refusal}."
            return turn
        for made in attempt.understood:
            for mind, fact in made.about:
                self._enter(mind, fact)
        self._number = attempt.number
        self.attention[who] = attempt.attention
        self.pending.pop(who, None)
        self.last[who] = (attempt.reading, added)
        turn.statements = [self._shown(each) for each in added] + [f"- {self._shown(each)}" for each in gone]
        turn.answer = " ".join(dict.fromkeys(attempt.answers)) or self._reaction(who, act, added, gone, attempt.reading)
        if act == "question" and (of_the_past(attempt.reading.clauses[0]) or turn.answer.startswith(IGNORANT)):
            turn.answer = self._from_scene(attempt.reading.clauses, grounding) or turn.answer
        if attempt.notes:
            turn.answer = f"{turn.answer.removesuffix('.')}, if it is as you say; {listed(attempt.notes)}."
        notes = self._unmentioned(who, grounding)
        if notes:
            turn.answer = f"{turn.answer} (I know of {listed(notes)}; you may not.)".strip()
        return turn

    def _shown(self, statement: Statement) -> str:
        """A statement as it is listed: what is done by its verb, though knowledge calls a thing so."""
        subject, predicate, target = statement
        verb = target.removesuffix("Action")
        deed = predicate == TYPE and verb != target and self.models.is_of_things(verb)
        return " ".join((subject, predicate, verb if deed else target))

    def _unmentioned(self, who: str, grounding: Grounding) -> list[str]:
        """Phrases for what the speaker does not know of, unless it was spoken of before."""
        before = self.mentioned.setdefault(who, set())
        found: list[str] = []
        for text in dict.fromkeys(grounding.notes):
            meant = grounding.resolved.get(text, ())
            things = {meant} if isinstance(meant, str) else set(meant)
            if not things or not things <= before:
                found.append(text)
        for meant in grounding.resolved.values():
            before.update([meant] if isinstance(meant, str) else meant)
        return found

    def _missing(
        self, who: str, reading: Reading, problem: Unresolved | Undefined, forced: dict[str, tuple[str, ...]], text: str
    ) -> Turn:
        act = act_of(reading.clauses[0])
        if isinstance(problem, Undefined):
            return self._learn_word(who, act, reading, [problem.word], forced, text)
        outcome, phrase = problem.outcome, problem.phrase
        if isinstance(outcome, Ambiguous):
            return self._which(
                who, Pending("which", reading, outcome.phrase, outcome.candidates, dict(forced), text=text), act
            )
        if isinstance(outcome, Unknown) and outcome.word:
            if outcome.near:
                self.pending[who] = Pending(
                    "near",
                    reading,
                    outcome.phrase,
                    forced=dict(forced),
                    near=outcome.near[0],
                    chain=[outcome.word],
                    text=text,
                )
                return Turn(act, ask=f"I do not know '{outcome.word}'; did you mean {outcome.near[0]}?")
            return self._misspelt(who, reading, text) or self._learn_word(
                who, act, reading, [outcome.word], forced, text
            )
        scene = (
            self._from_scene(
                reading.clauses, grounding_for(self.models, self.lexicon, who, self.attention.get(who), forced=forced)
            )
            if act == "question"
            else ""
        )
        if scene:
            return Turn(act, answer=scene)
        if isinstance(outcome, Contradictory):
            return Turn(act, answer=self._contradicted(who, phrase, outcome))
        if phrase.pronoun:
            return Turn(act, ask=f"What do you mean by '{phrase.text or phrase.pronoun}'?")
        return Turn(act, answer=f"I do not know of {none_of(phrase)}.")

    def _misspelt(self, who: str, reading: Reading | None, text: str, before: Sequence[str] = ()) -> Turn | None:
        """Offers the nearest word where a sentence is better understood with it."""
        word, nearest = correction(text, self.lexicon, self.models.vocabulary)
        if before and not word:
            return None
        tried = [(near, parsed(corrected(text, word, near), self.lexicon, self.models.vocabulary)) for near in nearest]
        understood = [(found[0].cost, near, found) for near, found in tried if found and not _is_scrap(found[0])]
        if not understood:
            if not nearest or len(before) >= MISSPELT:
                return None
            mended = corrected(text, word, nearest[0])
            return self._misspelt(who, reading, mended, (*before, f"{word}, {nearest[0]}"))
        cost, near, again = min(understood, key=lambda each: each[0])
        if reading is not None and cost >= reading.cost:
            return None
        self.pending[who] = Pending("near", reading, near=near, chain=[word], text=text)
        words = [*before, f"{word}, {near}"]
        wrong, right = (listed([each.split(", ")[at] for each in words]) for at in (0, 1))
        return Turn(act_of(again[0].clauses[0]), ask=f"I do not know '{wrong}'; did you mean {right}?")

    def _contradicted(self, who: str, phrase: Phrase, outcome: Contradictory) -> str:
        wording = Wording(self.models, self.lexicon, who)
        things = [
            each
            for each in outcome.reasons
            if each in self.models.facts(self.models.robot) or each in self.models.facts(who)
        ]
        if not things:
            return f"That does not fit what I know: {'; '.join(outcome.reasons)}."
        facts = wording.known(things[0])
        like = {each: ", ".join(wording.qualities(each, facts)) or wording.place(each, facts) for each in things[:4]}
        known = [wording.name(each) + (f" ({words})" if words else "") for each, words in like.items()]
        return f"I know of no such {phrase.head or phrase.name or 'thing'}: there is {listed(known)}."

    def _which(self, who: str, waiting: Pending, act: str) -> Turn:
        """Asks which of several is meant, or gives up where nothing tells them apart."""
        wording = Wording(self.models, self.lexicon, who)
        facts = wording.known(waiting.candidates[0])
        asked = which_question(waiting.phrase, waiting.candidates, wording, waiting.asked, facts)
        self.attention.setdefault(who, Attention())
        if not asked:
            if "pointing" not in waiting.asked:
                waiting.asked.add("pointing")
                self.pending[who] = waiting
                noun = waiting.phrase.head or "one"
                return Turn(
                    act, ask=f"I know {len(waiting.candidates)} that I cannot tell apart; can you point at the {noun}?"
                )
            self.pending.pop(who, None)
            return Turn(act, answer="I am sorry, I cannot find out which one you mean.")
        self.pending[who] = waiting
        return Turn(act, ask=asked)

    def _learn_word(
        self,
        who: str,
        act: str,
        reading: Reading | None,
        chain: list[str],
        forced: dict[str, tuple[str, ...]],
        text: str,
    ) -> Turn:
        self.pending[who] = Pending("word", reading, forced=dict(forced), chain=chain, text=text)
        return Turn(act, ask=f"What is {with_article(chain[-1])}?")


def _is_scrap(reading: Reading) -> bool:
    return reading.clauses[0].mood == "fragment"
