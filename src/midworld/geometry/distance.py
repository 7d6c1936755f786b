"""How far points are from the surface of a shape; inside, that is less than nothing."""

from typing import assert_never

import numpy as np

from .bounds import local_bounds
from .pose import FloatArray, conjugate, rotate
from .shape import Box, Capsule, Compound, Cylinder, Mesh, Shape, Sphere


def surface_distance(shape: Shape, points: FloatArray) -> FloatArray:
    """Signed distances `(n,)` of points `(n, 3)` in the frame of a shape; a mesh counts as the box around it."""
    match shape:
        case Box(size):
            return _from_box(points, np.asarray(size) / 2)
        case Sphere(radius):
            return np.linalg.norm(points, axis=1) - radius
        case Cylinder(radius, height):
            beyond = np.stack(
                [np.hypot(points[:, 0], points[:, 1]) - radius, np.abs(points[:, 2]) - height / 2], axis=1
            )
            return np.linalg.norm(np.maximum(beyond, 0.0), axis=1) + np.minimum(beyond.max(axis=1), 0.0)
        case Capsule(radius, height):
            axis = np.clip(points[:, 2], -height / 2, height / 2)
            return np.linalg.norm(points - np.stack([0 * axis, 0 * axis, axis], axis=1), axis=1) - radius
        case Mesh():
            box = local_bounds(shape)
            return _from_box(points - np.asarray(box.centre), np.asarray(box.size) / 2)
        case Compound(parts):
            found = [
                surface_distance(
                    part.shape,
                    rotate(conjugate(np.asarray(part.pose.orientation)), points - np.asarray(part.pose.position)),
                )
                for part in parts
            ]
            return np.min(found, axis=0)
        case _:
            assert_never(shape)


def _from_box(points: FloatArray, half: FloatArray) -> FloatArray:
    beyond = np.abs(points) - half
    return np.linalg.norm(np.maximum(beyond, 0.0), axis=1) + np.minimum(beyond.max(axis=1), 0.0)
