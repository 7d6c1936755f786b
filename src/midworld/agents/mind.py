"""What one agent believes: its own percepts, reasoned on by the same code as the robot's."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

import msgspec

from ..geometry import FloatArray
from ..perception import aged
from ..world import Delta, EntityId, Entry, Event, Placed, Statement, Status, World, change
from .awareness import known_attention
from .perspective import glimpsed, guesses

HELD_BY = "isHeldBy"
M = TypeVar("M")


class Reasoning(Protocol[M]):
    """Makes of an agent's percepts the world it believes in: with physics, or without."""

    def __call__(
        self,
        percepts: World,
        previous: World,
        memory: M,
        stamp: float,
        *,
        heard: Mapping[EntityId, FloatArray],
        released: frozenset[EntityId],
        unsure: frozenset[EntityId],
    ) -> tuple[Delta, M]:
        """One tick; `heard` is where unseen things are as the agent was told, `released` what it saw let go of.

        Of what is `unsure` nobody can tell whether the agent sees it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Hearsay:
    """A thing, where it is said to be, and by whom."""

    thing: Placed
    teller: EntityId | None


@dataclass(frozen=True, slots=True, eq=False)
class MindMemory(Generic[M]):
    """What an agent has perceived so far, what was in hands then, and its reasoning's memory.

    `heard` counts what it was told.
    """

    percepts: World
    reasoning: M
    held: frozenset[str] = frozenset()
    heard: int = 0


def believe(
    memory: MindMemory[M],
    truth: World,
    previous: World,
    *,
    agent: EntityId,
    seen: frozenset[EntityId],
    told: tuple[Hearsay, ...] = (),
    reasoning: Reasoning[M],
    patience_s: float,
    stamp: float,
) -> tuple[Delta, MindMemory[M]]:
    """One tick of a mind in the world it lives in, of which it perceives what is `seen`.

    `told` is all it was ever told; what it has not heard before is news. What is not perceived for `patience_s` is no
    longer in view.
    """
    percepts, heard, events = listened(memory.percepts, told[memory.heard :], stamp=stamp)
    unsure = guesses(truth, seen, agent, stamp=stamp)
    percepts = percepts.apply(glimpsed(percepts, truth, seen - unsure, stamp=stamp))
    percepts = percepts.apply(aged(percepts, stamp=stamp, perceived_max_duration=patience_s))
    released = seen_let_go(truth, previous, memory.held, seen - unsure)
    delta, reasoned = reasoning(
        percepts, previous, memory.reasoning, stamp, heard=heard, released=released, unsure=unsure
    )
    attention = known_attention(truth, previous.apply(delta), agent, seen, stamp=stamp)
    after = MindMemory(percepts, reasoned, held_things(truth), len(told))
    return replace(delta, entries=(*events, *delta.entries, *attention)), after


def listened(
    percepts: World, news: tuple[Hearsay, ...], *, stamp: float
) -> tuple[World, dict[EntityId, FloatArray], list[Entry]]:
    """What somebody has perceived with what it is told, where that is, and that it was told."""
    heard: dict[EntityId, FloatArray] = {}
    events: list[Entry] = []
    for each in news:
        entity, pose = each.thing
        known = msgspec.structs.replace(entity, parent=None)
        told = change(put=[known], pose={known.id: pose.array}, status={known.id: Status.INFERRED.value})
        percepts = percepts.apply(told)
        heard[known.id] = pose.array
        events.append(Event(stamp, "Told", each.teller, known.id))
    return percepts, heard, events


def seen_let_go(truth: World, previous: World, held: frozenset[str], seen: frozenset[EntityId]) -> frozenset[EntityId]:
    """What the agent sees a hand let go of: it knows that it is in nobody's hand from then on."""
    gone = held - held_things(truth)
    believed = held_things(previous) if gone else frozenset[str]()
    return frozenset(name for name in seen if name in gone and name in believed)


def held_things(world: World) -> frozenset[str]:
    """What is in hands in a world."""
    return _subjects(world.timeline.held(HELD_BY))


@lru_cache(maxsize=32)
def _subjects(statements: frozenset[Statement]) -> frozenset[str]:
    return frozenset(subject for subject, _, _ in statements)
