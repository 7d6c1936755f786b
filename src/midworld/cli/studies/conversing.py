"""A conversation with the people of a room: what they say is understood and answered, what they desire is done."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from ...adapters.oxigraph import knowledge_base
from ...dialogue import Conversation, Models, Utterance, read_lexicon
from ...errors import CannotDo
from ...execution import Driver, Hands, Outcome, Responder, felt
from ...knowledge import ontology_files
from ...readers.staging import Stage
from ...session import Live, Session

# What is desired is done or given up within this time; and who says nothing for so long has nothing more to say.
DONE_S, SILENT_S = 180.0, 60.0
# A part of what is desired takes no longer than this, and is tried again so often. A body answers a stop within this.
PART_S, TRIES, ANSWERS_S = 40.0, 2, 5.0


async def persisted(hands: Hands, part: Callable[[], Awaitable[None]]) -> None:
    """Does a part of what is desired; once more where it fails or hangs. Raises what it failed with at last."""
    for tried in range(TRIES):
        try:
            async with asyncio.timeout(PART_S):
                return await part()
        except Exception as error:
            reason = f"it took longer than {PART_S:g} s" if isinstance(error, TimeoutError) else str(error)
            async with asyncio.timeout(ANSWERS_S):
                await hands.driver.stop()
                await felt(hands)
            if tried + 1 == TRIES:
                raise CannotDo("give", reason) from error
    return None


def conversation_on(session: Session) -> Conversation:
    """A conversation about what a session knows, at the instant something is said."""
    models = Models(knowledge_base(ontology_files()), robot="robot")
    stage = Stage(models, lambda _: session.assessment.board.snapshot(), scene=session.scene, start=0.0)
    return Conversation(models, read_lexicon(()), scene=stage)


@dataclass(slots=True)
class Listener:
    """Answers what people say, and hands on what they desire; `heard` is all that was understood, in order."""

    live: Live
    driver: Driver
    responder: Responder
    heard: list[Utterance] = field(default_factory=list[Utterance])

    async def listen(self, conversation: Conversation, people: frozenset[str], sentences: int) -> Outcome:
        """Until some sentences were said by some people, and everything desired is done. Says how it ended."""
        try:
            return await self._listened(conversation, people, sentences)
        except Exception as error:
            return Outcome(False, str(error) or type(error).__name__)

    async def _listened(self, conversation: Conversation, people: frozenset[str], sentences: int) -> Outcome:
        taken = said = 0
        while said < sentences:
            try:
                async with asyncio.timeout(SILENT_S):
                    await self.live.changed()
                    while not self.live.utterances[taken:]:
                        await self.live.changed()
            except TimeoutError:
                away = "".join(f"{each[1]} is away; " for each in sorted(self.live.facts()) if each[0] == "away")
                return Outcome(False, f"{away}only {said} of {sentences} sentences were said")
            for each in self.live.utterances[taken:]:
                taken += 1
                if each.speaker in people:
                    said += 1
                    await self._answer(conversation, each.speaker, each.text)
        try:
            async with asyncio.timeout(DONE_S):
                await self.responder.settled()
        except TimeoutError:
            return Outcome(False, f"what was desired took longer than {DONE_S:g} s")
        if self.responder.unmet:
            unmet = "; ".join(f"{each.kind} {each.role('actsOnObject') or ''}".strip() for each in self.responder.unmet)
            return Outcome(False, f"I cannot do what was desired: {unmet}")
        if self.heard and self.heard[-1].ask:
            return Outcome(False, f"I asked and was not answered: {self.heard[-1].ask}")
        return Outcome(True, "what was asked is answered, what was desired is seen to hold")

    async def _answer(self, conversation: Conversation, speaker: str, text: str) -> None:
        understood = conversation.say(speaker, text)
        self.heard.append(understood)
        if answer := " ".join(each for each in (understood.answer, understood.ask) if each):
            await self.driver.say(answer, to=speaker)
        self.responder.hear(understood.statements)
