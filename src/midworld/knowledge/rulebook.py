"""The rules with several conditions, by their names in the OWL 2 RL profile."""

from collections.abc import Iterator
from itertools import combinations

from . import vocabulary as v
from .axioms import Graph
from .literal import DataRange, same_value
from .rules import Pattern, Rule, Test, Variable
from .terms import Atom, Terms

X, Y, Z, OTHER, VALUE = (Variable(name) for name in ("x", "y", "z", "other", "value"))
TYPE = v.TYPE


def read_rules(graph: Graph) -> Iterator[Rule]:
    """Every rule with a head that a terminology states."""
    yield from _class_rules(graph)
    yield from _restriction_rules(graph)
    yield from _property_rules(graph)
    yield from _key_rules(graph)


def _class_rules(graph: Graph) -> Iterator[Rule]:
    for whole, parts in graph.lists(v.INTERSECTION_OF):
        essential = tuple(dict.fromkeys(part for part in parts if part != v.THING))
        if len(essential) > 1:
            body = tuple((X, TYPE, part) for part in essential)
            yield Rule("cls-int1", (whole, v.INTERSECTION_OF, essential[0]), body, (X, TYPE, whole))


def _typed(node: Variable, kind: int | None) -> tuple[Pattern, ...]:
    return () if kind is None or kind == v.THING else ((node, TYPE, kind),)


def _restriction_rules(graph: Graph) -> Iterator[Rule]:
    for node, on, filler in graph.restrictions(v.SOME_VALUES_FROM):
        if filler != v.THING and graph.data_range(filler) is None:
            body = ((X, on, Y), (Y, TYPE, filler))
            yield Rule("cls-svf1", (node, v.SOME_VALUES_FROM, filler), body, (X, TYPE, node))
    for node, on, filler in graph.restrictions(v.ALL_VALUES_FROM):
        if filler != v.THING and graph.data_range(filler) is None:
            body = ((X, TYPE, node), (X, on, Y))
            yield Rule("cls-avf", (node, v.ALL_VALUES_FROM, filler), body, (Y, TYPE, filler))
    for node, on in graph.cardinalities(v.MIN_QUALIFIED_CARDINALITY, 1):
        kind = graph.one(node, v.ON_CLASS)
        if kind is not None and kind != v.THING:
            body = ((X, on, Y), (Y, TYPE, kind))
            yield Rule("cls-minqc", (node, v.MIN_QUALIFIED_CARDINALITY, kind), body, (X, TYPE, node))
    for predicate in (v.MAX_CARDINALITY, v.CARDINALITY):
        for node, on in graph.cardinalities(predicate, 1):
            body = ((X, TYPE, node), (X, on, Y), (X, on, Z))
            yield Rule("cls-maxc2", (node, predicate, on), body, (Y, v.SAME_AS, Z))
    for predicate in (v.MAX_QUALIFIED_CARDINALITY, v.QUALIFIED_CARDINALITY):
        for node, on in graph.cardinalities(predicate, 1):
            kind = graph.one(node, v.ON_CLASS)
            both = (*_typed(Y, kind), *_typed(Z, kind))
            body = ((X, TYPE, node), (X, on, Y), (X, on, Z), *both)
            yield Rule("cls-maxqc3" if both else "cls-maxqc4", (node, predicate, on), body, (Y, v.SAME_AS, Z))


def _property_rules(graph: Graph) -> Iterator[Rule]:
    for name in graph.typed(v.TRANSITIVE_PROPERTY):
        axiom = (name, TYPE, v.TRANSITIVE_PROPERTY)
        yield Rule("prp-trp", axiom, ((X, name, Y), (Y, name, Z)), (X, name, Z))
    for name in graph.typed(v.FUNCTIONAL_PROPERTY):
        axiom = (name, TYPE, v.FUNCTIONAL_PROPERTY)
        yield Rule("prp-fp", axiom, ((X, name, Y), (X, name, Z)), (Y, v.SAME_AS, Z))
    for name in graph.typed(v.INVERSE_FUNCTIONAL_PROPERTY):
        axiom = (name, TYPE, v.INVERSE_FUNCTIONAL_PROPERTY)
        yield Rule("prp-ifp", axiom, ((X, name, Z), (Y, name, Z)), (X, v.SAME_AS, Y))
    for name, links in graph.lists(v.PROPERTY_CHAIN_AXIOM):
        if links:
            nodes = [Variable(f"n{index}") for index in range(len(links) + 1)]
            body = tuple((nodes[i], link, nodes[i + 1]) for i, link in enumerate(links))
            yield Rule("prp-spo2", (name, v.PROPERTY_CHAIN_AXIOM, links[0]), body, (nodes[0], name, nodes[-1]))


def _key_rules(graph: Graph) -> Iterator[Rule]:
    for kind, keys in graph.lists(v.HAS_KEY):
        if not keys:
            continue
        body: list[Pattern] = [*_typed(X, kind), *_typed(Y, kind)]
        for index, key in enumerate(keys):
            shared = Variable(f"key{index}")
            body += [(X, key, shared), (Y, key, shared)]
        yield Rule("prp-key", (kind, v.HAS_KEY, keys[0]), tuple(body), (X, v.SAME_AS, Y))


