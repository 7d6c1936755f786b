"""Monitors: anybody's functions that look at a world as it was just made and say what happens and holds in it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, cast

from ..errors import Conflict, MidworldError
from ..world import Delta, Ended, Entry, Event, Situation, Statement, Timeline, World
from .commit import canonical
from .entries import fit, fit_statement, worded
from .frozen import frozen_memory
from .guests import LIMITS, Guests, Limits, Outage, Trouble, put_out

# `(world, memory) -> entries`, or `-> (entries, memory)` with the entries in a list. An entry is an Event, a Situation,
# an Ended, or a statement `(subject, predicate, object)` that holds now.
Look = Callable[[World, Any], Any]


@dataclass(frozen=True, slots=True)
class Monitor:
    """A function on a world, by name; `begin` makes it, and makes it anew after it failed, with its first `memory`."""

    name: str
    begin: Callable[[], Look]
    memory: object = None
    limits: Limits = LIMITS

    @classmethod
    def of(cls, name: str, look: Look, memory: object = None, *, limits: Limits | None = None) -> "Monitor":
        """A monitor from a function."""
        return cls(name, lambda: look, frozen_memory(memory), limits or LIMITS)


@dataclass(frozen=True, slots=True)
class MonitorState:
    """What is kept of a monitor: its memory, what it says holds, the situations it began, when it was put out."""

    memory: object = None
    told: tuple[Statement, ...] = ()
    opened: tuple[Statement, ...] = ()
    outage: Outage | None = None


@dataclass(frozen=True, slots=True)
class Watched:
    """What all monitors of a world carry from tick to tick; `begun` holds because one of them says so."""

    monitors: Mapping[str, MonitorState] = field(default_factory=lambda: MappingProxyType({}))
    begun: tuple[Statement, ...] = ()

    @property
    def statements(self) -> frozenset[Statement]:
        """All that holds because of monitors."""
        return frozenset((*self.begun, *(each for state in self.monitors.values() for each in state.opened)))

    def __bool__(self) -> bool:
        return bool(self.monitors or self.begun)


UNWATCHED = Watched()


@dataclass(frozen=True, slots=True)
class Said:
    """What a monitor said, read."""

    entries: tuple[Entry, ...]
    statements: tuple[Statement, ...]
    memory: object


def watch(
    monitors: Sequence[Monitor], name: str, world: World, before: Watched, guests: Guests
) -> tuple[Timeline, tuple[Entry, ...], Watched]:
    """All monitors of a world look at it; the timeline with what they add, that, and what is kept of them.

    All see the same world. One that fails is put out, and what it said ends.
    """
    timeline, entries = world.timeline, list[Entry]()
    states: dict[str, MonitorState] = {}
    for monitor in monitors:
        state = before.monitors.get(monitor.name) or MonitorState(monitor.memory)
        if state.outage is not None and not state.outage.over(world.stamp):
            states[monitor.name] = state
            continue
        try:
            said = _said(monitor, name, world, state, guests)
            grown, opened = _fitted(said.entries, timeline, state, world.stamp)
            told = said.entries
            states[monitor.name] = MonitorState(said.memory, said.statements, opened, state.outage)
        except Trouble as trouble:
            outage = put_out(state.outage, world.stamp)
            guests.report((monitor.name, name), str(trouble), world.stamp, outage)
            told = tuple(_end(each, world.stamp) for each in state.opened if each in timeline.open)
            grown = timeline.append(*told)
            states[monitor.name] = MonitorState(monitor.memory, outage=outage)
        timeline = grown
        entries.extend(told)
    for gone in [state for each, state in before.monitors.items() if each not in states]:
        left = [_end(each, world.stamp) for each in gone.opened if each in timeline.open]
        timeline = timeline.append(*left)
        entries.extend(left)
    timeline, more, begun = _reconciled(timeline, states, before.begun, world.stamp)
    return timeline, (*entries, *more), Watched(MappingProxyType(states), begun)


def handed_over(delta: Delta, before: Watched, timeline: Timeline) -> Delta:
    """A change that may begin what monitors said before: theirs ends where the stage's own begins."""
    theirs = {each for each in before.statements if each in timeline.open}
    if not any(isinstance(entry, Situation) and entry.statement in theirs for entry in delta.entries):
        return delta
    entries: list[Entry] = []
    for entry in delta.entries:
        if isinstance(entry, Ended):
            theirs.discard((entry.subject, entry.predicate, entry.object))
        if isinstance(entry, Situation) and entry.statement in theirs:
            theirs.discard(entry.statement)
            entries.append(_end(entry.statement, entry.start))
        entries.append(entry)
    return replace(delta, entries=tuple(entries))


