"""Tracks: who stands still, where, and how soon a motion is noticed."""

from dataclasses import replace

import numpy as np
import pytest

from midworld.geometry import FloatArray, angle_between
from midworld.physics import NOTHING
from midworld.physics.track import tracked
from midworld.physics.tracks import NOISE_M, TABLES, Part, Tracks
from midworld.physics.weighing import moved_together

RATE_HZ = 30.0
MEMORY_S = 0.7
HOME = np.array([0.4, -0.2, 0.8, 0.0, 0.0, 0.0, 1.0])
UPRIGHT = np.array([0.0, 0.0, 0.0, 1.0])


def poses(positions: FloatArray) -> FloatArray:
    """Level poses at positions `(k, 3)`."""
    return np.concatenate([positions, np.broadcast_to(UPRIGHT, (len(positions), 4))], axis=1)


class Watched:
    """Things that are seen at a steady rate with noise."""

    def __init__(self, count: int = 1, *, noise: float = 0.0, rate: float = RATE_HZ, seed: int = 0) -> None:
        self.tracks = Tracks.fresh(count)
        self.stamp = 50.0
        self.noise = noise
        self.rate = rate
        self.random = np.random.default_rng(seed)
        self.rows = np.arange(count)

    def see(self, truth: FloatArray, *, after: float | None = None) -> Tracks:
        """One percept of every thing, at one pose `(7,)` or at many `(k, 7)`."""
        self.stamp += 1 / self.rate if after is None else after
        seen = np.broadcast_to(truth, (len(self.rows), 7)).copy()
        seen[:, :3] += self.noise * self.random.normal(size=(len(self.rows), 3))
        self.tracks = tracked(self.tracks, self.rows, seen, stamp=self.stamp, memory_s=MEMORY_S)
        return self.tracks

    def rest(self, truth: FloatArray, percepts: int = 60) -> Tracks:
        for _ in range(percepts):
            self.see(truth)
        return self.tracks


def shifted(dx: float = 0.0, dz: float = 0.0) -> FloatArray:
    return HOME + np.array([dx, 0.0, dz, 0, 0, 0, 0])


@pytest.mark.parametrize("noise_mm", [1, 2, 3, 4, 5])
def test_noise_of_a_few_millimetres_hardly_ever_looks_like_motion(noise_mm: int) -> None:
    watched = Watched(80, noise=noise_mm / 1000)
    watched.rest(HOME)
    alarms = sum(int((~watched.see(HOME).still).sum()) for _ in range(125))
    # 10,000 percepts; an alarm lasts the few percepts until rest is found again.
    assert alarms <= 30


@pytest.mark.parametrize("direction", [(0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.6, -0.8, 0.0)])
@pytest.mark.parametrize("noise_mm", [0, 3])
def test_motion_at_a_hands_speed_is_noticed_within_four_percepts(
    direction: tuple[float, float, float], noise_mm: int
) -> None:
    watched = Watched(20, noise=noise_mm / 1000)
    assert watched.rest(HOME).still.all()
    step = np.array([*direction, 0, 0, 0, 0]) * 0.4 / RATE_HZ
    for index in range(1, 5):
        watched.see(HOME + index * step)
    assert not watched.tracks.still.any()


@pytest.mark.parametrize("speed", [0.1, 0.3])
def test_estimate_lags_behind_a_slide_by_less_than_two_centimetres(speed: float) -> None:
    watched = Watched(20, noise=0.002)
    watched.rest(HOME)
    worst = 0.0
    for index in range(1, 90):
        truth = shifted(dx=speed * index / RATE_HZ)
        worst = max(worst, float(np.abs(watched.see(truth).estimate[:, 0] - truth[0]).max()))
    assert worst < 0.020


