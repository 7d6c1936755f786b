"""The pepper mill study, from the plan to the last word."""

import io
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from rich.console import Console

from midworld.adapters.mujoco import MujocoEngine
from midworld.cli.peppermill.domain import served
from midworld.cli.peppermill.joints import MOVES, imagined_seconds, real_seconds
from midworld.cli.peppermill.reality import Reality, driven
from midworld.cli.peppermill.restaurant import AREAS, drive_of, path_between, restaurant, translator
from midworld.cli.peppermill.study import Played, played
from midworld.cli.peppermill.telling import told
from midworld.imagination import staged
from midworld.planning import imaginings, projected_facts


@cache
def scenario() -> tuple[str, Played]:
    page = io.StringIO()
    done = told(Console(file=page, width=100), speed=None, seed=0, variants=1)
    return page.getvalue(), done


def test_the_plan_is_the_papers_with_both_speeds_imagined_first() -> None:
    problem, plan = served()
    (wish,) = imaginings(plan)
    assert wish.id == plan.actions[0].id
    assert {each[-1] for each in wish.candidates} == {"fast", "slow"}
    place = next(place for place, each in enumerate(plan.actions) if each.id == wish.target)
    before = projected_facts(problem, [each.task for each in plan.actions[:place]])
    # I8: what holds when the drive is due.
    assert {("robotAt", "PMA-EC1"), ("on", "peppermill1", "tray")} <= before
    assert plan.actions[place].task[-1] == "fast"


def test_x21_slow_replaces_fast_before_the_pick_and_nothing_topples() -> None:
    _, done = scenario()
    kinds = [each.kind if each.kind != "begun" else each.text.split()[0] for each in done.run.notes]
    assert kinds.index("rewritten") < kinds.index("move_base_param")
    drives = [(task, each) for task, each in done.waiter.drives if task[0] == "move_base_param"]
    assert [task[-1] for task, _ in drives] == ["slow"]
    assert not done.toppled
    assert done.run.outcome is not None
    assert done.run.outcome.achieved
    assert {("on", "peppermill1", "table1"), ("upright", "peppermill1")} <= translator().facts(done.waiter.world)


def test_what_is_told_says_what_was_imagined_and_achieved() -> None:
    page, _ = scenario()
    for words in ("imagines to drive to PMA-NT1", "confidence", "becomes", "drives slow", "Achieved", "did not topple"):
        assert words in page


def test_a_scenario_with_imagination_is_as_long_as_one_that_had_it_slow_all_along() -> None:
    _, done = scenario()
    assert done.seconds == pytest.approx(played(seed=0, imagine=False, default="slow").seconds, abs=1e-6)


def test_a_drive_in_the_other_engine_takes_about_as_long_as_imagined() -> None:
    world = translator().world(restaurant("EC1"), {("on", "peppermill1", "tray")})
    action = drive_of("EC1", "NT1", "slow")
    real = driven(MujocoEngine(), world, action, Reality(), seed=3)
    again = driven(MujocoEngine(), world, action, Reality(), seed=3)
    assert real.seconds == again.seconds
    assert ("robotAt", "PMA-NT1") in translator().facts(real.world)
    imagined = drive_of("EC1", "NT1", "slow", seed=1)
    assert real.seconds == pytest.approx(imagined.script(staged(world)).duration, rel=0.2)


def test_joints_are_slower_than_imagined_but_not_by_much() -> None:
    random = np.random.Generator(np.random.Philox(2))
    for name, how in MOVES:
        real = np.mean([real_seconds(name, how, Reality(), random) for _ in range(50)])
        assert 1.0 < real / imagined_seconds(name, how) < 1.15


def test_every_way_between_areas_keeps_clear_of_the_furniture() -> None:
    boxes = {"counter1": (-1.4, -0.7, -1.0, 1.0), "table1": (1.2, 2.0, -2.55, -1.75), "table2": (1.25, 2.05, 1.1, 1.9)}
    for start in AREAS:
        for goal in AREAS:
            points = np.array([AREAS[start][:2], *path_between(start, goal)])
            for one, other in pairwise(points):
                way = one + np.linspace(0.0, 1.0, 60)[:, None] * (other - one)
                for west, east, south, north in boxes.values():
                    across = np.maximum(west - way[:, 0], way[:, 0] - east)
                    gaps = np.maximum(across, np.maximum(south - way[:, 1], way[:, 1] - north))
                    assert gaps.min() > 0.3, (start, goal)
