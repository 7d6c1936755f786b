"""Questions put to worlds: words for what they tell, phrases as their owner takes them, and what they answer."""

from collections.abc import Sequence
from functools import cached_property

from ..dialogue import Clause, Ground, Grounding, Lexicon, Phrase, Resolved, Unresolved, bare_questions, grounding_for
from .asked import Answer, Asked
from .predicates import spoken, told_in
from .questions import Question, answer_of
from .worldmodels import WorldModels


class Inquiry:
    """All worlds at an instant, to be asked in sentences."""

    def __init__(self, asked: Asked, lexicon: Lexicon) -> None:
        self.asked = asked
        self.predicates = told_in([asked.world])
        self.lexicon = spoken(self.predicates, lexicon)

    @cached_property
    def models(self) -> WorldModels:
        return WorldModels(self.asked)

    @cached_property
    def _grounding(self) -> Grounding:
        return grounding_for(self.models, self.lexicon, self.asked.owner)

    def ground(self, phrase: Phrase) -> tuple[str, ...]:
        """What a phrase stands for: what has these words as its identifier, or fits them. Raises Unresolved."""
        named = phrase.text.casefold().removeprefix("the ")
        for each in self.asked.vocabulary:
            if each.id.casefold() == named:
                return (each.id,)
        found = self._grounding.ground(phrase, several=True)
        if not isinstance(found, Resolved):
            raise Unresolved(phrase, found)
        return found.things

    def answer(self, clauses: Sequence[Clause], speakers: Ground | None = None) -> Answer | None:
        """What worlds answer to all questions of a sentence; None where one of them is none of theirs.

        `speakers` is tried first to tell what a phrase stands for. Raises Unresolved and UnknownName.
        """

        def ground(phrase: Phrase) -> tuple[str, ...]:
            try:
                return self.ground(phrase) if speakers is None else speakers(phrase)
            except Unresolved:
                return self.ground(phrase)

        found: list[Answer] = []
        for clause in bare_questions(clauses):
            answer = answer_of(Question(clause, self.asked, ground, self.lexicon, self.models))
            if answer is None:
                return None
            found += [answer] if answer not in found else []
        return found[0] if len(found) == 1 else Answer(" ".join(each.text for each in found), found[0].facts)
