"""A question answered: read and grounded as dialogue does, from worlds, and from knowledge where they are silent."""

import difflib
import re

from ..dialogue import Ambiguous, Unresolved, listed, parsed, read_lexicon
from ..errors import BadStatement, UnknownName
from ..world import EntityId
from .asked import Answer, Asked
from .inquiry import Inquiry
from .predicates import Told, Wording
from .questions import FORMS

IGNORANT = ("I do not know", "As far as you know", "I cannot", "Nobody that", "Nothing that", "No ")
ARTICLE = re.compile(r"^(?:the|an?)\s+(?=.)", re.IGNORECASE)


def answered(question: str, asked: Asked) -> Answer:
    """The answer, or which of several things was meant.

    Raises BadStatement for what is no question that is understood, and UnknownName.
    """
    text = re.sub(r"\s+", " ", question).strip(" ?!.")
    inquiry = Inquiry(asked, read_lexicon())
    found = _stated(text, inquiry)
    problem: Unresolved | UnknownName | None = None
    readings = parsed(text, inquiry.lexicon, inquiry.models.vocabulary, question=True) if found is None else []
    for number, reading in enumerate(readings):
        try:
            found = found or inquiry.answer(reading.clauses)
        except (Unresolved, UnknownName) as missing:
            # What is missing in an unlikely reading is no reason.
            problem = missing if number == 0 else problem
    if found is not None:
        return found
    if isinstance(problem, Unresolved) and isinstance(problem.outcome, Ambiguous):
        names = tuple(map(EntityId, problem.outcome.candidates))
        noun = problem.phrase.head or ARTICLE.sub("", problem.phrase.text)
        return Answer(f"which {noun} is meant: {listed(names, 'or')}?", candidates=names)
    if isinstance(problem, UnknownName):
        raise problem
    if (told := _known(text, asked)) is not None:
        return told
    if problem is not None:
        words = inquiry.models.vocabulary
        raise UnknownName("thing", ARTICLE.sub("", problem.phrase.text), [*words.names, *words.nouns])
    near = max(FORMS, key=lambda form: difflib.SequenceMatcher(None, text.casefold(), form.example.casefold()).ratio())
    raise BadStatement(question, f"is not a question that is understood; the nearest that is: '{near.example}'")


def _stated(text: str, inquiry: Inquiry) -> Answer | None:
    """`cup isHighUp`, `cup hasOwner ann`: a fact as it is written."""
    words = text.split()
    place = next((at for at in range(1, len(words)) if words[at] in inquiry.predicates), 0)
    ids = {each.id.casefold(): each.id for each in inquiry.asked.vocabulary}
    thing, other = (ids.get(" ".join(each).casefold()) for each in (words[:place], words[place + 1 :]))
    if thing is None or (words[place + 1 :] and other is None):
        return None
    return Told(inquiry.asked, Wording.of(words[place]), thing, other).whether()


def _known(question: str, asked: Asked) -> Answer | None:
    """What follows from all the robot knows; None where that is nothing, or somebody else is asked."""
    if asked.owner != asked.robot:
        return None
    from ..adapters.oxigraph import knowledge_base
    from ..dialogue import Conversation, Models
    from ..knowledge import ontology_files
    from .staging import Stage

    models = Models(knowledge_base(ontology_files()), robot=asked.robot)
    stage = Stage(models, lambda _: asked.worlds, start=asked.start)
    talk = Conversation(models, scene=stage)
    said = talk.say(asked.robot, f"{question}?")
    waiting = talk.pending.get(asked.robot)
    if said.ask and waiting is not None and waiting.candidates:
        return Answer(said.ask, candidates=tuple(map(EntityId, waiting.candidates)))
    if said.act != "question" or not said.answer or said.answer.startswith(IGNORANT):
        return None
    return Answer(said.answer)
