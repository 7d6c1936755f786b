"""Whether an eye would see a thing at a place."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import FloatArray, Frustum, Pose, transform
from ..world import PointOfInterest
from .cast import Cast
from .engine import NOTHING

# How many points of a thing are looked at.
POINTS = 14


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """Shares of a thing's points: in the frame, and in plain view; and the row that hides most of the others."""

    framed: float
    clear: float
    occluder: int = NOTHING


@dataclass(frozen=True, slots=True, eq=False)
class Limb:
    """A piece of somebody's body, of which a tracker gives only points: a capsule between two of them.

    A `core` piece is one nobody sees of oneself.
    """

    start: FloatArray
    end: FloatArray
    radius: float
    core: bool = False


def glance(cast: Cast, row: int, pose: FloatArray, *, eye: Pose, frustum: Frustum, limbs: Sequence[Limb]) -> Glance:
    """How an eye would see a thing at a pose; `limbs` are those of people and robots who may be between."""
    points = cast.points[row]
    points = np.concatenate([points[:: max(1, len(points) // POINTS)], cast.centre[row][None]])
    placed = transform(pose, points)
    framed = frustum.contains(eye, placed)
    if not framed.any():
        return Glance(0.0, 0.0)
    origin = np.asarray(eye.position)
    ways = placed - origin
    lengths = np.linalg.norm(ways, axis=1)
    hits = cast.simulation.raycast(origin, ways / lengths[:, None], exclude=(row,))
    # Own points lie on the surface: whatever is hit a little before them hides them.
    hidden = hits.distances < lengths - 0.01
    clear = framed & ~hidden
    for limb in limbs:
        clear &= ~_behind(origin, placed, limb)
    between = hits.rows[hidden & (hits.rows != NOTHING)]
    occluder = int(np.argmax(np.bincount(between))) if len(between) else NOTHING
    return Glance(float(framed.mean()), float(clear.mean()), occluder)


def glance_at_tags(
    cast: Cast,
    row: int,
    pose: FloatArray,
    tags: Sequence[PointOfInterest],
    *,
    eye: Pose,
    frustum: Frustum,
    limbs: Sequence[Limb],
) -> Glance:
    """How an eye would see a thing it knows by tags: one that has all its corners in view and clear is enough."""
    origin = np.asarray(eye.position)
    framed, readable, between = 0, False, list[int]()
    for tag in tags:
        places = transform(pose, np.array(tag.points))
        if not frustum.contains(eye, places).all():
            continue
        framed += 1
        ways = places - origin
        lengths = np.linalg.norm(ways, axis=1)
        # The thing itself is in the way of a tag on its far side.
        hits = cast.simulation.raycast(origin, ways / lengths[:, None])
        hidden = hits.distances < lengths - 0.01
        between += hits.rows[hidden & (hits.rows != row)].tolist()
        for limb in limbs:
            hidden |= _behind(origin, places, limb)
        readable |= not hidden.any()
    occluder = int(np.argmax(np.bincount(between))) if between else NOTHING
    return Glance(framed / len(tags), float(readable), occluder)


def _behind(origin: FloatArray, points: FloatArray, limb: Limb) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which points a limb hides from an eye: those whose way passes nearer to it than it is thick."""
    ways, along = points - origin, limb.end - limb.start
    apart = origin - limb.start
    a, b, c = np.sum(ways**2, axis=1), ways @ along, float(along @ along)
    d, e = ways @ apart, float(along @ apart)
    # The nearest points of two segments, each clipped to its ends in turn.
    slant = a * c - b**2
    share = np.clip(np.where(slant > 1e-12, (b * e - c * d) / np.maximum(slant, 1e-12), 0.0), 0.0, 1.0)
    other = np.clip((b * share + e) / c, 0.0, 1.0) if c > 1e-12 else np.zeros(len(points))
    share = np.clip((b * other - d) / np.maximum(a, 1e-12), 0.0, 1.0)
    gaps = apart + share[:, None] * ways - other[:, None] * along
    return (np.sum(gaps**2, axis=1) < limb.radius**2) & (share < 0.98)
