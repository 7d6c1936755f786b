"""Colours that people with any kind of colour vision tell apart (Okabe and Ito), for light and dark."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ...world import MERGED, SOURCE_PREFIX, STABLE, Colour

Rgb = tuple[int, int, int]

OBSERVED: Rgb = (204, 121, 167)
CORRECTED: Rgb = (0, 158, 115)
MERGED_BLUE: Rgb = (86, 180, 233)
HELD: Rgb = (230, 159, 0)
BELIEVED: Rgb = (213, 94, 0)
CHOSEN: Rgb = (0, 114, 178)
STILL: Rgb = (196, 186, 170)
GROUND: Rgb = (250, 251, 253)
STILL_DARK: Rgb = (112, 106, 98)
GROUND_DARK: Rgb = (38, 40, 46)
# What nobody looks at from the chosen place is mixed with this.
SHADE: Rgb = (70, 74, 84)
PEOPLE: tuple[Rgb, ...] = ((0, 114, 178), (213, 94, 0), (86, 180, 233), (150, 110, 190), (120, 120, 60))

_NAMED: Mapping[str, Rgb] = MappingProxyType(
    {
        "red": (200, 55, 50),
        "orange": (235, 140, 40),
        "yellow": (240, 205, 70),
        "green": (70, 150, 80),
        "blue": (60, 110, 190),
        "purple": (130, 85, 165),
        "pink": (225, 140, 180),
        "brown": (135, 90, 60),
        "black": (50, 52, 56),
        "white": (240, 240, 238),
        "grey": (140, 142, 146),
        "gray": (140, 142, 146),
        "cyan": (80, 185, 200),
        "beige": (225, 210, 175),
    }
)


def colour_of_world(name: str) -> Rgb:
    """Observed is pink, corrected is green, as in the figures of the paper; a mind is vermilion."""
    if name == STABLE:
        return CORRECTED
    if name == MERGED:
        return MERGED_BLUE
    return OBSERVED if name.startswith(SOURCE_PREFIX) else BELIEVED


def own_colour(colour: Colour | None) -> Rgb | None:
    """The colour a thing is said to have."""
    if colour is None:
        return None
    if isinstance(colour, str):
        return _NAMED.get(colour.lower())
    red, green, blue = (round(255 * min(max(channel, 0.0), 1.0)) for channel in colour)
    return (red, green, blue)


def mixed(colours: npt.NDArray[np.uint8], other: Rgb, share: float) -> npt.NDArray[np.uint8]:
    """Colours `(n, 3)` with a share of another one in them."""
    return ((1 - share) * colours + share * np.array(other)).astype(np.uint8)
