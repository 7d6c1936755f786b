"""The reasoner's loop: percepts that float, overlap, shake or vanish become a scene physics agrees with."""

from types import MappingProxyType

import numpy as np
import pytest

from midworld.adapters.mujoco import MujocoEngine
from midworld.geometry import Box, Cylinder, FloatArray, Pose, Shape, Sphere, Vector3, vector
from midworld.physics import Memory, Mode, Parameters, Settings, settle
from midworld.physics.pool import SimulationPool
from midworld.world import EntityId, change, enter
from tabletop import TOP, Places, TableTop, crate, moved, object_of, simulated_room, turned

CUP = Cylinder(0.04, 0.10)
BLOCK = Box((0.08, 0.08, 0.08))
BALL = Sphere(0.03)
CUP_PLACE = (0.0, 0.0, TOP + 0.05)
# Contacts are a little soft.
TOUCHES_M = 0.001


def height_above_table(table: TableTop, name: str, half: float) -> float:
    return float(table.position(name)[2]) - half - TOP


# How long a thing counts as perceived (P14), and what is made of a percept (P24)


@pytest.mark.parametrize(("age", "perceived"), [(0.69, True), (0.71, False)])
def test_thing_is_perceived_for_seven_tenths_of_a_second_p14(age: float, perceived: bool) -> None:
    table = TableTop({"cup": CUP})
    table.watch(0.5, {"cup": CUP_PLACE})
    table.tick({}, after=age)
    assert table.perceived("cup") is perceived


@pytest.mark.parametrize(
    ("shape", "half", "error"),
    [(CUP, 0.05, 0.010), (CUP, 0.05, -0.005), (BLOCK, 0.04, 0.030), (BLOCK, 0.04, -0.030), (BALL, 0.03, -0.010)],
)
def test_hover_and_overlap_both_end_in_contact_p24(shape: Shape, half: float, error: float) -> None:
    table = TableTop({"thing": shape})
    table.watch(1.0, {"thing": (0.1, 0.0, TOP + half + error)})
    assert abs(height_above_table(table, "thing", half)) < TOUCHES_M
    assert table.plausible("thing")
    assert table.facts("thing") == {("isOn", "table")}
    assert table.events == []


def test_output_of_the_first_tick_already_stands_on_the_table() -> None:
    table = TableTop({"cup": CUP})
    table.tick({"cup": moved(CUP_PLACE, (0.0, 0.0, 0.010))})
    assert abs(height_above_table(table, "cup", 0.05)) < TOUCHES_M


def test_nothing_in_a_well_placed_scene_is_flagged_not_even_in_the_first_tick() -> None:
    shapes: dict[str, Shape] = {"cup": CUP, "lower": BLOCK, "upper": BLOCK, "crate": crate(), "ball": BALL}
    table = TableTop(shapes)
    places: Places = {
        "cup": (0.3, 0.3, TOP + 0.05),
        "lower": (-0.2, 0.2, TOP + 0.04),
        "upper": (-0.2, 0.2, TOP + 0.12),
        "crate": (0.0, -0.3, TOP),
        "ball": (0.03, -0.3, TOP + 0.038),
    }
    for _ in range(45):
        table.tick(places)
        assert all(table.plausible(name) for name in places)
        assert max(np.linalg.norm(table.position(name) - where) for name, where in places.items()) < 0.003
    assert table.events == []


# Hovering: C1 and C3


def test_thing_hovering_by_a_hands_breadth_is_implausible_until_it_rests_c1_c3() -> None:
    table = TableTop({"cup": CUP})
    up = moved(CUP_PLACE, (0.0, 0.0, 0.10))
    table.watch(0.2, {"cup": up})
    for _ in range(90):
        table.tick({"cup": up})
        assert not table.plausible("cup")
        assert np.allclose(table.position("cup"), up, atol=0.002)
    for index in range(1, 61):
        table.tick({"cup": moved(up, (0.0, 0.0, -0.10), min(1.0, index / 20))})
        # In mid-air it never looks plausible, whether it moves or stops.
        assert index >= 10 or not table.plausible("cup")
    assert table.plausible("cup")
    assert table.facts("cup") == {("isOn", "table")}


