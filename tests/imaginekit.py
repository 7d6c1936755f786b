"""A table with things on it, and a tray with the paper's pepper mill, to imagine with."""

from midworld.geometry import Box, Compound, Cylinder, Part, Pose, Shape, Sphere, Vector3, cavities, inertial_of
from midworld.world import Entity, EntityId, Object, Placed, World, enter

MILL = Cylinder(0.037, 0.274)
TRAY = Box((0.40, 0.30, 0.02))


def thing(name: str, shape: Shape, at: Vector3, mass: float | None = None) -> Placed:
    """Something of a mass, hollow where its shape is; without a mass it is static."""
    inertial = None if mass is None else inertial_of(shape, mass, {})
    role = Object(mass is None, inertial, cavities(shape, {}))
    return Entity(EntityId(name), role, collision=shape, visual=shape), Pose(at)


def bin_shape() -> Shape:
    """An open box of 20 cm, 10 cm high; its frame in the middle of the bottom."""
    walls: list[tuple[Vector3, Vector3]] = [
        ((0.2, 0.2, 0.008), (0.0, 0.0, 0.004)),
        ((0.008, 0.2, 0.1), (0.096, 0.0, 0.05)),
        ((0.008, 0.2, 0.1), (-0.096, 0.0, 0.05)),
        ((0.2, 0.008, 0.1), (0.0, 0.096, 0.05)),
        ((0.2, 0.008, 0.1), (0.0, -0.096, 0.05)),
    ]
    return Compound(tuple(Part(Box(size), Pose(at)) for size, at in walls))


def table() -> Placed:
    return thing("table", Box((1.0, 1.2, 0.04)), (0.6, 0.0, 0.73))


def cup(at: Vector3 = (0.6, 0.0, 0.80)) -> Placed:
    return thing("cup", Cylinder(0.04, 0.10), at, 0.15)


def box(at: Vector3 = (0.6, 0.3, 0.85)) -> Placed:
    """Tall: 6 x 6 x 20 cm."""
    return thing("box", Box((0.06, 0.06, 0.20)), at, 0.3)


def ball(at: Vector3) -> Placed:
    return thing("ball", Sphere(0.03), at, 0.05)


def a_bin(at: Vector3 = (0.6, -0.3, 0.75)) -> Placed:
    return thing("bin", bin_shape(), at, 0.5)


def tray_with_mill(at: Vector3 = (0.0, 0.0, 0.80)) -> tuple[Placed, Placed]:
    x, y, z = at
    return thing("tray", TRAY, at, 0.5), thing("mill", MILL, (x, y, z + 0.01 + 0.137), 0.14)


def world(*placed: Placed) -> World:
    return World().apply(enter(placed, stamp=0.0))