def disowned(before: Watched, delta: Delta) -> Watched:
    """What monitors still answer for after a stage has begun or ended some of it itself."""
    touched = {
        (entry.subject, entry.predicate, entry.object) for entry in delta.entries if not isinstance(entry, Event)
    }
    if touched.isdisjoint(before.statements):
        return before
    states = {
        name: replace(state, opened=tuple(each for each in state.opened if each not in touched))
        for name, state in before.monitors.items()
    }
    return Watched(MappingProxyType(states), tuple(each for each in before.begun if each not in touched))


def _said(monitor: Monitor, name: str, world: World, state: MonitorState, guests: Guests) -> Said:
    def use(look: Look) -> Said:
        # A table is its own to write to: what it leaves there is what it remembers.
        own = _table(state.memory)
        memory = state.memory if own is None else own
        said = _read(look(world, memory), memory, monitor.limits, world.stamp)
        return said if said.memory is not own else replace(said, memory=_kept(own) if own else state.memory)

    return guests.call((monitor.name, name), monitor.begin, use, limits=monitor.limits)


def _table(memory: object) -> dict[object, object] | None:
    """A copy of what is remembered as a table, or an empty one where nothing is."""
    if memory is None:
        return {}
    return dict(cast("Mapping[object, object]", memory)) if isinstance(memory, Mapping) else None


def _read(answer: object, memory: object, limits: Limits, stamp: float) -> Said:
    """An answer as entries, statements and memory. Raises Trouble."""
    if isinstance(answer, tuple):
        pair = cast("tuple[object, ...]", answer)
        if len(pair) == 2 and isinstance(pair[0], list):
            answer = cast("list[object]", pair[0])
            memory = memory if pair[1] is memory else _kept(pair[1])
    if answer is None:
        answer = ()
    if not isinstance(answer, Iterable) or isinstance(answer, str | bytes):
        raise Trouble(f"told a {type(answer).__name__}; entries are asked for, or a list of them and a memory")
    entries: list[Entry] = []
    statements: dict[Statement, None] = {}
    for number, each in enumerate(cast("Iterable[object]", answer)):
        if number >= limits.entries:
            raise Trouble(f"told more than {limits.entries} entries at once")
        entry = worded(each, stamp)
        if isinstance(entry, Event | Situation | Ended):
            entries.append(entry)
        elif entry is not None:
            statements[fit_statement(entry)] = None
    try:
        # The bytes of a recording decide: a subject that is a number is found out here.
        read = canonical(Delta(entries=tuple(entries))).entries
    except MidworldError as error:
        raise Trouble(f"told what cannot be kept: {error}") from error
    return Said(read, tuple(sorted(statements, key=str)), memory)


def _kept(memory: object) -> object:
    try:
        return frozen_memory(memory)
    except MidworldError as error:
        raise Trouble(f"remembers what cannot be kept: {error}") from error


def _fitted(
    entries: Sequence[Entry], timeline: Timeline, state: MonitorState, stamp: float
) -> tuple[Timeline, tuple[Statement, ...]]:
    """A timeline with what a monitor wrote itself, and what it has open then. Raises Trouble where it does not fit."""
    fit(entries, after=timeline.latest, stamp=stamp)
    opened = dict.fromkeys(state.opened)
    for entry in entries:
        if isinstance(entry, Situation) and entry.end is None:
            opened[entry.statement] = None
        elif isinstance(entry, Ended):
            statement = (entry.subject, entry.predicate, entry.object)
            if statement not in opened:
                raise Trouble(f"ended '{entry.subject} {entry.predicate}', which it did not begin")
            del opened[statement]
    try:
        return timeline.append(*entries), tuple(opened)
    except Conflict as conflict:
        raise Trouble(f"told what does not fit: {conflict}") from conflict


def _reconciled(
    timeline: Timeline, states: Mapping[str, MonitorState], begun: Sequence[Statement], stamp: float
) -> tuple[Timeline, tuple[Entry, ...], tuple[Statement, ...]]:
    """What holds now because monitors say so begins, what none says any more ends."""
    told = {each for state in states.values() for each in state.told}
    held = [each for each in begun if each in timeline.open]
    over = [each for each in held if each not in told]
    new = sorted((each for each in told if each not in timeline.open), key=str)
    entries: tuple[Entry, ...] = (
        *(_end(each, stamp) for each in over),
        *(Situation(stamp, predicate, subject, target) for subject, predicate, target in new),
    )
    kept = tuple(sorted({*held, *new}.difference(over), key=str))
    return timeline.append(*entries), entries, kept


def _end(statement: Statement, stamp: float) -> Ended:
    subject, predicate, target = statement
    return Ended(stamp, predicate, subject, target)
