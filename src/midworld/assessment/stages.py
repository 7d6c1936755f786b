"""What happens in one tick, stage by stage: fuse, settle, believe, compare."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import cast

import numpy as np

from ..agents import (
    Awareness,
    Comparison,
    Hearsay,
    Kinematics,
    SharingMemory,
    SightMaker,
    Space,
    Thinkers,
    VisibilityCache,
    Watching,
    agrees_still,
    aware,
    believe_sharing,
    common_ground,
    compare,
    engine_sight,
    eyes,
    place,
    said,
    watched,
)
from ..perception import Calibration, Identities
from ..perception import fusing as fusing_step
from ..physics import Engine, Eye, SimulationPool, SmoothingMemory, smoothed
from ..physics import Settings as EngineSettings
from ..relations import Reasoner, ReasonerMemory, SettledMemory
from ..relations import settling as settling_step
from ..runtime import AnyStage, Inputs, Stage
from ..world import DIVERGENCES, Delta, EntityId, Scene, World, diff
from .names import FILTERED, MERGED, PERCEPTION, SOURCE_PREFIX, STABLE, Path, mind_world, robot_of, told_world
from .settings import Settings

COMPARE = "compare"


@dataclass(frozen=True, slots=True)
class Equipment:
    """What stages ask: simulations to reason with and to track with, something to look at, arms to move."""

    pool: SimulationPool
    trackers: SimulationPool
    visibility: VisibilityCache
    kinematics: Kinematics

    @classmethod
    def of(
        cls, scene: Scene, settings: Settings, engine: Engine, sight: SightMaker | None, kinematics: Kinematics
    ) -> "Equipment":
        """What an engine gives; without a `sight` of its own, it also serves for looking."""
        step_s = settings.physics.simulation_step
        pool = SimulationPool(
            engine, scene.meshes, EngineSettings(timestep_s=step_s, rise_m_s=1.5, level_m_s=1.5, top_m_s=4.9)
        )
        trackers = SimulationPool(engine, scene.meshes, EngineSettings(timestep_s=step_s))
        return cls(pool, trackers, VisibilityCache(sight or engine_sight(engine), scene.meshes), kinematics)

    def forked(self) -> "Equipment":
        """For what-ifs, that leave the simulations to those that have them."""
        return replace(self, pool=self.pool.forked(), trackers=self.trackers.forked())


@dataclass(frozen=True, slots=True, eq=False)
class BeliefMemory:
    """What somebody's world of beliefs carries from tick to tick; `thinkers` are who thinks about what in it."""

    mind: SharingMemory
    thinkers: Thinkers = ()
    watching: Watching = field(default_factory=Watching)
    space: Space = field(default_factory=Space)


def fusing(scene: Scene, worlds: tuple[str, ...], *, patience_s: float) -> Stage[Calibration]:
    """The newest of what all sources report, in one world."""
    sources = {name: name.removeprefix(SOURCE_PREFIX) for name in worlds}
    return Stage("fuse", worlds, MERGED, fusing_step(scene, sources, perceived_max_duration=patience_s), Calibration())


def smoothing(pool: SimulationPool, heard: str, *, timestep_s: float) -> Stage[SmoothingMemory]:
    """Percepts of this tick are replaced by the best hypothesis about each thing."""

    def step(inputs: Inputs, previous: World, memory: SmoothingMemory, stamp: float) -> tuple[Delta, SmoothingMemory]:
        # What is said of a world stays with it.
        merged = replace(inputs[heard], timeline=previous.timeline)
        now, memory = smoothed(memory, merged, pool, timestep_s=timestep_s, stamp=stamp)
        return replace(diff(previous, now), stamp=stamp), memory

    return Stage("smooth", (heard,), FILTERED, step, SmoothingMemory())


