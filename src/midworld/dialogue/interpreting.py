"""Another reader for what the grammar does not read, such as a language model; it is believed only where it fits."""

from collections.abc import Sequence
from typing import Protocol

from .believing import Believing
from .facts import TYPE
from .orders import Undefined, Unresolved
from .parse import parsed
from .tree import Reading
from .turns import Attempt, Turn


class Interpreter(Protocol):
    """Says a sentence again in plain words, of those that are known here; nothing where it cannot."""

    def interpret(self, sentence: str, known: Sequence[str]) -> str: ...


class Interpreting(Believing):
    """Asks the other reader, and checks what it says against the world."""

    def _interpreted(self, who: str, text: str) -> Turn | None:
        if self.interpreter is None:
            return None
        vocabulary = self.models.vocabulary
        plain = self.interpreter.interpret(text, sorted({*vocabulary.nouns, *vocabulary.names}))
        readings = parsed(plain, self.lexicon, vocabulary, question=plain.strip().endswith("?"))
        full = [each for each in readings if each.clauses[0].mood not in {"fragment", "social"}][:1]
        if not full or not self._fits_the_world(who, full[0]):
            return None
        turn = self._best(who, full, {}, plain)
        turn.answer = f"{turn.answer} (I took that as '{plain.strip()}'.)".strip()
        return turn

    def _fits_the_world(self, who: str, reading: Reading) -> bool:
        """Whether everything in a reading is known here, and nothing is made up."""
        try:
            attempt = self._attempt(who, reading, {})
        except (Unresolved, Undefined):
            return False
        facts = self.models.facts(self.models.robot)
        made = [fact for each in attempt.understood for fact in each.added]
        situations = {fact[0] for fact in made if fact[1] in {"performedBy", "actsOnObject"}}
        return not any(p == TYPE and s not in facts and s not in situations for s, p, _ in made)

    def _best(self, who: str, readings: Sequence[Reading], forced: dict[str, tuple[str, ...]], text: str) -> Turn:
        """The first reading in which everything is resolved; worked out where readings are tried."""
        raise NotImplementedError

    def _attempt(self, who: str, reading: Reading, forced: dict[str, tuple[str, ...]]) -> Attempt:
        """A reading worked out to its end, nothing of it believed; done where readings are tried."""
        raise NotImplementedError
