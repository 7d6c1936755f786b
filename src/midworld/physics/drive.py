"""Moving bodies along percepts, and what stands on them along with them."""

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, compose, conjugate, invert, multiply
from .engine import NOTHING

# Faster than any hand: such a body is put there, and does not sweep others away.
MAX_SPEED = 3.0
MAX_TURN = 12.0


def twist_between(start: FloatArray, end: FloatArray, seconds: float) -> FloatArray:
    """The constant velocities `(k, 6)` that lead from poses to poses in a time."""
    turn = multiply(end[:, 3:], conjugate(start[:, 3:]))
    turn = np.where(turn[:, 3:] < 0, -turn, turn)
    sine = np.linalg.norm(turn[:, :3], axis=1, keepdims=True)
    angle = 2 * np.arctan2(sine, turn[:, 3:])
    axis = turn[:, :3] / np.maximum(sine, 1e-12)
    return np.concatenate([end[:, :3] - start[:, :3], axis * angle], axis=1) / seconds


def too_fast(twists: FloatArray) -> BoolArray:
    return (np.linalg.norm(twists[:, :3], axis=1) > MAX_SPEED) | (np.linalg.norm(twists[:, 3:], axis=1) > MAX_TURN)


def roots(carrier: IntArray, drivers: BoolArray) -> IntArray:
    """For each row, the driven row it stands on, directly or through others, or `NOTHING`."""
    found = np.full(len(carrier), NOTHING, dtype=np.intp)
    step = carrier.copy()
    for _ in range(len(carrier)):
        active = (step != NOTHING) & (found == NOTHING)
        if not active.any():
            break
        hit = active & drivers[step]
        found[hit] = step[hit]
        step = np.where(active & ~hit, carrier[step], NOTHING)
    found[found == np.arange(len(carrier))] = NOTHING
    return found


def velocity_at(twists: FloatArray, origins: FloatArray, points: FloatArray) -> FloatArray:
    """The velocity of a rigid body's twist at points moving with it, `(k, 6)`."""
    linear = twists[:, :3] + np.cross(twists[:, 3:], points - origins)
    return np.concatenate([linear, twists[:, 3:]], axis=1)


def carried_along(before: FloatArray, after: FloatArray, poses: FloatArray) -> FloatArray:
    """Poses that keep their place on a carrier that was put from one pose to another."""
    return compose(compose(after, invert(before)), poses)
