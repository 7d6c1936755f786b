"""Shapes as small hashable values. A mesh is named by the hash of its triangles, which are kept elsewhere."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
import numpy as np
import numpy.typing as npt

from .pose import IDENTITY, FloatArray, Pose, Vector3, frozen


class Box(msgspec.Struct, frozen=True, tag="box"):
    """Centred on its frame; `size` is full edge lengths."""

    size: Vector3


class Sphere(msgspec.Struct, frozen=True, tag="sphere"):
    radius: float


class Cylinder(msgspec.Struct, frozen=True, tag="cylinder"):
    """Axis along z, centred."""

    radius: float
    height: float


class Capsule(msgspec.Struct, frozen=True, tag="capsule"):
    """A cylinder of `height` along z with a half ball at either end."""

    radius: float
    height: float


class Mesh(msgspec.Struct, frozen=True, tag="mesh"):
    """Triangles by content hash; `low` and `high` bound them. A convex one may be handed to an engine as it is."""

    digest: str
    low: Vector3
    high: Vector3
    convex: bool = False


class Compound(msgspec.Struct, frozen=True, tag="compound"):
    """Several shapes moving as one."""

    parts: tuple["Part", ...]


Shape = Box | Sphere | Cylinder | Capsule | Mesh | Compound


class Part(msgspec.Struct, frozen=True):
    """One shape of a compound, placed in the compound's frame."""

    shape: Shape
    pose: Pose = IDENTITY


@dataclass(frozen=True, slots=True, eq=False)
class Triangles:
    """The vertices `(n, 3)` and faces `(m, 3)` behind a mesh."""

    vertices: FloatArray
    faces: npt.NDArray[np.int32]

    @classmethod
    def of(cls, vertices: npt.ArrayLike, faces: npt.ArrayLike) -> "Triangles":
        own_faces = np.array(faces, dtype=np.int32).reshape(-1, 3)
        own_faces.setflags(write=False)
        return cls(frozen(np.reshape(np.asarray(vertices, dtype=np.float64), (-1, 3))), own_faces)

    @property
    def digest(self) -> str:
        """The same on every machine and in every process."""
        content = hashlib.blake2b(digest_size=16)
        content.update(np.ascontiguousarray(self.vertices, dtype="<f8").tobytes())
        content.update(b"|")
        content.update(np.ascontiguousarray(self.faces, dtype="<i4").tobytes())
        return content.hexdigest()

    def mesh(self, *, convex: bool = False) -> Mesh:
        """The value that stands for these triangles."""
        low, high = self.vertices.min(axis=0), self.vertices.max(axis=0)
        return Mesh(self.digest, vector(low), vector(high), convex)


Meshes = Mapping[str, Triangles]


def vector(numbers: npt.ArrayLike) -> Vector3:
    x, y, z = (float(number) for number in np.asarray(numbers, dtype=np.float64))
    return (x, y, z)


def primitives(shape: Shape, pose: Pose = IDENTITY) -> tuple[Part, ...]:
    """The shape as a flat list of parts that are not compounds."""
    if isinstance(shape, Compound):
        return tuple(flat for part in shape.parts for flat in primitives(part.shape, pose @ part.pose))
    return (Part(shape, pose),)


def rolling_radius(shape: Shape) -> float:
    """The radius on which a shape can roll, or 0 if it cannot."""
    return shape.radius if isinstance(shape, Sphere | Cylinder | Capsule) else 0.0
