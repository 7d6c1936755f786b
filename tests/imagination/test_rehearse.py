"""What would happen: pushes, placings, tilts and carries, against what anybody knows of cups and boxes."""

import math

import numpy as np
import pytest

from imaginekit import a_bin, ball, box, cup, table, tray_with_mill, world
from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.errors import BadAction, UnknownName
from midworld.imagination import (
    CERTAIN,
    FAST,
    SLOW,
    Action,
    Carry,
    DriveBase,
    Limits,
    MoveBase,
    Outcome,
    Place,
    Push,
    Stop,
    Tilt,
    motion_of,
    rehearse,
    staged,
)
from midworld.imagination.basedrive import Driven
from midworld.world import Situation, World, change, same

MUJOCO = MujocoRollouts()


def outcome(scene: World, action: Action, runs: int = 8) -> Outcome:
    return rehearse(scene, action, rollouts=MUJOCO, runs=runs, seed=3).outcomes[0]


def test_low_push_moves_a_cup_by_the_distance_and_it_stands() -> None:
    found = rehearse(
        world(table(), cup()), Push("cup", (1, 0, 0), 0.1, 0.15, 0.02), rollouts=MUJOCO, runs=1, doubt=CERTAIN
    ).outcomes[0]
    assert found.success.probability == 1.0
    assert found.final["cup"].position.median == pytest.approx((0.75, 0.0, 0.80), abs=0.004)
    assert found.final["cup"].is_on == {"table": 1.0}
    assert found.duration.median == pytest.approx(1.5)


def test_high_push_topples_a_tall_box() -> None:
    found = outcome(world(table(), box()), Push("box", (1, 0, 0), 0.3, 0.1, 0.15))
    assert found.success.probability == 0.0
    assert found.final["box"].toppled == 1.0
    assert found.reasons == {"box toppled": 8}


def test_push_over_the_edge_ends_on_the_floor() -> None:
    found = outcome(world(table(), cup((1.05, 0.0, 0.80))), Push("cup", (1, 0, 0), 0.3, 0.15))
    assert found.success.probability == 0.0
    assert found.final["cup"].is_on == {"floor": 1.0}
    assert found.events["fall"] == 8


def test_cup_let_go_over_the_edge_falls_and_amidst_the_table_stays() -> None:
    scene = world(table(), cup())
    assert outcome(scene, Place("cup", (0.6, -0.3, 0.80))).success.probability == 1.0
    assert outcome(scene, Place("cup", (1.12, -0.3, 0.80))).success.probability == 0.0


def test_ball_let_go_over_a_bin_is_in_it() -> None:
    found = outcome(world(table(), a_bin(), ball((0.6, 0.3, 0.78))), Place("ball", (0.6, -0.3, 0.80)))
    assert found.final["ball"].is_in == {"bin": 1.0}


def test_tilting_a_tray_beyond_friction_loses_the_mill_and_within_keeps_it() -> None:
    scene = world(*tray_with_mill())
    assert outcome(scene, Tilt("tray", (0, 1, 0), 0.1, 0.3)).success.probability == 1.0
    lost = outcome(scene, Tilt("tray", (0, 1, 0), 0.9, 0.3))
    assert lost.success.probability == 0.0
    assert lost.events["drop"] == 8


def test_tilted_thing_is_turned_about_its_base_centre() -> None:
    found = rehearse(
        world(table(), cup()), Tilt("cup", (0, 1, 0), 0.4, 2.0), rollouts=MUJOCO, runs=1, doubt=CERTAIN
    ).outcomes[0]
    expected = (0.6 + 0.05 * math.sin(0.4), 0.0, 0.75 + 0.05 * math.cos(0.4))
    assert found.final["cup"].position.median == pytest.approx(expected, abs=2e-4)


def test_mill_tips_where_its_foot_says_that_it_does() -> None:
    """A cylinder tips once the acceleration is more than g r / (h / 2), 2.65 m/s2."""
    path = ((0.0, 0.0), (1.5, 0.0))

    def shakes(acceleration: float) -> bool:
        drive = Carry("tray", path, Limits(0.55, 1.0, acceleration, 3.2))
        found = rehearse(world(*tray_with_mill()), drive, rollouts=MUJOCO, runs=1, doubt=CERTAIN).outcomes[0]
        return found.events["shaking"] > 0

    assert not shakes(2.5)
    assert shakes(2.8)


def test_carrying_takes_as_long_as_its_profile() -> None:
    found = outcome(world(*tray_with_mill()), Carry("tray", ((0, 0), (1, 0), (1, 1)), SLOW), runs=2)
    legs = 2 * (1.0 / 0.30 + 0.30 / 1.40)
    turn = math.pi / 2 / 1.00 + 1.00 / 2.00
    assert found.duration.median == pytest.approx(legs + turn)
    x, y, _ = found.final["mill"].position.median
    assert (x, y) == pytest.approx((1.0, 1.0), abs=0.01)


