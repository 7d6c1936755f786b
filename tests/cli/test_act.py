"""`midworld act`: a goal is reached or refused with a sentence; a hand-over ends in the person's hand."""

from pathlib import Path

import pytest

from midworld.cli.act import act
from midworld.cli.studies.cleaning.study import SCENE
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


ROBOT = """
import asyncio
from midworld.adapters.mujoco import MujocoEngine
from midworld.adapters.room.driver import RoomDriver
from midworld.adapters.room.room import Room
from midworld.cli.studies.cleaning import study
from midworld.cli.studies.pursuing import Instant

class Robot:
    def __init__(self, session):
        laid = study.Variant({"grey_tape": (0.47, 0.15)})
        self.room = Room(session.scene, MujocoEngine(), places=study.places(laid), people=[study.person(laid)])
        self.room.robot.aim((0.85, 0.0, 0.75))
        self.driver = RoomDriver(self.room)

    async def instants(self):
        heard = 0
        while True:
            seen, said = self.room.step(), self.room.said[heard:]
            heard += len(said)
            yield Instant(seen, tuple((each.speaker, each.text) for each in said if each.speaker != "robot"))
            await asyncio.sleep(0)

def robot(session):
    return Robot(session)
"""


def test_a_goal_is_pursued_on_a_robot_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "robot.py"
    file.write_text(ROBOT)
    act(["grey_tape isIn pink_box"], scene=SCENE, robot=file)
    told = capsys.readouterr().out
    assert "done throw ann grey_tape pink_box" in told
    assert "Achieved: what was wanted is seen to hold" in told
    assert "really" not in told


def test_a_robot_file_that_gives_none_is_refused_with_what_it_should_say(tmp_path: Path) -> None:
    file = tmp_path / "robot.py"
    file.write_text("def robot(session):\n    return object()\n")
    with pytest.raises(BadInput, match="needs a driver and instants"):
        act(["grey_tape isIn pink_box"], scene=SCENE, robot=file)
    with pytest.raises(BadInput, match="needs --scene"):
        act(["grey_tape isIn pink_box"], robot=file)
    with pytest.raises(BadInput, match="No such file"):
        act(["grey_tape isIn pink_box"], scene=SCENE, robot=tmp_path / "none.py")


def test_a_book_that_is_handed_over_ends_in_the_hand() -> None:
    done = played()
    assert done.outcome.achieved
    assert done.true
    assert done.run is not None
    assert [each.task[0] for each in done.run.plan.actions] == ["take", "give"]
