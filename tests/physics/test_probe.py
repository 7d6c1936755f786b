"""What would carry a thing, and how far above it the thing stands."""

import numpy as np
import pytest

from midworld.geometry import Box, Capsule, Cylinder, FloatArray, Pose, Shape, Sphere, rotation_matrix, transform
from midworld.physics import NOTHING, SimulatedScene
from midworld.physics.body import bodies
from midworld.physics.plumb import lowest, placed, solids
from midworld.physics.probe import surface_points
from midworld.world import EntityId, World, enter
from tabletop import TOP, crate, object_of, simulated_room, turned

BLOCK = Box((0.08, 0.08, 0.08))
CUP = Cylinder(0.04, 0.10)


def felt(simulated: SimulatedScene, name: str, pose: Pose, *, riders: tuple[str, ...] = ()) -> tuple[str | None, float]:
    """What is below a thing at a pose, by name, and the gap."""
    rows = {str(known): row for row, known in enumerate(simulated.ids)}
    carrier = np.full(len(rows), NOTHING, dtype=np.intp)
    carrier[[rows[rider] for rider in riders]] = rows[name]
    asked = np.array([rows[name]], dtype=np.intp)
    found = simulated.supports(asked, pose.array[None], simulated.simulation.poses(), carrier=carrier)
    below = int(found.rows[0])
    return None if below == NOTHING else str(simulated.ids[below]), float(found.gaps_m[0])


@pytest.mark.parametrize("gap", [-0.03, -0.005, 0.0, 0.01, 0.04, 0.3])
@pytest.mark.parametrize(
    ("shape", "height"), [(BLOCK, 0.04), (CUP, 0.05), (Sphere(0.04), 0.04), (Capsule(0.03, 0.04), 0.05)]
)
def test_gap_to_the_table_is_measured_from_above_and_from_within(shape: Shape, height: float, gap: float) -> None:
    pose = Pose((0.1, 0.2, TOP + height + gap))
    name, found = felt(simulated_room(thing=(shape, pose))[0], "thing", pose)
    assert name == "table"
    assert found == pytest.approx(gap, abs=0.001)


def test_support_is_felt_at_the_pose_asked_for_not_where_the_thing_is() -> None:
    simulated, _ = simulated_room(cup=(CUP, Pose((0.0, 0.0, TOP + 0.05))))
    assert felt(simulated, "cup", Pose((0.2, 0.2, TOP + 0.25)))[1] == pytest.approx(0.20, abs=0.001)


def test_in_a_stack_the_nearest_below_carries() -> None:
    lower, upper = Pose((0.0, 0.0, TOP + 0.04)), Pose((0.01, 0.0, TOP + 0.12))
    simulated, _ = simulated_room(lower=(BLOCK, lower), upper=(BLOCK, upper))
    assert felt(simulated, "upper", upper) == ("lower", pytest.approx(0.0, abs=0.001))
    assert felt(simulated, "lower", lower, riders=("upper",)) == ("table", pytest.approx(0.0, abs=0.001))


def test_what_stands_on_a_thing_is_never_its_support_even_when_they_overlap() -> None:
    lower, upper = Pose((0.0, 0.0, TOP + 0.04)), Pose((0.0, 0.0, TOP + 0.10))
    simulated, _ = simulated_room(lower=(BLOCK, lower), upper=(BLOCK, upper))
    assert felt(simulated, "lower", lower) == ("table", pytest.approx(0.0, abs=0.001))


def test_thing_in_a_crate_stands_on_the_crate() -> None:
    ball = Pose((0.03, 0.0, TOP + 0.008 + 0.03))
    simulated, _ = simulated_room(crate=(crate(), Pose((0.0, 0.0, TOP))), ball=(Sphere(0.03), ball))
    assert felt(simulated, "ball", ball) == ("crate", pytest.approx(0.0, abs=0.001))


def test_crate_stands_on_the_table_not_on_what_is_in_it() -> None:
    place = Pose((0.0, 0.0, TOP))
    simulated, _ = simulated_room(crate=(crate(), place), ball=(Sphere(0.03), Pose((0.03, 0.0, TOP + 0.038))))
    assert felt(simulated, "crate", place, riders=("ball",)) == ("table", pytest.approx(0.0, abs=0.001))


def test_board_over_the_rim_of_a_crate_stands_on_the_rim() -> None:
    board = Pose((0.0, 0.0, TOP + 0.12 + 0.005))
    simulated, _ = simulated_room(crate=(crate(), Pose((0.0, 0.0, TOP))), board=(Box((0.3, 0.3, 0.01)), board))
    assert felt(simulated, "board", board) == ("crate", pytest.approx(0.0, abs=0.002))


def test_neighbour_does_not_carry() -> None:
    left, right = Pose((0.0, -0.041, TOP + 0.04)), Pose((0.0, 0.041, TOP + 0.04))
    simulated, _ = simulated_room(left=(BLOCK, left), right=(BLOCK, right))
    assert felt(simulated, "left", left)[0] == "table"
    assert felt(simulated, "right", right)[0] == "table"


