"""A terminology compiled once and shared by every model that believes it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from . import vocabulary as v
from .axioms import Graph
from .contribution import Contributions
from .dependency import components
from .disjoint import Table, read_disjoint
from .expansion import Expansion
from .index import Index, LiveIndex
from .linear import Linear, read_linear
from .quickrules import quick_trigger
from .rulebook import constant_facts, read_clashes, read_rules
from .rules import Done, Env, Places, Rule, Step, Trigger, body_atoms, head_step, probe, trigger
from .schema import schema_facts, unspoken
from .swrl import read_swrl
from .terms import Atom, Terms

Clash = tuple[Rule, tuple[Atom, ...]]
RUNS_KEPT = 50_000
Triggers = Mapping[int, tuple[Trigger, ...]]


class TBox:
    """Axioms and rules, immutable; `with_changes` gives the next version."""

    def __init__(self, terms: Terms, axioms: frozenset[Atom] = frozenset(), rules: tuple[Rule, ...] = ()) -> None:
        self.terms, self.axioms, self.added_rules = terms, axioms, rules
        self.graph = Graph(axioms, terms)
        linear = read_linear(self.graph)
        _link_restrictions(self.graph, linear)
        self.linear = linear
        self.expansion = Expansion(linear)
        self.expand: Callable[[Atom], tuple[Atom, ...]] = self.expansion.expand
        self.rules: tuple[Rule, ...] = (*read_rules(self.graph), *read_swrl(self.graph), *rules)
        self.clash_rules: tuple[Rule, ...] = tuple(read_clashes(self.graph))
        self.disjoint: Table = read_disjoint(self.graph)
        self.facts: frozenset[Atom] = frozenset(constant_facts(self.graph))
        self.circles: Mapping[int, int] = components(linear, self.rules)
        self.by_predicate, self.by_class = _triggers(self.rules, terms)
        self.reactive: frozenset[int] = frozenset({*self.by_predicate, *self.by_class})
        self.contributions = Contributions(terms, self.expansion, self.circles)
        self.reactive_bits: int = _bits(terms, self.by_class) if v.TYPE not in self.by_predicate else -1
        self._runs: dict[int, tuple[tuple[int, Trigger], ...]] = {}
        self.clash_by_predicate, self.clash_by_class = _triggers(self.clash_rules, None)
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
            anything = self.by_predicate.get(v.TYPE, ())
            found = self._runs[bits] = tuple(
                (kind, run) for kind in self.terms.classes(bits) for run in (*self.by_class.get(kind, ()), *anything)
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


def _clash_step(rule: Rule, places: Places) -> Step:
    def step(index: LiveIndex, env: Env, done: Done) -> object:
        return done((rule, body_atoms(rule, places, env)))  # pyright: ignore[reportArgumentType]

    return step


def _triggers(rules: Iterable[Rule], terms: Terms | None) -> tuple[Triggers, Triggers]:
    """What to run for an atom by its predicate or class; without terms, for contradictions."""
    by_predicate: defaultdict[int, list[Trigger]] = defaultdict(list)
    by_class: defaultdict[int, list[Trigger]] = defaultdict(list)
    for rule in rules:
        for position, (_, predicate, obj) in enumerate(rule.body):
            quick = quick_trigger(rule, position, terms) if terms is not None else None
            run = quick or trigger(rule, position, head_step if terms is not None else _clash_step)
            if predicate == v.TYPE and isinstance(obj, int):
                by_class[obj].append(run)
            else:
                by_predicate[predicate].append(run)
    return _frozen(by_predicate), _frozen(by_class)


def _by_head(rules: Iterable[Rule]) -> Mapping[int, list[Rule]]:
    """Rules by the class they give, or by the predicate as a negative number: a name may be both."""
    found: defaultdict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        assert rule.head is not None
        _, predicate, obj = rule.head
        found[obj if predicate == v.TYPE and isinstance(obj, int) else -predicate].append(rule)
    return dict(found)


def _frozen(table: Mapping[int, list[Trigger]]) -> Triggers:
    return {key: tuple(found) for key, found in table.items()}


def _link_restrictions(graph: Graph, linear: Linear) -> None:
    """Order restrictions by their fillers and properties (scm-svf1/2, scm-avf1/2), until nothing new is found."""
    found = [
        (predicate, node, on, filler)
        for node, on in graph.pairs(v.ON_PROPERTY)
        for predicate in (v.SOME_VALUES_FROM, v.ALL_VALUES_FROM)
        for filler in graph.all(node, predicate)
    ]
    linked: set[tuple[int, int]] = set()
    size = -1
    while size != len(linked):
        size = len(linked)
        closures = Expansion(linear)
        for one in found:
            for other in found:
                pair = _narrower(one, other, closures)
                if pair is not None and pair not in linked:
                    linked.add(pair)
                    linear.classes[pair[0]].append(
                        (
                            pair[1],
                            "scm-svf" if one[0] == v.SOME_VALUES_FROM else "scm-avf",
                            (*pair[:1], v.SUB_CLASS_OF, pair[1]),
                        )
                    )


_Restriction = tuple[int, int, int, int]


def _narrower(one: _Restriction, other: _Restriction, closures: Expansion) -> tuple[int, int] | None:
    if one[0] != other[0] or one[1] == other[1] or other[3] not in closures.classes(one[3]):
        return None
    some = one[0] == v.SOME_VALUES_FROM
    narrow, wide = (one[2], other[2]) if some else (other[2], one[2])
    return (one[1], other[1]) if wide in closures.above(narrow) else None
