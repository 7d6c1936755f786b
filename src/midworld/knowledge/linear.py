"""Consequences of a single atom: sub-classes, sub-properties, inverses, domains, ranges, values, facets."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from . import vocabulary as v
from .axioms import Graph
from .literal import DataRange, Literal
from .terms import Atom, Terms


@dataclass(frozen=True, slots=True)
class Consequence:
    """An atom that follows from one other atom by one axiom."""

    atom: Atom
    rule: str
    axiom: Atom


@dataclass(frozen=True, slots=True)
class Condition:
    """A class an atom's subject enters when the object passes: a value, a data range, or the subject itself."""

    rule: str
    member_of: int
    axiom: Atom
    accepted: int | DataRange | None

    def holds(self, atom: Atom, terms: Terms) -> bool:
        if self.accepted is None:
            return atom[0] == atom[2]
        if isinstance(self.accepted, int):
            return atom[2] == self.accepted or _same_literal(atom[2], self.accepted, terms)
        return atom[2] < 0 and self.accepted.contains(terms.value(atom[2]))


def _same_literal(first: int, second: int, terms: Terms) -> bool:
    if first >= 0 or second >= 0:
        return False
    one, other = terms.value(first), terms.value(second)
    return DataRange(v.KNOWN[v.RDFS_LITERAL - 1], values=(other,)).contains(one)


Edge = tuple[int, str, Atom]
PropertyEdge = tuple[int, bool, str, Atom]


def _rows() -> "defaultdict[int, list[Edge]]":
    return defaultdict(list)


@dataclass(slots=True)
class Linear:
    """The one-step graph of everything that follows from one atom."""

    terms: Terms
    classes: "defaultdict[int, list[Edge]]" = field(default_factory=_rows)
    properties: "defaultdict[int, list[PropertyEdge]]" = field(default_factory=lambda: defaultdict(list))
    domains: "defaultdict[int, list[Edge]]" = field(default_factory=_rows)
    ranges: "defaultdict[int, list[Edge]]" = field(default_factory=_rows)
    conditions: "defaultdict[int, list[Condition]]" = field(default_factory=lambda: defaultdict(list))
    values: "defaultdict[int, list[tuple[int, int, Atom]]]" = field(default_factory=lambda: defaultdict(list))
    selves: "defaultdict[int, list[tuple[int, Atom]]]" = field(default_factory=lambda: defaultdict(list))

    def consequences(self, atom: Atom) -> Iterator[Consequence]:
        """Everything that follows from an atom by one axiom."""
        s, p, o = atom
        if p == v.TYPE:
            for wider, rule, axiom in self.classes.get(o, ()):
                yield Consequence((s, p, wider), rule, axiom)
            for other, held, axiom in self.values.get(o, ()):
                yield Consequence((s, other, held), "cls-hv1", axiom)
            for other, axiom in self.selves.get(o, ()):
                yield Consequence((s, other, s), "cls-self", axiom)
            return
        for wider, swapped, rule, axiom in self.properties.get(p, ()):
            if not swapped:
                yield Consequence((s, wider, o), rule, axiom)
            elif o > 0:
                yield Consequence((o, wider, s), rule, axiom)
        for kind, rule, axiom in self.domains.get(p, ()):
            yield Consequence((s, v.TYPE, kind), rule, axiom)
        if o > 0:
            for kind, rule, axiom in self.ranges.get(p, ()):
                yield Consequence((o, v.TYPE, kind), rule, axiom)
        for condition in self.conditions.get(p, ()):
            if condition.holds(atom, self.terms):
                yield Consequence((s, v.TYPE, condition.member_of), condition.rule, condition.axiom)

    def closure(self, atom: Atom) -> tuple[Atom, ...]:
        """An atom and everything that follows from it alone."""
        seen = {atom: None}
        work = [atom]
        while work:
            for each in self.consequences(work.pop()):
                if each.atom not in seen:
                    seen[each.atom] = None
                    work.append(each.atom)
        return tuple(seen)


def read_linear(graph: Graph) -> Linear:
    """The linear part of a terminology."""
    linear = Linear(graph.terms)
    _read_classes(graph, linear)
    _read_properties(graph, linear)
    _read_restrictions(graph, linear)
    return linear


_EXTREMES = frozenset((v.THING, v.NOTHING))


def _link(linear: Linear, narrow: int, wide: int, rule: str, axiom: Atom) -> None:
    if narrow != wide and wide != v.THING and narrow not in _EXTREMES:
        linear.classes[narrow].append((wide, rule, axiom))


