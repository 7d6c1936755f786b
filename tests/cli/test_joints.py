"""A robot that says nothing but how its joints stand, in `midworld run` and `midworld replay`."""

import json
from pathlib import Path
from typing import Any

import pytest

from butler import write_scene
from clikit import Command

SENSORS = """sensors:
  ceiling: {position: [-1, 0, 2.0], looks_at: [1.0, 0, 0.75]}
  head_camera: {agent: robot, frame: robot/camera_link}
"""
# Where the hand is with every joint at zero.
HAND = (0.804, 0.093, 0.8)
ANN = {"id": "ann", "head": {"position": [2.2, 0, 1.5], "looks_at": [0.8, 0, 0.8]}}


def instant(stamp: float, joints: dict[str, float], cup_z: float) -> str:
    robot = {"id": "robot", "joints": joints}
    told = {"stamp": stamp, "source": "joint_states", "agents": [robot, ANN]}
    cup = {"id": "cup", "position": [*HAND[:2], cup_z]}
    return f"{json.dumps(told)}\n{json.dumps({'stamp': stamp, 'source': 'ceiling', 'objects': [cup]})}\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The arm swings to the cup, the torso lifts both."""
    swings = [instant(0.1 * i, {"j1": -0.5 + 0.05 * i, "tilt": 0.5}, HAND[2]) for i in range(11)]
    lifts = [instant(1.1 + 0.1 * i, {"lift": 0.02 * i}, HAND[2] + 0.02 * i) for i in range(11)]
    path = tmp_path / "log.jsonl"
    path.write_text("".join(swings + lifts))
    return path


def told(out: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_joints_alone_show_who_reaches_takes_and_holds_what(midworld: Command, tmp_path: Path, log: Path) -> None:
    scene, record = write_scene(tmp_path, sensors=SENSORS), tmp_path / "run.mwlog"
    result = midworld("run", scene, log, "--record", record)
    assert result.status == 0, result.err
    lines = told(result.out)
    events = [(line["event"], line["agent"], line["object"]) for line in lines if line["type"] == "event"]
    assert events == [("Pick", "robot", "cup")]
    facts = {
        (line["model"], line["subject"], line["predicate"], line["object"])
        for line in lines
        if line["type"] == "fact" and line["holds"]
    }
    for model in ("robot", "ann"):
        assert (model, "cup", "isHeldBy", "robot") in facts
        assert (model, "robot", "canReach", "cup") in facts
        assert (model, "robot", "hasHandMovingToward", "cup") in facts
        assert (model, "robot", "sees", "cup") in facts
    assert ("ann", "ann", "isPerceiving", "robot") in facts
    last = {node["id"]: node for node in [line for line in lines if line["type"] == "world"][-1]["nodes"]}
    assert last["robot/right_hand"]["position"] == pytest.approx([HAND[0], HAND[1], HAND[2] + 0.2], abs=1e-3)
    assert last["robot/head"]["position"][2] == pytest.approx(1.3)
    assert midworld("replay", record).out == result.out


def test_check_tells_every_joint_that_cannot_be(midworld: Command, tmp_path: Path) -> None:
    scene, log = write_scene(tmp_path), tmp_path / "log.jsonl"
    log.write_text(instant(0.0, {"lift": 3.0, "j9": 0.0}, 0.8))
    result = midworld("check", scene, log)
    assert result.status == 2
    assert result.out.decode().splitlines() == [
        f"{log}:1: agents[0].joints.lift is 3 m, beyond its limits of 0 to 0.4 m",
        f"{log}:1: agents[0].joints.j9 is no joint that moves 'robot'; "
        "known: follow, grip, j1, j2, j3, j4, lift, pan, tilt",
    ]
