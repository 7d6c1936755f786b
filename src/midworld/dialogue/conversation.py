"""A conversation: what is heard, understood, believed, answered and asked back, sentence by sentence."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import cast

import msgspec

from ..errors import BadStatement, Inconsistent, MidworldError
from .answering import Answering
from .clarifying import question as which_question
from .facts import SUBCLASS, Facts, Models, Statement
from .game import SpyGame, wants_game
from .grounding import Ambiguous, Attention, Contradictory, Grounding, Resolved, Unknown
from .lexicon import Lexicon, read_lexicon
from .parse import parsed
from .speaking import SAID, Wording, listed, sentence
from .tree import Clause, Phrase, Reading
from .truth import Truth
from .understanding import Undefined, Understanding, Understood, Unresolved
from .words import camel, sentences, with_article

TRIED = 8
SLACK = 2.6
PATIENCE = 2
SOCIAL = {
    "greeting": "Hello!",
    "farewell": "Goodbye!",
    "thanks": "You are welcome.",
    "apology": "Never mind.",
    "yes": "OK.",
    "no": "OK.",
    "unsure": "All right.",
    "cancel": "All right, never mind.",
    "feeling": "I am fine, thank you.",
    "praise": "Thank you.",
}
# Where a thing is said to be now, it no longer is where it was.
MOVED = frozenset({"isIn", "isOn", "isHeldBy", "isUnder"})
IGNORANT = ("I do not know", "As far as you know", "Nothing that", "Nobody that", "No ")
Oracle = Callable[[str, str], str | None]


class Utterance(msgspec.Struct, frozen=True):
    """What became of something said."""

    speaker: str
    heard: str
    act: str
    statements: tuple[str, ...] = ()
    resolved: dict[str, str | list[str]] = {}
    answer: str = ""
    ask: str | None = None


@dataclass(slots=True)
class Turn:
    """What one sentence came to."""

    act: str
    statements: list[str] = field(default_factory=list[str])
    resolved: dict[str, str | list[str]] = field(default_factory=dict[str, str | list[str]])
    answer: str = ""
    ask: str | None = None


@dataclass(slots=True)
class Pending:
    """A question of ours that waits for its answer."""

    kind: str
    reading: Reading | None
    phrase: Phrase = field(default_factory=lambda: Phrase(""))
    candidates: tuple[str, ...] = ()
    forced: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    asked: set[str] = field(default_factory=set[str])
    chain: list[str] = field(default_factory=list[str])
    near: str = ""
    text: str = ""
    tries: int = 0


@dataclass(slots=True)
class Attempt:
    """One reading worked out to its end, nothing of it believed yet."""

    reading: Reading
    act: str
    grounding: Grounding
    attention: Attention
    number: int
    understood: list[Understood] = field(default_factory=list[Understood])
    answers: list[str] = field(default_factory=list[str])


class Conversation:
    """Talks with several people about what its models hold; `oracle` answers from a scene what it can."""

    def __init__(self, models: Models, lexicon: Lexicon | None = None, *, oracle: Oracle | None = None) -> None:
        self.models, self.lexicon, self.oracle = models, lexicon or read_lexicon(), oracle
        self.attention: dict[str, Attention] = {}
        self.pending: dict[str, Pending] = {}
        self.last: dict[str, tuple[Reading, list[Statement]]] = {}
        self.games: dict[str, SpyGame] = {}
        self.sources: dict[Statement, str] = {}
        self._number = 0
        self._fresh: set[str] = set()

    def tell(self, model: str, add: Sequence[str], remove: Sequence[str] = ()) -> None:
        """Facts from elsewhere. Raises BadStatement."""
        self.models.tell(model, add, remove)

    def say(self, speaker: str, text: str, stamp: float | None = None) -> Utterance:
        """What is understood of something said, and what is said back."""
        who = self.models.own(speaker)
        self.models.know_person(who)
        turns = [self._turn(who, each, mark, stamp) for each, mark in sentences(text)[:12]]
        if not turns:
            return Utterance(speaker, text, "unknown", ask="I heard nothing; what did you say?")
        main = next((each for each in reversed(turns) if each.act not in {"social", "unknown"}), turns[-1])
        answers = [each.answer for each in turns if each.answer]
        return Utterance(
            speaker,
            text,
            main.act,
            tuple(line for each in turns for line in each.statements),
            {phrase: thing for each in turns for phrase, thing in each.resolved.items()},
            " ".join(answers),
            next((each.ask for each in reversed(turns) if each.ask), None),
        )

    def _turn(self, who: str, text: str, mark: str, stamp: float | None) -> Turn:
        try:
            return self._heard(who, text, mark)
        except MidworldError as error:
            return Turn("unknown", answer=f"I cannot take that in: {error}")

    def _heard(self, who: str, text: str, mark: str) -> Turn:
        readings = parsed(text, self.lexicon, self.models.vocabulary, question=mark == "?")
        game = self.games.get(who)
        if game is not None:
            turn = self._played(who, game, text, readings)
            if turn is not None:
                return turn
        if wants_game(text):
            return self._begin_game(who)
        waiting = self.pending.get(who)
        if waiting is not None:
            turn = self._reply(who, waiting, readings, text)
            if turn is not None:
                return turn
            self.pending.pop(who, None)
        if readings and readings[0].clauses[0].mood == "social":
            return self._social(who, readings[0].clauses[0].social)
        full = [each for each in readings if each.clauses[0].mood != "fragment"]
        if full:
            return self._best(who, full, {}, text)
        if readings:
            return self._fragment(who, readings[0].clauses[0], text)
        return Turn("unknown", ask=self._not_understood(text))

    def _not_understood(self, text: str) -> str:
        return f"I do not understand '{text[:60]}'; could you say it in other words?"

    def _social(self, who: str, kind: str) -> Turn:
        return Turn("social", answer=SOCIAL[kind])

    # Trying readings.

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
                failures.append((_rank(problem), reading, problem))
            except Undefined as problem:
                failures.append((3, reading, problem))
        _, reading, problem = min(failures, key=lambda each: each[0])
        return self._missing(who, reading, problem, forced, text)

    def _attempt(self, who: str, reading: Reading, forced: dict[str, tuple[str, ...]]) -> Attempt:
        held = self.attention.get(who, Attention())
        attention = Attention(list(held.recent), list(held.groups), list(held.heads))
        grounding = Grounding(self.models, self.lexicon, who, attention, dict(forced))
        grounding.true_of = lambda clause, thing, facts: Truth(grounding).holds(clause, facts, thing) is True
        attempt = Attempt(reading, _act(reading.clauses[0]), grounding, attention, self._number)

        def number() -> str:
            attempt.number += 1
            return f"s{attempt.number}"

        understanding = Understanding(grounding, number, self._fresh_name)
        self._fresh.clear()
        for clause in reading.clauses:
            self._work_out(clause, understanding, attempt)
            for things in grounding.mentioned:
                attention.mention(things)
            grounding.mentioned.clear()
            # `it` is rather what something is done to than where it goes.
            main = clause.object or clause.subject
            said = grounding.resolved.get(main.text) if main is not None else None
            if said:
                attention.mention([said] if isinstance(said, str) else said)
            for phrase in (clause.object, clause.subject, clause.kind):
                if phrase is not None and phrase.head:
                    attention.heads.insert(0, phrase.head)
                    del attention.heads[5:]
                    break
        return attempt

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
        answering = Answering(grounding, wording, self.sources, self._explained)
        return answering.answer(clause)

    def _explained(self, fact: Statement) -> str:
        """Why a fact holds, where it follows from others."""
        from ..knowledge import Verbs

        try:
            proof = Verbs(self.models.kb).call("why", (" ".join(fact), [self.models.robot]))
        except MidworldError:
            return ""
        told = cast("Mapping[str, object]", proof) if isinstance(proof, dict) else {}
        return str(told.get("text") or "") if told.get("because") else ""

    def _fresh_name(self, noun: str) -> str:
        """An identifier nobody has."""
        stem = re.sub(r"\W+", "_", noun.casefold())
        facts = self.models.facts(self.models.robot)
        number = 1
        while f"{stem}{number}" in facts or f"{stem}{number}" in self._fresh:
            number += 1
        self._fresh.add(f"{stem}{number}")
        return f"{stem}{number}"

    # Believing.

    def _commit(self, who: str, attempt: Attempt, text: str) -> Turn:
        act, grounding = attempt.act, attempt.grounding
        turn = Turn(act, resolved=dict(grounding.resolved))
        added = [each for made in attempt.understood for each in made.added]
        removed = [each for made in attempt.understood for each in made.removed]
        try:
            gone = self._believe(who, act, added, removed)
        except Inconsistent as refusal:
            turn.answer = f"I cannot believe that: {'; '.join(refusal.reasons)}."
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
        turn.statements = [" ".join(each) for each in added] + [f"- {' '.join(each)}" for each in gone]
        turn.answer = " ".join(attempt.answers) or self._reaction(who, act, added, gone, attempt.reading)
        if act == "question" and (_of_the_past(attempt.reading.clauses[0]) or turn.answer.startswith(IGNORANT)):
            turn.answer = self._from_scene(who, text, turn) or turn.answer
        notes = list(dict.fromkeys(grounding.notes))
        if notes:
            turn.answer = f"{turn.answer} (I know of {listed(notes)}; you may not.)".strip()
        return turn

    def _from_scene(self, who: str, text: str, turn: Turn) -> str:
        if self.oracle is None:
            return ""
        asked = text
        for phrase, thing in sorted(turn.resolved.items(), key=lambda each: -len(each[0])):
            if isinstance(thing, str):
                asked = re.sub(rf"\b{re.escape(phrase)}\b", thing, asked, flags=re.IGNORECASE)
        asked = re.sub(r"\b(I|me)\b", who, asked)
        asked = re.sub(r"\byou\b", self.models.robot, asked, flags=re.IGNORECASE)
        return self.oracle(asked, who) or ""

    def _believe(self, who: str, act: str, added: list[Statement], removed: list[Statement]) -> list[Statement]:
        """Takes statements in, in the robot's mind and the speaker's; what goes with it. Raises Inconsistent."""
        robot = self.models.robot
        minds = list(dict.fromkeys((robot, who)))
        axioms = [" ".join(each) for each in added if each[1] in {SUBCLASS, "owl:disjointWith"}]
        facts = [each for each in added if each[1] not in {SUBCLASS, "owl:disjointWith"}]
        gone = list(removed)
        if act in {"statement", "learn"}:
            held = self.models.facts(robot)
            gone += [
                (thing, name, old)
                for thing, new, place in facts
                if new in MOVED
                for name in MOVED
                for old in self._stated(held, thing, name)
                if (name, old) != (new, place)
            ]
        gone = list(dict.fromkeys(gone))
        self.models.situations.update(each[0] for each in facts if re.fullmatch(r"s\d+", each[0]))
        self.models.situations.update(each[2] for each in facts if re.fullmatch(r"s\d+", each[2]))
        if axioms:
            self.models.teach(axioms, safe=True)
        if gone:
            self.models.withdraw(gone, minds)
        if facts:
            try:
                self.models.believe(facts, minds, source=f"told by {who}")
            except Inconsistent:
                if gone:
                    self.models.believe([each for each in gone if each not in removed], minds, source="")
                raise
        if act in {"statement", "learn"}:
            self.sources.update(dict.fromkeys(facts, who))
        return gone

    def _stated(self, held: Facts, thing: str, name: str) -> list[str]:
        """What somebody said of where a thing is, without what follows from it."""
        kb = self.models.kb
        supports = kb.model(self.models.robot).supports
        return [
            old
            for old in held.objects(thing, name)
            if (kb.terms.thing(thing), kb.terms.parse(name, predicate=True), kb.terms.thing(old)) in supports
        ]

    def _enter(self, mind: str, fact: Statement) -> None:
        """A belief of somebody else's, in that mind."""
        if fact[1] in MOVED:
            held = self.models.facts(mind)
            old = [(fact[0], name, place) for name in MOVED for place in held.objects(fact[0], name)]
            if old:
                self.models.withdraw(old, [mind])
        try:
            self.models.believe([fact], [mind], source="reported")
        except Inconsistent:
            return

    def _reaction(
        self, who: str, act: str, added: Sequence[Statement], gone: Sequence[Statement], reading: Reading
    ) -> str:
        wording = Wording(self.models, self.lexicon, who)
        if act in {"command", "prohibition", "wish"}:
            return sentence(self._promise(act, added, reading.clauses, wording))
        if act == "forget" or (gone and not added):
            return "OK, no longer." if gone else "I did not know that anyway."
        return "OK." if added else "I see."

    def _promise(self, act: str, added: Sequence[Statement], clauses: Sequence[Clause], wording: Wording) -> str:
        """What we are about to do, or not to."""
        wanted = [o for _, p, o in added if p == "desires"]
        said: list[str] = []
        for name, clause in zip(wanted, clauses, strict=False):
            roles: dict[str, list[str]] = {}
            for s, p, o in added:
                if s == name:
                    roles.setdefault(p, []).append(o)
            if roles.get("performedBy") != [self.models.robot]:
                return "OK, I heard what you want"
            verb = (
                clause.verb
                if clause.mood == "command"
                else clause.complement.verb
                if clause.complement is not None
                else "give"
            )
            words = [verb, listed([wording.name(each) for each in roles.get("actsOnObject", [])])]
            words += [
                f"to {listed([wording.name(each) for each in roles[role]])}"
                for role in ("receivedBy",)
                if role in roles
            ]
            if "hasDestination" in roles:
                way = SAID.get(roles.get("destinationRelation", [""])[0], "to")
                words.append(f"{way} {listed([wording.name(each) for each in roles['hasDestination']])}")
            said.append(" ".join(each for each in words if each))
        return f"OK, I will {'not ' if act == 'prohibition' else ''}{listed(said)}"

    # What is missing.

    def _missing(
        self, who: str, reading: Reading, problem: Unresolved | Undefined, forced: dict[str, tuple[str, ...]], text: str
    ) -> Turn:
        act = _act(reading.clauses[0])
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
            return self._learn_word(who, act, reading, [outcome.word], forced, text)
        scene = self._from_scene(who, text, Turn(act)) if act == "question" else ""
        if scene:
            return Turn(act, answer=scene)
        if isinstance(outcome, Contradictory):
            return Turn(act, answer=self._contradicted(who, phrase, outcome))
        if phrase.pronoun:
            return Turn(act, ask=f"What do you mean by '{phrase.text or phrase.pronoun}'?")
        return Turn(act, answer=f"I do not know of {_none(phrase)}.")

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
        known = [
            f"{wording.name(each, subject=True)} ({', '.join(wording.qualities(each, facts)) or wording.place(each, facts) or 'nothing else known'})"
            for each in things[:4]
        ]
        return f"I know of no such {phrase.head or 'thing'}: there is {listed(known)}."

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

    # Answers to our questions.

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
        held = self.attention.setdefault(who, Attention())
        grounding = Grounding(self.models, self.lexicon, who, held, among=waiting.candidates)
        grounding.true_of = lambda clause, thing, facts: Truth(grounding).holds(clause, facts, thing) is True
        left = self._fitting(grounding, readings, waiting)
        if left is None:
            return None
        if len(left) == 1 or (left and waiting.phrase.plural):
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
            text = re.sub(rf"\b{re.escape(waiting.chain[0])}\b", waiting.near, waiting.text, flags=re.IGNORECASE)
            return self._heard(who, text, "")
        if social == "no":
            act = "fragment"
            return self._learn_word(who, act, waiting.reading, waiting.chain, waiting.forced, waiting.text)
        return None

    def _explained_word(self, who: str, waiting: Pending, readings: Sequence[Reading], social: str) -> Turn | None:
        """A word explained by another: learnt once the chain ends at something known."""
        if social in {"unsure", "no"}:
            self.pending.pop(who, None)
            return Turn("social", answer=f"All right; then I do not know what {with_article(waiting.chain[-1])} is.")
        kind = _kind_said(readings)
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
            return Turn("fragment", answer=f"I cannot believe that: {'; '.join(refusal.reasons)}.")
        self.pending.pop(who, None)
        turn = Turn(
            "fragment",
            list(reversed(learnt)),
            answer=f"OK, {with_article(waiting.chain[0])} is {with_article(noun) if len(waiting.chain) == 1 else with_article(waiting.chain[1])}.",
        )
        if waiting.reading is not None:
            again = self._best(who, [waiting.reading], waiting.forced, waiting.text)
            turn.statements += [each for each in again.statements if each not in turn.statements]
            turn.resolved, turn.ask = again.resolved, again.ask
            turn.answer = f"{turn.answer} {again.answer}".strip()
        return turn

    # Phrases without a verb that answer no question.

    def _fragment(self, who: str, clause: Clause, text: str) -> Turn:
        last = self.last.get(who)
        if last is not None and (clause.negated or last[0].clauses[0].mood == "question"):
            corrected = self._corrected(who, clause, *last, text)
            if corrected is not None:
                return corrected
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
                else Turn("unknown", ask=self._not_understood(text))
            )
        if isinstance(outcome, Resolved):
            for things in grounding.mentioned:
                held.mention(things)
        return Turn("fragment", resolved=grounding.resolved, ask=f"What about {phrase.text}?")

    def _corrected(self, who: str, clause: Clause, reading: Reading, before: list[Statement], text: str) -> Turn | None:
        """`no, the red one`: the last sentence again with another thing in it."""
        target = reading.clauses[-1].object or reading.clauses[-1].subject
        places = reading.clauses[-1].places
        if (target is None or target.pronoun == "gap") and places:
            target = places[-1][1]
        if target is None or not target.text:
            return None
        phrase = clause.subject or Phrase(
            text, pronoun="one", determiner="the", adjectives=clause.adjectives, relations=clause.places
        )
        held = self.attention.setdefault(who, Attention())
        if phrase.pronoun == "one" and target.head:
            phrase = replace(phrase, head=target.head, pronoun="", words=target.head)
        grounding = Grounding(self.models, self.lexicon, who, Attention([], [], held.heads))
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
        if clause.negated and before:
            gone = before
            self.models.withdraw(gone, list(dict.fromkeys((self.models.robot, who))))
        turn = self._best(who, [reading], {target.text: outcome.things}, text)
        turn.act = "fragment"
        turn.resolved = {**turn.resolved, **grounding.resolved}
        turn.statements += [f"- {' '.join(each)}" for each in gone]
        held = self.attention.setdefault(who, held)
        held.mention(outcome.things)
        return turn

    # Games.

    def _begin_game(self, who: str) -> Turn:
        facts = self.models.facts(who)
        grounding = Grounding(self.models, self.lexicon, who, Attention())
        things = [each for each in facts.things() if grounding.is_thing(each, facts) and not grounding.is_person(each)]
        if not things:
            facts = self.models.facts(self.models.robot)
            things = [
                each for each in facts.things() if grounding.is_thing(each, facts) and not grounding.is_person(each)
            ]
        game = SpyGame(facts, tuple(things), Wording(self.models, self.lexicon, who))
        self.games[who] = game
        return self._game_turn(who, game)

    def _game_turn(self, who: str, game: SpyGame) -> Turn:
        asked = game.question()
        if asked is None:
            self.games.pop(who, None)
            return Turn("game", answer=game.outcome(), resolved={"it": game.left[0]} if len(game.left) == 1 else {})
        return Turn("game", ask=asked)

    def _played(self, who: str, game: SpyGame, text: str, readings: Sequence[Reading]) -> Turn | None:
        social = readings[0].clauses[0].social if readings else ""
        if social in {"cancel", "farewell"}:
            self.games.pop(who, None)
            return Turn("social", answer="All right, no more games.")
        if not game.hear(text, social):
            self.games.pop(who, None)
            return None
        return self._game_turn(who, game)


