"""What lies in a cone: for gaze, for pointing, and for hands on their way."""

import numpy as np

from ..geometry import FloatArray, conjugate, rotate
from .things import Things

# How often the nearest point of a box to an axis is looked for again; it settles at once for all but long things.
ROUNDS = 3


def cone(things: Things, poses: FloatArray, origin: FloatArray, axis: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Of the box around each thing, the least angle off a unit axis, in radians, and the distance from the origin."""
    back = conjugate(poses[:, 3:])
    start = rotate(back, origin - poses[:, :3]) - things.centre
    ahead = rotate(back, np.broadcast_to(axis, (len(poses), 3)))
    along = np.maximum(-_dot(start, ahead), 0.0)
    point = start
    for _ in range(ROUNDS):
        point = np.clip(start + along[:, None] * ahead, -things.half, things.half)
        along = np.maximum(_dot(point - start, ahead), 0.0)
    way = point - start
    forward = _dot(way, ahead)
    off = np.sqrt(np.maximum(_dot(way, way) - forward * forward, 0.0))
    outside = np.maximum(np.abs(start) - things.half, 0.0)
    return np.arctan2(off, forward), np.sqrt(_dot(outside, outside))


def _dot(one: FloatArray, other: FloatArray) -> FloatArray:
    return np.einsum("ij,ij->i", one, other)
