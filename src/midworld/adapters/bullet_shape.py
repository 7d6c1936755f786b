"""Bodies as Bullet wants them: one collision shape and one inertial frame each."""

# PyBullet ships no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from pathlib import Path
from typing import Any, assert_never

import numpy as np

from ..errors import MissingExtra
from ..geometry import (
    Box,
    Capsule,
    Compound,
    Cylinder,
    FloatArray,
    Mesh,
    Meshes,
    Part,
    Sphere,
    Triangles,
    quaternion_of,
)
from ..physics import Body
from .wavefront import as_obj

try:
    import pybullet
except ImportError as missing:
    raise MissingExtra("The Bullet engine", "bullet") from missing

bullet: Any = pybullet


def principal(body: Body) -> tuple[FloatArray, FloatArray]:
    """Inertia along its own axes, and the rotation matrix of those axes in the body's frame."""
    (xx, yy, zz), (xy, xz, yz) = body.inertial.diagonal, body.inertial.products
    if xy == xz == yz == 0.0:
        return np.array([xx, yy, zz]), np.eye(3)
    moments, axes = np.linalg.eigh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    if np.linalg.det(axes) < 0:
        axes[:, 0] *= -1.0
    return moments, axes


def inertial_frame(body: Body) -> FloatArray:
    if body.static:
        return np.array([0, 0, 0, 0, 0, 0, 1.0])
    return np.concatenate([body.inertial.centre, quaternion_of(principal(body)[1])])


def collision_shape(parts: tuple[Part, ...], meshes: Meshes, folder: Path, client: int) -> int:
    columns: dict[str, list[Any]] = {
        "shapeTypes": [],
        "halfExtents": [],
        "radii": [],
        "lengths": [],
        "fileNames": [],
        "collisionFramePositions": [list(part.pose.position) for part in parts],
        "collisionFrameOrientations": [list(part.pose.orientation) for part in parts],
    }
    for part in parts:
        kind, half, radius, length, file = _primitive(part, meshes, folder)
        for name, value in zip(columns, (kind, half, radius, length, file), strict=False):
            columns[name].append(value)
    return int(bullet.createCollisionShapeArray(**columns, physicsClientId=client))


def _primitive(part: Part, meshes: Meshes, folder: Path) -> tuple[int, list[float], float, float, str]:
    shape, unused = part.shape, [1.0, 1.0, 1.0]
    match shape:
        case Box(size):
            return bullet.GEOM_BOX, [edge / 2 for edge in size], 0.0, 0.0, ""
        case Sphere(radius):
            return bullet.GEOM_SPHERE, unused, radius, 0.0, ""
        case Cylinder(radius, height):
            return bullet.GEOM_CYLINDER, unused, radius, height, ""
        case Capsule(radius, height):
            return bullet.GEOM_CAPSULE, unused, radius, height, ""
        case Mesh(digest):
            return bullet.GEOM_MESH, unused, 0.0, 0.0, str(_written(digest, meshes[digest], folder))
        case Compound():
            raise AssertionError("a body has no compound parts")
        case _:
            assert_never(shape)


def _written(digest: str, triangles: Triangles, folder: Path) -> Path:
    """The mesh as a file: the only way Bullet takes one inside a compound."""
    path = folder / f"{digest}.obj"
    path.write_text(as_obj(triangles))
    return path
