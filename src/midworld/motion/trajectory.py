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
    start = pose = np.array([*course.path[0], heading])
    now, past = Steering(), list[FloatArray]()
    pieces = _pieces(course)
    course = pieces.pop(0)
    for _ in range(int(planner.longest_s / planner.period_s)):
        wanted = steered(pose + noise * random.normal(0.0, 1.0, 3), now, course, limits, planner)
        if wanted.done and pieces:
            course, now = pieces.pop(0), Steering()
            continue
        if wanted.done:
            poses = np.concatenate([start[None], *past])
            return Trajectory(np.arange(len(poses), dtype=np.float64) * FINE_S, poses)
        way, speed, turn = _moved(pose, now, wanted, limits, planner)
        pose, now = way[-1], Steering(speed, turn, wanted.leg, wanted.arrived)
        past.append(way)
    raise Stuck(planner.longest_s, float(np.hypot(*(pose[:2] - course.corners[-1]))))


def _pieces(course: Course) -> list[Course]:
    """A course as far as it can be driven in one go: at a corner that leads back it stops and turns."""
    legs = np.diff(course.corners, axis=0)
    back = np.flatnonzero(np.sum(legs[:-1] * legs[1:], axis=1) < 0.0) + 1
    ends = [*back.tolist(), len(legs)]
    paths = [course.path[start : end + 1] for start, end in zip([0, *ends], ends, strict=False)]
    return [*(Course(path) for path in paths[:-1]), Course(paths[-1], course.heading)]


def _moved(
    pose: FloatArray, now: Steering, wanted: Steering, limits: BaseLimits, planner: LocalPlanner
) -> tuple[FloatArray, float, float]:
    """The way of one period `(k, 3)` towards wanted speeds within its accelerations, and the speeds it ends with."""
    ticks = np.arange(1, round(planner.period_s / FINE_S) + 1, dtype=np.float64) * FINE_S
    speeds = _followed(now.speed, wanted.speed, limits.linear_acceleration, planner.lag_s, ticks)
    turns = _followed(now.turn, wanted.turn, limits.angular_acceleration, planner.lag_s, ticks)
    headings = pose[2] + np.cumsum(turns) * FINE_S
    steps = np.stack([speeds * np.cos(headings), speeds * np.sin(headings)], axis=1) * FINE_S
    way = np.column_stack([pose[:2] + np.cumsum(steps, axis=0), headings])
    return way, float(speeds[-1]), float(turns[-1])


def _followed(now: float, wanted: float, rate: float, lag_s: float, ticks: FloatArray) -> FloatArray:
    """From one speed towards another at some instants: within an acceleration, and with a lag where there is one."""
    missing = wanted - now
    if not lag_s:
        return now + np.clip(missing, -rate * ticks, rate * ticks)
    # The acceleration binds until the lag asks for less than that.
    slow = min(abs(missing), rate * lag_s)
    bound = (abs(missing) - slow) / rate
    left = np.where(ticks < bound, abs(missing) - rate * ticks, slow * np.exp(-np.maximum(ticks - bound, 0.0) / lag_s))
    return wanted - np.copysign(left, missing)
