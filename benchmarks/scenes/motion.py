"""How hands move: along smooth paths, slow at both ends (minimum jerk)."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from scipy.interpolate import CubicSpline

from .bullet import STEP_S
from .pose import Array


def minimum_jerk(share: float) -> float:
    """How far along a reach is after a share of its time."""
    return share**3 * (10 - 15 * share + 6 * share**2)


def path(points: list[Array], *, speed: float, shortest: float = 0.3) -> Iterator[tuple[Array, float]]:
    """Positions along a smooth curve through `points`, one per simulation step, with the share of the way done."""
    kept = [points[0]]
    for point in points[1:]:
        if np.linalg.norm(point - kept[-1]) > 1e-6:
            kept.append(point)
    if len(kept) == 1:
        yield kept[0], 1.0
        return
    legs = [float(np.linalg.norm(b - a)) for a, b in pairwise(kept)]
    knots = np.concatenate([[0.0], np.cumsum(legs)])
    curve = CubicSpline(knots, np.array(kept), bc_type="natural") if len(kept) > 2 else None
    count = max(2, round(max(shortest, knots[-1] / speed) / STEP_S))
    for index in range(1, count + 1):
        share = minimum_jerk(index / count)
        if curve is None:
            yield kept[0] + share * (kept[1] - kept[0]), share
        else:
            yield np.asarray(curve(share * knots[-1]), dtype=np.float64), share


def ramp(seconds: float) -> Iterator[float]:
    """Shares from 0 to 1 in that time, slow at both ends."""
    count = max(1, round(seconds / STEP_S))
    for index in range(1, count + 1):
        yield minimum_jerk(index / count)
