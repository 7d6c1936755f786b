"""`midworld run` and `midworld replay` on good input."""

import io
import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clikit import Command, line
from midworld.cli.demo import SCENES

SHARED_SAMPLE = Path(__file__).parents[3] / "shared" / "sample"


def parsed(text: bytes) -> list[dict[str, Any]]:
    return [json.loads(each) for each in text.splitlines()]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_text("".join(line(0.1 * i, cup=[0.5, 0.01 * (i % 2), 0.80]) for i in range(1, 12)))
    return path


def test_check_tells_how_good_the_trackers_of_a_log_are(midworld: Command, scene: Path, log: Path) -> None:
    told = midworld("check", scene, log, "--stats").out.decode().splitlines()
    assert told[0].split()[-4:] == ["noise", "mistaken", "lost", "repeated"]
    # A cup that is 1 cm to the left and to the right by turns.
    assert told[1].split()[:4] == ["camera", "cup", "11", "10"]
    alone = midworld("check", scene, "--stats")
    assert alone.status == 2
    assert "name one after the scene" in " ".join(alone.err.replace("│", " ").split())


def test_a_world_line_follows_every_observation(midworld: Command, scene: Path, log: Path) -> None:
    result = midworld("run", scene, log)
    assert result.status == 0
    worlds = [each for each in parsed(result.out) if each["type"] == "world"]
    assert [each["stamp"] for each in worlds] == pytest.approx([0.1 * i for i in range(1, 12)])
    assert {each["world"] for each in worlds} == {"stable"}
    last = {node["id"]: node for node in worlds[-1]["nodes"]}
    assert set(last) == {"table", "cup"}
    assert set(last["cup"]) == {"id", "position", "orientation", "perceived", "plausible", "status"}
    assert last["cup"]["status"] == "perceived"
    assert last["table"]["status"] == "inferred"


