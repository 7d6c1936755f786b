"""Mass, centre of mass and inertia of shapes."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

import msgspec
import numpy as np

from .bounds import bounds
from .closed import is_closed, without_sheets
from .convex import hull
from .pose import IDENTITY, FloatArray, Pose, Vector3, rotation_matrix
from .shape import Box, Capsule, Compound, Cylinder, Mesh, Meshes, Shape, Sphere, Triangles, primitives, vector

# Solid and hollow bodies differ by a few times, units and copied placeholders by thousands.
BELIEVABLE_RATIO = 100.0
# A mesh whose signed volume is a smaller share of its hull's is a sheet folded back on itself, not a body.
LEAST_FILL = 1e-4
# A sheet or a wire weighs something: it counts as this thick.
SHEET_M = 1e-3


class Inertial(msgspec.Struct, frozen=True):
    """Mass in kg, centre in the body's frame, inertia about that centre along the body's axes.

    `products` are the matrix entries xy, xz and yz, as in a URDF.
    """

    mass: float
    centre: Vector3
    diagonal: Vector3
    products: Vector3 = (0.0, 0.0, 0.0)

    @property
    def matrix(self) -> FloatArray:
        (xx, yy, zz), (xy, xz, yz) = self.diagonal, self.products
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])

    def placed(self, pose: Pose) -> "Inertial":
        """The same body in the outer frame that `pose` stands in."""
        turn = rotation_matrix(np.asarray(pose.orientation))
        return _of(self.mass, pose.apply(self.centre), turn @ self.matrix @ turn.T)

    @staticmethod
    def combined(bodies: Sequence["Inertial"]) -> "Inertial":
        """Several bodies of one frame, moving as one."""
        mass = sum(body.mass for body in bodies)
        centre = np.sum([body.mass * np.asarray(body.centre) for body in bodies], axis=0) / mass
        shifted = [body.matrix + _shifted(body.mass, np.asarray(body.centre) - centre) for body in bodies]
        return _of(mass, centre, np.sum(shifted, axis=0))

    def is_plausible(self, shape: Shape | None, meshes: Meshes) -> bool:
        """Whether a body of that shape could have that inertia; without a shape, whether any body could."""
        numbers = (self.mass, *self.centre, *self.diagonal, *self.products)
        if not np.all(np.isfinite(numbers)) or self.mass <= 0:
            return False
        low, middle, high = np.linalg.eigvalsh(self.matrix)
        if low <= 0 or low + middle < high:
            return False
        if shape is None:
            return True
        box = bounds(shape, IDENTITY, meshes)
        if not box.contains(self.centre, margin_m=float(np.linalg.norm(box.size)) / 2):
            return False
        ratio = np.array([low, middle, high]) / np.linalg.eigvalsh(inertial_of(shape, self.mass, meshes).matrix)
        return bool(np.all((ratio > 1 / BELIEVABLE_RATIO) & (ratio < BELIEVABLE_RATIO)))


class Solid(NamedTuple):
    """Volume, centre, and inertia at one kg per cubic metre."""

    volume: float
    centre: FloatArray
    inertia: FloatArray


def volume(shape: Shape, meshes: Meshes) -> float:
    """Cubic metres of the solid shape; where parts of a compound overlap, they count twice."""
    return sum(_solid(part.shape, meshes).volume for part in primitives(shape))


def inertial_of(shape: Shape, mass: float, meshes: Meshes) -> Inertial:
    """The inertia of `mass` kg spread evenly over the solid shape."""
    parts = [(_solid(part.shape, meshes), part.pose) for part in primitives(shape)]
    total = sum(solid.volume for solid, _ in parts)
    whole = Inertial.combined([_inertial(solid, mass / total).placed(pose) for solid, pose in parts])
    return msgspec.structs.replace(whole, mass=float(mass))


def repaired(inertial: Inertial | None, shape: Shape, mass: float, meshes: Meshes) -> Inertial:
    """The stated inertia where it is believable, else that of `mass` kg spread over the shape."""
    if inertial is not None and inertial.is_plausible(shape, meshes):
        return inertial
    return inertial_of(shape, mass, meshes)


def _solid(shape: Shape, meshes: Meshes) -> Solid:
    match shape:
        case Box(size):
            return _box(np.zeros(3), np.asarray(size))
        case Sphere(radius):
            radius = max(radius, SHEET_M / 2)
            ball = 4 / 3 * np.pi * radius**3
            return Solid(ball, np.zeros(3), np.eye(3) * ball * radius**2 * 2 / 5)
        case Cylinder(radius, height):
            radius, height = max(radius, SHEET_M / 2), max(height, SHEET_M)
            barrel = np.pi * radius**2 * height
            across = barrel * (3 * radius**2 + height**2) / 12
            return Solid(barrel, np.zeros(3), np.diag([across, across, barrel * radius**2 / 2]))
        case Capsule(radius, height):
            return _capsule(max(radius, SHEET_M / 2), height)
        case Mesh(digest, low, high):
            triangles = meshes.get(digest)
            return _box(np.add(low, high) / 2, np.subtract(high, low)) if triangles is None else _mesh(triangles)
        case Compound():
            raise AssertionError("primitives() leaves no compound")
        case _:
            assert_never(shape)


def _box(centre: FloatArray, size: FloatArray) -> Solid:
    size = np.maximum(size, SHEET_M)
    square = size**2
    content = float(np.prod(size))
    return Solid(content, centre, np.diag(content / 12 * (square.sum() - square)))


def _capsule(radius: float, height: float) -> Solid:
    barrel = np.pi * radius**2 * height
    caps = 4 / 3 * np.pi * radius**3
    along = barrel * radius**2 / 2 + caps * radius**2 * 2 / 5
    # A half ball's centre is 3/8 of its radius above its flat side.
    across = barrel * (3 * radius**2 + height**2) / 12
    across += caps * (radius**2 * 2 / 5 + height**2 / 4 + height * radius * 3 / 8)
    return Solid(barrel + caps, np.zeros(3), np.diag([across, across, along]))


def _mesh(triangles: Triangles) -> Solid:
    """The body the triangles enclose; its hull where they do not close, its bounds where they are flat."""
    low, high = triangles.vertices.min(axis=0), triangles.vertices.max(axis=0)
    around = hull(triangles.vertices)
    if around is None:
        return _box((low + high) / 2, high - low)
    outer = _enclosed(around)
    body = without_sheets(triangles)
    inner = _enclosed(body) if is_closed(body) else outer
    return inner if inner.volume > LEAST_FILL * outer.volume else outer


def _enclosed(triangles: Triangles) -> Solid:
    """Sums the signed tetrahedra between the faces and a point amidst them; inside-out faces count the right way."""
    middle = triangles.vertices.mean(axis=0)
    corners = triangles.vertices[triangles.faces] - middle
    a, b, c = np.moveaxis(corners, 1, 0)
    six = np.einsum("ij,ij->i", a, np.cross(b, c))
    if six.sum() < 0:
        six = -six
    content = float(six.sum() / 6)
    if content <= 0:
        return Solid(0.0, middle, np.zeros((3, 3)))
    summed = corners.sum(axis=1)
    centre = six @ summed / 24 / content
    second = np.einsum("n,nki,nkj->ij", six, corners, corners) + np.einsum("n,ni,nj->ij", six, summed, summed)
    second = second / 120 - content * np.outer(centre, centre)
    return Solid(content, centre + middle, np.eye(3) * np.trace(second) - second)


def _inertial(solid: Solid, density: float) -> Inertial:
    return _of(solid.volume * density, solid.centre, solid.inertia * density)


def _of(mass: float, centre: FloatArray, matrix: FloatArray) -> Inertial:
    products = (float(matrix[0, 1]), float(matrix[0, 2]), float(matrix[1, 2]))
    return Inertial(float(mass), vector(centre), vector(np.diag(matrix)), products)


def _shifted(mass: float, offset: FloatArray) -> FloatArray:
    return mass * (np.eye(3) * (offset @ offset) - np.outer(offset, offset))
