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
    def reach(self) -> FloatArray:
        """The size of each pair, by which nearness scales."""
        return np.sqrt(self.size[:, None] * self.size[None])

    @cached_property
    def apart(self) -> FloatArray:
        """How far the boxes of each pair are apart along each fixed axis, `(n, n, 3)`; an overlap is negative."""
        return np.maximum(self.low[:, None] - self.high[None], self.low[None] - self.high[:, None])

    @cached_property
    def gap(self) -> FloatArray:
        """The distance between the boxes of each pair."""
        clear = np.maximum(self.apart, 0.0)
        return np.sqrt(np.einsum("ijk,ijk->ij", clear, clear))

    @cached_property
    def beside(self) -> FloatArray:
        """How far the middle of either thing of a pair is from being over or under the other."""
        outside = np.maximum(
            self.low[None, :, :2] - self.centre[:, None, :2], self.centre[:, None, :2] - self.high[None, :, :2]
        )
        over = outside.max(axis=2)
        return np.minimum(over, over.T)


@lru_cache(maxsize=8)
def layout(world: World) -> Layout:
    """The layout of a world, worked out once however often it is asked for."""
    slow = _shaped(world.structure)
    known = world.state.status[slow.rows] != Status.UNKNOWN.value
    rows = slow.rows[known]
    ids = (
        slow.ids
        if known.all()
        else tuple(name for name, placed in zip(slow.ids, known.tolist(), strict=True) if placed)
    )
    poses = world.poses()[rows].reshape(-1, 7)
    centre, half = slow.centre[known], slow.half[known]
    axes = rotation_matrix(poses[:, 3:])
    middle = poses[:, :3] + np.einsum("nij,nj->ni", axes, centre)
    reach = np.einsum("nij,nj->ni", np.abs(axes), half)
    return Layout(ids, axes, middle, half, middle - reach, middle + reach, slow.size[known], slow.round[known])


@dataclass(frozen=True, slots=True, eq=False)
class _Shaped:
    ids: tuple[EntityId, ...]
    rows: IntArray
    centre: FloatArray
    half: FloatArray
    size: FloatArray
    round: BoolArray


@lru_cache(maxsize=16)
def _shaped(structure: Structure) -> _Shaped:
    found = [
        (row, entity.id, shape)
        for row, entity in enumerate(structure.entities)
        if isinstance(entity.role, Object) and (shape := entity.collision or entity.visual) is not None
    ]
    boxes = [local_bounds(shape) for _, _, shape in found]
    half = np.array([box.size for box in boxes]).reshape(-1, 3) / 2
    return _Shaped(
        tuple(name for _, name, _ in found),
        np.array([row for row, _, _ in found], dtype=np.intp),
        np.array([box.centre for box in boxes]).reshape(-1, 3),
        half,
        2 * np.linalg.norm(half, axis=1),
        np.array([_is_round(shape) for _, _, shape in found], dtype=np.bool_),
    )


def _is_round(shape: Shape) -> bool:
    """Whether a shape has no front: a single ball, or a roller standing on its end."""
    parts = primitives(shape)
    return len(parts) == 1 and isinstance(parts[0].shape, Sphere | Cylinder | Capsule)
