"""People around a table, and what they attend to, tick by tick."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from midworld.adapters.embree import EmbreeSight
from midworld.agents import Attention, Noticed, eyes, figures, limbs, look_at_parts, notice, retold, solids, steadied
from midworld.geometry import Box, Cylinder, Pose, Shape, Vector3, frustum, multiply, normalised
from midworld.physics import Eye, Outlines, View, look
from midworld.world import (
    Agent,
    BodyPart,
    Delta,
    Entity,
    EntityId,
    Entry,
    Object,
    PartName,
    Sensor,
    Status,
    World,
    change,
    part_id,
)

CUP = Cylinder(0.04, 0.1)
TABLE = Box((1.0, 1.6, 0.04))
Parts = Mapping[PartName, Pose]
SETTINGS = Attention()


def table_with(
    things: Mapping[str, Vector3], *, shape: Shape = CUP, walls: Mapping[str, tuple[Shape, Vector3]] = {}
) -> World:
    """Things on a table 0.75 m high around (0.6, 0)."""
    placed: dict[EntityId, tuple[Entity, Vector3]] = {
        EntityId("table"): (Entity(EntityId("table"), Object(static=True), collision=TABLE), (0.6, 0.0, 0.73))
    }
    for name, place in things.items():
        placed[EntityId(name)] = (Entity(EntityId(name), Object(), collision=shape), place)
    for name, (wall, place) in walls.items():
        placed[EntityId(name)] = (Entity(EntityId(name), Object(static=True), collision=wall), place)
    return World().apply(
        change(
            put=[entity for entity, _ in placed.values()],
            pose={name: Pose(place).array for name, (_, place) in placed.items()},
            status=dict.fromkeys(placed, Status.PERCEIVED.value),
        )
    )


def with_person(world: World, name: str, parts: Parts, *, stamp: float = 0.0, kind: str = "human") -> World:
    """Somebody's parts as a tracker reports them at an instant."""
    agent = EntityId(name)
    ids = {part: part_id(agent, part) for part in parts}
    put = [Entity(agent, Agent("robot" if kind == "robot" else "human"))]
    put += [Entity(ids[part], BodyPart(part, agent)) for part in parts]
    return world.apply(
        change(
            put=put,
            pose={ids[part]: pose.array for part, pose in parts.items()},
            seen={ids[part]: stamp for part in parts},
            status={ids[part]: Status.PERCEIVED.value for part in parts},
        )
    )


def with_camera(world: World, name: str, owner: str, pose: Pose) -> World:
    sensor = Entity(EntityId(name), Sensor(frustum((75.0, 60.0), (0.2, 5.0)), EntityId(owner)))
    return world.apply(change(put=[Entity(EntityId(owner), Agent("robot")), sensor], pose={sensor.id: pose.array}))


@dataclass(eq=False)
class Onlookers:
    """Ticks: everybody looks, and what they attend to is told."""

    settings: Attention = SETTINGS
    memory: Noticed = field(default_factory=Noticed)
    stamp: float = 0.0
    eyes: tuple[Eye, ...] = ()
    views: tuple[View, ...] = ()
    true: frozenset[tuple[str, str, object]] = frozenset()

    def tick(self, world: World, *, stamp: float) -> tuple[World, list[Entry]]:
        known, owners = solids(world.structure)
        rows = [world.structure.row(body.id) for body in known]
        poses = world.poses()[rows]
        absent = [row for row, body in enumerate(known) if world.status(body.id) is Status.UNKNOWN]
        sight = EmbreeSight(known)
        sight.place(poses, absent=absent)
        outline = Outlines.of(known, EmbreeSight.standing, owners=owners)
        now = eyes(world, stamp=stamp, settings=self.settings)
        self.eyes = steadied(self.eyes, now, settings=self.settings, elapsed=stamp - self.stamp)
        people = figures(world, stamp=stamp, settings=self.settings)
        flesh = limbs(people, self.settings)
        self.views = look(sight, outline, poses, self.eyes, absent=absent, limbs=flesh)
        parts = look_at_parts(sight, outline, self.eyes, people, settings=self.settings, limbs=flesh)
        self.memory, self.true = notice(
            self.memory, world, self.views, parts=parts, settings=self.settings, stamp=stamp
        )
        self.memory, entries = retold(self.memory, self.true, world, settings=self.settings, stamp=stamp)
        self.stamp = stamp
        return world.apply(Delta(entries=tuple(entries))), entries

    def facts(self, subject: str, predicate: str) -> set[object]:
        return {target for who, what, target in self.true if (who, what) == (subject, predicate)}


def attended(world: World, subject: str, predicate: str, settings: Attention = SETTINGS) -> set[object]:
    """What somebody attends to in a single look at a still world."""
    everybody = Onlookers(settings)
    everybody.tick(world, stamp=0.0)
    return everybody.facts(subject, predicate)


def head(position: Vector3, *, at: Vector3) -> Pose:
    return Pose.looking(position, at=at)


def jittered(pose: Pose, random: np.random.Generator, *, metres: float, radians: float) -> Pose:
    """A pose as a noisy tracker reports it."""
    turn = normalised(np.array([*random.normal(0.0, radians / 2, 3), 1.0]))
    moved = np.asarray(pose.position) + random.normal(0.0, metres, 3)
    return Pose.of([*moved, *multiply(np.asarray(pose.orientation), turn)])
