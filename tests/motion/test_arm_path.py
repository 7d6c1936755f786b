"""Arms go around what is in the way, and say so where they cannot."""

from itertools import pairwise

import numpy as np
import pytest

from midworld.agents import ChainKinematics
from midworld.geometry import FloatArray
from midworld.motion import ArmPath, NoPath, Reacher, arm_path
from midworld.motion.arm_path import between
from midworld.motion.courtesy import Bystander
from midworld.testing.kinematics import ARM, BASE, boxes
from midworld.world import EntityId

WALL = boxes({"wall": ((0.9, 0.05, 0.9), (0.85, 0.0, 0.85))})
LEFT, RIGHT = (np.array([turn, np.pi / 2, 0, 0, 0, 0, 0]) for turn in (0.6, -0.6))


def reacher(**more: int) -> Reacher:
    return Reacher(ARM, BASE, WALL, ChainKinematics(), **more)


def fine(way: FloatArray) -> FloatArray:
    return np.concatenate([between(start, end) for start, end in pairwise(way)])


def test_an_arm_goes_around_a_wall_that_it_would_go_through() -> None:
    arm = reacher()
    assert not arm.passable(LEFT, RIGHT)
    found = arm_path(arm, LEFT, RIGHT)
    assert isinstance(found, ArmPath)
    assert np.array_equal(found.postures[[0, -1]], np.array([LEFT, RIGHT]))
    assert arm.free(fine(found.postures)).all()
    assert (found.postures >= ARM.lower).all()
    assert (found.postures <= ARM.upper).all()


def test_where_nothing_is_in_the_way_it_goes_straight() -> None:
    free = Reacher(ARM, BASE, boxes({}), ChainKinematics())
    found = arm_path(free, LEFT, RIGHT)
    assert isinstance(found, ArmPath)
    assert len(found.postures) == 2
    assert found.length_rad == pytest.approx(1.2)


def test_the_object_that_is_reached_for_is_no_obstacle() -> None:
    found = arm_path(reacher(ignore=int(WALL.owner[0])), LEFT, RIGHT)
    assert isinstance(found, ArmPath)
    assert len(found.postures) == 2


def test_a_goal_within_an_obstacle_is_refused() -> None:
    inside = np.array([0.0, np.pi / 2, 0, 0, 0, 0, 0])
    assert arm_path(reacher(), LEFT, inside) == NoPath("the goal of the arm touches something")


def test_equal_seeds_give_equal_ways() -> None:
    one, other = (arm_path(reacher(), LEFT, RIGHT, seed=4) for _ in range(2))
    assert isinstance(one, ArmPath)
    assert isinstance(other, ArmPath)
    assert np.array_equal(one.postures, other.postures)


def test_of_several_ways_one_that_keeps_from_a_head_is_taken() -> None:
    """Whoever stands where the first way leads past is given room."""
    arm = reacher()
    alone = arm_path(arm, LEFT, RIGHT)
    assert isinstance(alone, ArmPath)
    middle = arm.hand(fine(alone.postures))
    head = middle[len(middle) // 2]
    ann = Bystander(EntityId("ann"), head[:2], head, np.array([1.0, 0.0]))
    found = arm_path(arm, LEFT, RIGHT, people=(ann,))
    assert isinstance(found, ArmPath)
    assert found.nearest_m >= float(np.linalg.norm(middle - head, axis=1).min())
