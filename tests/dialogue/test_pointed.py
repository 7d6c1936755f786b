"""Point & Learn and Give me this: from hands and eyes in a log to the spoken answer, through the command."""

import json
import subprocess
import sys

import msgspec
import pytest

from midworld.dialogue import Utterance
from talktables import TOP, Frame, Point, person, written

MIA = (1.75, 0.0, 1.2)
MUG: dict[str, object] = {"class": "Mug", "shape": {"cylinder": [0.035, 0.09]}, "mass": 0.25}
THINGS: dict[str, Point] = {
    "mug_1": (0.35, 0.35, TOP + 0.045),
    "mug_2": (0.35, 0.0, TOP + 0.045),
    "gadget": (0.35, -0.35, TOP + 0.03),
}
OBJECTS: dict[str, dict[str, object]] = {
    "mug_1": {**MUG, "colour": "white"},
    "mug_2": {**MUG, "colour": "white"},
    "gadget": {"class": "Object", "shape": {"box": [0.08, 0.08, 0.06]}, "mass": 0.3},
}


def pointing(stamp: float) -> Frame:
    """Mia looks aside, then points at one mug, at the other, and at last at the gadget."""
    at = {0: None, 1: "mug_1", 2: "mug_2", 3: "gadget"}[min(int(stamp // 2.0), 3)]
    if at is None:
        return THINGS, [person("mia", MIA, looks_at=(1.75, -3.0, 1.2))]
    return THINGS, [person("mia", MIA, looks_at=THINGS[at], hand=(1.25, 0.0, 1.1), points_at=THINGS[at])]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Utterance]:
    """Everything said over one log, by what was said and when."""
    scene, log = written(tmp_path_factory.mktemp("pointed"), OBJECTS, ["mia"], 8.0, pointing)
    lines = [
        ("give me this", 1.5),
        ("give me this", 3.5),
        ("give me that mug", 5.5),
        ("what is this?", 7.5),
        ("this is a stapler", 7.5),
        ("a tool", 7.5),
        ("what is this?", 7.5),
        ("where is the stapler?", 7.5),
        ("give me the stapler", 1.5),
    ]
    text = "\n".join(json.dumps({"speaker": "mia", "say": words, "stamp": stamp}) for words, stamp in lines)
    command = [sys.executable, "-m", "midworld", "talk", str(scene), str(log), "--json"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    told = [msgspec.json.decode(line, type=Utterance) for line in done.stdout.splitlines()]
    assert len(told) == len(lines)
    return {f"{number} {words}": each for number, ((words, _), each) in enumerate(zip(lines, told, strict=True))}


def test_give_me_this_is_what_the_hand_points_at_when_it_is_said(said: dict[str, Utterance]) -> None:
    assert said["1 give me this"].resolved == {"this": "mug_1"}
    assert {"s1 actsOnObject mug_1", "s1 receivedBy mia"} <= set(said["1 give me this"].statements)
    assert said["2 give me that mug"].resolved == {"that mug": "mug_2"}
    assert said["1 give me this"].ask is None


def test_give_me_this_without_a_hand_is_asked_about(said: dict[str, Utterance]) -> None:
    assert said["0 give me this"].statements == ()
    assert said["0 give me this"].ask


def test_point_and_learn_what_is_pointed_at_is_called_so_from_then_on(said: dict[str, Utterance]) -> None:
    assert said["3 what is this?"].resolved == {"this": "gadget"}
    assert "stapler" not in said["3 what is this?"].answer
    assert said["4 this is a stapler"].ask == "What is a stapler?"
    assert "gadget rdf:type Stapler" in said["5 a tool"].statements
    assert "stapler" in said["6 what is this?"].answer
    assert "on the table" in said["7 where is the stapler?"].answer
    assert said["8 give me the stapler"].resolved == {"the stapler": "gadget"}