def _act(clause: Clause) -> str:
    if clause.mood == "command" and clause.negated:
        return "prohibition"
    return clause.mood


def _of_the_past(clause: Clause) -> bool:
    """Whether a question is about what was, who did it or who thinks what: a scene knows best."""
    return (
        clause.tense == "past"
        or clause.asked == "when"
        or clause.complement is not None
        or clause.verb in {"do", "change", "happen"}
    )


def _rank(problem: Unresolved) -> int:
    match problem.outcome:
        case Ambiguous():
            return 0
        case Contradictory():
            return 1
        case Unknown(word="") | Resolved():
            return 2
        case _:
            return 4


def _none(phrase: Phrase) -> str:
    noun = " ".join((*phrase.adjectives, phrase.head or phrase.name or phrase.text))
    return f"any {noun}" if noun.strip() else "that"


def _kind_said(readings: Sequence[Reading]) -> Phrase | None:
    """The class somebody explains a word with."""
    for reading in readings:
        clause = reading.clauses[0]
        if clause.mood == "fragment" and clause.subject is not None and (clause.subject.head or clause.subject.name):
            return clause.subject
        if clause.mood in {"statement", "learn"} and clause.verb == "be" and clause.kind is not None:
            return clause.kind
        if clause.mood in {"statement", "learn"} and clause.verb == "be" and clause.adjectives:
            return Phrase(clause.adjectives[0], head=clause.adjectives[0])
    return None
