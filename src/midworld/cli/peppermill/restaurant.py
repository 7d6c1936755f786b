"""The restaurant of the pepper mill study: furniture, areas in front of it, a robot with a tray, and the mill.

The paper draws its map without numbers. Distances here are chosen so that fast and slow differ about as much as in its
Table IV; furniture and the areas in front of it have names of their own (EC1 is the area east of counter1).
"""

import math
from collections.abc import Mapping
from types import MappingProxyType

from ...execution import At, Holding, In, On, Translator, Upright
from ...geometry import Box, Cylinder, Pose, Shape, inertial_of
from ...imagination import FAST, SLOW, DriveBase, Limits
from ...world import Agent, Entity, EntityId, Object, Status, World, change

ROBOT, TRAY, MILL = EntityId("pr2"), EntityId("tray"), EntityId("peppermill1")
# The paper's mill: 27.4 cm high, 3.7 cm in radius, 140 g.
MILL_SHAPE, MILL_KG = Cylinder(0.037, 0.274), 0.140
TRAY_SHAPE, TRAY_KG = Box((0.40, 0.40, 0.02)), 1.0
# The tray's middle is this far before the axis the base turns about, and so high. Chosen: 0.2 to 0.4 m change little.
TRAY_AHEAD_M, TRAY_HIGH_M = 0.30, 0.74
SPEEDS: Mapping[str, Limits] = MappingProxyType({"fast": FAST, "slow": SLOW})

FURNITURE: Mapping[str, tuple[Shape, Pose]] = MappingProxyType(
    {
        "floor": (Box((14.0, 14.0, 0.2)), Pose((0.0, 0.0, -0.1))),
        "counter1": (Box((0.7, 2.0, 0.9)), Pose((-1.05, 0.0, 0.45))),
        "table1": (Box((0.8, 0.8, 0.72)), Pose((1.6, -2.15, 0.36))),
        "table2": (Box((0.8, 0.8, 0.72)), Pose((1.65, 1.5, 0.36))),
    }
)
# x, y and heading of the base in each pre-manipulation area, and where it starts.
AREAS: Mapping[str, tuple[float, float, float]] = MappingProxyType(
    {
        "NSA1": (3.2, -0.2, math.pi),
        "EC1": (0.0, 0.0, math.pi),
        "NT1": (1.6, -1.2, -math.pi / 2),
        "ST1": (1.6, -3.1, math.pi / 2),
        "ET2": (2.6, 1.5, math.pi),
        "WT2": (0.7, 1.5, 0.0),
    }
)
# Corners where the straight way is not free, from the area that comes first in the alphabet.
AROUND: Mapping[frozenset[str], tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        frozenset(("EC1", "ET2")): ((2.6, 0.2),),
        frozenset(("EC1", "ST1")): ((0.6, -3.0),),
        frozenset(("ET2", "NT1")): ((2.6, 0.5),),
        frozenset(("ET2", "ST1")): ((2.7, -3.0),),
        frozenset(("ET2", "WT2")): ((2.6, 0.6), (0.7, 0.6)),
        frozenset(("NSA1", "ST1")): ((2.7, -3.0),),
        frozenset(("NSA1", "WT2")): ((0.9, 0.5),),
        frozenset(("NT1", "ST1")): ((2.5, -1.3), (2.5, -3.0)),
        frozenset(("ST1", "WT2")): ((0.6, -3.0),),
    }
)
HAND = Pose((0.55, 0.2, 1.25))


def base_pose(area: str) -> Pose:
    """Where the base stands in an area."""
    x, y, heading = AREAS[area]
    return Pose((x, y, 0.0), (0.0, 0.0, math.sin(heading / 2), math.cos(heading / 2)))


def restaurant(area: str = "NSA1") -> World:
    """The scene as it begins: the mill on the counter, the robot in an area."""
    things = [(_solid(name, shape, None), pose) for name, (shape, pose) in FURNITURE.items()]
    things += [
        (Entity(ROBOT, Agent("robot"), labels=("PR2",)), base_pose(area)),
        (_solid(TRAY, TRAY_SHAPE, TRAY_KG, ROBOT), Pose((TRAY_AHEAD_M, 0.0, TRAY_HIGH_M))),
        (_solid(MILL, MILL_SHAPE, MILL_KG), Pose((-0.85, 0.0, 0.9 + 0.137))),
    ]
    return World().apply(
        change(
            put=[entity for entity, _ in things],
            pose={entity.id: pose.array for entity, pose in things},
            status={entity.id: Status.PERCEIVED.value for entity, _ in things},
        )
    )


def _solid(name: str, shape: Shape, mass: float | None, parent: EntityId | None = None) -> Entity:
    inertial = None if mass is None else inertial_of(shape, mass, {})
    return Entity(EntityId(name), Object(mass is None, inertial), parent, collision=shape, visual=shape)


def translator() -> Translator:
    """Between the domain's symbols and this scene."""
    areas = {f"PMA-{name}" if name != "NSA1" else name: base_pose(name) for name in AREAS}
    return Translator((At(areas, ROBOT), Holding(ROBOT, {"leftarm1": HAND}), Upright(), On(), In()))


def path_between(start: str, goal: str) -> tuple[tuple[float, float], ...]:
    """The corners of a way from one area to another, the first left out."""
    corners = AROUND.get(frozenset((start, goal)), ())
    return (*(corners if len(corners) < 2 or start < goal else corners[::-1]), AREAS[goal][:2])


def drive_of(start: str, goal: str, speed: str, *, jolts: float = 0.0, jolt: float = 0.0, seed: int = 0) -> DriveBase:
    """The drive from area to area in one of Table I's ways, as well as the robot knows itself."""
    return DriveBase(
        TRAY, AREAS[start], path_between(start, goal), AREAS[goal][2], SPEEDS[speed], 0.01, 0.01, jolts, jolt, seed
    )


def area_at(world: World) -> str:
    """The area the robot is in, or nearest to."""
    x, y, _ = world.pose(ROBOT).position
    return min(AREAS, key=lambda name: math.hypot(AREAS[name][0] - x, AREAS[name][1] - y))
