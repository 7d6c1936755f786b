"""What can go wrong while a table is cleaned together: each time an honest end, and nothing left held or running."""

import asyncio
import os

import numpy as np
import pytest

from midworld.adapters.room.figure import Character
from midworld.adapters.room.manners import putting, taking, waiting
from midworld.adapters.room.room import Room
from midworld.cli.studies.acting import Acted
from midworld.cli.studies.cleaning.study import Variant, played
from midworld.execution import Phase
from midworld.geometry import Pose
from midworld.testing import Fault, faulty
from midworld.world import EntityId

ONE = {"grey_tape": (0.47, 0.15)}
TWO = {"grey_tape": (0.47, 0.15), "black_tape": (0.5, -0.25)}
GREY = EntityId("grey_tape")
# `make soak` plays all of them: each takes ten seconds and more.
long = pytest.mark.skipif(not os.environ.get("LONG_STORIES"), reason="a long story, played by make soak")


def settled(done: Acted) -> None:
    """No false claim, nothing on the way."""
    assert done.outcome.achieved == done.true
    assert not done.room.robot.moving
    assert done.run is not None
    assert not done.run.ids(Phase.CANCELLING)
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()


@pytest.mark.parametrize("fault", [pytest.param(Fault.HANGS, marks=long), Fault.RAISES])
def test_what_fails_once_is_done_again(fault: Fault) -> None:
    done = played(Variant(ONE), wrap=faulty(fault))
    settled(done)
    assert done.outcome.achieved
    assert done.run is not None
    assert done.run.repairs == 1


@pytest.mark.parametrize(
    ("fault", "reason"),
    [(Fault.LIES, "isHeldBy grey_tape robot"), pytest.param(Fault.DIES, "does not answer", marks=long)],
)
def test_what_fails_for_good_is_given_up_with_the_reason(fault: Fault, reason: str) -> None:
    done = played(Variant(ONE), wrap=faulty(fault))
    settled(done)
    assert not done.outcome.achieved
    assert reason in done.outcome.reason


@long
def test_eyes_that_see_nothing_for_five_seconds_cost_no_more_than_time() -> None:
    def blinded(room: Room) -> None:
        if room.now == 6.0:
            room.blind_until = 11.0

    done = played(Variant(ONE), meanwhile=blinded)
    settled(done)
    assert done.outcome.achieved


@long
def test_who_walks_away_is_called_and_waited_for_and_is_the_reason() -> None:
    done = played(Variant(ONE, character=Character(leaves_at=8.0)))
    settled(done)
    assert not done.outcome.achieved
    assert "ann is away" in done.outcome.reason
    assert "canReach" not in done.outcome.reason
    assert any("where are you" in each.text for each in done.room.said)


@long
def test_who_takes_the_wrong_thing_is_told_and_takes_the_right_one() -> None:
    done = played(Variant(TWO, character=Character(mistakes={"grey_tape": "black_tape"})))
    settled(done)
    assert done.outcome.achieved
    assert any(each.text.startswith("Not the black tape") for each in done.room.said)


@long
def test_what_is_undone_is_done_again() -> None:
    undone: list[float] = []

    def undo(room: Room) -> None:
        if not undone and room.is_in("grey_tape", "pink_box"):
            undone.append(room.now)
            for step in (waiting(1.0), taking(GREY), putting(GREY, np.array([1.1, 0.0, 0.8]))):
                room.people[EntityId("ann")].do(step)

    done = played(Variant(TWO), meanwhile=undo)
    settled(done)
    assert undone
    assert done.outcome.achieved


@long
def test_a_goal_that_becomes_impossible_is_given_up_with_what_is_in_the_way() -> None:
    def removed(room: Room) -> None:
        if room.now == 7.0:
            room.displace("pink_box", Pose((-2.0, -2.0, 0.1)))

    done = played(Variant(ONE), meanwhile=removed)
    settled(done)
    assert not done.outcome.achieved
    assert "pink_box" in done.outcome.reason
