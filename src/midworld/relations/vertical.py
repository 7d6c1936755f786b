"""Above and below."""

import numpy as np

from ..geometry import FloatArray
from .layout import Layout
from .thresholds import SpatialSettings


def above(layout: Layout, settings: SpatialSettings) -> FloatArray:
    """Slacks `(n, n)`, in metres: the first starts where the second ends, and they overlap seen from the top."""
    clearance = layout.low[:, None, 2] - layout.high[None, :, 2] + settings.above_gap
    # One that has sunk in is above only what begins lower than itself.
    lower = layout.centre[:, None, 2] - layout.centre[None, :, 2]
    slack = np.minimum(np.minimum(clearance, lower), -layout.apart[:, :, :2].max(axis=2))
    np.fill_diagonal(slack, -np.inf)
    return slack