@pytest.mark.parametrize("speed", [0.03, 0.04, 0.05])
@pytest.mark.parametrize("noise_mm", [0, 2])
def test_slow_slide_is_not_learnt_as_noise(speed: float, noise_mm: int) -> None:
    watched = Watched(20, noise=noise_mm / 1000)
    watched.rest(HOME)
    worst = 0.0
    for index in range(1, 120):
        truth = shifted(dx=speed * index / RATE_HZ)
        worst = max(worst, float(np.abs(watched.see(truth).estimate[:, 0] - truth[0]).max()))
    assert worst <= 0.015


def test_noise_of_three_millimetres_leaves_half_a_millimetre() -> None:
    watched = Watched(50, noise=0.003)
    watched.rest(HOME)
    heights = np.array([watched.see(HOME).estimate[:, 2] for _ in range(150)])
    assert heights.std(axis=0).mean() <= 0.0005


def test_noisy_percept_held_over_for_some_ticks_is_one_percept() -> None:
    watched = Watched(100, noise=0.003)
    watched.rest(HOME)
    tracks, random = watched.tracks, np.random.default_rng(7)
    alarms, percepts = 0, poses(HOME[:3] + np.zeros((100, 3)))
    for tick in range(300):
        if tick % 10 == 0:
            percepts = poses(HOME[:3] + random.normal(0.0, 0.003, (100, 3)))
        stamp = watched.stamp + (1 + tick) / RATE_HZ
        tracks = tracked(tracks, watched.rows, percepts, stamp=stamp, memory_s=MEMORY_S)
        assert (tracks.seen == stamp).all()
        alarms += int((~tracks.still).sum())
    assert alarms == 0
    assert np.median(tracks.noise) == pytest.approx(0.003, rel=0.25)


@pytest.mark.parametrize("moved_m", [0.004, 0.015, 0.05])
def test_tracker_without_noise_is_believed_when_it_insists(moved_m: float) -> None:
    watched = Watched(5)
    watched.rest(HOME)
    watched.rest(shifted(dx=moved_m), percepts=120)
    assert watched.tracks.still.all()
    assert np.abs(watched.tracks.estimate[:, 0] - HOME[0] - moved_m).max() < 0.001


def test_turning_in_place_is_motion() -> None:
    watched = Watched()
    watched.rest(HOME)
    for degrees in (10, 20, 30):
        half = np.radians(degrees) / 2
        watched.see(np.array([*HOME[:3], 0.0, 0.0, np.sin(half), np.cos(half)]))
    assert not watched.tracks.still[0]


@pytest.mark.parametrize("leap_m", [0.05, 0.5, 3.0])
def test_one_stray_percept_moves_nothing(leap_m: float) -> None:
    watched = Watched(noise=0.002)
    before = watched.rest(HOME).estimate[0].copy()
    after = watched.see(shifted(dx=leap_m))
    assert after.still[0]
    assert np.linalg.norm(after.estimate[0, :3] - before[:3]) < 0.001
    assert watched.see(HOME).still[0]


@pytest.mark.parametrize("second", [(-0.065, -0.10, -0.04), (0.10, 0.0, 0.06), (0.0, 0.12, 0.05)])
def test_two_mistakes_that_do_not_agree_move_nothing_though_percepts_are_missing_between_them(
    second: tuple[float, float, float],
) -> None:
    watched = Watched(1, noise=0.005, rate=15.0)
    watched.rest(HOME, 90)
    watched.see(HOME + np.array([-0.2, 0.1, 0.16, 0, 0, 0, 0]))
    watched.see(HOME + np.array([*second, 0, 0, 0, 0]), after=2 / 15)
    assert np.linalg.norm(watched.tracks.estimate[0, :3] - HOME[:3]) < 0.01
    watched.rest(HOME, 2)
    assert np.linalg.norm(watched.tracks.estimate[0, :3] - HOME[:3]) < 0.01
    assert np.linalg.norm(watched.tracks.velocity[0]) == 0.0


def test_a_lift_by_nobody_seen_is_believed_at_its_second_percept_on_a_slow_tracker() -> None:
    watched = Watched(noise=0.001, rate=10.0)
    watched.rest(HOME)
    assert watched.see(shifted(dz=0.12)).estimate[0, 2] < HOME[2] + 0.01
    assert abs(watched.see(shifted(dz=0.20)).estimate[0, 2] - HOME[2] - 0.20) < 0.01


