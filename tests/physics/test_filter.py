"""A filter that predicts what is left alone by physics."""

import numpy as np

from midworld.adapters.mujoco import MujocoEngine
from midworld.geometry import FloatArray, angle_between
from midworld.physics.filter import Beliefs, Noise, filtered, ray_covariance
from midworld.physics.foresight import Foresight, Simulated, Still
from midworld.testing.specimens import STEP_S, at, box, table

TICK_S = 1 / 30
ROW = np.array([1])
NONE = np.zeros(0, dtype=np.intp)
STATIC = Noise(handled=False, correlation_s=5.0)


def engine() -> Foresight:
    """A table whose top is at height 0 and a cube of 10 cm that nobody has seen yet."""
    return Simulated(MujocoEngine().open([table(), box("a")], at((0, 0, -0.05), (0, 0, 3))), timestep_s=STEP_S)


def followed(percepts: list[FloatArray | None], foresight: Foresight, noise: Noise | None = None) -> list[Beliefs]:
    """The beliefs about row 1 after each percept; None is an instant without one."""
    beliefs, found = Beliefs.fresh(2), list[Beliefs]()
    for index, place in enumerate(percepts):
        rows = NONE if place is None else ROW
        poses = np.zeros((0, 7)) if place is None else np.append(place, [0, 0, 0, 1])[None]
        beliefs = filtered(beliefs, foresight, rows, poses, stamp=index * TICK_S, noise=noise or Noise())
        found.append(beliefs)
    return found


def noisy(place: FloatArray, sigma_m: float, count: int, seed: int = 0) -> list[FloatArray | None]:
    return list(place + np.random.default_rng(seed).normal(0, sigma_m, (count, 3)))


def heights(beliefs: list[Beliefs]) -> FloatArray:
    return np.array([each.poses[1, 2] for each in beliefs])


def test_resting_box_seen_with_noise_and_bias_stands_still_on_its_table() -> None:
    found = heights(followed(noisy(np.array([0, 0, 0.056]), 0.003, 60), engine())[20:])
    assert found.std() < 0.0008
    assert abs(found.mean() - 0.05) < 0.003


def test_hidden_box_that_was_let_go_in_the_air_is_on_the_table() -> None:
    lifted = [np.array([0.2, 0, 0.05 + 0.3 * min(i / 30, 1)]) for i in range(32)]
    found = followed([*lifted, *[None] * 60], engine())
    assert found[31].poses[1, 2] > 0.3
    assert abs(found[-1].poses[1, 2] - 0.05) < 0.003
    assert not found[-1].moving[1]


def test_box_carried_by_a_hand_is_followed_without_lag() -> None:
    way = [np.array([0.4 * max(0.0, i / 30 - 1), 0, 0.05 + 0.1 * min(i / 30, 1)]) for i in range(75)]
    found = followed([*way], engine())
    errors = [np.linalg.norm(each.poses[1, :3] - place) for each, place in zip(found, way, strict=True)]
    assert max(errors[40:]) < 0.01
    assert found[-1].moving[1]


def test_single_outlier_moves_nothing() -> None:
    percepts = noisy(np.array([0, 0, 0.05]), 0.002, 40)
    percepts[30] = np.array([0.3, 0.2, 0.2])
    found = followed(percepts, engine())
    assert max(np.linalg.norm(each.poses[1, :3] - [0, 0, 0.05]) for each in found[20:]) < 0.006


def test_teleport_is_believed_within_three_ticks() -> None:
    percepts = [*noisy(np.array([0, 0, 0.05]), 0.002, 30), *noisy(np.array([0.5, 0, 0.05]), 0.002, 3)]
    assert np.linalg.norm(followed(percepts, engine())[-1].poses[1, :3] - [0.5, 0, 0.05]) < 0.01


def test_gross_errors_of_a_detector_do_not_move_what_rests() -> None:
    random = np.random.default_rng(1)
    percepts = noisy(np.array([0, 0, 1.0]), 0.01, 200)
    for index in range(20, 200):
        if random.random() < 0.35:
            percepts[index] = np.array([0, 0, 1.0]) + random.normal(0, 0.5, 3)
    found = followed(percepts, Still(), STATIC)
    assert np.percentile([np.linalg.norm(each.poses[1, :3] - [0, 0, 1]) for each in found[20:]], 90) < 0.02


def test_flipped_orientation_is_outvoted() -> None:
    beliefs, flipped = Beliefs.fresh(1), np.array([0, 0, 1.0, 0, 0, 1, 0])
    upright = np.array([0, 0, 1.0, 0, 0, 0, 1])
    for index in range(40):
        pose = flipped if index % 3 == 2 else upright
        rows = np.zeros(1, dtype=np.intp)
        beliefs = filtered(beliefs, Still(), rows, pose[None], stamp=index * 0.1, noise=Noise(handled=False))
    assert angle_between(beliefs.turn[0], upright[3:]) < 0.05


def test_views_from_two_sides_agree_better_than_either() -> None:
    true = np.array([0.0, 0.0, 0.0])
    eyes = (np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))
    beliefs = Beliefs.fresh(1)
    for index in range(40):
        eye = eyes[index // 20]
        pose = np.array([*(true - 0.06 * eye), 0, 0, 0, 1])
        error = ray_covariance(eye, pose[:3], along=0.1, across=0.01)[None]
        rows = np.zeros(1, dtype=np.intp)
        beliefs = filtered(
            beliefs, Still(), rows, pose[None], stamp=index * 0.1, noise=Noise(handled=False), covariances=error
        )
    assert np.linalg.norm(beliefs.poses[0, :3]) < 0.03


def test_filtering_never_edits_what_it_is_given() -> None:
    found = followed(noisy(np.array([0, 0, 0.05]), 0.003, 10), engine())
    before = found[-1].poses.copy()
    filtered(found[-1], Still(), ROW, np.array([[1.0, 0, 0, 0, 0, 0, 1]]), stamp=1.0, noise=Noise())
    assert (found[-1].poses == before).all()


def test_what_was_never_seen_has_no_place() -> None:
    found = followed([None, np.array([0, 0, 0.05]), None], engine())
    assert not found[0].known.any()
    assert found[-1].known.tolist() == [False, True]
