"""The dynamic window approach: what a base can reach next is weighed, and the best is taken.

Fox, Burgard and Thrun 1997, as in the local planners of mobile robots: every period it looks at the speeds its
accelerations allow, rolls each out and takes the one that ends best. At the goal it stops and turns on the spot.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ..geometry import FloatArray


class BaseLimits(Protocol):
    """Bounds of a base in motion: m/s, rad/s, m/s2, rad/s2."""

    @property
    def linear(self) -> float: ...
    @property
    def angular(self) -> float: ...
    @property
    def linear_acceleration(self) -> float: ...
    @property
    def angular_acceleration(self) -> float: ...


@dataclass(frozen=True, slots=True)
class LocalPlanner:
    """How it looks ahead. Chosen like the defaults of common local planners; within a third of these it still arrives.

    `position_noise_m` and `turn_noise_rad` are standard deviations of where it thinks it is, anew in every period.
    `lag_s` is the time constant with which a base follows the speeds it is told; at 0 only its accelerations bind it.
    """

    period_s: float = 0.05
    horizon_s: float = 1.2
    ahead_m: float = 0.8
    speeds: int = 7
    turns: int = 15
    near_m: float = 0.08
    near_rad: float = 0.05
    position_noise_m: float = 0.0
    turn_noise_rad: float = 0.0
    lag_s: float = 0.0
    longest_s: float = 300.0


@dataclass(frozen=True, slots=True)
class Course:
    """A path `(x, y)` from where a base starts to where it ends, and its heading there; None is as it comes."""

    path: tuple[tuple[float, float], ...]
    heading: float | None = None

    @property
    def corners(self) -> FloatArray:
        return np.array(self.path)


@dataclass(frozen=True, slots=True)
class Steering:
    """The speeds a base should have next, and on which leg of its path it is.

    `arrived` says that it only turns from now on, `done` that it stands as it should.
    """

    speed: float = 0.0
    turn: float = 0.0
    leg: int = 0
    arrived: bool = False
    done: bool = False


def steered(believed: FloatArray, now: Steering, course: Course, limits: BaseLimits, planner: LocalPlanner) -> Steering:
    """What to do next, from where a base believes to be (x, y, heading) with the speeds it has now."""
    corners = course.corners
    if not now.arrived:
        leg, ahead, remaining = _ahead(believed, corners, planner.ahead_m, now.leg)
        if leg < len(corners) - 2 or _away(believed, corners[-1]) >= planner.near_m:
            return Steering(*_best(believed, now, (ahead, remaining), limits, planner), leg)
    left = 0.0 if course.heading is None else math.remainder(course.heading - believed[2], 2 * math.pi)
    if abs(left) < planner.near_rad and abs(now.turn) < 0.05 and now.speed < 0.01:
        return Steering(arrived=True, done=True)
    if now.speed > 0.01:
        return Steering(arrived=True)
    if course.heading is None:
        return Steering(arrived=True)
    # It can still stop in time.
    reachable = math.sqrt(2 * 0.8 * limits.angular_acceleration * abs(left))
    return Steering(0.0, math.copysign(min(reachable, limits.angular), left), arrived=True)


def _away(pose: FloatArray, point: FloatArray) -> float:
    return float(np.hypot(*(pose[:2] - point)))


def _best(
    believed: FloatArray, now: Steering, towards: tuple[FloatArray, float], limits: BaseLimits, planner: LocalPlanner
) -> tuple[float, float]:
    """The speeds in the window that end best: near the point ahead on the path, facing it, and fast."""
    target, remaining = towards
    bearing = math.remainder(math.atan2(*(target - believed[:2])[::-1]) - believed[2], 2 * math.pi)
    period, top = planner.period_s, min(limits.linear, math.sqrt(2 * 0.8 * limits.linear_acceleration * remaining))
    # Facing elsewhere it first turns on the spot.
    top = 0.0 if abs(bearing) > 0.9 else top
    low, high = now.speed - limits.linear_acceleration * period, now.speed + limits.linear_acceleration * period
    speeds = np.linspace(max(0.0, min(low, top)), max(0.0, min(high, top)), planner.speeds)
    least, most = now.turn - limits.angular_acceleration * period, now.turn + limits.angular_acceleration * period
    turns = np.linspace(max(least, -limits.angular), min(most, limits.angular), planner.turns)
    speed, turn = (each.ravel() for each in np.meshgrid(speeds, turns, indexing="ij"))
    # An arc, by its chord: the heading halfway is that of the chord.
    angle = turn * planner.horizon_s
    chord = speed * planner.horizon_s * np.sinc(angle / (2 * math.pi))
    middle = believed[2] + angle / 2
    end = believed[:2] + chord[:, None] * np.stack([np.cos(middle), np.sin(middle)], axis=1)
    gone = target - end
    facing = np.abs(
        np.remainder(np.arctan2(gone[:, 1], gone[:, 0]) - believed[2] - angle + math.pi, 2 * math.pi) - math.pi
    )
    # Very near the point its direction says nothing.
    weight = np.minimum(np.hypot(gone[:, 0], gone[:, 1]) / planner.near_m, 1.0)
    cost = 2.0 * np.hypot(gone[:, 0], gone[:, 1]) + 0.5 * facing * weight - 0.2 * speed / limits.linear
    best = int(np.argmin(cost))
    return float(speed[best]), float(turn[best])


def _ahead(pose: FloatArray, corners: FloatArray, ahead_m: float, before: int) -> tuple[int, FloatArray, float]:
    """The nearest leg next to the one it was on, the point so far ahead on the path, and how long that still is."""
    legs = np.diff(corners, axis=0)
    lengths = np.maximum(np.hypot(legs[:, 0], legs[:, 1]), 1e-9)
    along = np.clip(np.sum((pose[:2] - corners[:-1]) * legs, axis=1) / lengths**2, 0.0, 1.0)
    feet = corners[:-1] + along[:, None] * legs
    far = np.hypot(*(feet - pose[:2]).T) - 1e-6 * np.arange(len(legs))
    # A path may come by where it was before: only its neighbours can be next.
    leg = int(np.argmin(np.where(np.abs(np.arange(len(legs)) - before) <= 1, far, np.inf)))
    done = float(lengths[:leg].sum() + along[leg] * lengths[leg])
    total = float(lengths.sum())
    wanted = min(done + ahead_m, total)
    marks = np.concatenate([[0.0], np.cumsum(lengths)])
    point = np.array([np.interp(wanted, marks, corners[:, axis]) for axis in (0, 1)])
    return leg, point, max(total - done, _away(pose, corners[-1]) if leg == len(legs) - 1 else total - done)
