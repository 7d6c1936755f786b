"""The physics reasoner as a stage: it owns a simulation and remembers from tick to tick."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ..agents.eyes import eyes
from ..agents.settings import Attention
from ..geometry import FloatArray
from ..physics.cast import Cast
from ..physics.engine import Engine, Settings
from ..physics.memory import Memory
from ..physics.parameters import Parameters
from ..physics.settle import Settled, settle
from ..physics.views import Eye
from ..relations.hands import hands, limbs
from ..world import Delta, EntityId, Event, Scene, Sensor, World
from .absences import Absences
from .clouds import Clouds
from .handling import Handling
from .moment import Moment
from .pushing import Pushing
from .reporting import Reporting
from .unknown import Unknown, without


class Reasoner:
    """Makes `stable` of `merged`. One for each world that is reasoned on; `owner` is the person whose world it is."""

    def __init__(
        self,
        engine: Engine,
        scene: Scene,
        parameters: Parameters,
        *,
        attention: Attention | None = None,
        owner: EntityId | None = None,
    ) -> None:
        self._engine = engine
        self._owner = owner
        self._attention = attention or Attention()
        self._scene = scene
        self._parameters = parameters
        self._cast: Cast | None = None
        self._memory = Memory.fresh(0)
        self._handling = Handling(parameters)
        self._pushing = Pushing()
        self._clouds = Clouds()
        plain = parameters.plain_view if owner is None else parameters.plain_sight
        # Cameras know things by their tags, people by sight.
        self._absences = Absences(parameters, plain=plain, by_tags=owner is None)
        self._unknown = Unknown()
        self._reporting = Reporting(self._absences, self._unknown)
        self._heard: dict[EntityId, FloatArray] = {}
        self.reasons: Mapping[EntityId, str] = MappingProxyType({})

    def propose(self, inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
        """One tick, as a pipeline stage asks for it."""
        (merged,) = inputs.values()
        cast = self._entered(merged)
        found = (*self._unknown.find(cast, merged, stamp=stamp), *self._believe(cast))
        if found:
            self._memory = replace(self._memory, rested=None)
        now = Moment(cast, merged, hands(merged, stamp=stamp), self._watching(merged, stamp), stamp)
        self._handling.meet((*cast.ids, *(hand.id for hand in now.people)), stamp=stamp)
        riding = self._handling.riding(self._memory, cast, now.people, stamp)
        if self._parameters.hand_attachment:
            seen = merged.state.seen[cast.world_rows] == stamp
            fresh = frozenset(name for name, each in zip(cast.ids, seen.tolist(), strict=True) if each)
            riding = {**self._pushing.follow(self._memory, cast, now.people, fresh, stamp=stamp), **riding}
        settled = settle(self._memory, cast, merged, riding=riding, parameters=self._parameters, stamp=stamp)
        self.reasons = MappingProxyType(dict(settled.reasons))
        self._memory, events = self._handling.judge(settled, now)
        settled = replace(settled, memory=self._memory)
        lost, unseen = self._miss(settled, now, previous)
        settled = replace(settled, memory=self._memory)
        spreads = self._clouds.follow(
            settled,
            cast,
            merged,
            held=frozenset(self._memory.grips),
            unknown=self._unknown.names,
            parameters=self._parameters,
            stamp=stamp,
        )
        entries = self._reporting.entries(settled, now, previous, [*events, *unseen], (*found, *lost))
        return self._reporting.delta(settled, now, previous, entries, spreads)

    def place(self, name: EntityId, pose: FloatArray) -> None:
        """Puts something unseen somewhere, from the next tick on: what somebody was told."""
        self._heard[name] = pose

    def _entered(self, merged: World) -> Cast:
        if self._cast is None:
            settings = Settings(timestep_s=self._parameters.simulation_step, rise_m_s=1.5, level_m_s=1.5, top_m_s=4.9)
            self._cast = Cast.opened(self._engine, merged, self._scene.meshes, settings)
            self._memory = Memory.fresh(len(self._cast.bodies))
        else:
            stayed, new = self._cast.follow(merged)
            if new or len(stayed) != len(self._memory.driven):
                self._memory = self._memory.kept(stayed, new)
        return self._cast

    def _believe(self, cast: Cast) -> tuple[EntityId, ...]:
        """Takes people at their word about where unseen things are."""
        heard, self._heard = self._heard, {}
        for name, pose in heard.items():
            self._unknown.put(name, pose, cast)
            self._absences.forget(name)
            cast.simulation.set_state([cast.ids.index(name)], pose[None])
            self._memory = without(self._memory, [name], cast)
        self._handling.rest(heard)
        return tuple(heard)

    def _watching(self, merged: World, stamp: float) -> tuple[Eye, ...]:
        """The eyes that would have reported what they see: cameras that did report, or the owner's own."""
        found = eyes(merged, stamp=stamp, settings=self._attention)
        if self._owner is not None:
            return tuple(eye for eye in found if eye.agent == self._owner)
        sensors = (eye for eye in found if isinstance(merged.entity(eye.id).role, Sensor))
        return tuple(eye for eye in sensors if merged.state.seen[merged.structure.row(eye.id)] == stamp)

    def _miss(self, settled: Settled, now: Moment, previous: World) -> tuple[tuple[EntityId, ...], list[Event]]:
        """Explains why things are not seen; returns those that have no place any more, and what hands did unseen."""
        # The published reasoner, which knows no hands, explains no absence either: what fell is where physics took it.
        if not (self._parameters.absence_reasoning and self._parameters.hand_attachment):
            return (), []
        found = self._absences.follow(
            settled,
            now.cast,
            eyes=now.watching,
            limbs=limbs(now.merged, stamp=now.stamp),
            people=now.people,
            trails=self._handling.trails,
            stamp=now.stamp,
        )
        self._memory, events = self._handling.take(found.taken, settled, now)
        for event, taken in zip(events, (each for each in found.taken if each.id in self._memory.grips), strict=True):
            self._absences.hold(taken.id, taken.agent, stamp=event.stamp)
        for name, place in found.places.items():
            now.cast.simulation.set_state([now.cast.ids.index(name)], place[None])
            self._memory = replace(self._memory, rested=None)
        left = [taken.id for taken in found.taken if taken.id not in self._memory.grips]
        lost = self._unknown.lose((*found.gone, *left), now.cast, self._memory, previous.timeline)
        if lost:
            self._memory = without(self._memory, lost, now.cast)
            self._handling.lose(lost)
        return lost, events