@pytest.mark.parametrize("overlap", [0.002, 0.006])
@pytest.mark.parametrize("sunk", [0.0, 0.004])
def test_flat_neighbour_one_stands_half_in_by_noise_does_not_carry(overlap: float, sunk: float) -> None:
    plate = Box((0.08, 0.08, 0.012))
    block = Pose((0.0, -0.08 + overlap, TOP + 0.04 - sunk))
    simulated, _ = simulated_room(plate=(plate, Pose((0.0, 0.0, TOP + 0.006))), block=(BLOCK, block))
    assert felt(simulated, "block", block) == ("table", pytest.approx(-sunk, abs=0.001))


def test_board_that_reaches_over_a_flat_thing_stands_on_it_though_it_sank_in() -> None:
    board = Pose((0.0, -0.08, TOP + 0.012 + 0.015 - 0.006))
    plate = (Box((0.08, 0.08, 0.012)), Pose((0.0, 0.0, TOP + 0.006)))
    simulated, _ = simulated_room(plate=plate, board=(Box((0.1, 0.2, 0.03)), board))
    assert felt(simulated, "board", board) == ("plate", pytest.approx(-0.006, abs=0.001))


def test_beyond_the_edge_the_floor_is_far_below() -> None:
    simulated, _ = simulated_room(cup=(CUP, Pose((0.0, 0.0, TOP + 0.05))))
    assert felt(simulated, "cup", Pose((0.8, 0.0, TOP + 0.05))) == ("floor", pytest.approx(TOP, abs=0.001))


def test_half_over_the_edge_the_table_still_carries() -> None:
    over = Pose((0.5, 0.0, TOP + 0.04))
    assert felt(simulated_room(block=(BLOCK, over))[0], "block", over) == ("table", pytest.approx(0.0, abs=0.001))


def test_outside_the_room_nothing_carries() -> None:
    simulated, _ = simulated_room(cup=(CUP, Pose((0.0, 0.0, TOP + 0.05))))
    name, gap = felt(simulated, "cup", Pose((9.0, 0.0, 1.0)))
    assert name is None
    assert gap == float("inf")


def test_things_asked_about_together_find_what_each_finds_alone() -> None:
    ball, lid = Pose((0.03, 0.0, TOP + 0.04)), turned((0.02, 0.01, TOP + 0.125), 25.0, axis=(0.0, 0.0, 1.0))
    block, lone = Pose((0.3, 0.2, TOP + 0.05)), Pose((-0.3, -0.2, TOP + 0.06))
    simulated, _ = simulated_room(
        crate=(crate(), Pose((0.0, 0.0, TOP))),
        ball=(Sphere(0.03), ball),
        lid=(Box((0.3, 0.3, 0.01)), lid),
        block=(BLOCK, block),
        lone=(CUP, lone),
    )
    wanted = {"ball": ball, "lid": lid, "block": block, "lone": lone}
    rows = np.array(sorted(simulated.ids.index(EntityId(name)) for name in wanted), dtype=np.intp)
    names = [str(simulated.ids[row]) for row in map(int, rows)]
    nobody = np.full(len(simulated.ids), NOTHING, dtype=np.intp)
    targets = np.array([wanted[name].array for name in names])
    found = simulated.supports(rows, targets, simulated.simulation.poses(), carrier=nobody)
    alone = [felt(simulated, name, wanted[name]) for name in names]
    assert [str(simulated.ids[row]) for row in map(int, found.rows)] == [name for name, _ in alone]
    assert found.gaps_m.tolist() == [gap for _, gap in alone]
    assert dict(zip(names, [name for name, _ in alone], strict=True)) == {
        "ball": "crate",
        "lid": "crate",
        "block": "table",
        "lone": "table",
    }


@pytest.mark.parametrize("degrees", [0.0, 20.0, 45.0, 90.0, 135.0, 180.0])
def test_lowest_point_of_a_tilted_can_is_found(degrees: float) -> None:
    tilted = turned((0.0, 0.0, 1.0), degrees, axis=(1.0, 0.0, 0.0))
    angle = np.radians(degrees)
    height = 1.0 - 0.05 * abs(np.cos(angle)) - 0.04 * abs(np.sin(angle))
    assert _placed(CUP, tilted)[:, 2].min() == pytest.approx(height, abs=1e-3)


def _placed(shape: Shape, pose: Pose) -> FloatArray:
    (body,) = bodies(World().apply(enter([(object_of("thing", shape), Pose())], stamp=0.0)).structure)
    known = solids([body], {})
    round_ones = lowest(known, placed(known, pose.array[None], rotation_matrix(pose.array[None, 3:])), np.array([0]))
    return np.concatenate([transform(pose.array, surface_points(body, {})), round_ones])
