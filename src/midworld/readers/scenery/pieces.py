"""Shapes as instances of few models, so that many things are drawn at once."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...geometry import Box, Capsule, Cylinder, Mesh, Pose, Shape, Sphere, Triangles, Vector3, primitives

BOX, SPHERE, CYLINDER, CAPSULE = "box", "sphere", "cylinder", "capsule"


@dataclass(frozen=True, slots=True)
class Piece:
    """One instance of a model: which, placed how in its entity's frame, scaled by how much.

    A box has edges of 1 m, a sphere and a cylinder a radius of 1 m, the cylinder a height of 1 m; a capsule says its
    own radius and height in its name; every other model is a mesh, named by its digest.
    """

    model: str
    pose: Pose
    scale: Vector3


def pieces(shape: Shape, meshes: Mapping[str, Triangles]) -> tuple[Piece, ...]:
    """Everything a shape is made of; a mesh whose triangles are not known is the box around it."""
    return tuple(_piece(part.shape, part.pose, meshes) for part in primitives(shape))


def _piece(shape: Shape, pose: Pose, meshes: Mapping[str, Triangles]) -> Piece:
    match shape:
        case Box(size):
            return Piece(BOX, pose, size)
        case Sphere(radius):
            return Piece(SPHERE, pose, (radius, radius, radius))
        case Cylinder(radius, height):
            return Piece(CYLINDER, pose, (radius, radius, height))
        case Capsule(radius, height):
            return Piece(capsule(radius, height), pose, (1.0, 1.0, 1.0))
        case Mesh(digest, low, high):
            if digest in meshes:
                return Piece(digest, pose, (1.0, 1.0, 1.0))
            middle, size = np.add(low, high) / 2, np.subtract(high, low)
            x, y, z = (float(number) for number in middle)
            a, b, c = (max(float(number), 1e-4) for number in size)
            return Piece(BOX, pose @ Pose((x, y, z)), (a, b, c))
        case _:
            raise AssertionError(shape)


def capsule(radius: float, height: float) -> str:
    """The name of a capsule along z; `height` is that of its straight part."""
    return f"{CAPSULE}:{radius!r}:{height!r}"
