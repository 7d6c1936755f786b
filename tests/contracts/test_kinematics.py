"""What every solver of robot arms must do alike."""

from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from benchmarks.seven_axis import write_arm

from midworld.adapters.pinocchio import PinocchioKinematics
from midworld.agents import (
    Arm,
    ChainKinematics,
    Kinematics,
    Obstacles,
    ReachMemory,
    arms,
    can_reach,
    obstacles,
    reachable,
)
from midworld.agents.arm import joint_values
from midworld.geometry import BoolArray, Box, FloatArray, IntArray, Pose, Vector3
from midworld.providers import read_scene
from midworld.testing import KINEMATICS_CHECKS, Check, check_kinematics, run_check
from midworld.world import Entity, EntityId, Object, Scene, World, change, enter

HAS_PINOCCHIO = find_spec("pinocchio") is not None
NEEDED = pytest.mark.skipif(not HAS_PINOCCHIO, reason="the extra 'kinematics' is not installed here")
NOTHING = -1
BASE = Pose((0.0, 0.0, 0.4))
# About every other posture touches one of these.
CORNER: dict[str, tuple[Vector3, Vector3]] = {
    "wall": ((0.05, 2.0, 1.6), (0.45, 0.0, 1.0)),
    "board": ((1.0, 1.0, 0.04), (-0.5, 0.0, 1.3)),
}


@lru_cache
def scene(*, meshes: bool = False) -> Scene:
    with TemporaryDirectory() as folder:
        write_arm(Path(folder), meshes=meshes)
        path = Path(folder) / "scene.yaml"
        path.write_text("agents:\n  robot: {kind: robot, urdf: arm.urdf, position: [0, 0, 0.4]}\n")
        return read_scene(path)


def world_with(**boxes: tuple[Vector3, Vector3]) -> World:
    """The robot, and boxes of some size at some place."""
    placed = [(Entity(EntityId(name), Object(), collision=Box(size)), Pose(at)) for name, (size, at) in boxes.items()]
    return scene().world.apply(enter(placed, stamp=0.0))


def arm() -> Arm:
    (found,) = arms(scene().world.structure)
    return found


def plain() -> Kinematics:
    return ChainKinematics()


def pinocchio() -> Kinematics:
    return PinocchioKinematics(meshes=scene().meshes)


@pytest.fixture(params=[plain, pytest.param(pinocchio, marks=NEEDED)], ids=["numpy", "pinocchio"])
def kinematics(request: pytest.FixtureRequest) -> Kinematics:
    make: Callable[[], Kinematics] = request.param
    return make()


def postures(count: int, seed: int = 3) -> FloatArray:
    return np.random.default_rng(seed).uniform(arm().lower, arm().upper, (count, len(arm().joints)))


def alone(count: int) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    return np.full(count, NOTHING, dtype=np.intp)


def around(**boxes: tuple[Vector3, Vector3]) -> Obstacles:
    return obstacles(world_with(**boxes))


@pytest.mark.parametrize("check", KINEMATICS_CHECKS, ids=lambda check: check.__name__)
def test_kinematics_conform(check: Check[Kinematics], kinematics: Kinematics) -> None:
    assert run_check(check, kinematics) == ()


class Careless(ChainKinematics):
    """Goes through walls and through itself."""

    def free(self, arm: Arm, base: Pose, joints: FloatArray, around: Obstacles, ignore: IntArray) -> BoolArray:
        return np.ones(len(joints), dtype=np.bool_)


def test_a_solver_that_knows_no_walls_is_found_out() -> None:
    assert {failure.check for failure in check_kinematics(Careless())} == {
        "arm_is_stopped_by_a_wall",
        "what_is_reached_for_does_not_count",
        "arm_folded_into_itself_is_not_free",
    }


@NEEDED
def test_plain_numbers_and_pinocchio_agree_on_where_hands_are() -> None:
    some = postures(200)
    assert np.abs(plain().tips(arm(), some) - pinocchio().tips(arm(), some)).max() < 1e-12


@NEEDED
def test_balls_and_exact_shapes_agree_on_nearly_all_collisions() -> None:
    walls = around(**CORNER)
    some = postures(300)
    one, other = (solver.free(arm(), BASE, some, walls, alone(300)) for solver in (plain(), pinocchio()))
    assert (one == other).mean() > 0.93
    assert 0.2 < other.mean() < 0.8


@NEEDED
def test_links_of_meshes_collide_where_they_are() -> None:
    model = scene(meshes=True)
    (meshed,) = arms(model.world.structure)
    walls = around(**CORNER)
    some = postures(100)
    exact = PinocchioKinematics(meshes=model.meshes).free(meshed, BASE, some, walls, alone(100))
    assert (exact == pinocchio().free(arm(), BASE, some, walls, alone(100))).mean() >= 0.97


def test_the_hand_of_a_model_is_found_with_its_fingers() -> None:
    assert arm().owner == "robot"
    assert arm().base == "robot/base_link"
    assert arm().links == tuple(f"robot/link{number}" for number in range(7))
    assert arm().tip == pytest.approx([0.0, 0.0, 0.17])


def test_joint_values_are_read_from_the_poses_of_links() -> None:
    angle = 0.7
    origin = arm().joints[3].origin.array
    turned = np.array([*origin[:3], 0.0, np.sin(angle / 2), 0.0, np.cos(angle / 2)])
    world = scene().world.apply(change(pose={EntityId("robot/link3"): turned}))
    assert joint_values(arm(), world) == pytest.approx([0, 0, 0, angle, 0, 0, 0])


def test_a_robot_reaches_with_the_arm_of_its_model(kinematics: Kinematics) -> None:
    small = (0.06, 0.06, 0.06)
    world = world_with(
        near=(small, (0.5, 0.1, 0.6)),
        far=(small, (2.0, 0.0, 0.6)),
        table=((1.0, 1.0, 0.04), (0.8, 0.0, 0.55)),
        below=(small, (0.8, 0.0, 0.45)),
    )
    _, found = reachable(ReachMemory(), world, stamp=0.0, kinematics=kinematics)
    reached = {fact[2] for fact in can_reach(found)}
    assert "near" in reached
    assert "far" not in reached


def test_a_warm_start_finds_what_became_reachable(kinematics: Kinematics) -> None:
    small = (0.06, 0.06, 0.06)
    walled = world_with(cup=(small, (0.6, 0.0, 0.6)), wall=((0.9, 0.9, 0.6), (0.6, 0.0, 0.9)))
    memory, found = reachable(ReachMemory(), walled, stamp=0.0, kinematics=kinematics)
    assert "cup" not in found[EntityId("robot")]
    opened = walled.apply(change(pose={EntityId("wall"): [5.0, 0, 0, 0, 0, 0, 1]}))
    for tick in range(1, 12):
        memory, found = reachable(memory, opened, stamp=tick / 30, kinematics=kinematics)
    assert "cup" in found[EntityId("robot")]
    for tick in range(12, 24):
        memory, found = reachable(memory, walled, stamp=tick / 30, kinematics=kinematics)
    assert "cup" not in found[EntityId("robot")]
