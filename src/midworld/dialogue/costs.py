"""How unlikely a reading is."""

from .closed import SAYING
from .lexicon import Lexicon, Vocabulary
from .tree import Clause, Phrase

CARRYING = frozenset({"take", "bring", "carry", "deliver", "lift", "get", "fetch", "push", "pull", "drag", "pour"})
RESTING = frozenset(
    {"in", "inside", "on", "at", "next to", "beside", "by", "near", "left of", "right of", "held by", "within"}
)


def cost_of(clause: Clause, lexicon: Lexicon, vocabulary: Vocabulary) -> float:
    """How unlikely a reading is; what has no place to go, or a noun nobody knows, costs."""
    base = clause.verb.split()[0] if clause.verb else ""
    cost = 1.5 if base and base not in lexicon.verbs and base not in {"exist", "about"} else 0.0
    ways = [lexicon.ways.get(words, "in") for words, _ in clause.places]
    to = [way for way in ways if way in {"to", "in"}]
    if (
        clause.mood in {"command", "statement"}
        and base in {"put", "place", "set", "lay", "insert", "store", "hang"}
        and not to
    ):
        cost += 4 if clause.verb == base else 0.5
    if clause.object is None and base in {"put", "place", "take", "bring", "give", "grab"} and not clause.asked:
        cost += 3
    if base not in lexicon.places | lexicon.going and base not in {"be", "exist"} and "in" in ways:
        cost += 1.2
    if len(to) > 1:
        cost += 2
    if base in CARRYING and clause.mood == "command" and any(words in RESTING for words, _ in clause.places):
        # `take the cup on the table` is rather the one that is there.
        cost += 0.6
    if clause.verb in lexicon.states and clause.object is not None and "to" in ways:
        cost += 1.5
    if (
        clause.recipient is not None
        and "in" in ways
        and base in {"give", "hand", "pass", "show", "bring", "fetch", "get"}
    ):
        cost += 3
    if clause.object is not None and clause.object.relations and to:
        cost += 0.05
    if (
        clause.object is None
        and clause.verb == base
        and base in {"look", "point", "turn", "search", "switch"}
        and "in" in ways
    ):
        cost += 1
    if clause.asked.startswith(("attribute ", "how ")) and clause.verb == "be" and clause.places:
        cost += 0.5
    if clause.verb == "be" and clause.adjectives:
        known = (*lexicon.adjectives, *lexicon.feelings)
        cost += sum(0.3 for word in clause.adjectives if word not in known and lexicon.verb(word) is not None)
        cost += 1.5 * any(words == "by" for words, _ in clause.places)
    if clause.subject is not None and clause.object is not None and clause.object.head == clause.subject.head != "":
        # Sheep dogs are working dogs: they do nothing to dogs.
        cost += 4.0 if clause.subject.plural and clause.object.plural and not clause.object.determiner else 0.0
    if clause.complement is not None and clause.object is not None and base in SAYING:
        # `learn that polar bears are animals` is not of `that polar`.
        cost += 2.0 if "that" in {clause.object.determiner, clause.object.pronoun} else 0.0
    if clause.asked == "when" and clause.verb == "be":
        cost += 0.5
    if clause.verb == "be" and clause.kind is not None and clause.kind.parts:
        cost += 0.5
    for phrase in (
        clause.subject,
        clause.object,
        clause.recipient,
        clause.kind,
        *(each for _, each in clause.places),
    ):
        cost += _noun_cost(phrase, lexicon, vocabulary)
    return cost + (cost_of(clause.complement, lexicon, vocabulary) if clause.complement is not None else 0.0)


def _noun_cost(phrase: Phrase | None, lexicon: Lexicon, vocabulary: Vocabulary) -> float:
    if phrase is None:
        return 0.0
    cost = sum(_noun_cost(each, lexicon, vocabulary) for each in phrase.parts) + sum(
        _noun_cost(each, lexicon, vocabulary) for _, each in phrase.relations
    )
    cost += 0.2 * len(phrase.relations) + (1.0 if phrase.than is not None else 0.0)
    measured = phrase.owner is not None and phrase.head in lexicon.attributes
    if phrase.head and not measured and not vocabulary.knows(phrase.head):
        cost += 1.0
        if lexicon.verb(phrase.head) is not None and not phrase.determiner:
            cost += 1.5
    if phrase.number is None and not phrase.determiner and phrase.head and not phrase.plural:
        cost += 0.3
    cost += sum(0.1 + cost_of(each, lexicon, vocabulary) for each in phrase.clauses)
    return cost + sum(0.4 for word in phrase.adjectives if word not in lexicon.adjectives)
