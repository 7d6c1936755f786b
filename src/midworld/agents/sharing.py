"""What a mind believes, reasoned on only where it may differ: all else it shares with the world it lives in.

What somebody perceives is where it is; of that there is nothing to work out that has not been worked out already. What
it does not perceive, it thinks about by itself, in a small world of these things and of what is near them or in sight's
way. A thing goes apart at once, with all that was known of it a tick before, and comes back once it has been perceived
for a while and the same is believed of it.

Who perceives everything, and about whose things nothing new is true, has nothing to think about: its world is brought
up to date a little later, all at once.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any
from zlib import crc32

import msgspec
import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray, IntArray
from ..relations import DEEDS, Reasoner, ReasonerMemory
from ..world import (
    MISSING,
    Delta,
    Ended,
    EntityId,
    Entry,
    Event,
    Field,
    Situation,
    State,
    Statement,
    Structure,
    Timeline,
    World,
    diff,
    is_default,
)
from .awareness import known_attention
from .mind import HELD_BY, Hearsay, held_things, listened, seen_let_go
from .parting import common_rows, common_things, lying_on, movable, near, part
from .perspective import GUESSED_S, guesses, perceived, unknown_yet

# How long a thing has to be perceived again before what is known of it is shared again: as long as facts take to tell.
JOIN_S = 0.2
# How long a mind that agrees may leave its world as it is, but for where things lie and who holds them. No longer than
# a percept counts as one of just now; facts that take 0.2 s to tell are then told at most 0.2 s later than otherwise.
LEAVES_S = GUESSED_S
PLACES = ("isOn", "isIn", HELD_BY)
REASONED = (*PLACES, MISSING)
MOTION: tuple[Field, ...] = ("velocity", "plausible", "pose_covariance")
THOUGHT: tuple[Field, ...] = ("pose", "status", *MOTION)
# The timeline of what is thought about apart is of no use beyond this.
KEPT_S = 10.0
KEPT_ENTRIES = 1000
NOTHING_THOUGHT = Timeline()

# Who reasons on which things: all others are those of the next; None stands for all there are.
Thinkers = tuple[tuple[ReasonerMemory, frozenset[EntityId] | None], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """The things a mind thinks about by itself, in what world and with what memory; `again` is since when some of them
    are perceived again."""

    things: frozenset[EntityId]
    world: World
    reasoner: ReasonerMemory
    again: Mapping[EntityId, float] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, eq=False)
class SharingMemory:
    """What an agent has perceived so far, what it thinks about by itself, and what was in hands a tick ago.

    `thinkers` are those whose conclusions it shared a tick ago, `heard` counts what it was told. `perceived` is what it
    perceived at `thought`, when its world was last brought up to date; `unread` is what it has perceived since.
    """

    percepts: World
    apart: Apart | None = None
    thinkers: Thinkers = ()
    held: frozenset[str] = frozenset()
    heard: int = 0
    perceived: frozenset[EntityId] | None = None
    thought: float = float("-inf")
    unread: "Glimpse | None" = None

    def thinking(self, above: Thinkers) -> Thinkers:
        """Who thinks about what in this mind's world."""
        return above if self.apart is None else ((self.apart.reasoner, self.apart.things), *above)


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """What an agent perceived of a world, and when."""

    truth: World
    seen: frozenset[EntityId]
    stamp: float


def agrees_still(
    memory: SharingMemory,
    truth: World,
    *,
    agent: EntityId,
    seen: frozenset[EntityId],
    told: int,
    above: Thinkers,
    patience_s: float,
    stamp: float,
) -> SharingMemory | None:
    """The memory of a mind that has nothing to think about at an instant; None if there is something.

    That is so for a little while if it perceives all it knows of, as it did, and nothing new is true of where things
    are. `told` is how often it was told something.
    """
    known = memory.percepts.structure
    if (
        memory.apart is not None
        or memory.perceived is None
        or told != memory.heard
        or not memory.thought < stamp
        # Of percepts that come slowly, none is to be left out: what moves is told from them.
        or stamp - (memory.thought if memory.unread is None else memory.unread.stamp) > LEAVES_S / 2 + 1e-6
        or _round(agent, stamp) != _round(agent, memory.thought)
        or not _perceives_all(known, truth.structure, seen)
        or guesses(truth, seen, agent, stamp=stamp)
        or _is_news(truth.timeline, memory.thought)
        or _unseen_holders(truth.timeline.held(HELD_BY), known, agent, seen)
    ):
        return None
    percepts, unread = memory.percepts, memory.unread
    if unread is not None and not unread.seen <= seen:
        # What is no longer perceived stays where it was last.
        percepts = perceived(percepts, unread.truth, unread.seen, patience_s=patience_s, stamp=unread.stamp)
    now = Glimpse(_at_an_instant(truth), seen, stamp)
    return SharingMemory(percepts, None, above, memory.held, memory.heard, memory.perceived, memory.thought, now)


