"""What can go wrong while a table is cleaned together: each time an honest end, and nothing left held or running."""

import asyncio
import os

import pytest

from midworld.adapters.room.room import Room
from midworld.cli.studies.cleaning.study import Played, Variant, played
from midworld.execution import Phase
from midworld.testing import Fault, faulty

ONE = {"grey_tape": (0.47, 0.15)}
# `make soak` plays all of them: each takes ten seconds and more.
long = pytest.mark.skipif(not os.environ.get("LONG_STORIES"), reason="a long story, played by make soak")


def settled(done: Played) -> None:
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
