"""The scenes of the paper's Fig. 6, as bundled with the demo, and fresh random ones: what must be inferred."""

import functools
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from benchmarks.scenes import generate, score

from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.cli.demo import SCENES, STORIES
from midworld.geometry import FloatArray
from midworld.providers import read_observations, read_scene
from midworld.readers import lines
from midworld.runtime import Commit
from midworld.world import Pattern, Status, Timeline, World

PLACES = ("isIn", "isOn", "isHeldBy")
NO_SETTINGS: Mapping[str, bool] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Told:
    """What a scene gave: the last world, each thing's path, and the lines that `midworld run` would write."""

    world: World
    paths: Mapping[str, FloatArray]
    output: bytes
    begin: float

    @property
    def timeline(self) -> Timeline:
        return self.world.timeline

    @property
    def events(self) -> list[tuple[str, str | None, str]]:
        return [(event.predicate, event.subject, str(event.object)) for event in self.timeline.events()]

    def facts(self, subject: str) -> set[tuple[str, str]]:
        """What holds of a thing in the end."""
        told = self.timeline.open
        return {(predicate, str(target)) for name, predicate, target in told if name == subject and predicate in PLACES}

    def ever(self, subject: str, predicate: str) -> list[str]:
        """Everything a thing was ever on, or in, or held by, in order."""
        found = self.timeline.situations(Pattern(subject, predicate))
        return [str(situation.object) for situation in found]

    def start(self, word: str, thing: str) -> float:
        """When something happened to a thing for the first time."""
        return next(e.stamp for e in self.timeline.events(Pattern(predicate=word)) if e.object == thing)

    def seen_after(self, stamp: float, thing: str) -> bool:
        return float(self.world.state.seen[self.world.structure.row(thing)]) > stamp


def told(folder: Path, *, settings: Mapping[str, bool] = NO_SETTINGS) -> Told:
    scene = read_scene(folder / "scene.yaml")
    assessment = Assessment(
        replace(scene, reasoner={**scene.reasoner, **settings}), engine=MujocoEngine(), people=False
    )
    output: list[bytes] = []
    paths: dict[str, list[FloatArray]] = {}
    begin = float("inf")

    def hear(commit: Commit) -> None:
        if commit.name == STABLE:
            output.extend(lines(commit))

    assessment.board.subscribe(hear)
    for observation in read_observations(folder / "observations.jsonl", scene):
        begin = min(begin, observation.stamp)
        assessment.feed(observation)
        world = assessment.board[STABLE]
        for name, pose in zip(world.ids, world.poses(), strict=True):
            paths.setdefault(str(name), []).append(np.array([observation.stamp, *pose]))
    tables = {name: np.array(path) for name, path in paths.items()}
    return Told(assessment.board[STABLE], tables, b"\n".join(output), begin)


@functools.cache
def bundled(name: str) -> Told:
    return told(SCENES / name)


def test_every_story_of_the_demo_is_there() -> None:
    assert sorted(STORIES) == sorted(path.name for path in SCENES.iterdir() if path.is_dir())


def test_6a_cup_pulled_off_the_table_is_on_the_floor_without_being_seen_again_x1() -> None:
    scene = bundled("6a_pulled_off")
    assert scene.facts("cup") == {("isOn", "floor")}
    assert scene.world.status("cup") is Status.INFERRED
    landed = scene.timeline.situations(Pattern("cup", "isOn", "floor"))[0].start
    assert not scene.seen_after(landed - 0.3, "cup")
    assert scene.events == [("Pick", "ann", "box"), ("Place", "ann", "box"), ("Push", "ann", "box")]


def test_6a_bystanders_are_on_the_table_all_along() -> None:
    scene = bundled("6a_pulled_off")
    for name in ("can_1", "mug_2"):
        assert scene.ever(name, "isOn") == ["table"]
        assert np.ptp(scene.paths[name][10:, 1:4], axis=0).max() < 0.005


def test_6b_released_ball_is_in_the_box_x2() -> None:
    scene = bundled("6b_released_in_box")
    assert scene.events == [("Pick", "ann", "ball"), ("Release", "ann", "ball")]
    assert scene.facts("ball") == {("isIn", "box")}
    assert scene.ever("ball", "isOn") == ["table"]
    assert scene.timeline.situations(Pattern("ball", "isIn", "box"))[0].start > scene.start("Release", "ball")


