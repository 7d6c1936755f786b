"""Rays from eyes to things: where to send them, and what they meet."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, conjugate, rotate, rotation_matrix
from .engine import Hits, Sight
from .outlines import GAP_M, Outlines

# A ray that met something to be looked through goes on this much behind it, this often.
BEHIND_M = 1e-4
LOOKED_THROUGH = 16
# Every face in sight gets at least this share of the rays, divided among them, however slanted it is.
LEAST = 0.1
# Weyl's sequence on the plastic number spreads any stretch of it evenly over the square.
PLASTIC = 1.32471795724474602596


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """Pairs of an eye and a thing at a pose, as `k` rows: `eye` is in the frame of the box around the thing.

    `turn` `(k, 3, 3)` leads from the thing's axes to the fixed ones.
    """

    rows: IntArray
    origins: FloatArray
    turn: FloatArray
    eye: FloatArray
    half: FloatArray
    spot: FloatArray

    def some(self, which: IntArray) -> "Aim":
        return Aim(
            self.rows[which],
            self.origins[which],
            self.turn[which],
            self.eye[which],
            self.half[which],
            self.spot[which],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """Rays `(k, n)` of `k` aims: `ways` `(k, 3, n)` are their directions along the thing's own axes.

    `lengths` lead to the surface of the thing alone, or are infinite; `weights` are a quarter of the solid angles the
    rays would stand for if each were the only one, so that rounds of rays can be added.
    """

    ways: FloatArray
    lengths: FloatArray
    weights: FloatArray


def aimed(outlines: Outlines, origins: FloatArray, rows: IntArray, poses: FloatArray) -> Aim:
    """From each origin `(k, 3)` at each row, standing at its pose `(k, 7)`."""
    eye = rotate(conjugate(poses[:, 3:]), origins - poses[:, :3]) - outlines.centre[rows]
    spot = outlines.spots[rows] + outlines.centre[rows]
    return Aim(rows, origins, rotation_matrix(poses[:, 3:]), eye, outlines.half[rows], spot)


def bundle(apart: Sight, aim: Aim, *, first: int, count: int) -> Bundle:
    """`count` rays an aim; `first` says how many went before."""
    half, eye = aim.half, aim.eye
    face, scale, outside = _faces(eye, half, count)
    ways = np.take(_points(first, count), face * count + np.arange(count), axis=1).transpose(1, 0, 2)
    ways = ways * half[:, :, None] - eye[:, :, None]
    squares = (ways * ways).sum(axis=1)
    lengths = np.sqrt(squares)
    ways /= lengths[:, None]
    # From outside a ray enters the box at its target; from inside it starts where the eye is.
    begins = np.maximum(lengths - GAP_M / 4, 0.0) * outside[:, None]
    starts = (aim.spot + eye)[:, :, None] + begins[:, None] * ways
    hits = apart.raycast(as_rays(starts), as_rays(ways))
    own = hits.rows.reshape(face.shape) == aim.rows[:, None]
    reached = np.where(own, begins + hits.distances.reshape(face.shape), np.inf)
    weights = scale.reshape(-1)[face + 6 * np.arange(len(face))[:, None]] / (squares * lengths)
    return Bundle(ways, reached, weights * own)


def as_rays(columns: FloatArray) -> FloatArray:
    """`(k, 3, n)` as `(k * n, 3)`."""
    return columns.transpose(0, 2, 1).reshape(-1, 3)


def first_hits(sight: Sight, origins: FloatArray, directions: FloatArray, through: BoolArray, pair: IntArray) -> Hits:
    """What each ray meets first, other than the rows `through[pair[ray]]` it looks through."""
    hits = sight.raycast(origins, directions)
    if not through.any():
        return hits
    rows, distances = hits.rows.copy(), hits.distances.copy()
    for _ in range(LOOKED_THROUGH):
        again = np.flatnonzero((rows >= 0) & through[pair, rows])
        if not len(again):
            break
        gone = distances[again] + BEHIND_M
        further = sight.raycast(origins[again] + gone[:, None] * directions[again], directions[again])
        rows[again], distances[again] = further.rows, further.distances + gone
    return Hits(rows, distances)


def _faces(eye: FloatArray, half: FloatArray, count: int) -> tuple[IntArray, FloatArray, BoolArray]:
    """The face each of `count` rays goes to `(k, count)`, what a ray to it counts for `(k, 6)`, which eyes are outside.

    Faces are numbered low x, high x, low y and so on. What counts is the area a ray stands for, slanted as seen from
    the eye, times its distance, which is yet to be divided by the third power of it.
    """
    ahead: FloatArray = np.stack([-eye - half, eye - half], axis=2).reshape(-1, 6)
    front: BoolArray = np.greater(ahead, 0.0)
    outside: BoolArray = np.any(front, axis=1)
    front |= ~outside[:, None]
    distance = np.sqrt((eye * eye).sum(axis=1))[:, None]
    # The solid angle as if seen from the middle of the face: good enough to share rays out.
    near = np.abs(ahead)
    slanted = near * _areas(half)
    size = slanted * front / np.maximum(np.maximum(distance, near), 1e-6) ** 3
    share = size / np.maximum(size.sum(axis=1, keepdims=True), 1e-12)
    chance: FloatArray = (1 - LEAST) * share + LEAST * front / front.sum(axis=1, keepdims=True)
    steps = np.cumsum(chance[:, :5], axis=1)
    spread = (np.arange(count) + 0.5) / count
    face = np.zeros((len(eye), count), dtype=np.intp)
    for step in range(5):
        face += spread > steps[:, step, None]
    return face, slanted / np.maximum(chance, 1e-12), outside


def _areas(half: FloatArray) -> FloatArray:
    """A quarter of the area of each face, `(k, 6)`."""
    return np.repeat(
        np.stack([half[:, 1] * half[:, 2], half[:, 0] * half[:, 2], half[:, 0] * half[:, 1]], 1), 2, axis=1
    )


@lru_cache(maxsize=8)
def _points(first: int, count: int) -> FloatArray:
    """Points `(3, 6 * count)` on the faces of the cube from -1 to 1, one face after the other."""
    index = np.arange(first, first + count) + 0.5
    across, along = 2 * ((index / PLASTIC) % 1.0) - 1, 2 * ((index / PLASTIC**2) % 1.0) - 1
    points = np.empty((3, 6, count))
    for face in range(6):
        axis = face // 2
        points[axis, face] = 1.0 if face % 2 else -1.0
        points[(axis + 1) % 3, face], points[(axis + 2) % 3, face] = across, along
    points.setflags(write=False)
    return points.reshape(3, -1)
