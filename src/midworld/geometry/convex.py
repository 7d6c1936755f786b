"""Convex hulls, and whether a mesh is one already."""

import numpy as np
import numpy.typing as npt

from .pose import FloatArray, IntArray
from .shape import Triangles

# A mesh is convex for an engine's purposes while no vertex lies deeper under its hull than this share of its size...
DENT = 2e-3
# ...and its surface is the hull's: all vertices of a thin cup are near its hull, but it has twice the surface.
SURFACE = 0.02
ROWS_AT_ONCE = 2000
# What is thinner than this share of its length is a sheet: a tenth of a micrometre on a metre.
FLAT = 1e-7


def hull(points: FloatArray) -> Triangles | None:
    """The convex hull, faces outward; `None` where the points lie in a plane."""
    # Slow to import, and most shapes never need it.
    import manifold3d

    if len(points) < 4 or not np.all(np.isfinite(points)):
        return None
    # Around zero, as what is rounded grows with the distance from it.
    around = points - (points.max(axis=0) + points.min(axis=0)) / 2
    extents = np.ptp(around @ np.linalg.svd(around - around.mean(axis=0), full_matrices=False).Vh.T, axis=0)
    if extents.min() <= FLAT * extents.max():
        return None
    found = manifold3d.Manifold.hull_points(around).to_mesh64()  # pyright: ignore[reportUnknownMemberType]
    places = np.asarray(found.vert_properties, dtype=np.float64)  # pyright: ignore
    triples = np.asarray(found.tri_verts, dtype=np.int64)  # pyright: ignore
    keys = _keys(around)
    order = np.argsort(keys, kind="stable")
    rows = order[np.searchsorted(keys[order], _keys(places))]
    corners, faces = np.unique(rows[triples], return_inverse=True)
    return Triangles.of(points[corners], _ordered(faces.reshape(-1, 3)))


def outline(points: FloatArray) -> FloatArray:
    """The corners of the polygon around points `(n, 2)` of a plane, counter-clockwise; two where all lie on a line."""
    rows = np.unique(points, axis=0).tolist()
    if len(rows) < 2:
        return np.array(rows).reshape(-1, 2)
    return np.array(_lower(rows)[:-1] + _lower(rows[::-1])[:-1])


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


def _ordered(faces: IntArray) -> IntArray:
    """Smallest corners first, whatever order they were found in."""
    first = np.argmin(faces, axis=1)[:, None]
    turned = np.take_along_axis(faces, (first + np.arange(3)) % 3, axis=1)
    return turned[np.lexsort(turned.T[::-1])]


def _lower(rows: list[list[float]]) -> list[list[float]]:
    """The chain from the first of the sorted points to the last that has none of them to its right."""
    chain: list[list[float]] = []
    for x, y in rows:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2:]
            if (bx - ax) * (y - ay) > (by - ay) * (x - ax):
                break
            chain.pop()
        chain.append([x, y])
    return chain
