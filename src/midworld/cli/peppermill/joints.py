"""How long torso and arms take: trapezoids over what the joints have to go, as imagined and as they really are."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from .reality import Reality

# When the controller takes a joint to have arrived, as a share of its way, and what it takes to notice: chosen.
SETTLED, NOTICED_S = 0.01, 0.4


@dataclass(frozen=True, slots=True)
class JointMove:
    """The joint that takes longest: how far (m or rad), how fast and how quickly it gets there."""

    length: float
    speed: float
    acceleration: float

    @property
    def seconds(self) -> float:
        """Speeds up, cruises, slows down."""
        peak = min(self.speed, math.sqrt(self.length * self.acceleration))
        return 2 * peak / self.acceleration + (self.length - peak**2 / self.acceleration) / peak


# PR2: a torso that lifts 0.29 m at 0.0138 m/s; arms that are tucked by several poses in turn, untucked by fewer.
MOVES: Mapping[tuple[str, str], JointMove] = MappingProxyType(
    {
        ("move_torso", "down"): JointMove(0.288, 0.0138, 0.1),
        ("move_torso", "up"): JointMove(0.298, 0.0138, 0.1),
        ("tuck_arms", "tucked"): JointMove(4.4, 0.5, 1.0),
        ("tuck_arms", "untucked"): JointMove(2.6, 0.5, 1.0),
    }
)
# Grasping and letting go: approach, close or open, retreat.
HANDLING: Mapping[str, float] = MappingProxyType({"pick_up_object": 14.0, "put_object": 12.0, "set_upright": 16.0})


def imagined_seconds(name: str, how: str) -> float:
    """What the profile says."""
    return MOVES[name, how].seconds


def real_seconds(name: str, how: str, reality: Reality, random: np.random.Generator) -> float:
    """A loaded joint is slower, settles at the end, and is noticed to have arrived."""
    if name in HANDLING:
        return HANDLING[name] * float(np.clip(random.normal(1.0, 0.08), 0.7, 1.4))
    move = MOVES[name, how]
    slower = 1.0 - float(np.clip(random.normal(*reality.joint_slowness), -0.05, 0.2))
    loaded = JointMove(move.length * (1 + SETTLED), move.speed * slower, move.acceleration)
    return loaded.seconds + NOTICED_S * random.random()
