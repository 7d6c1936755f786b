"""Postures of a robot's arm that get to things: sought from many beginnings, each solution tried for collisions."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..geometry import FloatArray, Pose, invert, transform
from .arm import Arm
from .effort import ReachSettings
from .kinematics import ChainKinematics, Kinematics, frames
from .obstacles import BoolArray, IntArray, Obstacles

# Postures drawn once per arm; the ones whose tips are nearest to a point are good beginnings for it.
SAMPLES = 2048
# Most things are settled by the first few beginnings.
FIRST = 2
NO_OBSTACLES = Obstacles((), np.zeros(0, np.intp), *(np.zeros((0, *rest)) for rest in ((7,), (3,), (3, 3), (3,))))


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """One arm where its base stands, and points `(k, 3)` of the fixed frame it is to get to, each of a thing."""

    arm: Arm
    base: Pose
    points: FloatArray
    things: IntArray

    def only(self, rows: IntArray) -> "Aim":
        return Aim(self.arm, self.base, self.points[rows], self.things[rows])


def sought(
    kinematics: Kinematics, aim: Aim, around: Obstacles, rest: FloatArray, settings: ReachSettings
) -> tuple[BoolArray, FloatArray]:
    """Which points are reached without touching anything, and in which postures."""
    joints = np.broadcast_to(rest, (len(aim.points), len(rest))).copy()
    found = np.zeros(len(aim.points), dtype=np.bool_)
    beginnings = _beginnings(aim, rest, int(settings.ik_seeds))
    for some in (slice(0, FIRST), slice(FIRST, None)):
        left = np.flatnonzero(~found & _in_range(aim))
        seeds = beginnings[left][:, some]
        if not seeds.size:
            break
        each = np.repeat(left, seeds.shape[1])
        solved, works = tried(kinematics, aim.only(each), around, seeds.reshape(-1, len(rest)), settings.ik_tolerance)
        for row in np.flatnonzero(works)[::-1].tolist():
            found[each[row]], joints[each[row]] = True, solved[row]
    return found, joints


def tried(
    kinematics: Kinematics, aim: Aim, around: Obstacles, seeds: FloatArray, tolerance_m: float
) -> tuple[FloatArray, BoolArray]:
    """Solutions from one beginning for each point, and which of them are near enough and touch nothing."""
    local = transform(invert(aim.base.array), aim.points)
    solved, misses = kinematics.solved(aim.arm, local, seeds)
    near = np.flatnonzero(misses <= tolerance_m)
    works = np.zeros(len(seeds), dtype=np.bool_)
    works[near] = kinematics.free(aim.arm, aim.base, solved[near], around, aim.things[near])
    return solved, works


def _in_range(aim: Aim) -> BoolArray:
    shoulder = aim.base.apply(aim.arm.joints[0].origin.position)
    return np.linalg.norm(aim.points - shoulder, axis=1) <= aim.arm.length


def _beginnings(aim: Aim, rest: FloatArray, count: int) -> FloatArray:
    """The present posture, then those of the samples whose tips are nearest to each point, `(k, count, j)`."""
    postures, tips = _samples(aim.arm)
    local = transform(invert(aim.base.array), aim.points)
    far = np.linalg.norm(local[:, None] - tips, axis=2)
    nearest = np.argsort(far, axis=1, kind="stable")[:, : count - 1]
    present = np.broadcast_to(rest, (len(local), 1, len(rest)))
    return np.concatenate([present, postures[nearest]], axis=1)


@lru_cache(maxsize=64)
def _samples(arm: Arm) -> tuple[FloatArray, FloatArray]:
    """Postures all over the range of an arm in which it does not touch itself, the same ones every time."""
    random = np.random.default_rng(0)
    postures = random.uniform(arm.lower, arm.upper, (SAMPLES, len(arm.joints)))
    nothing = np.full(SAMPLES, -1, dtype=np.intp)
    free = ChainKinematics().free(arm, Pose(), postures, NO_OBSTACLES, nothing)
    kept = postures[free] if free.any() else postures
    return kept, frames(arm, kept).tips
