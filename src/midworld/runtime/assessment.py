"""From observations to worlds: the pipeline of a scene, wired."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

import msgspec

from ..agents.effort import ReachSettings
from ..agents.kinematics import Kinematics
from ..agents.reach import NUMPY
from ..agents.settings import Attention
from ..perception import Observation, fuse, percepts
from ..physics import Engine
from ..physics.parameters import Parameters
from ..relations.thresholds import SpatialSettings
from ..world import Agent, Delta, EntityId, Scene, Sensor, World, change, compose, diff
from .awareness import Awareness, AwarenessSettings
from .board import Board
from .history import Retention
from .mind import Mind, Perceive
from .outlook import Outlook, SightMaker, engine_sight
from .pipeline import Pipeline
from .reasoner import Reasoner
from .stage import Stage

MERGED = "merged"
STABLE = "stable"
SOURCE_PREFIX = "source/"


def source_world(source: str) -> str:
    """The name of the world that holds what one source reports."""
    return f"{SOURCE_PREFIX}{source}"


class Assessment:
    """Keeps the worlds of a scene up to date: `feed` it observations, ask its `board`, rewire its `pipeline`.

    With an engine, `stable` is what physics agrees with, and every person has a world of beliefs, named after the
    person; without one `stable` is the merged world. `sight` makes what eyes look at; left out, the engine serves.
    `kinematics` moves robots' arms. Without `people`, nobody's attention, reach and beliefs are asked for.
    """

    def __init__(
        self,
        scene: Scene,
        *,
        engine: Engine | None = None,
        sight: SightMaker | None = None,
        kinematics: Kinematics = NUMPY,
        people: bool = True,
        retention: Retention | None = None,
    ) -> None:
        self.scene = scene
        self.parameters = _settings(Parameters, scene)
        self.awareness = AwarenessSettings(
            _settings(Attention, scene), _settings(SpatialSettings, scene), _settings(ReachSettings, scene)
        )
        self.board = Board(retention=retention)
        self.pipeline = Pipeline(self.board)
        self._sources: tuple[str, ...] = ()
        self._looking: frozenset[str] = frozenset()
        self.pipeline.add(self._fuse())
        self._engine = engine
        self.reasoner: Reasoner | None = None
        self.minds: dict[EntityId, Mind] = {}
        step = _copied
        if engine is not None:
            self.reasoner = Reasoner(engine, scene, self.parameters, attention=self.awareness.attention)
            step = self.reasoner.propose
        self._people = people and engine is not None
        if self._people and engine is not None:
            self._outlook = Outlook(sight or engine_sight(engine), scene.meshes, self.awareness.attention)
            self._aware = Awareness(self.awareness, viewer=robot_of(scene.world), kinematics=kinematics)
            step = self._settle
        self.pipeline.add(Stage("settle", (MERGED,), STABLE, step))

    def feed(self, observation: Observation) -> Mapping[str, World]:
        """One tick: everything one source perceives at an instant. Returns the worlds that changed."""
        name = source_world(observation.source)
        if name not in self._sources:
            self._sources = (*self._sources, name)
            self.pipeline.add_source(name)
            self.pipeline.replace("fuse", self._fuse())
        frames = self.board[MERGED] if len(self.board[MERGED].structure) else self.scene.world
        if self._people and self._engine is not None:
            self._outlook.begin()
            self._meet(observation, self._engine)
        self._looking = frozenset() if observation.objects is None else frozenset({name})
        news = percepts(self.board[name], observation, scene=self.scene, frames=frames)
        return self.pipeline.tick(observation.stamp, {name: news})

    def _settle(self, inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
        """Physics, then who attends to what in the world it gives."""
        assert self.reasoner is not None
        delta = self.reasoner.propose(inputs, previous, stamp)
        world = previous.apply(delta)
        looks = self._outlook.look(world, stamp=stamp)
        return replace(delta, entries=(*delta.entries, *self._aware.entries(world, looks, stamp=stamp)))

    def _meet(self, observation: Observation, engine: Engine) -> None:
        """Everybody who is seen for the first time gets a mind."""
        for percept in observation.agents or ():
            if percept.id in self.minds or percept.id == robot_of(self.scene.world):
                continue
            mind = Mind(
                percept.id,
                self.scene,
                engine,
                parameters=self.parameters,
                attention=self.awareness.attention,
                space=self.awareness.spatial,
                perceive=self._perceived_by(percept.id),
            )
            self.minds[percept.id] = mind
            self.pipeline.add(Stage(f"mind/{percept.id}", (STABLE,), percept.id, mind.propose))

    def _perceived_by(self, agent: EntityId) -> Perceive:
        def perceive(world: World, stamp: float) -> frozenset[EntityId]:
            return self._outlook.look(world, stamp=stamp).perceived.get(agent, frozenset())

        return perceive

    def _fuse(self) -> Stage:
        def propose(sources: Mapping[str, World], merged: World, stamp: float) -> Delta:
            # The first tick begins with what the scene places beforehand.
            begun = len(merged.structure) > 0
            delta = Delta() if begun else diff(World(), self.scene.world)
            for source in sources.values():
                if source.stamp == stamp:
                    base = merged.apply(delta)
                    sights = fuse(
                        base, source, stamp=stamp, perceived_max_duration=self.parameters.perceived_max_duration
                    )
                    delta = compose(delta, sights)
            return compose(delta, self._looked(sources, stamp))

        return Stage("fuse", self._sources, MERGED, propose)

    def _looked(self, sources: Mapping[str, World], stamp: float) -> Delta:
        """Which sensors reported just now: that of the source's name, or all of them if none has it."""
        sensors = [entity.id for entity in self.scene.world.structure.entities if isinstance(entity.role, Sensor)]
        named = {source_world(sensor): sensor for sensor in sensors}
        looked: set[EntityId] = set()
        for name in self._looking:
            if name in sources and sources[name].stamp == stamp:
                looked.update([named[name]] if name in named else sensors)
        return change(seen=dict.fromkeys(sorted(looked), stamp))


def robot_of(world: World) -> EntityId | None:
    """The robot whose picture `stable` is: the first of the scene."""
    entities = world.structure.entities
    return next((e.id for e in entities if isinstance(e.role, Agent) and e.role.kind == "robot"), None)


T = TypeVar("T", Parameters, Attention, SpatialSettings, ReachSettings)


def _settings(kind: type[T], scene: Scene) -> T:
    """Those of the scene's settings that a group of them knows."""
    names = {item.name for item in msgspec.structs.fields(kind)}
    return msgspec.convert({name: value for name, value in scene.reasoner.items() if name in names}, kind)


def _copied(inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
    """Until something knows better, what is merged is what is stable."""
    (merged,) = inputs.values()
    return replace(diff(previous, merged), stamp=stamp)
