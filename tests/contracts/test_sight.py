"""One suite over everything rays are sent through; rays through Embree and through an engine show the same."""

import numpy as np
import pytest

from midworld.adapters.bullet import BulletEngine
from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.agents import SightMaker, engine_sight
from midworld.geometry import Box, Capsule, Cylinder, FloatArray, Part, Pose, Shape, Sphere, frustum, normalised
from midworld.physics import NOTHING, Body, Mode, Rows
from midworld.testing import SIGHT_CHECKS, Check, check_sight, run_check
from midworld.testing.specimens import at, container, table
from midworld.world import EntityId

SIGHTS: tuple[SightMaker, ...] = (EmbreeSight, engine_sight(MujocoEngine()), engine_sight(BulletEngine()))

KINDS: tuple[Shape, ...] = (Box((0.1, 0.06, 0.14)), Sphere(0.05), Cylinder(0.04, 0.12), Capsule(0.03, 0.08))
LENS = frustum((60, 45), (0.05, 10.0))
EYE = Pose.looking((-1.5, 0.3, 1.0), at=(0.0, 0.0, 0.1))


def clutter(count: int) -> tuple[list[Body], FloatArray]:
    random = np.random.default_rng(3)
    bodies = [table(), container("tray"), *(Body(EntityId(f"o{i}"), (Part(KINDS[i % 4]),)) for i in range(count))]
    places = np.column_stack([random.uniform(-0.7, 0.7, (count, 2)), random.uniform(0.1, 0.5, count)])
    turned = np.column_stack([places, normalised(random.normal(size=(count, 4)))])
    return bodies, np.concatenate([at((0, 0, -0.05), (0, 0, 0.01)), turned])


@pytest.mark.parametrize("make", SIGHTS, ids=("embree", "mujoco", "bullet"))
@pytest.mark.parametrize("check", SIGHT_CHECKS, ids=lambda check: check.__name__)
def test_sight_conforms(check: Check[SightMaker], make: SightMaker) -> None:
    assert run_check(check, make) == ()


class Stubborn(EmbreeSight):
    """Nothing ever moves in it."""

    def place(self, poses: FloatArray, *, absent: Rows = ()) -> None:
        if self.raycast(np.zeros(3), np.array([[1.0, 0, 0]])).rows[0] == NOTHING:
            super().place(poses)


def test_a_sight_that_forgets_to_move_is_found_out() -> None:
    caught = {failure.check for failure in check_sight(Stubborn)}
    assert {"what_moves_is_met_where_it_is", "absent_bodies_hide_nothing", "slow_drift_adds_up"} <= caught


def test_embree_and_mujoco_agree_on_nearly_every_pixel() -> None:
    bodies, poses = clutter(30)
    sight = EmbreeSight(bodies)
    sight.place(poses)
    one = sight.segment(LENS, EYE, columns=160, rows=120)
    other = MujocoEngine().open(bodies, poses).segment(LENS, EYE, columns=160, rows=120)
    assert len(np.unique(one)) > 25
    assert (one == other).mean() > 0.995


def test_engine_and_embree_agree_on_absence() -> None:
    bodies, poses = clutter(8)
    simulation = MujocoEngine().open(bodies, poses)
    simulation.set_mode([2, 3, 4], Mode.ABSENT)
    sight = EmbreeSight(bodies)
    sight.place(poses, absent=[2, 3, 4])
    one = simulation.segment(LENS, EYE, columns=80, rows=60)
    assert not np.isin(one, [2, 3, 4]).any()
    assert (one == sight.segment(LENS, EYE, columns=80, rows=60)).mean() > 0.99
