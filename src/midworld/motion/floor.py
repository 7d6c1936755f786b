"""The floor as a grid: where a robot's base fits between what stands there."""

from dataclasses import dataclass

import numpy as np

from ..agents import Obstacles
from ..geometry import BoolArray, FloatArray, IntArray

# What ends below this is driven over, as thresholds and carpets are.
STEP_M = 0.03


@dataclass(frozen=True, slots=True)
class Footprint:
    """A base as a disc, and how high the robot is that stands on it; in metres."""

    radius: float = 0.35
    height: float = 1.4


@dataclass(frozen=True, slots=True, eq=False)
class Floor:
    """Cells of a grid: the corner of the first, their edge, and in the middle of which a base may stand."""

    corner: FloatArray
    cell_m: float
    free: BoolArray

    def centres(self) -> FloatArray:
        """The middles of all cells, `(rows * columns, 2)`, row by row."""
        rows, columns = (int(size) for size in self.free.shape)
        x, y = np.tile(np.arange(columns), rows), np.repeat(np.arange(rows), columns)
        return self.corner + (np.stack([x, y], axis=1) + 0.5) * self.cell_m

    def cells(self, points: FloatArray) -> IntArray:
        """The numbers of the cells that points `(k, 2)` are in; those at the edge for points beyond it."""
        rows, columns = self.free.shape
        at = np.floor((points - self.corner) / self.cell_m).astype(np.intp)
        x, y = np.clip(at[:, 0], 0, columns - 1), np.clip(at[:, 1], 0, rows - 1)
        return y * columns + x


def floor(
    points: FloatArray, around: Obstacles, people: FloatArray, footprint: Footprint, *, cell_m: float = 0.1
) -> Floor:
    """The floor about some points `(k, 2)`, with room to go around all that stands there and people `(m, 2)`."""
    standing = _standing(around, footprint)
    known = np.concatenate([points, people, standing.centre[:, :2]])
    # Who drives around something needs its width and their own on either side.
    margin = 2 * footprint.radius + float(np.linalg.norm(standing.half[:, :2], axis=1).max(initial=0.5)) + cell_m
    corner = known.min(axis=0) - margin
    columns, rows = np.ceil((known.max(axis=0) + margin - corner) / cell_m).astype(int)
    grid = Floor(corner, cell_m, np.ones((rows, columns), dtype=np.bool_))
    return Floor(corner, cell_m, clear(grid.centres(), standing, people, footprint).reshape(rows, columns))


def clear(points: FloatArray, around: Obstacles, people: FloatArray, footprint: Footprint) -> BoolArray:
    """At which points `(k, 2)` a base touches nothing that stands on the floor and nobody."""
    standing = _standing(around, footprint)
    way = points[:, None] - standing.centre[:, :2]
    axes = standing.axes[:, :2]
    # A box's shadow on the floor, exact for boxes that stand upright and a little larger for others.
    local = np.abs(np.einsum("mij,kmi->kmj", axes, way))
    beyond = np.linalg.norm(np.maximum(local - standing.half, 0.0), axis=2)
    free = ~(beyond < footprint.radius).any(axis=1)
    near = np.linalg.norm(points[:, None] - people, axis=2) < footprint.radius + PERSON_M
    return free & ~near.any(axis=1)


# Half the breadth of a person across the shoulders.
PERSON_M = 0.25


def _standing(around: Obstacles, footprint: Footprint) -> Obstacles:
    """What a robot would run into: neither flat on the floor nor above its head."""
    reach = np.einsum("mj,mj->m", np.abs(around.axes[:, 2]), around.half)
    low, high = around.centre[:, 2] - reach, around.centre[:, 2] + reach
    return around.only((high > STEP_M) & (low < footprint.height))
