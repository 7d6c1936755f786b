"""Rooms with people, robots and tables for tests of motion."""

import numpy as np

from midworld.adapters.embree import EmbreeSight
from midworld.agents import VisibilityCache
from midworld.geometry import Box, Cylinder, Pose, Shape, Vector3
from midworld.motion import Senses
from midworld.world import Agent, BodyPart, Entity, EntityId, Object, Status, World, change, enter, part_id

TABLE: tuple[Shape, Vector3] = (Box((1.0, 1.2, 0.04)), (0.6, 0.0, 0.73))
CUP: tuple[Shape, Vector3] = (Cylinder(0.04, 0.10), (0.25, 0.4, 0.80))


def room(**placed: tuple[Shape, Vector3]) -> World:
    """Objects by name, each with its shape and its place; a table is static."""
    entities = [
        (Entity(EntityId(name), Object(static=name in ("table", "wall", "screen")), collision=shape), Pose(at))
        for name, (shape, at) in placed.items()
    ]
    return World().apply(enter(entities, stamp=0.0))


def with_agent(
    world: World, name: str, at: tuple[float, float], looks_at: Vector3, *, kind: str = "human", eyes_m: float = 1.6
) -> World:
    """Somebody who stands there and looks somewhere."""
    agent, head = EntityId(name), part_id(EntityId(name), "head")
    pose = Pose.looking((at[0], at[1], eyes_m), at=looks_at).array
    role = Agent("robot") if kind == "robot" else Agent("human")
    heading = np.arctan2(looks_at[1] - at[1], looks_at[0] - at[0])
    stand = [at[0], at[1], 0.0, 0.0, 0.0, np.sin(heading / 2), np.cos(heading / 2)]
    return world.apply(
        change(
            put=[Entity(agent, role), Entity(head, BodyPart("head", agent))],
            pose={head: pose, agent: stand},
            status={head: Status.PERCEIVED.value, agent: Status.PERCEIVED.value},
            seen={head: 0.0},
        )
    )


def senses() -> Senses:
    return Senses(VisibilityCache(EmbreeSight, {}))
