"""From observations to worlds: the pipeline of a scene, wired."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Literal

import msgspec

from ..agents import NUMPY, Comparison, Efforts, Kinematics, SightMaker
from ..errors import StageFailed, UnknownName
from ..perception import Identities, Observation, Reported, has_questions, identify, percepts, steadied
from ..physics import Engine
from ..runtime import (
    AnyStage,
    Board,
    Correction,
    Look,
    Module,
    Pipeline,
    Plugin,
    Retention,
    Root,
    frozen_memory,
    remembered,
)
from ..world import DIVERGENCES, Delta, Divergence, EntityId, Event, Scene, Sensor, World, change
from .fed import Fed, Told
from .late import RecentTick, corrected
from .modules import Modules, Reading, filter_stage, observed, stream
from .names import (
    FILTERED,
    MERGED,
    MINDS,
    PERCEPTION,
    SOURCE_PREFIX,
    STABLE,
    Path,
    is_belief,
    mind_world,
    path_of,
    paths,
    robot_of,
    source_world,
    told_world,
)
from .settings import Settings
from .stages import (
    COMPARE,
    Equipment,
    believing,
    comparing,
    copying,
    fusing,
    settled_memory,
    settling,
    smoothing,
    telling,
)


class Assessment:
    """Keeps the worlds of a scene up to date: `feed` it observations, ask its `board`, rewire its `pipeline`.

    With an engine, `stable` is what physics agrees with, and every person has a world of beliefs, named after the
    person; without one `stable` is the merged world. `sight` makes what eyes look at; left out, the engine serves.
    `kinematics` moves robots' arms. Without `people`, nobody's attention, reach and beliefs are asked for. From a
    `root` it goes on as the assessment would have that was there. The scene's plug-ins work in it, then `modules`.
    Minds share what they agree on; without `sharing` each reasons on everything, to compare with.
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
        root: Root | None = None,
        modules: Iterable[Module] = (),
        sharing: bool = True,
    ) -> None:
        settings = replace(Settings.of(scene), sharing=sharing)
        equipment = None if engine is None else Equipment.of(scene, settings, engine, sight, kinematics)
        board = Board(retention=retention) if root is None else Board.resumed(root, retention=retention)
        self._wire(scene, settings, equipment, board, Modules.of(scene, modules), people=people)
        for each in self.modules.readers:
            self.pipeline.listen(each.name, each.begin, limits=each.limits)

    def _wire(
        self,
        scene: Scene,
        settings: Settings,
        equipment: Equipment | None,
        board: Board,
        modules: Modules,
        *,
        people: bool,
    ) -> None:
        self.scene = scene
        self.modules = modules
        self.settings = settings
        self.board = board
        self.pipeline = Pipeline(board)
        self._equipment = equipment
        self._people = people and equipment is not None
        self._lately: tuple[RecentTick, ...] = ()
        for name in board.names:
            if name.startswith(SOURCE_PREFIX) or name == PERCEPTION:
                self.pipeline.add_source(name)
        for stage in self._stages():
            self.pipeline.add(stage)
        for world, monitor in modules.monitors:
            if world != MINDS:
                self.pipeline.watch(world, monitor)
        self._add_filters()
        for name in board.names:
            if told_world(name) in board:
                self._add_mind(path_of(name))
        self._compare()

    def _stages(self) -> list[AnyStage]:
        scene, settings, equipment = self.scene, self.settings, self._equipment
        first = self._fusing()
        if equipment is None:
            way, heard = self._way(MERGED)
            last: AnyStage = copying(heard)
            return [first, *way, telling(last) if PERCEPTION in self.board else last]
        stages: list[AnyStage] = [first]
        heard = MERGED
        if settings.physics.tracking_filter:
            stages.append(smoothing(equipment.trackers, MERGED, timestep_s=settings.physics.simulation_step))
            heard = FILTERED
        way, heard = self._way(heard)
        last: AnyStage = settling(scene, heard, settings, equipment, people=self._people)
        return [*stages, *way, telling(last) if PERCEPTION in self.board else last]

    def _way(self, heard: str) -> tuple[list[AnyStage], str]:
        """The filters that are put in the way to `stable`, and the world the last of them writes."""
        way: list[AnyStage] = []
        for each in self.modules.all:
            if each.kind == "filter" and each.feeds is not None:
                way.append(filter_stage(each, heard))
                heard = way[-1].output
        return way, heard

    def _add_filters(self) -> None:
        """The filters beside the way to `stable`: those whose world is written already; others come after it."""
        there = {*(stage.output for stage in self.pipeline.stages), *self._sources}
        waiting = [stage for stage in self.modules.filters if stage.output not in there]
        while ready := [stage for stage in waiting if there.issuperset(stage.inputs)]:
            for stage in ready:
                self.pipeline.add(stage)
                waiting.remove(stage)
                there.add(stage.output)

    @property
    def _sources(self) -> tuple[str, ...]:
        return tuple(name for name in self.board.names if name.startswith(SOURCE_PREFIX))

    def _fusing(self) -> AnyStage:
        return fusing(self.scene, self._sources, patience_s=self.settings.physics.perceived_max_duration)

    def fork(self) -> "Assessment":
        """Another assessment that goes on from here on its own: neither disturbs the other."""
        other = self._at(self.board.fork())
        other._lately = self._lately
        other.pipeline.go_on_from(self.pipeline)
        return other

    def _at(self, board: Board) -> "Assessment":
        """One of the same scene that goes on with a board of its own."""
        other = Assessment.__new__(Assessment)
        equipment = None if self._equipment is None else self._equipment.forked()
        other._wire(self.scene, self.settings, equipment, board, self.modules, people=self._people)
        return other

    @property
    def minds(self) -> tuple[Path, ...]:
        """Whose beliefs there are: people's, and people's as thought of by those before."""
        return tuple(path_of(name) for name in self.board.names if told_world(name) in self.board)

    def feed(self, *observations: Observation) -> Mapping[str, World]:
        """One tick, at the instant of the newest of some observations. Returns the worlds that changed.

        Of several observations of one source, only the newest counts. One that comes late by no more than the scene's
        `max_lateness` is put where it belongs: the ticks since are made again, and what that changes is told now.
        """
        stamp = max(observation.stamp for observation in observations)
        late = [moment for moment in self._lately if moment.stamp > stamp]
        if late:
            return self._made_up(observations, late)
        self.pipeline.catch_up()
        before = self.board.root
        newest = {observation.source: observation for observation in sorted(observations, key=lambda each: each.stamp)}
        deltas: dict[str, Delta] = {}
        memories: dict[str, object] = {}
        for observation in newest.values():
            self._expect_source(observation.source)
        frames = self.board[MERGED] if len(self.board[MERGED].structure) else self.scene.world
        for source, observation in newest.items():
            name, now = source_world(source), msgspec.structs.replace(observation, stamp=stamp)
            kept = remembered(self.board.memory(name))
            now, place = steadied(now, kept, source=self.board[name], frames=frames, scene=self.scene)
            hidden: Collection[EntityId] = ()
            if has_questions(memories.get(PERCEPTION, self._identities), self.board[name], now):
                now, hidden = self._identified(now, frames, deltas, memories)
            self._expect_people(now)
            deltas[name] = percepts(self.board[name], now, scene=self.scene, frames=frames, hidden=hidden)
            known = memories.get(PERCEPTION)
            felt = known.felt if isinstance(known, Identities) else frozenset[EntityId]()
            things = now.objects is not None and self._looks(source)
            memories[name] = Reported(things, self._looked(now), place, felt)
        self._rename(deltas, memories)
        return self._tick(stamp, before, Fed(observations), deltas, memories)

    @property
    def _identities(self) -> Identities | None:
        """Who is who, where that was ever a question."""
        known = remembered(self.board.memory(PERCEPTION)) if PERCEPTION in self.board else None
        return known if isinstance(known, Identities) else None

    def _identified(
        self, observation: Observation, frames: World, deltas: dict[str, Delta], memories: dict[str, object]
    ) -> tuple[Observation, Collection[EntityId]]:
        """An observation in which everything has a name; and the names there are that were made up."""
        if PERCEPTION not in self.board:
            self.pipeline.add_source(PERCEPTION)
            self.pipeline.replace("settle", self._stages()[-1])
        known = memories.get(PERCEPTION) or replace(self._identities or Identities(), news=())
        assert isinstance(known, Identities)
        found = identify(
            known,
            observation,
            source=self.board[source_world(observation.source)],
            world=self.board[STABLE] if len(self.board[STABLE].structure) else self.scene.world,
            frames=frames,
            scene=self.scene,
        )
        deltas[PERCEPTION], memories[PERCEPTION] = Delta(observation.stamp), found.known
        return found.observation, found.known.hidden

    def _rename(self, deltas: dict[str, Delta], memories: dict[str, object]) -> None:
        """What was identified goes by its own name in what all sources have reported, also those silent now."""
        known = memories.get(PERCEPTION)
        if not isinstance(known, Identities) or not any(isinstance(each, Event) for each in known.news):
            return
        for name in self._sources:
            gone = [
                each.id for each in self.board[name].structure.entities if each.hidden and each.id not in known.tracks
            ]
            if gone and name not in deltas:
                deltas[name] = change(stamp=self.board[name].stamp, remove=gone)
                memories[name] = remembered(self.board.memory(name))

    def _tick(
        self,
        stamp: float,
        before: Root,
        fed: Fed,
        deltas: Mapping[str, Delta],
        memories: Mapping[str, object],
        *,
        only: Collection[str] | None = None,
    ) -> Mapping[str, World]:
        reach = stamp - self.scene.timing.max_lateness
        lately = (each for each in self._lately if each.stamp >= reach)
        self._lately = (*lately, RecentTick(stamp, before, fed))
        return self.pipeline.tick(stamp, deltas, memories=memories, cause=fed, only=only)

    def reaches(self, stamp: float) -> bool:
        """Whether what was perceived at an instant can still be taken in."""
        newest = self._lately[-1].stamp if self._lately else float("-inf")
        return stamp >= newest or bool(self._lately and stamp >= self._first())

    def _first(self) -> float:
        """The instant from which on the last moments can be lived through again."""
        return max((world.stamp for world in self._lately[0].before.worlds.values()), default=float("-inf"))

    def _made_up(self, observations: tuple[Observation, ...], late: Sequence[RecentTick]) -> Mapping[str, World]:
        """Takes in what came too late, then what was taken in since."""
        first = late[0].before
        other = self._at(Board.resumed(first))
        other.feed(*observations)
        for moment in late:
            other._feed(moment.fed)
        for observation in observations:
            self._expect_source(observation.source)
            self._expect_people(observation)
        since = max((world.stamp for world in first.worlds.values()), default=0.0)
        right = other.board.root
        changes = {
            name: (corrected(self.board[name], world, since=since), right.memories.get(name))
            for name, world in right.worlds.items()
            if name in right.begun
        }
        self._lately = (*(each for each in self._lately if each not in late), *other._lately)
        return self.pipeline.correct(changes, Correction(len(observations)))

    def feed_again(self, tick: bytes) -> int:
        """A tick as a recording keeps it, and of how many observations; a stage that fails makes up for it later."""
        fed = msgspec.msgpack.decode(tick, type=Fed)
        with suppress(StageFailed):
            self._feed(fed)
        return len(fed.observations)

    def _feed(self, fed: Fed) -> None:
        if fed.told:
            self._say(fed.told)
        else:
            self.feed(*fed.observations)

    def _looked(self, observation: Observation) -> bool:
        """Whether what a source does not list is evidence: its sensor was on, and it does not say otherwise."""
        role = self.scene.world.entity(observation.source).role if observation.source in self.scene.world else None
        return observation.looked and (not isinstance(role, Sensor) or role.looks(observation.stamp))

    def _looks(self, source: str) -> bool:
        """Whether a source that tells of no thing has seen none: a provider only if it is named after a sensor."""
        provided = any(each.name == source for each in self.modules.providers)
        return not provided or (source in self.scene.world and isinstance(self.scene.world.entity(source).role, Sensor))

    def _expect_source(self, source: str) -> None:
        """A source that reports for the first time gets a world."""
        name = source_world(source)
        if name not in self.board:
            self.pipeline.add_source(name)
            self.pipeline.replace("fuse", self._fusing())
            self._add_filters()

    def _expect_people(self, observation: Observation) -> None:
        """Everybody who is seen for the first time gets a world of beliefs."""
        if not self._people:
            return
        robot, known = robot_of(self.scene.world), self.minds
        # A filter that writes a person's world takes the place of what would be worked out.
        people = {path[0] for path in known}.union(map(EntityId, self.modules.worlds))
        new = [percept.id for percept in observation.agents or () if percept.id not in people and percept.id != robot]
        for person in dict.fromkeys(new):
            people.add(person)
            for path in sorted(
                paths(people.difference(self.modules.worlds), self.settings.physics.belief_depth),
                key=lambda path: (len(path), path),
            ):
                if mind_world(path) not in self.board:
                    self._add_mind(path)
            self._compare()

    def _add_mind(self, path: Path) -> None:
        assert self._equipment is not None
        self.pipeline.add_source(told_world(mind_world(path)))
        deeper = len(path) < self.settings.physics.belief_depth
        self.pipeline.add(believing(self.scene, path, self.settings, self._equipment, deeper=deeper))
        for world, monitor in self.modules.monitors:
            if world == MINDS:
                self.pipeline.watch(mind_world(path), monitor)

    def _compare(self) -> None:
        people = tuple(path[0] for path in self.minds if len(path) == 1)
        if not people:
            return
        if any(each.name == COMPARE for each in self.pipeline.stages):
            self.pipeline.remove(COMPARE)
        self.pipeline.add(comparing(people, robot=robot_of(self.scene.world) or EntityId("robot")))
        # Those that read what people believe come last, whoever came when.
        late = [stage for stage in self.modules.filters if _is_late(stage)]
        for stage in late:
            if any(each.name == stage.name for each in self.pipeline.stages):
                self.pipeline.remove(stage.name)
        self._add_filters()

    def plug(self, module: Module) -> None:
        """Puts a module to work from the next tick on. Raises DuplicateName, UnfitModule, WriterTaken."""
        modules = self.modules.plus(module, self.scene, present=self.board.names)
        self.modules = modules
        if module.kind == "reader":
            self.pipeline.listen(module.name, module.begin, limits=module.limits)
        elif module.kind == "filter" and module.feeds is not None:
            *_, added, last = self._stages()
            self.pipeline.add(added, before="settle")
            self.pipeline.replace("settle", last)
        elif module.kind == "filter":
            self._add_filters()
        for world, monitor in modules.monitors:
            if monitor.name == module.name:
                minds = [mind_world(path) for path in self.minds]
                for name in minds if world == MINDS else [world]:
                    self.pipeline.watch(name, monitor)

    def watch(self, world: str, name: str, monitor: Look, memory: object = None) -> None:
        """Puts a function `(world, memory) -> entries` on a world, or on `minds`: every person's. Raises as `plug`."""
        self.plug(Module(name, Plugin(name, "monitor", monitor, memory=frozen_memory(memory)), on=world))

    def providers(self, reading: Reading = observed) -> list[tuple[str, Iterable[Observation]]]:
        """What provider modules yield, each by its name and in the order of stamps; `reading` takes in its items."""
        return [(each.name, stream(each, reading, self.pipeline.guests)) for each in self.modules.providers]

    @property
    def divergences(self) -> tuple[Divergence, ...]:
        """Who is wrong about what, and why, just now."""
        memory = remembered(self.board.memory(DIVERGENCES))
        return memory.found if isinstance(memory, Comparison) else ()

    @property
    def efforts(self) -> Mapping[EntityId, Efforts]:
        """What it takes each agent to get to each thing it can: an arm, leaning, or a step."""
        memory = settled_memory(remembered(self.board.memory(STABLE)))
        return {} if memory is None else memory.remarks.reach.efforts

    @property
    def reasons(self) -> Mapping[EntityId, str]:
        """Why things are elsewhere than they are seen, or are known to be anywhere at all."""
        memory = settled_memory(remembered(self.board.memory(STABLE)))
        return {} if memory is None else memory.reasoner.reasons

    def tell(
        self, listener: str, thing: str, relation: Literal["isIn", "isOn"], target: str, *, teller: str | None = None
    ) -> None:
        """Lets somebody know where a thing is: believed from now on, until seen otherwise.

        Raises UnknownName.
        """
        people = [path[0] for path in self.minds if len(path) == 1]
        if listener not in people:
            raise UnknownName("person", listener, people)
        truth = self.board[STABLE]
        said = Told(
            EntityId(listener),
            truth.entity(thing).id,
            relation,
            truth.entity(target).id,
            None if teller is None else EntityId(teller),
        )
        self._say((said,))

    def _say(self, told: tuple[Told, ...]) -> None:
        """A tick in which nothing is perceived and only those who are told something think."""
        self.pipeline.catch_up()
        stamp, before = self.board[STABLE].stamp, self.board.root
        deltas: dict[str, Delta] = {}
        for each in told:
            name = told_world(each.listener)
            event = Event(stamp, each.relation, each.thing, each.target, reason=each.teller)
            known = deltas[name].entries if name in deltas else ()
            deltas[name] = Delta(stamp, entries=(*known, event))
        listeners = {each.listener for each in told}
        minds = {f"mind/{mind_world(path)}" for path in self.minds if path[0] in listeners}
        self._tick(stamp, before, Fed((), told), deltas, {}, only={*minds, COMPARE})


def _is_late(stage: AnyStage) -> bool:
    return any(is_belief(name) or name == DIVERGENCES for name in stage.inputs)
