"""What happened and what holds: a record that only ever grows."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

import msgspec

from ..errors import Conflict, NotAnExtension
from .growing import Growing
from .layers import Group, Layered

Value = str | bool


class Event(msgspec.Struct, frozen=True, tag="event"):
    """Something that happened at an instant: `Event(13.1, "Pick", "ann", "cup")`; nobody known is None.

    `hand` is with which one, `began` since when it was on its way; of a hand-over `subject` receives from `giver`.
    `was` is what `object` was called before it was identified.
    """

    stamp: float
    predicate: str
    subject: str | None = None
    object: Value | None = None
    confidence: float = 1.0
    reason: str | None = None
    hand: str | None = None
    giver: str | None = None
    began: float | None = None
    was: str | None = None


class Situation(msgspec.Struct, frozen=True, tag="situation"):
    """Something that holds from `start` on, to `end` once it is over."""

    start: float
    predicate: str
    subject: str
    object: Value | None = None
    end: float | None = None
    confidence: float = 1.0
    reason: str | None = None
    hand: str | None = None

    @property
    def statement(self) -> "Statement":
        return (self.subject, self.predicate, self.object)

    def holds_at(self, stamp: float) -> bool:
        return self.start <= stamp and (self.end is None or stamp < self.end)


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The entry that closes an open situation."""

    stamp: float
    predicate: str
    subject: str
    object: Value | None = None


Statement = tuple[str, str, Value | None]
Entry = Event | Situation | Ended


@dataclass(frozen=True, slots=True)
class Pattern:
    """What to look for; what is left out may be anything."""

    subject: str | None = None
    predicate: str | None = None
    object: Value | None = None

    def matches(self, entry: Event | Situation) -> bool:
        return (
            (self.subject is None or self.subject == entry.subject)
            and (self.predicate is None or self.predicate == entry.predicate)
            and (self.object is None or self.object == entry.object)
        )


ANYTHING = Pattern()
_NOBODY = Group[Statement]()