@pytest.mark.parametrize("speed", [0.02, 0.3, 1.2])
def test_carried_thing_never_looks_plausible_whatever_its_speed_c3(speed: float) -> None:
    table = TableTop({"cup": CUP})
    table.watch(0.6, {"cup": (-0.3, 0.0, TOP + 0.05)})
    up = (-0.3, 0.0, TOP + 0.25)
    table.play(0.5, lambda share: ({"cup": moved((-0.3, 0.0, TOP + 0.05), (0.0, 0.0, 0.2), share)}, {}))
    count = min(60, round(0.6 / speed * table.rate))
    for index in range(count):
        table.tick({"cup": moved(up, (speed, 0.0, 0.0), index / table.rate)})
        assert not table.plausible("cup")
    assert table.events == [("Pick", None, "cup")]


def test_thing_first_seen_in_the_air_is_not_pulled_down() -> None:
    table = TableTop({"cup": CUP})
    up = moved(CUP_PLACE, (0.0, 0.0, 0.30))
    for _ in range(30):
        table.tick({"cup": up})
        assert np.allclose(table.position("cup"), up, atol=0.002)
    assert not table.plausible("cup")


# Noise


@pytest.mark.parametrize(("shape", "half"), [(CUP, 0.05), (BALL, 0.03)])
def test_noise_of_3_mm_neither_flags_nor_shakes_what_rests(shape: Shape, half: float) -> None:
    table = TableTop({"thing": shape}, noise=0.003)
    place = (0.1, 0.0, TOP + half)
    table.watch(1.0, {"thing": place})
    heights: list[float] = []
    for _ in range(150):
        table.tick({"thing": place})
        heights.append(height_above_table(table, "thing", half))
        assert table.plausible("thing")
    assert np.std(heights) <= 0.0005
    assert abs(np.mean(heights)) < TOUCHES_M
    assert table.events == []


def test_ball_nudged_by_noise_does_not_roll_away_p27() -> None:
    # Its place is in plain view and seen empty: whoever explains absences would look for it elsewhere.
    table = TableTop({"ball": BALL}, noise=0.003, absence_reasoning=False)
    place = (0.1, 0.0, TOP + 0.03)
    table.watch(2.0, {"ball": place})
    table.watch(8.0, {})
    assert np.linalg.norm(table.position("ball") - place) < 0.01
    assert table.holds("ball", "isOn", "table")


def test_single_stray_percept_moves_nothing() -> None:
    table = TableTop({"cup": CUP, "block": BLOCK})
    places: Places = {"cup": CUP_PLACE, "block": (0.0, 0.2, TOP + 0.04)}
    table.watch(1.0, places)
    table.tick({**places, "cup": (0.0, 0.2, TOP + 0.3)})
    table.watch(0.5, places)
    for name, place in places.items():
        assert np.allclose(table.position(name), place, atol=0.002)
    assert table.events == []


# Overlaps


def test_object_seen_3_cm_in_a_thin_container_floor_ends_inside() -> None:
    table = TableTop({"crate": crate(wall=0.004), "can": Cylinder(0.03, 0.06)})
    places: Places = {"crate": (0.0, 0.0, TOP)}
    table.watch(1.0, {**places, "can": (0.02, 0.0, TOP + 0.004)})
    assert table.position("can")[2] == pytest.approx(TOP + 0.034, abs=0.003)
    table.watch(1.5, places)
    assert table.position("can")[2] == pytest.approx(TOP + 0.034, abs=0.003)
    assert table.facts("can") == {("isIn", "crate")}
    assert np.allclose(table.position("crate"), (0.0, 0.0, TOP), atol=0.003)


def test_crate_stays_plausible_when_a_ball_is_seen_deep_in_its_floor() -> None:
    table = TableTop({"crate": crate(), "ball": BALL})
    table.watch(1.0, {"crate": (0.0, 0.0, TOP), "ball": (0.02, 0.0, TOP + 0.008)})
    assert table.facts("ball") == {("isIn", "crate")}
    assert table.plausible("crate")