def _round(agent: EntityId, stamp: float) -> int:
    """Which of the rounds in which a mind is brought up to date an instant is in: not all begin theirs at once."""
    return math.floor(stamp / LEAVES_S + crc32(agent.encode()) % 1000 / 1000 + 1e-6)


@lru_cache(maxsize=8)
def _at_an_instant(truth: World) -> World:
    """Where things are, and not what happened: one for all who live in a world."""
    return World(truth.structure, truth.state, NOTHING_THOUGHT, truth.stamp)


@lru_cache(maxsize=256)
def _perceives_all(known: Structure, truth: Structure, seen: frozenset[EntityId]) -> bool:
    """Whether somebody perceives all movable things it knows of, and nothing that is new to it."""
    return movable(known) <= seen and not unknown_yet(known, truth, seen)


@lru_cache(maxsize=32)
def _is_news(timeline: Timeline, since: float) -> bool:
    """Whether things have been handled, or come to be elsewhere, since an instant."""
    return bool(timeline.changed(since, *PLACES)) or any(
        event.predicate in DEEDS for event in timeline.events(start=since) if event.stamp > since
    )


@lru_cache(maxsize=256)
def _unseen_holders(
    holding: frozenset[Statement], known: Structure, agent: EntityId, seen: frozenset[EntityId]
) -> frozenset[EntityId]:
    """What is in hands of whom an agent does not perceive."""
    held = ((EntityId(thing), holder) for thing, _, holder in holding if holder != agent and holder not in seen)
    return frozenset(thing for thing, _ in held if thing in movable(known))


def believe_sharing(
    memory: SharingMemory,
    truth: World,
    previous: World,
    *,
    agent: EntityId,
    eyes: FloatArray,
    seen: frozenset[EntityId],
    told: tuple[Hearsay, ...] = (),
    reasoner: Reasoner,
    above: Thinkers,
    patience_s: float,
    whole: bool = False,
    stamp: float,
) -> tuple[Delta, SharingMemory, World]:
    """One tick of a mind in the world it lives in, of which it perceives what is `seen` from its `eyes` `(k, 3)`.

    Also gives the world it leads to, but for what is known of attention.

    `above` are those who made that world. `told` is all it was ever told; what it has not heard before is news. For
    comparison, a mind can think about the `whole` world by itself all the time: it comes to the same, at a price.
    """
    percepts, heard, events = listened(memory.percepts, told[memory.heard :], stamp=stamp)
    unsure = guesses(truth, seen, agent, stamp=stamp)
    sure = seen - unsure if unsure else seen
    believed, unread = previous, memory.unread
    if unread is not None and not unread.seen <= sure:
        # Some of what it perceived last it perceives no more: it is believed to be where it was then.
        percepts = perceived(percepts, unread.truth, unread.seen, patience_s=patience_s, stamp=unread.stamp)
        state = _composed(percepts, unread.truth, None)
        believed = World(percepts.structure, state, previous.timeline, unread.stamp)
    percepts = perceived(percepts, truth, sure, patience_s=patience_s, stamp=stamp)
    held = held_things(truth)
    things, again = _apart(memory, truth, previous, percepts, sure, agent, frozenset(heard), stamp)
    apart = None
    if things or whole:
        released = seen_let_go(truth, previous, memory.held, sure)
        there = frozenset[EntityId]() if memory.apart is None else movable(memory.apart.world.structure)
        if whole or (memory.apart is not None and memory.apart.reasoner.searching):
            wanted = movable(percepts.structure)
        else:
            wanted = things | near(percepts, believed, things, eyes, there)
        begun = _begun(memory.apart, believed, wanted, wanted - there)
        delta, reasoned = reasoner.step(
            part(percepts, wanted),
            begun.world,
            begun.reasoner,
            stamp,
            heard=heard,
            released=released & wanted,
            unsure=unsure,
            donors={} if whole else _donors(memory.thinkers, wanted - there),
        )
        apart = Apart(things, _shortened(begun.world.apply(delta), stamp), reasoned, again)
    now = World(percepts.structure, _composed(percepts, truth, apart), previous.timeline, stamp)
    delta = diff(previous, now)
    # What was known of the same things a tick ago, and all shared then, needs no comparing.
    knew = memory.perceived is not None and not delta.entities and memory.thought < stamp
    told_of = memory.thought if knew and memory.apart is None else None
    entries = (*events, *_entries(truth, previous, now, apart, stamp, told_of))
    structure = now.structure if delta.entities else previous.structure
    world = World(structure, now.state, previous.timeline.append(*entries), stamp)
    before = None if memory.perceived is None or not knew else (memory.thought, memory.perceived)
    attention = known_attention(truth, world, agent, seen, before=before, stamp=stamp)
    after = SharingMemory(percepts, apart, above, held, len(told), seen, stamp)
    return Delta(stamp, delta.entities, delta.columns, (*entries, *attention)), after, world


