"""Left, right, in front, behind: in the viewer's frame, in the reference's own and in the fixed one.

Every function gives slacks in metres: a relation holds where its slack is positive.
"""

import numpy as np

from ..geometry import FloatArray, IntArray
from .layout import Layout, Pairs
from .thresholds import SpatialSettings
from .viewpoint import Viewpoint

DIRECTIONS = ("leftOf", "rightOf", "inFrontOf", "behind")
CARDINALS = ("westOf", "eastOf", "southOf", "northOf")


def relative(pairs: Pairs, view: Viewpoint, settings: SpatialSettings) -> FloatArray:
    """Slacks `(4, k, n)` of the `DIRECTIONS` for a viewer: what is in front of a thing is nearer the viewer."""
    return _opposed(pairs, view.left, -view.ahead, settings)


def close_pairs(
    moved: Pairs, settings: SpatialSettings, *, before: Layout, band: float
) -> tuple[IntArray, IntArray, FloatArray]:
    """Rows, columns and limits `(k,)` of the slacks of the pairs near enough for a direction, in order.

    Pairs that are not there have a slack of minus `band` at most. `before` is a layout of the same things, of which
    some have `moved`.
    """
    layout, limits = moved.layout, _sides(moved, settings, before)
    close = layout.close.get((settings.direction_reach, band))
    if close is None:
        rows, columns = np.nonzero(limits > -band)
        close = layout.close[settings.direction_reach, band] = (rows, columns, limits[rows, columns])
    return close


def relative_of_all(
    layout: Layout, rows: IntArray, columns: IntArray, limit: FloatArray, view: Viewpoint, settings: SpatialSettings
) -> FloatArray:
    """Slacks `(2, k)` of the first and the third direction of pairs: turned round, they are those of the others."""
    slacks: list[FloatArray] = []
    for axis in (view.left, -view.ahead):
        extent, place = layout.extent(axis), layout.centre @ axis
        margin = np.maximum(extent[rows], extent[columns])
        margin *= settings.direction_overlap
        margin += settings.direction_margin
        slack = place[rows] - place[columns]
        slack -= margin
        slacks.append(np.minimum(slack, limit, out=slack))
    return np.stack(slacks)


def absolute(pairs: Pairs, settings: SpatialSettings) -> FloatArray:
    """Slacks `(4, k, n)` of the `CARDINALS`."""
    north = np.radians(settings.north_heading)
    west = np.array([-np.sin(north), np.cos(north), 0.0])
    return _opposed(pairs, west, -np.array([np.cos(north), np.sin(north), 0.0]), settings)


def intrinsic(layout: Layout, settings: SpatialSettings) -> FloatArray:
    """Slacks `(4, n, n)` of the `DIRECTIONS` by the reference's own axes, front along its +X and left along its +Y.

    A round thing has no front, and a thing that has been tipped over lends its axes to nobody. Each pair stands in at
    most one of the four; nothing follows for the pair the other way round.
    """
    ways = layout.centre[:, None] - layout.centre[None]
    ahead, left = (np.einsum("ijk,jk->ij", ways, layout.axes[:, :, axis]) for axis in (0, 1))
    depth, width = layout.half[:, 0], layout.half[:, 1]
    # Past which face of the reference's box the thing lies farthest.
    lengthwise, sideways = (
        np.abs(ahead) - depth - (np.abs(left) - width),
        np.abs(left) - width - (np.abs(ahead) - depth),
    )
    shares = settings.direction_overlap * layout.half + settings.direction_margin
    slacks = np.stack(
        [
            np.minimum(left - shares[:, 1], sideways),
            np.minimum(-left - shares[:, 1], sideways),
            np.minimum(ahead - shares[:, 0], lengthwise),
            np.minimum(-ahead - shares[:, 0], lengthwise),
        ]
    )
    upright = layout.axes[:, 2, 2] >= np.cos(np.radians(settings.canonical_tilt))
    slacks[:, :, ~upright | layout.round] = -np.inf
    return np.minimum(slacks, _side_by_side(layout.pairs(), settings))


def _opposed(pairs: Pairs, left: FloatArray, front: FloatArray, settings: SpatialSettings) -> FloatArray:
    """Two axes shared by all pairs, each with its converse.

    The margin of a pair is never more than those of the pairs that lead from one to the other, so that the relations
    are transitive.
    """
    layout, rows, limit = pairs.layout, pairs.rows, _side_by_side(pairs, settings)
    slacks: list[FloatArray] = []
    for axis in (left, front):
        extent, place = layout.extent(axis), layout.centre @ axis
        margin = settings.direction_overlap * np.maximum(extent[rows, None], extent[None]) + settings.direction_margin
        slacks.append(np.minimum(place[rows, None] - place[None] - margin, limit))
        slacks.append(np.minimum(place[None] - place[rows, None] - margin, limit))
    return np.stack(slacks)


def _side_by_side(pairs: Pairs, settings: SpatialSettings) -> FloatArray:
    """How well a pair qualifies at all: near for its size, and neither over the other."""
    near = settings.direction_reach * pairs.reach - pairs.gap
    return pairs.without_self(np.minimum(near, pairs.beside))


def _sides(moved: Pairs, settings: SpatialSettings, before: Layout) -> FloatArray:
    """The same of all pairs, kept with the layout; only what has moved is worked out where the rest is known."""
    layout, rows = moved.layout, moved.rows
    table = layout.sides.get(settings.direction_reach)
    if table is None:
        known = before.sides.get(settings.direction_reach)
        if known is None or len(rows) == len(layout.ids):
            table = _side_by_side(layout.pairs(), settings)
        else:
            table, some = known.copy(), _side_by_side(moved, settings)
            table[rows], table[:, rows] = some, some.T
        layout.sides[settings.direction_reach] = table
    return table
