"""The commonest rules as single functions: classes that meet, and two conditions that share a thing."""

from .index import LiveIndex
from .rules import Done, Pattern, Rule, Trigger, Variable
from .terms import Terms
from .vocabulary import SAME_AS, TYPE

# Where the terms of a head come from: the atom that fired, and what the other condition found.
_SUBJECT, _OBJECT, _FOUND = 0, 1, 2


def quick_trigger(rule: Rule, position: int, terms: Terms) -> Trigger | None:
    """What to run for an atom that fits one condition; None when the rule needs a general plan."""
    head = rule.head
    if head is None or rule.tests or head[1] == SAME_AS:
        return None
    meeting = _meeting(rule, terms)
    if meeting is not None:
        return meeting
    fired = rule.body[position]
    if len(rule.body) != 2 or not isinstance(fired[0], Variable) or fired[0] == fired[2]:
        return None
    seats = {fired[0]: _SUBJECT}
    if isinstance(fired[2], Variable):
        seats[fired[2]] = _OBJECT
    elif fired[1] != TYPE:
        return None
    return _pair(seats, rule.body[1 - position], head, terms)


def _meeting(rule: Rule, terms: Terms) -> Trigger | None:
    """For a thing that has all of several classes."""
    assert rule.head is not None
    whole = rule.head[2]
    things = {rule.head[0], *(pattern[0] for pattern in rule.body)}
    if len(things) != 1 or rule.head[1] != TYPE or not isinstance(whole, int) or isinstance(rule.head[0], int):
        return None
    needed = 0
    for _, predicate, kind in rule.body:
        if predicate != TYPE or not isinstance(kind, int):
            return None
        needed |= terms.bit(kind)

    def run(index: LiveIndex, s: int, o: int, done: Done) -> object:
        return done((s, TYPE, whole)) if index.kinds.get(s, 0) & needed == needed else None

    return run


def _pair(seats: dict[Variable, int], other: Pattern, head: Pattern, terms: Terms) -> Trigger | None:
    """For a thing the fired atom shares with one other condition."""
    subject, predicate, target = other
    if isinstance(subject, int) or isinstance(head[0], int):
        return None
    if predicate == TYPE:
        if isinstance(target, int) and subject in seats:
            return _typed(seats, subject, terms.bit(target), head)
        return None
    if isinstance(target, int) or subject == target or (subject in seats) == (target in seats):
        return None
    known, found = (subject, target) if subject in seats else (target, subject)
    seats = {**seats, found: _FOUND}
    first, last = seats.get(head[0]), seats.get(head[2]) if isinstance(head[2], Variable) else head[2]
    if first is None or last is None:
        return None
    build = _Head(first, head[1], last, isinstance(head[2], Variable))
    return _follow(seats[known], predicate, build) if known == subject else _return(seats[known], predicate, build)


class _Head:
    """Where a head's terms come from."""

    __slots__ = ("fixed", "last", "predicate", "subject")

    def __init__(self, subject: int, predicate: int, last: int, varies: bool) -> None:
        self.subject, self.predicate, self.last, self.fixed = subject, predicate, last, not varies


def _typed(seats: dict[Variable, int], thing: Variable, bit: int, head: Pattern) -> Trigger | None:
    """The other condition is that one of the two has a class."""
    at, first = seats[thing], seats.get(head[0]) if isinstance(head[0], Variable) else None
    last = seats.get(head[2]) if isinstance(head[2], Variable) else head[2]
    if first is None or last is None:
        return None
    predicate, fixed = head[1], isinstance(head[2], int)

    def run(index: LiveIndex, s: int, o: int, done: Done) -> object:
        if not index.kinds.get(o if at else s, 0) & bit:
            return None
        source = o if first else s
        target = last if fixed else o if last else s
        return done((source, predicate, target)) if source > 0 else None

    return run


def _follow(known: int, predicate: int, head: _Head) -> Trigger:
    """The other condition leads from a known subject to its objects."""
    first, name, last, fixed = head.subject, head.predicate, head.last, head.fixed

    def run(index: LiveIndex, s: int, o: int, done: Done) -> object:
        row = index.rows.get(predicate)
        if row is None:
            return None
        for found in row.get(o if known else s, ()):
            terms = (s, o, found)
            source = terms[first]
            if source > 0 and done((source, name, last if fixed else terms[last])):
                return True
        return None

    return run


def _return(known: int, predicate: int, head: _Head) -> Trigger:
    """The other condition leads from a known object back to its subjects."""
    first, name, last, fixed = head.subject, head.predicate, head.last, head.fixed

    def run(index: LiveIndex, s: int, o: int, done: Done) -> object:
        row = index.back.get(predicate)
        if row is None:
            return None
        for found in row.get(o if known else s, ()):
            terms = (s, o, found)
            source = terms[first]
            if source > 0 and done((source, name, last if fixed else terms[last])):
                return True
        return None

    return run