def test_two_boxes_3_cm_in_each_other_part_gently() -> None:
    table = TableTop({"a": BLOCK, "b": BLOCK}, absence_reasoning=False)
    places: Places = {"a": (0.0, 0.0, TOP + 0.04), "b": (0.05, 0.0, TOP + 0.04)}
    fastest = 0.0
    for index in range(60):
        table.tick(places if index < 15 else {})
        fastest = max(fastest, table.speed("a"), table.speed("b"))
    apart = table.position("b") - table.position("a")
    assert apart[0] >= 0.078
    assert apart[0] < 0.10
    assert fastest < 1.0
    for name, place in places.items():
        assert np.linalg.norm(table.position(name) - place) < 0.03
        assert table.facts(name) == {("isOn", "table")}


# Others are left alone (P18), and what is carried rides along (P19, P21)


def test_cup_held_over_a_stack_does_not_move_the_stack_p18() -> None:
    table = TableTop({"lower": BLOCK, "upper": BLOCK, "cup": CUP})
    stack: Places = {"lower": (0.0, 0.0, TOP + 0.04), "upper": (0.0, 0.0, TOP + 0.12)}
    start = (0.0, 0.3, TOP + 0.05)
    table.watch(0.6, {**stack, "cup": start})
    table.play(0.8, lambda share: ({**stack, "cup": moved(start, (0.0, 0.0, 0.25), share)}, {}))
    table.play(0.8, lambda share: ({**stack, "cup": moved(start, (0.0, -0.3 * share, 0.25))}, {}))
    over = (0.0, 0.0, TOP + 0.30)
    for _ in range(60):
        table.tick({**stack, "cup": over})
        for name, place in stack.items():
            assert np.linalg.norm(table.position(name) - place) < 0.001
            assert table.plausible(name)
    assert not table.plausible("cup")
    assert np.allclose(table.position("cup"), over, atol=0.002)


def within(table: TableTop, name: str, container: str) -> FloatArray:
    """Where a thing is in a container's frame."""
    inner = table.world.pose(container).inverse() @ table.world.pose(name)
    return np.array(inner.position)


@pytest.mark.parametrize(("seconds", "degrees"), [(0.5, 0.0), (1.2, 150.0)])
def test_ball_in_a_carried_crate_stays_inside_all_along_p19_p21(seconds: float, degrees: float) -> None:
    table = TableTop({"crate": crate(), "ball": BALL})
    start = (-0.1, 0.0, TOP)
    table.watch(0.6, {"crate": start, "ball": (-0.07, 0.03, TOP + 0.038)})
    table.watch(1.0, {"crate": start})
    for index in range(1, round(seconds * table.rate) + 1):
        share = index / (seconds * table.rate)
        place = moved(start, (0.3 * share, 0.0, 0.15 * float(np.sin(np.pi * share))))
        table.tick({"crate": turned(place, degrees * share)})
        assert np.abs(within(table, "ball", "crate")[:2]).max() < 0.1
        assert 0.0 < within(table, "ball", "crate")[2] < 0.12
        assert table.holds("ball", "isIn", "crate")
    table.watch(0.6, {"crate": turned(moved(start, (0.3, 0.0, 0.0)), degrees)})
    assert table.facts("ball") == {("isIn", "crate")}
    assert table.position("ball")[0] > 0.1
    assert ("Pick", None, "ball") not in table.events


def test_contents_follow_a_crate_that_is_suddenly_elsewhere_and_turned_p21() -> None:
    table = TableTop({"crate": crate(), "ball": BALL})
    start, end = (-0.2, 0.0, TOP), (0.25, 0.3, TOP)
    table.watch(0.6, {"crate": start, "ball": (-0.15, 0.0, TOP + 0.038)})
    table.watch(1.0, {"crate": start})
    table.watch(1.0, {"crate": turned(end, 90.0)})
    assert table.facts("ball") == {("isIn", "crate")}
    # Five centimetres to the crate's own right, which is now along +Y.
    assert np.allclose(table.position("ball")[:2], (0.25, 0.35), atol=0.01)


