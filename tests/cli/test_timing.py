"""Late, mixed and fast data on the command line."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clikit import SCENE, Command, line

STEP_S = 0.05


def cups(source: str = "camera", *, start: float = 0.1, count: int = 40) -> list[str]:
    """A cup that is seen at one place, then at another."""
    lines = [line(round(start + STEP_S * i, 3), cup=[0.5, 0.0 if i < count / 2 else 0.2, 0.80]) for i in range(count)]
    return [each.replace('"camera"', f'"{source}"') for each in lines]


def stamp(written: str) -> float:
    return json.loads(written)["stamp"]


def worlds(out: bytes) -> list[dict[str, Any]]:
    return [each for each in map(json.loads, out.splitlines()) if each["type"] == "world"]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_text("".join(cups()))
    return path


@pytest.mark.parametrize("seed", range(5))
def test_a_log_shuffled_within_the_bound_gives_the_same_bytes(
    midworld: Command, scene: Path, log: Path, seed: int
) -> None:
    expected = midworld("run", scene, log).out
    delay, lines = random.Random(seed), log.read_text().splitlines(keepends=True)
    shuffled = sorted(lines, key=lambda each: stamp(each) + delay.uniform(0.0, 0.2))
    assert shuffled != lines
    log.write_text("".join(shuffled))
    result = midworld("run", scene, log)
    assert result.out == expected
    assert result.err == ""


def test_a_second_camera_whose_lines_come_behind_gives_the_bytes_of_the_sorted_log(
    midworld: Command, scene: Path, log: Path
) -> None:
    first, second = cups(), cups("camera2", start=0.12)
    log.write_text("".join(sorted([*first, *second], key=stamp)))
    expected = midworld("run", scene, log).out
    log.write_text("".join(sorted([*first, *second], key=lambda each: stamp(each) + 0.03 * ("camera2" in each))))
    assert midworld("run", scene, log).out == expected


def test_a_thing_may_bring_its_shape_in_a_line_that_comes_late(midworld: Command, scene: Path, log: Path) -> None:
    toy = {"id": "toy", "position": [0.5, 0.0, 0.8], "shape": {"box": [0.1, 0.1, 0.1]}}
    first = {"stamp": 0.1, "source": "camera", "objects": [toy]}
    log.write_text(line(0.15, toy=[0.5, 0.0, 0.8]) + json.dumps(first) + "\n")
    result = midworld("run", scene, log)
    assert result.status == 0, result.err
    assert [each["stamp"] for each in worlds(result.out)] == [0.1, 0.15]


def test_what_is_later_than_that_is_dropped_counted_and_told_once(midworld: Command, scene: Path, log: Path) -> None:
    expected = midworld("run", scene, log).out
    late = [line(0.35, cup=[0.1, 0.0, 0.8]), line(0.9, cup=[0.1, 0.0, 0.8])]
    log.write_text("".join([*cups(), *late]))
    result = midworld("run", scene, log)
    assert (result.status, result.out) == (0, expected)
    assert result.err == "midworld: 2 observations of camera came up to 1.7 s late and were dropped\n"


def test_the_scene_and_the_command_say_how_late_a_line_may_come(midworld: Command, tmp_path: Path, log: Path) -> None:
    scene = tmp_path / "scene.yaml"
    scene.write_text(SCENE + "timing: {max_lateness: 1.0}\n")
    log.write_text(line(1.0) + line(0.2))
    assert [each["stamp"] for each in worlds(midworld("run", scene, log).out)] == [0.2, 1.0]
    strict = midworld("run", scene, log, "--max-lateness", "0")
    assert [each["stamp"] for each in worlds(strict.out)] == [1.0]
    assert "dropped" in strict.err
    assert midworld("check", scene, log).status == 0


def test_the_skew_of_a_clock_is_taken_off(midworld: Command, tmp_path: Path, log: Path) -> None:
    scene = tmp_path / "scene.yaml"
    scene.write_text(SCENE + "timing: {skew: {camera2: -50.0}}\n")
    fast = [each.replace('"stamp": ', '"stamp": 5') for each in cups("camera2", start=0.1, count=8)]
    log.write_text("".join(each for pair in zip(cups(count=8), fast, strict=True) for each in pair))
    result = midworld("run", scene, log)
    assert result.err == ""
    assert len(worlds(result.out)) == 16
    assert worlds(result.out)[-1]["stamp"] == pytest.approx(0.45)


def test_twice_the_rate_makes_no_more_ticks(midworld: Command, scene: Path, log: Path) -> None:
    once = [line(round(0.1 * i, 3), cup=[0.5, 0.0, 0.8]) for i in range(1, 21)]
    log.write_text("".join(once))
    plain = midworld("run", scene, log).out
    slow = midworld("run", scene, log, "--tick-hz", "10").out
    assert slow == plain
    log.write_text("".join(line(round(0.05 * i, 3), cup=[0.5, 0.0, 0.8]) for i in range(1, 41)))
    fast = midworld("run", scene, log, "--tick-hz", "10").out
    assert [each["stamp"] for each in worlds(fast)] == [each["stamp"] for each in worlds(plain)]
    assert len(worlds(midworld("run", scene, log).out)) == 40


def test_a_question_about_an_instant_is_not_disturbed_by_what_comes_after(
    midworld: Command, scene: Path, log: Path
) -> None:
    log.write_text(line(0.1, cup=[0.5, 0.0, 0.8]) + line(0.2, cup=[0.5, 0.0, 0.8]) + "{broken\n")
    assert midworld("ask", scene, log, "--at", "0.1", "where is the cup").status == 0
    assert midworld("ask", scene, log, "where is the cup").status == 2


def test_a_pipe_that_is_followed_gives_the_bytes_of_its_log_as_they_come(
    midworld: Command, scene: Path, log: Path
) -> None:
    expected = midworld("run", scene, log).out
    command = [sys.executable, "-m", "midworld", "run", str(scene), "-", "--follow"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        first, *rest = log.read_bytes().splitlines(keepends=True)
        run.stdin.write(first)
        run.stdin.flush()
        # Nothing later has come yet.
        begun = run.stdout.readline()
        assert json.loads(begun)["stamp"] == 0.1
        run.stdin.write(b"".join(rest))
        run.stdin.close()
        assert begun + run.stdout.read() == expected
    assert run.returncode == 0


def test_a_run_that_cannot_keep_its_rate_says_so_in_its_output(
    midworld: Command, scene: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("midworld.providers.growing.time.sleep", interrupt)
    # Nobody assesses five thousand ticks a second.
    log.write_text("".join(line(round(1.0 + 0.0002 * i, 4), cup=[0.5, 0.0, 0.8]) for i in range(200)) + line(0.5))
    result = midworld("run", scene, log, "--follow", "--tick-hz", "5000", "--max-lateness", "0.01")
    assert result.status == 0
    told = [json.loads(each) for each in result.out.splitlines()]
    tempo = [each for each in told if each["type"] == "tempo"]
    skipped = sum(each["skipped"] for each in tempo)
    assert skipped > 0
    assert len(worlds(result.out)) + skipped == 200
    assert {each["stamp"] for each in tempo} <= {each["stamp"] for each in worlds(result.out)}
    assert [each["stamp"] for each in told] == sorted(each["stamp"] for each in told)
    assert f"{skipped} ticks joined with others" in result.err
    # Told when it happens, and how many there were in the end.
    first, *_, last = result.err.splitlines()
    assert first == "midworld: camera reports 0.54 s late, and what comes more than 0.01 s late is dropped"
    assert "1 observation of camera came up to 0.54 s late and was dropped" in result.err
    assert last != first
