"""Plumb lines through many bodies at once: where vertical rays meet their parts.

Engines cast rays one by one; feeling for what carries a hundred moving things takes thousands of them, all vertical.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import (
    Box,
    Capsule,
    Cylinder,
    FloatArray,
    IntArray,
    Mesh,
    Meshes,
    Part,
    Shape,
    Sphere,
    local_bounds,
    rotate,
    rotation_matrix,
)
from .body import Body

BLOCK, BALL, CAN, PILL, HULL = range(5)
# A ray along a face, but for rounding, meets it.
EDGE_M = 1e-9
# A direction with less of an axis than this runs along its faces.
ALONG = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Solids:
    """The parts of bodies, one row a part, those of a body side by side.

    `first` and `count` say where the parts of each body are. `size` is half the edges of the box around a part;
    `turns` are the rotations of `pose`; `planes` are outward normals and offsets of the faces of those that are
    meshes, padded by repetition.
    """

    owner: IntArray
    first: IntArray
    count: IntArray
    kind: IntArray
    pose: FloatArray
    turns: FloatArray
    middle: FloatArray
    size: FloatArray
    hull: IntArray
    planes: FloatArray

    def some(self, bodies: IntArray) -> "Solids":
        """The parts of some bodies."""
        count = self.count[bodies]
        owner, parts = expanded(self.first[bodies], count)
        return Solids(
            owner,
            np.cumsum(count) - count,
            count,
            self.kind[parts],
            self.pose[parts],
            self.turns[parts],
            self.middle[parts],
            self.size[parts],
            self.hull[parts],
            self.planes,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Where parts are: the rotation and the origin of each, and the box around it along the fixed axes."""

    turns: FloatArray
    origins: FloatArray
    lows: FloatArray
    highs: FloatArray


def solids(bodies: Sequence[Body], meshes: Meshes) -> Solids:
    """The parts that an engine would collide."""
    groups = [body.solid_parts() for body in bodies]
    parts = [part for group in groups for part in group]
    count = np.array([len(group) for group in groups], dtype=np.intp)
    boxes = [local_bounds(part.shape) for part in parts]
    faces = [_faces(part.shape, meshes) for part in parts if isinstance(part.shape, Mesh)]
    widest = max((len(each) for each in faces), default=0)
    hull = np.cumsum([isinstance(part.shape, Mesh) for part in parts], dtype=np.intp) - 1
    poses = np.array([part.pose.array for part in parts]).reshape(-1, 7)
    return Solids(
        np.repeat(np.arange(len(groups)), count),
        np.cumsum(count) - count,
        count,
        np.array([_kind(part) for part in parts], dtype=np.intp),
        poses,
        rotation_matrix(poses[:, 3:]),
        np.array([box.centre for box in boxes]).reshape(-1, 3),
        np.array([box.size for box in boxes]).reshape(-1, 3) / 2,
        hull,
        np.array([np.resize(each, (widest, 4)) for each in faces]).reshape(len(faces), widest, 4),
    )


def expanded(first: IntArray, count: IntArray) -> tuple[IntArray, IntArray]:
    """Runs of numbers, one after the other: which run each belongs to, and the numbers."""
    of = np.repeat(np.arange(len(count)), count)
    starts = np.cumsum(count) - count
    return of, np.arange(len(of)) + (first - starts)[of]


def placed(known: Solids, poses: FloatArray, turns: FloatArray) -> Placed:
    """The parts of bodies that stand at poses `(n, 7)`, turned as those are."""
    outer, turns = poses[known.owner], turns[known.owner]
    origins = outer[:, :3] + rotate(outer[:, 3:], known.pose[:, :3])
    turns = turns @ known.turns
    middles = origins + np.einsum("nij,nj->ni", turns, known.middle)
    reach = np.einsum("nij,nj->ni", np.abs(turns), known.size)
    return Placed(turns, origins, middles - reach, middles + reach)


def met(known: Solids, where: Placed, parts: IntArray, starts: FloatArray, *, up: FloatArray) -> FloatArray:
    """How far above (`up` 1) or below (-1) each start its part begins, or ends if it starts within; else infinity."""
    turns = where.turns[parts]
    origin = np.einsum("nji,nj->ni", turns, starts - where.origins[parts])
    way = up[:, None] * turns[:, 2]
    way = np.where(np.abs(way) < ALONG, ALONG, way)
    enters, leaves = np.full(len(parts), np.inf), np.full(len(parts), -np.inf)
    kinds = known.kind[parts]
    for kind in set(kinds.tolist()):
        some = np.flatnonzero(kinds == kind)
        enters[some], leaves[some] = _through(kind, origin[some], way[some], known, parts[some])
    ahead = np.where(enters >= 0.0, enters, leaves)
    return np.where((enters <= leaves) & (ahead >= 0.0), ahead, np.inf)


