"""Random tables with things on, in, under and beside each other, a robot arm and two people."""

import numpy as np

from midworld.geometry import Box, Cylinder, Pose, Shape, Sphere, Vector3, cavities, hollowed
from midworld.world import Agent, BodyPart, Entity, EntityId, Object, Placed, World, enter, part_id

ROBOT = EntityId("robot")
HUMANS = (EntityId("ann"), EntityId("ben"))
TOP = 0.72


def scene(robot: World, seed: int, count: int) -> World:
    """The robot's world with a table, a shelf or a screen, `count` things and two people added."""
    random = np.random.default_rng(seed)
    placed: list[Placed] = [_fixed("table", Box((1.2, 1.6, 0.04)), (0.25, 0.0, TOP - 0.02))]
    if seed % 3 == 0:
        placed.append(_fixed("shelf", Box((0.3, 0.6, 0.02)), (float(random.uniform(0.2, 0.5)), 0.3, TOP + 0.25)))
    if seed % 3 == 1:
        placed.append(_fixed("screen", Box((0.02, 0.7, 0.5)), (float(random.uniform(0.0, 0.4)), -0.3, TOP + 0.25)))
    names = [EntityId(f"thing{number:02}") for number in range(count - len(placed))]
    placed += [_thing(name, random) for name in names]
    placed += [part for name in HUMANS for part in _person(name, random)]
    return robot.apply(enter(placed, stamp=0.0))


def _thing(name: EntityId, random: np.random.Generator) -> Placed:
    size = random.uniform(0.04, 0.14, 3)
    kind = int(random.integers(5))
    shapes: tuple[Shape, ...] = (
        Box((float(size[0]), float(size[1]), float(size[2]))),
        Cylinder(float(size[0]) / 2, float(size[2]) * 1.5),
        Sphere(float(size[0]) / 2),
        hollowed(Box((0.22, 0.18, 0.14))),
        Box((0.19, 0.11, 0.03)),
    )
    shape = shapes[kind]
    height = (float(size[2]), float(size[2]) * 1.5, float(size[0]), 0.14, 0.03)[kind]
    under = random.random() < 0.12
    z = TOP - 0.3 if under else TOP + height / 2 + 0.001
    turn = float(random.uniform(0, np.pi))
    pose = Pose(
        (float(random.uniform(-0.3, 0.8)), float(random.uniform(-0.75, 0.75)), z),
        (0.0, 0.0, float(np.sin(turn / 2)), float(np.cos(turn / 2))),
    )
    return Entity(name, Object(cavities=cavities(shape, {})), collision=shape), pose


def _person(name: EntityId, random: np.random.Generator) -> list[Placed]:
    side = 1.0 if name == HUMANS[0] else -1.0
    place = (float(random.uniform(0.0, 0.9)), side * float(random.uniform(0.95, 1.2)), float(random.uniform(1.25, 1.7)))
    head = Pose.looking(place, at=(float(random.uniform(-0.1, 0.6)), 0.0, TOP))
    return [
        (Entity(name, Agent("human"), category="Human"), head),
        (Entity(part_id(name, "head"), BodyPart("head", name), category="BodyPart"), head),
    ]


def _fixed(name: str, shape: Shape, place: Vector3) -> Placed:
    return Entity(EntityId(name), Object(static=True), collision=shape), Pose(place)
