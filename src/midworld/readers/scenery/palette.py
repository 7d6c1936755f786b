"""Colours and what they mean, the same on the page and in pictures: Okabe and Ito's, told apart with any colour vision.

A thing has its own colour; the world it is told from is the colour of its outline, and means nothing else.
"""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from PIL import ImageColor

from ...world import MERGED, SOURCE_PREFIX, STABLE, Colour

Rgb = tuple[int, int, int]

OBSERVED: Rgb = (204, 121, 167)
CORRECTED: Rgb = (0, 158, 115)
FUSED: Rgb = (86, 180, 233)
HELD: Rgb = (230, 159, 0)
BELIEVED: Rgb = (213, 94, 0)
CHOSEN: Rgb = (0, 114, 178)
LOST: Rgb = (120, 126, 136)
# What is only imagined: as intended, and not.
IMAGINED: Rgb = (240, 228, 66)
MISSED: Rgb = (64, 48, 72)
# What nobody gave a colour.
PLAIN: Rgb = (168, 174, 184)
STILL: Rgb = (217, 212, 203)
STILL_DARK: Rgb = (104, 100, 94)
GROUND: Rgb = (243, 244, 246)
GROUND_DARK: Rgb = (38, 40, 46)
# What nobody looks at from the chosen place is mixed with this.
SHADE: Rgb = (70, 74, 84)
LINK: Rgb = (110, 116, 128)
APPARATUS: Rgb = (102, 112, 122)
ROBOT: Rgb = (195, 200, 205)
# People are told apart by their names: none of these means anything.
PEOPLE: tuple[Rgb, ...] = ((143, 163, 184), (184, 160, 143), (148, 174, 156), (170, 154, 182))

# What people say, in tones that leave room for light and shadow.
_MUTED: Mapping[str, str] = MappingProxyType(
    {
        "red": "#c83732",
        "orange": "#eb8c28",
        "yellow": "#f0cd46",
        "green": "#469650",
        "blue": "#3c6ebe",
        "purple": "#8255a5",
        "pink": "#e18cb4",
        "brown": "#875a3c",
        "black": "#323438",
        "white": "#f0f0ee",
        "grey": "#8c8e92",
        "gray": "#8c8e92",
        "cyan": "#50b9c8",
        "beige": "#e1d2af",
    }
)


def colour_of_world(name: str) -> Rgb:
    """Observed is pink, corrected is green, as in the figures of the paper; a mind is vermilion."""
    if name == STABLE:
        return CORRECTED
    if name == MERGED:
        return FUSED
    return OBSERVED if name.startswith(SOURCE_PREFIX) else BELIEVED


def world_word(world: str) -> str:
    """What the colour of a world means, for a legend."""
    if world == STABLE:
        return "corrected"
    if world == MERGED:
        return "merged"
    return "observed" if world.startswith(SOURCE_PREFIX) else f"believed by {world}"


def own_colour(colour: Colour | None) -> Rgb | None:
    """The colour a thing is said to have, a little muted so that light shows; None for none or no known name."""
    if colour is None:
        return None
    if isinstance(colour, str):
        name = colour.replace(" ", "").replace("_", "").lower()
        try:
            return rgb(_MUTED.get(name, name))
        except ValueError:
            return None
    red, green, blue = (round(255 * (0.10 + 0.80 * min(max(channel, 0.0), 1.0))) for channel in colour)
    return (red, green, blue)


def rgb(colour: str) -> Rgb:
    """Raises ValueError for what is no colour."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return (red, green, blue)


def hexed(colour: Rgb) -> str:
    return "#" + bytes(colour).hex()


def mixed(colours: npt.NDArray[np.uint8], other: Rgb, share: float) -> npt.NDArray[np.uint8]:
    """Colours `(n, 3)` with a share of another one in them."""
    return ((1 - share) * colours + share * np.array(other)).astype(np.uint8)
