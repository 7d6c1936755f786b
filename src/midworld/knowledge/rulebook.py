"""The rules with several conditions, by their names in the OWL 2 RL profile."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from . import vocabulary as v
from .axioms import Graph
from .literal import DataRange, same_value
from .rules import Pattern, Rule, Test, Variable
from .terms import Atom, Terms

X, Y, Z = (Variable(name) for name in ("x", "y", "z"))
TYPE = v.TYPE


def read_rules(graph: Graph) -> Iterator[Rule]:
    """Every rule with a head that a terminology states."""
    for whole, parts in graph.lists(v.INTERSECTION_OF):
        essential = tuple(dict.fromkeys(part for part in parts if part != v.THING))
        if len(essential) > 1:
            body = tuple((X, TYPE, part) for part in essential)
            yield Rule("cls-int1", (whole, v.INTERSECTION_OF, essential[0]), body, (X, TYPE, whole))
    yield from _restriction_rules(graph)
    yield from _property_rules(graph)


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
            axiom = (node, v.MIN_QUALIFIED_CARDINALITY, kind)
            yield Rule("cls-minqc", axiom, ((X, on, Y), (Y, TYPE, kind)), (X, TYPE, node))
    for name, axiom, on, kind in _at_most(graph, 1):
        body = ((X, TYPE, axiom[0]), (X, on, Y), (X, on, Z), *_typed(Y, kind), *_typed(Z, kind))
        yield Rule(name, axiom, body, (Y, v.SAME_AS, Z))


def _at_most(graph: Graph, number: int) -> Iterator[tuple[str, Atom, int, int | None]]:
    """Restrictions to a number of values: the rule's name, the axiom, the property, the class that is counted."""
    for predicate in (v.MAX_CARDINALITY, v.CARDINALITY):
        for node, on in graph.cardinalities(predicate, number):
            yield f"cls-maxc{number + 1}", (node, predicate, on), on, None
    for predicate in (v.MAX_QUALIFIED_CARDINALITY, v.QUALIFIED_CARDINALITY):
        for node, on in graph.cardinalities(predicate, number):
            kind = graph.one(node, v.ON_CLASS)
            yield f"cls-maxqc{2 * number + 2 - bool(_typed(X, kind))}", (node, predicate, on), on, kind


def _property_rules(graph: Graph) -> Iterator[Rule]:
    for kind, rule, body, head in (
        (v.TRANSITIVE_PROPERTY, "prp-trp", ((X, Y), (Y, Z)), (X, None, Z)),
        (v.FUNCTIONAL_PROPERTY, "prp-fp", ((X, Y), (X, Z)), (Y, v.SAME_AS, Z)),
        (v.INVERSE_FUNCTIONAL_PROPERTY, "prp-ifp", ((X, Z), (Y, Z)), (X, v.SAME_AS, Y)),
    ):
        for name in graph.typed(kind):
            patterns = tuple((s, name, o) for s, o in body)
            yield Rule(rule, (name, TYPE, kind), patterns, (head[0], head[1] or name, head[2]))
    for name, links in graph.lists(v.PROPERTY_CHAIN_AXIOM):
        if links:
            nodes = [Variable(f"n{index}") for index in range(len(links) + 1)]
            chain = tuple((nodes[i], link, nodes[i + 1]) for i, link in enumerate(links))
            yield Rule("prp-spo2", (name, v.PROPERTY_CHAIN_AXIOM, links[0]), chain, (nodes[0], name, nodes[-1]))
    for kind, keys in graph.lists(v.HAS_KEY):
        if keys:
            shared = [(key, Variable(f"key{index}")) for index, key in enumerate(keys)]
            alike = [(node, key, held) for key, held in shared for node in (X, Y)]
            yield Rule("prp-key", (kind, v.HAS_KEY, keys[0]), (*_typed(X, kind), *_typed(Y, kind), *alike), _SAME)


_SAME = (X, v.SAME_AS, Y)