def test_a_mistake_and_another_back_past_the_thing_are_no_lift() -> None:
    watched = Watched(noise=0.001, rate=10.0)
    watched.rest(HOME)
    watched.see(shifted(dz=0.12))
    assert abs(watched.see(shifted(dz=-0.02, dx=0.12)).estimate[0, 2] - HOME[2]) < 0.01


def test_leap_of_a_moving_thing_is_doubted_once_and_believed_when_confirmed() -> None:
    watched = Watched()
    for index in range(12):
        watched.see(shifted(dx=0.3 * index / RATE_HZ))
    elsewhere = shifted(dx=2.0)
    doubted = watched.see(elsewhere)
    assert doubted.doubted[0]
    assert abs(doubted.estimate[0, 0] - HOME[0]) < 0.2
    believed = watched.see(elsewhere)
    assert np.allclose(believed.estimate[0, :3], elsewhere[:3], atol=1e-6)
    # How it got there was not seen, so it is not taken to be as fast as a bullet.
    assert np.allclose(believed.velocity[0], 0.0)


def test_thing_put_elsewhere_between_two_frames_is_there_at_the_second_percept() -> None:
    watched = Watched(noise=0.002)
    watched.rest(HOME)
    elsewhere = shifted(dx=0.5)
    watched.see(elsewhere)
    assert abs(watched.see(elsewhere).estimate[0, 0] - elsewhere[0]) < 0.01


@pytest.mark.parametrize("rate", [10.0, 15.0, 30.0])
def test_rest_is_found_again_within_a_third_of_a_second_or_five_percepts(rate: float) -> None:
    watched = Watched(20, noise=0.002, rate=rate)
    for index in range(round(rate)):
        watched.see(shifted(dx=0.4 * index / rate))
    assert not watched.tracks.still.any()
    end = shifted(dx=0.4)
    watched.rest(end, percepts=max(5, round(0.34 * rate) + 1))
    assert watched.tracks.still.mean() >= 0.95


def test_thing_in_motion_is_never_at_rest() -> None:
    watched = Watched(20, noise=0.003)
    still = [watched.see(shifted(dx=0.15 * index / RATE_HZ)).still.any() for index in range(90)]
    assert not any(still)


def test_anchor_is_much_better_than_the_percepts_it_averages() -> None:
    watched = Watched(50, noise=0.004)
    watched.rest(HOME, percepts=80)
    errors = watched.tracks.anchor[:, :3] - HOME[:3]
    # The mean of forty is six times better.
    assert errors.std() < 0.004 / 4


def test_noise_of_a_tracker_is_learnt() -> None:
    for noise in (0.0015, 0.006):
        watched = Watched(50, noise=noise)
        watched.rest(HOME, percepts=150)
        assert np.median(watched.tracks.noise) == pytest.approx(noise, rel=0.25)
        assert noise != NOISE_M


def test_velocity_of_a_carried_thing_is_about_right_and_rest_has_none() -> None:
    watched = Watched(30, noise=0.002)
    for index in range(40):
        watched.see(shifted(dx=0.5 * index / RATE_HZ))
    assert np.median(watched.tracks.velocity[:, 0]) == pytest.approx(0.5, abs=0.05)
    watched.rest(shifted(dx=0.5 * 39 / RATE_HZ), percepts=20)
    assert (watched.tracks.velocity == 0.0).all()


def test_lapsed_track_starts_anew_where_it_is_seen_again() -> None:
    watched = Watched()
    watched.rest(HOME)
    elsewhere = shifted(dx=1.0)
    again = watched.see(elsewhere, after=MEMORY_S + 0.01)
    assert not again.still[0]
    assert not again.doubted[0]
    assert np.array_equal(again.estimate[0], elsewhere)
    assert np.allclose(again.velocity, 0.0)


