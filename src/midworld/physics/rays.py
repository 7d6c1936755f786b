"""Rays from eyes to things: where to send them, and what they meet."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..geometry import FloatArray, conjugate, rotate, rotation_matrix
from .engine import Hits, Sight
from .outlines import GAP_M, Outlines
from .track import BoolArray, IntArray

# Whatever is met this little before a thing's surface hides it no more than its own roundness does.
SURFACE_M = 0.002
# A ray that met something to be looked through goes on this much behind it, this often.
BEHIND_M = 1e-4
LOOKED_THROUGH = 16
# Every face in sight gets at least this share of the rays, divided among them, however slanted it is.
LEAST = 0.1
# Weyl's sequence on the plastic number spreads any stretch of it evenly over the square.
PLASTIC = 1.32471795724474602596


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """Rays that hit their own thing if nothing else is there: whose (`pair`), where to, how far to its surface.

    `weights` are the solid angles they stand for.
    """

    pair: IntArray
    origins: FloatArray
    directions: FloatArray
    lengths: FloatArray
    weights: FloatArray

    def some(self, which: IntArray) -> "Bundle":
        return Bundle(
            self.pair[which], self.origins[which], self.directions[which], self.lengths[which], self.weights[which]
        )


def bundle(
    outlines: Outlines, origins: FloatArray, rows: IntArray, poses: FloatArray, *, first: int, count: int
) -> Bundle:
    """`count` rays from each origin `(k, 3)` to each row at its pose, less those that miss it."""
    half = outlines.half[rows]
    eye = rotate(conjugate(poses[:, 3:]), origins - poses[:, :3]) - outlines.centre[rows]
    face, chance, outside = _faces(eye, half, count)
    ways = _points(first, count)[face, np.arange(count)] * half[:, None] - eye[:, None]
    lengths = np.sqrt(np.einsum("kni,kni->kn", ways, ways))
    ways /= lengths[..., None]
    # From outside a ray enters the box at its target; from inside it starts where the eye is.
    begins = np.where(outside[:, None], np.maximum(lengths - GAP_M / 4, 0.0), 0.0)
    starts = (outlines.spots[rows] + outlines.centre[rows] + eye)[:, None] + begins[..., None] * ways
    hits = outlines.apart.raycast(starts.reshape(-1, 3), ways.reshape(-1, 3))
    own = np.flatnonzero((hits.rows == np.repeat(rows, count)) & (hits.distances < np.inf))
    pair = own // count
    flat = face.reshape(-1)[own]
    axis = flat // 2
    edge = half[pair]
    area = edge.prod(axis=1) / edge[np.arange(len(own)), axis]
    drop = np.abs(eye[pair, axis] - np.where(flat % 2, 1.0, -1.0) * edge[np.arange(len(own)), axis])
    weights = drop * area / (chance[pair, flat] * lengths.reshape(-1)[own] ** 3)
    turned = np.einsum("kij,knj->kni", rotation_matrix(poses[:, 3:]), ways).reshape(-1, 3)[own]
    return Bundle(pair, origins[pair], turned, (begins.reshape(-1) + hits.distances)[own], weights / count)


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
    """The face each of `count` rays goes to `(k, count)`, how likely each face was `(k, 6)`, which eyes are outside.

    Faces are numbered low x, high x, low y and so on.
    """
    ahead: FloatArray = np.stack([-eye - half, eye - half], axis=2).reshape(-1, 6)
    front: BoolArray = np.greater(ahead, 0.0)
    outside: BoolArray = np.any(front, axis=1)
    front |= ~outside[:, None]
    area = np.repeat(half.prod(axis=1)[:, None] / half, 2, axis=1)
    distance = np.sqrt((eye * eye).sum(axis=1))[:, None]
    # The solid angle as if seen from the middle of the face: good enough to share rays out.
    size: FloatArray = np.where(front, np.abs(ahead) * area / np.maximum(distance, np.abs(ahead)) ** 3, 0.0)
    chance: FloatArray = (1 - LEAST) * size / size.sum(axis=1, keepdims=True) + LEAST * front / front.sum(
        axis=1, keepdims=True
    )
    steps = np.cumsum(chance, axis=1)
    steps[:, 5] = 1.0
    spread = (np.arange(count) + 0.5) / count
    face: IntArray = (spread[None, :, None] > steps[:, None, :]).sum(axis=2)
    return face, chance, outside


@lru_cache(maxsize=8)
def _points(first: int, count: int) -> FloatArray:
    """Points `(6, count, 3)` on the faces of the cube from -1 to 1."""
    index = np.arange(first, first + count) + 0.5
    across, along = 2 * ((index / PLASTIC) % 1.0) - 1, 2 * ((index / PLASTIC**2) % 1.0) - 1
    points = np.empty((6, count, 3))
    for face in range(6):
        axis = face // 2
        points[face, :, axis] = 1.0 if face % 2 else -1.0
        points[face, :, (axis + 1) % 3], points[face, :, (axis + 2) % 3] = across, along
    points.setflags(write=False)
    return points
