"""Balls roll and never topple, and what stays in its container is not lost."""

import pytest

from imaginekit import a_bin, ball, table, thing, world
from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.geometry import Box
from midworld.imagination import Action, Carry, Limits, Outcome, Place, Push, Tilt, rehearse
from midworld.world import World

MUJOCO = MujocoRollouts()
BIN_AT, BALL_AT = (0.6, -0.3, 0.75), (0.62, -0.3, 0.79)
BRISK = Limits(0.6, 1.5, 2.5, 4.0)


def outcome(scene: World, action: Action) -> Outcome:
    return rehearse(scene, action, rollouts=MUJOCO, runs=8).outcomes[0]


@pytest.mark.parametrize(
    "action", [Tilt("bin", (0, 1, 0), 0.6, 1.0), Carry("bin", ((0.6, -0.3), (1.6, -0.3), (1.6, 0.3)), BRISK)]
)
def test_ball_that_rolls_about_in_a_bin_is_neither_lost_nor_toppled(action: Action) -> None:
    found = outcome(world(table(), a_bin(BIN_AT), ball(BALL_AT)), action)
    assert found.final["ball"].is_in == {"bin": 1.0}
    assert found.final["ball"].toppled == 0.0
    assert found.success.probability == 1.0
    assert found.events["topple"] == found.events["shaking"] == 0


def test_ball_that_rolls_out_of_a_bin_is_lost() -> None:
    found = outcome(world(a_bin((0.6, -0.3, 1.0)), ball((0.62, -0.3, 1.04))), Tilt("bin", (0, 1, 0), 2.0, 1.0))
    assert found.success.probability == 0.0
    assert found.reasons == {"ball was lost": 8}


def test_die_that_tips_over_in_a_bin_is_told_as_toppled_and_not_lost() -> None:
    die = thing("die", Box((0.03, 0.03, 0.03)), (0.6, -0.3, 0.774), 0.02)
    found = outcome(world(table(), a_bin(BIN_AT), die), Tilt("bin", (0, 1, 0), 0.7, 1.0))
    assert found.final["die"].is_in == {"bin": 1.0}
    assert found.final["die"].toppled == 1.0
    assert found.success.probability == 1.0


def test_ball_let_go_or_pushed_does_not_topple() -> None:
    scene = world(table(), ball((0.6, 0.0, 0.78)))
    assert outcome(scene, Push("ball", (1, 0, 0), 0.05, 0.1)).final["ball"].toppled == 0.0
    assert outcome(scene, Place("ball", (0.6, 0.2, 0.78))).final["ball"].toppled == 0.0


@pytest.mark.parametrize("angle", [0.6, 1.2, 1.5])
def test_container_is_not_on_what_is_in_it(angle: float) -> None:
    found = outcome(world(table(), a_bin(BIN_AT), ball(BALL_AT)), Tilt("bin", (0, 1, 0), angle, 1.0))
    assert "ball" not in found.final["bin"].is_on