def test_track_that_has_not_lapsed_goes_on() -> None:
    watched = Watched()
    watched.rest(HOME)
    assert watched.see(HOME, after=MEMORY_S - 0.01).still[0]


@pytest.mark.parametrize("moving", [False, True])
def test_sign_of_a_quaternion_means_nothing(moving: bool) -> None:
    turn = np.array([0.1, 0.2, 0.7, 0.6]) / np.linalg.norm([0.1, 0.2, 0.7, 0.6])
    plain, flipping = Watched(), Watched()
    for index in range(40):
        place = np.concatenate([shifted(dx=0.3 * index / RATE_HZ if moving else 0.0)[:3], turn])
        plain.see(place)
        place[3:] *= -1 if index % 3 == 1 else 1
        flipping.see(place)
        assert plain.tracks.still[0] == flipping.tracks.still[0]
    one, other = plain.tracks.estimate[0], flipping.tracks.estimate[0]
    assert np.allclose(one[:3], other[:3])
    assert float(angle_between(one[3:], other[3:])) < 1e-6
    assert float(angle_between(other[3:], turn)) < 1e-6


def test_percepts_of_one_thing_leave_the_others_alone() -> None:
    watched = Watched(3)
    before = watched.rest(HOME)
    after = tracked(before, np.array([1]), poses(np.ones((1, 3))), stamp=watched.stamp + 0.03, memory_s=MEMORY_S)
    for row in (0, 2):
        assert after.seen[row] == before.seen[row]
        assert np.array_equal(after.positions[row], before.positions[row])
    assert after.seen[1] > before.seen[1]


def test_things_with_an_unseen_one_between_them_are_followed_as_side_by_side() -> None:
    together, apart = Watched(2, noise=0.002), Watched(3, noise=0.002)
    apart.rows = np.array([0, 2])
    one, other = together.tracks, apart.tracks
    for tick in range(40):
        truth = np.stack([HOME, shifted(dx=0.003 * max(0, tick - 20))])
        one, other = together.see(truth), apart.see(truth)
    for name in ("seen", "stamps", "positions", "anchor", "noise", "estimate", "velocity", "still"):
        assert np.array_equal(getattr(one, name), getattr(other, name)[apart.rows])
    assert one.still.tolist() == [True, False]


def test_tracks_are_values() -> None:
    watched = Watched(2)
    before = watched.rest(HOME)
    anchor, stamps = before.anchor.copy(), before.stamps.copy()
    watched.see(shifted(dz=0.2))
    assert np.array_equal(before.anchor, anchor)
    assert np.array_equal(before.stamps, stamps)


def test_rows_can_leave_and_enter() -> None:
    watched = Watched(3)
    places = poses(np.array([[0.0, 0, 0], [1.0, 0, 0], [2.0, 0, 0]]))
    watched.rest(places)
    kept = watched.tracks.kept(np.array([2, 0]), 1)
    assert np.allclose(kept.anchor[:2, 0], [2.0, 0.0])
    assert kept.still.tolist() == [True, True, False]
    assert kept.seen[2] == -np.inf


def test_what_carried_a_thing_keeps_its_name_when_rows_leave() -> None:
    tracks = replace(Tracks.fresh(4), under=np.array([NOTHING, 0, 1, 2]))
    kept = tracks.kept(np.array([1, 2]), more=1)
    assert kept.under.tolist() == [NOTHING, 0, NOTHING]


def test_percepts_that_moved_alike_confirm_one_another_only_on_what_carries() -> None:
    tracks = replace(Tracks.fresh(3), under=np.array([NOTHING, 0, NOTHING]))
    table: Part = {name: getattr(tracks, name).copy() for name in TABLES}
    seen = poses(np.array([[0.0, 0.0, 0.06], [0.0, 0.0, 0.062], [0.0, 0.0, 0.06]]))
    assert moved_together(table, np.arange(3), seen).tolist() == [True, True, False]
    seen[1, 2] = 0.0
    assert not moved_together(table, np.arange(3), seen).any()
