"""Trackers that say themselves that they have lost a thing."""

from pathlib import Path

import pytest

from midworld.errors import MidworldError
from midworld.providers import read_observations, read_scene

SCENE = """objects:
  table: {shape: {box: [1.0, 1.2, 0.04]}, position: [0.6, 0, 0.73], static: true}
  cup: {shape: {cylinder: [0.04, 0.10]}, mass: 0.2}
"""
SEEN = '{"stamp": 1.0, "source": "camera", "objects": [{"id": "cup", "position": [0.6, 0, 0.8]}]}\n'


def read(folder: Path, second: str) -> list[int]:
    """How many things each line of a log tells of."""
    (folder / "scene.yaml").write_text(SCENE)
    (folder / "log.jsonl").write_text(SEEN + second)
    scene = read_scene(folder / "scene.yaml")
    return [len(each.objects or ()) for each in read_observations(folder / "log.jsonl", scene)]


@pytest.mark.parametrize("place", ["", '"position": [0.6, 0, 0.8], '])
def test_a_thing_called_lost_is_not_seen(tmp_path: Path, place: str) -> None:
    line = f'{{"stamp": 1.1, "source": "camera", "objects": [{{"id": "cup", {place}"lost": true}}]}}\n'
    assert read(tmp_path, line) == [1, 0]


def test_a_thing_that_is_not_lost_is_seen(tmp_path: Path) -> None:
    line = '{"stamp": 1.1, "source": "camera", "objects": [{"id": "cup", "position": [0.6, 0, 0.8], "lost": false}]}\n'
    assert read(tmp_path, line) == [1, 1]


def test_lost_is_true_or_false(tmp_path: Path) -> None:
    line = '{"stamp": 1.1, "source": "camera", "objects": [{"id": "cup", "lost": "perhaps"}]}\n'
    with pytest.raises(MidworldError, match="lost"):
        read(tmp_path, line)
