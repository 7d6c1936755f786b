"""From observations to worlds: the pipeline of a scene, wired."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise, product
from typing import Literal, TypeAlias, TypeVar

import msgspec

from ..agents.divergence import Divergence
from ..agents.effort import ReachSettings
from ..agents.hearsay import said
from ..agents.kinematics import Kinematics
from ..agents.reach import NUMPY, Efforts
from ..agents.settings import Attention
from ..errors import UnknownName
from ..perception import Observation, fuse, percepts
from ..physics import Engine
from ..physics.parameters import Parameters
from ..relations.thresholds import SpatialSettings
from ..world import Agent, Delta, EntityId, Scene, Sensor, World, change, compose, diff
from .awareness import Awareness, AwarenessSettings
from .board import Board
from .comparison import DIVERGENCES, Comparison
from .history import Retention
from .mind import Mind, Perceive
from .outlook import Outlook, SightMaker, engine_sight
from .pipeline import Pipeline
from .reasoner import Reasoner
from .smoothing import FILTERED, Smoothing
from .stage import Stage

# Whose mind: a person's, or a person's as thought of by those before.
Path: TypeAlias = tuple[EntityId, ...]

MERGED = "merged"
COMPARE = "compare"
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
        self.minds: dict[Path, Mind] = {}
        step = _copied
        if engine is not None:
            self.reasoner = Reasoner(engine, scene, self.parameters, attention=self.awareness.attention)
            step = self.reasoner.propose
        self._people = people and engine is not None
        if self._people and engine is not None:
            self._sight = sight
            looks = Outlook(sight or engine_sight(engine), scene.meshes, self.awareness.attention)
            self._outlooks: dict[Path, Outlook] = {(): looks}
            self._comparison = Comparison(robot_of(scene.world) or EntityId("robot"), truth=STABLE)
            self._aware = Awareness(self.awareness, viewer=robot_of(scene.world), kinematics=kinematics)
            step = self._settle
        heard = MERGED
        if engine is not None and self.parameters.tracking_filter:
            smoothing = Smoothing(engine, scene, timestep_s=self.parameters.simulation_step)
            self.pipeline.add(Stage("smooth", (MERGED,), FILTERED, smoothing.propose))
            heard = FILTERED
        self.pipeline.add(Stage("settle", (heard,), STABLE, step))

    def feed(self, *observations: Observation) -> Mapping[str, World]:
        """One tick: what one or several sources perceive, the newest of each. Returns the worlds that changed."""
        stamp = max(observation.stamp for observation in observations)
        newest = {each.source: each for each in sorted(observations, key=lambda each: each.stamp)}
        reports = {source_world(each.source): msgspec.structs.replace(each, stamp=stamp) for each in newest.values()}
        for name in reports:
            if name not in self._sources:
                self._sources = (*self._sources, name)
                self.pipeline.add_source(name)
                self.pipeline.replace("fuse", self._fuse())
        frames = self.board[MERGED] if len(self.board[MERGED].structure) else self.scene.world
        if self._people and self._engine is not None:
            for outlook in self._outlooks.values():
                outlook.begin()
            for report in reports.values():
                self._meet(report, self._engine)
        self._looking = frozenset(name for name, report in reports.items() if report.objects is not None)
        news = {
            name: percepts(self.board[name], report, scene=self.scene, frames=frames)
            for name, report in reports.items()
        }
        return self.pipeline.tick(stamp, news)

    def _settle(self, inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
        """Physics, then who attends to what in the world it gives."""
        assert self.reasoner is not None
        delta = self.reasoner.propose(inputs, previous, stamp)
        world = previous.apply(delta)
        looks = self._outlooks[()].look(world, stamp=stamp)
        return replace(delta, entries=(*delta.entries, *self._aware.entries(world, looks, stamp=stamp)))

    def _meet(self, observation: Observation, engine: Engine) -> None:
        """Everybody who is seen for the first time gets a mind, and a place in the minds of others."""
        robot = robot_of(self.scene.world)
        people = {mind[0] for mind in self.minds}
        for percept in observation.agents or ():
            if percept.id in people or percept.id == robot:
                continue
            people.add(percept.id)
            for path in sorted(_paths(people, self.parameters.belief_depth), key=lambda path: (len(path), path)):
                if path not in self.minds:
                    self._add_mind(path, engine)
            self._compare()

    def _add_mind(self, path: Path, engine: Engine) -> None:
        """A world of beliefs: of a person, or of one as another thinks of it."""
        if path[:-1] and path[:-1] not in self._outlooks:
            maker = self._sight or engine_sight(engine)
            self._outlooks[path[:-1]] = Outlook(maker, self.scene.meshes, self.awareness.attention)
        mind = Mind(
            path[-1],
            self.scene,
            Reasoner(engine, self.scene, self.parameters, attention=self.awareness.attention, owner=path[-1]),
            perceive=self._perceived_by(path),
            patience_s=self.parameters.perceived_max_duration,
            space=self.awareness.spatial,
        )
        self.minds[path] = mind
        parent = mind_world(path[:-1]) if path[:-1] else STABLE
        self.pipeline.add(Stage(f"mind/{mind_world(path)}", (parent,), mind_world(path), mind.propose))

    def _perceived_by(self, path: Path) -> Perceive:
        def perceive(world: World, stamp: float) -> frozenset[EntityId]:
            return self._outlooks[path[:-1]].look(world, stamp=stamp).perceived.get(path[-1], frozenset())

        return perceive

    def _compare(self) -> None:
        people = tuple(mind_world(path) for path in self.minds if len(path) == 1)
        stage = Stage(COMPARE, (STABLE, *people), DIVERGENCES, self._comparison.propose)
        if any(each.name == COMPARE for each in self.pipeline.stages):
            self.pipeline.remove(COMPARE)
        self.pipeline.add(stage)

    @property
    def divergences(self) -> tuple[Divergence, ...]:
        """Who is wrong about what, and why, just now."""
        return self._comparison.found if self._people else ()

    @property
    def efforts(self) -> Mapping[EntityId, Efforts]:
        """What it takes each agent to get to each thing it can: an arm, leaning, or a step."""
        return self._aware.efforts if self._people else {}

    def tell(
        self, listener: str, thing: str, relation: Literal["isIn", "isOn"], target: str, *, teller: str | None = None
    ) -> None:
        """Lets somebody know where a thing is: believed from the next tick on, until seen otherwise.

        Raises UnknownName.
        """
        people = {path[0]: mind for path, mind in self.minds.items() if len(path) == 1}
        if listener not in people:
            raise UnknownName("person", listener, people)
        truth = self.board[STABLE]
        stamp = truth.stamp
        placed = said(truth, truth.entity(thing).id, relation, truth.entity(target).id)
        people[EntityId(listener)].hear(placed, teller=None if teller is None else EntityId(teller), stamp=stamp)

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


def mind_world(path: Path) -> str:
    """The name of a world of beliefs: `ann`, or `ann/bob` for what Ann thinks Bob believes."""
    return "/".join(path)


def _paths(people: Iterable[EntityId], depth: float) -> Iterator[Path]:
    """Whose beliefs there are, about whose: nobody thinks about what oneself thinks."""
    everybody = tuple(people)
    for length in range(1, int(depth) + 1):
        for path in product(everybody, repeat=length):
            if all(one != other for one, other in pairwise(path)):
                yield path


def robot_of(world: World) -> EntityId | None:
    """The robot whose picture `stable` is: the first of the scene."""
    entities = world.structure.entities
    return next((e.id for e in entities if isinstance(e.role, Agent) and e.role.kind == "robot"), None)


T = TypeVar("T", Parameters, Attention, SpatialSettings, ReachSettings)


def _settings(kind: type[T], scene: Scene) -> T:
    """Those of the scene's settings that a group of them knows."""
    names = {item.name for item in msgspec.structs.fields(kind)}
    return msgspec.convert({name: value for name, value in scene.reasoner.items() if name in names}, kind, strict=False)


def _copied(inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
    """Until something knows better, what is merged is what is stable."""
    (merged,) = inputs.values()
    return replace(diff(previous, merged), stamp=stamp)
