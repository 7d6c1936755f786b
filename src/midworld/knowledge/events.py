"""Subscriptions to patterns: what begins to match, told once."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from . import vocabulary as v
from .index import Index
from .query import Before, View, holds, solve, unify
from .reasoner import Net
from .statement import Slot, Triple, slots
from .terms import Atom


class When(Enum):
    """What fires: new matches, or a change of the truth of a condition."""

    NEW = "new"
    TRUE = "true"
    FALSE = "false"
    TOGGLE = "toggle"


Match = Mapping[Slot, int]
Listener = Callable[[str, "list[dict[str, object]]"], None]


@dataclass(slots=True)
class Subscription:
    """One watched conjunction; several listeners may share it."""

    id: str
    patterns: tuple[Triple, ...]
    models: tuple[str, ...]
    one_shot: bool = False
    when: When = When.NEW
    variables: tuple[Slot, ...] = ()
    listeners: list[Listener] = field(default_factory=list[Listener])
    truth: dict[str, bool] = field(default_factory=dict[str, bool])


def event_id(written: Sequence[str], one_shot: bool, models: Sequence[str], when: When = When.NEW) -> str:
    """The same patterns, flag and models always have the same identifier."""
    text = json.dumps([sorted(written), one_shot, sorted(models), when.value])
    return f"evt_{hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:16]}"


class Changes:
    """A net change looked up by predicate and class; built once for all subscriptions."""

    def __init__(self, net: Net, now: View) -> None:
        self.net, self.now = net, now
        self._added = _by_key(net.added)
        self._removed = _by_key(net.removed)
        self._before: Before | None = None

    def added(self, pattern: Triple) -> Iterable[Atom]:
        return self._added.get(_key(pattern), ()) if not isinstance(pattern[1], Slot) else self.net.added

    def touches(self, patterns: Iterable[Triple]) -> bool:
        return any(
            isinstance(pattern[1], Slot) or _key(pattern) in self._added or _key(pattern) in self._removed
            for pattern in patterns
        )

    @property
    def before(self) -> Before:
        if self._before is None:
            removed = Index()
            for atom in self.net.removed:
                removed.add(atom)
            self._before = Before(self.now, frozenset(self.net.added), removed)
        return self._before


_Key = tuple[int, int]


def _key(pattern: Triple) -> _Key:
    assert isinstance(pattern[1], int)
    if pattern[1] == v.TYPE and isinstance(pattern[2], int):
        return (v.TYPE, pattern[2])
    return (pattern[1], 0)


def _by_key(atoms: Iterable[Atom]) -> Mapping[_Key, list[Atom]]:
    table: defaultdict[_Key, list[Atom]] = defaultdict(list)
    for atom in atoms:
        table[atom[1], 0].append(atom)
        if atom[1] == v.TYPE:
            table[v.TYPE, atom[2]].append(atom)
    return dict(table)


def new_matches(subscription: Subscription, changes: Changes) -> Iterator[Match]:
    """The bindings that hold now and did not before."""
    told: set[tuple[int, ...]] = set()
    wanted = subscription.variables
    whole = set(wanted) == set(slots(subscription.patterns))
    for position, pattern in enumerate(subscription.patterns):
        rest = [each for index, each in enumerate(subscription.patterns) if index != position]
        for atom in changes.added(pattern):
            start = unify(pattern, atom, {})
            if start is None:
                continue
            for found in solve(changes.now, rest, start):
                answer = tuple(found[slot] for slot in wanted)
                if answer in told:
                    continue
                kept = dict(zip(wanted, answer, strict=True))
                # With every variable told, a match through a new atom cannot be an old one.
                if whole or not holds(changes.before, subscription.patterns, kept):
                    told.add(answer)
                    yield kept


def truth_change(subscription: Subscription, model: str, changes: Changes) -> bool:
    """Whether a watched condition changed its truth in the way the subscription waits for."""
    before = subscription.truth.get(model, False)
    now = holds(changes.now, subscription.patterns)
    subscription.truth[model] = now
    if before == now:
        return False
    return subscription.when is When.TOGGLE or (subscription.when is When.TRUE) == now
