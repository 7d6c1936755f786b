"""Above and below."""

import numpy as np

from ..geometry import FloatArray
from .layout import Pairs
from .thresholds import SpatialSettings


def above_and_below(pairs: Pairs, settings: SpatialSettings) -> tuple[FloatArray, FloatArray]:
    """Slacks `(k, n)`, in metres: the upper starts where the lower ends, and they overlap seen from the top."""
    low, high, middle = (side[:, 2] for side in (pairs.layout.low, pairs.layout.high, pairs.layout.centre))
    rows, overlap = pairs.rows, -pairs.apart[:, :, :2].max(axis=2)
    # One that has sunk in is above only what begins lower than itself.
    over = np.minimum(low[rows, None] - high[None] + settings.above_gap, middle[rows, None] - middle[None])
    under = np.minimum(low[None] - high[rows, None] + settings.above_gap, middle[None] - middle[rows, None])
    return pairs.without_self(np.minimum(over, overlap)), pairs.without_self(np.minimum(under, overlap))
