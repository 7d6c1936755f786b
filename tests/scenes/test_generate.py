"""Made scenes: the same for the same seed, physically sane, and true to their scripts."""

import functools
import json
from typing import Any, cast

import numpy as np
import pytest
import yaml
from benchmarks.scenes import Scene, generate, names, perfect, score
from benchmarks.scenes.draw import Fields, ScriptError
from benchmarks.scenes.script import load
from benchmarks.scenes.story import play
from benchmarks.scenes.verbs import deed

QUICK = ("rest", "visible_drop", "x2_released_in_box", "two_people")


@functools.cache
def scene(name: str) -> Scene:
    return generate(name, 1)


def test_same_seed_gives_the_same_bytes() -> None:
    assert generate("visible_drop", 1).files == scene("visible_drop").files


def test_other_seed_gives_another_scene() -> None:
    assert generate("rest", 2).files != scene("rest").files


@pytest.mark.parametrize("name", names())
def test_every_script_can_be_read(name: str) -> None:
    for seed in range(3):
        script = load(name, np.random.default_rng(seed))
        for step in script.steps:
            deed(step, pace=script.pace)


@pytest.mark.parametrize("name", QUICK)
def test_perfect_answer_to_a_made_scene_gets_full_marks(name: str) -> None:
    truth = cast("dict[str, Any]", scene(name).truth)
    marks = score(truth, perfect(truth))
    assert marks.wrong == []
    assert marks.facts == len(truth["checks"]) > 0


@pytest.mark.parametrize("name", QUICK)
def test_observations_are_ordered_and_name_declared_things(name: str) -> None:
    made = scene(name)
    files = made.files
    declared = yaml.safe_load(files["scene.yaml"])
    lines = [json.loads(line) for line in files["observations.jsonl"].splitlines()]
    stamps = [line["stamp"] for line in lines]
    assert stamps == sorted(set(stamps))
    assert {entry["id"] for line in lines for entry in line["objects"]} <= set(declared["objects"])
    assert {entry["id"] for line in lines for entry in line["agents"]} <= set(declared["agents"])


def test_resting_things_neither_overlap_nor_move() -> None:
    script = load("rest", np.random.default_rng(5))
    depths: list[float] = []
    recording = play(
        script,
        np.random.default_rng(5),
        watch=lambda stage: depths.extend(-contact.distance for contact in stage.bullet.contacts()),
    )
    assert max(depths) < 0.003
    assert max(speed for frame in recording.frames[10:] for speed in frame.speeds.values()) < 0.05


def test_nothing_flies() -> None:
    script = load("tower", np.random.default_rng(3))
    recording = play(script, np.random.default_rng(3))
    assert max(speed for frame in recording.frames for speed in frame.speeds.values()) < 5
    assert min(float(pose.position[2]) for frame in recording.frames for pose in frame.poses.values()) > 0


def test_scene_at_rest_has_no_actions() -> None:
    assert scene("rest").truth["actions"] == []


def test_misspelt_key_is_named() -> None:
    fields = Fields({"sped": 1}, rng=np.random.default_rng(0), where="story")
    fields.number("speed", 2)
    with pytest.raises(ScriptError, match="sped"):
        fields.finished()
