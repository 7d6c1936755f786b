"""Colours and what they mean, the same in every picture; chosen so that colour-blind people tell them apart."""

from dataclasses import dataclass
from typing import Literal

from PIL import ImageColor

from ...world import MERGED, SOURCE_PREFIX, STABLE, Colour

Rgb = tuple[float, float, float]
Paint = Literal["own", "world"]

# Okabe and Ito's set: distinct under every common colour blindness, and in grey.
PINK = "#cc79a7"
GREEN = "#009e73"
SKY = "#56b4e9"
ORANGE = "#e69f00"
VERMILION = "#d55e00"
BLUE = "#0072b2"

OBSERVED, CORRECTED, FUSED, BELIEVED, HELD = PINK, GREEN, SKY, VERMILION, ORANGE
PERSON = "#8fa3b8"
ROBOT = "#c3c8cd"
STATIC = "#d9d4cb"
# What people say, in tones that leave room for light and shadow.
_MUTED = {
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


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of paper and ink."""

    paper: str
    ink: str
    faint: str
    rule: str
    band: str


LIGHT = Theme("#ffffff", "#1d2329", "#68727c", "#d3d8dd", "#f5f6f7")
DARK = Theme("#14181d", "#eceff2", "#9aa5b0", "#3a424b", "#1d232a")


def rgb(colour: str) -> Rgb:
    """Red, green and blue in 0..1."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return (red / 255, green / 255, blue / 255)


def own_colour(colour: Colour | None) -> Rgb | None:
    """What somebody declared, a little muted so that shading shows; None for no colour or no known name."""
    if colour is None:
        return None
    if isinstance(colour, str):
        name = colour.replace(" ", "").replace("_", "").lower()
        try:
            return rgb(_MUTED.get(name, name))
        except ValueError:
            return None
    red, green, blue = (0.10 + 0.80 * min(max(part, 0.0), 1.0) for part in colour)
    return (red, green, blue)


def world_colour(world: str) -> str:
    """Pink for what sensors report, green for what physics agrees with, vermilion for what somebody believes."""
    if world == STABLE:
        return CORRECTED
    if world == MERGED:
        return FUSED
    return OBSERVED if world.startswith(SOURCE_PREFIX) else BELIEVED


def world_word(world: str) -> str:
    """What the colour of a world means, for a legend."""
    if world == STABLE:
        return "corrected"
    if world == MERGED:
        return "merged"
    return "observed" if world.startswith(SOURCE_PREFIX) else f"believed by {world}"
