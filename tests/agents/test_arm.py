"""Arms found in the links of a model."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks.seven_axis import write_arm

from midworld.agents.arm import arms
from midworld.agents.effort import DEFAULT_REACH
from midworld.agents.kinematics import ChainKinematics
from midworld.agents.seek import NO_OBSTACLES, sought
from midworld.geometry import Box, Pose
from midworld.providers import read_scene
from midworld.world import Entity, EntityId, Object, World, enter

HEAD = """<robot name="head"><link name="body"/><link name="neck"/><link name="head"/>
<joint name="pan" type="revolute"><parent link="body"/><child link="neck"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="tilt" type="revolute"><parent link="neck"/><child link="head"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""


def robot(folder: Path, urdf: str) -> World:
    (folder / "scene.yaml").write_text(f"agents:\n  robot: {{kind: robot, urdf: {urdf}, position: [0, 0, 0.4]}}\n")
    return read_scene(folder / "scene.yaml").world


def test_a_head_that_pans_and_tilts_is_no_arm(tmp_path: Path) -> None:
    (tmp_path / "head.urdf").write_text(HEAD)
    assert arms(robot(tmp_path, "head.urdf").structure) == ()


def test_an_arm_stays_the_same_one_while_things_come_and_go(tmp_path: Path) -> None:
    world = robot(tmp_path, write_arm(tmp_path).name)
    cup = Entity(EntityId("cup"), Object(), collision=Box((0.1, 0.1, 0.1)))
    later = world.apply(enter([(cup, Pose())], stamp=0.0))
    (before,), (after,) = arms(world.structure), arms(later.structure)
    assert before is after


@pytest.mark.parametrize("turn", [None, 0, 1, 2])
def test_points_in_reach_are_found_and_others_are_not(tmp_path: Path, turn: int | None) -> None:
    world = robot(tmp_path, write_arm(tmp_path).name)
    (arm,) = arms(world.structure)
    points = np.array([[0.5, 0.2, 0.9], [0.3, -0.4, 1.1], [1.9, 0.0, 0.9], [0.0, 0.0, 3.0]])
    base, nothing = world.pose(arm.base), np.full(4, -1, dtype=np.intp)
    found = sought(
        ChainKinematics(), arm, base, points[:, None], nothing, NO_OBSTACLES, np.zeros(7), DEFAULT_REACH, turn=turn
    )
    assert found.works.tolist() == [True, True, False, False]
    tips = base.apply(ChainKinematics().tips(arm, found.joints[:2]))
    assert np.linalg.norm(tips - points[:2], axis=1).max() <= DEFAULT_REACH.ik_tolerance


def test_the_better_point_of_a_thing_is_taken_if_it_can_be(tmp_path: Path) -> None:
    world = robot(tmp_path, write_arm(tmp_path).name)
    (arm,) = arms(world.structure)
    near, far = (0.5, 0.2, 0.9), (1.9, 0.0, 0.9)
    points = np.array([[near, (0.3, -0.4, 1.1)], [far, near], [far, far]])
    base, nothing = world.pose(arm.base), np.full(3, -1, dtype=np.intp)
    found = sought(ChainKinematics(), arm, base, points, nothing, NO_OBSTACLES, np.zeros(7), DEFAULT_REACH)
    assert found.works.tolist() == [True, True, False]
    assert found.goal.tolist() == [0, 1, 0]
    tips = base.apply(ChainKinematics().tips(arm, found.joints[:2]))
    assert np.linalg.norm(tips - near, axis=1).max() <= DEFAULT_REACH.ik_tolerance
