"""What is drawn, as plain arrays: instances of models and line segments, each under a name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

import numpy as np
import numpy.typing as npt

from ...geometry import FloatArray
from .palette import Rgb

Bytes = npt.NDArray[np.uint8]
# How something is drawn. solid: seen. still: furniture. figure: people. ground: the floor. glass: what things are in.
# ghost: shines through what hides it. lost: an empty ghost. faint: laid over the stage. guess: a body nobody tracks.
# doubt: where something may be. shade: a blob beneath. chosen, halo, rim: only a line, around solid, ghost, glass.
Look = Literal[
    "solid",
    "still",
    "figure",
    "ground",
    "glass",
    "ghost",
    "lost",
    "faint",
    "guess",
    "doubt",
    "shade",
    "chosen",
    "halo",
    "rim",
]


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Instances of one model; `ids` says which entity each of them belongs to, `outline` the world they are of."""

    model: str
    look: Look
    ids: tuple[str, ...]
    poses: FloatArray
    scales: FloatArray
    colours: Bytes
    outline: Rgb | None = None
    # What is said of them where they are named, besides their names.
    said: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Segments `(n, 2, 3)` of one colour, as many pixels wide; `through` shows them before everything."""

    points: FloatArray
    colour: Rgb
    width: float = 2.0
    through: bool = False
    dashed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    batches: Mapping[str, Batch] = field(default_factory=lambda: MappingProxyType({}))
    lines: Mapping[str, Lines] = field(default_factory=lambda: MappingProxyType({}))

    def __or__(self, other: "Picture") -> "Picture":
        """Both at once."""
        return Picture({**self.batches, **other.batches}, {**self.lines, **other.lines})
