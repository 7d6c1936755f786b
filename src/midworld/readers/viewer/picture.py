"""What a 3D pane shows, as plain arrays: instances of models and line segments, each under a name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ...geometry import FloatArray, compose, transform
from .mesh import Model
from .palette import Rgb

Bytes = npt.NDArray[np.uint8]
# An instance that is not shown keeps its place in the batch, too small to see and where nobody looks.
UNSEEN, AWAY_M = 1e-6, -1e4


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Instances of one model; `ids` says which entity each of them belongs to."""

    model: Model
    poses: FloatArray
    scales: FloatArray
    colours: Bytes
    ids: tuple[str, ...]
    opacity: float | None = None
    clickable: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Segments `(n, 2, 3)` of one colour, as many pixels wide."""

    points: FloatArray
    colour: Rgb
    width: float = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    batches: Mapping[str, Batch] = field(default_factory=lambda: MappingProxyType({}))
    lines: Mapping[str, Lines] = field(default_factory=lambda: MappingProxyType({}))

    def __or__(self, other: "Picture") -> "Picture":
        """Both at once."""
        return Picture({**self.batches, **other.batches}, {**self.lines, **other.lines})


def shown(places: FloatArray, scales: FloatArray, visible: npt.NDArray[np.bool_]) -> tuple[FloatArray, FloatArray]:
    """Places and scales with the invisible put away, shrunk to nothing."""
    if visible.all():
        return places, scales
    places = places.copy()
    places[~visible, 2] = AWAY_M
    return places, np.where(visible[:, None], scales, UNSEEN)


def outline(model: Model, poses: FloatArray, scales: FloatArray) -> FloatArray:
    """The edges of instances, `(n, 2, 3)`, in the fixed frame."""
    if not len(poses) or not len(model.edges):
        return np.empty((0, 2, 3))
    local = model.edges[None] * scales[:, None, None, :]
    return transform(poses[:, None, None, :], local).reshape(-1, 2, 3)


def placed(poses: FloatArray, local: FloatArray) -> FloatArray:
    """Instances in the fixed frame, from their entities' poses and their own places on them."""
    return compose(poses, local)
