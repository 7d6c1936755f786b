"""What a pane of a page shows already, and what it has to be told so that it shows a picture: only what changed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from ...geometry import Meshes
from ..scenery import Batch, Lines, Picture

# Where bytes are in what goes with a message: from, how many.
Place = tuple[int, int]


class BatchNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """Instances of a model. Without `ids` they are the ones there were; with `rows` only these have moved."""

    look: str
    model: str = ""
    ids: tuple[str, ...] | None = None
    scales: Place | None = None
    colours: Place | None = None
    poses: Place | None = None
    rows: Place | None = None
    outline: tuple[int, int, int] | None = None
    said: str = ""


class LineNews(msgspec.Struct, frozen=True, omit_defaults=True):
    colour: tuple[int, int, int]
    width: float
    points: Place
    through: bool = False
    dashed: bool = False


class PaneNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is new in a pane, by name; `models` are the triangles of meshes that were not told before."""

    batches: dict[str, BatchNews] = {}
    lines: dict[str, LineNews] = {}
    gone: tuple[str, ...] = ()
    models: dict[str, tuple[Place, Place]] = {}


@dataclass(slots=True)
class Payload:
    """Arrays that go with a message, one behind the other; each begins at a multiple of four."""

    parts: list[bytes] = field(default_factory=list[bytes])
    size: int = 0

    def put(self, array: npt.NDArray[np.generic]) -> Place:
        data = array.tobytes()
        place = (self.size, len(data))
        self.parts += [data, b"\0" * (-len(data) % 4)]
        self.size += len(data) + -len(data) % 4
        return place


class Shown:
    """Remembers one pane."""

    def __init__(self, meshes: Meshes) -> None:
        self._meshes = meshes
        self._batches: dict[str, Batch] = {}
        self._lines: dict[str, Lines] = {}
        self._models: set[str] = set()

    def news(self, picture: Picture, payload: Payload) -> PaneNews | None:
        """What to tell; None where nothing is new."""
        gone = tuple(
            key for key in (*self._batches, *self._lines) if key not in picture.batches and key not in picture.lines
        )
        models = {batch.model for batch in picture.batches.values()} - self._models
        meshes = {name: self._mesh(name, payload) for name in models if name in self._meshes}
        self._models |= models
        batches = _told(picture.batches, self._batches, payload, _batch)
        lines = _told(picture.lines, self._lines, payload, _segments)
        self._batches, self._lines = dict(picture.batches), dict(picture.lines)
        return PaneNews(batches, lines, gone, meshes) if batches or lines or gone else None

    def _mesh(self, name: str, payload: Payload) -> tuple[Place, Place]:
        mesh = self._meshes[name]
        return payload.put(mesh.vertices.astype(np.float32)), payload.put(mesh.faces.astype(np.uint32))


T = TypeVar("T")
N = TypeVar("N")


def _told(
    new: Mapping[str, T], known: Mapping[str, T], payload: Payload, tell: Callable[[T, T | None, Payload], N | None]
) -> dict[str, N]:
    told = {key: tell(value, known.get(key), payload) for key, value in new.items()}
    return {key: value for key, value in told.items() if value is not None}


def _batch(batch: Batch, before: Batch | None, payload: Payload) -> BatchNews | None:
    poses = batch.poses.astype(np.float32)
    same = before is not None and before.ids == batch.ids and before.model == batch.model
    if before is None or not same:
        return BatchNews(
            batch.look,
            batch.model,
            batch.ids,
            payload.put(batch.scales.astype(np.float32)),
            payload.put(batch.colours),
            payload.put(poses),
            outline=batch.outline,
            said=batch.said,
        )
    scales = None if _equal(batch.scales, before.scales) else payload.put(batch.scales.astype(np.float32))
    colours = None if _equal(batch.colours, before.colours) else payload.put(batch.colours)
    moved = np.flatnonzero((poses != before.poses.astype(np.float32)).any(axis=1))
    if not len(moved):
        return None if scales is None and colours is None else BatchNews(batch.look, scales=scales, colours=colours)
    # Fewer than half: which they are is told as well.
    some = 2 * len(moved) < len(poses)
    there = payload.put(poses[moved] if some else poses)
    rows = payload.put(moved.astype(np.uint32)) if some else None
    return BatchNews(batch.look, scales=scales, colours=colours, poses=there, rows=rows)


def _segments(lines: Lines, before: Lines | None, payload: Payload) -> LineNews | None:
    if before is not None and before.colour == lines.colour and _equal(before.points, lines.points):
        return None
    points = payload.put(lines.points.astype(np.float32))
    return LineNews(lines.colour, lines.width, points, lines.through, lines.dashed)


def _equal(one: npt.NDArray[np.generic], other: npt.NDArray[np.generic]) -> bool:
    return one is other or np.array_equal(one, other)
