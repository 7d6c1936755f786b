"""How much of each thing each eye sees: one scene serves all eyes, and the rays of all of them go in one batch.

Rays go to points of the box around a thing, spread over the faces the eye has in front of it and weighed by the solid
angle each of them stands for. Those that would hit the thing if it stood alone make up its silhouette.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import FloatArray, Frustum, Pose, frozen, rotate, rotation_matrix
from ..geometry.bounds import CORNERS
from ..world import EntityId
from .engine import Rows, Sight, as_rows
from .limbs import NO_LIMBS, Limbs, hidden_by_limbs, segment_gaps
from .outlines import Outlines
from .rays import SURFACE_M, Bundle, bundle, first_hits
from .track import BoolArray, IntArray

# Rays a thing gets first, and how many more while it may still be just seen or just not.
FIRST = 48
MORE = 464
UNDECIDED = 0.08


@dataclass(frozen=True, slots=True)
class Eye:
    """A camera, or a person's eyes, looking along +X; `turn_rad` is how far it could still be turned left or right."""

    id: EntityId
    agent: EntityId | None
    pose: Pose
    frustum: Frustum
    turn_rad: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What an eye sees: of each row, the part of its silhouette that is in the image and not hidden.

    `turned` is the same if the eye may be turned left or right first.
    """

    eye: Eye
    share: FloatArray
    turned: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """Pairs of an eye (by its place in a sequence) and a thing (by its row) at a pose `(k, 7)`."""

    eyes: IntArray
    rows: IntArray
    poses: FloatArray

    def some(self, which: IntArray) -> "Question":
        return Question(self.eyes[which], self.rows[which], self.poses[which])


def look(
    sight: Sight,
    outlines: Outlines,
    poses: FloatArray,
    eyes: Sequence[Eye],
    *,
    absent: Rows = (),
    limbs: Limbs = NO_LIMBS,
) -> tuple[View, ...]:
    """What every eye sees of every body; `sight` must show the bodies at these `(n, 7)` poses, absent ones left out."""
    count = len(outlines.ids)
    present = np.ones(count, dtype=np.bool_)
    present[as_rows(absent)] = False
    which, rows = np.nonzero(np.tile(present & outlines.asked(), (len(eyes), 1)))
    shares = _shares(sight, outlines, eyes, Question(which, rows, poses[rows]), limbs=limbs, ghosts=False)
    tables = np.zeros((2, len(eyes), count))
    tables[:, which, rows] = shares
    return tuple(View(eye, frozen(tables[0, index]), frozen(tables[1, index])) for index, eye in enumerate(eyes))


def share_at(
    sight: Sight,
    outlines: Outlines,
    eye: Eye,
    rows: Rows,
    poses: FloatArray,
    *,
    limbs: Limbs = NO_LIMBS,
) -> FloatArray:
    """The share `(k,)` of each row an eye would see if the row stood at its `(k, 7)` pose and nothing else moved.

    Where the thing stands in the scene, if it does, it hides nothing of itself.
    """
    asked = as_rows(rows)
    question = Question(np.zeros(len(asked), dtype=np.intp), asked, np.reshape(poses, (-1, 7)))
    return _shares(sight, outlines, [eye], question, limbs=limbs, ghosts=True)[0]


def _shares(
    sight: Sight, outlines: Outlines, eyes: Sequence[Eye], question: Question, *, limbs: Limbs, ghosts: bool
) -> FloatArray:
    """Two rows: the shares as the eyes are, and as they could be turned."""
    sums = np.zeros((3, len(question.rows)))
    candidates = np.flatnonzero(_may_be_framed(outlines, eyes, question))
    for first, count in ((0, FIRST), (FIRST, MORE)):
        if not len(candidates):
            break
        some = question.some(candidates)
        sums[:, candidates] += _sums(sight, outlines, eyes, some, first, count, limbs=limbs, ghosts=ghosts)
        silhouette, seen, turned = sums[:, candidates]
        undecided = (seen < UNDECIDED * silhouette) | (turned < UNDECIDED * silhouette) | (silhouette == 0.0)
        candidates = candidates[undecided]
    return sums[1:] / np.maximum(sums[0], 1e-300)


def _sums(
    sight: Sight,
    outlines: Outlines,
    eyes: Sequence[Eye],
    question: Question,
    first: int,
    count: int,
    *,
    limbs: Limbs,
    ghosts: bool,
) -> FloatArray:
    """Solid angles `(3, k)`: of the silhouettes, of what is seen of them, and of what could be by turning."""
    agents = [eye.agent for eye in eyes]
    origins = np.array([eye.pose.position for eye in eyes])[question.eyes]
    rays = bundle(outlines, origins, question.rows, question.poses, first=first, count=count)
    framed, turned = _framed(eyes, question, rays)
    wanted = np.flatnonzero(turned)
    some = rays.some(wanted)
    through = outlines.owned_by(agents)[question.eyes]
    if ghosts:
        through[np.arange(len(question.rows)), question.rows] = True
    hits = first_hits(sight, some.origins, some.directions, through, some.pair)
    clear = (hits.rows == question.rows[some.pair]) | (hits.distances >= some.lengths - SURFACE_M)
    if len(limbs):
        ends = some.origins + some.lengths[:, None] * some.directions
        near = _may_hide(limbs, outlines, origins, question) & limbs.others(agents)[question.eyes]
        clear &= ~hidden_by_limbs(limbs, some.origins, ends, near, some.pair)
    sums = np.empty((3, len(question.rows)))
    sums[0] = np.bincount(rays.pair, rays.weights, len(question.rows))
    sums[1] = np.bincount(some.pair, some.weights * (clear & framed[wanted]), len(question.rows))
    sums[2] = np.bincount(some.pair, some.weights * clear, len(question.rows))
    return sums


def _framed(eyes: Sequence[Eye], question: Question, rays: Bundle) -> tuple[BoolArray, BoolArray]:
    """Which rays meet their thing inside the image, and which would if the eye turned."""
    local = rays.lengths[:, None] * np.einsum("ni,nij->nj", rays.directions, _axes(eyes)[question.eyes][rays.pair])
    half_width, half_height, near, far, turn = _lenses(eyes)[question.eyes][rays.pair].T
    depth, across, up = np.abs(local[:, 0]), np.abs(local[:, 1]), np.abs(local[:, 2])
    ahead = local[:, 0] > 0.0
    framed = ahead & (depth >= near) & (depth <= far) & (across <= depth * half_width) & (up <= depth * half_height)
    if not turn.any():
        return framed, framed
    level = np.hypot(local[:, 0], across)
    aside = np.maximum(np.arctan2(across, local[:, 0]) - turn, 0.0)
    depth = level * np.cos(aside)
    within = (aside <= np.arctan(half_width)) & (up <= depth * half_height)
    return framed, framed | (within & (depth >= near) & (depth <= far))


def _may_be_framed(outlines: Outlines, eyes: Sequence[Eye], question: Question) -> BoolArray:
    """Leaves out what is wholly on the far side of one edge of the image, were the eye turned as far as it goes."""
    poses, rows = question.poses, question.rows
    turns = rotation_matrix(poses[:, 3:])
    corners = CORNERS * outlines.half[rows, None] + outlines.centre[rows, None]
    origins = np.array([eye.pose.position for eye in eyes])
    away = np.einsum("kij,knj->kni", turns, corners) + (poses[:, :3] - origins[question.eyes])[:, None]
    local = np.einsum("kni,kij->knj", away, _axes(eyes)[question.eyes])
    lens = _lenses(eyes)[question.eyes]
    half_width, half_height, far, turn = lens[:, 0:1], lens[:, 1:2], lens[:, 3:4], lens[:, 4:5]
    forward, left, up = local[..., 0], local[..., 1], local[..., 2]
    widest = np.arctan(half_width) + turn
    cos, sin = left * np.cos(widest), forward * np.sin(widest)
    to_left: BoolArray = np.all(cos > sin, axis=1)
    to_right: BoolArray = np.all(-cos > sin, axis=1)
    # Two edges more than half a turn apart leave out only what is beyond both.
    aside = np.where(widest[:, 0] < np.pi / 2, to_left | to_right, to_left & to_right)
    depth: FloatArray = np.where(turn > 0.0, np.hypot(forward, left), np.maximum(forward, 0.0))
    edge = depth * half_height
    above = np.all(up > edge, axis=1) | np.all(up < -edge, axis=1)
    beyond = np.all((forward > far) & (turn == 0.0), axis=1)
    return ~(aside | above | beyond)


def _may_hide(limbs: Limbs, outlines: Outlines, origins: FloatArray, question: Question) -> BoolArray:
    """Which limbs `(k, limbs)` come near the way to a thing."""
    middles = question.poses[:, :3] + rotate(question.poses[:, 3:], outlines.centre[question.rows])
    radius = np.sqrt((outlines.half[question.rows] ** 2).sum(axis=1))
    gaps = [segment_gaps(origins, middles, *ends) for ends in zip(limbs.start, limbs.end, strict=True)]
    return np.stack(gaps, axis=1) < radius[:, None] + limbs.radius


def _axes(eyes: Sequence[Eye]) -> FloatArray:
    """Rotations `(eyes, 3, 3)` whose columns are forward, left and up of each eye."""
    return rotation_matrix(np.array([eye.pose.orientation for eye in eyes]))


def _lenses(eyes: Sequence[Eye]) -> FloatArray:
    """Half the width and height of the image at one metre, the range, and the turn: `(eyes, 5)`."""
    return np.array(
        [
            (
                math.tan(eye.frustum.horizontal_fov / 2),
                math.tan(eye.frustum.vertical_fov / 2),
                eye.frustum.near_m,
                eye.frustum.far_m,
                eye.turn_rad,
            )
            for eye in eyes
        ]
    )