def test_what_stands_on_a_moved_tray_rides_along_and_turns_with_it() -> None:
    table = TableTop({"tray": Box((0.3, 0.2, 0.02)), "cup": CUP, "block": BLOCK}, absence_reasoning=False)
    start = (0.0, -0.3, TOP + 0.01)
    table.watch(0.6, {"tray": start, "cup": (0.05, -0.3, TOP + 0.07), "block": (-0.08, -0.3, TOP + 0.06)})
    table.watch(1.0, {"tray": start})
    places = {name: within(table, name, "tray") for name in ("cup", "block")}

    def carried(share: float) -> tuple[Places, dict[str, Vector3]]:
        at = moved(start, (0.0, 0.5 * share, 0.15 * float(np.sin(np.pi * share))))
        return {"tray": turned(at, 60.0 * share)}, {"ann/right_hand": moved(at, (0.15, 0.0, 0.02))}

    table.play(1.5, carried)
    table.watch(0.6, {"tray": turned(moved(start, (0.0, 0.5, 0.0)), 60.0)})
    for name, place in places.items():
        assert np.linalg.norm(within(table, name, "tray") - place) < 0.02
        assert table.facts(name) == {("isOn", "tray")}
    assert table.events == [("Pick", "ann", "tray"), ("Place", "ann", "tray")]


def test_stack_on_a_slid_book_comes_along_unseen() -> None:
    table = TableTop({"book": Box((0.25, 0.18, 0.03)), "lower": BLOCK, "upper": BLOCK}, absence_reasoning=False)
    start = (-0.2, 0.0, TOP + 0.015)
    stack: Places = {"lower": (-0.2, 0.0, TOP + 0.07), "upper": (-0.2, 0.0, TOP + 0.15)}
    table.watch(0.6, {"book": start, **stack})
    table.watch(0.8, {"book": start})
    table.play(1.5, lambda share: ({"book": moved(start, (0.35, 0.0, 0.0), share)}, {}))
    table.watch(0.6, {"book": moved(start, (0.35, 0.0, 0.0))})
    assert np.allclose(table.position("lower"), (0.15, 0.0, TOP + 0.07), atol=0.03)
    assert np.allclose(table.position("upper"), (0.15, 0.0, TOP + 0.15), atol=0.03)
    assert table.facts("upper") == {("isOn", "lower")}
    assert table.events == []


# Elapsed time: C5


def test_unseen_ball_rests_where_it_was_for_a_minute() -> None:
    table = TableTop({"ball": BALL, "crate": crate(), "inner": BALL}, rate=2.0)
    places: Places = {"ball": (0.1, 0.0, TOP + 0.03), "crate": (0.0, 0.3, TOP), "inner": (0.0, 0.33, TOP + 0.038)}
    table.watch(4.0, places)
    table.watch(60.0, {})
    for name, place in places.items():
        assert np.allclose(table.position(name), place, atol=0.01)


@pytest.mark.parametrize("rate", [7.3, 10.0, 30.0, 60.0])
def test_unseen_body_falls_by_elapsed_time_whatever_the_rate_c5(rate: float) -> None:
    drop = 0.6
    simulated, world = simulated_room(ball=(BALL, Pose((0.0, 0.0, TOP + 0.03 + drop))))
    memory = Memory.fresh(len(simulated.ids))
    row = [str(name) for name in simulated.ids].index("ball")
    stamp, landed, ticks = 0.0, float("inf"), round(0.6 * rate)
    for index in range(ticks + 1):
        stamp = index / rate
        settled = settle(
            memory, simulated, world.apply(change(stamp=stamp)), riding={}, parameters=Parameters(), stamp=stamp
        )
        memory = settled.memory
        if settled.poses[row, 2] < TOP + 0.035:
            landed = min(landed, stamp)
    expected = float(np.sqrt(2 * drop / 9.81))
    assert expected - 0.01 <= landed <= expected + 1 / rate + 0.01


