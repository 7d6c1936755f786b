"""What lies in cones: for gaze, for pointing, and for hands on their way."""

import numpy as np

from ..geometry import FloatArray, IntArray, rotation_matrix, transform
from .things import Things

# How often the nearest point of a box to an axis is looked for again; it settles at once for all but long things.
ROUNDS = 3


def cones(
    things: Things, poses: FloatArray, origins: FloatArray, axes: FloatArray, *, widest: float = np.pi
) -> tuple[FloatArray, FloatArray]:
    """For `k` origins and unit axes `(k, 3)` and `n` things: two tables `(k, n)`.

    The least angle of the box around a thing off the axis, in radians, and its distance from the origin; pi and
    infinity for things wholly farther off than `widest`.
    """
    angles, distances = np.full((len(origins), len(poses)), np.pi), np.full((len(origins), len(poses)), np.inf)
    lines, rows = _candidates(things, poses, origins, axes, widest)
    turn, centre, half = rotation_matrix(poses[:, 3:])[rows], things.centre[rows], things.half[rows]
    start = np.einsum("mi,mij->mj", origins[lines] - poses[rows, :3], turn) - centre
    ahead = np.einsum("mi,mij->mj", axes[lines], turn)
    along = np.maximum(-_dot(start, ahead), 0.0)
    point = start
    for _ in range(ROUNDS):
        point = np.minimum(np.maximum(start + along[:, None] * ahead, -half), half)
        along = np.maximum(_dot(point - start, ahead), 0.0)
    way = point - start
    forward = _dot(way, ahead)
    off = np.sqrt(np.maximum(_dot(way, way) - forward * forward, 0.0))
    angles[lines, rows] = np.arctan2(off, forward)
    distances[lines, rows] = _outside(start, half)
    return angles, distances


def gaps(things: Things, poses: FloatArray, rows: IntArray, origin: FloatArray) -> FloatArray:
    """How far the boxes around some things are from a point."""
    turn = rotation_matrix(poses[rows, 3:])
    start = np.einsum("mi,mij->mj", origin - poses[rows, :3], turn) - things.centre[rows]
    return _outside(start, things.half[rows])


def _candidates(
    things: Things, poses: FloatArray, origins: FloatArray, axes: FloatArray, widest: float
) -> tuple[IntArray, IntArray]:
    """Lines and rows of the things a ball around which comes into the cone."""
    way = transform(poses, things.centre) - origins[:, None]
    far = np.sqrt(np.maximum(np.einsum("kni,kni->kn", way, way), 1e-18))
    cosine = np.einsum("kni,ki->kn", way, axes) / far
    sine = things.radius / far
    least = np.arccos(np.minimum(np.maximum(cosine, -1.0), 1.0)) - np.arcsin(np.minimum(sine, 1.0))
    lines, rows = np.nonzero((least <= widest) | (sine >= 1.0))
    return lines, rows


def _outside(start: FloatArray, half: FloatArray) -> FloatArray:
    outside = np.maximum(np.abs(start) - half, 0.0)
    return np.sqrt(_dot(outside, outside))


def _dot(one: FloatArray, other: FloatArray) -> FloatArray:
    return np.einsum("mi,mi->m", one, other)
