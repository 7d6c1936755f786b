"""Where the things of a world are, as tables that every relation reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType

import numpy as np

from ..geometry import (
    BoolArray,
    Capsule,
    Cylinder,
    FloatArray,
    IntArray,
    Shape,
    Sphere,
    local_bounds,
    primitives,
    rotation_matrix,
)
from ..world import EntityId, Object, Status, Structure, World


@dataclass(frozen=True, eq=False)
class Layout:
    """Things that have a shape and a known place, one row each.

    `axes` are front, left and up of each, as columns `(n, 3, 3)`; `centre` and `half` are of the box that turns with
    the thing, `low` and `high` of the one along the fixed axes; `size` is the diagonal; a `round` thing looks the same
    from all sides and has no front.
    """

    ids: tuple[EntityId, ...]
    axes: FloatArray
    centre: FloatArray
    half: FloatArray
    low: FloatArray
    high: FloatArray
    size: FloatArray
    round: BoolArray

    @cached_property
    def rows(self) -> Mapping[EntityId, int]:
        return MappingProxyType({name: row for row, name in enumerate(self.ids)})

    def only(self, rows: Sequence[int]) -> "Layout":
        """The same of a few things: enough to answer a question about them."""
        picked = list(rows)
        ids = tuple(self.ids[row] for row in picked)
        axes, centre, half = self.axes[picked], self.centre[picked], self.half[picked]
        return Layout(
            ids, axes, centre, half, self.low[picked], self.high[picked], self.size[picked], self.round[picked]
        )

    def extent(self, direction: FloatArray) -> FloatArray:
        """Half the width of each thing along a direction."""
        return np.einsum("nj,nj->n", np.abs(np.einsum("nij,i->nj", self.axes, direction)), self.half)

    @cached_property
    def sides(self) -> dict[float, FloatArray]:
        """Tables of all pairs that were worked out already, by the reach of directions."""
        return {}

    @cached_property
    def close(self) -> dict[tuple[float, float], tuple[IntArray, IntArray, FloatArray]]:
        """Rows, columns and values of these tables above some bound, by reach and bound."""
        return {}

    def pairs(self, rows: IntArray | None = None) -> "Pairs":
        """Some things, or all, beside all: the same for all that ask of the same in turn."""
        return _pairs(self, None if rows is None else rows.tobytes())

    def moved(self, before: "Layout") -> IntArray:
        """The rows of what is not where or as it was, in a layout of the same things."""
        return _NO_ROWS if self is before else _moved(self, before)


class Pairs:
    """Some things of a layout, a row each, and all of them, a column each.

    `reach` is the size of each pair, by which nearness scales; `apart` how far the boxes are apart along each fixed
    axis, `(k, n, 3)`, an overlap negative; `gap` the distance between them; `beside` how far the middle of either
    thing is from being over or under the other.
    """

    def __init__(self, layout: Layout, rows: IntArray) -> None:
        self.layout, self.rows = layout, rows
        low, high, size, centre = layout.low, layout.high, layout.size, layout.centre[:, :2]
        self.reach: FloatArray = np.sqrt(size[rows, None] * size)
        self.apart: FloatArray = np.maximum(low[rows, None] - high, low - high[rows, None])
        clear = np.maximum(self.apart, 0.0)
        self.gap: FloatArray = np.sqrt(np.einsum("ijk,ijk->ij", clear, clear))
        low, high, middle = low[:, :2], high[:, :2], centre[rows, None]
        over = np.maximum(low - middle, middle - high)
        under = np.maximum(low[rows, None] - centre, centre - high[rows, None])
        self.beside: FloatArray = np.minimum(
            np.maximum(over[..., 0], over[..., 1]), np.maximum(under[..., 0], under[..., 1])
        )

    def without_self(self, slack: FloatArray) -> FloatArray:
        """The same table, where nothing stands in a relation to itself."""
        slack[np.arange(len(self.rows)), self.rows] = -np.inf
        return slack


@lru_cache(maxsize=16)
def _moved(layout: Layout, before: Layout) -> IntArray:
    """The same for all who ask of the same in turn."""
    other = (layout.centre != before.centre) | (layout.half != before.half)
    return (other | (layout.axes != before.axes).any(axis=2)).any(axis=1).nonzero()[0]


@lru_cache(maxsize=8)
def _pairs(layout: Layout, rows: bytes | None) -> Pairs:
    return Pairs(layout, np.arange(len(layout.ids)) if rows is None else np.frombuffer(rows, dtype=np.intp))


def layout(world: World) -> Layout:
    """The layout of a world: one for all worlds in which the same things are at the same places."""
    rows, shapes = _shaped(world.structure)
    known = world.state.status[rows] != Status.UNKNOWN.value
    if not known.all():
        rows, shapes = rows[known], _some(shapes, known.tobytes())
    return _laid_out(shapes, world.poses()[rows].tobytes())


@dataclass(frozen=True, slots=True, eq=False)
class _Shapes:
    ids: tuple[EntityId, ...]
    centre: FloatArray
    half: FloatArray
    size: FloatArray
    round: BoolArray


@lru_cache(maxsize=16)
def _laid_out(shapes: _Shapes, where: bytes) -> Layout:
    poses = np.frombuffer(where).reshape(-1, 7)
    axes = rotation_matrix(poses[:, 3:])
    middle = poses[:, :3] + np.einsum("nij,nj->ni", axes, shapes.centre)
    reach = np.einsum("nij,nj->ni", np.abs(axes), shapes.half)
    return Layout(shapes.ids, axes, middle, shapes.half, middle - reach, middle + reach, shapes.size, shapes.round)


@lru_cache(maxsize=256)
def _shaped(structure: Structure) -> tuple[IntArray, _Shapes]:
    """The rows of what has a shape, and those shapes."""
    found = [
        (row, entity.id, shape)
        for row, entity in enumerate(structure.entities)
        if isinstance(entity.role, Object) and (shape := entity.collision or entity.visual) is not None
    ]
    boxes = [local_bounds(shape) for _, _, shape in found]
    centre = np.array([box.centre for box in boxes], dtype=np.float64)
    half = np.array([box.size for box in boxes], dtype=np.float64) / 2
    ids, rolling = tuple(name for _, name, _ in found), bytes(_is_round(shape) for _, _, shape in found)
    rows = np.array([row for row, _, _ in found], dtype=np.intp)
    return rows, _shapes(ids, centre.tobytes(), half.tobytes(), rolling)


@lru_cache(maxsize=32)
def _shapes(ids: tuple[EntityId, ...], centre: bytes, half: bytes, rolling: bytes) -> _Shapes:
    """One object for the same things in any structure, so that layouts of all of them are the same."""
    halves = np.frombuffer(half).reshape(-1, 3)
    size = 2 * np.linalg.norm(halves, axis=1)
    return _Shapes(ids, np.frombuffer(centre).reshape(-1, 3), halves, size, np.frombuffer(rolling, dtype=np.bool_))


@lru_cache(maxsize=32)
def _some(shapes: _Shapes, known: bytes) -> _Shapes:
    """Those of which somebody knows where they are."""
    rows = np.frombuffer(known, dtype=np.bool_)
    ids = tuple(name for name, placed in zip(shapes.ids, rows.tolist(), strict=True) if placed)
    return _shapes(ids, shapes.centre[rows].tobytes(), shapes.half[rows].tobytes(), shapes.round[rows].tobytes())


_NO_ROWS = np.zeros(0, dtype=np.intp)


def _is_round(shape: Shape) -> bool:
    """Whether a shape has no front: a single ball, or a roller standing on its end."""
    parts = primitives(shape)
    return len(parts) == 1 and isinstance(parts[0].shape, Sphere | Cylinder | Capsule)
