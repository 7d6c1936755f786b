"""What stands on what and what is in what, and that noise never makes the facts flicker."""

import numpy as np
import pytest

from midworld.geometry import Box, Cylinder, Pose, Shape, Sphere
from midworld.physics import NOTHING
from midworld.relations.placement import TELL_S, placements, told
from midworld.world import Entry, Situation, Statement, Timeline, World, change
from tabletop import TOP, crate, simulated_room, turned

BLOCK = Box((0.08, 0.08, 0.08))
BALL = Sphere(0.03)
CRATE = (crate(), Pose((0.0, 0.0, TOP)))
# The crate is 12 cm high and its floor 8 mm thick.
RIM = TOP + 0.12
FLOOR = TOP + 0.008

Placed = dict[str, tuple[Shape, Pose]]


def true_of(
    placed: Placed, *, carriers: dict[str, str] | None = None, held: tuple[str, ...] = (), known: Timeline | None = None
) -> frozenset[Statement]:
    """The facts of things at poses, given what bears whom."""
    simulated, _ = simulated_room(**placed)
    rows = {str(name): row for row, name in enumerate(simulated.ids)}
    carrier = np.full(len(rows), NOTHING, dtype=np.intp)
    for above, below in (carriers or {}).items():
        carrier[rows[above]] = rows[below]
    hands = frozenset(rows[name] for name in held)
    return placements(simulated, simulated.simulation.poses(), carrier, hands, known or Timeline())


def inside(shape: Shape, pose: Pose, *, known: bool = False, container: tuple[Shape, Pose] = CRATE) -> bool:
    """Whether a thing at a pose is in the crate; `known` if it has been in it before."""
    timeline = Timeline().append(Situation(0.0, "isIn", "thing", "crate")) if known else None
    return ("thing", "isIn", "crate") in true_of({"crate": container, "thing": (shape, pose)}, known=timeline)


# isOn


def test_in_a_stack_each_is_on_the_one_below_and_not_on_the_table() -> None:
    placed: Placed = {
        "lower": (BLOCK, Pose((0.0, 0.0, TOP + 0.04))),
        "middle": (BLOCK, Pose((0.0, 0.0, TOP + 0.12))),
        "upper": (BLOCK, Pose((0.0, 0.0, TOP + 0.20))),
    }
    carriers = {"lower": "table", "middle": "lower", "upper": "middle"}
    assert true_of(placed, carriers=carriers) == {
        ("lower", "isOn", "table"),
        ("middle", "isOn", "lower"),
        ("upper", "isOn", "middle"),
    }


def test_what_is_in_a_crate_is_not_also_on_it() -> None:
    placed: Placed = {"crate": CRATE, "ball": (BALL, Pose((0.0, 0.0, FLOOR + 0.03)))}
    carriers = {"crate": "table", "ball": "crate"}
    assert true_of(placed, carriers=carriers) == {("crate", "isOn", "table"), ("ball", "isIn", "crate")}


def test_block_on_a_block_in_a_crate_is_on_the_block_and_in_the_crate() -> None:
    small = Box((0.04, 0.04, 0.04))
    placed: Placed = {
        "crate": CRATE,
        "lower": (small, Pose((0.0, 0.0, FLOOR + 0.02))),
        "upper": (small, Pose((0.0, 0.0, FLOOR + 0.06))),
    }
    found = true_of(placed, carriers={"crate": "table", "lower": "crate", "upper": "lower"})
    assert {("upper", "isOn", "lower"), ("upper", "isIn", "crate"), ("lower", "isIn", "crate")} <= found


def test_what_a_hand_holds_is_on_nothing_and_in_nothing() -> None:
    placed: Placed = {"crate": CRATE, "ball": (BALL, Pose((0.0, 0.0, FLOOR + 0.03)))}
    carriers = {"crate": "table", "ball": "crate"}
    assert true_of(placed, carriers=carriers, held=("ball",)) == {("crate", "isOn", "table")}


def test_what_nothing_bears_is_on_nothing() -> None:
    assert true_of({"ball": (BALL, Pose((0.0, 0.0, 2.0)))}) == set()


# isIn


@pytest.mark.parametrize(
    ("shape", "height"), [(BALL, 0.03), (Cylinder(0.03, 0.06), 0.03), (Cylinder(0.03, 0.30), 0.15), (BLOCK, 0.04)]
)
def test_thing_on_the_floor_of_a_crate_is_in_it_however_tall(shape: Shape, height: float) -> None:
    assert inside(shape, Pose((0.02, 0.0, FLOOR + height)))


def test_stick_that_leans_in_a_crate_is_in_it() -> None:
    assert inside(Cylinder(0.01, 0.25), turned((0.0, 0.0, TOP + 0.115), 30.0, axis=(1.0, 0.0, 0.0)))


def test_ball_above_the_rim_is_not_in_the_crate() -> None:
    assert not inside(BALL, Pose((0.0, 0.0, RIM + 0.03)))
    assert not inside(BALL, Pose((0.0, 0.0, RIM + 0.20)))


def test_ball_beside_the_crate_is_not_in_it() -> None:
    assert not inside(BALL, Pose((0.14, 0.0, TOP + 0.03)))


def test_stick_that_leans_on_the_crate_from_outside_is_not_in_it() -> None:
    # Its foot is on the table beside the crate, its head above the crate's opening.
    stick = turned((0.125, 0.0, TOP + 0.13), -25.0, axis=(0.0, 1.0, 0.0))
    assert not inside(Cylinder(0.01, 0.28), stick)


