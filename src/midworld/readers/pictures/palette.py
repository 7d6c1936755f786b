"""The colours of paper and ink, and those of worlds as pictures name them: the meanings are those of `scenery`."""

from dataclasses import dataclass
from typing import Literal

from PIL import ImageColor

from ..scenery import BELIEVED as BELIEVED_RGB
from ..scenery import CORRECTED as CORRECTED_RGB
from ..scenery import FUSED as FUSED_RGB
from ..scenery import HELD as HELD_RGB
from ..scenery import OBSERVED as OBSERVED_RGB
from ..scenery import colour_of_world, hexed

Rgb = tuple[float, float, float]
Paint = Literal["own", "world"]

OBSERVED, CORRECTED, FUSED = hexed(OBSERVED_RGB), hexed(CORRECTED_RGB), hexed(FUSED_RGB)
BELIEVED, HELD = hexed(BELIEVED_RGB), hexed(HELD_RGB)


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


def world_colour(world: str) -> str:
    """Pink for what sensors report, green for what physics agrees with, vermilion for what somebody believes."""
    return hexed(colour_of_world(world))
