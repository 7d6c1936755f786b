"""Connected regions of cells."""

import numpy as np
import numpy.typing as npt

from .pose import BoolArray, IntArray


def labelled(cells: BoolArray) -> tuple[npt.NDArray[np.int32], int]:
    """Regions connected along x and y by number, from 1, in the order of their first cells, and how many there are.

    Of three dimensions, every layer of equal z is by itself.
    """
    layers = np.moveaxis(np.atleast_3d(cells), 2, 0)
    # Cells side by side along y are a run; what has to be joined are runs that touch along x.
    numbers = np.where(layers, np.cumsum(_first(layers)).reshape(layers.shape), 0)
    touching = layers[:, 1:] & layers[:, :-1]
    once = _first(touching)
    roots = _joined(int(numbers.max(initial=0)), numbers[:, :-1][once], numbers[:, 1:][once])
    regions = np.moveaxis(roots[numbers], 0, 2).reshape(cells.shape)
    return _renumbered(regions)


def _first(layers: BoolArray) -> BoolArray:
    """The first cell of every run along the last axis."""
    first = layers.copy()
    first[..., 1:] &= ~layers[..., :-1]
    return first


def _joined(count: int, some: IntArray, others: IntArray) -> IntArray:
    """For each number up to `count` the smallest of those it is joined to."""
    roots = np.arange(count + 1)
    while len(some):
        np.minimum.at(roots, np.maximum(some, others), np.minimum(some, others))
        while not np.array_equal(higher := roots[roots], roots):
            roots = higher
        some, others = roots[some], roots[others]
        apart = some != others
        some, others = some[apart], others[apart]
    return roots


def _renumbered(regions: IntArray) -> tuple[npt.NDArray[np.int32], int]:
    flat = regions.reshape(-1)
    places = np.full(flat.max(initial=0) + 1, flat.size)
    # Of several writes the last one stays: backwards that is the first cell.
    filled = np.flatnonzero(flat)[::-1]
    places[flat[filled]] = filled
    known = np.flatnonzero(places < flat.size)
    order = np.zeros(len(places), dtype=np.int32)
    order[known[np.argsort(places[known])]] = np.arange(1, len(known) + 1)
    return order[regions], len(known)
