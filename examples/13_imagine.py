"""How fast may a tray with a tall pepper mill be carried? Three ways of driving are tried in the head."""

from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.geometry import Box, Cylinder, Pose, inertial_of
from midworld.imagination import FAST, SLOW, Carry, Limits, rehearse, told
from midworld.world import Entity, EntityId, Object, World, enter

TRAY, MILL = Box((0.40, 0.30, 0.02)), Cylinder(0.037, 0.274)
PATH = ((0.0, 0.0), (1.0, 0.0), (1.0, 0.5))


def scene() -> World:
    tray = Entity(EntityId("tray"), Object(inertial=inertial_of(TRAY, 0.5, {})), collision=TRAY)
    mill = Entity(EntityId("mill"), Object(inertial=inertial_of(MILL, 0.14, {})), collision=MILL)
    return World().apply(enter([(tray, Pose((0, 0, 0.8))), (mill, Pose((0, 0, 0.947)))], stamp=0.0))


def main() -> None:
    hasty = Limits(0.8, 2.0, 5.0, 6.0)
    some = [Carry("tray", PATH, limits) for limits in (hasty, FAST, SLOW)]
    found = rehearse(scene(), some, rollouts=MujocoRollouts(), runs=8, seed=1, policy="published")
    print(told(found))
    first = found.outcomes[0].runs[0].world(scene())
    print(f"after haste, the mill is at a height of {first.pose('mill').position[2]:.2f} m")


if __name__ == "__main__":
    main()
