"""Why something holds: the shortest proof found, down to what was said and to the axioms."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from . import vocabulary as v
from .linear import Linear
from .model import Model
from .query import instance, solve, unify
from .reasoner import IncrementalReasoner
from .rules import Rule
from .terms import Atom

NODES_SHOWN = 4000
BINDINGS_TRIED = 64


@dataclass(frozen=True, slots=True)
class Step:
    """One axiom on the way from a source to what follows from it."""

    rule: str
    axiom: Atom


@dataclass(frozen=True, slots=True)
class Proof:
    """A statement and what it rests on; without premises, somebody said it or the terminology does."""

    atom: Atom
    steps: tuple[Step, ...] = ()
    premises: tuple["Proof", ...] = ()

    def leaves(self) -> Iterator[Atom]:
        """What was said, as far as this proof needs it."""
        if not self.premises:
            yield self.atom
        for each in self.premises:
            yield from each.leaves()

    def axioms(self) -> Iterator[Atom]:
        for step in self.steps:
            yield step.axiom
        for each in self.premises:
            yield from each.axioms()


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to get a node: all its premises, by some steps."""

    premises: tuple[Atom, ...]
    steps: tuple[Step, ...]


def prove(reasoner: IncrementalReasoner, goal: Atom) -> Proof | None:
    """A proof of what holds; None for what does not."""
    return _built(goal, _cheapest(_explored(reasoner, goal, _ways))) if goal in reasoner.index else None


def _explored(
    reasoner: IncrementalReasoner, goal: Atom, ways_of: Callable[[IncrementalReasoner, Atom], Iterable[_Way]]
) -> dict[Atom, list[_Way]]:
    """All ways to get a goal and everything it may rest on."""
    ways: dict[Atom, list[_Way]] = {}
    work = [goal]
    while work and len(ways) < NODES_SHOWN:
        atom = work.pop()
        if atom not in ways:
            ways[atom] = list(ways_of(reasoner, atom))
            work += [each for way in ways[atom] for each in way.premises if each not in ways]
    return ways


def confidence(model: Model, goal: Atom) -> float:
    """How sure a statement is: a proof is as good as its weakest premise, a statement as its best proof.

    These are the necessity degrees of possibilistic logic (Dubois and Prade, 1988). 0 for what does not hold.
    """
    if goal not in model.reasoner.index:
        return float(next(model.beliefs().match(*goal), None) is not None)
    if not model.uncertain:
        return 1.0
    ways = _explored(model.reasoner, goal, _all_ways)
    found = {atom: model.stated(atom) for atom in ways}
    changed = True
    while changed:
        changed = False
        for atom, each in ways.items():
            best = max((min(found.get(premise, 0.0) for premise in way.premises) for way in each), default=0.0)
            if best > found[atom]:
                found[atom], changed = best, True
    return found[goal]


def _cheapest(ways: dict[Atom, list[_Way]]) -> dict[Atom, _Way]:
    """The way of least cost for each atom, found from the leaves up, so that no proof rests on itself."""
    cost: dict[Atom, int] = {}
    best: dict[Atom, _Way] = {}
    changed = True
    while changed:
        changed = False
        for atom, found in ways.items():
            for way in found:
                if not all(each in cost for each in way.premises):
                    continue
                price = 1 + len(way.steps) + sum(cost[each] for each in way.premises)
                if price < cost.get(atom, 1 << 30):
                    cost[atom], best[atom], changed = price, way, True
    return best


def _built(atom: Atom, best: dict[Atom, _Way]) -> Proof | None:
    way = best.get(atom)
    if way is None:
        return None
    premises = [_built(each, best) for each in way.premises]
    return Proof(atom, way.steps, tuple(each for each in premises if each is not None))


def _ways(reasoner: IncrementalReasoner, atom: Atom) -> Iterator[_Way]:
    """How to get an atom; what somebody said needs no other reason."""
    if reasoner.asserted(atom):
        yield _Way((), ())
    else:
        yield from _all_ways(reasoner, atom)


def _all_ways(reasoner: IncrementalReasoner, atom: Atom) -> Iterator[_Way]:
    """How an atom follows from others, said or not."""
    for source in _sources(reasoner, atom):
        if source != atom:
            yield _Way((source,), linear_steps(reasoner.tbox.linear, source, atom))
    if reasoner.is_source(atom):
        for rule, premises in rule_instances(reasoner, atom):
            yield _Way(premises, (Step(rule.name, rule.axiom),))
        yield from _equalities(reasoner, atom)


def _sources(reasoner: IncrementalReasoner, atom: Atom) -> Iterator[Atom]:
    """Sources that imply an atom by linear axioms alone."""
    s, p, o = atom
    index, expand = reasoner.index, reasoner.tbox.linear.closure
    for term in (s,) if p == v.TYPE or o < 0 else (s, o):
        for found in (index.match(term, None, None), index.match(None, None, term)):
            for each in found:
                if reasoner.is_source(each) and atom in expand(each):
                    yield each


def linear_steps(linear: Linear, source: Atom, goal: Atom) -> tuple[Step, ...]:
    """The axioms that lead from one atom to another."""
    reached: dict[Atom, tuple[Step, ...]] = {source: ()}
    work = [source]
    while work:
        following: list[Atom] = []
        for atom in work:
            for each in linear.consequences(atom):
                if each.atom not in reached:
                    reached[each.atom] = (*reached[atom], Step(each.rule, each.axiom))
                    following.append(each.atom)
        if goal in reached:
            return reached[goal]
        work = following
    return ()


def rule_instances(reasoner: IncrementalReasoner, atom: Atom) -> Iterator[tuple[Rule, tuple[Atom, ...]]]:
    """Rules that derive an atom, with the conditions filled in."""
    for rule in reasoner.tbox.rules:
        binding = unify(rule.head, atom, {}) if rule.head is not None else None
        for found in islice(solve(reasoner.index, rule.body, binding), BINDINGS_TRIED) if binding is not None else ():
            if all(test.passes(found) for test in rule.tests):
                yield rule, tuple(instance(pattern, found) for pattern in rule.body)


def _equalities(reasoner: IncrementalReasoner, atom: Atom) -> Iterator[_Way]:
    s, p, o = atom
    index = reasoner.index
    step = (Step("eq-rep", (v.SAME_AS, v.TYPE, v.SYMMETRIC_PROPERTY)),)
    for other in index.objects(s, v.SAME_AS):
        if (other, p, o) in index and (p != v.SAME_AS or other != o):
            yield _Way(((other, p, o), (other, v.SAME_AS, s)), step)
    for other in index.objects(o, v.SAME_AS) if o > 0 else ():
        if (s, p, other) in index and (p != v.SAME_AS or other != s):
            yield _Way(((s, p, other), (other, v.SAME_AS, o)), step)