def read_clashes(graph: Graph) -> Iterator[Rule]:
    """Every contradiction a terminology forbids, disjoint classes excepted: those have their own table."""
    yield Rule("eq-diff1", (v.SAME_AS, v.DISJOINT_WITH, v.DIFFERENT_FROM), _BOTH_EQUAL, None)
    yield Rule("eq-irr", (v.DIFFERENT_FROM, TYPE, v.IRREFLEXIVE_PROPERTY), ((X, v.DIFFERENT_FROM, X),), None)
    yield from _property_clashes(graph)
    yield from _denials(graph)
    yield from _restriction_clashes(graph)


_BOTH_EQUAL = ((X, v.SAME_AS, Y), (X, v.DIFFERENT_FROM, Y))


def _property_clashes(graph: Graph) -> Iterator[Rule]:
    differ = different_values(graph.terms, Y, Z)
    for name in graph.typed(v.IRREFLEXIVE_PROPERTY):
        yield Rule("prp-irp", (name, TYPE, v.IRREFLEXIVE_PROPERTY), ((X, name, X),), None)
    for name in graph.typed(v.ASYMMETRIC_PROPERTY):
        yield Rule("prp-asyp", (name, TYPE, v.ASYMMETRIC_PROPERTY), ((X, name, Y), (Y, name, X)), None)
    for name in graph.typed(v.FUNCTIONAL_PROPERTY):
        axiom = (name, TYPE, v.FUNCTIONAL_PROPERTY)
        yield Rule("prp-fp", axiom, ((X, name, Y), (X, name, Z)), None, (differ,))
    for one, other in graph.pairs(v.PROPERTY_DISJOINT_WITH):
        axiom = (one, v.PROPERTY_DISJOINT_WITH, other)
        yield Rule("prp-pdw", axiom, ((X, one, Y), (X, other, Y)), None)
    for node in graph.typed(v.ALL_DISJOINT_PROPERTIES):
        head = graph.one(node, v.MEMBERS)
        for one, other in combinations(graph.members(head) if head is not None else (), 2):
            yield Rule("prp-adp", (one, v.PROPERTY_DISJOINT_WITH, other), ((X, one, Y), (X, other, Y)), None)
    for name, kind in graph.pairs(v.RANGE):
        accepted = graph.data_range(kind)
        if accepted is not None:
            test = _outside(accepted, graph.terms)
            yield Rule("dt-not-type", (name, v.RANGE, kind), ((X, name, Y),), None, (test,))


def _denials(graph: Graph) -> Iterator[Rule]:
    for node, subject in graph.pairs(v.SOURCE_INDIVIDUAL):
        name = graph.one(node, v.ASSERTION_PROPERTY)
        for predicate, rule in ((v.TARGET_INDIVIDUAL, "prp-npa1"), (v.TARGET_VALUE, "prp-npa2")):
            for target in graph.all(node, predicate):
                if name is not None:
                    yield Rule(rule, (subject, name, target), ((subject, name, target),), None)


def _restriction_clashes(graph: Graph) -> Iterator[Rule]:
    terms = graph.terms
    for node, on, filler in graph.restrictions(v.ALL_VALUES_FROM):
        accepted = graph.data_range(filler)
        if accepted is not None:
            body = ((X, TYPE, node), (X, on, Y))
            yield Rule("cls-avf", (node, v.ALL_VALUES_FROM, filler), body, None, (_outside(accepted, terms),))
    for predicate in (v.MAX_CARDINALITY, v.CARDINALITY):
        for node, on in graph.cardinalities(predicate, 0):
            yield Rule("cls-maxc1", (node, predicate, on), ((X, TYPE, node), (X, on, Y)), None)
        for node, on in graph.cardinalities(predicate, 1):
            body = ((X, TYPE, node), (X, on, Y), (X, on, Z))
            yield Rule("cls-maxc2", (node, predicate, on), body, None, (different_values(terms, Y, Z),))
    for predicate in (v.MAX_QUALIFIED_CARDINALITY, v.QUALIFIED_CARDINALITY):
        for node, on in graph.cardinalities(predicate, 0):
            typed = _typed(Y, graph.one(node, v.ON_CLASS))
            body = ((X, TYPE, node), (X, on, Y), *typed)
            yield Rule("cls-maxqc1" if typed else "cls-maxqc2", (node, predicate, on), body, None)


def _outside(accepted: DataRange, terms: Terms) -> Test:
    """Holds for what is no value of a data range."""
    return Test("outside", (Y,), lambda ids: ids[0] > 0 or not accepted.contains(terms.value(ids[0])))


def different_values(terms: Terms, first: Variable, second: Variable) -> Test:
    """Holds for two literals of different values."""

    def holds(ids: "list[int] | tuple[int, ...]") -> bool:
        one, other = ids
        return one < 0 and other < 0 and one != other and not same_value(terms.value(one), terms.value(other))

    return Test("different values", (first, second), holds)  # pyright: ignore[reportArgumentType]


def constant_facts(graph: Graph) -> Iterator[Atom]:
    """Facts a terminology states by itself: members of enumerations, things all different."""
    for whole, members in graph.lists(v.ONE_OF):
        for each in members:
            if each > 0:
                yield (each, TYPE, whole)
    for node in graph.typed(v.ALL_DIFFERENT):
        for predicate in (v.MEMBERS, v.DISTINCT_MEMBERS):
            head = graph.one(node, predicate)
            for one, other in combinations(graph.members(head) if head is not None else (), 2):
                yield (one, v.DIFFERENT_FROM, other)
