"""Contradictions: what cannot hold together, and which classes no individual can share."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from . import vocabulary as v
from .axioms import Graph
from .literal import DataRange
from .terms import Atom


@dataclass(frozen=True, slots=True)
class Clash:
    """Atoms that cannot hold together, by a rule and the axioms behind it."""

    rule: str
    axioms: tuple[Atom, ...]
    atoms: frozenset[Atom]


@dataclass(frozen=True, slots=True)
class Bound:
    """A class whose members have some value, or only values, of a property in a range."""

    kind: int
    on: int
    some: bool
    within: DataRange
    axiom: Atom


@dataclass(frozen=True, slots=True)
class Apart:
    """Two classes that exclude each other: the rule and the axioms that say so."""

    rule: str
    axioms: tuple[Atom, ...]


Table = Mapping[int, Mapping[int, Apart]]


def read_disjoint(graph: Graph) -> Table:
    """Every pair of classes that exclude each other, both ways round."""
    table: defaultdict[int, dict[int, Apart]] = defaultdict(dict)
    for one, other, apart in _pairs(graph):
        table[one].setdefault(other, apart)
        table[other].setdefault(one, apart)
    return dict(table)


def _pairs(graph: Graph) -> Iterator[tuple[int, int, Apart]]:
    for one, other in graph.pairs(v.DISJOINT_WITH):
        yield one, other, Apart("cax-dw", ((one, v.DISJOINT_WITH, other),))
    for one, other in graph.pairs(v.COMPLEMENT_OF):
        yield one, other, Apart("cls-com", ((one, v.COMPLEMENT_OF, other),))
    for node in graph.typed(v.ALL_DISJOINT_CLASSES):
        for one, other in combinations(graph.listed(node, v.MEMBERS), 2):
            yield one, other, Apart("cax-adc", ((one, v.DISJOINT_WITH, other),))
    for _, parts in graph.lists(v.DISJOINT_UNION_OF):
        for one, other in combinations(parts, 2):
            yield one, other, Apart("cax-adc", ((one, v.DISJOINT_WITH, other),))
    yield from _out_of_bounds(graph)


def read_bounds(graph: Graph) -> Iterator[Bound]:
    """Every class expression that bounds the values of a property."""
    for predicate in (v.SOME_VALUES_FROM, v.ALL_VALUES_FROM):
        for node, on, filler in graph.restrictions(predicate):
            within = graph.data_range(filler)
            if within is not None:
                yield Bound(node, on, predicate == v.SOME_VALUES_FROM, within, (node, predicate, filler))


def _out_of_bounds(graph: Graph) -> Iterator[tuple[int, int, Apart]]:
    functional = set(graph.typed(v.FUNCTIONAL_PROPERTY))
    by_property: defaultdict[int, list[Bound]] = defaultdict(list)
    for bound in read_bounds(graph):
        by_property[bound.on].append(bound)
    for on, bounds in by_property.items():
        for one, other in combinations(bounds, 2):
            # Two "only" ranges that miss each other still allow an individual without any value.
            tied = one.some != other.some or (one.some and other.some and on in functional)
            if one.kind != other.kind and tied and one.within.misses(other.within):
                yield one.kind, other.kind, Apart("bounds", (one.axiom, other.axiom))
