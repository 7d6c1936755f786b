"""A surface on a grid of cells, tight enough that nothing slips through."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .pose import BoolArray, FloatArray

CELLS = 64
# Two cells side by side span half a cell around the line between their centres: a surface sampled more tightly than
# that marks one of them, so that no step between empty cells crosses it.
SPACING = 0.45
SAMPLES_AT_ONCE = 500_000
# About half a second's worth: what has more surface than seven times its own box is looked at less closely.
MOST_SAMPLES = 2_000_000
FEWEST_CELLS = 8


@dataclass(frozen=True, slots=True, eq=False)
class Voxels:
    """Points `(3, n)` on a surface, the cells `(3, n)` they fall in, and the solid cells by x, y, z.

    The outermost cells are free.
    """

    origin: FloatArray
    cell: FloatArray
    points: FloatArray
    cells: npt.NDArray[np.int16]
    solid: BoolArray


def voxels(triangles: FloatArray) -> Voxels:
    """Loose triangles `(n, 3, 3)` on a grid that splits their bounds along every axis into 64, or fewer if need be."""
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    number = _affordable((triangles - low) / (high - low))
    # A quarter cell of air keeps the outermost faces off the boundaries of cells.
    cell = (high - low) / (number - 0.5)
    origin = low - 1.25 * cell
    samples = np.ascontiguousarray(_sampled((triangles - origin) / cell).T)
    cells = samples.astype(np.int16)
    solid = np.zeros((number + 2,) * 3, dtype=np.bool_)
    solid[tuple(cells)] = True
    return Voxels(origin, cell, origin[:, None] + samples * cell[:, None], cells, solid)


def _affordable(triangles: FloatArray) -> int:
    """Into how many cells to split the unit cube around these triangles, so that the samples stay affordable."""
    rows, columns = _spaced(_pointed(triangles * CELLS))
    samples = int(((rows + 1) * (columns + 1)).sum())
    return CELLS if samples <= MOST_SAMPLES else max(FEWEST_CELLS, int(CELLS * (MOST_SAMPLES / samples) ** 0.5))


def _spaced(pointed: FloatArray) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """How many steps of at most `SPACING` go from each triangle's first corner to the others, and between these."""
    apex, start, end = np.moveaxis(pointed, 1, 0)
    long = np.maximum(np.linalg.norm(start - apex, axis=1), np.linalg.norm(end - apex, axis=1))
    rows = np.maximum(np.ceil(long / SPACING), 1).astype(np.int64)
    columns = np.maximum(np.ceil(np.linalg.norm(end - start, axis=1) / SPACING), 1).astype(np.int64)
    return rows, columns


def _sampled(triangles: FloatArray) -> FloatArray:
    """Points on the triangles at most `SPACING` apart, corners and edges among them."""
    pointed = _pointed(triangles)
    apex, start, end = np.moveaxis(pointed, 1, 0)
    rows, columns = _spaced(pointed)
    counts = (rows + 1) * (columns + 1)
    batches = np.cumsum(counts) // SAMPLES_AT_ONCE
    found: list[FloatArray] = []
    for batch in np.unique(batches):
        chosen = np.flatnonzero(batches == batch)
        many = counts[chosen]
        which = np.repeat(chosen, many)
        number = np.arange(len(which)) - np.repeat(np.cumsum(many) - many, many)
        row, column = np.divmod(number, columns[which] + 1)
        away, across = row / rows[which], column / columns[which]
        along = start[which] - apex[which] + across[:, None] * (end - start)[which]
        found.append(apex[which] + away[:, None] * along)
    return np.concatenate(found)


def _pointed(triangles: FloatArray) -> FloatArray:
    """Turns every triangle so that its shortest edge lies opposite its first corner."""
    edges = np.linalg.norm(np.roll(triangles, -1, axis=1) - np.roll(triangles, -2, axis=1), axis=2)
    order = (np.argmin(edges, axis=1)[:, None] + np.arange(3)) % 3
    return np.take_along_axis(triangles, order[:, :, None], axis=1)
