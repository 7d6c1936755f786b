"""Axioms read from triples: every class expression is a node, as in the OWL 2 RL rules."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from . import vocabulary as v
from .literal import LANG_STRING, XSD, DataRange, Literal, value
from .terms import Atom, Terms
from .vocabulary import RDFS


class Graph:
    """Axiom triples by predicate and subject, with lists and data ranges read."""

    def __init__(self, triples: Iterable[Atom], terms: Terms) -> None:
        self.terms = terms
        self._pairs: dict[int, list[tuple[int, int]]] = {}
        self._rows: dict[int, dict[int, list[int]]] = {}
        self._typed: dict[int, list[int]] = {}
        self._ranges: dict[int, DataRange | None] = {}
        pairs = self._pairs
        for s, p, o in sorted(triples):
            if p in pairs:
                pairs[p].append((s, o))
            else:
                pairs[p] = [(s, o)]
        for subject, kind in pairs.get(v.TYPE, ()):
            self._typed.setdefault(kind, []).append(subject)

    def pairs(self, predicate: int) -> Sequence[tuple[int, int]]:
        return self._pairs.get(predicate, ())

    def all(self, subject: int, predicate: int) -> Sequence[int]:
        if predicate not in self._pairs:
            return ()
        row = self._rows.get(predicate)
        if row is None:
            row = self._rows[predicate] = {}
            for each, obj in self._pairs[predicate]:
                row.setdefault(each, []).append(obj)
        return row.get(subject, ())

    def one(self, subject: int, predicate: int) -> int | None:
        found = self.all(subject, predicate)
        return found[0] if found else None

    def typed(self, kind: int) -> Sequence[int]:
        return self._typed.get(kind, ())

    def lists(self, predicate: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        for subject, head in self.pairs(predicate):
            yield subject, self.members(head)

    def listed(self, subject: int, predicate: int) -> tuple[int, ...]:
        """The items of the list a node names; none where there is no list."""
        head = self.one(subject, predicate)
        return () if head is None else self.members(head)

    def restrictions(self, predicate: int) -> Iterator[tuple[int, int, int]]:
        """Every class expression with a condition of one kind: the expression, its property, what is asked of it."""
        for node, asked in self.pairs(predicate):
            for on in self.all(node, v.ON_PROPERTY):
                yield node, on, asked

    def cardinalities(self, predicate: int, number: int) -> Iterator[tuple[int, int]]:
        """Every class expression that counts up to a number, with its property."""
        for node, on, asked in self.restrictions(predicate):
            if asked == self.one(node, predicate) and self.number(node, predicate) == number:
                yield node, on

    def members(self, head: int) -> tuple[int, ...]:
        """The items of an RDF list; a damaged or circular list ends where it breaks."""
        found: list[int] = []
        seen: set[int] = set()
        node: int | None = head
        while node is not None and node != v.NIL and node not in seen:
            seen.add(node)
            item = self.one(node, v.FIRST)
            if item is not None:
                found.append(item)
            node = self.one(node, v.REST)
        return tuple(found)

    def number(self, subject: int, predicate: int) -> int | None:
        """A cardinality."""
        found = self.one(subject, predicate)
        if found is None or found > 0:
            return None
        number = value(self.terms.value(found))
        return int(number) if isinstance(number, int | float) else None

    def data_range(self, node: int) -> DataRange | None:
        """The set of literals a node stands for; None when it is a class."""
        if node < 0:
            return None
        if node not in self._ranges:
            self._ranges[node] = self._data_range(node)
        return self._ranges[node]

    def _data_range(self, node: int) -> DataRange | None:
        iri = self.terms.iri(node)
        if iri.startswith(XSD) or iri == LANG_STRING or node in {v.RDFS_LITERAL, v.PLAIN_LITERAL}:
            return DataRange(iri)
        listed = self.one(node, v.ONE_OF)
        if listed is not None:
            members = self.members(listed)
            literals = tuple(self.terms.value(each) for each in members if each < 0)
            return DataRange(RDFS + "Literal", values=literals) if literals and len(literals) == len(members) else None
        base = self.one(node, v.ON_DATATYPE)
        if base is not None:
            return _faceted(self, node, self.terms.iri(base))
        return None


def _faceted(graph: Graph, node: int, datatype: str) -> DataRange:
    facets: dict[int, Literal] = {}
    listed = graph.one(node, v.WITH_RESTRICTIONS)
    for part in graph.members(listed) if listed is not None else ():
        for facet in _FACETS:
            for each in graph.all(part, facet):
                if each < 0:
                    facets[facet] = graph.terms.value(each)
    exact = _number(facets, v.LENGTH, math.nan)
    sized = exact == exact
    low_open, high_open = v.MIN_EXCLUSIVE in facets, v.MAX_EXCLUSIVE in facets
    return DataRange(
        datatype,
        low=_number(facets, v.MIN_EXCLUSIVE if low_open else v.MIN_INCLUSIVE, -math.inf),
        high=_number(facets, v.MAX_EXCLUSIVE if high_open else v.MAX_INCLUSIVE, math.inf),
        low_open=low_open,
        high_open=high_open,
        shortest=int(exact) if sized else int(_number(facets, v.MIN_LENGTH, 0)),
        longest=exact if sized else _number(facets, v.MAX_LENGTH, math.inf),
        pattern=facets[v.PATTERN].text if v.PATTERN in facets else "",
    )


_FACETS = (
    v.MIN_INCLUSIVE,
    v.MAX_INCLUSIVE,
    v.MIN_EXCLUSIVE,
    v.MAX_EXCLUSIVE,
    v.LENGTH,
    v.MIN_LENGTH,
    v.MAX_LENGTH,
    v.PATTERN,
)


def _number(facets: Mapping[int, Literal], facet: int, default: float) -> float:
    if facet not in facets:
        return default
    found = value(facets[facet])
    return float(found) if isinstance(found, int | float) else default


def is_axiom(atom: Atom) -> bool:
    """Whether a statement is about classes and properties."""
    p = atom[1]
    return p in v.AXIOM_PREDICATES or (p == v.TYPE and atom[2] in v.AXIOM_TYPES)


def with_parts(going: Iterable[Atom], axioms: Iterable[Atom], terms: Terms) -> set[Atom]:
    """Axioms to be taken away, with the lists and unnamed expressions that nothing else mentions then."""
    gone, left = set(going), set(axioms)
    left -= gone
    work = list(gone)
    while work:
        node = work.pop()[2]
        if node > 0 and terms.is_blank(node) and not any(atom[2] == node for atom in left):
            parts = {atom for atom in left if atom[0] == node}
            left -= parts
            gone |= parts
            work += parts
    return gone


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