def lowest(known: Solids, where: Placed, parts: IntArray) -> FloatArray:
    """The lowest point of each of some round parts."""
    axis, size, kind = where.turns[parts][:, :, 2], known.size[parts], known.kind[parts]
    points = where.origins[parts].copy()
    radius = size[:, 0]
    long = np.where(kind == BALL, 0.0, np.where(kind == PILL, size[:, 2] - radius, size[:, 2]))
    points -= (np.sign(axis[:, 2]) * long)[:, None] * axis
    round_below = np.where(kind == CAN, 0.0, radius)
    points[:, 2] -= round_below
    slope = axis * axis[:, 2:]
    slope[:, 2] -= 1.0
    length = np.linalg.norm(slope, axis=1)
    rim = (kind == CAN) & (length > 1e-6)
    points[rim] += slope[rim] * (radius[rim] / length[rim])[:, None]
    return points


Span = tuple[FloatArray, FloatArray]


def _through(kind: int, origin: FloatArray, way: FloatArray, known: Solids, parts: IntArray) -> Span:
    """Where lines enter and leave parts of one kind, in the parts' own frames."""
    size = known.size[parts]
    if kind == BLOCK:
        return _slabs(origin, way, size)
    if kind == HULL:
        return _clipped(origin, way, known.planes[known.hull[parts]])
    radius = size[:, 0]
    if kind == BALL:
        return _ball(origin, way, radius)
    if kind == CAN:
        return _both(_pipe(origin, way, radius), _slabs(origin[:, 2:], way[:, 2:], size[:, 2:]))
    long = size[:, 2] - radius
    pipe = _both(_pipe(origin, way, radius), _slabs(origin[:, 2:], way[:, 2:], long[:, None]))
    end = np.zeros_like(origin)
    end[:, 2] = long
    return _either(pipe, _either(_ball(origin - end, way, radius), _ball(origin + end, way, radius)))


def _slabs(origin: FloatArray, way: FloatArray, half: FloatArray) -> Span:
    near, far = (-half - EDGE_M - origin) / way, (half + EDGE_M - origin) / way
    return np.minimum(near, far).max(axis=1), np.maximum(near, far).min(axis=1)


def _ball(origin: FloatArray, way: FloatArray, radius: FloatArray) -> Span:
    middle = -np.einsum("ij,ij->i", origin, way)
    return _roots(np.ones(len(middle)), middle, np.einsum("ij,ij->i", origin, origin) - radius**2)


def _pipe(origin: FloatArray, way: FloatArray, radius: FloatArray) -> Span:
    flat, place = way[:, :2], origin[:, :2]
    square = np.einsum("ij,ij->i", flat, flat)
    return _roots(square, -np.einsum("ij,ij->i", place, flat), np.einsum("ij,ij->i", place, place) - radius**2)


def _roots(square: FloatArray, middle: FloatArray, constant: FloatArray) -> Span:
    root = middle**2 - square * (constant - EDGE_M)
    reach = np.sqrt(np.maximum(root, 0.0))
    missed = root < 0.0
    return np.where(missed, np.inf, (middle - reach) / square), np.where(missed, -np.inf, (middle + reach) / square)


def _clipped(origin: FloatArray, way: FloatArray, planes: FloatArray) -> Span:
    """Through a convex mesh: a face seen from outside is entered by, one seen from within left by."""
    towards = np.einsum("nkj,nj->nk", planes[..., :3], way)
    away = planes[..., 3] + EDGE_M - np.einsum("nkj,nj->nk", planes[..., :3], origin)
    along = np.abs(towards) < ALONG
    reach = away / np.where(along, 1.0, towards)
    enters = np.where(along, np.where(away < 0.0, np.inf, -np.inf), np.where(towards < 0.0, reach, -np.inf))
    leaves = np.where(~along & (towards > 0.0), reach, np.inf)
    return enters.max(axis=1), leaves.min(axis=1)


def _both(a: Span, b: Span) -> Span:
    return np.maximum(a[0], b[0]), np.minimum(a[1], b[1])


def _either(a: Span, b: Span) -> Span:
    """Of parts that overlap: an empty span ends before it begins and must not count."""
    enters = np.minimum(np.where(a[0] <= a[1], a[0], np.inf), np.where(b[0] <= b[1], b[0], np.inf))
    return enters, np.maximum(np.where(a[0] <= a[1], a[1], -np.inf), np.where(b[0] <= b[1], b[1], -np.inf))


def _kind(part: Part) -> int:
    match part.shape:
        case Box():
            return BLOCK
        case Sphere():
            return BALL
        case Cylinder():
            return CAN
        case Capsule():
            return PILL
        case _:
            return HULL


def _faces(shape: Shape, meshes: Meshes) -> FloatArray:
    """Outward normals and offsets of a convex mesh, whichever way its triangles are wound."""
    assert isinstance(shape, Mesh)
    known = meshes[shape.digest]
    corners = known.vertices[known.faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    flat = lengths > 1e-14
    normals, corners = normals[flat] / lengths[flat, None], corners[flat]
    normals *= np.sign(np.einsum("ij,ij->i", normals, corners[:, 0] - known.vertices.mean(axis=0)))[:, None]
    # All of a hull lies behind each of its faces; measured so, a mesh that is not quite convex is its hull.
    return np.column_stack([normals, (normals @ known.vertices.T).max(axis=1)])