def read_clashes(graph: Graph) -> Iterator[Rule]:
    """Every contradiction a terminology forbids, disjoint classes excepted: those have their own table."""
    different = (X, v.DIFFERENT_FROM, Y)
    yield Rule("eq-diff1", (v.SAME_AS, v.DISJOINT_WITH, v.DIFFERENT_FROM), (_SAME, different), None)
    yield Rule("eq-irr", (v.DIFFERENT_FROM, TYPE, v.IRREFLEXIVE_PROPERTY), ((X, v.DIFFERENT_FROM, X),), None)
    yield from _property_clashes(graph)
    yield from _restriction_clashes(graph)
    for node, subject in graph.pairs(v.SOURCE_INDIVIDUAL):
        name = graph.one(node, v.ASSERTION_PROPERTY)
        for predicate, rule in ((v.TARGET_INDIVIDUAL, "prp-npa1"), (v.TARGET_VALUE, "prp-npa2")):
            for target in graph.all(node, predicate) if name is not None else ():
                denied = (subject, name or 0, target)
                yield Rule(rule, denied, (denied,), None)


def _property_clashes(graph: Graph) -> Iterator[Rule]:
    differ = _different_values(graph.terms)
    for name in graph.typed(v.IRREFLEXIVE_PROPERTY):
        yield Rule("prp-irp", (name, TYPE, v.IRREFLEXIVE_PROPERTY), ((X, name, X),), None)
    for name in graph.typed(v.ASYMMETRIC_PROPERTY):
        yield Rule("prp-asyp", (name, TYPE, v.ASYMMETRIC_PROPERTY), ((X, name, Y), (Y, name, X)), None)
    for name in graph.typed(v.FUNCTIONAL_PROPERTY):
        axiom = (name, TYPE, v.FUNCTIONAL_PROPERTY)
        yield Rule("prp-fp", axiom, ((X, name, Y), (X, name, Z)), None, (differ,))
    apart = [("prp-pdw", pair) for pair in graph.pairs(v.PROPERTY_DISJOINT_WITH)]
    for node in graph.typed(v.ALL_DISJOINT_PROPERTIES):
        apart += [("prp-adp", pair) for pair in combinations(graph.listed(node, v.MEMBERS), 2)]
    for rule, (one, other) in apart:
        yield Rule(rule, (one, v.PROPERTY_DISJOINT_WITH, other), ((X, one, Y), (X, other, Y)), None)
    for name, kind in graph.pairs(v.RANGE):
        accepted = graph.data_range(kind)
        if accepted is not None:
            test = _outside(accepted, graph.terms)
            yield Rule("dt-not-type", (name, v.RANGE, kind), ((X, name, Y),), None, (test,))


def _restriction_clashes(graph: Graph) -> Iterator[Rule]:
    for node, on, filler in graph.restrictions(v.ALL_VALUES_FROM):
        accepted = graph.data_range(filler)
        if accepted is not None:
            test = _outside(accepted, graph.terms)
            yield Rule("cls-avf", (node, v.ALL_VALUES_FROM, filler), ((X, TYPE, node), (X, on, Y)), None, (test,))
    for name, axiom, on, kind in _at_most(graph, 0):
        yield Rule(name, axiom, ((X, TYPE, axiom[0]), (X, on, Y), *_typed(Y, kind)), None)
    for name, axiom, on, _ in _at_most(graph, 1):
        if axiom[1] in {v.MAX_CARDINALITY, v.CARDINALITY}:
            body = ((X, TYPE, axiom[0]), (X, on, Y), (X, on, Z))
            yield Rule(name, axiom, body, None, (_different_values(graph.terms),))


def _outside(accepted: DataRange, terms: Terms) -> Test:
    """Holds for what is no value of a data range."""
    return Test("outside", (Y,), lambda ids: ids[0] > 0 or not accepted.contains(terms.value(ids[0])))


def _different_values(terms: Terms) -> Test:
    """Holds for two literals of different values."""

    def holds(ids: Sequence[int]) -> bool:
        one, other = ids
        return one < 0 and other < 0 and one != other and not same_value(terms.value(one), terms.value(other))

    return Test("different values", (Y, Z), holds)


def constant_facts(graph: Graph) -> Iterator[Atom]:
    """Facts a terminology states by itself: members of enumerations, things all different."""
    for whole, members in graph.lists(v.ONE_OF):
        yield from ((each, TYPE, whole) for each in members if each > 0)
    for node in graph.typed(v.ALL_DIFFERENT):
        for predicate in (v.MEMBERS, v.DISTINCT_MEMBERS):
            for one, other in combinations(graph.listed(node, predicate), 2):
                yield (one, v.DIFFERENT_FROM, other)
