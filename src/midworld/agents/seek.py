"""Postures of a robot's arm that get to things: sought from many beginnings, each solution tried for collisions."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, NearestPoints, Pose, invert, transform
from .arm import Arm
from .effort import ReachSettings
from .kinematics import ChainKinematics, Kinematics, frames
from .obstacles import Obstacles

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


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Which things are got to, `(n,)`: at which of their points, and in which postures `(n, j)`."""

    works: BoolArray
    goal: IntArray
    joints: FloatArray


def sought(
    kinematics: Kinematics,
    arm: Arm,
    base: Pose,
    points: FloatArray,
    things: IntArray,
    around: Obstacles,
    rest: FloatArray,
    settings: ReachSettings,
    *,
    turn: int | None = None,
) -> Found:
    """Which things are got to without touching anything, at one of their points `(n, goals, 3)`, the better ones first.

    Given a turn, only a share of the beginnings is tried, another in every turn.
    """
    many, goals = len(points), points.shape[1]
    aim = Aim(arm, base, points.reshape(-1, 3), np.repeat(things, goals))
    found = Found(np.zeros(many, dtype=np.bool_), np.zeros(many, dtype=np.intp), np.tile(rest, (many, 1)))
    count = int(settings.ik_seeds)
    first = count * ((turn or 0) % MORE)
    beginnings, left = _beginnings(aim, rest, MORE * count if turn is None else first + count)
    for stage in _stages(count) if turn is None else [((first, first + count), (first, first + count))]:
        each, places = _numbered(left, goals, stage)
        solved, there, works = tried(
            kinematics, aim.only(each), around, beginnings[each, places], settings.ik_tolerance
        )
        for row in np.flatnonzero(works)[::-1].tolist():
            thing, goal = divmod(int(each[row]), goals)
            found.works[thing], found.goal[thing], found.joints[thing] = True, goal, solved[row]
        # More beginnings help only where something was in the way.
        hopeful = np.unique(each[there]) if stage[1][1] == count else left
        left = hopeful[~found.works[hopeful // goals]]
        if not len(left):
            break
    return found


# Which beginnings are tried, from and up to: for the best point of a thing, and for each of the others.
Stage = tuple[tuple[int, int], tuple[int, int]]


def _stages(count: int) -> list[Stage]:
    return [((0, FIRST), (0, 0)), ((FIRST, count), (0, count)), ((count, MORE * count), (count, MORE * count))]


def _numbered(pairs: IntArray, goals: int, stage: Stage) -> tuple[IntArray, IntArray]:
    """Pairs of a thing and a point, best points first, once for each beginning; and the numbers of these."""
    best, others = pairs[pairs % goals == 0], pairs[pairs % goals > 0]
    each = [np.repeat(some, end - begin) for some, (begin, end) in zip((best, others), stage, strict=True)]
    numbers = [np.tile(np.arange(*ends), len(some)) for some, ends in zip((best, others), stage, strict=True)]
    return np.concatenate(each), np.concatenate(numbers)


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
    far, nearest = tips.to(local, CANDIDATES)
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
def _samples(arm: Arm) -> tuple[FloatArray, NearestPoints]:
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
    return kept, NearestPoints.of(frames(arm, kept).tips)
