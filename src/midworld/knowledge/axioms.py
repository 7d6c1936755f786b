"""Axioms read from triples: every class expression is a node, as in the OWL 2 RL rules."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from . import vocabulary as v
from .datarange import DataRange
from .literal import XSD, Literal, value
from .names import RDFS
from .terms import Atom, Terms


class Graph:
    """Axiom triples by predicate and subject, with lists and data ranges read."""

    def __init__(self, triples: Iterable[Atom], terms: Terms) -> None:
        self.terms = terms
        self._rows: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for s, p, o in sorted(triples):
            self._rows[p][s].append(o)

    def pairs(self, predicate: int) -> Iterator[tuple[int, int]]:
        row = self._rows.get(predicate)
        for subject, objects in row.items() if row is not None else ():
            for each in objects:
                yield subject, each

    def all(self, subject: int, predicate: int) -> list[int]:
        row = self._rows.get(predicate)
        return row.get(subject, []) if row is not None else []

    def one(self, subject: int, predicate: int) -> int | None:
        found = self.all(subject, predicate)
        return found[0] if found else None

    def typed(self, kind: int) -> Iterator[int]:
        return (subject for subject, each in self.pairs(v.TYPE) if each == kind)

    def lists(self, predicate: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        for subject, head in self.pairs(predicate):
            yield subject, self.members(head)

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
        iri = self.terms.iri(node)
        if iri.startswith(XSD) or iri in {RDFS + "Literal", self.terms.iri(v.PLAIN_LITERAL)}:
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
