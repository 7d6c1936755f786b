"""How much of each thing each eye sees: one scene serves all eyes, and the rays of all of them go in one batch.

Rays go to points of the box around a thing, spread over the faces the eye has in front of it and weighed by the solid
angle each of them stands for. Those that would hit the thing if it stood alone make up its silhouette.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import CORNERS, BoolArray, FloatArray, Frustum, IntArray, Pose, rotation_matrix, transform
from ..world import EntityId
from .disturbance import TREMBLE, Disturbance
from .engine import Rows, Sight, as_rows
from .image import framed, lens_row, may_be_framed
from .limbs import NO_LIMBS, Limbs, hidden_by_limbs, near_lines, wholly_hidden
from .outlines import Outlines
from .rays import Aim, aimed, as_rays, bundle, first_hits

# Rays a thing gets first, and how many more while it may still be just seen or just not.
ROUNDS = ((0, 32), (32, 480))
# Whatever is met this little before a thing's surface hides it no more than its own roundness does.
SURFACE_M = 0.002
UNDECIDED = 0.08


@dataclass(frozen=True, slots=True)
class Eye:
    """A camera, or a person's eyes, looking along +X; `turn_rad` is how far it could still be turned left or right.

    `classes` are those it finds things of; all if there are none.
    """

    id: EntityId
    agent: EntityId | None
    pose: Pose
    frustum: Frustum
    turn_rad: float = 0.0
    classes: tuple[str, ...] = ()

    def is_like(self, other: "Eye") -> bool:
        """Whether it would see the same from the same place."""
        return (self.id, self.agent, self.frustum, self.turn_rad) == (
            other.id,
            other.agent,
            other.frustum,
            other.turn_rad,
        )


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What an eye sees: of each body, in the order of `ids`, the part of its silhouette in the image and not hidden.

    `turned` is the same if the eye may be turned left or right first; `looked` `(n, 7)` is where the eye was when it
    last looked at each.
    """

    eye: Eye
    ids: tuple[EntityId, ...]
    share: FloatArray
    turned: FloatArray
    looked: FloatArray


def look(
    sight: Sight,
    outlines: Outlines,
    poses: FloatArray,
    eyes: Sequence[Eye],
    *,
    absent: Rows = (),
    limbs: Limbs = NO_LIMBS,
    before: Sequence[View] = (),
    disturbed: Disturbance | None = None,
) -> tuple[View, ...]:
    """What every eye sees of every body; `sight` must show the bodies at these `(n, 7)` poses, absent ones left out.

    With the views from `before` and all that has `disturbed` them since, only what that concerns is looked at again.
    """
    asked = outlines.asked.copy()
    asked[as_rows(absent)] = False
    stands = np.array([eye.pose.array for eye in eyes]).reshape(-1, 7)
    shares, looked, due = _known(before, eyes, stands, len(outlines.ids))
    if disturbed is not None and not due.all():
        due[:, disturbed.rows] = True
        middles = transform(poses, outlines.centre)
        agents = [eye.agent for eye in eyes]
        due |= disturbed.near(agents, stands[:, :3], middles, outlines.radius, asked & ~due)
    shares[:, due] = 0.0
    looked = np.where(due[..., None], stands[:, None], looked)
    which, rows = np.nonzero(due & asked)
    shares[:, which, rows] = _shares(sight, outlines, eyes, stands, which, rows, poses[rows], limbs=limbs)
    for table in (shares, looked):
        table.setflags(write=False)
    return tuple(
        View(eye, outlines.ids, shares[0, index], shares[1, index], looked[index]) for index, eye in enumerate(eyes)
    )


