"""Bases that follow a path arrive, and never faster than they may."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midworld.motion import Course, LocalPlanner, Stuck, Trajectory, drive


@dataclass(frozen=True)
class Bounds:
    linear: float
    angular: float
    linear_acceleration: float
    angular_acceleration: float


FAST, SLOW = Bounds(0.55, 1.00, 2.50, 3.20), Bounds(0.30, 1.00, 1.40, 2.00)
NOISY = LocalPlanner(position_noise_m=0.01, turn_noise_rad=0.01)
angles, lengths = st.floats(-math.pi, math.pi), st.floats(-3.0, 3.0)


def speeds(way: Trajectory) -> tuple[np.ndarray, np.ndarray]:
    rates = np.diff(way.poses, axis=0) / np.diff(way.times)[:, None]
    return np.hypot(rates[:, 0], rates[:, 1]), np.abs(rates[:, 2])


@given(angles, angles, lengths, lengths, st.sampled_from([FAST, SLOW]), st.integers(0, 100))
@settings(max_examples=40, deadline=None)
def test_a_base_arrives_within_its_limits(
    heading: float, wanted: float, x: float, y: float, limits: Bounds, seed: int
) -> None:
    course = Course(((0.0, 0.0), (x, y)), wanted)
    way = drive(course, heading, limits, planner=NOISY, seed=seed)
    assert np.hypot(way.poses[-1, 0] - x, way.poses[-1, 1] - y) < 0.2
    assert abs(math.remainder(way.poses[-1, 2] - wanted, 2 * math.pi)) < 0.12
    linear, angular = speeds(way)
    assert linear.max(initial=0.0) <= limits.linear + 1e-6
    assert angular.max(initial=0.0) <= limits.angular + 1e-6
    assert np.abs(np.diff(linear)).max(initial=0.0) <= limits.linear_acceleration * 0.001 + 1e-6


def test_slow_takes_longer_than_fast_and_corners_are_driven_round() -> None:
    course = Course(((0.0, 0.0), (2.6, 0.2), (2.6, 1.5)), math.pi)
    fast, slow = (drive(course, math.pi, limits) for limits in (FAST, SLOW))
    assert slow.duration > 1.2 * fast.duration
    assert np.min(np.hypot(fast.poses[:, 0] - 2.6, fast.poses[:, 1] - 0.2)) < 0.6


def test_the_same_seed_gives_the_same_way() -> None:
    course = Course(((0.0, 0.0), (1.0, 1.0)), 0.0)
    one, other, third = (drive(course, 0.0, FAST, planner=NOISY, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.poses, other.poses)
    assert not np.array_equal(one.poses, third.poses)


def test_who_has_no_time_is_stuck() -> None:
    with pytest.raises(Stuck, match="from its goal after 1 s"):
        drive(Course(((0.0, 0.0), (5.0, 0.0)), 0.0), 0.0, SLOW, planner=LocalPlanner(longest_s=1.0))


def test_path_that_comes_back_to_its_start_is_driven_all_the_way() -> None:
    for path, length in (
        (((0.0, 0.0), (1.5, 0.0), (1.5, 1.0), (0.0, 1.0), (0.0, 0.0)), 5.0),
        (((0.0, 0.0), (1.0, 0.0), (0.0, 0.0)), 2.0),
    ):
        way = drive(Course(path), 0.0, SLOW)
        gone = np.hypot(*np.diff(way.poses[:, :2], axis=0).T).sum()
        assert 0.8 * length < gone < 1.05 * length
        for corner in path:
            assert np.hypot(*(way.poses[:, :2] - corner).T).min() < 0.4
        assert np.hypot(*(way.poses[-1, :2] - path[-1])) < 0.1


@given(angles, lengths, lengths, st.sampled_from([FAST, SLOW]))
@settings(max_examples=30, deadline=None)
def test_base_that_lags_behind_its_commands_arrives_within_its_limits(
    heading: float, x: float, y: float, limits: Bounds
) -> None:
    planner = LocalPlanner(period_s=0.1, horizon_s=0.4, ahead_m=0.4, near_m=0.05, lag_s=0.05)
    way = drive(Course(((0.0, 0.0), (x, y))), heading, limits, planner=planner)
    assert np.hypot(way.poses[-1, 0] - x, way.poses[-1, 1] - y) < 0.1
    linear, angular = speeds(way)
    assert linear.max(initial=0.0) <= limits.linear + 1e-6
    assert angular.max(initial=0.0) <= limits.angular + 1e-6
    assert np.abs(np.diff(linear)).max(initial=0.0) <= limits.linear_acceleration * 0.001 + 1e-6


def test_lag_makes_a_base_later_and_never_faster() -> None:
    course = Course(((0.0, 0.0), (1.0, 0.0)))
    at_once, late = (drive(course, 0.0, FAST, planner=LocalPlanner(lag_s=lag)) for lag in (0.0, 0.1))
    seconds = np.array([0.2, 0.4])
    assert (late.at(seconds)[:, 0] < at_once.at(seconds)[:, 0] - 0.005).all()
