"""What stands on the stage of a picture: solids and ghosts, strokes, pins for labels."""

from dataclasses import dataclass, field
from typing import Literal

from ...geometry import FloatArray
from .palette import Rgb
from .shading import Ground
from .skins import Skin

Line = Literal["solid", "dashed", "dotted"]


@dataclass(frozen=True, slots=True, eq=False)
class Prop:
    """A skin and how it is painted: opaque, or a ghost; `contour` is the colour of the line around it."""

    name: str
    skin: Skin
    colour: Rgb
    opacity: float = 1.0
    contour: str | None = None
    line: Line = "solid"


@dataclass(frozen=True, slots=True, eq=False)
class Stroke:
    """A line through points `(n, 3)`; where it passes behind something it is faint."""

    points: FloatArray
    colour: str
    width: float = 2.0
    line: Line = "solid"


@dataclass(frozen=True, slots=True, eq=False)
class Pin:
    """A label for a place: `note` is said in smaller letters. Without an anchor it goes where the thing shows most."""

    name: str
    anchor: FloatArray | None
    text: str
    note: str = ""
    colour: str | None = None


@dataclass(slots=True, eq=False)
class Stage:
    """All of it, the ground, and the points that the picture should show."""

    props: list[Prop] = field(default_factory=list[Prop])
    strokes: list[Stroke] = field(default_factory=list[Stroke])
    pins: list[Pin] = field(default_factory=list[Pin])
    focus: list[FloatArray] = field(default_factory=list[FloatArray])
    ground: Ground | None = None
    unknown: tuple[str, ...] = ()
