"""From observations to worlds: the pipeline of a scene, wired."""

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from ..perception import Observation, fuse, percepts
from ..physics import Engine
from ..physics.parameters import Parameters
from ..world import Delta, EntityId, Scene, Sensor, World, change, compose, diff
from .board import Board
from .history import Retention
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

    With an engine, `stable` is what physics agrees with; without one it is the merged world.
    """

    def __init__(self, scene: Scene, *, engine: Engine | None = None, retention: Retention | None = None) -> None:
        self.scene = scene
        self.parameters = msgspec.convert(dict(scene.reasoner), Parameters)
        self.board = Board(retention=retention)
        self.pipeline = Pipeline(self.board)
        self._sources: tuple[str, ...] = ()
        self._looking: frozenset[str] = frozenset()
        self.pipeline.add(self._fuse())
        self.reasoner = None if engine is None else Reasoner(engine, scene, self.parameters)
        step = _copied if self.reasoner is None else self.reasoner.propose
        self.pipeline.add(Stage("settle", (MERGED,), STABLE, step))

    def feed(self, observation: Observation) -> Mapping[str, World]:
        """One tick: everything one source perceives at an instant. Returns the worlds that changed."""
        name = source_world(observation.source)
        if name not in self._sources:
            self._sources = (*self._sources, name)
            self.pipeline.add_source(name)
            self.pipeline.replace("fuse", self._fuse())
        frames = self.board[MERGED] if len(self.board[MERGED].structure) else self.scene.world
        self._looking = frozenset() if observation.objects is None else frozenset({name})
        news = percepts(self.board[name], observation, scene=self.scene, frames=frames)
        return self.pipeline.tick(observation.stamp, {name: news})

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


def _copied(inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
    """Until something knows better, what is merged is what is stable."""
    (merged,) = inputs.values()
    return replace(diff(previous, merged), stamp=stamp)
