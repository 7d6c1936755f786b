"""Minds that share what they agree on come to the same as minds that think about everything by themselves."""

from pathlib import Path

import pytest
from benchmarks.scenes import generate
from benchmarks.sharing import account, difference

from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.agents import SharingMemory
from midworld.assessment import Assessment
from midworld.providers import read_observations, read_scene
from midworld.runtime import remembered

SEED = 4242


def folder_of(name: str, where: Path) -> Path:
    generate(f"beliefs/{name}", SEED).write(where)
    return where


@pytest.mark.parametrize("name", ["director", "facing", "sally_anne", "tapes", "two_balls"])
def test_both_believe_the_same(name: str, tmp_path: Path) -> None:
    folder = folder_of(name, tmp_path)
    scene = read_scene(folder / "scene.yaml")
    seen = tuple(read_observations(folder / "observations.jsonl", scene))
    found = difference(account(scene, seen, sharing=False), account(scene, seen, sharing=True))
    assert found.asked > 1000
    assert found.what == ()


def test_who_sees_all_thinks_about_nothing(tmp_path: Path) -> None:
    folder = folder_of("sally_anne", tmp_path)
    scene = read_scene(folder / "scene.yaml")
    assessment = Assessment(scene, engine=MujocoEngine(), sight=EmbreeSight)
    alone: set[bool] = set()
    for observation in read_observations(folder / "observations.jsonl", scene):
        assessment.feed(observation)
        for path in assessment.minds:
            mind = getattr(remembered(assessment.board.memory("/".join(path))), "mind", None)
            if isinstance(mind, SharingMemory):
                alone.add(mind.apart is not None)
                if mind.apart is not None:
                    assert mind.apart.things <= set(assessment.board["/".join(path)].ids)
    # Everything is in sight at first; the ball is not, once it is hidden.
    assert alone == {False, True}
