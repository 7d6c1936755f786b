"""A run that was killed and goes on writes what it would have written."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from midworld.runtime import replayed, worlds_at
from midworld.world import DIVERGENCES, encode_world

KITCHEN = Path(__file__).parents[2] / "examples" / "kitchen"
RUN = [sys.executable, "-m", "midworld", "run"]
NAMES = [str(KITCHEN / "scene.yaml"), str(KITCHEN / "observations.jsonl")]


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*RUN, *map(str, words)], capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody disturbed, recorded and written with what follows."""
    folder = tmp_path_factory.mktemp("whole")
    done = run(*NAMES, "-o", folder / "out.jsonl", "--record", folder / "run.mwlog", "--inferred")
    assert done.returncode == 0, done.stderr
    return folder


def killed(folder: Path, *, size: int) -> None:
    """A recorded run, killed once its recording has some bytes."""
    words = [*RUN, *NAMES, "-o", str(folder / "out.jsonl"), "--record", str(folder / "run.mwlog"), "--inferred"]
    with subprocess.Popen(words) as process:
        while process.poll() is None:
            if (folder / "run.mwlog").exists() and (folder / "run.mwlog").stat().st_size > size:
                os.kill(process.pid, signal.SIGKILL)
                break
            time.sleep(0.005)


@pytest.mark.parametrize("size", [20_000, 300_000])
def test_a_killed_run_goes_on_and_writes_the_same_bytes(whole: Path, tmp_path: Path, size: int) -> None:
    killed(tmp_path, size=size)
    done = run("--resume", tmp_path / "run.mwlog", "-o", tmp_path / "out.jsonl", "--inferred")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.jsonl").read_bytes() == (whole / "out.jsonl").read_bytes()
    assert [commit.sequence for commit in replayed(tmp_path / "run.mwlog")] == [
        commit.sequence for commit in replayed(whole / "run.mwlog")
    ]


@pytest.mark.parametrize("share", [0.05, 0.4, 0.8, 1.0])
def test_a_recording_cut_anywhere_goes_on(whole: Path, tmp_path: Path, share: float) -> None:
    data = (whole / "run.mwlog").read_bytes()
    (tmp_path / "run.mwlog").write_bytes(data[: int(len(data) * share)])
    done = run(*NAMES, "--resume", tmp_path / "run.mwlog", "-o", tmp_path / "out.jsonl", "--inferred")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.jsonl").read_bytes() == (whole / "out.jsonl").read_bytes()


def test_a_run_is_resumed_again_and_again(whole: Path, tmp_path: Path) -> None:
    path, data = tmp_path / "run.mwlog", (whole / "run.mwlog").read_bytes()
    path.write_bytes(data[: int(len(data) * 0.3)])
    for share in (0.6, 0.9):
        done = run("--resume", path, "-o", tmp_path / "out.jsonl", "--inferred")
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "out.jsonl").read_bytes() == (whole / "out.jsonl").read_bytes()
        path.write_bytes(path.read_bytes()[: int(len(data) * share)])


def test_the_rest_may_come_by_standard_input(whole: Path, tmp_path: Path) -> None:
    lines = (KITCHEN / "observations.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "begin.jsonl").write_text("".join(lines[:90]))
    assert run(NAMES[0], tmp_path / "begin.jsonl", "--record", tmp_path / "run.mwlog", "--inferred").returncode == 0
    words = [
        *RUN,
        NAMES[0],
        "-",
        "--resume",
        str(tmp_path / "run.mwlog"),
        "-o",
        str(tmp_path / "out.jsonl"),
        "--inferred",
    ]
    rest = "".join(lines[90:])
    done = subprocess.run(words, input=rest, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.jsonl").read_bytes() == (whole / "out.jsonl").read_bytes()


def test_a_changed_scene_is_not_gone_on_with(whole: Path, tmp_path: Path) -> None:
    (tmp_path / "scene.yaml").write_text((KITCHEN / "scene.yaml").read_text().replace("0.15", "0.16"))
    done = run(tmp_path / "scene.yaml", NAMES[1], "--resume", whole / "run.mwlog")
    assert done.returncode == 2
    assert "has changed since" in done.stderr


def test_a_run_needs_a_scene_and_a_log() -> None:
    done = run()
    assert done.returncode == 2
    assert "SCENE: is missing: a run needs a scene and a log" in done.stderr


def test_any_instant_of_a_recording_is_found_without_reading_all(whole: Path) -> None:
    path, middle = whole / "run.mwlog", 7.0
    slowly = {commit.name: commit.world for commit in replayed(path) if commit.stamp <= middle}
    found = worlds_at(path, middle)
    # What happened before the last checkpoint is not gone through again.
    assert sum(1 for _ in replayed(path, start=middle)) < sum(1 for _ in replayed(path))
    assert found.keys() == slowly.keys()
    assert DIVERGENCES in found
    assert all(encode_world(found[name]) == encode_world(world) for name, world in slowly.items())
