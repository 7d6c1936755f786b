"""What a person types, and half types."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from clikit import SCENE, Command, line

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
    shown = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    assert "_MIDWORLD_COMPLETE=complete_" in shown


def test_the_version_is_told(midworld: Command) -> None:
    assert midworld("--version").out.decode() == f"midworld {version('midworld')}\n"


def test_a_dash_is_standard_output_wherever_a_file_is_written(folder: Path, midworld: Command) -> None:
    expected = (folder / "out.jsonl").read_bytes()
    assert midworld("run", "scene.yaml", "log.jsonl", "-o", "-").out == expected
    assert midworld("replay", "run.mwlog", "-o", "-").out == expected
    assert midworld("chart", "run.mwlog", "-o", "-").out.lstrip().startswith(b"<svg")
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
