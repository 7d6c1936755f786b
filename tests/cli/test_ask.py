"""`midworld ask`: questions about the past of anybody's world."""

import json
import re
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from clikit import Command
from midworld.errors import BadStatement, UnknownName
from midworld.providers import read_observations, read_scene
from midworld.readers.asked import Asked
from midworld.readers.questions import FORMS
from midworld.readers.talking import answered
from midworld.runtime import Recorder, replayed
from midworld.session.engines import assess
from midworld.world import DIVERGENCES, EntityId, Situation, Timeline, World
from swapped import END, LEAVES, MOVED, written


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """Scene, log and a recording with minds of minds."""
    folder = tmp_path_factory.mktemp("swapped")
    scene, log = written(folder)
    known = read_scene(scene)
    assessment = assess(replace(known, reasoner=MappingProxyType({"belief_depth": 2.0})))
    with Recorder(assessment.board, folder / "run.mwlog"):
        for observation in read_observations(log, known):
            assessment.feed(observation)
    return scene, log, folder / "run.mwlog"


@pytest.fixture(scope="module")
def recording(files: tuple[Path, Path, Path]) -> Path:
    return files[2]


@pytest.fixture(scope="module")
def worlds(recording: Path) -> dict[str, World]:
    return {commit.name: commit.world for commit in replayed(recording)}


def said(worlds: dict[str, World], question: str, owner: str = "robot") -> str:
    return answered(question, Asked(worlds, owner, "robot")).text


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("where is the ball", "ball is in box since T s; box is on table."),
        ("Where is THE Red Ball?", "ball is in box since T s; box is on table."),
        ("what is in the box", "ball is in box."),
        ("what's inside the basket?", "nothing is in basket."),
        ("what is on top of the table", "basket, box, cup_1 and cup_2 are on table."),
        ("who has the ball", "nobody has ball."),
        ("who sees the blue cup", "bob and robot see cup_1."),
        ("who can reach the floor", "nobody can reach floor."),
        ("what does the robot see", "robot sees ball, basket, box, cup_1, cup_2, floor and table."),
        ("can bob see the blue cup", "yes: bob sees cup_1 since T s."),
        ("can ann see the ball", "no: ann does not see ball (ann was last seen at T s)."),
        ("can ann reach the box", "no: ann cannot reach box (ann was last seen at T s)."),
        ("is the ball in the box", "yes: ball is in box."),
        ("is the ball on the table", "yes: ball is in box since T s; box is on table."),
        ("is the ball in the table", "no: ball is in box since T s; box is on table."),
        ("is the ball in the basket", "no: ball is in box since T s; box is on table."),
        ("is the box to the left of the basket", "yes: box is left of basket."),
        ("what is on the left of the green cup", "ball and box are left of cup_2."),
        ("what is near the basket", "cup_1 is near basket."),
        ("what is in front of the blue cup", "ball, basket and box are in front of cup_1."),
        ("what is behind the box", "cup_1 and cup_2 are behind box."),
        ("who is wrong about the blue cup", "nobody is wrong about cup_1."),
        ("why is the ball not seen", "ball is seen."),
        ("what happened", "nothing is known to have happened."),
        ("what happened to the ball", "ball was in basket from T s until T s; ball was in box from T s."),
        ("when was the ball last seen", "robot sees ball now, at T s."),
        ("where is ann", "ann is at (0.00, -1.10, 1.50) m; ann was last seen at T s."),
    ],
)
def test_every_form_is_answered_in_a_sentence(worlds: dict[str, World], question: str, answer: str) -> None:
    assert re.sub(r"\d+\.\d s", "T s", said(worlds, question)) == answer


def test_everybody_answers_from_the_own_world(worlds: dict[str, World]) -> None:
    assert said(worlds, "where is the ball", "ann").startswith("ann believes that ball is in basket")
    assert said(worlds, "where is the ball", "bob").startswith("bob believes that ball is in box")
    assert said(worlds, "where is the ball", "bob/ann").startswith("bob believes that ann believes that ball is in b")
    assert "in basket" in said(worlds, "where is the ball", "bob/ann")
    # Left and right change sides with the eyes.
    assert said(worlds, "is the blue cup left of the ball", "bob").startswith("yes")
    assert said(worlds, "is the blue cup left of the ball").startswith("no")


def test_who_is_wrong_is_told_with_the_reason(worlds: dict[str, World]) -> None:
    assert said(worlds, "who is wrong").startswith("ann believes ball to be in basket")
    # Bob, who saw her leave, knows as much; she herself suspects nobody.
    assert said(worlds, "who is wrong", "bob").startswith("bob believes that ann believes ball to be in basket")
    assert said(worlds, "who is wrong about the ball", "ann") == "ann believes that nobody is wrong about ball."
    assert said(worlds, "who is wrong", "bob/ann").endswith("no world goes that deep.")


def test_why_somebody_is_wrong_is_as_it_is_now(worlds: dict[str, World]) -> None:
    # She came to be wrong while it was in a hand; by now it is elsewhere.
    begun = Situation(2.2, "FalseBelief", "ann", "ball", reason="it has been held by bob since 2.1 s")
    then = {**worlds, DIVERGENCES: World(timeline=Timeline().append(begun))}
    assert re.search(r"but it has been in box since [\d.]+ s\.$", said(then, "who is wrong"))


