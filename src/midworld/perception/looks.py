"""What things look like: which of two may be the same thing, as far as class, colour and size tell."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..geometry import Vector3, local_bounds
from ..world import Colour, Entity
from .observation import Percept, Unnamed

# A class that says nothing.
ANYTHING = ("", "Object", "Thing")
# Two colours further apart than this, with red, green and blue in 0..1, are two (chosen; orange and yellow are 0.35).
OTHER_COLOUR = 0.33
# Sizes of one thing, edge by edge, as two trackers measure them: within this factor, or this far apart in metres.
SIZE_FACTOR = 1.5
SIZE_M = 0.02


@dataclass(frozen=True, slots=True)
class Looks:
    """What is known of a thing's looks; `size` are its edge lengths, longest first."""

    category: str = ""
    colour: Vector3 | None = None
    size: Vector3 | None = None


@lru_cache(maxsize=4096)
def looks_of(entity: Entity) -> Looks:
    """How an entity looks by its description."""
    shape = entity.visual or entity.collision
    size = None if shape is None else _sorted(local_bounds(shape).size)
    return Looks(entity.category, rgb(entity.colour), size)


def seen_looks(percept: Unnamed) -> Looks:
    """How something looks that was just seen."""
    size = percept.size
    if size is None and percept.model:
        size = looks_of(percept.model[0][0]).size
    if size is None and percept.points:
        x, y, z = np.ptp(np.array(percept.points), axis=0).tolist()
        size = (x, y, z)
    return Looks(percept.category, percept.colour, None if size is None else _sorted(size))


def told_looks(percept: Percept) -> Looks:
    """How something looks that its tracker also names."""
    return Looks("", percept.colour, None if percept.size is None else _sorted(percept.size))


def comparable(one: Looks, other: Looks) -> bool:
    """Whether two looks may be those of one thing; what is not known of one contradicts nothing."""
    classes = {one.category.lower(), other.category.lower()}
    if len(classes) > 1 and not any(name.lower() in classes for name in ANYTHING):
        return False
    if one.colour is not None and other.colour is not None:
        apart = float(np.linalg.norm(np.subtract(one.colour, other.colour)))
        if apart > OTHER_COLOUR:
            return False
    if one.size is None or other.size is None:
        return True
    pairs = zip(one.size, other.size, strict=True)
    return all(max(a, b) <= SIZE_FACTOR * min(a, b) or abs(a - b) <= SIZE_M for a, b in pairs)


def alike(one: Looks, other: Looks) -> bool:
    """Whether nobody could tell two things apart by their looks."""
    return comparable(one, other) and comparable(other, one)


@lru_cache(maxsize=256)
def rgb(colour: Colour | None) -> Vector3 | None:
    """A colour as red, green and blue in 0..1; None for one that nobody knows."""
    if colour is None or not isinstance(colour, str):
        return colour
    # Most scenes do without.
    from PIL import ImageColor

    try:
        red, green, blue = ImageColor.getrgb(colour.replace(" ", "").replace("_", "").lower())[:3]
    except ValueError:
        return None
    return (red / 255, green / 255, blue / 255)


def _sorted(size: Vector3) -> Vector3:
    a, b, c = sorted(size, reverse=True)
    return (a, b, c)
