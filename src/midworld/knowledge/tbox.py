"""A terminology compiled once and shared by every model that believes it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from . import vocabulary as v
from .axioms import Graph
from .clash import Clash, Table, read_disjoint
from .core import Facts, Tables
from .dependency import components
from .expansion import Expansion, Weights
from .linear import Linear, read_linear
from .rulebook import constant_facts, read_clashes, read_rules
from .rules import Program, Rule, entries, exits, fired, probe
from .schema import internal, named_classes, schema_facts, unsatisfiable, unspoken
from .swrl import read_swrl
from .terms import Atom, Terms


class TBox:
    """Axioms and rules, immutable."""

    def __init__(self, terms: Terms, axioms: frozenset[Atom] = frozenset(), rules: tuple[Rule, ...] = ()) -> None:
        self.terms, self.axioms, self.added_rules = terms, axioms, rules
        self.graph = Graph(axioms, terms)
        self.linear = linear = read_linear(self.graph)
        self.expansion = _linked(self.graph, linear)
        self.rules: tuple[Rule, ...] = (*read_rules(self.graph), *read_swrl(self.graph), *rules)
        self.clash_rules: tuple[Rule, ...] = tuple(read_clashes(self.graph))
        self.disjoint: Table = read_disjoint(self.graph)
        self.facts: frozenset[Atom] = frozenset(constant_facts(self.graph))
        self.weights = Weights(self.expansion, components(linear, self.rules))

    @property
    def key(self) -> object:
        """What it says: equal ones are the same terminology."""
        return (self.axioms, tuple(rule.key for rule in self.added_rules))

    def stated(self, predicate: int | None) -> Iterable[Atom]:
        """The axioms as they were said: those of a predicate, or all."""
        if predicate is None:
            return self.axioms
        return [(s, predicate, o) for s, o in self.graph.pairs(predicate)]

    @cached_property
    def schema(self) -> Facts:
        """What the axioms say and imply about classes and properties, for queries."""
        return schema_facts(self.graph, self.expansion, self.disjoint)

    @cached_property
    def unspoken(self) -> frozenset[int]:
        """Terms that are internal, or mere synonyms."""
        return self.internal | unspoken(self.graph, self.expansion)

    @cached_property
    def unsatisfiable(self) -> Mapping[int, Clash]:
        """Every named class that can have no member, with the reason."""
        return unsatisfiable(self.graph, self.expansion, self.disjoint)

    def apart(self, one: int | None, other: int | None) -> Iterator[Atom]:
        """Named classes that exclude each other, by what is said of them or of classes above them."""
        if one is None and other is not None:
            yield from ((s, p, o) for o, p, s in self.apart(other, None))
            return
        named = named_classes(self.graph)
        wider, table = self.expansion.classes, self.disjoint
        for each in sorted(named) if one is None else (one,):
            excluded = {kind for wide in wider(each) for kind in table.get(wide, ())}
            for kind in () if not excluded else sorted(named) if other is None else (other,):
                if not excluded.isdisjoint(wider(kind)):
                    yield (each, v.DISJOINT_WITH, kind)

    @cached_property
    def internal(self) -> frozenset[int]:
        """Classes and properties that people have no word for: what the robot notes for itself."""
        return internal(self.graph, self.expansion)

    @cached_property
    def functional(self) -> frozenset[int]:
        return frozenset(self.graph.typed(v.FUNCTIONAL_PROPERTY))

    @cached_property
    def tables(self) -> Tables:
        """This terminology as the compiled core reads it; every model that believes it shares it."""
        rules, clash_rules = self.rules, self.clash_rules
        # In the order of the shelves: rules, contradictions and heads, each by predicate and then by class.
        by_pattern = (*entries(rules), *entries(clash_rules))
        by_head = exits(rules)

        def programs(shelf: int, key: int) -> Iterable[Program]:
            if shelf >= len(by_pattern):
                return [probe(number, rules[number]) for number in by_head[shelf - len(by_pattern)].get(key, ())]
            of = rules if shelf < 2 else clash_rules
            return [fired(number, of[number], position) for number, position in by_pattern[shelf].get(key, ())]

        tables = Tables(v.TYPE, v.SAME_AS, v.NOTHING, self.weights.shape, self.weights.followed, programs)
        for one, others in self.disjoint.items():
            for other in others:
                tables.exclude(one, other)
        return tables


_Same = Mapping[tuple[int, int], list[int]]


def _linked(graph: Graph, linear: Linear) -> Expansion:
    """Order restrictions by their fillers and properties (scm-svf1/2, scm-avf1/2), until nothing new is found."""
    some, every = (_same(graph, predicate) for predicate in (v.SOME_VALUES_FROM, v.ALL_VALUES_FROM))
    linked: set[tuple[int, int]] = set()
    while True:
        closures = Expansion(linear)
        new = {
            pair: rule
            for found, rule in ((some, "scm-svf"), (every, "scm-avf"))
            for pair in (*_equal(found), *_narrower(found, closures, turned=found is every))
            if pair not in linked
        }
        if not new:
            # Asked for first, as the answers for all that say the same are made of it.
            for first, *others in (*some.values(), *every.values()):
                if others:
                    closures.classes(first)
            return closures
        linked.update(new)
        for (narrow, wide), rule in new.items():
            linear.classes[narrow].append((wide, rule, (narrow, v.SUB_CLASS_OF, wide)))


def _same(graph: Graph, predicate: int) -> _Same:
    """Restrictions of one kind by property and filler."""
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for node, on, filler in graph.restrictions(predicate):
        found[on, filler].append(node)
    return dict(found)


def _equal(found: _Same) -> Iterator[tuple[int, int]]:
    """Restrictions that say the same, each by way of the first of them: all pairs would be too many."""
    for first, *others in found.values():
        for other in others:
            yield first, other
            yield other, first


def _narrower(found: _Same, closures: Expansion, *, turned: bool) -> Iterator[tuple[int, int]]:
    """Pairs of restrictions of which one implies the other; an "only" is narrower on the wider property."""
    reached: defaultdict[int, dict[int, None]] = defaultdict(dict)
    for on in dict.fromkeys(on for on, _ in found):
        for wide in closures.above(on):
            narrow, over = (wide, on) if turned else (on, wide)
            reached[narrow][over] = None
    for (on, filler), (one, *_) in found.items():
        for kind in closures.classes(filler):
            for over in reached[on]:
                others = found.get((over, kind))
                if others is not None and others[0] != one:
                    yield one, others[0]
