"""Subscriptions to patterns: what begins to match, told once."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from ..errors import LimitReached
from . import vocabulary as v
from .core import Net
from .limits import UNLIMITED, QueryLimits
from .query import Beliefs, Past, holds, solve, unify
from .statement import Answer, Slot, Triple, answers, slots
from .terms import Atom, Terms


class When(Enum):
    """What fires: new matches, or a change of the truth of a condition."""

    NEW = "new"
    TRUE = "true"
    FALSE = "false"
    TOGGLE = "toggle"


Match = Mapping[Slot, int]
Listener = Callable[[str, list[Answer]], None]


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
    limits: QueryLimits = UNLIMITED


def event_id(written: Sequence[str], one_shot: bool, models: Sequence[str], when: When = When.NEW) -> str:
    """The same patterns, flag and models always have the same identifier."""
    text = json.dumps([sorted(written), one_shot, sorted(models), when.value])
    return f"evt_{hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:16]}"


class Changes:
    """A net change looked up by predicate and class; built once for all subscriptions."""

    def __init__(self, net: Net, now: Beliefs) -> None:
        self.net, self.now = net, now
        self._looked_up: dict[tuple[int, int], Sequence[Atom]] = {}
        self._before: Beliefs | None = None

    def added(self, pattern: Triple) -> Sequence[Atom]:
        """The new atoms a pattern may fit."""
        key = _key(pattern)
        found = self._looked_up.get(key)
        if found is None:
            found = self._looked_up[key] = self.net.added_of(*key)
        return found

    def grows(self, patterns: Iterable[Triple]) -> bool:
        """Whether there may be a new match: one of the patterns fits something new."""
        return any(self.added(pattern) for pattern in patterns)

    def touches(self, patterns: Iterable[Triple]) -> bool:
        """Whether something that one of the patterns may fit came or went."""
        return self.grows(patterns) or any(self.net.removed_of(*_key(pattern)) for pattern in patterns)

    @property
    def before(self) -> Beliefs:
        if self._before is None:
            self._before = replace(self.now, facts=Past(self.now.facts, [self.net]))
        return self._before


def _key(pattern: Triple) -> tuple[int, int]:
    """The predicate of a pattern, and its class when it asks for members; zero for a variable."""
    _, predicate, obj = pattern
    if isinstance(predicate, Slot):
        return 0, 0
    return predicate, obj if predicate == v.TYPE and not isinstance(obj, Slot) else 0


def new_matches(subscription: Subscription, changes: Changes) -> Iterator[Match]:
    """The bindings that hold now and did not before."""
    told: set[tuple[int, ...]] = set()
    wanted, limits = subscription.variables, subscription.limits
    now, before = limits.timed(changes.now), None
    whole = set(wanted) == set(slots(subscription.patterns))
    for position, pattern in enumerate(subscription.patterns):
        rest = [each for index, each in enumerate(subscription.patterns) if index != position]
        for atom in changes.added(pattern):
            start = unify(pattern, atom, {})
            if start is None:
                continue
            for found in solve(now, rest, start):
                answer = tuple(found[slot] for slot in wanted)
                if answer in told:
                    continue
                kept = dict(zip(wanted, answer, strict=True))
                # With every variable told, a match through a new atom cannot be an old one.
                before = None if whole else before or limits.timed(changes.before)
                if before is None or not holds(before, subscription.patterns, kept):
                    told.add(answer)
                    limits.check_rows(len(told))
                    yield kept


def truth_change(subscription: Subscription, model: str, changes: Changes) -> bool:
    """Whether a watched condition changed its truth in the way the subscription waits for."""
    before = subscription.truth.get(model, False)
    now = holds(subscription.limits.timed(changes.now), subscription.patterns)
    subscription.truth[model] = now
    if before == now:
        return False
    return subscription.when is When.TOGGLE or (subscription.when is When.TRUE) == now


class Subscriptions(dict[str, Subscription]):
    """All subscriptions of a knowledge base by their identifiers; `failures` are those of listeners."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: list[str] = []

    def hear(self, event: str, listener: Listener) -> None:
        if listener not in self[event].listeners:
            self[event].listeners.append(listener)

    def end(self, listener: Listener, event: str | None = None) -> None:
        """Stop telling a listener about one event, or about all."""
        for key in [event] if event is not None else list(self):
            found = self.get(key)
            if found is not None and listener in found.listeners:
                found.listeners.remove(listener)
                if not found.listeners:
                    del self[key]

    def tell(self, model: str, changes: Changes, terms: Terms) -> None:
        """Tell every listener what a change of a model makes begin to match."""
        for subscription in list(self.values()):
            if model not in subscription.models and "all" not in subscription.models:
                continue
            over = subscription.one_shot
            try:
                content = _content(subscription, model, changes, terms)
            except LimitReached as error:
                content, over = [Answer(error=str(error))], True
            if content and over:
                self.pop(subscription.id, None)
            for listener in list(subscription.listeners) if content else ():
                try:
                    listener(subscription.id, content)
                except Exception as error:
                    # A listener is somebody else's code: its failure is reported, never ours.
                    self.failures = [*self.failures[-99:], f"{subscription.id}: {error!r}"]


def _content(subscription: Subscription, model: str, changes: Changes, terms: Terms) -> list[Answer]:
    if subscription.when is When.NEW:
        if not changes.grows(subscription.patterns):
            return []
        rows = (tuple(found.values()) for found in new_matches(subscription, changes))
        return answers(subscription.variables, rows, terms)
    changed = changes.touches(subscription.patterns) and truth_change(subscription, model, changes)
    return [{"holds": subscription.truth[model]}] if changed else []