def _read_classes(graph: Graph, linear: Linear) -> None:
    thing, below, rows = v.THING, v.SUB_CLASS_OF, linear.classes
    for narrow, wide in graph.pairs(below):
        if narrow != wide and wide != thing and narrow not in _EXTREMES:
            rows[narrow].append((wide, "cax-sco", (narrow, below, wide)))
    for one, other in graph.pairs(v.EQUIVALENT_CLASS):
        axiom = (one, v.EQUIVALENT_CLASS, other)
        _link(linear, one, other, "cax-eqc1", axiom)
        _link(linear, other, one, "cax-eqc2", axiom)
    for whole, parts in graph.lists(v.INTERSECTION_OF):
        axiom = (whole, v.INTERSECTION_OF, parts[0] if parts else v.NIL)
        for part in parts:
            _link(linear, whole, part, "cls-int2", axiom)
        essential = {part for part in parts if part != v.THING}
        if len(essential) == 1:
            _link(linear, essential.pop(), whole, "cls-int1", axiom)
    for predicate in (v.UNION_OF, v.DISJOINT_UNION_OF):
        for whole, parts in graph.lists(predicate):
            for part in parts:
                _link(linear, part, whole, "cls-uni", (whole, predicate, part))


def _read_properties(graph: Graph, linear: Linear) -> None:
    rows = linear.properties
    for narrow, wide in graph.pairs(v.SUB_PROPERTY_OF):
        if narrow != wide:
            rows[narrow].append((wide, False, "prp-spo1", (narrow, v.SUB_PROPERTY_OF, wide)))
    for one, other in graph.pairs(v.EQUIVALENT_PROPERTY):
        axiom = (one, v.EQUIVALENT_PROPERTY, other)
        if one != other:
            rows[one].append((other, False, "prp-eqp1", axiom))
            rows[other].append((one, False, "prp-eqp2", axiom))
    for one, other in graph.pairs(v.INVERSE_OF):
        axiom = (one, v.INVERSE_OF, other)
        rows[one].append((other, True, "prp-inv1", axiom))
        rows[other].append((one, True, "prp-inv2", axiom))
    for symmetric in graph.typed(v.SYMMETRIC_PROPERTY):
        rows[symmetric].append((symmetric, True, "prp-symp", (symmetric, v.TYPE, v.SYMMETRIC_PROPERTY)))
    for equality in (v.SAME_AS, v.DIFFERENT_FROM):
        rows[equality].append((equality, True, "eq-sym", (equality, v.TYPE, v.SYMMETRIC_PROPERTY)))
    for predicate, table, rule in ((v.DOMAIN, linear.domains, "prp-dom"), (v.RANGE, linear.ranges, "prp-rng")):
        for name, kind in graph.pairs(predicate):
            if kind != v.THING and graph.data_range(kind) is None:
                table[name].append((kind, rule, (name, predicate, kind)))


def _read_restrictions(graph: Graph, linear: Linear) -> None:
    conditions = linear.conditions
    for node, on, filler in graph.restrictions(v.SOME_VALUES_FROM):
        axiom = (node, v.SOME_VALUES_FROM, filler)
        accepted = graph.data_range(filler)
        if filler == v.THING:
            linear.domains[on].append((node, "cls-svf2", axiom))
        elif accepted is not None:
            conditions[on].append(Condition("cls-svf1", node, axiom, accepted))
    for node, on, filler in graph.restrictions(v.HAS_VALUE):
        axiom = (node, v.HAS_VALUE, filler)
        linear.values[node].append((on, filler, axiom))
        conditions[on].append(Condition("cls-hv2", node, axiom, filler))
    for node, on, flag in graph.restrictions(v.HAS_SELF):
        if flag < 0 and graph.terms.value(flag) in _TRUE:
            axiom = (node, v.HAS_SELF, flag)
            linear.selves[node].append((on, axiom))
            conditions[on].append(Condition("cls-self", node, axiom, None))
    for predicate in (v.MIN_CARDINALITY, v.MIN_QUALIFIED_CARDINALITY):
        for node, on in graph.cardinalities(predicate, 1):
            if graph.one(node, v.ON_CLASS) in {None, v.THING}:
                _at_least_one(graph, linear, node, on, predicate)


def _at_least_one(graph: Graph, linear: Linear, node: int, on: int, predicate: int) -> None:
    axiom = (node, predicate, on)
    data = graph.one(node, v.ON_DATA_RANGE)
    if data is None:
        linear.domains[on].append((node, "cls-minc", axiom))
        return
    accepted = graph.data_range(data)
    if accepted is not None:
        linear.conditions[on].append(Condition("cls-minc", node, axiom, accepted))


_TRUE = {
    Literal("true", "http://www.w3.org/2001/XMLSchema#boolean"),
    Literal("1", "http://www.w3.org/2001/XMLSchema#boolean"),
}