def telling(stage: AnyStage) -> AnyStage:
    """A stage whose world also tells what perception itself has to say."""

    def step(inputs: Inputs, previous: World, memory: object, stamp: float) -> tuple[Delta, object]:
        delta, after = stage.step(inputs, previous, memory, stamp)
        known = inputs.memory(PERCEPTION)
        news = known.news if isinstance(known, Identities) else ()
        return replace(delta, entries=(*delta.entries, *news)), after

    return replace(stage, inputs=(*stage.inputs, PERCEPTION), step=step)


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
) -> Stage[SettledMemory[Awareness]]:
    """Physics, then who attends to, sees and reaches what in the world it gives."""
    remark = partial(
        aware,
        viewer=robot_of(scene.world),
        visibility=equipment.visibility,
        kinematics=equipment.kinematics,
        settings=settings.awareness,
    )
    step = settling_step(_reasoner(settings, equipment), heard, remark if people else None)
    return Stage("settle", (heard,), STABLE, step, SettledMemory(ReasonerMemory(), Awareness()))


def settled_memory(memory: object) -> SettledMemory[Awareness] | None:
    """What `stable` carries from tick to tick; None where no physics made it."""
    return cast("SettledMemory[Awareness]", memory) if isinstance(memory, SettledMemory) else None


def believing(
    scene: Scene, path: Path, settings: Settings, equipment: Equipment, *, deeper: bool
) -> Stage[BeliefMemory]:
    """A world of beliefs: of a person, or of one as another thinks of it; `deeper` ones are thought of in turn."""
    agent, parent, told = path[-1], mind_world(path[:-1]) or STABLE, told_world(mind_world(path))
    awareness, patience = settings.awareness, settings.physics.perceived_max_duration
    reasoner = _reasoner(settings, equipment, agent)

    def step(inputs: Inputs, previous: World, memory: BeliefMemory, stamp: float) -> tuple[Delta, BeliefMemory]:
        truth, (watching, thinkers) = inputs[parent], _made_by(inputs.memory(parent))
        seen, news = watching.looks.perceived.get(agent, frozenset[EntityId]()), inputs[told]
        if settings.sharing:
            mind = agrees_still(
                memory.mind,
                truth,
                agent=agent,
                seen=seen,
                told=len(hearsay(news, truth)),
                above=thinkers,
                patience_s=patience,
                stamp=stamp,
            )
            if mind is not None:
                return Delta(stamp), BeliefMemory(mind, mind.thinking(thinkers), memory.watching, memory.space)
        delta, mind, world = believe_sharing(
            memory.mind,
            truth,
            previous,
            agent=agent,
            eyes=np.array([eye.pose.position for eye in watching.eyes if eye.agent == agent]).reshape(-1, 3),
            seen=seen,
            told=hearsay(news, truth),
            reasoner=reasoner,
            above=thinkers,
            patience_s=patience,
            whole=not settings.sharing,
            stamp=stamp,
        )
        space, placed = place(memory.space, world, viewer=agent, settings=awareness.spatial, stamp=stamp)
        looks = memory.watching
        if deeper:
            looks = watched(looks, world, equipment.visibility, settings=awareness.attention, stamp=stamp)
        after = BeliefMemory(mind, mind.thinking(thinkers), looks, space)
        return replace(delta, entries=(*delta.entries, *placed)), after

    memory = BeliefMemory(SharingMemory(common_ground(scene.world)))
    return Stage(f"mind/{mind_world(path)}", (parent, told), mind_world(path), step, memory)


def _made_by(memory: object) -> tuple[Watching, Thinkers]:
    """What everybody sees of a world, and who thinks about what in it, as is kept with it."""
    if isinstance(memory, BeliefMemory):
        return memory.watching, memory.thinkers
    settled = settled_memory(memory)
    assert settled is not None
    return settled.remarks.watching, ((settled.reasoner, None),)


def hearsay(told: World, truth: World) -> tuple[Hearsay, ...]:
    """All that somebody was ever told, with the place that gives each thing."""
    if not len(told.timeline.entries):
        return ()
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
