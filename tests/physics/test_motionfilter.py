"""Kalman filters of position and velocity: steady motion, free fall, mistaken percepts."""

import numpy as np
import pytest

from midworld.physics.motionfilter import (
    BALLISTIC,
    COAST_S,
    FREE,
    MOST_M2,
    MOST_M2_S2,
    Motion,
    State,
    bounced,
    corrected,
    mixed,
    predicted,
)

TICK_S = 1 / 30
ONE = np.ones(1)


def at_rest(height: float = 1.0) -> State:
    return np.array([[0.0, 0.0, height]]), np.zeros((1, 3)), np.array([[1e-5, 0.0, 0.0025]])


def after(state: State, seconds: float, kind: Motion) -> State:
    return predicted(*state, seconds * ONE, kind)


def test_steady_motion_goes_on_and_free_fall_accelerates() -> None:
    position, _, spread = at_rest()
    velocity = np.array([[0.3, 0.0, 0.1]])
    place, speed, _ = after((position, velocity, spread), 0.1, FREE)
    assert np.allclose(place, [[0.03, 0.0, 1.01]])
    assert np.allclose(speed, velocity)
    place, speed, _ = after((position, velocity, spread), 0.1, BALLISTIC)
    assert np.allclose(place, [[0.03, 0.0, 1.01 - 9.81 * 0.005]])
    assert np.allclose(speed, [[0.3, 0.0, 0.1 - 0.981]])


def test_long_unseen_motion_is_not_trusted_and_its_spread_is_bounded() -> None:
    position, _, spread = at_rest()
    place, _, wide = after((position, np.array([[1.0, 0.0, 0.0]]), spread), 10.0, FREE)
    assert place[0, 0] == pytest.approx(COAST_S)
    assert wide[0, 0] == MOST_M2
    assert wide[0, 2] == MOST_M2_S2
    assert wide[0, 1] ** 2 < wide[0, 0] * wide[0, 2]


@pytest.mark.parametrize(("kind", "end_speed"), [(FREE, 0.5), (BALLISTIC, -9.81)])
def test_velocity_is_learnt_from_percepts(kind: Motion, end_speed: float) -> None:
    state = at_rest()
    for index in range(1, 31):
        time = index * TICK_S
        height = 0.5 * time if kind is FREE else -4.905 * time**2
        seen = np.array([[0.0, 0.0, 1.0 + height]])
        state = corrected(after(state, TICK_S, kind), seen, 0.002**2 * ONE, ONE)
    assert state[1][0, 2] == pytest.approx(end_speed, abs=0.05)
    assert np.linalg.eigvalsh([[state[2][0, 0], state[2][0, 1]], [state[2][0, 1], state[2][0, 2]]]).min() > 0


def test_percept_that_is_surely_mistaken_moves_nothing_and_narrows_nothing() -> None:
    state = after(at_rest(), TICK_S, FREE)
    place, velocity, spread = corrected(state, np.array([[5.0, 5.0, 5.0]]), 1e-5 * ONE, 0.0 * ONE)
    assert np.array_equal(place, state[0])
    assert np.array_equal(velocity, state[1])
    assert np.array_equal(spread, state[2])


def test_what_no_percept_confirms_slows_down() -> None:
    position, _, spread = at_rest()
    _, velocity, _ = corrected((position, np.ones((1, 3)), spread), position, 1e-5 * ONE, 0.0 * ONE)
    assert (velocity < 1.0).all()
    assert (velocity > 0.5).all()


def test_states_mix_by_how_probable_each_is() -> None:
    low, high = at_rest(0.0), at_rest(1.0)
    assert np.allclose(mixed(low, high, 0.75 * ONE, 0.25 * ONE)[0][0, 2], 0.25)
    assert np.array_equal(mixed(low, high, ONE, 0.0 * ONE)[0], low[0])


@pytest.mark.parametrize(("speed", "height", "wider"), [(2.0, 0.01, True), (2.0, 1.0, False), (0.1, 0.01, False)])
def test_only_what_falls_onto_something_may_bounce(speed: float, height: float, wider: bool) -> None:
    position, _, spread = at_rest()
    state = (position, np.array([[0.0, 0.0, -speed]]), spread)
    assert bool((bounced(state, height * ONE)[2] > spread)[0, 0]) == wider


def test_states_are_values() -> None:
    state = at_rest()
    kept = [each.copy() for each in state]
    corrected(bounced(after(state, TICK_S, BALLISTIC), 0.0 * ONE), np.zeros((1, 3)), 1e-5 * ONE, ONE)
    assert all(np.array_equal(one, other) for one, other in zip(kept, state, strict=True))