@dataclass(frozen=True, slots=True, eq=False)
class Timeline:
    """Every entry so far, in the order of time. `append` gives a longer one; this one stays as it is."""

    entries: Growing[Entry] = field(default_factory=lambda: Growing[Entry]())
    closed: Growing[Situation] = field(default_factory=lambda: Growing[Situation]())
    open: Layered[Statement, Situation] = field(default_factory=lambda: Layered[Statement, Situation]())
    groups: Mapping[str, Group[Statement]] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def restored(cls, entries: list[Entry], closed: list[Situation], open_: list[Situation]) -> "Timeline":
        """A timeline from its parts, as a file kept them."""
        held = {situation.statement: situation for situation in open_}
        return cls(Growing(entries), Growing(closed), Layered(held), _grouped({}, held))

    @property
    def latest(self) -> float:
        """The instant of the newest entry; minus infinity before the first."""
        return _stamp(self.entries[-1]) if len(self.entries) else float("-inf")

    def append(self, *entries: Entry) -> "Timeline":
        """Raises Conflict for an entry out of order, a situation already open, or the end of one that is not."""
        if not entries:
            return self
        new: dict[Statement, Situation] = {}
        gone: dict[Statement, None] = {}
        ended: list[Situation] = []
        clock = self.latest
        for entry in entries:
            if _stamp(entry) < clock:
                raise Conflict([f"'{entry.predicate}' at {_stamp(entry):g} s comes after an entry at {clock:g} s"])
            clock = _stamp(entry)
            match entry:
                case Situation():
                    statement = entry.statement
                    if statement in new or (statement in self.open and statement not in gone):
                        raise Conflict([f"'{_sentence(statement)}' holds already"])
                    if entry.end is None:
                        new[statement] = entry
                    else:
                        ended.append(entry)
                case Ended(stamp, predicate, subject, target):
                    statement = (subject, predicate, target)
                    begun = new.pop(statement, None)
                    if begun is None and statement not in gone:
                        begun = self.open.get(statement)
                        gone[statement] = None
                    if begun is None:
                        raise Conflict([f"'{_sentence(statement)}' cannot end: it does not hold"])
                    ended.append(msgspec.structs.replace(begun, end=stamp))
                case Event():
                    pass
        longer, closed = self.entries.append(entries), self.closed.append(ended)
        if not new and not gone:
            return Timeline(longer, closed, self.open, self.groups)
        return Timeline(longer, closed, self.open.changed(gone, new), _grouped(self.groups, (*gone, *new)))

    def held(self, *predicates: str) -> frozenset[Statement]:
        """What holds now, of some predicates only."""
        found = [group.members for predicate in predicates if (group := self.groups.get(predicate)) is not None]
        return found[0] if len(found) == 1 else frozenset[Statement]().union(*found)

    def since(self, earlier: "Timeline") -> tuple[Entry, ...]:
        """The entries that lead from an earlier timeline to this one."""
        if not self.entries.continues(earlier.entries):
            raise NotAnExtension()
        return tuple(self.entries.part(len(earlier.entries)))

    def changed(self, after: float, *predicates: str) -> dict[Statement, bool]:
        """What of some predicates has begun (True) or ended after an instant, as it is now."""
        return dict(_changed(self, after, predicates))

    def events(
        self, pattern: Pattern = ANYTHING, *, start: float = float("-inf"), end: float = float("inf")
    ) -> tuple[Event, ...]:
        """Matching events from `start` to `end`, both included."""
        found: list[Event] = []
        for entry in self.entries.part(_place(self.entries, start, bisect_left)):
            if _stamp(entry) > end:
                break
            if isinstance(entry, Event) and pattern.matches(entry):
                found.append(entry)
        return tuple(found)

    def situations(
        self, pattern: Pattern = ANYTHING, *, start: float = float("-inf"), end: float = float("inf")
    ) -> tuple[Situation, ...]:
        """Matching situations that hold at some instant from `start` to `end`, oldest first, open ones included."""
        # Closed situations are in the order of their ends.
        recent = self.closed.part(bisect_left(self.closed, start, key=_end))
        found = [
            situation
            for situation in (*recent, *self.open.values())
            if situation.start <= end and pattern.matches(situation)
        ]
        return tuple(sorted(found, key=lambda situation: situation.start))

    def holding(self, stamp: float, pattern: Pattern = ANYTHING) -> tuple[Situation, ...]:
        """Matching situations that hold at an instant."""
        return tuple(each for each in self.situations(pattern, start=stamp, end=stamp) if each.holds_at(stamp))

    def holds(self, subject: str, predicate: str, target: Value | None = None) -> bool:
        """Whether something holds now."""
        return (subject, predicate, target) in self.open

    def without(self, statements: Collection[Statement]) -> "Timeline":
        """The same record, as if some of what holds did not: for those to whom it is none of their business."""
        gone = {statement for statement in statements if statement in self.open}
        if not gone:
            return self
        return Timeline(self.entries, self.closed, self.open.changed(gone, {}), _grouped(self.groups, gone))

    def forgetting(self, before: float) -> "Timeline":
        """Without what was over before an instant; what still holds is kept however old it is."""
        entries = [entry for entry in self.entries if _stamp(entry) >= before]
        closed = [situation for situation in self.closed if situation.end is not None and situation.end >= before]
        return Timeline(Growing(entries), Growing(closed), self.open, self.groups)


def _grouped(before: Mapping[str, Group[Statement]], changed: Iterable[Statement]) -> Mapping[str, Group[Statement]]:
    """What holds, by predicate: only the groups of what began or ended, or (there twice) both, are made anew."""
    flipped: dict[str, set[Statement]] = {}
    for statement in changed:
        flipped.setdefault(statement[1], set()).symmetric_difference_update((statement,))
    anew = {name: before.get(name, _NOBODY).flip(frozenset(keys)) for name, keys in flipped.items()}
    return MappingProxyType({**before, **anew})


@lru_cache(maxsize=64)
def _changed(timeline: Timeline, after: float, predicates: tuple[str, ...]) -> Mapping[Statement, bool]:
    """As `Timeline.changed`, worked out once for all who ask the same."""
    found: dict[Statement, bool] = {}
    for entry in timeline.entries.part(_place(timeline.entries, after, bisect_right)):
        if not isinstance(entry, Event) and entry.predicate in predicates:
            found[entry.subject, entry.predicate, entry.object] = isinstance(entry, Situation) and entry.end is None
    return found


def _place(entries: Growing[Entry], stamp: float, bisect: Callable[..., int]) -> int:
    """Where an instant is among entries: looked for from the end on, as most ask for the newest."""
    high, step = len(entries), 1
    while step <= high and _stamp(entries[high - step]) >= stamp:
        high, step = high - step, 2 * step
    return bisect(entries, stamp, max(high - step, 0), len(entries), key=_stamp)


def _stamp(entry: Entry) -> float:
    if isinstance(entry, Situation):
        return entry.start if entry.end is None else entry.end
    return entry.stamp


def _end(situation: Situation) -> float:
    assert situation.end is not None
    return situation.end


def _sentence(statement: Statement) -> str:
    return " ".join(str(word) for word in statement if word is not None)
