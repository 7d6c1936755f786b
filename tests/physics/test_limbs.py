"""What is behind people's limbs."""

import numpy as np

from midworld.geometry import CORNERS
from midworld.physics.limbs import Limbs, hidden_by_limbs, wholly_hidden


def test_no_ray_gets_to_a_box_that_is_behind_one_limb() -> None:
    random = np.random.default_rng(4)
    start, end = random.uniform((1, -1, -1), (3, 1, 1), (2, 8, 3))
    limbs = Limbs((None,) * 8, start, end, random.uniform(0.05, 0.4, 8), frozenset({1, 5}))
    origins = np.zeros((80, 3))
    middles, half = random.uniform((3, -1, -1), (5, 1, 1), (80, 3)), random.uniform(0.01, 0.3, (80, 3))
    corners = middles[:, None] + np.concatenate([np.zeros((1, 3)), CORNERS]) * half[:, None]
    every = random.random((80, 8)) < 0.7
    whole = wholly_hidden(limbs, origins, corners, every)
    assert 10 < whole.sum() < 70
    inside = middles[:, None] + random.uniform(-1, 1, (80, 50, 3)) * half[:, None]
    box = np.repeat(np.arange(80), 50)
    hidden = hidden_by_limbs(limbs, origins[box], inside.reshape(-1, 3), every, box).reshape(80, 50)
    assert hidden[whole].all()
    assert not hidden[~whole].all()


def test_what_a_hand_may_hold_is_not_taken_to_be_behind_it() -> None:
    limbs = Limbs((None,), np.array([[1.0, 0.0, 0.0]]), np.array([[1.0, 0.0, 0.0]]), np.array([0.2]), frozenset({0}))
    corners = np.array([[[1.0, 0.0, 0.0], *(np.array([1.0, 0.0, 0.0]) + 0.05 * CORNERS)]])
    assert not wholly_hidden(limbs, np.zeros((1, 3)), corners, np.ones((1, 1), dtype=np.bool_)).any()