def test_when_somebody_last_saw_a_thing(worlds: dict[str, World]) -> None:
    answer = answered("when did ann last see the ball", Asked(worlds, "robot", "robot"))
    assert LEAVES <= answer.facts[0].since < MOVED
    assert answer.text.startswith("ann last saw ball at")
    assert said(worlds, "when did bob last see the ball").startswith("bob sees ball now")
    assert said(worlds, "why is the ball not seen", "ann").startswith("ann does not see ball")


def test_a_phrase_that_fits_several_things_is_asked_back(worlds: dict[str, World]) -> None:
    answer = answered("where is the cup", Asked(worlds, "robot", "robot"))
    assert answer.text == "which cup is meant: cup_1 or cup_2?"
    assert answer.candidates == ("cup_1", "cup_2")


def test_unknown_names_and_questions_say_what_would_do(worlds: dict[str, World]) -> None:
    with pytest.raises(UnknownName, match="no thing named 'cap'; did you mean cup"):
        said(worlds, "where is the cap")
    with pytest.raises(UnknownName, match="no agent named 'anna'; did you mean ann"):
        said(worlds, "what does anna see")
    # Only people see.
    with pytest.raises(UnknownName, match="no agent named 'ball'"):
        said(worlds, "what does ball see")
    with pytest.raises(BadStatement) as refused:
        said(worlds, "how heavy is the ball")
    assert "\n" not in str(refused.value)
    assert sum(f"'{form.example}'" in str(refused.value) for form in FORMS) == 1


def test_stamps_of_an_epoch_are_told_from_the_start(worlds: dict[str, World]) -> None:
    asked = Asked(worlds, "robot", "robot", start=1.7e9)
    assert asked.readable("seen at 1700000003.2 s") == "seen at +3.2 s"


def test_the_past_is_asked_of_a_recording(midworld: Command, recording: Path) -> None:
    assert midworld("ask", recording, "where is the ball").out.startswith(b"ball is in box since")
    before = midworld("ask", recording, "--at", "1.5", "where", "is", "the", "ball")
    assert before.out.startswith(b"ball is in basket since")
    after = midworld("ask", recording, "--at", "+0.9", "--agent", "Ann", "--json", "is the ball in the basket")
    reply = json.loads(after.out)
    assert (reply["agent"], reply["stamp"], reply["answer"]["holds"]) == ("ann", 1.0, True)
    fact = reply["answer"]["facts"][0]
    assert (fact["subject"], fact["predicate"], fact["object"]) == ("ball", "isIn", "basket")


def test_a_log_is_assessed_as_far_and_as_deep_as_asked(midworld: Command, files: tuple[Path, Path, Path]) -> None:
    scene, log, _ = files
    deep = midworld("ask", scene, log, "--at", "1.2", "--agent", "ann/bob", "where is the ball")
    assert deep.out.startswith(b"ann believes that bob believes that ball is in basket")
    unseen = midworld("ask", scene, log, "--at", "0.3", "where is the key")
    assert unseen.out == b"key has not been perceived by 0.3 s.\n"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--at", "99", "where is the ball"), f"outside {{run}}, which goes from 0.1 s to {END:g} s"),
        (("--at", "0", "where is the ball"), "outside {run}, which begins at 0.1 s"),
        (("--agent", "anne", "where is the ball"), "no agent named 'anne'; did you mean ann"),
        (("--agent", "ann/bob/ann", "where is the ball"), "minds go as deep as --depth"),
        (("--depth", "2", "where is the ball"), "a recording has the minds it was made with"),
        (("where is the bal",), "did you mean ball"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(
    midworld: Command, recording: Path, words: tuple[str, ...], problem: str
) -> None:
    result = midworld("ask", recording, *words)
    assert result.status == 2
    assert problem.format(run=recording) in result.err


def test_a_question_left_out_lists_the_forms(midworld: Command, files: tuple[Path, Path, Path]) -> None:
    scene, log, _ = files
    result = midworld("ask", scene, log)
    assert result.status == 2
    assert "where is X" in result.err


def test_who_is_still_tracked_far_from_everything_has_left(worlds: dict[str, World]) -> None:
    stable = worlds["stable"]
    row = stable.structure.row(EntityId("ann"))
    pose, perceived = stable.state.pose.copy(), stable.state.perceived.copy()
    perceived[row] = True
    near = stable.state.with_tables({"perceived": perceived, "pose": pose})
    pose = pose.copy()
    pose[row, :2] = (6.0, -5.0)
    far = stable.state.with_tables({"perceived": perceived, "pose": pose})
    told = [said({**worlds, "stable": replace(stable, state=state)}, "when did ann leave") for state in (near, far)]
    assert told[0] == "ann has not left."
    assert told[1].startswith("ann left at")
    assert said({**worlds, "stable": replace(stable, state=far)}, "what did bob move after ann went out") == said(
        worlds, "what did bob move after ann left"
    )
