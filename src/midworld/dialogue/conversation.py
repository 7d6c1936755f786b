"""A conversation: what is heard, understood, believed, answered and asked back, sentence by sentence."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ..errors import MidworldError
from .game import SpyGame, wants_game
from .grounding import Grounding
from .orders import Unresolved
from .outcomes import Attention
from .parse import parsed
from .plans import plan_answer
from .replying import Replying
from .speaking import Wording
from .splitting import parts
from .transcript import exchange
from .tree import Clause, Reading
from .turns import SOCIAL, Turn, Utterance, act_of
from .words import sentences, tokens

# Of several sentences what is asked or wanted counts before what is told, and that before courtesies.
_FIRST = ("learn", "forget", "question", "command", "prohibition", "wish", "game")
WEIGHT = {"unknown": 0, "social": 1, "fragment": 2, "statement": 3, **dict.fromkeys(_FIRST, 4)}
FORGET = re.compile(
    r"(?:please )?forget (?:what|everything) i (?:have )?(?:just )?(?:said|told you)(?: just now| please)?"
)


class Conversation(Replying):
    """Talks with several people about what its models hold, and about what happens in a scene."""

    def say(self, speaker: str, text: str, stamp: float | None = None) -> Utterance:
        """What is understood of something said, and what is said back; `stamp` is when it was said in the scene."""
        if self.scene is not None:
            self.scene.show(stamp)
            self.lexicon = self.scene.words(self.lexicon)
        who = self.models.own(speaker)
        self.models.know_person(who)
        words = (self.lexicon, self.models.vocabulary)
        said = [part for each, mark in sentences(text)[:12] for part in parts(each, mark, *words)]
        turns = [self._turn(who, each, mark) for each, mark in said]
        if not turns:
            return Utterance(speaker, text, "unknown", ask="I heard nothing; what did you say?")
        main = max(reversed(turns), key=lambda each: WEIGHT.get(each.act, 2))
        answers = dict.fromkeys(each.answer for each in turns if each.answer and (each is main or not _filler(each)))
        answers = answers or dict.fromkeys(each.answer for each in turns if each.answer)
        asking = main if main.ask or main is turns[-1] else turns[-1]
        asks = next((each.ask for each in reversed(turns) if each.ask), None)
        settled = who not in self.pending and main.act != "game" and asking is not turns[-1]
        utterance = Utterance(
            speaker,
            text,
            main.act,
            tuple(line for each in turns for line in each.statements),
            {phrase: thing for each in turns for phrase, thing in each.resolved.items()},
            " ".join(answers),
            asking.ask if answers and not settled else None if answers else asks,
        )
        self.transcript.append(exchange(utterance, stamp, turns, self.lexicon))
        return utterance

    def _turn(self, who: str, text: str, mark: str) -> Turn:
        try:
            return self._heard(who, text, mark)
        except MidworldError as error:
            return Turn("unknown", answer=f"I cannot take that in: {error}")
        except Unresolved as problem:
            return Turn("unknown", ask=f"What do you mean by '{problem.phrase.text or text}'?")

    def _heard(self, who: str, text: str, mark: str) -> Turn:
        readings = parsed(text, self.lexicon, self.models.vocabulary, question=mark == "?")
        game = self.games.get(who)
        if game is not None:
            turn = self._played(who, game, text, readings)
            if turn is not None:
                return turn
        if wants_game(text):
            return self._begin_game(who)
        if FORGET.fullmatch(" ".join(tokens(text)).casefold()):
            return self._unsaid(who)
        waiting = self.pending.get(who)
        if waiting is not None:
            turn = self._reply(who, waiting, readings, text)
            if turn is not None:
                return turn
            self.pending.pop(who, None)
        if readings and readings[0].clauses[0].mood == "social":
            return self._social(who, readings[0].clauses[0].social)
        full = [each for each in readings if each.clauses[0].mood != "fragment"]
        last = self.last.get(who)
        if len(full) < len(readings) and last is not None:
            # `I said the yellow one` corrects.
            full = [each for each in full if not _repeats(each)]
        if full and full[0].clauses[0].verb == "about" and last is not None:
            # `what about the apple`: the last question again.
            turn = self._elliptical(who, replace(full[0].clauses[0], adverbs=("and",)), *last, text)
            if turn is not None:
                turn.act = act_of(last[0].clauses[0])
                return turn
        if full and full[0].clauses[0].verb == "" and full[0].clauses[0].mood == "question":
            # `why`, `where`: of what was said last.
            asked = full[0].clauses[0].asked
            if last is None:
                return Turn("question", ask=f"{asked.capitalize()} what?")
            again = replace(last[0].clauses[-1], mood="question", asked=asked)
            full = [Reading((again,), last[0].cost)]
        planned = self._planned(who, full[0].clauses[0]) if full else ""
        if planned:
            return Turn("question", answer=planned)
        if full:
            return self._best(who, full, {}, text)
        if readings:
            scrap = next((each for each in readings if each.clauses[0].mood == "fragment"), readings[0])
            turn = self._fragment(who, scrap.clauses[0], text)
            if mark == "?" and turn.answer and last is not None and last[0].clauses[0].mood == "question":
                turn.act = "question"
            return turn
        return (
            self._misspelt(who, None, text)
            or self._interpreted(who, text)
            or Turn("unknown", ask=self._not_understood(text))
        )

    def _unsaid(self, who: str) -> Turn:
        """Takes back what somebody said last."""
        last = self.last.pop(who, None)
        said = last[1] if last is not None else []
        if not said:
            return Turn("forget", answer="There is nothing that you told me just now.")
        self.models.withdraw(said, list(dict.fromkeys((self.models.robot, who))))
        return Turn("forget", [f"- {' '.join(each)}" for each in said], answer="OK, no longer.")

    def _planned(self, who: str, clause: Clause) -> str:
        """What a shared plan says to a question; empty where there is none or it is not asked about."""
        if self.plan is None or clause.mood != "question":
            return ""
        grounding = Grounding(self.models, self.lexicon, who, Attention())
        return plan_answer(self.plan, clause, grounding, Wording(self.models, self.lexicon, who))

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


def _repeats(reading: Reading) -> bool:
    clause = reading.clauses[0]
    mine = clause.subject is not None and clause.subject.pronoun == "i"
    return mine and clause.verb in {"say", "mean"} and clause.object is not None and clause.complement is None


def _filler(turn: Turn) -> bool:
    """Whether what is said beside something else needs no answer of its own."""
    return turn.answer in {SOCIAL["any"], SOCIAL["yes"], SOCIAL["cancel"], "I see."}
