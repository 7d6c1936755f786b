"""`midworld act`: a goal is reached or refused with a sentence; a hand-over ends in the person's hand."""

import pytest

from midworld.cli.act import act
from midworld.cli.studies.handover.study import played
from midworld.errors import BadInput, MidworldError


def test_a_goal_is_pursued_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    act(["grey_tape isIn pink_box"])
    told = capsys.readouterr().out
    assert "begun put robot grey_tape table ann" in told
    assert "robot: Ann, please take the grey tape and throw it into the pink box." in told
    assert "Achieved" in told
    assert "so it really is" in told


def test_what_is_no_goal_is_refused_with_what_is_one() -> None:
    with pytest.raises(BadInput, match="THING isIn or isHeldBy PLACE"):
        act(["grey_tape on box"])
    with pytest.raises(MidworldError, match="did you mean grey_tape"):
        act(["gray_tape isIn pink_box"])


def test_a_book_that_is_handed_over_ends_in_the_hand() -> None:
    done = played()
    assert done.outcome.achieved
    assert done.true
    assert done.run is not None
    assert [each.task[0] for each in done.run.plan.actions] == ["take", "give"]
