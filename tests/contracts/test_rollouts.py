"""One suite over everything that runs setups: they do as they are told, and agree where physics is plain."""

import numpy as np
import pytest

from imaginekit import TRAY, a_bin, ball, box, cup, table, thing, tray_with_mill, world
from midworld.adapters.bullet import BulletEngine
from midworld.adapters.mujoco import MujocoEngine
from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.geometry import Box
from midworld.imagination import (
    CERTAIN,
    Action,
    Carry,
    EngineRollouts,
    Limits,
    Outcome,
    Pick,
    Place,
    Pour,
    Push,
    Rollouts,
    Tilt,
    rehearse,
)
from midworld.world import World

ENGINES: tuple[Rollouts, ...] = (MujocoRollouts(1), EngineRollouts(BulletEngine()), EngineRollouts(MujocoEngine()))
over_engines = pytest.mark.parametrize("rollouts", ENGINES, ids=("mujoco", "bullet", "mujoco-one-at-a-time"))


def certain(rollouts: Rollouts, scene: World, action: Action) -> Outcome:
    return rehearse(scene, action, rollouts=rollouts, runs=1, doubt=CERTAIN).outcomes[0]


@over_engines
def test_pushed_cup_goes_as_far_as_the_hand(rollouts: Rollouts) -> None:
    found = certain(rollouts, world(table(), cup()), Push("cup", (0, 1, 0), 0.1, 0.1, 0.03))
    assert found.success.probability == 1.0
    assert found.final["cup"].position.median == pytest.approx((0.6, 0.1, 0.80), abs=0.006)
    assert found.final["cup"].is_on == {"table": 1.0}


@over_engines
def test_tall_box_pushed_high_topples(rollouts: Rollouts) -> None:
    assert certain(rollouts, world(table(), box()), Push("box", (1, 0, 0), 0.2, 0.1, 0.17)).final["box"].toppled == 1.0


@over_engines
def test_ball_falls_into_a_bin_and_is_in_it(rollouts: Rollouts) -> None:
    found = certain(rollouts, world(table(), a_bin(), ball((0.6, 0.3, 0.78))), Place("ball", (0.6, -0.3, 0.85)))
    assert found.final["ball"].is_in == {"bin": 1.0}


@over_engines
def test_thing_let_go_over_the_edge_ends_on_the_floor(rollouts: Rollouts) -> None:
    found = certain(rollouts, world(table(), cup()), Place("cup", (1.13, 0.0, 0.80)))
    assert found.final["cup"].is_on == {"floor": 1.0}


@over_engines
def test_tilted_tray_ends_where_it_is_turned_to(rollouts: Rollouts) -> None:
    scene = world(thing("tray", TRAY, (0.0, 0.0, 0.8), 0.5), thing("brick", Box((0.1, 0.1, 0.04)), (0, 0, 0.83), 0.4))
    found = certain(rollouts, scene, Tilt("tray", (1, 0, 0), 0.3, 1.0))
    assert found.success.probability == 1.0, "friction of 0.55 holds up to 0.50 rad"
    assert np.array(found.runs[0].poses["tray"].orientation) == pytest.approx(
        (np.sin(0.15), 0, 0, np.cos(0.15)), abs=1e-3
    )
    assert certain(rollouts, scene, Tilt("tray", (1, 0, 0), 0.7, 1.0)).events["drop"] == 1


@over_engines
def test_load_comes_along_a_carried_tray_and_slides_off_a_hasty_one(rollouts: Rollouts) -> None:
    scene = world(thing("tray", TRAY, (0.0, 0.0, 0.8), 0.5), thing("brick", Box((0.1, 0.1, 0.04)), (0, 0, 0.83), 0.4))
    path = ((0.0, 0.0), (1.0, 0.0), (1.0, 0.5))
    slow = certain(rollouts, scene, Carry("tray", path, Limits(0.5, 1.0, 2.0, 2.0)))
    assert slow.success.probability == 1.0
    assert slow.final["brick"].position.median == pytest.approx((1.0, 0.5, 0.83), abs=0.01)
    hasty = certain(rollouts, scene, Carry("tray", path, Limits(4.0, 5.0, 20.0, 20.0)))
    assert hasty.success.probability == 0.0


@over_engines
def test_lifted_thing_takes_its_load_along(rollouts: Rollouts) -> None:
    found = certain(rollouts, world(table(), a_bin(), ball((0.6, -0.3, 0.79))), Pick("bin", 0.2))
    assert found.success.probability == 1.0
    assert found.final["ball"].position.median[2] == pytest.approx(0.788 + 0.2, abs=0.005)


@over_engines
def test_poured_ball_is_in_the_other_bin(rollouts: Rollouts) -> None:
    other = thing("bowl", a_bin()[0].collision or TRAY, (0.6, 0.3, 0.75), 0.5)
    scene = world(table(), a_bin(), other, ball((0.6, -0.3, 0.79)))
    assert certain(rollouts, scene, Pour("bin", "bowl")).final["ball"].is_in == {"bowl": 1.0}


@over_engines
def test_mill_stands_on_a_tray_that_stands(rollouts: Rollouts) -> None:
    found = certain(rollouts, world(*tray_with_mill()), Tilt("tray", (0, 1, 0), 0.0, 1.0))
    assert found.events["shaking"] == found.events["topple"] == 0


@over_engines
def test_equal_draws_give_equal_bits_whatever_else_runs(rollouts: Rollouts) -> None:
    scene, push = world(table(), cup()), Push("cup", (1, 0, 0), 0.3, 0.05)
    three = rehearse(scene, push, rollouts=rollouts, runs=3, seed=4).outcomes[0].runs
    two = rehearse(scene, push, rollouts=rollouts, runs=2, seed=4).outcomes[0].runs
    assert three[:2] == two
