"""Where a base goes that follows a path: its trajectory, with the accelerations it has and a place it knows roughly."""

from dataclasses import dataclass

import numpy as np

from ..errors import MidworldError
from ..geometry import FloatArray
from .dynamicwindow import BaseLimits, Course, LocalPlanner, Steering, steered

# Within a period speeds change in steps of this many seconds.
FINE_S = 0.001


@dataclass(frozen=True, slots=True, eq=False)
class Trajectory:
    """Where a base is: `times` in seconds, and `poses` `(k, 3)` as x, y and heading, which does not wrap around."""

    times: FloatArray
    poses: FloatArray

    @property
    def duration(self) -> float:
        return float(self.times[-1])

    def at(self, seconds: FloatArray) -> FloatArray:
        """The poses `(k, 3)` at some instants; it stands before the first and after the last."""
        columns: list[FloatArray] = [np.interp(seconds, self.times, self.poses[:, column]) for column in range(3)]
        return np.stack(columns, axis=-1)


class Stuck(MidworldError):
    """A base that did not come to its goal in the time it has."""

    def __init__(self, seconds: float, away_m: float) -> None:
        super().__init__(f"the base is still {away_m:.2f} m from its goal after {seconds:g} s")


def drive(
    course: Course,
    heading: float,
    limits: BaseLimits,
    *,
    planner: LocalPlanner = LocalPlanner(),  # noqa: B008 - frozen
    seed: int = 0,
) -> Trajectory:
    """From the start of a course, with a heading, to its end. Raises Stuck."""
    random = np.random.Generator(np.random.Philox(seed))
    noise = np.array([planner.position_noise_m, planner.position_noise_m, planner.turn_noise_rad])
    pose, now, past = np.array([*course.path[0], heading]), Steering(), list[FloatArray]()
    for _ in range(int(planner.longest_s / planner.period_s)):
        wanted = steered(pose + noise * random.normal(0.0, 1.0, 3), now, course, limits, planner)
        if wanted.done:
            poses = np.concatenate([np.array([[*course.path[0], heading]]), *past])
            return Trajectory(np.arange(len(poses), dtype=np.float64) * FINE_S, poses)
        way, speed, turn = _moved(pose, now, wanted, limits, planner.period_s)
        pose, now = way[-1], Steering(speed, turn, wanted.arrived)
        past.append(way)
    raise Stuck(planner.longest_s, float(np.hypot(*(pose[:2] - course.corners[-1]))))


def _moved(
    pose: FloatArray, now: Steering, wanted: Steering, limits: BaseLimits, seconds: float
) -> tuple[FloatArray, float, float]:
    """The way of one period `(k, 3)` towards wanted speeds within its accelerations, and the speeds it ends with."""
    ticks = np.arange(1, round(seconds / FINE_S) + 1, dtype=np.float64) * FINE_S
    speeds = _ramp(now.speed, wanted.speed, limits.linear_acceleration, ticks)
    turns = _ramp(now.turn, wanted.turn, limits.angular_acceleration, ticks)
    headings = pose[2] + np.cumsum(turns) * FINE_S
    steps = np.stack([speeds * np.cos(headings), speeds * np.sin(headings)], axis=1) * FINE_S
    way = np.column_stack([pose[:2] + np.cumsum(steps, axis=0), headings])
    return way, float(speeds[-1]), float(turns[-1])


def _ramp(now: float, wanted: float, rate: float, ticks: FloatArray) -> FloatArray:
    """From one speed towards another with an acceleration, at some instants."""
    return now + np.clip(wanted - now, -rate * ticks, rate * ticks)
