"""What one agent believes: its own percepts, reasoned on by the same code as the robot's."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Generic, Protocol, TypeVar

import msgspec
import numpy as np

from ..geometry import FloatArray
from ..perception import aged
from ..world import Delta, EntityId, Entry, Event, Object, Placed, Status, World, change
from .awareness import known_attention
from .perspective import glimpsed

# A sighting of what the robot only guessed at is put right if the robot thinks better of it this soon.
PUT_RIGHT_S = 1.0
ELSEWHERE_M = 0.1
HELD_BY = "isHeldBy"
M = TypeVar("M")


class Reasoning(Protocol[M]):
    """Makes of an agent's percepts the world it believes in: with physics, or without."""

    def __call__(
        self, percepts: World, previous: World, memory: M, stamp: float, *, heard: Mapping[EntityId, FloatArray]
    ) -> tuple[Delta, M]:
        """One tick; `heard` is where unseen things are as the agent was told."""
        ...


@dataclass(frozen=True, slots=True)
class Hearsay:
    """A thing, where it is said to be, and by whom."""

    thing: Placed
    teller: EntityId | None


@dataclass(frozen=True, slots=True, eq=False)
class MindMemory(Generic[M]):
    """What an agent has perceived so far, and what its reasoning carries from tick to tick."""

    percepts: World
    reasoning: M
    guesses: Mapping[EntityId, float] = field(default_factory=lambda: MappingProxyType({}))
    held: frozenset[str] = frozenset()
    let_go: Mapping[EntityId, float] = field(default_factory=lambda: MappingProxyType({}))


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
    """One tick of a mind in the world it lives in, of which it perceives what is `seen` and hears what is `told`.

    What is not perceived for `patience_s` is no longer in view.
    """
    heard: dict[EntityId, FloatArray] = {}
    percepts, events = memory.percepts, list[Entry]()
    for each in told:
        entity, pose = each.thing
        known = msgspec.structs.replace(entity, parent=None)
        percepts = percepts.apply(
            change(put=[known], pose={known.id: pose.array}, status={known.id: Status.INFERRED.value})
        )
        heard[known.id] = pose.array
        events.append(Event(stamp, "Told", each.teller, known.id))
    percepts = percepts.apply(glimpsed(percepts, truth, seen, stamp=stamp))
    percepts = percepts.apply(aged(percepts, stamp=stamp, perceived_max_duration=patience_s))
    memory = replace(memory, percepts=percepts)
    memory = _put_right(memory, truth, previous, seen, heard, stamp)
    memory = _watch(memory, truth, previous, seen, heard, stamp)
    delta, reasoned = reasoning(memory.percepts, previous, memory.reasoning, stamp, heard=heard)
    attention = known_attention(truth, previous.apply(delta), agent, seen, stamp=stamp)
    return replace(delta, entries=(*events, *delta.entries, *attention)), replace(memory, reasoning=reasoned)


def _put_right(
    memory: MindMemory[M],
    truth: World,
    previous: World,
    seen: frozenset[EntityId],
    heard: dict[EntityId, FloatArray],
    stamp: float,
) -> MindMemory[M]:
    """Things seen only as the robot guessed them to be are where it now thinks they are."""
    guessed = {
        name: stamp
        for name in seen
        if isinstance(truth.entity(name).role, Object) and truth.state.seen[truth.structure.row(name)] != stamp
    }
    kept = {name: at for name, at in memory.guesses.items() if name not in seen and stamp - at <= PUT_RIGHT_S}
    percepts = memory.percepts
    for name in kept:
        row = truth.structure.row(name) if name in truth else None
        if row is None or name not in previous or name in _held(truth) or truth.status(name) is Status.UNKNOWN:
            continue
        pose = truth.state.pose[row]
        if float(np.linalg.norm(previous.pose(name).array[:3] - pose[:3])) > ELSEWHERE_M:
            percepts = percepts.apply(change(pose={name: pose}))
            heard[name] = pose
    return replace(memory, percepts=percepts, guesses=MappingProxyType(kept | guessed))


def _watch(
    memory: MindMemory[M],
    truth: World,
    previous: World,
    seen: frozenset[EntityId],
    heard: dict[EntityId, FloatArray],
    stamp: float,
) -> MindMemory[M]:
    """Whoever has a thing in sight when a hand lets go of it knows that it did, even if it is out of sight then."""
    held, believed = _held(truth), _held(previous)
    watched = {name: stamp for name in seen if name in memory.held and name not in held}
    lately = {name: at for name, at in memory.let_go.items() if stamp - at <= PUT_RIGHT_S and name not in held}
    for name in lately:
        if name not in seen and name in believed and name in truth:
            heard[name] = truth.state.pose[truth.structure.row(name)]
    return replace(memory, held=held, let_go=MappingProxyType(lately | watched))


def _held(world: World) -> frozenset[str]:
    """What is in hands in a world."""
    return frozenset(subject for subject, _, _ in world.timeline.held(HELD_BY))
