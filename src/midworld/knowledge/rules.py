"""Conjunctive rules, and the programs the compiled core runs for them: seats to fill and steps to take."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from .statement import Slot as Variable
from .terms import Atom
from .vocabulary import TYPE

Node = Variable | int
Pattern = tuple[Node, int, Node]


@dataclass(frozen=True, slots=True)
class Test:
    """A condition on values, such as a comparison; it sees the numbers of its terms."""

    name: str
    terms: tuple[Node, ...]
    holds: Callable[[Sequence[int]], bool]

    def passes(self, found: Mapping[Variable, int]) -> bool:
        """Whether a binding passes; a variable without a value does not."""
        ids = [found.get(term, 0) if isinstance(term, Variable) else term for term in self.terms]
        return all(ids) and self.holds(ids)


@dataclass(frozen=True, slots=True)
class Rule:
    """When every pattern of the body holds, so does the head; without a head, it is a contradiction."""

    name: str
    axiom: Atom
    body: tuple[Pattern, ...]
    head: Pattern | None
    tests: tuple[Test, ...] = ()

    @property
    def key(self) -> object:
        return (self.name, self.axiom, self.body, self.head, tuple((test.name, test.terms) for test in self.tests))

    def seats(self) -> dict[Node, int]:
        """Where each variable and constant sits in the environment of the rule's programs."""
        patterns = self.body if self.head is None else (*self.body, self.head)
        nodes = [node for pattern in patterns for node in (pattern[0], pattern[2])]
        nodes += [term for test in self.tests for term in test.terms]
        return {node: seat for seat, node in enumerate(dict.fromkeys(nodes))}

    def body_atoms(self, env: Sequence[int]) -> tuple[Atom, ...]:
        """The body with everything filled in."""
        seat = self.seats()
        return tuple((env[seat[s]], p, env[seat[o]]) for s, p, o in self.body)


class Op(IntEnum):
    """How a step finds its atoms, by what is known when it is reached."""

    CHECK = 0
    OBJECTS = 1
    SUBJECTS = 2
    SCAN = 3
    LOOPS = 4
    TEST = 5


_OPS = {(True, True): Op.CHECK, (True, False): Op.OBJECTS, (False, True): Op.SUBJECTS, (False, False): Op.SCAN}
Step = tuple[object, ...]
Program = tuple[int, Sequence[int], int, int, Sequence[Step], tuple[int, int, int] | None]
Entries = Mapping[int, Sequence[tuple[int, int]]]
"""Rules by number, each with the pattern of its body that an atom fits."""


def fired(number: int, rule: Rule, position: int) -> Program:
    """What to run when an atom that fits one pattern of the body comes or goes."""
    rest = [each for index, each in enumerate(rule.body) if index != position]
    return _program(number, rule, rule.body[position], rest)


def probe(number: int, rule: Rule) -> Program:
    """What to run to know whether a head holds by this rule."""
    assert rule.head is not None
    return _program(number, rule, rule.head, rule.body)


def entries(rules: Sequence[Rule]) -> tuple[Entries, Entries]:
    """Where atoms enter rules: by predicate, and by class."""
    found: tuple[defaultdict[int, list[tuple[int, int]]], ...] = (defaultdict(list), defaultdict(list))
    for number, rule in enumerate(rules):
        for position, pattern in enumerate(rule.body):
            typed, name = _key(pattern)
            found[typed][name].append((number, position))
    return found[0], found[1]


def exits(rules: Sequence[Rule]) -> tuple[Mapping[int, Sequence[int]], Mapping[int, Sequence[int]]]:
    """Rules by number, by the predicate and by the class they derive."""
    found: tuple[defaultdict[int, list[int]], ...] = (defaultdict(list), defaultdict(list))
    for number, rule in enumerate(rules):
        assert rule.head is not None
        typed, name = _key(rule.head)
        found[typed][name].append(number)
    return found[0], found[1]


def _key(pattern: Pattern) -> tuple[bool, int]:
    """The class a pattern is about, else its predicate."""
    _, predicate, obj = pattern
    return (True, obj) if predicate == TYPE and isinstance(obj, int) else (False, predicate)


def _program(number: int, rule: Rule, entry: Pattern, rest: Iterable[Pattern]) -> Program:
    seat = rule.seats()
    steps: list[Step] = []
    for item in _ordered(rule, rest, (entry[0], entry[2])):
        if isinstance(item, Test):
            steps.append((int(Op.TEST), item.holds, [seat[term] for term in item.terms]))
            continue
        (subject, predicate, obj), access = item
        op = _OPS[access] if subject != obj or any(access) else Op.LOOPS
        steps.append((int(op), predicate, seat[subject], seat[obj]))
    start = [0 if isinstance(node, Variable) else node for node in seat]
    head = (seat[rule.head[0]], rule.head[1], seat[rule.head[2]]) if rule.head is not None else None
    return (number, start, seat[entry[0]], seat[entry[2]], steps, head)


def _ordered(
    rule: Rule, rest: Iterable[Pattern], bound: Iterable[Node]
) -> list[tuple[Pattern, tuple[bool, bool]] | Test]:
    """Patterns cheapest first, each with what is known when it is reached, tests as soon as they can be made."""
    known: set[Node] = set(bound)
    left, tests = list(rest), list(rule.tests)
    order: list[tuple[Pattern, tuple[bool, bool]] | Test] = []
    while True:
        ready = [test for test in tests if all(_known(term, known) for term in test.terms)]
        order.extend(ready)
        tests = [test for test in tests if test not in ready]
        if not left:
            return order
        best = max(left, key=lambda each: _selective(each, known))
        left.remove(best)
        order.append((best, (_known(best[0], known), _known(best[2], known))))
        known.update((best[0], best[2]))


def _known(node: Node, bound: set[Node]) -> bool:
    return not isinstance(node, Variable) or node in bound


def _selective(pattern: Pattern, known: set[Node]) -> tuple[int, bool, bool]:
    """How few atoms a pattern is likely to fit: a class has more members than a thing has neighbours."""
    first, last = _known(pattern[0], known), _known(pattern[2], known)
    return (first + last, first, pattern[1] != TYPE)