def test_6c_ball_goes_from_the_green_box_to_the_blue_one_unseen_x3() -> None:
    scene = bundled("6c_emptied_into")
    assert scene.ever("ball", "isIn") == ["green", "blue"]
    assert scene.facts("ball") == {("isIn", "blue")}
    assert not scene.seen_after(scene.start("Pick", "green"), "ball")
    assert scene.events == [
        ("Pick", "ann", "ball"),
        ("Release", "ann", "ball"),
        ("Pick", "ann", "green"),
        ("Pour", "ann", "green"),
        ("Place", "ann", "green"),
    ]


def test_6d_ball_stays_in_the_carried_box_along_the_path_x4() -> None:
    scene = bundled("6d_moved_in_box")
    assert scene.ever("ball", "isIn") == ["box"]
    assert scene.facts("ball") == {("isIn", "box")}
    ball, box = scene.paths["ball"], scene.paths["box"]
    carried = ball[:, 0] > scene.start("Pick", "box")
    box = box[len(box) - len(ball) :]
    assert np.ptp(box[carried, 1:3], axis=0).max() > 0.15
    assert np.linalg.norm(ball[carried, 1:3] - box[carried, 1:3], axis=1).max() < 0.1
    assert [event for event in scene.events if event[2] == "box"] == [("Pick", "ann", "box"), ("Place", "ann", "box")]
    assert not scene.seen_after(scene.start("Pick", "box"), "ball")


def test_6e_cup_behind_the_person_stays_in_the_hand_x24() -> None:
    scene = bundled("6e_behind_person")
    assert scene.events == [("Pick", "ann", "cup")]
    assert scene.facts("cup") == {("isHeldBy", "ann")}
    assert scene.world.status("cup") is Status.HELD
    hand = scene.paths["ann/right_hand"][-1, 1:4]
    assert np.linalg.norm(scene.paths["cup"][-1, 1:4] - hand) < 0.2


def test_6e_fails_as_published_without_hand_attachment_x5() -> None:
    scene = told(SCENES / "6e_behind_person", settings={"hand_attachment": False})
    assert scene.events == [("Pick", "ann", "cup"), ("Release", "ann", "cup")]
    assert scene.facts("cup") == {("isOn", "floor")}
    assert scene.paths["cup"][-1, 3] < 0.1


def test_6f_cup_let_fall_behind_the_person_is_on_the_floor_x24() -> None:
    scene = bundled("6f_let_fall")
    assert scene.events == [("Pick", "ann", "cup"), ("Release", "ann", "cup")]
    assert scene.facts("cup") == {("isOn", "floor")}
    assert scene.ever("cup", "isHeldBy") == ["ann"]
    assert not scene.seen_after(scene.start("Release", "cup"), "cup")


@pytest.mark.parametrize("name", sorted(STORIES))
def test_nothing_in_the_stories_is_lost_or_shot_away(name: str) -> None:
    for path in bundled(name).paths.values():
        assert np.isfinite(path).all()
        assert path[:, 3].min() > -0.2
        assert np.abs(path[:, 1:4]).max() < 5.0


def test_same_scene_twice_gives_the_same_bytes_c7() -> None:
    again = told(SCENES / "6b_released_in_box")
    assert len(again.output) > 10_000
    assert again.output == bundled("6b_released_in_box").output


# A loose check that fresh scenes go well; the benchmark judges.


def parsed(output: bytes) -> Iterable[dict[str, Any]]:
    return (json.loads(line) for line in output.splitlines())


@pytest.mark.parametrize("name", ["two_people", "visible_drop", "rest"])
def test_fresh_random_variants_are_mostly_understood(name: str, tmp_path: Path) -> None:
    right = asked = spurious = 0
    for seed in (901, 902):
        scene = generate(name, seed)
        scene.write(tmp_path / str(seed))
        marks = score(scene.truth, parsed(told(tmp_path / str(seed)).output))
        right, asked, spurious = right + marks.facts_right, asked + marks.facts, spurious + marks.spurious
    assert asked >= 8
    assert right >= 0.9 * asked
    assert name != "rest" or spurious == 0