def _known(
    before: Sequence[View], eyes: Sequence[Eye], stands: FloatArray, count: int
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """The shares told before and where from, and what is to be looked at because an eye is new or has moved since."""
    shares, looked = np.zeros((2, len(eyes), count)), np.zeros((len(eyes), count, 7))
    known = {view.eye.id: view for view in before}
    due = np.ones((len(eyes), count), dtype=np.bool_)
    for index, eye in enumerate(eyes):
        view = known.get(eye.id)
        if view is not None and view.eye.is_like(eye):
            shares[0, index], shares[1, index], looked[index] = view.share, view.turned, view.looked
            due[index] = False
    due |= np.any(np.abs(looked - stands[:, None]) > TREMBLE, axis=2)
    return shares, looked, due


def _shares(
    sight: Sight,
    outlines: Outlines,
    eyes: Sequence[Eye],
    stands: FloatArray,
    which: IntArray,
    rows: IntArray,
    poses: FloatArray,
    *,
    limbs: Limbs,
) -> FloatArray:
    """Two rows: the shares as the eyes are, and as they could be turned, of pairs of an eye and a row at a pose."""
    sums = np.zeros((3, len(rows)))
    if not len(rows):
        return sums[1:]
    agents = [eye.agent for eye in eyes]
    aim = aimed(outlines, stands[which, :3], rows, poses)
    lens = _lenses(eyes)[which]
    axes = rotation_matrix(stands[:, 3:])[which].transpose(0, 2, 1) @ aim.turn
    through = outlines.owned_by(agents)[which]
    near = _may_hide(limbs, aim) & limbs.others(agents)[which] if len(limbs) else None
    some = np.flatnonzero(may_be_framed(aim, axes, lens))
    if near is not None:
        some = some[~wholly_hidden(limbs, aim.origins[some], _corners(aim.some(some)), near[some])]
    for first, count in ROUNDS:
        if not len(some):
            break
        look_at = _Gaze(aim.some(some), axes[some], lens[some], through[some], None if near is None else near[some])
        sums[:, some] += _sums(sight, outlines.apart, look_at, limbs, first=first, count=count)
        silhouette, seen, reached = sums[:, some]
        least = UNDECIDED * silhouette
        some = some[(seen < least) | (reached < least) | (silhouette == 0.0)]
    return sums[1:] / np.maximum(sums[0], 1e-300)


@dataclass(frozen=True, slots=True, eq=False)
class _Gaze:
    """What a round of rays needs to know of each pair of an eye and a thing."""

    aim: Aim
    axes: FloatArray
    lens: FloatArray
    through: BoolArray
    near_limbs: BoolArray | None


def _sums(sight: Sight, apart: Sight, gaze: _Gaze, limbs: Limbs, *, first: int, count: int) -> FloatArray:
    """Solid angles `(3, k)`: of the silhouettes, of what is seen of them, and of what could be by turning."""
    aim = gaze.aim
    rays = bundle(apart, aim, first=first, count=count)
    inside, within = framed(gaze.axes @ rays.ways, rays.lengths, gaze.lens)
    wanted = np.flatnonzero(within)
    pair = wanted // count
    directions = as_rays(aim.turn @ rays.ways)[wanted]
    lengths = rays.lengths.reshape(-1)[wanted]
    origins = aim.origins[pair]
    hits = first_hits(sight, origins, directions, gaze.through, pair)
    clear = (hits.rows == aim.rows[pair]) | (hits.distances >= lengths - SURFACE_M)
    if gaze.near_limbs is not None:
        left = np.flatnonzero(clear)
        ends = origins[left] + lengths[left, None] * directions[left]
        clear[left] = ~hidden_by_limbs(limbs, origins[left], ends, gaze.near_limbs, pair[left])
    weights = rays.weights.reshape(-1)[wanted] * clear
    sums = np.empty((3, len(aim.rows)))
    sums[0] = rays.weights.sum(axis=1)
    sums[1] = np.bincount(pair, weights * inside.reshape(-1)[wanted], len(aim.rows))
    sums[2] = np.bincount(pair, weights, len(aim.rows))
    return sums


def _may_hide(limbs: Limbs, aim: Aim) -> BoolArray:
    """Which limbs `(k, limbs)` come near the way to a thing."""
    middles = aim.origins - np.einsum("kij,kj->ki", aim.turn, aim.eye)
    radius = np.sqrt((aim.half**2).sum(axis=1))
    return near_lines(aim.origins, middles, radius, limbs.start, limbs.end, limbs.radius)


def _corners(aim: Aim) -> FloatArray:
    """The middles and corners `(k, 9, 3)` of the boxes around things."""
    ways = np.concatenate([np.zeros((1, 3)), CORNERS]) * aim.half[:, None] - aim.eye[:, None]
    return aim.origins[:, None] + ways @ aim.turn.transpose(0, 2, 1)


def _lenses(eyes: Sequence[Eye]) -> FloatArray:
    return np.array([lens_row(eye.frustum, eye.turn_rad) for eye in eyes])