def _apart(
    memory: SharingMemory,
    truth: World,
    previous: World,
    percepts: World,
    sure: frozenset[EntityId],
    agent: EntityId,
    heard: frozenset[EntityId],
    stamp: float,
) -> tuple[frozenset[EntityId], Mapping[EntityId, float]]:
    """What is to be thought about apart, and since when some of that is perceived again."""
    known = movable(percepts.structure)
    things = set(known - sure) | heard
    things |= _unseen_holders(truth.timeline.held(HELD_BY), percepts.structure, agent, sure)
    before = frozenset[EntityId]() if memory.apart is None else memory.apart.things & known
    if not things and not before:
        return frozenset(), {}
    since = dict[EntityId, float]() if memory.apart is None else memory.apart.again
    again = {name: since.get(name, stamp) for name in before if name not in things}
    waiting = {name for name, start in again.items() if stamp - start < JOIN_S}
    differing = {name for name in again if name not in waiting and _about(truth, name) != _about(previous, name)}
    closed = lying_on(things | waiting | differing, percepts.structure, truth.timeline, previous.timeline)
    return closed, MappingProxyType({name: start for name, start in again.items() if name in closed})


def _about(world: World, name: EntityId) -> set[Statement]:
    return {statement for statement in world.timeline.held(*PLACES) if statement[0] == name}


def _begun(apart: Apart | None, previous: World, wanted: frozenset[EntityId], entering: frozenset[EntityId]) -> Apart:
    """The small world before this tick, with what enters it as it was believed to be."""
    small = part(previous, wanted)
    timeline = Timeline() if apart is None else apart.world.timeline
    timeline = timeline.append(*_brought(timeline, previous.timeline, entering, previous.stamp))
    if apart is None:
        return Apart(frozenset(), replace(small, timeline=timeline), ReasonerMemory())
    if apart.world.structure is small.structure:
        return replace(apart, world=replace(apart.world, timeline=timeline))
    rows = np.array([apart.world.structure.rows.get(name, -1) for name in small.ids], dtype=np.intp)
    kept = np.flatnonzero(rows >= 0)
    state = _with_rows(small.state, THOUGHT, kept, apart.world.state, rows[kept])
    return replace(apart, world=World(small.structure, state, timeline, previous.stamp))


def _brought(mine: Timeline, theirs: Timeline, names: Collection[EntityId], stamp: float) -> list[Entry]:
    """What makes one timeline say of some things what another does."""
    wanted = {statement for statement in theirs.held(*PLACES) if statement[0] in names}
    known = {statement for statement in mine.held(*REASONED) if statement[0] in names}
    return _changes(known, wanted, max(stamp, mine.latest))


