"""What is asked of whoever knows how a robot's arm moves, and an answer in numpy alone.

Joint values are `(k, j)`, in the order of the arm's joints, radians or metres. Points are in the frame of the arm's
base.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, Pose, rotation_matrix
from ..world import JointKind
from .arm import Arm
from .balls import Balls, balls, base_balls
from .obstacles import Obstacles


@dataclass(frozen=True, slots=True)
class Descent:
    """How joint values are sought, step by step, by damped least squares; angles in radians, lengths in metres.

    A joint turns no more than `stride_rad` in one step. Who has not come nearer than `nearer` of what was missed
    `patience` steps before is stuck at its limits, or out of reach.
    """

    steps: int = 20
    damping: float = 0.05
    stride_rad: float = 0.6
    patience: int = 4
    nearer: float = 0.5
    # What remains is well below what a tracker knows.
    close_m: float = 0.002


DESCENT = Descent()


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
    """Where the links of an arm are in many postures: turns `(k, j, 3, 3)`, places and axes `(k, j, 3)`, tips `(k, 3)`.

    The axes are those of the joints, as they point.
    """

    turns: FloatArray
    places: FloatArray
    axes: FloatArray
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
        for count in range(DESCENT.steps):
            values = joints[left]
            now = frames(arm, values)
            miss = points[left] - now.tips
            far = np.sqrt((miss * miss).sum(axis=1))
            better = far < errors[left]
            best[left[better]], errors[left[better]] = values[better], far[better]
            going = far > DESCENT.close_m
            if count % DESCENT.patience == 0:
                going &= far < DESCENT.nearer * reference[left]
                reference[left] = far
            if not going.any():
                break
            values = np.clip(values + _step(arm, now, miss), arm.lower, arm.upper)
            left = left[going]
            joints[left] = values[going]
        return best, errors

    def free(self, arm: Arm, base: Pose, joints: FloatArray, around: Obstacles, ignore: IntArray) -> BoolArray:
        filled = balls(arm)
        if not len(joints) or not len(filled.radius):
            return np.ones(len(joints), dtype=np.bool_)
        centres = _centres(filled, frames(arm, joints))
        free = ~_touches_itself(arm, filled, centres)
        walls = _walls(arm, base, around)
        if len(walls.owner):
            local = np.matmul(walls.axes, centres).reshape(len(joints), 3, -1, len(filled.radius))
            local -= walls.offset
            np.abs(local, out=local)
            local -= walls.half
            np.maximum(local, 0.0, out=local)
            np.multiply(local, local, out=local)
            touching = (local.sum(axis=1) < filled.radius**2).any(axis=2) & (walls.owner != ignore[:, None])
            free &= ~touching.any(axis=1)
        return free


@dataclass(frozen=True, slots=True, eq=False)
class _Walls:
    """Boxes in the frame of a base: their axes one below the other `(3 * m, 3)`, and along these their middles and
    half sizes `(3, m, 1)`.
    """

    owner: IntArray
    axes: FloatArray
    offset: FloatArray
    half: FloatArray


@lru_cache(maxsize=8)
def _walls(arm: Arm, base: Pose, around: Obstacles) -> _Walls:
    """What an arm might touch: asked many times in a tick for the same obstacles."""
    near = around.only(around.within(base.apply(arm.joints[0].origin.position), arm.length + 0.2))
    turn = rotation_matrix(np.asarray(base.orientation))
    axes = np.matmul(turn.T, near.axes).transpose(2, 0, 1)
    middle = (near.centre - np.asarray(base.position)) @ turn
    offset = (axes * middle).sum(axis=2)
    return _Walls(near.owner, axes.reshape(-1, 3), offset[:, :, None], near.half.T[:, :, None])


def _centres(filled: Balls, now: Frames) -> FloatArray:
    """Where the balls are, `(k, 3, s)`: those of a link are together."""
    pieces = [
        np.matmul(now.turns[:, link], filled.centre[some].T) + now.places[:, link, :, None]
        for link, some in filled.of_links
    ]
    return np.concatenate(pieces, axis=2)


def frames(arm: Arm, joints: FloatArray) -> Frames:
    """Forward kinematics of many postures at once."""
    fixed = _compiled(arm)
    # One product a joint carries on the turn, the way to the next joint and its axis.
    steps = np.empty((len(arm.joints), len(joints), 3, 5))
    sines, versines = np.sin(joints).T[:, :, None, None], (1.0 - np.cos(joints)).T[:, :, None, None]
    np.multiply(sines, fixed.skew[:, None], out=steps[..., :3])
    steps[..., :3] += versines * fixed.square[:, None]
    steps[..., :3] += fixed.turn[:, None]
    steps[..., 3] = fixed.offset[:, None]
    steps[..., 4] = fixed.axis[:, None]
    if fixed.slides.any():
        steps[..., 3] += np.where(fixed.slides, joints, 0.0).T[:, :, None] * fixed.axis[:, None]
    for row in range(1, len(arm.joints)):
        steps[row] = np.matmul(steps[row - 1, :, :, :3], steps[row])
    turns, axes = steps[..., :3].swapaxes(0, 1), steps[..., 4].swapaxes(0, 1)
    places = np.cumsum(steps[..., 3], axis=0).swapaxes(0, 1)
    return Frames(turns, places, axes, places[:, -1] + turns[:, -1] @ arm.tip)


@dataclass(frozen=True, slots=True, eq=False)
class _Compiled:
    """What the joints' origins and axes come to: a joint at `q` turns by `turn + sin q skew + (1 - cos q) square`.

    `axis` is in the frame before the joint.
    """

    offset: FloatArray
    turn: FloatArray
    axis: FloatArray
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
    return _Compiled(offset, turn, axis, turn @ skew, turn @ skew @ skew, slides)


def _step(arm: Arm, now: Frames, miss: FloatArray) -> FloatArray:
    """Damped least squares."""
    jacobian = cross(now.axes, now.tips[:, None] - now.places)
    slides = _compiled(arm).slides
    if slides.any():
        jacobian = np.where(slides[:, None], now.axes, jacobian)
    square = np.matmul(jacobian.transpose(0, 2, 1), jacobian) + DESCENT.damping**2 * np.eye(3)
    pull = np.asarray(np.linalg.solve(square, miss[:, :, None]), dtype=np.float64)  # pyright: ignore[reportUnknownArgumentType]
    step = np.matmul(jacobian, pull)[:, :, 0]
    largest = np.abs(step).max(axis=1, keepdims=True)
    return step * np.minimum(1.0, DESCENT.stride_rad / np.maximum(largest, 1e-9))


def cross(one: FloatArray, other: FloatArray) -> FloatArray:
    """Row by row; `np.cross` takes longer to look at the shapes than to multiply."""
    x, y, z = one[..., 0], one[..., 1], one[..., 2]
    a, b, c = other[..., 0], other[..., 1], other[..., 2]
    product = np.empty(np.broadcast_shapes(one.shape, other.shape))
    product[..., 0] = y * c - z * b
    product[..., 1] = z * a - x * c
    product[..., 2] = x * b - y * a
    return product


def _touches_itself(arm: Arm, filled: Balls, centres: FloatArray) -> BoolArray:
    """Which postures bring links together that are not next to each other, or a link to the base."""
    touching = np.zeros(len(centres), dtype=np.bool_)
    one, other = filled.pairs
    if len(one):
        gaps = centres[:, :, one] - centres[:, :, other]
        touching |= ((gaps * gaps).sum(axis=1) < filled.reach).any(axis=1)
    fixed, radii = base_balls(arm)
    far = filled.link >= 2
    if len(fixed) and far.any():
        gaps = centres[:, :, far, None] - fixed.T[:, None]
        touching |= ((gaps * gaps).sum(axis=1) < (filled.radius[far, None] + radii) ** 2).any(axis=(1, 2))
    return touching
