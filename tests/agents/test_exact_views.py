"""What is seen against fine pictures drawn by another engine."""

import numpy as np
import pytest

from midworld.adapters.embree import EmbreeSight
from midworld.agents import Attention
from midworld.physics import Outlines, look

pytest.importorskip("pybullet")
sight = pytest.importorskip("benchmarks.sight")


def test_what_shows_is_seen_and_what_does_not_is_not() -> None:
    true: list[float] = []
    ours: list[float] = []
    for seed in range(600, 608):
        one = sight.sample(seed)
        scene, known = EmbreeSight.standing(one.bodies, one.poses), Outlines.of(one.bodies, EmbreeSight.standing)
        (view,) = look(scene, known, one.poses, [one.eye], limbs=one.limbs)
        true.extend(sight.exact(one))
        ours.extend(view.share)
    shares, found = np.array(true), np.array(ours)
    plain = (shares > 0.02) | (shares == 0.0)
    assert plain.sum() > 80
    agree = (found >= Attention().sees_share) == (shares > 0.02)
    assert agree[plain].mean() >= 0.98
    assert np.abs(found - shares).mean() < 0.03
