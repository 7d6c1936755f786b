"""What is asked of whoever knows how a robot's arm moves, and an answer in numpy alone.

Joint values are `(k, j)`, in the order of the arm's joints, radians or metres. Points are in the frame of the arm's
base.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from ..geometry import FloatArray, Pose, rotation_matrix, transform
from ..world import JointKind
from .arm import Arm
from .balls import Balls, balls, base_balls
from .obstacles import BoolArray, IntArray, Obstacles

DAMPING = 0.05
STEPS = 20
# Who has not come a good deal nearer in as many steps is stuck at its limits, or out of reach.
PATIENCE, NEARER = 4, 0.5
# A joint turns no more than this in one step.
STRIDE_RAD = 0.6
EYE = np.eye(3)
# Good enough: what remains is well below what a tracker knows.
CLOSE_M = 0.002


class Kinematics(Protocol):
    """Solves for arms. It may remember what it compiled for an arm, and nothing else."""

    def tips(self, arm: Arm, joints: FloatArray) -> FloatArray:
        """Where the tip of the hand is, `(k, 3)`."""
        ...

    def solved(self, arm: Arm, points: FloatArray, seeds: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Joint values within their limits that bring the tip to each point, and by how much it is missed."""
        ...

    def free(self, arm: Arm, base: Pose, joints: FloatArray, around: Obstacles, ignore: IntArray) -> BoolArray:
        """Which postures touch neither the robot itself nor an obstacle; for each, one thing does not count."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """Where the links of an arm are in many postures: turns `(k, j, 3, 3)`, places `(k, j, 3)`, tips `(k, 3)`."""

    turns: FloatArray
    places: FloatArray
    tips: FloatArray


class ChainKinematics:
    """Batched damped least squares, and collisions between balls that fill the links and boxes."""

    def tips(self, arm: Arm, joints: FloatArray) -> FloatArray:
        return frames(arm, joints).tips

    def solved(self, arm: Arm, points: FloatArray, seeds: FloatArray) -> tuple[FloatArray, FloatArray]:
        joints = np.clip(seeds, arm.lower, arm.upper)
        errors = np.full(len(joints), np.inf)
        left = np.arange(len(joints))
        best, reference = joints.copy(), np.full(len(joints), np.inf)
        for count in range(STEPS):
            now = frames(arm, joints[left])
            miss = points[left] - now.tips
            far = np.linalg.norm(miss, axis=1)
            better = far < errors[left]
            best[left[better]], errors[left[better]] = joints[left[better]], far[better]
            going = far > CLOSE_M
            if count % PATIENCE == 0:
                going &= far < NEARER * reference[left]
                reference[left] = far
            left, miss = left[going], miss[going]
            if not len(left):
                break
            step = _step(arm, now, going, miss)
            joints[left] = np.clip(joints[left] + step, arm.lower, arm.upper)
        return best, errors

    def free(self, arm: Arm, base: Pose, joints: FloatArray, around: Obstacles, ignore: IntArray) -> BoolArray:
        filled = balls(arm)
        now = frames(arm, joints)
        centres = now.places[:, filled.link] + np.einsum("ksij,sj->ksi", now.turns[:, filled.link], filled.centre)
        free = ~_touches_itself(arm, filled, centres)
        near = around.only(around.within(base.apply(arm.joints[0].origin.position), arm.length + 0.2))
        if not len(near.owner) or not len(filled.radius):
            return free
        world = transform(base.array, centres)
        local = np.abs(np.einsum("mij,ksmi->ksmj", near.axes, world[:, :, None] - near.centre))
        gap = np.linalg.norm(np.maximum(local - near.half, 0.0), axis=3)
        touching = (gap < filled.radius[:, None]).any(axis=1) & (near.owner != ignore[:, None])
        return free & ~touching.any(axis=1)


def frames(arm: Arm, joints: FloatArray) -> Frames:
    """Forward kinematics of many postures at once."""
    fixed = _compiled(arm)
    count = len(joints)
    sines, versines = np.sin(joints)[:, :, None, None], (1.0 - np.cos(joints))[:, :, None, None]
    steps = fixed.turn + sines * fixed.skew + versines * fixed.square
    offsets = np.broadcast_to(fixed.offset, (count, len(arm.joints), 3))
    if fixed.slides.any():
        offsets = offsets + np.where(fixed.slides, joints, 0.0)[:, :, None] * fixed.axis
    turns, places = np.empty((count, len(arm.joints), 3, 3)), np.empty((count, len(arm.joints), 3))
    turns[:, 0], places[:, 0] = steps[:, 0], offsets[:, 0]
    for row in range(1, len(arm.joints)):
        before = turns[:, row - 1]
        np.matmul(before, steps[:, row], out=turns[:, row])
        np.matmul(before, offsets[:, row, :, None], out=places[:, row, :, None])
    places = np.cumsum(places, axis=1)
    return Frames(turns, places, places[:, -1] + turns[:, -1] @ arm.tip)


@dataclass(frozen=True, slots=True, eq=False)
class _Compiled:
    """What the joints' origins and axes come to: a joint at `q` turns by `turn + sin q skew + (1 - cos q) square`.

    `axis` is in the frame before the joint, `own` in the one after it.
    """

    offset: FloatArray
    turn: FloatArray
    axis: FloatArray
    own: FloatArray
    skew: FloatArray
    square: FloatArray
    slides: BoolArray


@lru_cache(maxsize=64)
def _compiled(arm: Arm) -> _Compiled:
    own = np.array([joint.axis for joint in arm.joints])
    slides = np.array([joint.kind is JointKind.PRISMATIC for joint in arm.joints])
    x, y, z = np.where(slides[:, None], 0.0, own).T
    nought = np.zeros(len(own))
    skew = np.stack([nought, -z, y, z, nought, -x, -y, x, nought], axis=1).reshape(-1, 3, 3)
    turn = rotation_matrix(np.array([joint.origin.orientation for joint in arm.joints]))
    offset = np.array([joint.origin.position for joint in arm.joints])
    axis = np.einsum("nij,nj->ni", turn, own)
    return _Compiled(offset, turn, axis, own, turn @ skew, turn @ skew @ skew, slides)


def _step(arm: Arm, now: Frames, rows: BoolArray, miss: FloatArray) -> FloatArray:
    fixed = _compiled(arm)
    axes = np.einsum("kjab,jb->kja", now.turns[rows], fixed.own)
    jacobian = np.where(fixed.slides[:, None], axes, cross(axes, now.tips[rows, None] - now.places[rows]))
    square = np.einsum("kji,kjl->kil", jacobian, jacobian) + DAMPING**2 * EYE
    pull = np.asarray(np.linalg.solve(square, miss[:, :, None]), dtype=np.float64)[:, :, 0]  # pyright: ignore[reportUnknownArgumentType]
    step = np.einsum("kji,ki->kj", jacobian, pull)
    largest = np.abs(step).max(axis=1, keepdims=True)
    return step * np.minimum(1.0, STRIDE_RAD / np.maximum(largest, 1e-9))


def cross(one: FloatArray, other: FloatArray) -> FloatArray:
    """Row by row; `np.cross` takes longer to look at the shapes than to multiply."""
    x, y, z = one[..., 0], one[..., 1], one[..., 2]
    a, b, c = other[..., 0], other[..., 1], other[..., 2]
    return np.stack([y * c - z * b, z * a - x * c, x * b - y * a], axis=-1)


def _touches_itself(arm: Arm, filled: Balls, centres: FloatArray) -> BoolArray:
    """Which postures bring links together that are not next to each other, or a link to the base."""
    touching = np.zeros(len(centres), dtype=np.bool_)
    one, other = filled.pairs
    if len(one):
        gap = np.linalg.norm(centres[:, one] - centres[:, other], axis=2)
        touching |= (gap < filled.radius[one] + filled.radius[other]).any(axis=1)
    fixed, radii = base_balls(arm)
    far = filled.link >= 2
    if len(fixed) and far.any():
        gap = np.linalg.norm(centres[:, far, None] - fixed, axis=3)
        touching |= (gap < filled.radius[far, None] + radii).any(axis=(1, 2))
    return touching
