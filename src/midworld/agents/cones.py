"""What lies in cones: for gaze, for pointing, and for hands on their way."""

import numpy as np

from ..geometry import FloatArray, rotation_matrix
from .things import Things

# How often the nearest point of a box to an axis is looked for again; it settles at once for all but long things.
ROUNDS = 3


def cones(things: Things, poses: FloatArray, origins: FloatArray, axes: FloatArray) -> tuple[FloatArray, FloatArray]:
    """For `k` origins and unit axes `(k, 3)` and `n` things: two tables `(k, n)`.

    The least angle of the box around a thing off the axis, in radians, and its distance from the origin.
    """
    turn = rotation_matrix(poses[:, 3:])
    start = np.einsum("kni,nij->knj", origins[:, None] - poses[:, :3], turn) - things.centre
    ahead = np.einsum("ki,nij->knj", axes, turn)
    along = np.maximum(-_dot(start, ahead), 0.0)
    point = start
    for _ in range(ROUNDS):
        point = np.clip(start + along[..., None] * ahead, -things.half, things.half)
        along = np.maximum(_dot(point - start, ahead), 0.0)
    way = point - start
    forward = _dot(way, ahead)
    off = np.sqrt(np.maximum(_dot(way, way) - forward * forward, 0.0))
    outside = np.maximum(np.abs(start) - things.half, 0.0)
    return np.arctan2(off, forward), np.sqrt(_dot(outside, outside))


def _dot(one: FloatArray, other: FloatArray) -> FloatArray:
    return np.einsum("kni,kni->kn", one, other)
