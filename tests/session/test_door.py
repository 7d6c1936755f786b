"""`import midworld` is light, and a scene opens the same way whatever it is given as."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import midworld
from clikit import SCENE
from midworld.errors import BadInput
from midworld.providers import read_scene

HEAVY = ("numpy", "msgspec", "mujoco", "embreex", "pyoxigraph", "trimesh", "PIL", "rich", "typer", "scipy", "yaml")


def imported(statement: str) -> list[str]:
    """The modules that a statement brings into a fresh interpreter."""
    told = "print(json.dumps(sorted(set(sys.modules) - before)))"
    code = f"import sys, json; before = set(sys.modules); {statement}; {told}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def test_importing_midworld_imports_nothing_heavy() -> None:
    found = imported("import midworld")
    assert not set(HEAVY).intersection(found)
    assert [name for name in found if name.startswith("midworld")] == ["midworld"]
    # What the interpreter itself needs to know about types and modules.
    assert len(found) < 20, found


def test_opening_imports_what_it_takes() -> None:
    assert {"numpy", "mujoco", "midworld.session"} <= set(imported("import midworld; midworld.open"))


def test_the_whole_surface_is_under_25_names() -> None:
    session = [name for name in dir(midworld.Session) if not name.startswith("_")]
    # `fork` is one of them, once it is there.
    assert len({*session, "scene", "assessment", "fork"}) + len(dir(midworld)) < 25


def test_every_name_that_midworld_lists_is_there() -> None:
    for name in dir(midworld):
        assert getattr(midworld, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'opne'"):
        _ = getattr(midworld, "opne")  # noqa: B009


def test_a_path_a_scene_and_a_mapping_open_the_same(tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(SCENE)
    for given in (path, str(path), read_scene(path), yaml.safe_load(SCENE)):
        session = midworld.open(given)
        assert session.world().pose("table").position == (0.6, 0.0, 0.73)
        assert set(session.scene.awaited) == {"cup", "ball"}


def test_a_mapping_may_hold_tuples_and_is_checked_like_a_file() -> None:
    session = midworld.open({"objects": {"cup": {"shape": {"box": (0.1, 0.1, 0.1)}, "position": (1, 2, 3)}}})
    assert session.world().pose("cup").position == (1.0, 2.0, 3.0)
    with pytest.raises(BadInput, match=r"the scene: unknown key 'shap' in objects\.cup; did you mean shape"):
        midworld.open({"objects": {"cup": {"shap": {"sphere": 0.1}}}})
    with pytest.raises(BadInput, match="holds what no scene file could"):
        midworld.open({"objects": {"cup": object()}})


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"max_lateness": -0.1}, "max_lateness: is -0.1; it must be from 0 to 3600 s"),
        ({"max_lateness": float("nan")}, "max_lateness: is nan"),
        ({"tick_hz": 0}, "tick_hz: is 0; it must be more than 0"),
        ({"history": -1.0}, "history: is -1.0; it must be 0 or more"),
    ],
)
def test_what_cannot_be_meant_is_a_sentence(options: dict[str, float], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        midworld.open({"objects": {"cup": {"shape": {"sphere": 0.1}}}}, **options)  # pyright: ignore[reportArgumentType]


def test_what_is_no_scene_is_a_sentence() -> None:
    with pytest.raises(BadInput, match=r"a scene is the path of a scene\.yaml, a Scene, or a mapping .*, not int"):
        midworld.open(3)  # pyright: ignore[reportArgumentType]


def test_what_is_said_at_the_door_comes_before_what_the_scene_says(tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(SCENE + "timing: {max_lateness: 0.5, tick_hz: 10, skew: {a: 1.0, b: 2.0}}\n")
    timing = midworld.open(path).scene.timing
    assert (timing.max_lateness, timing.tick_hz, dict(timing.skew)) == (0.5, 10.0, {"a": 1.0, "b": 2.0})
    timing = midworld.open(path, max_lateness=0.0, skew={"b": 3.0}).scene.timing
    assert (timing.max_lateness, timing.tick_hz, dict(timing.skew)) == (0.0, 10.0, {"a": 1.0, "b": 3.0})