def test_block_against_the_outer_wall_is_not_in_the_crate() -> None:
    assert not inside(BLOCK, Pose((0.14, 0.0, TOP + 0.04)))


def test_lid_on_the_rim_is_on_the_crate_and_not_in_it() -> None:
    lid = Box((0.2, 0.2, 0.01))
    placed: Placed = {"crate": CRATE, "lid": (lid, Pose((0.0, 0.0, RIM + 0.005)))}
    found = true_of(placed, carriers={"crate": "table", "lid": "crate"})
    assert found == {("crate", "isOn", "table"), ("lid", "isOn", "crate")}


def test_lid_tracked_a_little_low_is_still_not_in_the_crate() -> None:
    assert not inside(Box((0.2, 0.2, 0.01)), Pose((0.0, 0.0, RIM - 0.012)))


def test_what_is_under_the_crate_is_not_in_it() -> None:
    assert not inside(Box((0.1, 0.1, 0.02)), Pose((0.0, 0.0, TOP - 0.05)))


@pytest.mark.parametrize("degrees", [120.0, 180.0])
def test_inverted_crate_holds_nothing(degrees: float) -> None:
    over = turned((0.0, 0.0, RIM), degrees, axis=(1.0, 0.0, 0.0))
    middle = vector_of(over.apply((0.0, 0.0, 0.06)))
    assert not inside(BALL, Pose(middle), container=(crate(), over))


def vector_of(point: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[float, float, float]:
    return float(point[0]), float(point[1]), float(point[2])


@pytest.mark.parametrize("degrees", [15.0, 40.0])
def test_tilted_crate_still_holds_what_lies_in_it(degrees: float) -> None:
    tilted = turned((0.0, 0.0, TOP + 0.1), degrees, axis=(1.0, 0.0, 0.0))
    assert inside(BALL, Pose(vector_of(tilted.apply((0.0, 0.05, 0.04)))), container=(crate(), tilted))


def test_ball_in_a_cup_in_a_crate_is_in_the_cup() -> None:
    placed: Placed = {
        "crate": CRATE,
        "cup": (crate(width=0.1, height=0.1, wall=0.005), Pose((0.0, 0.0, FLOOR))),
        "ball": (BALL, Pose((0.0, 0.0, FLOOR + 0.035))),
    }
    found = true_of(placed, carriers={"crate": "table", "cup": "crate", "ball": "cup"})
    assert {("ball", "isIn", "cup"), ("cup", "isIn", "crate")} <= found


def test_box_is_not_in_one_that_is_smaller() -> None:
    assert not inside(Box((0.3, 0.3, 0.1)), Pose((0.0, 0.0, RIM + 0.03)))


# Hysteresis


def test_jitter_around_the_rim_changes_nothing() -> None:
    random = np.random.default_rng(0)
    for known in (False, True):
        answers = {
            inside(BALL, Pose((0.0, 0.0, RIM + 0.03 + float(random.normal(0.0, 0.003)))), known=known)
            for _ in range(25)
        }
        # Whatever was believed before goes on being believed.
        assert answers == {known}


def test_what_was_in_the_crate_is_out_once_it_is_clearly_above() -> None:
    assert not inside(BALL, Pose((0.0, 0.0, RIM + 0.03 + 0.03)), known=True)


class Telling:
    """Facts told tick by tick."""

    def __init__(self) -> None:
        self.world = World()
        self.pending: dict[Statement, float] = {}
        self.entries: list[Entry] = []

    def hear(self, stamp: float, *true: Statement, at_once: frozenset[str] = frozenset()) -> list[Entry]:
        entries, self.pending = told(set(true), self.world, self.pending, stamp=stamp, at_once=at_once)
        self.world = self.world.apply(change(stamp=stamp, entries=entries))
        self.entries += entries
        return entries


CUP_ON: Statement = ("cup", "isOn", "table")


def test_fact_is_told_once_it_has_lasted_and_only_once() -> None:
    telling = Telling()
    stamps = [index / 30 for index in range(30)]
    heard = [len(telling.hear(stamp, CUP_ON)) for stamp in stamps]
    assert sum(heard) == 1
    assert stamps[heard.index(1)] == pytest.approx(TELL_S, abs=1 / 30)


def test_flicker_faster_than_the_wait_is_never_told() -> None:
    telling = Telling()
    for index in range(300):
        telling.hear(index / 30, *([CUP_ON] if index % 4 < 3 else []))
    assert telling.entries == []


def test_fact_that_holds_survives_short_gaps() -> None:
    telling = Telling()
    for index in range(30):
        telling.hear(index / 30, CUP_ON)
    for index in range(30, 300):
        telling.hear(index / 30, *([CUP_ON] if index % 4 else []))
    assert len(telling.entries) == 1
    assert telling.world.timeline.holds(*CUP_ON)


def test_fact_is_taken_back_once_it_has_been_gone_for_a_while() -> None:
    telling = Telling()
    for index in range(60):
        telling.hear(index / 30, *([CUP_ON] if index < 30 else []))
    assert len(telling.entries) == 2
    assert not telling.world.timeline.holds(*CUP_ON)


def test_thing_something_happened_to_does_not_wait() -> None:
    telling = Telling()
    assert telling.hear(1.0, CUP_ON, ("mug", "isOn", "table"), at_once=frozenset({"cup"})) == [
        Situation(1.0, "isOn", "cup", "table")
    ]


def test_other_predicates_are_left_alone() -> None:
    telling = Telling()
    telling.world = World().apply(change(stamp=0.0, entries=[Situation(0.0, "isHeldBy", "cup", "ann")]))
    for index in range(30):
        telling.hear(index / 30)
    assert telling.entries == []
