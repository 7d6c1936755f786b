"""Whether an eye would see one thing at a place, and what hides it there: asked of what is missing.

How much of everything everybody sees is another question, with many more rays: see `views`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray, Frustum, IntArray, Pose, compose, invert, transform
from ..world import PointOfInterest
from .engine import NOTHING
from .limbs import Limb, Limbs, hidden_by_limbs
from .simulated import SimulatedScene

# How many points of a thing are looked at.
POINTS = 14
# Points lie on a thing's own surface: what is met a little before them hides them.
SURFACE_M = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """Shares of a thing's points: in the frame, and in plain view; and the row that hides most of the others."""

    framed: float
    clear: float
    occluder: int = NOTHING


def glance(
    simulated: SimulatedScene,
    row: int,
    pose: FloatArray,
    *,
    eye: Pose,
    frustum: Frustum,
    limbs: Sequence[Limb],
    tags: Sequence[PointOfInterest] = (),
    touching: bool = False,
) -> Glance:
    """How an eye would see a thing at a pose; `limbs` are those of people and robots who may be between.

    With `touching`, what is within a trunk or a head is hidden by it, too.
    A thing known by `tags` is seen or it is not: one of them with all its corners in the frame and clear is enough.
    """
    marks = [tag for tag in tags if tag.points]
    places = transform(pose, np.concatenate([tag.points for tag in marks]) if marks else _sample(simulated, row))
    framed = frustum.contains(eye, places)
    if not framed.any():
        return Glance(0.0, 0.0)
    origin = np.asarray(eye.position)
    hidden, between = _hidden(simulated, row, origin, places, limbs, touching)
    if marks:
        hidden |= _on_far_side(simulated, row, pose, origin, places)
        framed, clear = _whole(framed, marks), _whole(framed & ~hidden, marks)
        return Glance(float(framed.mean()), float(clear.any()), _commonest(between))
    return Glance(float(framed.mean()), float((framed & ~hidden).mean()), _commonest(between))


def _sample(simulated: SimulatedScene, row: int) -> FloatArray:
    points = simulated.points[row]
    return np.concatenate([points[:: max(1, len(points) // POINTS)], simulated.centre[row][None]])


def _hidden(
    simulated: SimulatedScene, row: int, origin: FloatArray, places: FloatArray, limbs: Sequence[Limb], touching: bool
) -> tuple[BoolArray, IntArray]:
    """Which points other things or bodies hide, and the rows of the things that do."""
    ways, lengths = _ways(origin, places)
    hits = simulated.simulation.raycast(origin, ways, exclude=(row,))
    hidden = hits.distances < lengths - SURFACE_M
    between = hits.rows[hidden & (hits.rows != NOTHING)]
    if limbs:
        flesh = Limbs.of(limbs)
        every, alike = np.ones((1, len(flesh)), dtype=np.bool_), np.zeros(len(places), dtype=np.intp)
        starts = np.broadcast_to(origin, places.shape)
        # Some of the points are on the far side of the thing: what touches it there hides nothing.
        hidden |= hidden_by_limbs(flesh, starts, places, every, alike, touching=touching)
    return hidden, between


def _on_far_side(
    simulated: SimulatedScene, row: int, pose: FloatArray, origin: FloatArray, places: FloatArray
) -> BoolArray:
    """Which points a thing hides itself: seen alone, where it stands, by an eye that went there with it."""
    simulation = simulated.simulation
    shift = compose(simulation.poses()[row], invert(pose))
    ways, lengths = _ways(transform(shift, origin), transform(shift, places))
    others = np.delete(np.arange(len(simulated.ids)), row)
    return simulation.raycast(transform(shift, origin), ways, exclude=others).distances < lengths - SURFACE_M


def _ways(origin: FloatArray, places: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Unit directions and distances."""
    ways = places - origin
    lengths = np.maximum(np.linalg.norm(ways, axis=1), 1e-9)
    return ways / lengths[:, None], lengths


def _whole(flags: BoolArray, tags: Sequence[PointOfInterest]) -> BoolArray:
    """Of which tags all corners are flagged."""
    ends = np.cumsum([len(tag.points) for tag in tags])
    return np.logical_and.reduceat(flags, np.concatenate([[0], ends[:-1]]))


def _commonest(rows: IntArray) -> int:
    return int(np.argmax(np.bincount(rows))) if len(rows) else NOTHING
