"""One action, several motions: to take an object is to go to it, and then to bring it to where the arm is free."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ..agents import Arm, Grasp, ReachMemory, arms, joint_values, obstacles, reachable
from ..geometry import FloatArray
from ..world import EntityId, World
from .arm_path import ArmPath, Reacher, arm_path
from .base_path import NoPath
from .courtesy import bystanders
from .whatif import Impossible, Senses


@dataclass(frozen=True, slots=True, eq=False)
class Taking:
    """The motions of a TAKE: to the object (PICK_GOTO), and with it back to where the arm was (TAKE_TO_FREE)."""

    arm: Arm
    approach: ArmPath
    withdraw: ArmPath


TakingResult: TypeAlias = Taking | Impossible


def take(world: World, thing: str, *, robot: str, senses: Senses) -> TakingResult:
    """How a robot with a body model takes an object from where it stands."""
    name, agent = world.entity(thing).id, world.entity(robot).id
    own = [arm for arm in arms(world.structure) if arm.owner == agent]
    if not own:
        return Impossible(f"{robot} has no arm in its model")
    memory, _ = reachable(ReachMemory(), world, settings=senses.reach, stamp=world.stamp, kinematics=senses.kinematics)
    grasp = memory.looks[agent].postures.get(name)
    if grasp is None:
        return Impossible(f"{robot} does not reach {thing} from where it stands")
    return _moved(world, name, own[grasp.arm], grasp, senses)


def _moved(world: World, thing: EntityId, arm: Arm, grasp: Grasp, senses: Senses) -> TakingResult:
    reacher = Reacher(arm, world.pose(arm.base), obstacles(world), senses.kinematics, world.structure.row(thing))
    people, now = bystanders(world), joint_values(arm, world)
    approach = arm_path(reacher, now, grasp.joints, people=people)
    if isinstance(approach, NoPath):
        return Impossible(f"no way for the arm to {thing}: {approach.reason}")
    # What is taken is in the hand then, and no obstacle any more.
    back: FloatArray = np.array(approach.postures[::-1])
    return Taking(arm, approach, ArmPath(back, approach.nearest_m))
