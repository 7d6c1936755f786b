"""Triples of a document, divided into terminology and facts."""

from collections.abc import Iterable
from dataclasses import dataclass

from . import vocabulary as v
from .revised import is_axiom
from .terms import Atom, Terms

_NOISE = frozenset({v.NAMED_INDIVIDUAL, v.ONTOLOGY, v.AXIOM})


@dataclass(frozen=True, slots=True)
class Document:
    """What a document states about classes and properties, and about individuals."""

    axioms: tuple[Atom, ...]
    facts: tuple[Atom, ...]


def divided(triples: Iterable[Atom], terms: Terms) -> Document:
    """Labels and comments of classes and properties belong to the terminology; those of individuals are facts."""
    triples = list(triples)
    axioms = {atom for atom in triples if is_axiom(atom)}
    schema = {s for s, _, _ in axioms}
    schema |= {o for _, p, o in axioms if p in {v.SUB_CLASS_OF, v.SUB_PROPERTY_OF, v.EQUIVALENT_CLASS, v.INVERSE_OF}}
    members = {s for s, p, o in triples if p == v.TYPE and not is_axiom((s, p, o)) and o != v.NAMED_INDIVIDUAL}
    facts: list[Atom] = []
    for atom in triples:
        s, p, o = atom
        if atom in axioms or (p == v.TYPE and o in _NOISE):
            continue
        if s in schema and (terms.is_blank(s) or s not in members):
            axioms.add(atom)
        elif not (terms.is_blank(s) and p in v.ANNOTATIONS):
            facts.append(atom)
    return Document(tuple(sorted(axioms)), tuple(facts))
