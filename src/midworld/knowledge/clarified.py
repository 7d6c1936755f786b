"""Which of several things is meant, asked step by step: every answer is given again with the next question."""

from collections.abc import Mapping, Sequence

from .compare import discriminate
from .kb import KnowledgeBase
from .model import Model


def clarified(
    kb: KnowledgeBase,
    model: Model,
    candidates: Sequence[int],
    description: Mapping[str, object],
    *,
    listener: Model | None = None,
) -> dict[str, object]:
    """The next question, or the outcome: `identified`, `indistinguishable`, `nothing`.

    `description` tells what is known of the thing, by property; None for what the listener could not tell.
    """
    terms, index = kb.terms, model.reasoner.index
    told = {terms.parse(name, predicate=True): value for name, value in description.items()}

    def fits(thing: int) -> bool:
        return all(
            value is None or str(value) in {str(kb.show(held)) for held in index.objects(thing, name)}
            for name, value in told.items()
        )

    left = sorted({each for each in candidates if fits(each)})
    names = [terms.show(each) for each in left]
    if len(left) < 2:
        return {"outcome": "identified", "thing": names[0]} if left else {"outcome": "nothing"}
    questions = [each for each in discriminate(model, left, listener=listener) if each.predicate not in told]
    if not questions:
        return {"outcome": "indistinguishable", "things": names}
    best = questions[0]
    values = {str(kb.show(value)): [terms.show(each) for each in sorted(group)] for value, group in best.groups.items()}
    return {"outcome": "ask", "property": terms.show(best.predicate), "values": values}
