"""Where the shoulders of somebody are of whom a tracker knows a few points, and where leaning or a step takes them."""

from dataclasses import dataclass

import numpy as np

from ..geometry import FloatArray
from ..physics import HumanBody
from ..relations import Viewpoint, body_viewpoint, eye_viewpoint
from ..world import Agent, EntityId, World
from .effort import ReachSettings

UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class Posture:
    """The middle between the shoulders, the level directions ahead and left, and the lengths of the arms.

    `body` tells how somebody leans and steps; a robot of which no more is known has none and does neither.
    """

    neck: FloatArray
    ahead: FloatArray
    left: FloatArray
    upper_arm: float
    forearm: float
    side: float
    body: HumanBody | None

    @property
    def torso_length(self) -> float:
        """How far above the hips, about which people bend, their shoulders are."""
        return 0.0 if self.body is None else self.body.torso_length

    @property
    def knee_drop(self) -> float:
        return 0.0 if self.body is None else self.body.knee_drop

    def shoulders(self) -> FloatArray:
        """The left and the right one, `(2, 3)`."""
        return self.neck + self.side * np.stack([self.left, -self.left])


def posture(world: World, agent: EntityId, settings: ReachSettings) -> Posture | None:
    """How an agent stands; None while nobody knows where it is."""
    stand, view = body_viewpoint(world, agent), eye_viewpoint(world, agent)
    role = world.entity(agent).role
    if stand is None or view is None or not isinstance(role, Agent):
        return None
    if role.kind == "robot":
        height = _shoulder_height(stand, view, settings.robot_shoulder_height, settings.robot_shoulder_drop)
        lengths = settings.robot_upper_arm, settings.robot_forearm, settings.robot_shoulder_side, None
    else:
        body = HumanBody.of(role)
        height = _shoulder_height(stand, view, body.shoulder_height, body.shoulder_drop)
        lengths = body.upper_arm, body.forearm, body.shoulder_side, body
    return Posture(np.array([stand.position[0], stand.position[1], height]), stand.ahead, stand.left, *lengths)


def _shoulder_height(stand: Viewpoint, view: Viewpoint, usual: float, drop: float) -> float:
    """Under the eyes if they are known, else at the torso, else as high above the base as usual."""
    if view.source not in ("head", "sensor"):
        return float(stand.position[2]) + (0.0 if stand.source == "torso" else usual)
    height = float(view.position[2]) - drop
    if stand.source not in ("base", "self"):
        return height
    # A camera may hang from the ceiling: a base says better how high shoulders can be.
    return float(np.clip(height, stand.position[2], stand.position[2] + 1.5 * usual))
