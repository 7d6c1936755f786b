"""Conjunctive rules compiled into joins over an index."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .index import LiveIndex
from .terms import Atom
from .vocabulary import SAME_AS, TYPE

Env = list[int]
Done = Callable[[Atom], object]
Step = Callable[[LiveIndex, Env, Done], object]
Trigger = Callable[[LiveIndex, int, int, Done], object]
UNBOUND = 0


@dataclass(frozen=True, slots=True)
class Variable:
    """A place to be filled; equal names are one place."""

    name: str


Node = Variable | int
Pattern = tuple[Node, int, Node]


@dataclass(frozen=True, slots=True)
class Test:
    """A condition on values, such as a comparison; it sees the numbers of its terms."""

    name: str
    terms: tuple[Node, ...]
    holds: Callable[[Sequence[int]], bool]


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


class Places:
    """Where each variable and constant of a rule sits in its environment."""

    def __init__(self, rule: Rule) -> None:
        self.of: dict[Node, int] = {}
        self.start: Env = []
        patterns = rule.body if rule.head is None else (*rule.body, rule.head)
        for pattern in patterns:
            self._seat(pattern[0])
            self._seat(pattern[2])
        for test in rule.tests:
            for term in test.terms:
                self._seat(term)

    def _seat(self, node: Node) -> None:
        if node not in self.of:
            self.of[node] = len(self.start)
            self.start.append(UNBOUND if isinstance(node, Variable) else node)


def _known(node: Node, bound: set[Node]) -> bool:
    return not isinstance(node, Variable) or node in bound


def _check(subject: int, predicate: int, obj: int, after: Step) -> Step:
    def step(index: LiveIndex, env: Env, done: Done) -> object:
        row = index.rows.get(predicate)
        if row is not None:
            objects = row.get(env[subject])
            if objects is not None and env[obj] in objects:
                return after(index, env, done)
        return None

    return step


def _has_class(subject: int, obj: int, after: Step) -> Step:
    def step(index: LiveIndex, env: Env, done: Done) -> object:
        if index.kinds.get(env[subject], 0) & index.terms.known_bit(env[obj]):
            return after(index, env, done)
        return None

    return step


def _objects(subject: int, predicate: int, obj: int, after: Step) -> Step:
    def step(index: LiveIndex, env: Env, done: Done) -> object:
        row = (index.fwd if predicate == TYPE else index.rows).get(predicate)
        if row is not None:
            for found in row.get(env[subject], ()):
                env[obj] = found
                if after(index, env, done):
                    return True
        return None

    return step


def _subjects(subject: int, predicate: int, obj: int, after: Step) -> Step:
    def step(index: LiveIndex, env: Env, done: Done) -> object:
        row = (index.inv if predicate == TYPE else index.back).get(predicate)
        if row is not None:
            for found in row.get(env[obj], ()):
                env[subject] = found
                if after(index, env, done):
                    return True
        return None

    return step


def _scan(subject: int, predicate: int, obj: int, after: Step) -> Step:
    def step(index: LiveIndex, env: Env, done: Done) -> object:
        for source, objects in index.fwd.get(predicate, {}).items():
            if subject == obj and source not in objects:
                continue
            env[subject] = source
            for found in (source,) if subject == obj else objects:
                env[obj] = found
                if after(index, env, done):
                    return True
        return None

    return step


def _filter(test: Test, places: Places, after: Step) -> Step:
    seats = [places.of[term] for term in test.terms]
    holds = test.holds

    def step(index: LiveIndex, env: Env, done: Done) -> object:
        return after(index, env, done) if holds([env[seat] for seat in seats]) else None

    return step


Access = tuple[bool, bool]
_STEPS = {(True, True): _check, (True, False): _objects, (False, True): _subjects, (False, False): _scan}


def _selective(pattern: Pattern, known: set[Node]) -> tuple[int, bool, bool]:
    """How few atoms a pattern is likely to fit: a class has more members than a thing has neighbours."""
    first, last = _known(pattern[0], known), _known(pattern[2], known)
    return (first + last, first, pattern[1] != TYPE)


def ordered(rule: Rule, rest: Sequence[Pattern], bound: Iterable[Node]) -> list[tuple[Pattern, Access] | Test]:
    """Patterns cheapest first, each with what is known when it is reached, tests as soon as they can be made."""
    known: set[Node] = set(bound)
    left, tests = list(rest), list(rule.tests)
    order: list[tuple[Pattern, Access] | Test] = []
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


def plan(rule: Rule, places: Places, rest: Sequence[Pattern], bound: Iterable[Node], last: Step) -> Step:
    """A chain of steps that fills the rest of a body and ends in `last`."""
    step = last
    for item in reversed(ordered(rule, rest, bound)):
        if isinstance(item, Test):
            step = _filter(item, places, step)
        else:
            (subject, predicate, obj), access = item
            if predicate == TYPE and access == (True, True):
                step = _has_class(places.of[subject], places.of[obj], step)
            else:
                step = _STEPS[access](places.of[subject], predicate, places.of[obj], step)
    return step


def head_step(rule: Rule, places: Places) -> Step:
    """The last step: the head of the rule with everything filled in."""
    assert rule.head is not None
    subject, predicate, obj = places.of[rule.head[0]], rule.head[1], places.of[rule.head[2]]

    def step(index: LiveIndex, env: Env, done: Done) -> object:
        source, target = env[subject], env[obj]
        if source < 0 or (predicate == SAME_AS and (source == target or target < 0)):
            return None
        return done((source, predicate, target))

    return step


def trigger(rule: Rule, position: int, last: Callable[[Rule, Places], Step]) -> Trigger:
    """What to run when an atom that fits one pattern of the body comes or goes."""
    places = Places(rule)
    pattern = rule.body[position]
    rest = [each for index, each in enumerate(rule.body) if index != position]
    run = plan(rule, places, rest, (pattern[0], pattern[2]), last(rule, places))
    return _entry(places, pattern, run)


def probe(rule: Rule) -> Trigger:
    """What to run to know whether a head holds by this rule."""
    assert rule.head is not None
    places = Places(rule)
    run = plan(rule, places, rule.body, (rule.head[0], rule.head[2]), head_step(rule, places))
    return _entry(places, rule.head, run)


def _entry(places: Places, pattern: Pattern, run: Step) -> Trigger:
    start = places.start
    subject, obj = places.of[pattern[0]], places.of[pattern[2]]
    fixed_subject, fixed_object = start[subject], start[obj]

    def enter(index: LiveIndex, s: int, o: int, done: Done) -> object:
        if fixed_subject and fixed_subject != s:
            return None
        if fixed_object and fixed_object != o:
            return None
        if subject == obj and s != o:
            return None
        env = start[:]
        env[subject] = s
        env[obj] = o
        return run(index, env, done)

    return enter


def body_atoms(rule: Rule, places: Places, env: Sequence[int]) -> tuple[Atom, ...]:
    """The body with everything filled in."""
    return tuple((env[places.of[s]], p, env[places.of[o]]) for s, p, o in rule.body)
