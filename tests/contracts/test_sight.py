"""Rays through Embree and through an engine show the same."""

import numpy as np
import pytest

from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.errors import UnknownName
from midworld.geometry import Box, Capsule, Cylinder, FloatArray, Part, Pose, Shape, Sphere, frustum, normalised
from midworld.physics import NOTHING, Body, Mode
from midworld.physics.specimens import at, ball, box, container, cube_mesh, table
from midworld.world import EntityId

KINDS: tuple[Shape, ...] = (Box((0.1, 0.06, 0.14)), Sphere(0.05), Cylinder(0.04, 0.12), Capsule(0.03, 0.08))
LENS = frustum((60, 45), (0.05, 10.0))
EYE = Pose.looking((-1.5, 0.3, 1.0), at=(0.0, 0.0, 0.1))


def clutter(count: int) -> tuple[list[Body], FloatArray]:
    random = np.random.default_rng(3)
    bodies = [table(), container("tray"), *(Body(EntityId(f"o{i}"), (Part(KINDS[i % 4]),)) for i in range(count))]
    places = np.column_stack([random.uniform(-0.7, 0.7, (count, 2)), random.uniform(0.1, 0.5, count)])
    turned = np.column_stack([places, normalised(random.normal(size=(count, 4)))])
    return bodies, np.concatenate([at((0, 0, -0.05), (0, 0, 0.01)), turned])


def test_embree_and_mujoco_agree_on_nearly_every_pixel() -> None:
    bodies, poses = clutter(30)
    sight = EmbreeSight(bodies)
    sight.place(poses)
    one = sight.segment(LENS, EYE, columns=160, rows=120)
    other = MujocoEngine().open(bodies, poses).segment(LENS, EYE, columns=160, rows=120)
    assert len(np.unique(one)) > 25
    assert (one == other).mean() > 0.995


def test_embree_sees_meshes_where_they_are() -> None:
    cube = cube_mesh()
    body = Body(EntityId("cube"), (Part(cube.mesh(convex=True), Pose((0.0, 0.0, 0.2))),))
    sight = EmbreeSight([body], meshes={cube.digest: cube})
    sight.place(at((1.0, 0.0, 0.0)))
    hits = sight.raycast(np.array([0.0, 0.0, 0.2]), np.array([[1.0, 0, 0], [0, 1.0, 0]]))
    assert hits.rows.tolist() == [0, NOTHING]
    assert hits.distances[0] == pytest.approx(0.95, abs=1e-5)
    assert hits.distances[1] == np.inf
    with pytest.raises(UnknownName):
        EmbreeSight([body])


def test_absent_and_excluded_bodies_hide_nothing() -> None:
    bodies, poses = [box("near"), ball("middle"), box("far")], at((0.5, 0, 0), (0.8, 0, 0), (1.2, 0, 0))
    sight = EmbreeSight(bodies)
    ahead = np.array([[1.0, 0, 0]])
    sight.place(poses)
    assert sight.raycast(np.zeros(3), ahead).rows.tolist() == [0]
    assert sight.raycast(np.zeros(3), ahead, exclude=[0]).rows.tolist() == [1]
    through = sight.raycast(np.zeros(3), ahead, exclude=[0, 1])
    assert through.rows.tolist() == [2]
    assert through.distances[0] == pytest.approx(1.15, abs=1e-4)
    sight.place(poses, absent=[0, 1, 2])
    assert sight.raycast(np.zeros(3), ahead).rows.tolist() == [NOTHING]


def test_engine_and_embree_agree_on_absence() -> None:
    bodies, poses = clutter(8)
    simulation = MujocoEngine().open(bodies, poses)
    simulation.set_mode([2, 3, 4], Mode.ABSENT)
    sight = EmbreeSight(bodies)
    sight.place(poses, absent=[2, 3, 4])
    one = simulation.segment(LENS, EYE, columns=80, rows=60)
    assert not np.isin(one, [2, 3, 4]).any()
    assert (one == sight.segment(LENS, EYE, columns=80, rows=60)).mean() > 0.99


def test_what_moves_is_seen_to_move_and_what_comes_back_is_there_again() -> None:
    bodies, poses = [box("near"), box("far")], at((0.5, 0, 0), (1.2, 0, 0))
    sight = EmbreeSight.standing(bodies, poses)
    ahead = np.array([[1.0, 0, 0]])
    for shift in (0.00005, 0.0002, 0.05):
        moved = poses + np.array([shift, 0, 0, 0, 0, 0, 0])
        sight.place(moved)
        assert sight.raycast(np.zeros(3), ahead).distances[0] == pytest.approx(0.45 + shift, abs=1.1e-4)
    sight.place(poses, absent=[0])
    assert sight.raycast(np.zeros(3), ahead).rows.tolist() == [1]
    sight.place(poses)
    assert sight.raycast(np.zeros(3), ahead).rows.tolist() == [0]


def test_slow_drift_does_not_leave_a_scene_behind() -> None:
    bodies = [box("cup")]
    sight = EmbreeSight(bodies)
    for step in range(100):
        sight.place(at((0.5 + step * 5e-5, 0, 0)))
    hit = sight.raycast(np.zeros(3), np.array([[1.0, 0, 0]])).distances[0]
    assert hit == pytest.approx(0.45 + 99 * 5e-5, abs=1.1e-4)
