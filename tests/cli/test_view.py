"""`midworld view`, and `--view` on the commands that run something."""

import functools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

import viewerkit
from clikit import Command, line
from midworld.cli.demo import SCENES, STORIES


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_text("".join(line(0.1 * i, cup=[0.5, 0.01 * (i % 2), 0.80]) for i in range(1, 12)))
    return path


@dataclass
class Looked:
    """The addresses that were opened, and what their pages were told until the run was over."""

    urls: list[str] = field(default_factory=list[str])
    hello: dict[str, Any] = field(default_factory=dict[str, Any])
    frame: dict[str, Any] = field(default_factory=dict[str, Any])

    def look(self) -> None:
        told = frames(self.urls[-1])
        self.hello = next(told)
        if len(self.hello["chapters"]) == 1:
            self.frame = next(each for each in told if each["type"] == "frame" and each["complete"] and each["ticks"])
        told.close()


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Looked:
    """Instead of staying until somebody interrupts, looks at the page for a while and ends."""
    found = Looked()
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", found.urls.append)
    monkeypatch.setattr("midworld.cli.view.stay", found.look)
    monkeypatch.setattr("midworld.cli.demo.stay", found.look)
    return found


def frames(url: str) -> Generator[dict[str, Any]]:
    """What a page is told, all of it taken in."""
    with connect(url.replace("http", "ws"), open_timeout=20) as page:
        while True:
            message = viewerkit.told(page.recv(timeout=60))
            if message["type"] == "frame":
                page.send(json.dumps({"type": "ack", "frame": message["number"]}))
            yield message


def test_a_recording_is_shown_and_so_is_a_log(
    midworld: Command, looked: Looked, scene: Path, log: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "run.mwlog"
    assert midworld("run", scene, log, "--record", kept, "-o", tmp_path / "out.jsonl").status == 0
    for words in ((kept,), (scene, log)):
        result = midworld("view", *words, "--port", "0")
        assert result.status == 0
        assert looked.urls[-1] in result.err
        assert looked.frame["ticks"] == 11
        assert looked.frame["stop"] == pytest.approx(1.0)


def test_a_folder_is_a_list_of_its_recordings(
    midworld: Command, looked: Looked, scene: Path, log: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "runs"
    folder.mkdir()
    result = midworld("view", folder, "--port", "0")
    assert result.status == 2
    assert "holds no recording" in result.err
    for age, name in enumerate(("newest", "older")):
        midworld("run", scene, log, "--record", folder / f"{name}.mwlog", "-o", tmp_path / "out.jsonl")
        os.utime(folder / f"{name}.mwlog", (1e9 - age, 1e9 - age))
    assert midworld("view", folder, "--port", "0").status == 0
    assert [name for name, _ in looked.hello["chapters"]] == ["newest.mwlog", "older.mwlog"]


def test_a_run_that_is_shown_writes_the_same_lines(
    midworld: Command, looked: Looked, scene: Path, log: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "run.mwlog"
    expected = midworld("run", scene, log, "--record", kept).out
    assert midworld("run", scene, log, "--view", "--port", "0").out == expected
    assert looked.frame["following"]
    assert midworld("replay", kept, "--view", "--port", "0").out == expected
    assert looked.frame["ticks"] == 11


def test_a_log_that_breaks_off_is_a_sentence_on_the_page(
    midworld: Command, looked: Looked, scene: Path, log: Path
) -> None:
    log.write_text(log.read_text() + "{broken\n")
    midworld("view", scene, log, "--port", "0")
    assert "log.jsonl:12" in looked.frame["sentence"]


def test_what_cannot_be_shown_is_a_sentence(midworld: Command, scene: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.mwlog"
    other.write_text("something else")
    for words, told in (
        ((tmp_path / "none.mwlog",), "cannot be opened"),
        ((other,), "not a Midworld recording"),
        ((scene,), "name a log after it"),
        ((scene, tmp_path / "none.jsonl"), "no such file"),
    ):
        result = midworld("view", *words)
        assert result.status == 2
        assert told in result.err


def test_the_demo_shows_every_scene_with_its_sentence(midworld: Command, looked: Looked) -> None:
    assert len(STORIES) >= 6
    assert all(STORIES.values())
    assert midworld("demo", "--view", "--port", "0").status == 0
    names = sorted(path.parent.name for path in SCENES.glob("*/scene.yaml"))
    assert looked.hello["chapters"] == [[name, STORIES[name]] for name in names]


def test_an_interrupt_ends_it_in_peace(scene: Path, log: Path) -> None:
    command = [sys.executable, "-m", "midworld", "view", str(scene), str(log), "--port", "0"]
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    # Where a suite runs in the background, interrupts are ignored, and that is inherited.
    heed = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, preexec_fn=heed) as process:
        assert process.stderr is not None
        assert "http://127.0.0.1:" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()


def test_the_plan_of_a_run_is_shown_beside_it(
    midworld: Command, looked: Looked, scene: Path, log: Path, tmp_path: Path
) -> None:
    domain, plan = tmp_path / "domain.py", tmp_path / "plan.json"
    domain.write_text(
        "from midworld.planning import Domain\ndomain = Domain('d')\n\n@domain.action(2.0)\n"
        "def push(state, who, thing):\n    state.require('isOn', thing, 'table')\n    state.add('pushed', thing)\n"
    )
    made = midworld("plan", scene, log, "--domain", domain, "--goal", "push robot cup", "--at", "0.5", "-o", plan)
    assert made.status == 0, made.err
    assert midworld("view", scene, log, "--plan", plan, "--port", "0").status == 0
    (shown,) = looked.hello["plans"]
    assert shown["bars"] == [[0, ["robot"], "push robot cup", 0.0, 2.0, []]]
    assert shown["begins"] == pytest.approx(0.5)
    plan.write_text("{")
    refused = midworld("view", scene, log, "--plan", plan, "--port", "0")
    assert refused.status == 2
    assert f"{plan}:1:" in refused.err
