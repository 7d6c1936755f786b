"""Ways for a robot's arm between two postures that touch nothing, and of several the one that people mind least.

RRT-Connect (Kuffner and LaValle 2000): two trees grow towards each other from start and goal; then corners are cut.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from ..agents import Arm, Kinematics, Obstacles
from ..geometry import BoolArray, FloatArray, Pose, transform
from .base_path import NoPath
from .courtesy import Bystander

# Joints turn this far at most between two postures that are tried. At 1 m of arm that is 5 cm of way at the hand.
STEP_RAD = 0.05
# How far a tree grows at a time, and how often before it is given up.
GROWTH_RAD = 2.0
TRIES = 2000
# Corners that are tried to be cut, and ways to choose from: chosen, more gain little.
CUTS = 40
WAYS = 3
# An arm nearer to a head than this is minded: Hall's intimate distance.
INTIMATE_M = 0.45
NOBODY = -1


@dataclass(frozen=True, slots=True, eq=False)
class ArmPath:
    """Postures `(k, j)` of an arm, start and goal included, and how near its hand comes to anybody's head."""

    postures: FloatArray
    nearest_m: float

    @property
    def length_rad(self) -> float:
        """How far the joints turn together."""
        return float(np.linalg.norm(np.diff(self.postures, axis=0), axis=1).sum())


ArmWay: TypeAlias = ArmPath | NoPath


@dataclass(frozen=True, slots=True, eq=False)
class Reacher:
    """An arm whose base stands somewhere among obstacles; the object of row `ignore` does not count as one."""

    arm: Arm
    base: Pose
    around: Obstacles
    kinematics: Kinematics
    ignore: int = NOBODY

    def free(self, postures: FloatArray) -> BoolArray:
        """Which of the postures `(k, j)` touch nothing."""
        ignore = np.full(len(postures), self.ignore, dtype=np.intp)
        return self.kinematics.free(self.arm, self.base, postures, self.around, ignore)

    def passable(self, start: FloatArray, end: FloatArray) -> bool:
        """Whether the straight way between two postures touches nothing; its start is known not to."""
        return bool(self.free(between(start, end)[1:]).all())

    def advanced(self, start: FloatArray, end: FloatArray) -> FloatArray | None:
        """How far one gets on the straight way from a free posture to another; None where that is nowhere."""
        way = between(start, end)[1:]
        free = self.free(way)
        steps = len(way) if free.all() else int(np.argmin(free))
        return way[steps - 1] if steps else None

    def hand(self, postures: FloatArray) -> FloatArray:
        """Where the tip of the hand is in the fixed frame, `(k, 3)`."""
        return transform(self.base.array, self.kinematics.tips(self.arm, postures))


def arm_path(
    reacher: Reacher, start: FloatArray, goal: FloatArray, *, people: tuple[Bystander, ...] = (), seed: int = 0
) -> ArmWay:
    """A way from one posture `(j,)` to another; of several, the one that is short and keeps away from heads."""
    for name, posture in (("start", start), ("goal", goal)):
        if not reacher.free(posture[None])[0]:
            return NoPath(f"the {name} of the arm touches something")
    found = [
        _shortened(reacher, way, np.random.default_rng((seed, number)))
        for number in range(WAYS if people else 1)
        if (way := _connected(reacher, start, goal, np.random.default_rng((number, seed)))) is not None
    ]
    if not found:
        return NoPath(f"no way for the arm was found in {TRIES} tries")
    measured = [ArmPath(way, _nearest(reacher, way, people)) for way in found]
    return min(measured, key=lambda way: way.length_rad * (1.0 + max(0.0, 1.0 - way.nearest_m / INTIMATE_M)))


def between(start: FloatArray, end: FloatArray) -> FloatArray:
    """Postures `(k, j)` on the straight way, at most STEP_RAD apart."""
    count = max(int(np.ceil(np.abs(end - start).max() / STEP_RAD)), 1)
    share = np.arange(count + 1)[:, None] / count
    return start + share * (end - start)


def _nearest(reacher: Reacher, way: FloatArray, people: tuple[Bystander, ...]) -> float:
    fine = np.concatenate([between(start, end) for start, end in pairwise(way)])
    hand = reacher.hand(fine)
    return min((float(np.linalg.norm(hand - each.eye, axis=1).min()) for each in people), default=np.inf)


class _Tree:
    """Postures, each grown from one before it."""

    def __init__(self, root: FloatArray) -> None:
        self._postures, self._grown_from = root[None], [0]

    def grow(self, towards: FloatArray, reacher: Reacher) -> FloatArray | None:
        """The posture it got to from its nearest one on the way to another; None where something is in the way."""
        nearest = int(np.argmin(((self._postures - towards) ** 2).sum(axis=1)))
        start = self._postures[nearest]
        way = towards - start
        far = float(np.linalg.norm(way))
        end = towards if far <= GROWTH_RAD else start + way * (GROWTH_RAD / far)
        got = reacher.advanced(start, end)
        if got is None:
            return None
        self._postures = np.concatenate([self._postures, got[None]])
        self._grown_from.append(nearest)
        return got

    def to_root(self) -> list[FloatArray]:
        """The postures from the newest one back to the first."""
        row, way = len(self._grown_from) - 1, list[FloatArray]()
        while True:
            way.append(self._postures[row])
            if row == 0:
                return way
            row = self._grown_from[row]


def _connected(reacher: Reacher, start: FloatArray, goal: FloatArray, random: np.random.Generator) -> FloatArray | None:
    if reacher.passable(start, goal):
        return np.array([start, goal])
    trees = (_Tree(start), _Tree(goal))
    for number in range(TRIES):
        one, other = trees if number % 2 == 0 else trees[::-1]
        got = one.grow(random.uniform(reacher.arm.lower, reacher.arm.upper), reacher)
        before: FloatArray | None = None
        while got is not None:
            met = other.grow(got, reacher)
            if met is None or (before is not None and np.array_equal(met, before)):
                break
            if np.allclose(met, got, rtol=0.0, atol=1e-12):
                return np.array([*trees[0].to_root()[::-1], *trees[1].to_root()[1:]])
            before = met
    return None


def _shortened(reacher: Reacher, way: FloatArray, random: np.random.Generator) -> FloatArray:
    """With corners cut at random where nothing is in the way."""
    for _ in range(CUTS):
        if len(way) <= 2:
            break
        first, last = sorted(random.choice(len(way), 2, replace=False).tolist())
        if last - first > 1 and reacher.passable(way[first], way[last]):
            way = np.concatenate([way[: first + 1], way[last:]])
    return way
