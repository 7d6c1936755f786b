"""Convex hulls, and whether a mesh is one already."""

import numpy as np
import numpy.typing as npt

from .pose import FloatArray
from .shape import Triangles

# A mesh is convex for an engine's purposes while no vertex lies deeper under its hull than this share of its size...
DENT = 2e-3
# ...and its surface is the hull's: all vertices of a thin cup are near its hull, but it has twice the surface.
SURFACE = 0.02
ROWS_AT_ONCE = 2000


def hull(points: FloatArray) -> Triangles | None:
    """The convex hull, faces outward; `None` where the points lie in a plane."""
    found = _qhull(points)
    if found is None:
        return None
    corners, simplices, planes = found
    faces = np.searchsorted(corners, simplices)
    vertices = points[corners]
    a, b, c = np.moveaxis(vertices[faces], 1, 0)
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), planes[:, :3]) < 0
    faces[inward] = faces[inward][:, ::-1]
    return Triangles.of(vertices, faces)


def is_convex(triangles: Triangles) -> bool:
    """Whether the triangles are, to a few thousandths of their size, the whole surface of a convex body."""
    points = triangles.vertices[np.unique(triangles.faces)]
    around = hull(points)
    if around is None or abs(area(triangles) / area(around) - 1) > SURFACE:
        return False
    a, b, c = np.moveaxis(around.vertices[around.faces], 1, 0)
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    normals = normals[lengths > 0] / lengths[lengths > 0, None]
    offsets = np.einsum("ij,ij->i", normals, a[lengths > 0])
    deepest = DENT * float(np.linalg.norm(points.max(axis=0) - points.min(axis=0)))
    under = points[~np.isin(_keys(points), _keys(around.vertices))]
    return all(
        float((under[start : start + ROWS_AT_ONCE] @ normals.T - offsets).max(axis=1).min()) >= -deepest
        for start in range(0, len(under), ROWS_AT_ONCE)
    )


def area(triangles: Triangles) -> float:
    """The surface in square metres."""
    a, b, c = np.moveaxis(triangles.vertices[triangles.faces], 1, 0)
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def _keys(points: FloatArray) -> npt.NDArray[np.void]:
    """One sortable value per point, equal where the points are."""
    rows = np.ascontiguousarray(points + 0.0)
    return rows.view(np.dtype((np.void, rows.itemsize * 3))).reshape(-1)


def _qhull(points: FloatArray) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], FloatArray] | None:
    # Slow to import, and most shapes never need it.
    from scipy.spatial import ConvexHull, QhullError  # pyright: ignore[reportUnknownVariableType]

    try:
        found = ConvexHull(points)  # pyright: ignore[reportUnknownVariableType]
    except (QhullError, ValueError):
        return None
    return (
        np.sort(np.asarray(found.vertices, dtype=np.int64)),
        np.asarray(found.simplices, dtype=np.int64),
        np.asarray(found.equations, dtype=np.float64),
    )
