"""Axis-aligned and oriented bounds of shapes."""

from functools import lru_cache
from typing import assert_never

import msgspec
import numpy as np

from .pose import IDENTITY, FloatArray, Pose, Vector3, rotation_matrix, transform
from .shape import Box, Capsule, Compound, Cylinder, Mesh, Meshes, Shape, Sphere, primitives, vector

CORNERS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


class Bounds(msgspec.Struct, frozen=True, array_like=True):
    """The axis-aligned box between two corners."""

    low: Vector3
    high: Vector3

    @property
    def size(self) -> Vector3:
        return vector(np.subtract(self.high, self.low))

    @property
    def centre(self) -> Vector3:
        return vector(np.add(self.low, self.high) / 2)

    def contains(self, point: Vector3, *, margin_m: float = 0.0) -> bool:
        return all(
            low - margin_m <= x <= high + margin_m for low, x, high in zip(self.low, point, self.high, strict=True)
        )


@lru_cache(maxsize=1024)
def local_bounds(shape: Shape) -> Bounds:
    """Bounds in the shape's own frame; exact but for turned meshes inside a compound."""
    return bounds(shape, IDENTITY)


def bounds(shape: Shape, pose: Pose, meshes: Meshes | None = None) -> Bounds:
    """Axis-aligned bounds of a placed shape, tight for primitives and, given its triangles, for a mesh."""
    lows: list[FloatArray] = []
    highs: list[FloatArray] = []
    for part in primitives(shape, pose):
        triangles = meshes.get(part.shape.digest) if meshes and isinstance(part.shape, Mesh) else None
        if triangles is not None:
            points = part.pose.apply(triangles.vertices)
            lows.append(points.min(axis=0))
            highs.append(points.max(axis=0))
            continue
        centre, reach = _extent(part.shape, part.pose)
        lows.append(centre - reach)
        highs.append(centre + reach)
    return Bounds(vector(np.min(lows, axis=0)), vector(np.max(highs, axis=0)))


def moved_bounds(centre: FloatArray, half: FloatArray, poses: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Axis-aligned corners `(n, 3)` of `n` local boxes standing at `(n, 7)` poses."""
    reach = np.einsum("nij,nj->ni", np.abs(rotation_matrix(poses[:, 3:])), half)
    middle = transform(poses, centre)
    return middle - reach, middle + reach


def _extent(shape: Shape, pose: Pose) -> tuple[FloatArray, FloatArray]:
    centre = np.asarray(pose.position)
    matrix = rotation_matrix(np.asarray(pose.orientation))
    match shape:
        case Box(size):
            return centre, np.abs(matrix) @ np.asarray(size) / 2
        case Sphere(radius):
            return centre, np.full(3, radius)
        case Cylinder(radius, height):
            along = matrix[:, 2]
            return centre, radius * np.sqrt(np.clip(1 - along**2, 0, 1)) + np.abs(along) * height / 2
        case Capsule(radius, height):
            return centre, radius + np.abs(matrix[:, 2]) * height / 2
        case Mesh(_, low, high):
            middle, half = np.add(low, high) / 2, np.subtract(high, low) / 2
            return pose.apply(middle), np.abs(matrix) @ half
        case Compound():
            raise AssertionError("primitives() leaves no compound")
        case _:
            assert_never(shape)
