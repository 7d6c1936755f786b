"""Rules as the compiled core runs them: seats to fill and steps to take, in plain numbers."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum

from .rules import Pattern, Places, Rule, Test, ordered
from .vocabulary import TYPE

Step = tuple[object, ...]
Program = tuple[int, Sequence[int], int, int, Sequence[Step], tuple[int, int, int] | None]
Entries = Mapping[int, Sequence[tuple[int, int]]]
"""Rules by number, each with the pattern of its body that an atom fits."""


class Op(IntEnum):
    """How a step finds its atoms, by what is known when it is reached."""

    CHECK = 0
    OBJECTS = 1
    SUBJECTS = 2
    SCAN = 3
    LOOPS = 4
    TEST = 5


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
    found: tuple[dict[int, list[tuple[int, int]]], dict[int, list[tuple[int, int]]]] = (
        defaultdict(list),
        defaultdict(list),
    )
    for number, rule in enumerate(rules):
        for position, (_, predicate, obj) in enumerate(rule.body):
            typed = predicate == TYPE and isinstance(obj, int)
            found[typed][obj if typed and isinstance(obj, int) else predicate].append((number, position))
    return found


def exits(rules: Sequence[Rule]) -> tuple[Mapping[int, Sequence[int]], Mapping[int, Sequence[int]]]:
    """Rules by number, by the predicate and by the class they derive."""
    found: tuple[dict[int, list[int]], dict[int, list[int]]] = (defaultdict(list), defaultdict(list))
    for number, rule in enumerate(rules):
        assert rule.head is not None
        _, predicate, obj = rule.head
        typed = predicate == TYPE and isinstance(obj, int)
        found[typed][obj if typed and isinstance(obj, int) else predicate].append(number)
    return found


def _program(number: int, rule: Rule, entry: Pattern, rest: Iterable[Pattern]) -> Program:
    places = Places(rule)
    seat = places.of
    steps: list[Step] = []
    for item in ordered(rule, tuple(rest), (entry[0], entry[2])):
        if isinstance(item, Test):
            steps.append((int(Op.TEST), item.holds, [seat[term] for term in item.terms]))
            continue
        (subject, predicate, obj), access = item
        steps.append(
            (int(_OPS[access] if subject != obj or any(access) else Op.LOOPS), predicate, seat[subject], seat[obj])
        )
    head = (seat[rule.head[0]], rule.head[1], seat[rule.head[2]]) if rule.head is not None else None
    return (number, places.start, seat[entry[0]], seat[entry[2]], steps, head)


_OPS = {(True, True): Op.CHECK, (True, False): Op.OBJECTS, (False, True): Op.SUBJECTS, (False, False): Op.SCAN}
