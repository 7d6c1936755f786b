"""Mistakes the reasoner once made and must not make again."""

import numpy as np
import pytest

from midworld.geometry import Box, Cylinder, Sphere, Vector3
from physics.test_track import HOME as ORIGIN
from physics.test_track import Watched
from relations.test_actions import ANN as ANN_HAND
from relations.test_actions import picked
from stories.test_paper_scenes import bundled
from tabletop import TOP, Places, TableTop, moved

ANN = "ann/right_hand"


HOME: Vector3 = (0.0, -0.2, TOP + 0.05)


BLOCK = Box((0.08, 0.08, 0.08))


CUP = Cylinder(0.04, 0.10)


BALL = Sphere(0.03)


@pytest.mark.parametrize("rate", [40.0, 60.0, 90.0])
def test_rest_is_found_at_any_frame_rate(rate: float) -> None:
    watched = Watched(20, noise=0.002, rate=rate)
    watched.rest(ORIGIN, percepts=round(0.5 * rate))
    assert watched.tracks.still.mean() >= 0.95


def test_block_that_overlaps_its_neighbour_sideways_stays_on_the_table() -> None:
    table = TableTop({"left": BLOCK, "right": BLOCK})
    table.watch(1.0, {"left": (0.0, 0.0, TOP + 0.04), "right": (0.07, 0.0, TOP + 0.042)})
    assert table.position("right")[2] == pytest.approx(TOP + 0.04, abs=0.002)
    assert table.facts("right") == {("isOn", "table")}


@pytest.mark.parametrize("seed", range(4))
def test_touching_blocks_with_noise_are_never_put_on_each_other(seed: int) -> None:
    table = TableTop({"left": BLOCK, "right": BLOCK}, noise=0.003, seed=seed)
    for _ in range(45):
        table.tick({"left": (0.0, 0.0, TOP + 0.04), "right": (0.08, 0.0, TOP + 0.04)})
        for name in ("left", "right"):
            assert table.position(name)[2] == pytest.approx(TOP + 0.04, abs=0.006)


@pytest.mark.parametrize("clearance", [0.01, 0.03])
def test_cup_carried_close_over_a_stack_neither_sinks_nor_moves_it_p18_p22(clearance: float) -> None:
    table = TableTop({"lower": BLOCK, "upper": BLOCK, "cup": CUP})
    stack: Places = {"lower": (0.0, 0.0, TOP + 0.04), "upper": (0.0, 0.0, TOP + 0.12)}
    start: Vector3 = (0.3, 0.0, TOP + 0.05)
    high = 0.16 + clearance
    table.watch(0.6, {**stack, "cup": start}, {ANN: moved(start, (0.0, 0.0, 0.07))})
    for begin, way in ((start, (0.0, 0.0, high)), (moved(start, (0.0, 0.0, high)), (-0.6, 0.0, 0.0))):
        for index in range(1, 31):
            place = moved(begin, way, index / 30)
            table.tick({**stack, "cup": place}, {ANN: moved(place, (0.0, 0.0, 0.07))})
            assert begin == start or abs(table.position("cup")[2] - place[2]) < 0.01
    for name, place in stack.items():
        assert np.linalg.norm(table.position(name) - place) < 0.002
        assert table.plausible(name)


def fall_of(rate: float) -> tuple[float, bool]:
    """When an unseen ball lands after it was last seen, and whether it only ever went down."""
    table = TableTop({"ball": BALL}, rate=rate)
    table.watch(1.0, {"ball": (0.0, 0.0, TOP + 0.63)})
    last, heights = table.stamp, [TOP + 0.63]
    while heights[-1] > TOP + 0.035 and table.stamp < last + 3.0:
        table.tick({})
        heights.append(float(table.position("ball")[2]))
    return table.stamp - last, bool((np.diff(heights) <= 1e-3).all())


@pytest.mark.parametrize("rate", [10.0, 30.0])
def test_unseen_ball_falls_once(rate: float) -> None:
    assert fall_of(rate)[1]


def test_unseen_ball_lands_at_the_same_time_whatever_the_rate_c5() -> None:
    slow, usual, fast = (fall_of(rate)[0] for rate in (10.0, 30.0, 60.0))
    assert abs(usual - fast) <= 1 / 30 + 0.01
    assert abs(slow - fast) <= 1 / 10 + 0.01


def test_cup_seen_falling_off_the_table_was_not_picked() -> None:
    table = TableTop({"cup": CUP})
    edge: Vector3 = (0.45, 0.0, TOP + 0.05)
    table.watch(1.0, {"cup": edge}, {ANN: (0.35, 0.0, TOP + 0.1)})
    table.play(0.25, lambda share: ({"cup": moved(edge, (0.09, 0.0, 0.0), share)}, {ANN: (0.4, 0.0, TOP + 0.1)}))
    for index in range(1, 12):
        sunk = -4.9 * (index / table.rate) ** 2
        table.tick({"cup": moved(edge, (0.09 + 0.4 * index / table.rate, 0.0, sunk))}, {ANN: (0.4, 0.0, TOP + 0.1)})
    floor: Vector3 = (0.70, 0.0, 0.05)
    table.watch(1.0, {"cup": floor}, {ANN: (0.4, 0.0, TOP + 0.1)})
    assert table.events == [("Push", "ann", "cup")]
    assert table.facts("cup") == {("isOn", "floor")}


def test_hand_that_left_the_world_is_no_reason_to_stop() -> None:
    watch = picked()
    watch.see({ANN_HAND: 0.99}, hands={}, ticks=5)
    watch.see(hands={})
    assert watch.words == [("Place", "ann")]


def test_6a_box_is_never_on_the_cup_it_pushes() -> None:
    assert set(bundled("6a_pulled_off").ever("box", "isOn")) == {"table"}
