"""What happens in one tick, stage by stage: fuse, settle, believe, compare."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from ..agents import (
    DIVERGENCES,
    Comparison,
    Hearsay,
    Kinematics,
    Noticed,
    Reaching,
    SharingMemory,
    Space,
    Thinkers,
    VisibilityCache,
    Watching,
    attend,
    believe_sharing,
    common_ground,
    compare,
    eyes,
    place,
    reach_out,
    said,
    watched,
)
from ..perception import fuse
from ..physics import Eye, SimulationPool, SmoothingMemory, smoothed
from ..relations import Reasoner, ReasonerMemory
from ..runtime import Inputs, Stage
from ..world import Delta, EntityId, Scene, Sensor, World, change, compose, diff
from .names import FILTERED, MERGED, SOURCE_PREFIX, STABLE, Path, mind_world, robot_of, told_world
from .settings import Settings

COMPARE = "compare"


@dataclass(frozen=True, slots=True)
class Equipment:
    """What stages ask: simulations to reason with and to track with, something to look at, arms to move."""

    pool: SimulationPool
    trackers: SimulationPool
    visibility: VisibilityCache
    kinematics: Kinematics

    def forked(self) -> "Equipment":
        """For what-ifs, that leave the simulations to those that have them."""
        return replace(self, pool=self.pool.forked(), trackers=self.trackers.forked())


@dataclass(frozen=True, slots=True)
class Reported:
    """Kept with a source's world: whether its newest report said anything of things."""

    things: bool


@dataclass(frozen=True, slots=True, eq=False)
class StableMemory:
    """What the robot's own world carries from tick to tick."""

    reasoner: ReasonerMemory = field(default_factory=ReasonerMemory)
    watching: Watching = field(default_factory=Watching)
    attention: Noticed = field(default_factory=Noticed)
    reach: Reaching = field(default_factory=Reaching)
    space: Space = field(default_factory=Space)

    @property
    def thinkers(self) -> Thinkers:
        """Who thinks about what in it."""
        return ((self.reasoner, None),)


@dataclass(frozen=True, slots=True, eq=False)
class BeliefMemory:
    """What somebody's world of beliefs carries from tick to tick; `above` is who thinks about what in it."""

    mind: SharingMemory
    thinkers: Thinkers = ()
    watching: Watching = field(default_factory=Watching)
    space: Space = field(default_factory=Space)


def fusing(scene: Scene, sources: tuple[str, ...], *, patience_s: float) -> Stage[None]:
    """The newest of what all sources report, in one world."""
    sensors = [entity.id for entity in scene.world.structure.entities if isinstance(entity.role, Sensor)]

    def looked(inputs: Inputs, stamp: float) -> Delta:
        """Which sensors reported just now: that of the source's name, or all of them if none has it."""
        names: set[EntityId] = set()
        for name, source in inputs.items():
            report = inputs.memory(name)
            if source.stamp == stamp and isinstance(report, Reported) and report.things:
                own = EntityId(name.removeprefix(SOURCE_PREFIX))
                names.update([own] if own in sensors else sensors)
        return change(seen=dict.fromkeys(sorted(names), stamp))

    def step(inputs: Inputs, merged: World, memory: None, stamp: float) -> tuple[Delta, None]:
        # The first tick begins with what the scene places beforehand.
        delta = Delta() if len(merged.structure) else diff(World(), scene.world)
        for source in inputs.values():
            if source.stamp == stamp:
                sights = fuse(merged.apply(delta), source, stamp=stamp, perceived_max_duration=patience_s)
                delta = compose(delta, sights)
        return compose(delta, looked(inputs, stamp)), memory

    return Stage("fuse", sources, MERGED, step, None)


def smoothing(pool: SimulationPool, heard: str, *, timestep_s: float) -> Stage[SmoothingMemory]:
    """Percepts of this tick are replaced by the best hypothesis about each thing."""

    def step(inputs: Inputs, previous: World, memory: SmoothingMemory, stamp: float) -> tuple[Delta, SmoothingMemory]:
        # What is said of a world stays with it.
        merged = replace(inputs[heard], timeline=previous.timeline)
        now, memory = smoothed(memory, merged, pool, timestep_s=timestep_s, stamp=stamp)
        return replace(diff(previous, now), stamp=stamp), memory

    return Stage("smooth", (heard,), FILTERED, step, SmoothingMemory())


