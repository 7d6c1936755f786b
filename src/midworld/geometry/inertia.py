"""Mass, centre of mass and inertia of shapes."""

import msgspec

from .pose import Vector3


class Inertial(msgspec.Struct, frozen=True):
    """Mass in kg, centre in the body's frame, inertia about that centre along the body's axes."""

    mass: float
    centre: Vector3
    diagonal: Vector3
    products: Vector3 = (0.0, 0.0, 0.0)
