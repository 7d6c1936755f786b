"""What one agent believes: its own percepts, reasoned on by the same code as the robot's."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

import msgspec
import numpy as np

from ..agents.perspective import common_ground, glimpsed
from ..geometry import FloatArray
from ..perception import aged
from ..physics.parameters import Parameters
from ..relations.thresholds import SpatialSettings
from ..world import Delta, EntityId, Event, Object, Placed, Scene, Status, World, change
from .awareness import Space, known_attention

PERCEPTS = "percepts"
# A sighting of what the robot only guessed at is put right if the robot thinks better of it this soon.
PUT_RIGHT_S = 1.0
ELSEWHERE_M = 0.1
HELD_BY = "isHeldBy"
# What an agent perceives of a world at an instant.
Perceive = Callable[[World, float], frozenset[EntityId]]


class Reasoning(Protocol):
    """Makes of an agent's percepts the world it believes in: with physics, or without."""

    def propose(self, inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
        """One tick, as a pipeline stage asks for it."""
        ...

    def place(self, name: EntityId, pose: FloatArray) -> None:
        """Puts something unseen somewhere, from the next tick on: what the agent was told."""
        ...


class Mind:
    """The world of one agent as a stage: reads the world it lives in, writes the one it believes in.

    `perceive` says what the agent perceives of the world it lives in, by rays or by rooms; `reasoning` makes sense
    of it. What is not perceived for `patience_s` is no longer in view. Without `space`, no spatial facts are told.
    """

    def __init__(
        self,
        agent: EntityId,
        scene: Scene,
        reasoning: Reasoning,
        *,
        perceive: Perceive,
        patience_s: float = Parameters().perceived_max_duration,
        space: SpatialSettings | None = None,
    ) -> None:
        self.agent = agent
        self._reasoning = reasoning
        self._perceive = perceive
        self._patience_s = patience_s
        self._percepts = common_ground(scene.world)
        self._space = None if space is None else Space(space, viewer=agent)
        self._told: list[Event] = []
        self._guesses: dict[EntityId, float] = {}
        self._held: frozenset[str] = frozenset()
        self._let_go: dict[EntityId, float] = {}

    def propose(self, inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
        """One tick, as a pipeline stage asks for it."""
        (truth,) = inputs.values()
        seen = self._perceive(truth, stamp)
        percepts = self._percepts.apply(glimpsed(self._percepts, truth, seen, stamp=stamp))
        self._percepts = percepts.apply(aged(percepts, stamp=stamp, perceived_max_duration=self._patience_s))
        self._put_right(truth, previous, seen, stamp)
        self._watch(truth, previous, seen, stamp)
        delta = self._reasoning.propose({PERCEPTS: self._percepts}, previous, stamp)
        world = previous.apply(delta)
        attention = known_attention(truth, world, self.agent, seen, stamp=stamp)
        space = [] if self._space is None else self._space.entries(world, stamp=stamp)
        told, self._told = tuple(self._told), []
        return replace(delta, entries=(*told, *delta.entries, *attention, *space))

    def _put_right(self, truth: World, previous: World, seen: frozenset[EntityId], stamp: float) -> None:
        """Things seen only as the robot guessed them to be are where it now thinks they are."""
        guessed = {
            name: stamp
            for name in seen
            if isinstance(truth.entity(name).role, Object) and truth.state.seen[truth.structure.row(name)] != stamp
        }
        kept = {name: at for name, at in self._guesses.items() if name not in seen and stamp - at <= PUT_RIGHT_S}
        self._guesses = kept | guessed
        for name in kept:
            row = truth.structure.row(name) if name in truth else None
            if row is None or name not in previous or name in _held(truth) or truth.status(name) is Status.UNKNOWN:
                continue
            pose = truth.state.pose[row]
            if float(np.linalg.norm(previous.pose(name).array[:3] - pose[:3])) > ELSEWHERE_M:
                self._percepts = self._percepts.apply(change(pose={name: pose}))
                self._reasoning.place(name, pose)

    def _watch(self, truth: World, previous: World, seen: frozenset[EntityId], stamp: float) -> None:
        """Whoever has a thing in sight when a hand lets go of it knows that it did, even if it is out of sight then."""
        held, believed = _held(truth), _held(previous)
        watched = {name: stamp for name in seen if name in self._held and name not in held}
        lately = {name: at for name, at in self._let_go.items() if stamp - at <= PUT_RIGHT_S and name not in held}
        self._let_go, self._held = lately | watched, held
        for name in lately:
            if name not in seen and name in believed and name in truth:
                self._reasoning.place(name, truth.state.pose[truth.structure.row(name)])

    def hear(self, thing: Placed, *, teller: EntityId | None, stamp: float) -> None:
        """Takes somebody's word for where a thing is; it counts from the next tick on, until it is seen otherwise."""
        entity, pose = thing
        known = msgspec.structs.replace(entity, parent=None)
        place = change(put=[known], pose={known.id: pose.array}, status={known.id: Status.INFERRED.value})
        self._percepts = self._percepts.apply(place)
        self._reasoning.place(known.id, pose.array)
        self._told.append(Event(stamp, "Told", teller, known.id))


def _held(world: World) -> frozenset[str]:
    """What is in hands in a world."""
    return frozenset(subject for subject, predicate, _ in world.timeline.open if predicate == HELD_BY)
