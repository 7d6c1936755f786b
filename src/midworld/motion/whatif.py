"""Worlds as they would be with an object or a robot elsewhere, and who would see and reach what in them."""

from dataclasses import dataclass, field

import numpy as np

from ..agents import (
    NUMPY,
    Attention,
    Effort,
    Kinematics,
    ReachMemory,
    ReachSettings,
    VisibilityCache,
    Watching,
    reachable,
    watched,
)
from ..geometry import FloatArray, Pose, Quaternion, compose, invert
from ..world import BodyPart, Ended, Entity, EntityId, Link, Sensor, Status, World, change, move

HELD_BY = "isHeldBy"


@dataclass(frozen=True, slots=True)
class Impossible:
    """No place serves, and why."""

    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Senses:
    """What tells who sees and who reaches what, the same as for the facts `sees` and `canReach`."""

    sights: VisibilityCache
    attention: Attention = field(default_factory=Attention)
    reach: ReachSettings = field(default_factory=ReachSettings)
    kinematics: Kinematics = NUMPY

    def sees(self, world: World, agent: str, thing: str) -> bool:
        """Whether an agent sees an object in a world."""
        looks = watched(Watching(), world, self.sights, settings=self.attention, stamp=world.stamp).seen
        return thing in looks.perceived.get(EntityId(agent), frozenset())

    def efforts(self, world: World, thing: str) -> dict[EntityId, Effort]:
        """Who gets hold of an object in a world, and the least that takes."""
        _, found = reachable(ReachMemory(), world, settings=self.reach, stamp=world.stamp, kinematics=self.kinematics)
        name = EntityId(thing)
        return {agent: efforts[name] for agent, efforts in found.items() if name in efforts}


def put(world: World, thing: str, pose: Pose) -> World:
    """The world with an object at a pose of the fixed frame, in nobody's hand."""
    held = [statement for statement in world.timeline.held(HELD_BY) if statement[0] == thing]
    let_go = [Ended(world.stamp, predicate, subject, target) for subject, predicate, target in held]
    there = world.apply(move(world, thing, pose))
    return there.apply(change(status={EntityId(thing): Status.PERCEIVED.value}, entries=let_go))


def stood(world: World, agent: str, base: Pose) -> World:
    """The world with an agent, its body and its sensors elsewhere, as if it had driven there just as it is."""
    shift = compose(base.array, invert(world.pose(agent).array))
    moved: dict[EntityId, FloatArray] = {
        entity.id: compose(shift, world.state.pose[world.structure.rows[entity.id]])
        for entity in world.structure.entities
        if entity.parent is None and _is_of(entity, agent)
    }
    return world.apply(change(pose=moved))


def _is_of(entity: Entity, agent: str) -> bool:
    role = entity.role
    return entity.id == agent or (isinstance(role, BodyPart | Sensor | Link) and role.owner == agent)


def upright(heading_rad: float) -> Quaternion:
    """A turn about the vertical."""
    return (0.0, 0.0, float(np.sin(heading_rad / 2)), float(np.cos(heading_rad / 2)))
