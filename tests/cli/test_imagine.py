"""`midworld imagine`: the contract, to the letter."""

import json
from pathlib import Path
from typing import Any

import pytest

from clikit import Command

SCENE = """\
objects:
  table: {class: Table, shape: {box: [1.0, 1.2, 0.04]}, position: [0.6, 0, 0.73], static: true}
  cup: {class: Cup, shape: {cylinder: [0.04, 0.10]}, mass: 0.15}
  tower: {shape: {box: [0.03, 0.03, 0.30]}, mass: 0.3}
agents:
  robot: {kind: robot}
sensors:
  camera: {agent: robot, position: [-0.9, 0, 1.35], looks_at: [0.55, 0, 0.75], fov: [75, 60], range: [0.2, 5.0]}
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    scene, log = tmp_path / "scene.yaml", tmp_path / "log.jsonl"
    scene.write_text(SCENE)
    objects = [{"id": "cup", "position": [0.6, 0.0, 0.80]}, {"id": "tower", "position": [0.6, 0.4, 0.90]}]
    lines = [{"stamp": 0.1 * tick, "source": "camera", "objects": objects} for tick in range(6)]
    log.write_text("\n".join(map(json.dumps, lines)) + "\n")
    return scene, log


def test_contract(midworld: Command, files: tuple[Path, Path], tmp_path: Path) -> None:
    scene, log = files
    action = {
        "action": "push",
        "object": "cup",
        "direction": [1, 0, 0],
        "speed": [0.1, 0.2],
        "distance": 0.6,
        "height": 0.03,
    }
    (tmp_path / "action.json").write_text(json.dumps(action))
    words = ("imagine", scene, log, "--action", tmp_path / "action.json", "--runs", "4", "--seed", "7", "-o")
    assert midworld(*words, tmp_path / "one.json").status == 0
    assert midworld(*words, tmp_path / "two.json").status == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes(), "same seed, same bytes"
    found: dict[str, Any] = json.loads((tmp_path / "one.json").read_bytes())
    assert found["action"] == action
    assert found["runs"] == 4
    assert found["best"] in (0, 1)
    assert [outcome["parameters"]["speed"] for outcome in found["outcomes"]] == [0.1, 0.2]
    outcome = found["outcomes"][0]
    assert set(outcome["success"]) == {"probability", "low", "high"}
    assert outcome["success"]["probability"] == 0.0, "it is pushed over the edge"
    assert 0.0 < outcome["confidence"] <= 1.0
    assert {"topple", "shaking", "fall"} <= set(outcome["events"])
    assert outcome["duration"]["median"] == pytest.approx(6.0)
    assert set(outcome["final"]) == {"cup", "tower"}
    cup = outcome["final"]["cup"]
    assert len(cup["position"]["median"]) == len(cup["position"]["std"]) == 3
    assert cup["isOn"] == {"floor": 1.0}
    assert cup["isIn"] == {}
    assert outcome["final"]["tower"]["isOn"] == {"table": 1.0}
    assert outcome["final"]["tower"]["toppled"] == 0.0
    assert len(outcome["rollouts"]) == 4


def test_sentence_is_answered_in_a_sentence_with_ghosts(
    midworld: Command, files: tuple[Path, Path], tmp_path: Path
) -> None:
    picture = tmp_path / "ghosts.png"
    done = midworld("imagine", *files, "push the tower from the left at 0.3 m/s", "-n", "4", "--snapshot", picture)
    assert done.status == 0
    assert b"It succeeds in 0% of 4 runs" in done.out
    assert b"tower toppled (100%)" in done.out
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_what_may_fall(midworld: Command, files: tuple[Path, Path]) -> None:
    done = midworld("imagine", *files, "what may fall?")
    assert done.out.startswith(b"tower may fall")
    assert b"cup" not in done.out


@pytest.mark.parametrize(
    ("words", "culprit"),
    [
        ((), "give either a sentence or --action"),
        (("dance",), "'dance' asks for nothing I know"),
        (("push the cups from the left",), "did you mean cup?"),
        (("--action", "nowhere.json"), "nowhere.json: cannot be opened"),
        (
            ("--action", '{"action": "push", "object": "cup", "direction": [1, 0, 0], "speed": 99}'),
            "'speed' is 99; it must be",
        ),
        (("--who", "zoe", "push the cup from the left"), "no agent named 'zoe'"),
    ],
)
def test_bad_input_is_a_sentence(
    midworld: Command, files: tuple[Path, Path], words: tuple[str, ...], culprit: str
) -> None:
    done = midworld("imagine", *files, *words)
    assert done.status == 2
    assert culprit in done.err


def test_scene_says_how_much_is_not_known(midworld: Command, files: tuple[Path, Path]) -> None:
    scene, log = files
    scene.write_text(SCENE + "doubt: {position: 0.0, mass: 0.0, friction: [0.5, 0.5], rolling: [0.001, 0.001]}\n")
    place = '{"action": "place", "object": "cup", "position": [0.6, -0.3, 0.8]}'
    done = midworld("imagine", scene, log, "--action", place, "-n", "3", "-o", "-")
    assert max(json.loads(done.out)["outcomes"][0]["final"]["cup"]["position"]["std"]) < 1e-9
    scene.write_text(SCENE + "doubt: {position: -1}\n")
    assert "position" in midworld("imagine", scene, log, "--action", place).err
