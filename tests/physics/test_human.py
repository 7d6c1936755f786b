"""One description of a person's body: its sizes, its shoulders and what of it hides things."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midworld.geometry import FloatArray, Pose, Vector3
from midworld.physics.human import HumanBody, Parts
from midworld.physics.limbs import Limbs, hidden_by_limbs
from midworld.world import Agent

ADULT = HumanBody()
HEAD = Pose.looking((0.0, 0.0, 1.6), at=(1.0, 0.0, 1.0)).array
heights = st.floats(0.5, 2.6)


def hand_at(*place: float) -> FloatArray:
    return np.array([*place, 0.0, 0.0, 0.0, 1.0])


def hides(body: HumanBody, parts: Parts, eye: Vector3, point: Vector3) -> bool:
    """Whether somebody's body is between an eye and a point."""
    flesh = Limbs.of(list(body.limbs(parts)))
    every, line = np.ones((1, len(flesh)), dtype=np.bool_), np.zeros(1, dtype=np.intp)
    return bool(hidden_by_limbs(flesh, np.array([eye]), np.array([point]), every, line)[0])


def test_who_is_not_described_is_an_adult() -> None:
    assert HumanBody.of(Agent("human")) == ADULT
    assert ADULT.arm_length == pytest.approx(0.748)


def test_arms_are_as_long_as_the_scene_says_else_as_the_height_lets_expect() -> None:
    small = HumanBody.of(Agent("human", height=1.2))
    assert small.arm_length == pytest.approx(ADULT.arm_length * 1.2 / 1.7)
    long = HumanBody.of(Agent("human", height=1.2, arm_length=0.7))
    assert (long.height, long.arm_length) == (1.2, 0.7)
    assert long.upper_arm + long.forearm + long.palm == pytest.approx(0.7)


@settings(deadline=None)
@given(height=heights, yaw=st.floats(-math.pi, math.pi))
def test_shoulders_scale_with_height_and_are_on_either_side_of_the_neck(height: float, yaw: float) -> None:
    body = HumanBody(height)
    head = Pose((1.0, 2.0, 1.5), (0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2))).array
    left, right = body.shoulder({"head": head}, "left_hand"), body.shoulder({"head": head}, "right_hand")
    assert left is not None
    assert right is not None
    assert (left + right) / 2 == pytest.approx([1.0, 2.0, 1.5 - 0.118 * height])
    assert left - right == pytest.approx(0.258 * height * np.array([-math.sin(yaw), math.cos(yaw), 0.0]))


def test_the_torso_tells_where_shoulders_are_and_the_eyes_how_high() -> None:
    torso = np.array([0.1, 0.0, 1.3, 0.0, 0.0, 1.0, 0.0])
    both = ADULT.shoulder({"head": HEAD, "torso": torso}, "left_hand")
    assert both == pytest.approx([0.1, -ADULT.shoulder_side, 1.6 - ADULT.shoulder_drop])
    assert ADULT.shoulder({"torso": torso}, "left_hand") == pytest.approx([0.1, -ADULT.shoulder_side, 1.3])
    assert ADULT.shoulder({"left_hand": torso}, "left_hand") is None
    assert ADULT.shoulder({}, "left_hand", eye=HEAD) == pytest.approx(
        [0.0, ADULT.shoulder_side, 1.6 - ADULT.shoulder_drop]
    )


def test_a_hand_hides_what_is_behind_it_and_not_what_it_holds() -> None:
    parts: Parts = {"right_hand": hand_at(0.5, 0.0, 1.0)}
    assert hides(ADULT, parts, (2.0, 0.0, 1.0), (0.4, 0.0, 1.0))
    assert not hides(ADULT, parts, (2.0, 0.0, 1.0), (0.48, 0.0, 1.0))
    assert not hides(ADULT, parts, (2.0, 0.0, 1.0), (0.6, 0.0, 1.0))


def test_an_arm_hides_between_the_shoulder_and_the_wrist() -> None:
    parts: Parts = {"head": HEAD, "right_hand": hand_at(0.5, -0.2, 1.4)}
    begin = ADULT.shoulder(parts, "right_hand")
    assert begin is not None
    middle = (begin + parts["right_hand"][:3]) / 2
    assert hides(ADULT, parts, (middle[0], middle[1], middle[2] + 1.0), (middle[0], middle[1], middle[2] - 1.0))
    bare = list(ADULT.limbs(parts, arms=False))
    assert all(limb.core for limb in bare)
    assert len(bare) == 2


def test_a_tall_body_hides_what_a_child_does_not() -> None:
    child = HumanBody(1.1)
    parts: Parts = {"head": HEAD}
    beside = 1.1 * child.trunk_radius
    eye, point = (2.0, beside, 1.2), (-2.0, beside, 1.2)
    assert hides(ADULT, parts, eye, point)
    assert not hides(child, parts, eye, point)
