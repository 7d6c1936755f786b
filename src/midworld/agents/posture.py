"""Where the shoulders of somebody are of whom a tracker knows a few points, and where leaning or a step takes them."""

from dataclasses import dataclass

import numpy as np

from ..geometry import FloatArray
from ..relations.viewpoint import Viewpoint, body, eyes
from ..world import Agent, EntityId, World
from .effort import ReachSettings

UP = np.array([0.0, 0.0, 1.0])
# How high the shoulders of people are who stand.
STANDING_M = 1.4


@dataclass(frozen=True, slots=True, eq=False)
class Posture:
    """The middle between the shoulders, the level directions ahead and left, and the lengths of the body.

    A robot of which no more is known does not lean or step.
    """

    neck: FloatArray
    ahead: FloatArray
    left: FloatArray
    upper_arm: float
    forearm: float
    side: float
    bends: bool

    def shoulders(self) -> FloatArray:
        """The left and the right one, `(2, 3)`."""
        return self.neck + self.side * np.stack([self.left, -self.left])


def posture(world: World, agent: EntityId, settings: ReachSettings) -> Posture | None:
    """How an agent stands; None while nobody knows where it is."""
    stand, view = body(world, agent), eyes(world, agent)
    role = world.entity(agent).role
    if stand is None or view is None or not isinstance(role, Agent):
        return None
    human = role.kind == "human"
    neck = np.array([stand.position[0], stand.position[1], _shoulder_height(stand, view, settings, human=human)])
    arms = (settings.upper_arm, settings.forearm) if human else (settings.robot_upper_arm, settings.robot_forearm)
    return Posture(neck, stand.ahead, stand.left, *arms, settings.reach_shoulder_side, human)


def _shoulder_height(stand: Viewpoint, view: Viewpoint, settings: ReachSettings, *, human: bool) -> float:
    """Under the eyes if they are known, else at the torso, else as high above the base as usual."""
    usual = STANDING_M if human else settings.robot_shoulder_height
    if view.source not in ("head", "sensor"):
        return float(stand.position[2]) + (0.0 if stand.source == "torso" else usual)
    height = float(view.position[2]) - settings.reach_shoulder_drop
    if stand.source not in ("base", "self"):
        return height
    # A camera may hang from the ceiling: a base says better how high shoulders can be.
    return float(np.clip(height, stand.position[2], stand.position[2] + 1.5 * usual))
