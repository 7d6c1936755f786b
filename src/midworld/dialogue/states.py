"""Verbs that only say where or how something is: to lie on the table is to be on it."""

from dataclasses import replace

from .lexicon import Lexicon
from .tree import Clause, Phrase

# Verbs that say what a subject is like.
LINKING = frozenset({"feel", "seem", "look", "appear", "become", "get", "remain", "stay"})
POSTURES = frozenset({"lie", "stand", "sit", "rest", "remain", "hang", "stay", "lay", "lean"})
# What is found, kept or contained somewhere is there; of deeds that bring it there only where no doer is named.
KEPT = frozenset({"locate", "situate", "find", "contain", "keep", "store", "position", "place", "leave", "put"})
# What is visible to somebody is what they see.
SEEN = {"visible": "see", "reachable": "reach", "within reach": "reach"}


def state_of(clause: Clause, lexicon: Lexicon) -> Clause:
    """A clause of lying, being kept or having a colour as one of being there or so; other clauses as they are."""
    if clause.verb in {"have", "hold"} and clause.object is None and clause.places[:1] and not clause.passive:
        return replace(clause, places=()) if clause.places[0][0] == "held by" else clause
    if clause.verb in {"have", "hold"} and clause.object is not None:
        return _had(clause, clause.object, lexicon)
    lies = clause.verb in POSTURES and clause.object is None and not clause.passive and clause.mood != "command"
    kept = clause.passive and clause.verb in KEPT and clause.subject is None and clause.tense == "present"
    if not clause.places or clause.complement is not None or not (lies or kept):
        return clause
    where = clause.object if kept else clause.subject
    return replace(clause, verb="be", subject=where, object=None, passive=False)


def _had(clause: Clause, thing: Phrase, lexicon: Lexicon) -> Clause:
    """`has a green colour` is to be green; what is had in one's hand is had."""
    if thing.head in lexicon.attributes and thing.adjectives:
        return replace(clause, verb="be", object=None, adjectives=thing.adjectives)
    if thing.head in lexicon.adjectives and any(word in lexicon.attributes for word in thing.adjectives):
        return replace(clause, verb="be", object=None, adjectives=(thing.head,))
    if clause.places and all(words == "held by" for words, _ in clause.places):
        return replace(clause, places=())
    return clause
