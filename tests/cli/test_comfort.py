"""What a person types, and half types."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import cast

import pytest

import midworld as midworld_package
from clikit import SCENE, Command, line
from midworld.errors import BadInput

PNG = b"\x89PNG\r\n"


def offered(folder: Path, typed: str) -> set[str]:
    """What bash is offered for the last word of a line."""
    words = typed.split(" ")
    asked = {"_MIDWORLD_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    command = [sys.executable, "-m", "midworld"]
    done = subprocess.run(
        command, env=os.environ | asked, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert not done.stderr
    return set(done.stdout.split())


@pytest.fixture
def folder(tmp_path: Path, midworld: Command, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "scene.yaml").write_text(
        SCENE.replace("  ann: {kind: human}", "  ann: {kind: human}\n  bob: {kind: human}")
    )
    (tmp_path / "log.jsonl").write_text(line(0.1, cup=[0.6, 0.0, 0.8]) + line(0.2, cup=[0.6, 0.0, 0.8]))
    monkeypatch.chdir(tmp_path)
    assert midworld("run", "scene.yaml", "log.jsonl", "--record", "run.mwlog", "-o", "out.jsonl").status == 0
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("midworld r", {"run", "replay"}),
        ("midworld replay --ou", {"--output"}),
        ("midworld run scene.yaml log.jsonl --world ", {"stable", "merged", "source/camera", "ann", "bob"}),
        ("midworld replay run.mwlog -w s", {"stable", "source/camera"}),
        ("midworld chart run.mwlog --world a", {"ann"}),
        ("midworld snapshot run.mwlog --world me", {"merged"}),
        ("midworld ask run.mwlog --agent ", {"robot", "ann", "bob"}),
        ("midworld ask scene.yaml --agent ann", {"ann", "ann/bob"}),
        ("midworld run nowhere.yaml --world ", {"stable", "merged"}),
        ("midworld chart run.mwlog --kind tr", {"trajectories"}),
    ],
)
def test_words_are_completed(folder: Path, typed: str, expected: set[str]) -> None:
    assert offered(folder, typed) == expected


def test_files_are_left_to_the_shell(folder: Path) -> None:
    assert offered(folder, "midworld run sce") == set()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_told_how_to_complete(shell: str) -> None:
    command = [sys.executable, "-m", "midworld", "--show-completion", shell]
    # Which shell it is, is otherwise told from the parents of the process, and there may be none.
    named = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    shown = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True, env=named).stdout
    assert f"_MIDWORLD_COMPLETE=complete_{shell}" in shown


def test_the_version_is_told(midworld: Command) -> None:
    assert midworld("--version").out.decode() == f"midworld {version('midworld')}\n"


def test_a_dash_is_standard_output_wherever_a_file_is_written(folder: Path, midworld: Command) -> None:
    expected = (folder / "out.jsonl").read_bytes()
    assert midworld("run", "scene.yaml", "log.jsonl", "-o", "-").out == expected
    assert midworld("replay", "run.mwlog", "-o", "-").out == expected
    assert midworld("chart", "run.mwlog", "-o", "-").out.count(b"<svg") == 1
    assert midworld("snapshot", "run.mwlog", "-o", "-", "--width", "160", "--height", "160").out.startswith(PNG)
    assert not (folder / "-").exists()


@pytest.mark.parametrize(
    "words",
    [("run", "scene.yaml", "log.jsonl"), ("replay", "run.mwlog"), ("chart", "run.mwlog"), ("snapshot", "run.mwlog")],
)
def test_a_folder_that_is_not_there_is_told_alike(folder: Path, midworld: Command, words: tuple[str, ...]) -> None:
    refused = midworld(*words, "-o", "nowhere/file.png")
    assert refused.status == 2
    assert refused.err == "midworld: nowhere/file.png: cannot be written: No such file or directory\n"


@pytest.mark.parametrize(
    "words",
    [
        ("run", "scene.yaml", "log.jsonl", "-o", "log.jsonl"),
        ("run", "scene.yaml", "log.jsonl", "-o", "scene.yaml"),
        ("replay", "run.mwlog", "-o", "run.mwlog"),
    ],
)
def test_what_is_read_is_not_written_over(folder: Path, midworld: Command, words: tuple[str, ...]) -> None:
    kept = (folder / words[-1]).read_bytes()
    result = midworld(*words)
    assert result.status == 2
    assert f"{words[-1]}: is what is read" in result.err
    assert (folder / words[-1]).read_bytes() == kept


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [("run", "scene.yaml", "log.jsonl"), ("replay", "run.mwlog")])
def test_a_full_disk_is_a_sentence(folder: Path, midworld: Command, words: tuple[str, ...]) -> None:
    result = midworld(*words, "-o", "/dev/full")
    assert result.status == 2
    assert result.err.endswith("/dev/full: cannot be written: No space left on device\n")


@pytest.mark.parametrize("port", ["-1", "99999999"])
def test_a_port_is_one_of_those_there_are(midworld: Command, port: str) -> None:
    assert midworld("kb", "--serve", "--bare", "--port", port).status == 2


def test_a_crowd_that_comes_at_once_is_refused(folder: Path, midworld: Command) -> None:
    head = '{"position": [1.5, 0, 1.5]}'
    crowd = ", ".join(f'{{"id": "guest_{number}", "head": {head}}}' for number in range(800))
    (folder / "log.jsonl").write_text(f'{{"stamp": 0.1, "source": "camera", "agents": [{crowd}]}}\n')
    result = midworld("check", "scene.yaml", "log.jsonl")
    assert result.status == 2
    assert b"log.jsonl:1: agents lists 800 agents; at most 30 may come by besides those declared" in result.out


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that cannot be read")
def test_a_model_that_cannot_be_read_is_a_sentence(folder: Path, midworld: Command) -> None:
    (folder / "scene.yaml").write_text("objects:\n  cup: {urdf: /proc/self/mem}\n")
    result = midworld("check", "scene.yaml")
    assert result.status == 2
    assert b"scene.yaml:2: objects.cup.urdf cannot be used: /proc/self/mem: Input/output error" in result.out


def test_a_depth_that_is_no_number_is_a_sentence(folder: Path) -> None:
    with pytest.raises(BadInput, match="depth: is 'two'; it must be a whole number"):
        midworld_package.open("scene.yaml", depth=cast(int, "two"))
