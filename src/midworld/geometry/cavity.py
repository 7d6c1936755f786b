"""The hollow of a thing that can hold others."""

import msgspec

from .bounds import Bounds
from .pose import Vector3


class Opening(msgspec.Struct, frozen=True):
    """The rim a thing goes in by: a level rectangle in the body's frame."""

    centre: Vector3
    size: tuple[float, float]


class Cavity(msgspec.Struct, frozen=True):
    """An inner volume open upwards, in the body's frame; `inner` is its box, from the floor to the rim."""

    inner: Bounds
    opening: Opening
