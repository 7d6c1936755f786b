"""Whether a sensor would see a thing at a place."""

from collections.abc import Sequence

import numpy as np

from ..geometry import FloatArray, Frustum, Pose, transform
from .cast import Cast

# A person's body, of whom a tracker gives only points: a pillar under the head.
BODY_RADIUS_M = 0.18
BODY_TOP_M = -0.05
# How many points of a thing are looked at.
POINTS = 14


def visible_share(
    cast: Cast, row: int, pose: FloatArray, *, eye: Pose, frustum: Frustum, bodies: Sequence[FloatArray]
) -> float:
    """The share of a thing's points a sensor has in plain view; `bodies` are heads of people who may stand between."""
    points = cast.points[row]
    points = np.concatenate([points[:: max(1, len(points) // POINTS)], cast.centre[row][None]])
    placed = transform(pose, points)
    framed = frustum.contains(eye, placed)
    if not framed.any():
        return 0.0
    origin = np.asarray(eye.position)
    ways = placed - origin
    lengths = np.linalg.norm(ways, axis=1)
    hits = cast.simulation.raycast(origin, ways / lengths[:, None], exclude=(row,))
    # Own points lie on the surface: whatever is hit a little before them hides them.
    clear = framed & (hits.distances >= lengths - 0.01)
    for head in bodies:
        clear &= ~_behind(origin, placed, head)
    return float(clear.mean())


def _behind(origin: FloatArray, points: FloatArray, head: FloatArray) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which points a pillar under a head hides from an eye."""
    way = points[:, :2] - origin[:2]
    length = np.maximum(np.linalg.norm(way, axis=1), 1e-9)
    along = np.einsum("ij,j->i", way, head[:2] - origin[:2]) / length**2
    nearest = origin[:2] + np.clip(along, 0.0, 1.0)[:, None] * way
    aside = np.linalg.norm(nearest - head[:2], axis=1)
    height = origin[2] + np.clip(along, 0.0, 1.0) * (points[:, 2] - origin[2])
    return (aside < BODY_RADIUS_M) & (along < 1.0) & (along > 0.0) & (height < head[2] + BODY_TOP_M)
