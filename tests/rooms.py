"""Rooms with things and agents that stand where they are said to, without an engine."""

from collections.abc import Mapping

import numpy as np

from midworld.geometry import Box, Pose, Shape, Vector3, frustum
from midworld.world import (
    Agent,
    BodyPart,
    Entity,
    EntityId,
    Object,
    PartName,
    Placed,
    Sensor,
    Status,
    World,
    change,
    enter,
    part_id,
)

CUBE = Box((0.1, 0.1, 0.1))
Things = Mapping[str, tuple[Shape, Vector3 | Pose]]


def person(name: str, **parts: Pose) -> list[Placed]:
    """A person of whom some parts are tracked."""
    agent = EntityId(name)
    known: list[PartName] = ["head", "torso", "base", "left_hand", "right_hand"]
    stands = next((parts[part] for part in ("base", "torso", "head") if part in parts), Pose())
    body: list[Placed] = [(Entity(agent, Agent("human"), category="Human"), stands)]
    for part in known:
        if part in parts:
            body.append((Entity(part_id(agent, part), BodyPart(part, agent), category="BodyPart"), parts[part]))
    return body


def robot(name: str, pose: Pose | None = None, *, camera: Pose | None = None) -> list[Placed]:
    """A robot at a place, or one that is known by its camera alone."""
    body: list[Placed] = [(Entity(EntityId(name), Agent("robot"), category="Robot"), pose or Pose())]
    if camera is not None:
        eye = Sensor(frustum((70.0, 55.0), (0.1, 10.0)), EntityId(name))
        body.append((Entity(EntityId(f"{name}_camera"), eye, category="Sensor"), camera))
    return body


def room(things: Things, *agents: list[Placed], stamp: float = 0.0) -> World:
    """Things of some shape at some place, and agents, all of them known to be there."""
    placed: list[Placed] = [
        (Entity(EntityId(name), Object(), collision=shape), place if isinstance(place, Pose) else Pose(place))
        for name, (shape, place) in things.items()
    ]
    return World().apply(enter([*placed, *(each for agent in agents for each in agent)], stamp=stamp))


def lost(world: World, name: str) -> World:
    """The same world, in which nobody knows where a thing is."""
    return world.apply(change(status={EntityId(name): Status.UNKNOWN.value}))


def moved(world: World, places: Mapping[str, Vector3 | Pose], *, stamp: float | None = None) -> World:
    """The same world with some things elsewhere; one moved by a position keeps its orientation."""
    poses = {
        EntityId(name): place.array if isinstance(place, Pose) else np.array([*place, *world.pose(name).orientation])
        for name, place in places.items()
    }
    return world.apply(change(stamp=stamp, pose=poses))


def shaken(world: World, random: np.random.Generator, *, sigma_m: float, stamp: float) -> World:
    """The same world as a noisy tracker would report it."""
    poses = {name: np.array(world.state.pose[row]) for row, name in enumerate(world.ids)}
    for pose in poses.values():
        pose[:3] += random.normal(0.0, sigma_m, 3)
    return world.apply(change(stamp=stamp, pose=poses))
