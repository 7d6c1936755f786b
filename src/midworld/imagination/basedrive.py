"""Driving a base with something on it along a path, by the dynamic window approach: Table I's sets are its limits."""

from dataclasses import dataclass, field
from functools import lru_cache

import msgspec
import numpy as np

from ..errors import BadAction
from ..geometry import FloatArray, Vector3
from ..motion import Course, LocalPlanner, Stuck, Trajectory, drive
from .actions import checked_limits, checked_path, loaded
from .goals import NothingLost
from .motion import FAST, UP, Limits
from .script import Drive, Script
from .stage import Stage

# A base that is jolted has its speed again after about so long. Chosen: 0.2 to 0.5 s give the same shares of events.
FADE_S = 0.3
# ROS's navigation commands a base ten times a second; how soon the base is at a speed it is told is chosen.
COMMANDED = LocalPlanner(period_s=0.1, horizon_s=0.4, ahead_m=0.4, near_m=0.05, lag_s=0.05)


class DriveBase(msgspec.Struct, frozen=True, tag_field="action", tag="drive", forbid_unknown_fields=True):
    """A base drives from x, y and heading along a path to a heading, with something it carries and what is on that.

    `position_noise` and `turn_noise` say how well it knows where it is. `jolts` come so often a second while it drives,
    by sills, cables and hard stops: a sudden change of speed, of `jolt` times its speed on average. The same seed gives
    the same way; jolts come otherwise in each run, but in the runs of the same number as early and hard on every way.
    """

    object: str
    start: tuple[float, float, float]
    path: tuple[tuple[float, float], ...]
    heading: float
    limits: Limits = FAST
    position_noise: float = 0.0
    turn_noise: float = 0.0
    jolts: float = 0.0
    jolt: float = 0.0
    seed: int = 0

    def script(self, stage: Stage) -> Script:
        row = stage.row(self.object)
        checked_path((self.start[:2], *self.path))
        checked_limits(self.limits)
        load = loaded(stage, row)
        goal = NothingLost(row, load)
        try:
            way = _way(self)
        except Stuck as stuck:
            return Script(goal, load=load, doer=row, impossible=str(stuck))
        arm = stage.poses[row, :2] - np.asarray(self.start[:2])
        ahead = (float(arm[0]), float(arm[1]))
        calm = Driven(way, ahead)
        motion = Jolting(way, ahead, self.jolts, self.jolt, self.seed) if self.jolts else calm
        return Script(goal, (Drive(row, motion),), free=(row,), load=load, doer=row)


@lru_cache(maxsize=64)
def windowed(path: tuple[tuple[float, float], ...], limits: Limits, arm: tuple[float, float]) -> "Driven":
    """How a body on a base moves that a dynamic-window planner commands along a path, facing along its first leg.

    `arm` is from the base to the body when it starts. Raises Stuck.
    """
    first = np.subtract(path[1], path[0])
    way = drive(Course(path), float(np.arctan2(first[1], first[0])), limits, planner=COMMANDED)
    return Driven(way, arm)


@lru_cache(maxsize=256)
def _way(action: DriveBase) -> Trajectory:
    for name in ("position_noise", "turn_noise", "jolts", "jolt"):
        if not 0.0 <= getattr(action, name) <= 100.0:
            raise BadAction(name, f"is {getattr(action, name):g}; it must be at least 0 and at most 100")
    planner = LocalPlanner(position_noise_m=action.position_noise, turn_noise_rad=action.turn_noise)
    course = Course((action.start[:2], *action.path), action.heading)
    return drive(course, action.start[2], action.limits, planner=planner, seed=action.seed)


@dataclass(frozen=True, slots=True, eq=False)
class Driven:
    """The motion of a body on a base; `arm` is from the base to the body's origin when it starts.

    `times` are those of jolts, `changes` `(k, 2)` the sudden changes of speed along the floor.
    """

    way: Trajectory
    arm: tuple[float, float]
    times: FloatArray = field(default_factory=lambda: np.zeros(0))
    changes: FloatArray = field(default_factory=lambda: np.zeros((0, 2)))
    axis: Vector3 = UP

    @property
    def duration(self) -> float:
        return self.way.duration

    def at(self, seconds: FloatArray) -> tuple[FloatArray, FloatArray]:
        poses, first = self.way.at(seconds), self.way.poses[0]
        angles = poses[:, 2] - first[2]
        cosine, sine = np.cos(angles), np.sin(angles)
        x, y = self.arm
        turned = np.stack([cosine * x - sine * y - x, sine * x + cosine * y - y], axis=-1)
        since = np.maximum(np.minimum(seconds, self.duration)[:, None] - self.times, 0.0)
        jolted = FADE_S * (1.0 - np.exp(-since / FADE_S)) @ self.changes
        offsets = np.zeros((len(seconds), 3))
        offsets[:, :2] = poses[:, :2] - first[:2] + turned + jolted
        return offsets, angles


@dataclass(frozen=True, slots=True, eq=False)
class Jolting:
    """The motion of a body on a base that is jolted, in each run by jolts of its own."""

    way: Trajectory
    arm: tuple[float, float]
    rate: float
    size: float
    seed: int
    axis: Vector3 = UP

    @property
    def duration(self) -> float:
        return self.way.duration

    def at(self, seconds: FloatArray) -> tuple[FloatArray, FloatArray]:
        """As it would be without jolts."""
        return Driven(self.way, self.arm).at(seconds)

    def thrown(self, dice: tuple[int, int]) -> Driven:
        return Driven(self.way, self.arm, *jolted(self.way, self.rate, self.size, (self.seed, *dice, 7)))


def jolted(way: Trajectory, rate: float, size: float, dice: tuple[int, ...]) -> tuple[FloatArray, FloatArray]:
    """When a base is jolted and how its speed changes then: Poisson in time, Laplace in size, along its way."""
    random = np.random.Generator(np.random.Philox(np.random.SeedSequence(dice)))
    # None so late that it would still move when it has arrived.
    last = way.duration - 4 * FADE_S
    times, sizes, now = list[float](), list[float](), 0.0
    while (now := now + float(random.exponential(1 / rate))) < last:
        times.append(now)
        sizes.append(float(random.laplace(0.0, size or 1e-12)))
    at = np.array(times)
    before, after = way.at(at - 0.005), way.at(at + 0.005)
    speeds = (after[:, :2] - before[:, :2]) / 0.01
    return at, speeds * np.array(sizes)[:, None]
