"""Left, right, in front, behind: in the viewer's frame, in the reference's own and in the fixed one.

Every function gives slacks in metres: a relation holds where its slack is positive.
"""

import numpy as np

from ..geometry import FloatArray
from .layout import Layout
from .thresholds import SpatialSettings
from .viewpoint import Viewpoint

DIRECTIONS = ("leftOf", "rightOf", "inFrontOf", "behind")
CARDINALS = ("westOf", "eastOf", "southOf", "northOf")


def relative(layout: Layout, view: Viewpoint, settings: SpatialSettings) -> FloatArray:
    """Slacks `(4, n, n)` of the `DIRECTIONS` for a viewer: what is in front of a thing is nearer the viewer."""
    return _opposed(layout, view.left, -view.ahead, settings)


def absolute(layout: Layout, settings: SpatialSettings) -> FloatArray:
    """Slacks `(4, n, n)` of the `CARDINALS`."""
    north = np.radians(settings.north_heading)
    west = np.array([-np.sin(north), np.cos(north), 0.0])
    return _opposed(layout, west, -np.array([np.cos(north), np.sin(north), 0.0]), settings)


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
    return np.minimum(slacks, _side_by_side(layout, settings))


def _opposed(layout: Layout, left: FloatArray, front: FloatArray, settings: SpatialSettings) -> FloatArray:
    """Two axes shared by all pairs, each with its converse.

    The margin of a pair is never more than those of the pairs that lead from one to the other, so that the relations
    are transitive.
    """
    limit = _side_by_side(layout, settings)
    slacks: list[FloatArray] = []
    for axis in (left, front):
        extent, place = layout.extent(axis), layout.centre @ axis
        margin = settings.direction_overlap * np.maximum(extent[:, None], extent[None]) + settings.direction_margin
        slack = np.minimum(place[:, None] - place[None] - margin, limit)
        slacks += [slack, slack.T]
    return np.stack(slacks)


def _side_by_side(layout: Layout, settings: SpatialSettings) -> FloatArray:
    """How well a pair qualifies at all: near for its size, and neither over the other."""
    near = settings.direction_reach * layout.reach - layout.gap
    slack = np.minimum(near, layout.beside)
    np.fill_diagonal(slack, -np.inf)
    return slack