def test_long_silence_does_not_run_away() -> None:
    table = TableTop({"cup": CUP})
    table.watch(0.6, {"cup": CUP_PLACE})
    table.tick({"cup": CUP_PLACE}, after=3600.0)
    assert np.allclose(table.position("cup"), CUP_PLACE, atol=0.002)
    assert table.plausible("cup")


# Reasons


def test_every_correction_has_a_reason_one_can_read() -> None:
    table = TableTop({"low": CUP, "high": CUP, "air": CUP})
    places: Places = {"low": (0.0, 0.0, TOP + 0.04), "high": (0.0, 0.3, TOP + 0.06), "air": (0.0, -0.3, TOP + 0.3)}
    table.watch(1.0, places)
    assert "put 10 mm up onto table" in table.reasons["low"]
    assert "put 10 mm down onto table" in table.reasons["high"]
    assert any("carry" in reason for reason in table.reasons["air"])


def test_nothing_in_sight_is_moved_without_a_reason_in_that_tick() -> None:
    table = TableTop({"cup": CUP, "block": BLOCK, "crate": crate()}, noise=0.003, seed=4)
    places: Places = {"cup": (0.0, 0.0, TOP + 0.07), "block": (0.0, 0.3, TOP + 0.03), "crate": (0.0, -0.3, TOP)}
    before = {name: np.array([np.inf] * 3) for name in places}
    for _ in range(40):
        table.reasons.clear()
        table.tick(places)
        for name, last in before.items():
            if np.abs(table.position(name) - last).max() > 0.001:
                assert table.reasons.get(name)
            before[name] = table.position(name)


# Coming and going


def test_thing_that_enters_later_stands_and_disturbs_nothing() -> None:
    table = TableTop({"cup": CUP, "block": BLOCK})
    table.watch(1.0, {"cup": CUP_PLACE})
    table.watch(1.0, {"cup": CUP_PLACE, "block": (0.0, 0.3, TOP + 0.045)})
    assert np.allclose(table.position("cup"), CUP_PLACE, atol=0.002)
    assert table.facts("block") == {("isOn", "table")}
    assert table.facts("cup") == {("isOn", "table")}
    assert table.events == []


def test_rows_that_leave_take_their_memory_along_and_no_other() -> None:
    places = {name: Pose((0.0, 0.2 * index, TOP + 0.04)) for index, name in enumerate("abc")}
    simulated, world = simulated_room(**{name: (BLOCK, place) for name, place in places.items()})
    before, pool = simulated.ids, SimulationPool(MujocoEngine(), {}, Settings())
    without = world.apply(change(stamp=1.0, remove=[EntityId("b")]))
    loan = pool.lend(pool.kept(simulated), without)
    simulated = loan.scene
    assert (
        simulated.ids
        == tuple(before[row] for row in map(int, loan.stayed))
        == tuple(name for name in before if name != EntityId("b"))
    )
    again = without.apply(enter([(object_of("b", BLOCK), places["b"])], stamp=2.0))
    loan = pool.lend(pool.kept(simulated), again)
    simulated = loan.scene
    assert (loan.stayed.tolist(), len(simulated.ids)) == (list(range(len(before) - 1)), len(before))
    assert simulated.ids[-1] == "b"
    assert np.allclose(simulated.simulation.poses()[:, :3], again.poses()[simulated.world_rows, :3], atol=1e-9)


def test_memory_keeps_rows_and_grips() -> None:
    memory = Memory.fresh(3)
    memory.tries[:] = [1, 2, 3]
    kept = memory.kept(np.array([2, 0]), 2)
    assert kept.tries.tolist() == [3, 1, 0, 0]
    assert len(kept.tracks) == 4
    assert kept.plausible.all()
    assert kept.grips == MappingProxyType({})


