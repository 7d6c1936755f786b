"""A person's body: one description for what it hides, where its shoulders are and how far its arms reach.

Lengths are shares of stature after Drillis and Contini (1966), as in Winter, Biomechanics and Motor Control of Human
Movement, fig. 4.1. Thicknesses are chosen, with the range of the people they stand for beside them.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from ..geometry import FloatArray, level
from ..world import HANDS, Agent, PartName
from .limbs import Limb

# Somebody of whom nothing is said. Chosen within the means of the world's women and men, 1.59 and 1.71 m (NCD Risk
# Factor Collaboration, 2016).
ADULT_M = 1.70
EYES, CHIN, SHOULDERS, HIPS, KNEES = 0.936, 0.870, 0.818, 0.530, 0.285
SHOULDER_SIDE = 0.129
UPPER_ARM, FOREARM, HAND = 0.186, 0.146, 0.108
ARM = UPPER_ARM + FOREARM + HAND
# Between half a head's breadth and half its height.
HEAD_RADIUS = 0.10 / ADULT_M
# Between half a chest's depth, 0.12 m, and half the breadth across the upper arms, 0.24 m.
TRUNK_RADIUS = 0.18 / ADULT_M
# Half an upper arm, 0.30 m around.
ARM_RADIUS = 0.05 / ADULT_M
# Half a hand's breadth.
HAND_RADIUS = 0.045 / ADULT_M
UP = np.array([0.0, 0.0, 1.0])

Parts = Mapping[PartName, FloatArray]


@dataclass(frozen=True, slots=True)
class HumanBody:
    """The sizes of one person in metres; `arm_length` is from the shoulder to the fingertips of a straight arm.

    A tracked head is taken to be between the eyes, a tracked hand in the palm, halfway between wrist and fingertips.
    """

    height: float = ADULT_M
    arm_length: float = ARM * ADULT_M

    @classmethod
    def of(cls, agent: Agent) -> "HumanBody":
        """As the scene says; what it does not say is that of an adult, or follows from the height."""
        height = ADULT_M if agent.height is None else agent.height
        return cls(height, ARM * height if agent.arm_length is None else agent.arm_length)

    @property
    def head_radius(self) -> float:
        return HEAD_RADIUS * self.height

    @property
    def hand_radius(self) -> float:
        return HAND_RADIUS * self.height

    @property
    def trunk_radius(self) -> float:
        return TRUNK_RADIUS * self.height

    @property
    def arm_radius(self) -> float:
        return ARM_RADIUS * self.height

    @property
    def eye_height(self) -> float:
        """Of somebody who stands, above the floor."""
        return EYES * self.height

    @property
    def shoulder_height(self) -> float:
        return SHOULDERS * self.height

    @property
    def chin_drop(self) -> float:
        """From the eyes down to where the trunk begins that hides things."""
        return (EYES - CHIN) * self.height

    @property
    def shoulder_drop(self) -> float:
        """From the eyes down to the shoulders."""
        return (EYES - SHOULDERS) * self.height

    @property
    def shoulder_side(self) -> float:
        """From the neck to either shoulder."""
        return SHOULDER_SIDE * self.height

    @property
    def hip_drop(self) -> float:
        """From the eyes down to the hips."""
        return (EYES - HIPS) * self.height

    @property
    def torso_length(self) -> float:
        """From the hips up to the shoulders."""
        return (SHOULDERS - HIPS) * self.height

    @property
    def knee_drop(self) -> float:
        """From the shoulders down to the knees."""
        return (SHOULDERS - KNEES) * self.height

    @property
    def upper_arm(self) -> float:
        return UPPER_ARM / ARM * self.arm_length

    @property
    def forearm(self) -> float:
        """From the elbow to the palm, with which people get hold of things."""
        return FOREARM / ARM * self.arm_length + self.palm

    @property
    def palm(self) -> float:
        """From the wrist to the middle of the hand."""
        return HAND / ARM * self.arm_length / 2

    def shoulder(self, parts: Parts, hand: PartName, *, eye: FloatArray | None = None) -> FloatArray | None:
        """Where the arm of a hand begins: below the eyes and beside the torso, or what is known of the two.

        `eye` is that of a camera somebody wears, in place of a head that is not tracked.
        """
        top = parts.get("head", eye)
        trunk = parts.get("torso", top)
        if trunk is None:
            return None
        x, y, _ = level(trunk)
        side = self.shoulder_side if hand == "left_hand" else -self.shoulder_side
        height = trunk[2] if top is None else top[2] - self.shoulder_drop
        return np.array([trunk[0] - side * y, trunk[1] + side * x, height])

    def limbs(self, parts: Parts, *, arms: bool = True, eye: FloatArray | None = None) -> Iterator[Limb]:
        """What of a body hides things, as far as its parts tell: head, trunk and, if asked, arms and hands."""
        head = parts.get("head")
        if head is not None:
            yield Limb(head[:3], head[:3], self.head_radius, core=True)
            # The caps of the capsule end at the chin and the floor.
            top = head[:3] - (self.chin_drop + self.trunk_radius) * UP
            yield Limb(head[:3] - (self.eye_height - self.trunk_radius) * UP, top, self.trunk_radius, core=True)
        for part in HANDS if arms else ():
            hand = parts.get(part)
            if hand is None:
                continue
            yield Limb(hand[:3], hand[:3], self.hand_radius, hand=True)
            begin = self.shoulder(parts, part, eye=eye)
            way = None if begin is None else hand[:3] - begin
            length = 0.0 if way is None else math.sqrt(float(way @ way))
            if begin is not None and way is not None and length > self.palm:
                yield Limb(begin + way * (1 - self.palm / length), begin, self.arm_radius)
