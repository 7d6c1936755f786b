"""Physics-aware tracking: what trackers report, made smooth before it is reasoned on."""

from dataclasses import dataclass, field, fields, replace

import numpy as np

from ..geometry import IntArray
from ..world import Agent, BodyPart, World
from .body import Body, bodies
from .engine import Image
from .filter import Beliefs, Noise, filtered
from .foresight import Simulated, Still
from .pool import SimulationPool


@dataclass(frozen=True, slots=True, eq=False)
class SmoothingMemory:
    """What is believed of each body, in their order, and the simulation that tells what they do when left alone."""

    bodies: tuple[Body, ...] = ()
    beliefs: Beliefs = field(default_factory=lambda: Beliefs.fresh(0))
    image: Image | None = None
    left_s: float = 0.0


def smoothed(
    memory: SmoothingMemory, merged: World, pool: SimulationPool, *, timestep_s: float, stamp: float
) -> tuple[World, SmoothingMemory]:
    """A world in which percepts of this tick are replaced by the best hypothesis about each thing."""
    memory = _entered(memory, merged)
    rows = np.array([merged.structure.row(body.id) for body in memory.bodies], dtype=np.intp)
    movable = np.array([not body.static for body in memory.bodies], dtype=np.bool_)
    scene = pool.lend(memory.image, merged).scene
    left = None if memory.image is None else memory.left_s
    # Where no ground is declared nothing falls: its direction, or what carries things, is not known.
    grounded = not bool(movable.all())
    foresight = Simulated(scene.simulation, timestep_s=timestep_s, left_s=left) if grounded else Still()
    fresh = np.flatnonzero((merged.state.seen[rows] == stamp) & movable)
    stated = merged.state.pose_covariance[rows[fresh], :3, :3]
    known = bool(len(fresh)) and bool((np.abs(stated).max(axis=(1, 2)) > 0).all())
    beliefs = filtered(
        memory.beliefs,
        foresight,
        fresh,
        merged.poses()[rows][fresh],
        stamp=stamp,
        noise=Noise(handled=_has_hands(merged)),
        covariances=stated if known else None,
    )
    world = _smoothed(merged, memory.bodies, rows, fresh, beliefs)
    left = foresight.left_s if isinstance(foresight, Simulated) else 0.0
    return world, SmoothingMemory(memory.bodies, beliefs, pool.kept(scene), left)


def _has_hands(world: World) -> bool:
    """Whether anybody is declared, or seen, who could move things."""
    return any(
        isinstance(entity.role, BodyPart) or (isinstance(entity.role, Agent) and entity.role.kind == "human")
        for entity in world.structure.entities
    )


def _smoothed(merged: World, known: tuple[Body, ...], rows: IntArray, fresh: IntArray, beliefs: Beliefs) -> World:
    pose = np.array(merged.state.pose)
    covariance = np.array(merged.state.pose_covariance)
    free = np.array([merged.structure[known[int(row)].id].parent is None for row in fresh], dtype=np.bool_)
    free_rows = fresh[free]
    pose[rows[free_rows]] = beliefs.poses[free_rows]
    covariance[rows[free_rows], :3, :3] = beliefs.covariances[free_rows]
    state = merged.state.with_tables({"pose": pose, "pose_covariance": covariance})
    return World(merged.structure, state, merged.timeline, merged.stamp)


def _entered(memory: SmoothingMemory, merged: World) -> SmoothingMemory:
    """Things that come are simulated anew with all others; what is believed of those stays."""
    now = bodies(merged.structure)
    if now == memory.bodies:
        return memory
    places = {body.id: row for row, body in enumerate(memory.bodies)}
    both = [(row, places[body.id]) for row, body in enumerate(now) if body.id in places]
    fresh = Beliefs.fresh(len(now))
    new, old = [row for row, _ in both], [row for _, row in both]
    for item in fields(fresh):
        if item.name != "stamp":
            getattr(fresh, item.name)[new] = getattr(memory.beliefs, item.name)[old]
    return SmoothingMemory(now, replace(fresh, stamp=memory.beliefs.stamp))
