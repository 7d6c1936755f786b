"""Whether triangles enclose a body, and what only hangs on it."""

import numpy as np
import numpy.typing as npt

from .convex import area
from .shape import Triangles

# A lip or a label drawn as a single sheet is a small part of the surface; more than this is the thing itself.
MOST_LOOSE = 0.1


def is_closed(triangles: Triangles) -> bool:
    """Whether every edge is walked once in each direction; vertices at the same place count as one."""
    start, end = _edges(_merged(triangles))
    count = len(triangles.vertices)
    return np.array_equal(np.sort(start * count + end), np.sort(end * count + start))


def without_sheets(triangles: Triangles) -> Triangles:
    """The body alone where sheets hang on a closed one by an edge; otherwise the triangles as they are."""
    faces = _merged(triangles)
    kept = np.arange(len(faces))
    least = (1 - MOST_LOOSE) * area(triangles)
    while len(kept):
        start, end = _edges(faces[kept])
        keys = np.minimum(start, end) * len(triangles.vertices) + np.maximum(start, end)
        _, which, counts = np.unique(keys, return_inverse=True, return_counts=True)
        loose = (counts[which.reshape(-1)] == 1).reshape(-1, 3).any(axis=1)
        if not loose.any():
            break
        kept = kept[~loose]
        if area(Triangles.of(triangles.vertices, triangles.faces[kept])) < least:
            return triangles
    body = Triangles.of(triangles.vertices, triangles.faces[kept])
    return body if len(kept) < len(faces) and is_closed(body) else triangles


def _merged(triangles: Triangles) -> npt.NDArray[np.int64]:
    _, same = np.unique(triangles.vertices, axis=0, return_inverse=True)
    return same.reshape(-1)[triangles.faces].astype(np.int64)


def _edges(faces: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    return faces.reshape(-1), np.roll(faces, -1, axis=1).reshape(-1)
