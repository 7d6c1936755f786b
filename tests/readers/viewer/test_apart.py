"""A viewer in a process of its own: what it is told, and who outlives whom."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from websockets.sync.client import connect

from midworld.assessment import STABLE
from midworld.errors import BadInput
from midworld.geometry import Triangles
from midworld.readers.viewer import Viewer, ViewerProcess, Wire
from midworld.readers.viewer.wire import Committed, Rebuilt, flat, messages, solid
from midworld.runtime import Commit
from midworld.world import Delta, World, encode_world
from viewerkit import chapter, story, told

PATIENCE_S = 20.0
PARENT = """
import sys, time
from midworld.readers.viewer import ViewerProcess, Wire
viewer = ViewerProcess([Wire("run")], port=0)
print(viewer.pid, flush=True)
time.sleep(600)
"""


def until(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def last_frame(url: str) -> dict[str, Any]:
    """The first frame that shows a whole run."""
    with connect(url.replace("http", "ws"), open_timeout=20) as page:
        while True:
            message = told(page.recv(timeout=20))
            if message["type"] == "frame":
                page.send(json.dumps({"type": "ack", "frame": message["number"]}))
                if message["complete"]:
                    return message


def test_what_is_fed_here_is_shown_there() -> None:
    wire = Wire("run", costs=lambda: {"settle": 0.01}, reasons=dict)
    with ViewerProcess([wire], port=0) as viewer, Viewer([chapter(ticks=5)], port=0) as here:
        story(wire, ticks=5)
        wire.end("the log broke off")
        apart, beside = last_frame(viewer.url), last_frame(here.url)
    assert apart["sentence"] == "the log broke off"
    alike = ("ticks", "stop", "worlds", "models", "agents", "things")
    assert {key: apart.get(key) for key in alike} == {key: beside.get(key) for key in alike}


def test_a_wire_that_joins_late_tells_whole_worlds() -> None:
    first, late, heard = Wire("first"), Wire("late"), list[World]()
    board = story(first, ticks=3)
    stable = board[STABLE]
    late.feed(Commit(99, STABLE, stable.stamp, Delta(), stable))
    for wire in (first, late):
        rebuilt = Rebuilt()
        told = [each for each in messages(io.BytesIO(b"".join(wire.told(0)))) if isinstance(each, Committed)]
        heard.append([rebuilt.commit(each) for each in told if each.name == STABLE][-1].world)
    assert encode_world(heard[0]) == encode_world(heard[1]) == encode_world(stable)


def test_what_was_dropped_is_made_good_by_whole_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("midworld.readers.viewer.apart.KEPT", 12)
    wire, rebuilt = Wire("run"), Rebuilt()
    board = story(wire, ticks=20)
    told = [each for each in messages(io.BytesIO(b"".join(wire.told(0)))) if isinstance(each, Committed)]
    assert len(told) == 12
    worlds = {each.name: rebuilt.commit(each).world for each in told}
    assert encode_world(worlds[STABLE]) == encode_world(board[STABLE])


def test_a_viewer_that_hangs_keeps_nobody_from_ending() -> None:
    wire = Wire("run")
    viewer = ViewerProcess([wire], port=0)
    os.kill(viewer.pid, signal.SIGSTOP)
    # More than a pipe holds.
    for _ in range(20):
        story(wire, ticks=20)
    viewer.close()
    assert not lives(viewer.pid)


def test_meshes_survive_the_way() -> None:
    mesh = Triangles.of([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.5, 0.25]], [[0, 1, 2]])
    back = solid(flat({"cup": mesh}))["cup"]
    assert np.array_equal(back.vertices, mesh.vertices)
    assert np.array_equal(back.faces, mesh.faces)


def test_a_taken_port_is_said_and_leaves_nobody_behind() -> None:
    with Viewer([chapter(ticks=1)], port=0) as here:
        taken = int(here.url.rstrip("/").rpartition(":")[2])
        with pytest.raises(BadInput, match=f"--port: 127.0.0.1:{taken} is taken"):
            ViewerProcess([Wire("run")], port=taken)


def test_the_viewer_ends_with_the_run_even_when_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert lives(pid)
        parent.kill()
    assert until(lambda: not lives(pid))


def test_a_run_goes_on_when_its_viewer_is_killed(capfd: pytest.CaptureFixture[str]) -> None:
    wire = Wire("run")
    with ViewerProcess([wire], port=0) as viewer:
        os.kill(viewer.pid, signal.SIGKILL)
        told: list[str] = []

        def said() -> bool:
            story(wire, ticks=1)
            told.append(capfd.readouterr().err)
            return "the viewer is gone; the run goes on without it" in "".join(told)

        assert until(said)
        wire.calm(0)


def test_started_by_hand_it_says_what_to_start_instead() -> None:
    command = [sys.executable, "-m", "midworld.readers.viewer"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "midworld view" in done.stderr
