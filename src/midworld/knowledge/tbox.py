"""A terminology compiled once and shared by every model that believes it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from . import vocabulary as v
from .axioms import Graph
from .contribution import Contributions
from .dependency import components
from .disjoint import Table, read_disjoint
from .expansion import Expansion
from .index import Index
from .linear import Linear, read_linear
from .rulebook import constant_facts, read_clashes, read_rules
from .rules import Rule, Trigger, head_step, probe, trigger
from .schema import schema_facts, unspoken
from .swrl import read_swrl
from .terms import Atom, Terms
from .triggers import contradiction, heads, triggers

Clash = tuple[Rule, tuple[Atom, ...]]
RUNS_KEPT = 50_000


class TBox:
    """Axioms and rules, immutable; `with_changes` gives the next version."""

    def __init__(self, terms: Terms, axioms: frozenset[Atom] = frozenset(), rules: tuple[Rule, ...] = ()) -> None:
        self.terms, self.axioms, self.added_rules = terms, axioms, rules
        self.graph = Graph(axioms, terms)
        self.linear = linear = read_linear(self.graph)
        self.expansion = _linked(self.graph, linear)
        self.expand: Callable[[Atom], tuple[Atom, ...]] = self.expansion.expand
        self.rules: tuple[Rule, ...] = (*read_rules(self.graph), *read_swrl(self.graph), *rules)
        self.clash_rules: tuple[Rule, ...] = tuple(read_clashes(self.graph))
        self.disjoint: Table = read_disjoint(self.graph)
        self.facts: frozenset[Atom] = frozenset(constant_facts(self.graph))
        self.circles: Mapping[int, int] = components(linear, self.rules)
        self.by_predicate, self.by_class = triggers(self.rules, heads(terms))
        self.reactive: frozenset[int] = frozenset({*self.by_predicate, *self.by_class})
        self.contributions = Contributions(terms, self.expansion, self.circles)
        self.reactive_bits: int = _bits(terms, self.by_class) if v.TYPE not in self.by_predicate else -1
        self._runs: dict[int, tuple[tuple[int, Trigger], ...]] = {}
        self.clash_by_predicate, self.clash_by_class = triggers(self.clash_rules, contradiction)
        self.watched: frozenset[int] = frozenset(
            {*self.disjoint, *self.clash_by_class, *self.clash_by_predicate, v.NOTHING}
        )
        self.watched_bits: int = _bits(terms, {*self.disjoint, *self.clash_by_class, v.NOTHING})
        anything = self.clash_by_predicate.get(v.TYPE)
        if anything:
            self.watched_bits = -1
        self._by_head = _by_head(self.rules)
        self._probes: dict[int, tuple[Trigger, ...]] = {}
        self.heads: frozenset[int] = frozenset(map(abs, self._by_head))

    def with_changes(
        self, added: Iterable[Atom] = (), removed: Iterable[Atom] = (), rules: Iterable[Rule] = ()
    ) -> "TBox":
        """The next version; this very one when nothing changes."""
        axioms = (self.axioms - frozenset(removed)) | frozenset(added)
        keys = {rule.key for rule in self.added_rules}
        more = tuple(rule for rule in rules if rule.key not in keys)
        if axioms == self.axioms and not more:
            return self
        return TBox(self.terms, axioms, (*self.added_rules, *more))

    @cached_property
    def schema(self) -> Index:
        """What the axioms say and imply about classes and properties, for queries."""
        return schema_facts(self.graph, self.expansion, self.disjoint)

    @cached_property
    def unspoken(self) -> frozenset[int]:
        """Terms that are internal, or mere synonyms."""
        return unspoken(self.graph, self.expansion)

    @cached_property
    def functional(self) -> frozenset[int]:
        return frozenset(self.graph.typed(v.FUNCTIONAL_PROPERTY))

    def runs(self, bits: int) -> tuple[tuple[int, Trigger], ...]:
        """What to run for memberships given as bits, each with its class."""
        found = self._runs.get(bits)
        if found is None:
            if len(self._runs) > RUNS_KEPT:
                self._runs.clear()
            anything, of_class = self.by_predicate.ready(v.TYPE), self.by_class.ready
            found = self._runs[bits] = tuple(
                [(kind, run) for kind in self.terms.classes(bits) for run in (*of_class(kind), *anything)]
            )
        return found

    def probes(self, atom: Atom) -> tuple[Trigger, ...]:
        """What to run to know whether a rule gives an atom."""
        head = atom[2] if atom[1] == v.TYPE else -atom[1]
        found = self._probes.get(head)
        if found is None:
            found = self._probes[head] = tuple(probe(rule) for rule in self._by_head.get(head, ()))
        return found

    def first_trigger(self, rule: Rule) -> Trigger:
        """What to run for each atom that fits a rule's first condition, to get every head."""
        return trigger(rule, 0, head_step)

    def same_consequences(self, other: "TBox", atom: Atom) -> bool:
        """Whether an atom alone implies the same, as certainly, under another version."""
        return self.contributions.of(atom, False) == other.contributions.of(atom, False)


def _bits(terms: Terms, kinds: Iterable[int]) -> int:
    found = 0
    for kind in kinds:
        found |= terms.bit(kind)
    return found


def _by_head(rules: Iterable[Rule]) -> Mapping[int, list[Rule]]:
    """Rules by the class they give, or by the predicate as a negative number: a name may be both."""
    found: defaultdict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        assert rule.head is not None
        _, predicate, obj = rule.head
        found[obj if predicate == v.TYPE and isinstance(obj, int) else -predicate].append(rule)
    return dict(found)


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
