"""Whether a thing could be detected through its points of interest, the corners of its tags say."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import FloatArray, conjugate, rotate, transform
from ..world import PointOfInterest
from .engine import Rows, Sight, as_rows
from .limbs import NO_LIMBS, Limbs, hidden_by_limbs
from .outlines import Outlines
from .rays import first_hits
from .track import BoolArray, IntArray
from .views import Eye

# Whatever is met this little before a point is taken for the surface the point is on.
POINT_M = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class PoiView:
    """Of each thing asked about: whether a point of interest is in the image, and whether all that are, are hidden."""

    in_view: BoolArray
    occluded: BoolArray


def poi_occluded(
    sight: Sight,
    outlines: Outlines,
    eye: Eye,
    rows: Rows,
    poses: FloatArray,
    points: Sequence[Sequence[PointOfInterest]],
    *,
    limbs: Limbs = NO_LIMBS,
    needs_all: bool = True,
) -> PoiView:
    """Whether an eye would detect each row at its `(k, 7)` pose through its points of interest.

    A tag is read only if all its corners are in the image and clear: `needs_all`. Otherwise one of them is enough.
    The thing itself hides its far side at that pose, and nothing where it stands in the scene.
    """
    asked = as_rows(rows)
    poses = np.reshape(poses, (-1, 7))
    owner, tag, places = _points(poses, points)
    if not len(places):
        return PoiView(np.zeros(len(asked), dtype=np.bool_), np.zeros(len(asked), dtype=np.bool_))
    origin = np.asarray(eye.pose.position)
    ways = places - origin
    lengths = np.maximum(np.linalg.norm(ways, axis=1), 1e-9)
    ways /= lengths[:, None]
    starts = np.broadcast_to(origin, ways.shape)
    through = np.repeat(outlines.owned_by([eye.agent]), len(asked), axis=0)
    through[np.arange(len(asked)), asked] = True
    hits = first_hits(sight, starts, ways, through, owner)
    clear = (hits.distances >= lengths - POINT_M) & _facing(outlines, asked[owner], poses[owner], origin, places)
    if len(limbs):
        others = np.repeat(limbs.others([eye.agent]), len(asked), axis=0)
        clear &= ~hidden_by_limbs(limbs, starts, places, others, owner)
    framed = eye.frustum.contains(eye.pose, places)
    merge = np.logical_and if needs_all else np.logical_or
    begins = np.flatnonzero(np.diff(tag, prepend=-1))
    in_view = merge.reduceat(framed, begins)
    readable = merge.reduceat(framed & clear, begins)
    of_tag = owner[begins]
    viewed = np.bincount(of_tag, in_view, len(asked)) > 0
    return PoiView(viewed, viewed & (np.bincount(of_tag, readable, len(asked)) == 0))


def _points(poses: FloatArray, points: Sequence[Sequence[PointOfInterest]]) -> tuple[IntArray, IntArray, FloatArray]:
    """All points in the fixed frame `(m, 3)`, whose they are, and of which point of interest."""
    tags = [(owner, some) for owner, known in enumerate(points) for some in known if some.points]
    counts = [len(some.points) for _, some in tags]
    owner = np.repeat(np.array([owner for owner, _ in tags], dtype=np.intp), counts)
    local = np.array([point for _, some in tags for point in some.points]).reshape(-1, 3)
    return owner, np.repeat(np.arange(len(tags)), counts), transform(poses[owner], local)


def _facing(outlines: Outlines, rows: IntArray, poses: FloatArray, origin: FloatArray, places: FloatArray) -> BoolArray:
    """Which points a thing does not hide from an eye by itself: asked from the point, outwards."""
    local = _local(poses, places) + outlines.spots[rows]
    eye = _local(poses, np.broadcast_to(origin, places.shape)) + outlines.spots[rows]
    out = eye - local
    distances = np.maximum(np.linalg.norm(out, axis=1), 1e-9)
    out /= distances[:, None]
    # Tags are not drawn exactly on surfaces: begin where those of an honest thing are surely left behind.
    begin = np.minimum(POINT_M, distances)
    hits = outlines.apart.raycast(local + begin[:, None] * out, out)
    return (hits.rows != rows) | (hits.distances + begin > distances)


def _local(poses: FloatArray, points: FloatArray) -> FloatArray:
    """Points of the outer frame `(n, 3)`, in the inner ones `(n, 7)`."""
    return rotate(conjugate(poses[:, 3:]), points - poses[:, :3])
