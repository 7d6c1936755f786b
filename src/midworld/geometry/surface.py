"""The outside of a shape as loose triangles."""

from typing import assert_never

import numpy as np

from .bounds import CORNERS
from .pose import FloatArray
from .shape import Box, Capsule, Compound, Cylinder, Mesh, Meshes, Shape, Sphere, primitives

# A circle of that many sides is off by a thousandth of its radius, and exact along the axes.
SIDES = 64
QUADS = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])


def surface(shape: Shape, meshes: Meshes) -> FloatArray:
    """Triangles `(n, 3, 3)` of all parts, in the shape's frame; a mesh whose triangles are not given is its box."""
    pieces = [part.pose.apply(_triangles(part.shape, meshes)) for part in primitives(shape)]
    return np.concatenate(pieces) if pieces else np.empty((0, 3, 3))


def _triangles(shape: Shape, meshes: Meshes) -> FloatArray:
    match shape:
        case Box(size):
            return _cuboid(np.zeros(3), np.asarray(size))
        case Sphere(radius):
            return _revolved(_arc(radius, -np.pi / 2, np.pi / 2, 0.0))
        case Cylinder(radius, height):
            half = height / 2
            return _revolved(np.array([[0, -half], [radius, -half], [radius, half], [0, half]]))
        case Capsule(radius, height):
            below, above = _arc(radius, -np.pi / 2, 0, -height / 2), _arc(radius, 0, np.pi / 2, height / 2)
            return _revolved(np.concatenate([below, above]))
        case Mesh(digest, low, high):
            known = meshes.get(digest)
            if known is None:
                return _cuboid(np.add(low, high) / 2, np.subtract(high, low))
            return known.vertices[known.faces]
        case Compound():
            raise AssertionError("primitives() leaves no compound")
        case _:
            assert_never(shape)


def _cuboid(centre: FloatArray, size: FloatArray) -> FloatArray:
    return _halved((centre + CORNERS * size / 2)[QUADS])


def _arc(radius: float, start: float, end: float, lift: float) -> FloatArray:
    angles = np.linspace(start, end, SIDES // 4 + 1)
    return np.column_stack([radius * np.cos(angles), radius * np.sin(angles) + lift])


def _revolved(profile: FloatArray) -> FloatArray:
    """A profile of `(radius, height)` rows turned around z."""
    angles = 2 * np.pi * np.arange(SIDES + 1) / SIDES
    rings = np.empty((len(profile), SIDES + 1, 3))
    rings[..., 0] = profile[:, :1] * np.cos(angles)
    rings[..., 1] = profile[:, :1] * np.sin(angles)
    rings[..., 2] = profile[:, 1:]
    quads = np.stack([rings[:-1, :-1], rings[:-1, 1:], rings[1:, 1:], rings[1:, :-1]], axis=2)
    return _halved(quads.reshape(-1, 4, 3))


def _halved(quads: FloatArray) -> FloatArray:
    return np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