def test_a_thing_without_a_place_enters_when_it_is_first_perceived(
    midworld: Command, scene: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(line(0.1) + line(0.2, ball=[0.5, 0.0, 0.78]))
    first, second = (each for each in parsed(midworld("run", scene, log).out) if each["type"] == "world")
    assert {node["id"] for node in first["nodes"]} == {"table"}
    assert {node["id"] for node in second["nodes"]} == {"table", "ball"}


def test_perceived_lasts_for_seven_tenths_of_a_second(midworld: Command, scene: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(line(1.0, cup=[0.5, 0.0, 0.8]) + line(1.69) + line(1.71))
    worlds = [each for each in parsed(midworld("run", scene, log).out) if each["type"] == "world"]
    cups = [next(node for node in world["nodes"] if node["id"] == "cup") for world in worlds]
    assert [cup["perceived"] for cup in cups] == [True, True, False]
    assert [cup["status"] for cup in cups] == ["perceived", "perceived", "inferred"]


def test_the_same_log_gives_the_same_bytes(midworld: Command, scene: Path, log: Path) -> None:
    assert midworld("run", scene, log).out == midworld("run", scene, log).out


def test_a_replay_gives_the_same_bytes_for_any_world(midworld: Command, scene: Path, log: Path, tmp_path: Path) -> None:
    kept = tmp_path / "run.mwlog"
    written = midworld("run", scene, log, "--record", kept)
    assert written.status == 0
    assert midworld("replay", kept).out == written.out
    for world in ("merged", "source/camera"):
        assert midworld("replay", kept, "--world", world).out == midworld("run", scene, log, "-w", world).out


def test_several_worlds_can_be_chosen(midworld: Command, scene: Path, log: Path) -> None:
    result = midworld("run", scene, log, "-w", "merged", "-w", "source/camera")
    assert [each["world"] for each in parsed(result.out)[:2]] == ["source/camera", "merged"]
    refused = midworld("run", scene, log, "-w", "stabel")
    assert refused.status == 2
    assert "did you mean stable" in refused.err


def test_standard_input_is_read(midworld: Command, scene: Path, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = midworld("run", scene, log).out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(log.read_bytes())))
    assert midworld("run", scene, "-").out == expected


def test_output_in_a_pipe_has_no_decoration(midworld: Command, scene: Path, log: Path, tmp_path: Path) -> None:
    result = midworld("run", scene, log, "--output", tmp_path / "out.jsonl")
    assert result.out == b""
    assert result.err == ""


def test_a_terminal_shows_how_far_a_run_is(scene: Path, log: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "midworld", "run", str(scene), str(log), "-o", str(tmp_path / "out.jsonl")]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    run = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    # Reading fails once the other end has gone.
    with suppress(OSError):
        while piece := os.read(ours, 4096):
            shown += piece
    os.close(ours)
    assert run.wait(timeout=30) == 0
    assert b"log.jsonl" in shown
    assert b"100 %" in shown


def test_a_frame_and_a_brought_shape_are_understood(midworld: Command, scene: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    percept = {"id": "toy", "frame": "table", "position": [0.1, 0.0, 0.07], "shape": {"box": [0.1, 0.1, 0.1]}}
    first = {"stamp": 0.1, "source": "camera", "objects": [percept]}
    again = {"stamp": 0.2, "source": "camera", "objects": [{"id": "toy", "frame": "table", "position": [0.1, 0, 0.07]}]}
    log.write_text(f"{json.dumps(first)}\n{json.dumps(again)}\n")
    result = midworld("run", scene, log, "-w", "merged")
    toy = next(node for node in parsed(result.out)[-1]["nodes"] if node["id"] == "toy")
    assert toy["position"] == pytest.approx([0.7, 0.0, 0.80])


def test_a_moving_sensor_is_followed(midworld: Command, scene: Path, tmp_path: Path) -> None:
    log, kept = tmp_path / "log.jsonl", tmp_path / "run.mwlog"
    moved = {"stamp": 0.2, "source": "camera", "sensor": {"position": [0, 0, 2], "looks_at": [1, 0, 2]}}
    log.write_text(line(0.1, cup=[0.5, 0.0, 0.8]) + json.dumps(moved) + "\n")
    result = midworld("run", scene, log, "--record", kept)
    assert result.status == 0
    # Moving the sensor says nothing about what it sees.
    worlds = [each for each in parsed(result.out) if each["type"] == "world"]
    assert [node["perceived"] for node in worlds[-1]["nodes"] if node["id"] == "cup"] == [True]


def test_a_growing_file_is_followed_until_interrupted(scene: Path, log: Path, tmp_path: Path) -> None:
    lines = log.read_text().splitlines(keepends=True)
    growing = tmp_path / "growing.jsonl"
    growing.write_text("".join(lines[:3]))
    command = [sys.executable, "-m", "midworld", "run", str(scene), str(growing), "--follow"]
    # Where tests run in the background, an interrupt is ignored unless one asks for it.
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with ExitStack() as stack:
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed)
        stack.enter_context(run)
        stack.callback(run.kill)
        assert run.stdout is not None
        worlds = (each["stamp"] for each in map(json.loads, run.stdout) if each["type"] == "world")
        assert [next(worlds) for _ in range(3)] == pytest.approx([0.1, 0.2, 0.3])
        with growing.open("a") as file:
            # Half a line is waited for.
            file.write(lines[3][:20])
            file.flush()
            file.write(lines[3][20:])
        assert next(worlds) == pytest.approx(0.4)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=30)
    assert run.returncode == 0
    assert err == b""


def test_a_reader_that_stops_early_is_no_error(scene: Path, log: Path) -> None:
    command = f"{sys.executable} -m midworld run {scene} {log} | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, env=os.environ, check=False)
    assert done.returncode == 0
    assert done.stderr == b""
    assert len(done.stdout.splitlines()) == 1


def test_the_sample_written_by_somebody_else_runs(midworld: Command) -> None:
    if not SHARED_SAMPLE.is_dir():
        pytest.skip("the shared sample is not beside this checkout")
    scene, log = SHARED_SAMPLE / "scene.yaml", SHARED_SAMPLE / "observations.jsonl"
    assert midworld("check", scene, log).status == 0
    result = midworld("run", scene, log)
    assert result.status == 0
    worlds = [each for each in parsed(result.out) if each["type"] == "world"]
    assert len(worlds) == len(log.read_text().splitlines())


def test_run_reasons_with_physics(midworld: Command) -> None:
    folder = SCENES / "6b_released_in_box"
    told = parsed(midworld("run", folder / "scene.yaml", folder / "observations.jsonl").out)
    assert [each["event"] for each in told if each["type"] == "event"] == ["Pick", "Release"]
    facts = [each for each in told if each["type"] == "fact"]
    for model in ("robot", "ann"):
        inside = [
            each for each in facts if (each["model"], each["subject"], each["predicate"]) == (model, "ball", "isIn")
        ]
        assert [(each["object"], each["holds"]) for each in inside] == [("box", True)]
    assert {"sees", "canReach", "leftOf", "isAbove", "isMoving", "looksAt"} <= {each["predicate"] for each in facts}
