"""Postures of a robot's arm that get to things: sought from many beginnings, each solution tried for collisions."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.spatial import KDTree

from ..geometry import FloatArray, Pose, invert, transform
from .arm import Arm
from .effort import ReachSettings
from .kinematics import ChainKinematics, Kinematics, frames
from .obstacles import BoolArray, IntArray, Obstacles

# Postures drawn once per arm; the ones whose tips are nearest to a point are good beginnings for it.
SAMPLES = 16_384
# A point this far from the tips of all of them is out of reach.
HOLE_M = 0.12
# Most things are settled by the first few beginnings; what can be reached but not freely is worth as many again.
FIRST, MORE = 2, 3
# Beginnings are chosen among this many postures with their tips near the point.
CANDIDATES = 96
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
    kinematics: Kinematics,
    aim: Aim,
    around: Obstacles,
    rest: FloatArray,
    settings: ReachSettings,
    *,
    turn: int | None = None,
) -> tuple[BoolArray, FloatArray]:
    """Which points are reached without touching anything, and in which postures.

    Given a turn, only a share of the beginnings is tried, another in every turn.
    """
    count = int(settings.ik_seeds)
    joints = np.broadcast_to(rest, (len(aim.points), len(rest))).copy()
    found = np.zeros(len(aim.points), dtype=np.bool_)
    beginnings, left = _beginnings(aim, rest, MORE * count)
    first = count * ((turn or 0) % MORE)
    batches = (
        [slice(0, FIRST), slice(FIRST, count), slice(count, None)] if turn is None else [slice(first, first + count)]
    )
    for some in batches:
        seeds = beginnings[left, some]
        if not seeds.size:
            break
        each = np.repeat(left, seeds.shape[1])
        flat = seeds.reshape(-1, len(rest))
        solved, there, works = tried(kinematics, aim.only(each), around, flat, settings.ik_tolerance)
        for row in np.flatnonzero(works)[::-1].tolist():
            found[each[row]], joints[each[row]] = True, solved[row]
        # More beginnings help only where something was in the way.
        hopeful = np.unique(each[there]) if some.stop == count else left
        left = hopeful[~found[hopeful]]
    return found, joints


def tried(
    kinematics: Kinematics, aim: Aim, around: Obstacles, seeds: FloatArray, tolerance_m: float
) -> tuple[FloatArray, BoolArray, BoolArray]:
    """Solutions from one beginning for each point, which of them are near enough, and which also touch nothing."""
    local = transform(invert(aim.base.array), aim.points)
    solved, misses = kinematics.solved(aim.arm, local, seeds)
    there = misses <= tolerance_m
    near = np.flatnonzero(there)
    works = np.zeros(len(seeds), dtype=np.bool_)
    works[near] = kinematics.free(aim.arm, aim.base, solved[near], around, aim.things[near])
    return solved, there, works


def _beginnings(aim: Aim, rest: FloatArray, count: int) -> tuple[FloatArray, IntArray]:
    """The present posture, then some with tips near each point, `(k, count, j)`; and which points are in reach."""
    postures, tips = _samples(aim.arm)
    local = transform(invert(aim.base.array), aim.points)
    found: tuple[FloatArray, IntArray] = tips.query(local, k=CANDIDATES)  # pyright: ignore
    far, nearest = found
    within = np.flatnonzero(far[:, 0] <= HOLE_M)
    beginnings = np.zeros((len(local), count, len(rest)))
    beginnings[:, 0] = rest
    beginnings[within, 1:] = _spread(postures[nearest[within]], count - 1)
    return beginnings, within


def _spread(postures: FloatArray, count: int) -> FloatArray:
    """Of each row of candidates the first, then always the one most unlike those chosen before."""
    each = np.arange(len(postures))
    chosen = np.zeros((len(postures), count), dtype=np.intp)
    unlike = np.full(postures.shape[:2], np.inf)
    for place in range(1, count):
        apart = postures - postures[each, chosen[:, place - 1], None]
        unlike = np.minimum(unlike, np.einsum("kcj,kcj->kc", apart, apart))
        chosen[:, place] = unlike.argmax(axis=1)
    return postures[each[:, None], chosen]


@lru_cache(maxsize=64)
def _samples(arm: Arm) -> tuple[FloatArray, KDTree]:
    """Postures all over the range of an arm in which it does not touch itself, the same ones every time."""
    random = np.random.default_rng(0)
    postures = random.uniform(arm.lower, arm.upper, (SAMPLES, len(arm.joints)))
    free = np.concatenate(
        [
            ChainKinematics().free(arm, Pose(), some, NO_OBSTACLES, np.full(len(some), -1, dtype=np.intp))
            for some in np.array_split(postures, 16)
        ]
    )
    kept = postures[free] if free.any() else postures
    return kept, KDTree(frames(arm, kept).tips)
