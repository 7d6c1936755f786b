"""Perception as labs have it: small scenes with one defect each, told rightly."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.providers import read_observations, read_scene
from midworld.readers import lines
from midworld.runtime import Commit

MAKER = Path(__file__).parents[2].parent / "shared" / "repro" / "scenes.py"


@cache
def folder() -> Path:
    made = Path(mkdtemp())
    subprocess.run([sys.executable, MAKER, made], check=True)
    return made


def told(name: str) -> tuple[list[str], list[str]]:
    """The events of a scene, and how often what is on what changed."""
    if not MAKER.is_file():
        pytest.skip("the small scenes with defects are not beside the project")
    scene = read_scene(folder() / name / "scene.yaml")
    assessment = Assessment(scene, engine=MujocoEngine(), people=False)
    written: list[bytes] = []

    def keep(commit: Commit) -> None:
        if commit.name == STABLE:
            written.extend(lines(commit))

    assessment.board.subscribe(keep)
    for observation in read_observations(folder() / name / "observations.jsonl", scene):
        assessment.feed(observation)
    said = [json.loads(line) for line in written]
    events = [str(line["event"]) for line in said if line["type"] == "event"]
    return events, [str(line["subject"]) for line in said if line["type"] == "fact" and line["predicate"] == "isOn"]


@pytest.mark.parametrize(
    ("name", "events"),
    [
        ("two_cameras_same_stamp", ["Pick", "Place"]),
        ("two_cameras_2cm_apart", ["Pick", "Place"]),
        ("two_cameras_150ms_late", ["Pick", "Place"]),
        ("brisk", ["Pick", "Place"]),
        ("sunk_3cm", ["Pick", "Place"]),
        ("sunk_5cm", ["Pick", "Place"]),
        ("frozen", ["Pick"]),
        ("offset", []),
    ],
)
def test_one_defect_changes_nothing_that_is_told(name: str, events: list[str]) -> None:
    assert told(name)[0] == events


def test_a_thing_tracked_beside_its_shape_stands_on_what_is_beneath_it() -> None:
    assert told("offset")[1] == ["cup", "bowl"]


def test_what_a_tracker_loses_for_a_while_stays_where_it_is() -> None:
    events, on = told("dropout")
    assert events == []
    assert on == ["cup"]