def _donors(thinkers: Thinkers, names: Iterable[EntityId]) -> Mapping[EntityId, ReasonerMemory]:
    """Who thought about each of some things."""
    found: dict[EntityId, ReasonerMemory] = {}
    for name in names:
        thinker = next((each for each, things in thinkers if things is None or name in things), None)
        if thinker is not None:
            found[name] = thinker
    return found


def _composed(percepts: World, truth: World, apart: Apart | None) -> State:
    """Everything as it is perceived, moves as it does in truth, or is as it is thought to be."""
    # Of people, a person knows no more than where it saw them.
    mine, theirs = common_things(percepts.structure, truth.structure)
    state = _with_rows(percepts.state, MOTION, mine, truth.state, theirs)
    if apart is None:
        return state
    mine, theirs = common_rows(percepts.structure, apart.world.structure)
    own = np.array([name in apart.things for name in apart.world.ids], dtype=np.bool_)[theirs]
    return _with_rows(state, THOUGHT, mine[own], apart.world.state, theirs[own])


def _with_rows(state: State, names: Sequence[Field], rows: IntArray, other: State, theirs: IntArray) -> State:
    """With some rows of some tables as another state has them."""
    tables: dict[Field, npt.NDArray[Any]] = {}
    for name in names:
        mine, new = state.table(name), other.table(name)
        if not (is_default(name, mine) and is_default(name, new)):
            table = np.array(mine)
            table[rows] = new[theirs]
            tables[name] = table
    return state.with_tables(tables)


def _entries(
    truth: World, previous: World, now: World, apart: Apart | None, stamp: float, told_of: float | None
) -> list[Entry]:
    """What happened, and what begins and ends being believed: of shared things what is true.

    `told_of` is up to when all that is true of the same things was believed.
    """
    things = frozenset[EntityId]() if apart is None else apart.things
    news: list[Entry] = []
    if previous.stamp < stamp:
        deeds = _deeds(truth.timeline, stamp)
        news += [event for event in deeds if event.object in now and event.object not in things]
    if apart is None and told_of is not None:
        changed = truth.timeline.changed(told_of, *PLACES)
        known = {each for each in changed if each in previous.timeline.open}
        shared = {each for each, begun in changed.items() if begun and each[0] in now and each[2] in now}
        return news + _changes(known, shared, stamp)
    known, shared = previous.timeline.held(*REASONED), truth.timeline.held(*PLACES)
    if things or len(now.structure) != len(truth.structure):
        shared = {each for each in shared if each[0] in now and each[0] not in things and each[2] in now}
    if apart is None:
        return news + _changes(known, shared, stamp)
    own = {each for each in apart.world.timeline.held(*REASONED) if each[0] in things}
    if previous.stamp < stamp:
        news += [event for event in apart.world.timeline.events(start=stamp) if event.object in things]
    return news + _changes(known, shared | own, stamp, thought=apart.world.timeline)


@lru_cache(maxsize=8)
def _deeds(timeline: Timeline, stamp: float) -> tuple[Event, ...]:
    """What hands have done since an instant: the same for all who live in a world."""
    return tuple(event for event in timeline.events(start=stamp) if event.predicate in DEEDS)


def _changes(
    known: Collection[Statement], wanted: Collection[Statement], stamp: float, *, thought: Timeline = NOTHING_THOUGHT
) -> list[Entry]:
    """What ends and what begins: what is thought as sure as it is, all else for sure."""
    entries: list[Entry] = []
    changed = frozenset(known) ^ frozenset(wanted)
    for subject, predicate, target in sorted((each for each in changed if each in known), key=str):
        entries.append(Ended(stamp, predicate, subject, target))
    for statement in sorted((each for each in changed if each not in known), key=str):
        subject, predicate, target = statement
        origin = thought.open.get(statement) or Situation(stamp, predicate, subject, target)
        entries.append(msgspec.structs.replace(origin, start=stamp))
    return entries


def _shortened(world: World, stamp: float) -> World:
    """Without what nobody asks for any more."""
    if len(world.timeline.entries) < KEPT_ENTRIES:
        return world
    return replace(world, timeline=world.timeline.forgetting(stamp - KEPT_S))