def test_driven_body_is_kinematic_and_free_again_once_it_rests() -> None:
    simulated, world = simulated_room(cup=(CUP, Pose((0.0, 0.0, TOP + 0.3))))
    row = [str(name) for name in simulated.ids].index("cup")
    memory = Memory.fresh(len(simulated.ids))
    heights = [0.3] * 10 + [0.05] * 20
    modes: list[Mode] = []
    for index, height in enumerate(heights):
        name = simulated.ids[row]
        seen = change(stamp=index / 30, pose={name: Pose((0.0, 0.0, TOP + height)).array}, seen={name: index / 30})
        settled = settle(memory, simulated, world.apply(seen), riding={}, parameters=Parameters(), stamp=index / 30)
        memory = settled.memory
        modes.append(simulated.simulation.modes[row])
    assert modes[9] is Mode.KINEMATIC
    assert modes[-1] is Mode.DYNAMIC


@pytest.mark.parametrize("noise_mm", [0, 2])
@pytest.mark.parametrize("seen_frames", [4, 6, 9])
def test_thing_that_vanishes_while_it_falls_goes_on_falling_at_once(seen_frames: int, noise_mm: int) -> None:
    table = TableTop({"ball": BALL}, noise=noise_mm / 1000)
    edge = np.array([0.55, 0.0, TOP + 0.03])
    table.watch(1.0, {"ball": vector(edge - [0.3, 0.0, 0.0])})
    # It rolls off the edge.
    for frame in range(1, 16):
        table.tick({"ball": vector(edge + np.array([0.6 * frame / table.rate - 0.3, 0.0, 0.0]))})
    worst = 0.0
    for frame in range(1, 12):
        seconds = frame / table.rate
        truth = edge + np.array([0.6 * seconds, 0.0, -9.81 / 2 * seconds**2])
        table.tick({"ball": vector(truth)} if frame <= seen_frames else {})
        if frame > seen_frames:
            worst = max(worst, float(np.linalg.norm(table.position("ball") - truth)))
    assert worst < 0.06


def test_world_at_rest_is_left_alone_until_a_percept_tells_something_new() -> None:
    simulated, world = simulated_room(cup=(CUP, Pose(CUP_PLACE)))
    memory, cup = Memory.fresh(len(simulated.ids)), EntityId("cup")
    quiet: list[bool] = []
    heights: list[float] = []
    for tick in range(1, 60):
        stamp = tick / 30
        place = Pose(moved(CUP_PLACE, (0.0, 0.0, 0.2 if tick >= 58 else 0.0)))
        world = world.apply(change(stamp=stamp, pose={cup: place.array}, seen={cup: stamp}))
        settled = settle(memory, simulated, world, riding={}, parameters=Parameters(), stamp=stamp)
        memory = settled.memory
        quiet.append(settled.quiet)
        heights.append(float(settled.poses[simulated.ids.index(cup), 2]))
    assert quiet[-20:] == [True] * 18 + [False] * 2
    assert heights[-1] > CUP_PLACE[2] + 0.15


@pytest.mark.parametrize(
    ("stated", "low", "high"), [(None, 0.0015, 0.006), (0.009, 0.009, 0.009), (0.001, 0.001, 0.001)]
)
def test_noise_that_is_stated_wins_over_what_is_learnt(stated: float | None, low: float, high: float) -> None:
    simulated, world = simulated_room(cup=(CUP, Pose(CUP_PLACE)))
    cup, random = EntityId("cup"), np.random.default_rng(5)
    memory = Memory.fresh(len(simulated.ids))
    spread = {} if stated is None else {cup: np.diag([stated**2] * 3 + [0.0] * 3)}
    for number in range(60):
        stamp = 1.0 + number / 30
        place = Pose(vector(np.add(CUP_PLACE, random.normal(0, 0.003, 3)))).array
        merged = world.apply(change(stamp=stamp, pose={cup: place}, seen={cup: stamp}, pose_covariance=spread))
        settled = settle(memory, simulated, merged, riding={}, parameters=Parameters(), stamp=stamp)
        memory = settled.memory
    assert low - 1e-9 <= memory.tracks.noise[simulated.ids.index(cup)] <= high + 1e-9
