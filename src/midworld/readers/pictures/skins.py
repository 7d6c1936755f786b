"""Triangles with the normals of the smooth surface they stand for."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ...geometry import Box, Capsule, Cylinder, FloatArray, Meshes, Pose, Shape, Sphere, rotate, surface, transform

# Faces that meet at a sharper angle than this keep their edge.
CREASE = float(np.cos(np.radians(40.0)))
WELD_M = 1e-5
PAIRS = 20_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """Corners `(n, 3, 3)` and the normals there."""

    corners: FloatArray
    normals: FloatArray

    def at(self, pose: Pose) -> "Skin":
        row = pose.array
        return Skin(transform(row, self.corners), rotate(row[3:], self.normals))


@dataclass(slots=True, eq=False)
class Skins:
    """The skins of shapes, each made once."""

    meshes: Meshes
    _known: dict[Shape, Skin] = field(default_factory=dict[Shape, Skin])

    def of(self, shape: Shape) -> Skin:
        skin = self._known.get(shape)
        if skin is None:
            skin = self._known[shape] = skinned(surface(shape, self.meshes))
        return skin

    def placed(self, model: str, scale: FloatArray, pose: FloatArray) -> Skin:
        """An instance of a model of `scenery`, where it is."""
        return self._scaled(model, tuple(scale.tolist())).at(Pose.of(pose))

    def _scaled(self, model: str, scale: tuple[float, ...]) -> Skin:
        a, b, c = scale
        match model.split(":"):
            case ["box"]:
                return self.of(Box((a, b, c)))
            case ["sphere"]:
                ball = self.of(Sphere(1.0))
                normals = ball.normals / scale
                return Skin(ball.corners * scale, normals / np.linalg.norm(normals, axis=-1, keepdims=True))
            case ["cylinder"]:
                return self.of(Cylinder(a, c))
            case ["capsule", radius, height]:
                return self.of(Capsule(float(radius), float(height)))
            case _:
                return self.of(self.meshes[model].mesh())


def skinned(triangles: FloatArray) -> Skin:
    """Loose triangles with smooth normals, but for creases; those without area are left out."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    area = np.linalg.norm(across, axis=1)
    kept = area > 1e-14
    triangles, across, area = triangles[kept], across[kept], area[kept]
    flat = across / area[:, None]
    if not len(triangles):
        return Skin(triangles, triangles)
    _, vertex = np.unique(np.round(triangles.reshape(-1, 3) / WELD_M).astype(np.int64), axis=0, return_inverse=True)
    normals = _blended(vertex.ravel(), np.repeat(flat, 3, axis=0), np.repeat(across, 3, axis=0))
    return Skin(triangles, normals.reshape(-1, 3, 3))


def _blended(vertex: npt.NDArray[np.intp], flat: FloatArray, weighted: FloatArray) -> FloatArray:
    """At every corner the mean of the faces that meet there without a crease, large faces counting more."""
    order = np.argsort(vertex, kind="stable")
    counts = np.bincount(vertex)
    if int((counts.astype(np.int64) ** 2).sum()) > PAIRS:
        return flat
    firsts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    size = counts[vertex[order]]
    left = np.repeat(np.arange(len(order)), size)
    within = np.arange(len(left)) - np.repeat(np.cumsum(size) - size, size)
    one, other = order[left], order[firsts[vertex[order]][left] + within]
    smooth = np.einsum("ij,ij->i", flat[one], flat[other]) > CREASE
    one, other = one[smooth], other[smooth]
    total = np.column_stack([np.bincount(one, weighted[other, axis], len(order)) for axis in range(3)])
    return total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-30)
