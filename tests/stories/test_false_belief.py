"""The bundled story of Sally and Anne: what everybody believes, and what the robot makes of it."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from midworld.cli.demo import SCENES
from midworld.providers import read_observations, read_scene
from midworld.readers.jsonlines import told_lines
from midworld.runtime import Commit
from midworld.session.engines import assess

Line = Mapping[str, Any]


@pytest.fixture(scope="module")
def told() -> list[Line]:
    folder = SCENES / "7_false_belief"
    scene = read_scene(folder / "scene.yaml")
    assessment = assess(scene)
    lines: list[Line] = []

    def hear(commit: Commit) -> None:
        lines.extend(json.loads(line) for line in told_lines(commit, frozenset({"stable"})))

    assessment.board.subscribe(hear)
    for observation in read_observations(folder / "observations.jsonl", scene):
        assessment.feed(observation)
    return lines


def inside(told: list[Line], model: str) -> list[tuple[str, bool]]:
    return [
        (line["object"], line["holds"])
        for line in told
        if line["type"] == "fact" and (line["model"], line["subject"], line["predicate"]) == (model, "ball", "isIn")
    ]


def test_each_believes_what_she_saw(told: list[Line]) -> None:
    moved = [("basket", True), ("basket", False), ("box", True)]
    assert inside(told, "robot") == moved
    assert inside(told, "anne") == moved
    assert inside(told, "sally") == [("basket", True)]


def test_robot_knows_who_did_what(told: list[Line]) -> None:
    events = [(line["event"], line["agent"]) for line in told if line["type"] == "event"]
    assert events == [("Pick", "sally"), ("Release", "sally"), ("Pick", "anne"), ("Release", "anne")]


def test_robot_says_once_that_sally_is_wrong_and_why(told: list[Line]) -> None:
    wrong = [line for line in told if line["type"] == "divergence" and line["kind"] == "FalseBelief"]
    assert [(line["agent"], line["object"], line["holds"]) for line in wrong] == [("sally", "ball", True)]
    assert "in basket" in wrong[0]["reason"]
