"""What one agent believes: its own percepts, reasoned on by the same code as the robot's."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import msgspec

from ..agents.perspective import common_ground, glimpsed
from ..agents.settings import Attention
from ..perception import aged
from ..physics import Engine
from ..physics.parameters import Parameters
from ..relations.thresholds import SpatialSettings
from ..world import Delta, EntityId, Event, Placed, Scene, World, change
from .awareness import Space, known_attention
from .reasoner import Reasoner

PERCEPTS = "percepts"
# What an agent perceives of a world at an instant.
Perceive = Callable[[World, float], frozenset[EntityId]]


class Mind:
    """The world of one agent as a stage: reads the world it lives in, writes the one it believes in."""

    def __init__(
        self,
        agent: EntityId,
        scene: Scene,
        engine: Engine,
        *,
        parameters: Parameters,
        attention: Attention,
        space: SpatialSettings,
        perceive: Perceive,
    ) -> None:
        self.agent = agent
        self._parameters = parameters
        self._perceive = perceive
        self._percepts = common_ground(scene.world)
        self._reasoner = Reasoner(engine, scene, parameters, attention=attention, owner=agent)
        self._space = Space(space, viewer=agent)
        self._told: list[Event] = []

    def propose(self, inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
        """One tick, as a pipeline stage asks for it."""
        (truth,) = inputs.values()
        seen = self._perceive(truth, stamp)
        percepts = self._percepts.apply(glimpsed(self._percepts, truth, seen, stamp=stamp))
        patience = self._parameters.perceived_max_duration
        self._percepts = percepts.apply(aged(percepts, stamp=stamp, perceived_max_duration=patience))
        delta = self._reasoner.propose({PERCEPTS: self._percepts}, previous, stamp)
        world = previous.apply(delta)
        attention = known_attention(truth, world, self.agent, seen, stamp=stamp)
        told, self._told = tuple(self._told), []
        return replace(delta, entries=(*told, *delta.entries, *attention, *self._space.entries(world, stamp=stamp)))

    def hear(self, thing: Placed, *, teller: EntityId | None, stamp: float) -> None:
        """Takes somebody's word for where a thing is; it counts from the next tick on, until it is seen otherwise."""
        entity, pose = thing
        known = msgspec.structs.replace(entity, parent=None)
        self._percepts = self._percepts.apply(change(put=[known], pose={known.id: pose.array}))
        self._reasoner.place(known.id, pose.array)
        self._told.append(Event(stamp, "Told", teller, known.id))
