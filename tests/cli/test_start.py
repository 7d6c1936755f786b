"""Nothing is imported before it is needed: counted in modules, as seconds depend on the machine."""

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

from clikit import SCENE, Command, line
from midworld.cli.main import COMMANDS, command_of

LISTED = """
import json, sys
sys.argv = ["midworld", *json.loads(sys.argv[1])]
try:
    if sys.argv[1:]:
        from midworld.cli import main
        main()
    else:
        import midworld
except SystemExit as end:
    assert not end.code, end.code
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
ENGINES = {"mujoco", "embreex", "coacd", "manifold3d", "trimesh", "collada", "pinocchio", "pyoxigraph", "scipy"}
PAGES = {"PIL", "websockets", "yaml"}
NUMBERS = {"numpy", "msgspec"}
HOUSE = "midworld"


def imported(*words: str) -> set[str]:
    """What a process has imported when a command has ended; without words, of `import midworld` alone."""
    command = [sys.executable, "-c", LISTED, json.dumps(words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


def packages(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def rooms(modules: set[str]) -> set[str]:
    return {name.split(".")[1] for name in modules if name.startswith(f"{HOUSE}.")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scene, a log and a recording."""
    folder = tmp_path_factory.mktemp("start")
    (folder / "scene.yaml").write_text(SCENE)
    (folder / "log.jsonl").write_text(line(0.1, cup=[0.6, 0.0, 0.8]) + line(0.2, cup=[0.6, 0.0, 0.8]))
    made = imported(
        "run",
        *(str(folder / name) for name in ("scene.yaml", "log.jsonl")),
        "--record",
        f"{folder}/run.mwlog",
        "-o",
        f"{folder}/out.jsonl",
    )
    assert {"mujoco", "embreex"} <= packages(made)
    return folder


def test_importing_midworld_imports_nothing_else() -> None:
    bare = set(
        json.loads(
            subprocess.run(
                [sys.executable, "-c", "import json, sys; print(json.dumps(sorted(sys.modules)))"],
                capture_output=True,
                text=True,
                check=True,
                timeout=120,
            ).stdout
        )
    )
    assert {name for name in imported() - bare if packages({name}) - sys.stdlib_module_names} == {HOUSE}


@pytest.mark.parametrize("words", [("--help",), ("--version",)])
def test_help_and_version_import_no_room(words: tuple[str, ...]) -> None:
    modules = imported(*words)
    assert rooms(modules) == {"cli", "errors"}
    assert {name for name in modules if name.startswith("midworld.cli.")} == {"midworld.cli.main"}
    assert not packages(modules) & (ENGINES | PAGES | NUMBERS)


def test_a_recording_is_asked_without_what_a_run_needs(folder: Path) -> None:
    modules = imported("ask", str(folder / "run.mwlog"), "where is the cup")
    assert not packages(modules) & (ENGINES | PAGES)
    assert rooms(modules) <= {"cli", "dialogue", "errors", "geometry", "limits", "readers", "runtime", "world"}


def test_a_recording_is_replayed_without_engines(folder: Path) -> None:
    modules = imported("replay", str(folder / "run.mwlog"), "-o", str(folder / "again.jsonl"))
    assert not packages(modules) & (ENGINES | PAGES)
    assert not rooms(modules) & {"adapters", "providers", "session"}


def test_a_chart_is_drawn_without_engines(folder: Path) -> None:
    modules = imported("chart", str(folder / "run.mwlog"), "-o", str(folder / "chart.svg"))
    assert not packages(modules) & {"mujoco", "coacd", "trimesh", "pyoxigraph", "websockets", "yaml"}


def test_a_scene_of_boxes_is_checked_without_meshes_and_physics(folder: Path) -> None:
    modules = imported("check", str(folder / "scene.yaml"))
    assert not packages(modules) & {"trimesh", "coacd", "manifold3d", "PIL", "websockets"}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    assert (inspect.getdoc(command_of(name)) or "").splitlines()[0] == COMMANDS[name]


def test_a_command_nobody_knows_is_refused(midworld: Command) -> None:
    assert midworld("rum").status == 2
