"""The reasoning core in compiled form: one table of counted atoms with lists to walk, rules as programs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast
from weakref import WeakKeyDictionary

from . import vocabulary as v
from ._core import Change, Tables
from ._core import Model as CompiledModel
from .clash import Clash
from .contribution import CERTAIN
from .index import Facts
from .literal import value
from .net import Net
from .program import Program, entries, exits, fired, probe
from .rules import Places, Rule, body_atoms
from .tbox import TBox
from .terms import Atom

_tables: WeakKeyDictionary[TBox, Tables] = WeakKeyDictionary()
NOBODY, ASSERTED = 0, 2


class NativeCore:
    """The sources of one model and everything that follows from them."""

    __slots__ = ("_model", "_tbox", "index")

    def __init__(self, tbox: TBox, model: CompiledModel | None = None) -> None:
        self._tbox = tbox
        self._model = model if model is not None else CompiledModel(tables_of(tbox))
        self.index: Facts = NativeFacts(self._model)

    def copy(self) -> "NativeCore":
        return NativeCore(self._tbox, self._model.copy())

    def asserted(self, atom: Atom) -> bool:
        return self._model.source(atom) == ASSERTED

    def is_source(self, atom: Atom) -> bool:
        return self._model.source(atom) != NOBODY

    def sources(self) -> list[tuple[Atom, bool]]:
        return self._model.sources()

    def update(self, added: Iterable[Atom], removed: Iterable[Atom]) -> Net:
        return self._model.update(added, removed)

    def begin(self) -> None:
        self._model.begin()

    def overdelete(self, going: Iterable[Atom]) -> list[Atom]:
        return self._model.overdelete(going)

    def retable(self, tbox: TBox) -> None:
        self._tbox = tbox
        self._model.retable(tables_of(tbox))

    def heads(self, rule: Rule) -> list[Atom]:
        _, predicate, obj = rule.body[0]
        return self._model.heads(predicate, obj if isinstance(obj, int) else 0, fired(0, rule, 0))

    def derivable(self, atom: Atom) -> bool:
        return self._model.derivable(atom)

    def insert(self, asserted: Iterable[Atom], derived: Iterable[Atom]) -> None:
        self._model.insert(asserted, derived)

    def taken(self) -> Net:
        return self._model.taken()

    def clashes(self, net: Net | None = None) -> Iterator[Clash]:
        """Contradictions that new atoms take part in, or any atom."""
        tbox = self._tbox
        if net is None:
            by_rule, by_class, literals = self._model.all_clashes()
        else:
            by_rule, by_class, literals = self._model.clashes(
                net if isinstance(net, Change) else Change(net.added, net.removed)
            )
        for number, env in by_rule:
            rule = tbox.clash_rules[number]
            yield Clash(rule.name, (rule.axiom,), frozenset(body_atoms(rule, Places(rule), env)))
        for atom, other in by_class:
            if other == v.NOTHING and atom[2] == v.NOTHING:
                yield Clash("cls-nothing2", (), frozenset((atom,)))
            else:
                apart = tbox.disjoint[atom[2]][other]
                yield Clash(apart.rule, apart.axioms, frozenset((atom, (atom[0], v.TYPE, other))))
        for atom in literals:
            if value(tbox.terms.value(atom[2])) is None:
                yield Clash("dt-not-type", (), frozenset((atom,)))


class NativeFacts:
    """The atoms of a compiled core, to be read."""

    __slots__ = ("_model",)

    def __init__(self, model: CompiledModel) -> None:
        self._model = model

    def __contains__(self, atom: object) -> bool:
        return self._model.holds(cast(Atom, atom))

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]:
        return iter(self._model.match(s or 0, p or 0, o or 0))

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int:
        return self._model.estimate(s or 0, p or 0, o or 0)

    def objects(self, subject: int, predicate: int) -> list[int]:
        return self._model.objects(subject, predicate)

    def subjects(self, predicate: int, obj: int) -> list[int]:
        return self._model.subjects(predicate, obj)

    def predicates(self) -> list[int]:
        return self._model.predicates()

    def mentions(self, term: int) -> bool:
        return self._model.mentions(term)

    def __iter__(self) -> Iterator[Atom]:
        return self.match(None, None, None)

    def __len__(self) -> int:
        return len(self._model)


def tables_of(tbox: TBox) -> Tables:
    """A terminology in compiled form; every model that believes it shares it."""
    found = _tables.get(tbox)
    if found is None:
        found = _tables[tbox] = _compiled(tbox)
    return found


def _compiled(tbox: TBox) -> Tables:
    rules, clash_rules = tbox.rules, tbox.clash_rules
    # In the order of the shelves: rules, contradictions and heads, each by predicate and then by class.
    by_pattern = (*entries(rules), *entries(clash_rules))
    by_head = exits(rules)

    def programs(shelf: int, key: int) -> Iterable[Program]:
        if shelf >= len(by_pattern):
            return [probe(number, rules[number]) for number in by_head[shelf - len(by_pattern)].get(key, ())]
        of = rules if shelf < 2 else clash_rules
        return [fired(number, of[number], position) for number, position in by_pattern[shelf].get(key, ())]

    weights = _Weights(tbox)
    tables = Tables(v.TYPE, v.SAME_AS, v.NOTHING, weights.shape, weights.followed, programs)
    for one, others in tbox.disjoint.items():
        for other in others:
            tables.exclude(one, other)
    return tables


Pairs = Sequence[tuple[int, int]]


class _Weights:
    """What sources contribute, each consequence with what it counts."""

    def __init__(self, tbox: TBox) -> None:
        self._expansion, self._circles, self._linear = tbox.expansion, tbox.circles, tbox.linear

    def shape(self, name: int, typed: bool, asserted: bool) -> tuple[Pairs, Pairs, Pairs, Pairs] | None:
        """For every source of one property or class; None when it depends on the object's value."""
        if typed:
            if not self._expansion.plain(name):
                return None
            return ((), (), self._weighed(name, self._expansion.classes(name), asserted), ())
        template = self._expansion.template(name)
        if template is None:
            return None
        parts = (template.same, template.swapped, template.subject_classes, template.object_classes)
        same, swapped, subject, obj = (self._weighed(name, part, asserted) for part in parts)
        return (same, swapped, subject, obj)

    def followed(self, s: int, p: int, o: int, asserted: bool) -> list[tuple[int, int, int, int]]:
        """For one source, by following the axioms."""
        name = o if p == v.TYPE else p
        return [
            (*atom, self._weight(name, atom[2] if atom[1] == v.TYPE else atom[1], asserted))
            for atom in self._linear.closure((s, p, o))
        ]

    def _weighed(self, name: int, others: Iterable[int], asserted: bool) -> Pairs:
        return [(other, self._weight(name, other, asserted)) for other in others]

    def _weight(self, name: int, other: int, asserted: bool) -> int:
        return CERTAIN if asserted or self._circles.get(other) != self._circles.get(name) else 1