def copying(heard: str) -> Stage[None]:
    """Without an engine, what is merged is what is stable."""

    def step(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
        # What is said of a world stays with it.
        now = replace(inputs[heard], timeline=previous.timeline)
        return replace(diff(previous, now), stamp=stamp), memory

    return Stage("settle", (heard,), STABLE, step, None)


def _reasoner(settings: Settings, equipment: Equipment, owner: EntityId | None = None) -> Reasoner:
    def looking(world: World, stamp: float) -> tuple[Eye, ...]:
        return eyes(world, stamp=stamp, settings=settings.awareness.attention)

    return Reasoner(equipment.pool, settings.physics, looking, owner)


def settling(
    scene: Scene, heard: str, settings: Settings, equipment: Equipment, *, people: bool
) -> Stage[StableMemory]:
    """Physics, then who attends to, sees and reaches what in the world it gives."""
    reasoner = _reasoner(settings, equipment)
    awareness, robot = settings.awareness, robot_of(scene.world)

    def step(inputs: Inputs, previous: World, memory: StableMemory, stamp: float) -> tuple[Delta, StableMemory]:
        delta, reasoned = reasoner.step(inputs[heard], previous, memory.reasoner, stamp)
        memory = replace(memory, reasoner=reasoned)
        if not people:
            return delta, memory
        world = previous.apply(delta)
        seen = watched(memory.watching, world, equipment.visibility, settings=awareness.attention, stamp=stamp)
        attention, attended = attend(memory.attention, world, seen.looks, settings=awareness.attention, stamp=stamp)
        reached, within = reach_out(
            memory.reach, world, settings=awareness, kinematics=equipment.kinematics, stamp=stamp
        )
        space, placed = place(memory.space, world, viewer=robot, settings=awareness.spatial, stamp=stamp)
        entries = (*delta.entries, *attended, *within, *placed)
        return replace(delta, entries=entries), StableMemory(reasoned, seen, attention, reached, space)

    return Stage("settle", (heard,), STABLE, step, StableMemory())


def believing(
    scene: Scene, path: Path, settings: Settings, equipment: Equipment, *, deeper: bool
) -> Stage[BeliefMemory]:
    """A world of beliefs: of a person, or of one as another thinks of it; `deeper` ones are thought of in turn."""
    agent, parent, told = path[-1], mind_world(path[:-1]) or STABLE, told_world(mind_world(path))
    awareness, patience = settings.awareness, settings.physics.perceived_max_duration
    reasoner = _reasoner(settings, equipment, agent)

    def step(inputs: Inputs, previous: World, memory: BeliefMemory, stamp: float) -> tuple[Delta, BeliefMemory]:
        truth, above = inputs[parent], inputs.memory(parent)
        assert isinstance(above, StableMemory | BeliefMemory)
        thinkers = above.thinkers
        seen, heard = above.watching.looks.perceived.get(agent, frozenset()), hearsay(inputs[told], truth)
        delta, mind = believe_sharing(
            memory.mind,
            truth,
            previous,
            agent=agent,
            eyes=np.array([eye.pose.position for eye in above.watching.eyes if eye.agent == agent]).reshape(-1, 3),
            seen=seen,
            told=heard,
            reasoner=reasoner,
            above=thinkers,
            patience_s=patience,
            whole=not settings.sharing,
            stamp=stamp,
        )
        thinkers = mind.thinking(thinkers)
        world = previous.apply(delta)
        space, placed = place(memory.space, world, viewer=agent, settings=awareness.spatial, stamp=stamp)
        seen = memory.watching
        if deeper:
            seen = watched(seen, world, equipment.visibility, settings=awareness.attention, stamp=stamp)
        return replace(delta, entries=(*delta.entries, *placed)), BeliefMemory(mind, thinkers, seen, space)

    memory = BeliefMemory(SharingMemory(common_ground(scene.world)))
    return Stage(f"mind/{mind_world(path)}", (parent, told), mind_world(path), step, memory)


def hearsay(told: World, truth: World) -> tuple[Hearsay, ...]:
    """All that somebody was ever told, with the place that gives each thing."""
    found: list[Hearsay] = []
    for event in told.timeline.events():
        relation, thing, target = event.predicate, event.subject, event.object
        if relation in ("isIn", "isOn") and thing in truth and target in truth:
            teller = None if event.reason is None else EntityId(event.reason)
            found.append(Hearsay(said(truth, EntityId(str(thing)), relation, EntityId(str(target))), teller))
    return tuple(found)


def comparing(people: tuple[EntityId, ...], *, robot: EntityId) -> Stage[Comparison]:
    """Who is wrong about what."""

    def step(inputs: Inputs, previous: World, memory: Comparison, stamp: float) -> tuple[Delta, Comparison]:
        worlds: Mapping[EntityId, World] = {
            robot if name == STABLE else EntityId(name): world for name, world in inputs.items()
        }
        return compare(memory, worlds, previous, robot=robot, stamp=stamp)

    return Stage(COMPARE, (STABLE, *people), DIVERGENCES, step, Comparison())
