"""What somebody is about to do follows their plan until their hands and eyes say otherwise."""

import numpy as np
import pytest

from midworld import open as open_scene
from midworld.cli.studies.cleaning.study import SCENE
from midworld.execution import Foresight, foreseen, options
from midworld.geometry import FloatArray, look_rotation, vector
from midworld.perception import AgentPercept, Observation, PartPercept, Percept
from midworld.planning import Fact
from midworld.world import EntityId, World

GREY, BLACK = np.array([0.9, 0.3, 0.776]), np.array([0.9, -0.3, 0.776])
REACHED: tuple[Fact, ...] = (
    ("canReach", "ann", "grey_tape"),
    ("canReach", "ann", "black_tape"),
    ("canReach", "ann", "pink_box"),
)
TAKE_GREY, TAKE_BLACK = ("take", "ann", "grey_tape"), ("take", "ann", "black_tape")


def worlds(*hands: FloatArray, looks: FloatArray = GREY) -> list[World]:
    """Ann looks somewhere while her right hand is in some places, a tenth of a second after each other."""
    session, found = open_scene(SCENE), list[World]()
    for number, hand in enumerate(hands):
        head = np.array([1.55, 0.0, 1.6])
        x, y, z, w = (float(each) for each in look_rotation(looks - head))
        parts = (
            PartPercept("head", (1.55, 0.0, 1.6), (x, y, z, w)),
            PartPercept("right_hand", vector(hand), (0.0, 0.0, 0.0, 1.0)),
        )
        things = [
            Percept(EntityId(name), vector(np.array(place)), (0.0, 0.0, 0.0, 1.0))
            for name, place in (("grey_tape", GREY), ("black_tape", BLACK), ("pink_box", (1.05, -0.6, 0.83)))
        ]
        session.feed(Observation(0.1 * (number + 1), "tracker", tuple(things), (AgentPercept(EntityId("ann"), parts),)))
        found.append(session.world())
    return found


def seen(found: list[World], choices: dict[tuple[str, ...], float]) -> Foresight:
    foresight = None
    for number, world in enumerate(found):
        foresight = foreseen(foresight, "ann", world, choices, stamp=0.1 * (number + 1))
    assert foresight is not None
    return foresight


def test_it_is_a_distribution_over_all_that_could_be_done_and_nothing() -> None:
    (world,) = worlds(np.array([1.3, -0.2, 1.0]))
    foresight = seen([world], options("ann", world, REACHED))
    assert {task for task, _ in foresight.likely} == {(), TAKE_GREY, TAKE_BLACK}
    assert sum(chance for _, chance in foresight.likely) == pytest.approx(1.0)
    held = options("ann", world, [*REACHED, ("isHeldBy", "grey_tape", "ann")])
    assert ("throw", "ann", "grey_tape", "pink_box") in held
    assert TAKE_GREY not in held


def test_what_was_asked_for_is_expected_until_the_hand_goes_elsewhere() -> None:
    start = np.array([1.3, 0.0, 1.0])
    still = worlds(*[start] * 3, looks=np.array([0.5, 0.0, 0.75]))
    asked = options("ann", still[0], REACHED, asked=[(*TAKE_BLACK, "table")])
    assert seen(still, asked).next == TAKE_BLACK
    way = [start + share * (GREY - start) for share in np.linspace(0.0, 0.8, 7)]
    foresight = seen(worlds(*way), asked)
    assert foresight.next == TAKE_GREY
    assert foresight.chance((*TAKE_GREY, "table")) > 0.5


def test_where_somebody_looks_counts() -> None:
    start = np.array([1.3, 0.0, 1.0])
    for looks, task in ((GREY, TAKE_GREY), (BLACK, TAKE_BLACK)):
        found = worlds(*[start] * 6, looks=looks)
        assert seen(found, options("ann", found[0], REACHED)).next == task
