"""Why something does not hold: for the rule that comes nearest, the conditions that are missing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from . import vocabulary as v
from .linear import Condition
from .query import solve, unify
from .reasoner import IncrementalReasoner
from .rules import Rule
from .statement import Slot, Triple
from .terms import Atom
from .wording import axiom_text, class_text, fact_text

WAYS_TRIED = 200


@dataclass(frozen=True, slots=True)
class UnmetConditions:
    """What one rule lacks to give a statement."""

    goal: str
    rule: str
    conditions: tuple[str, ...]
    met: int = 0

    def __str__(self) -> str:
        return f"'{self.goal}' would follow if: {'; '.join(self.conditions)} ({self.rule})"


def why_not(reasoner: IncrementalReasoner, goal: Atom) -> UnmetConditions | None:
    """The nearest way to get a statement; None when it holds, or when only saying it would do."""
    if goal in reasoner.index:
        return None
    found = list(_ways(reasoner, goal))
    return min(found, key=lambda each: (len(each.conditions), -each.met), default=None)


def _ways(reasoner: IncrementalReasoner, goal: Atom) -> Iterator[UnmetConditions]:
    tbox = reasoner.tbox
    text = fact_text(tbox, goal)
    for near in _nearer(reasoner, goal):
        for rule in tbox.rules:
            binding = unify(rule.head, near, {}) if rule.head is not None else None
            if binding is not None:
                yield _lacking(reasoner, rule, binding, text)
        if near[1] == v.TYPE:
            yield from _values_lacking(reasoner, near, text)
        if near != goal and near[1] == v.TYPE and not tbox.terms.is_blank(near[2]):
            yield UnmetConditions(text, axiom_text(tbox, (near[2], v.SUB_CLASS_OF, goal[2])), (fact_text(tbox, near),))


def _nearer(reasoner: IncrementalReasoner, goal: Atom) -> list[Atom]:
    """Atoms that would imply the goal by themselves, the goal first."""
    linear = reasoner.tbox.linear
    p = goal[1]
    found = {goal: None}
    work = [goal]
    while work and len(found) < WAYS_TRIED:
        _, at_p, at_o = atom = work.pop(0)
        new: list[Atom] = []
        if at_p == v.TYPE:
            new = [
                (atom[0], p, narrow) for narrow, rows in linear.classes.items() if any(w == at_o for w, _, _ in rows)
            ]
        else:
            for narrow, links in linear.properties.items():
                for wide, swapped, _, _ in links:
                    if wide == at_p and (not swapped or at_o > 0):
                        new.append((at_o, narrow, atom[0]) if swapped else (atom[0], narrow, at_o))
        for each in new:
            if each not in found:
                found[each] = None
                work.append(each)
    return list(found)


def _lacking(reasoner: IncrementalReasoner, rule: Rule, binding: dict[Slot, int], goal: str) -> UnmetConditions:
    """The fewest conditions of a rule that do not hold."""
    tbox = reasoner.tbox
    best: list[Triple] | None = None
    filled = binding
    for lost, found in _partial(reasoner, list(rule.body), binding):
        if best is None or len(lost) < len(best):
            best, filled = lost, found
    lacking = [_pattern_text(reasoner, pattern, filled) for pattern in best or ()]
    for test in rule.tests:
        values = [filled.get(term) if isinstance(term, Slot) else term for term in test.terms]
        known = [value for value in values if value is not None]
        if len(known) == len(values) and not test.holds(known):
            lacking.append(f"{test.name}({', '.join(tbox.terms.show(value) for value in known)})")
    name = axiom_text(tbox, rule.axiom) if all(rule.axiom) else rule.name
    return UnmetConditions(goal, name, tuple(lacking), len(rule.body) - len(best or ()))


def _partial(
    reasoner: IncrementalReasoner, patterns: Sequence[Triple], binding: dict[Slot, int]
) -> Iterator[tuple[list[Triple], dict[Slot, int]]]:
    """Ways to fill some patterns, with those left out."""
    if not patterns:
        yield [], binding
        return
    first, rest = patterns[0], patterns[1:]
    for grown in islice(solve(reasoner.index, [first], binding), WAYS_TRIED // 10):
        yield from _partial(reasoner, rest, grown)
    for lost, found in _partial(reasoner, rest, binding):
        yield [first, *lost], found


def _pattern_text(reasoner: IncrementalReasoner, pattern: Triple, binding: dict[Slot, int]) -> str:
    tbox = reasoner.tbox
    places = [binding.get(place, place) if isinstance(place, Slot) else place for place in pattern]
    if all(isinstance(place, int) for place in places):
        s, p, o = (place for place in places if isinstance(place, int))
        text = fact_text(tbox, (s, p, o))
        near = next(_values_lacking(reasoner, (s, p, o), text), None) if p == v.TYPE else None
        return near.conditions[0] if near is not None else text
    if places[1] == v.TYPE and isinstance(places[2], int):
        return f"something is {class_text(tbox, places[2])}"
    return " ".join("something" if isinstance(place, Slot) else tbox.terms.show(place) for place in places)


def _values_lacking(reasoner: IncrementalReasoner, goal: Atom, text: str) -> Iterator[UnmetConditions]:
    """Facets and values that would put a thing into a class."""
    tbox = reasoner.tbox
    for name, conditions in tbox.linear.conditions.items():
        for condition in conditions:
            if condition.member_of == goal[2]:
                yield UnmetConditions(
                    text, class_text(tbox, goal[2]), (_value_text(reasoner, goal[0], name, condition),)
                )


def _value_text(reasoner: IncrementalReasoner, subject: int, name: int, condition: Condition) -> str:
    terms = reasoner.tbox.terms
    wanted = class_text(reasoner.tbox, condition.member_of)
    held = [terms.show(each) for each in reasoner.index.objects(subject, name)]
    have = f"{terms.show(name)} is {', '.join(held)}" if held else f"no {terms.show(name)} is known"
    return f"{terms.show(subject)} needs {wanted}, but {have}"