def test_base_that_a_dynamic_window_planner_commands_brings_the_mill_there() -> None:
    corners = ((0.0, 0.0), (1.0, 0.0), (1.4, 0.5))
    drive = MoveBase("tray", corners, SLOW, "window", arm=(0.3, 0.0, 0.0))
    found = outcome(world(*tray_with_mill()), drive, runs=2)
    length = 1.0 + math.hypot(0.4, 0.5)
    assert length / 0.30 < found.duration.median < 1.25 * length / 0.30
    assert found.success.probability == 1.0
    # The base began 0.3 m behind the tray and turned by about 51 degrees: the tray swings round it.
    heading = math.atan2(0.5, 0.4)
    expected = (1.4 - 0.3 + 0.3 * math.cos(heading), 0.5 + 0.3 * math.sin(heading))
    assert found.final["tray"].position.median[:2] == pytest.approx(expected, abs=0.08)


def test_slow_is_ranked_before_too_fast() -> None:
    path = ((0.0, 0.0), (1.5, 0.0))
    some = [Carry("tray", path, Limits(0.55, 1.0, 6.0, 6.0)), Carry("tray", path, FAST), Carry("tray", path, SLOW)]
    found = rehearse(world(*tray_with_mill()), some, rollouts=MUJOCO, runs=4, policy="published")
    assert found.order == (1, 2), "the one that always topples is out, of equals the faster is first"


def test_the_world_is_untouched_and_each_run_ends_in_one_of_its_own() -> None:
    scene = world(table(), cup())
    before = scene.pose("cup")
    found = outcome(scene, Push("cup", (0, 1, 0), 0.2, 0.1))
    after = found.runs[0].world(scene)
    assert scene.pose("cup") == before
    assert not same(scene, after)
    assert after.pose("cup").position[1] > 0.08


def test_same_seed_same_runs_and_another_seed_others() -> None:
    scene, push = world(table(), cup(), box()), Push("cup", (1, 0, 0), 0.3, 0.1)
    one, again, other = (
        rehearse(scene, push, rollouts=MUJOCO, runs=4, seed=seed).outcomes[0].runs for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other


def test_a_jolted_base_is_jolted_otherwise_in_each_run_and_alike_on_a_faster_way() -> None:
    scene = world(*tray_with_mill())
    slow, fast = (
        DriveBase("tray", (0.0, 0.0, 0.0), ((2.0, 0.0),), 0.0, limits, jolts=1.0, jolt=0.3, seed=5)
        for limits in (SLOW, FAST)
    )
    first, more = (rehearse(scene, slow, rollouts=MUJOCO, runs=runs, seed=1).outcomes[0].runs for runs in (2, 3))
    assert more[:2] == first, "whatever else runs"
    assert len({run.poses["tray"].position for run in more}) == 3
    one, other = (motion_of(drive.script(staged(scene)).drives[0].motion, (1, 0)) for drive in (slow, fast))
    assert isinstance(one, Driven)
    assert isinstance(other, Driven)
    early = min(len(one.times), len(other.times))
    assert early
    assert one.times[:early].tolist() == other.times[:early].tolist()


def test_a_clear_answer_stops_early() -> None:
    scene, push = world(table(), box()), Push("box", (1, 0, 0), 0.3, 0.1, 0.15)
    found = rehearse(scene, push, rollouts=MUJOCO, runs=64, stop=Stop(every=8)).outcomes[0]
    assert len(found.runs) == 8


def test_what_cannot_be_is_refused_by_name() -> None:
    scene = world(table(), cup())
    with pytest.raises(UnknownName, match="did you mean cup"):
        outcome(scene, Push("cups", (1, 0, 0), 0.1, 0.1))
    with pytest.raises(BadAction, match="static"):
        outcome(scene, Push("table", (1, 0, 0), 0.1, 0.1))
    with pytest.raises(BadAction, match="direction"):
        outcome(scene, Push("cup", (0, 0, 0), 0.1, 0.1))
    with pytest.raises(BadAction, match="include the start"):
        outcome(scene, Carry("cup", ((5.0, 0.0), (6.0, 0.0)), FAST))


def in_a_hand() -> World:
    """A cup in the air, seen in a hand, above a table with a box on it."""
    scene = world(table(), cup((0.6, 0.0, 1.1)), box())
    return scene.apply(change(entries=[Situation(0.0, "isHeldBy", "cup", "ann")]))


def test_what_is_seen_in_a_hand_stays_there_while_something_else_happens() -> None:
    found = outcome(in_a_hand(), Push("box", (0, 1, 0), 0.1, 0.05, 0.03), runs=2)
    assert found.success.probability == 1.0
    assert found.events["fall"] == 0
    assert found.final["cup"].position.median == pytest.approx((0.6, 0.0, 1.1))


def test_what_is_held_can_be_let_go_somewhere_but_not_pushed() -> None:
    found = outcome(in_a_hand(), Place("cup", (0.6, -0.3, 0.80)), runs=2)
    assert found.success.probability == 1.0
    assert found.final["cup"].is_on == {"table": 1.0}
    with pytest.raises(BadAction, match="in somebody's hand"):
        outcome(in_a_hand(), Push("cup", (1, 0, 0), 0.1, 0.1))


def test_pushed_things_spread_by_what_is_not_known() -> None:
    found = outcome(world(table(), cup()), Push("cup", (1, 0, 0), 0.1, 0.1, 0.03), runs=16)
    assert 0.0005 < np.max(found.final["cup"].position.std) < 0.01
