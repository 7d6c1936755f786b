"""Minds that share what they agree on come to the same as minds that think about everything by themselves."""

from itertools import islice
from pathlib import Path

import pytest
from benchmarks.busy import observations, table
from benchmarks.busy import scene as scene_of
from benchmarks.scenes import generate
from benchmarks.sharing import account, difference

from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.agents import SharingMemory
from midworld.assessment import STABLE, Assessment
from midworld.providers import read_observations, read_scene
from midworld.runtime import remembered

SEED = 4242


def mind_of(assessment: Assessment, path: tuple[str, ...]) -> SharingMemory | None:
    mind = getattr(remembered(assessment.board.memory("/".join(path))), "mind", None)
    return mind if isinstance(mind, SharingMemory) else None


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
            mind = mind_of(assessment, path)
            if mind is not None:
                alone.add(mind.apart is not None)
                if mind.apart is not None:
                    assert mind.apart.things <= set(assessment.board["/".join(path)].ids)
    # Everything is in sight at first; the ball is not, once it is hidden.
    assert alone == {False, True}


def test_who_agrees_is_brought_up_to_date_soon_and_in_turn() -> None:
    bodies, poses = table(6)
    assessment = Assessment(scene_of(bodies, poses, 2), engine=MujocoEngine(), sight=EmbreeSight)
    late: list[float] = []
    for observation in islice(observations(bodies, poses, 2), 40):
        assessment.feed(observation)
        truth, stamp = assessment.board[STABLE], observation.stamp
        for path in assessment.minds:
            mind, world = mind_of(assessment, path), assessment.board["/".join(path)]
            assert mind is not None
            assert world.stamp == stamp
            late.append(stamp - mind.thought)
            if mind.apart is None and mind.thought == stamp:
                things = [body.id for body in bodies if not body.static and body.id in world]
                assert [world.pose(name) for name in things] == [truth.pose(name) for name in things]
    assert max(late) < 0.1
    assert 0 < sum(each == 0.0 for each in late) < len(late) / 2
