"""Which points of people's and robots' bodies eyes see."""

from collections.abc import Sequence

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, rotation_matrix
from ..world import EntityId
from .engine import Sight
from .image import framed, lens_row
from .limbs import NO_LIMBS, Limbs, hidden_by_limbs, near_lines, wholly_hidden
from .outlines import Outlines
from .rays import first_hits
from .views import Eye


def seen_points(
    sight: Sight,
    outlines: Outlines,
    eyes: Sequence[Eye],
    which: IntArray,
    points: FloatArray,
    *,
    owners: Sequence[EntityId],
    radii: FloatArray,
    limbs: Limbs = NO_LIMBS,
) -> BoolArray:
    """Which points `(k, n, 3)` one of the eyes each sees, within a ball around the first, a piece of its owner.

    Neither the eye's agent nor the owner hides them, nor does what reaches into the ball.
    """
    origins = np.array([eye.pose.position for eye in eyes])[which]
    agents = [eye.agent for eye in eyes]
    through = outlines.owned_by(agents)[which] | outlines.owned_by(owners)
    clear = _framed(eyes, which, points - origins[:, None])
    some = np.flatnonzero(clear)
    line = some // points.shape[1]
    starts, ends = origins[line], points.reshape(-1, 3)[some]
    seen = _clear(sight, through, starts, ends, radii[line], line)
    if len(limbs):
        # What is out of the picture or behind things need not be asked for.
        asked = np.zeros(len(points), dtype=np.bool_)
        asked[line[seen]] = True
        lines = np.flatnonzero(asked)
        others = limbs.others(agents)[which] & limbs.others(owners)
        near = near_lines(origins[lines], points[lines, 0], radii[lines], limbs.start, limbs.end, limbs.radius)
        others[lines] &= near
        asked[lines] = ~wholly_hidden(limbs, origins[lines], points[lines], others[lines])
        seen &= asked[line]
        left = np.flatnonzero(seen)
        seen[left] = ~hidden_by_limbs(limbs, starts[left], ends[left], others, line[left])
    clear.flat[some] = seen
    return clear


def _framed(eyes: Sequence[Eye], which: IntArray, ways: FloatArray) -> BoolArray:
    """Which points `(k, n, 3)`, seen from one of the eyes each, are inside its image."""
    axes = rotation_matrix(np.array([eye.pose.orientation for eye in eyes])).transpose(0, 2, 1)[which]
    lens = np.array([lens_row(eye.frustum, 0.0) for eye in eyes])[which]
    return framed(axes @ ways.transpose(0, 2, 1), np.ones(ways.shape[:2]), lens)[0]


def _clear(
    sight: Sight, through: BoolArray, origins: FloatArray, points: FloatArray, radii: FloatArray, line: IntArray
) -> BoolArray:
    """Which points nothing hides; what a hand holds may reach as deep into it as its radius."""
    ways = points - origins
    lengths = np.maximum(np.linalg.norm(ways, axis=1), 1e-9)
    hits = first_hits(sight, origins, ways / lengths[:, None], through, line)
    return hits.distances >= lengths - radii
