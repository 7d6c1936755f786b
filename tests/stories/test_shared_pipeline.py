"""The same pipeline as one program and as four: the same facts."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("zenoh", reason="eclipse-zenoh is not installed")

import midworld
from midworld import sharing
from midworld.modules import monitor
from midworld.readers.jsonlines import LineWriter
from midworld.world import STABLE, World

ROOT = Path(__file__).parents[2]
KITCHEN = ROOT / "examples" / "kitchen"
EXAMPLES = ROOT / "examples" / "sharing"


@monitor
def lifted(world: World, memory: object, *, limit: float = 0.9) -> list[tuple[str, str, bool]]:
    return [(name, "isLifted", True) for name in world.ids if world.pose(name).position[2] > limit]


def facts(lines: Iterable[str], *, about: str | None = None) -> list[tuple[object, ...]]:
    """What is said to begin and end, and to happen, in order."""
    found = [json.loads(line) for line in lines]
    keys = ("stamp", "type", "subject", "predicate", "object", "holds", "event", "agent", "hand")
    rows = [tuple(each.get(key) for key in keys) for each in found if each["type"] in ("fact", "event")]
    return [row for row in rows if (row[3] == "isLifted") == (about is not None)]


def started(*command: str, env: dict[str, str]) -> "subprocess.Popen[str]":
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, *command], env=env, text=True, stdout=pipe, stderr=pipe)


def test_four_programs_say_what_one_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env = {**os.environ, "MIDWORLD_BOARDS": str(tmp_path / "boards")}
    whole, shared, echoed = (tmp_path / name for name in ("whole.jsonl", "shared.jsonl", "echo.jsonl"))
    # Every third line has all that happens.
    scene, log = str(KITCHEN / "scene.yaml"), str(tmp_path / "log.jsonl")
    Path(log).write_text("".join((KITCHEN / "observations.jsonl").read_text().splitlines(keepends=True)[::3]))
    monkeypatch.setenv("MIDWORLD_BOARDS", env["MIDWORLD_BOARDS"])
    with sharing.host("lab") as board, ExitStack() as stack:

        def start(*command: str) -> "subprocess.Popen[str]":
            program = started(*command, env=env)
            stack.callback(program.kill)
            return program

        run = start("-m", "midworld", "run", scene, "--share", "lab", "--once", "-o", str(shared))
        echo = start("-m", "midworld", "echo", "lifted", "--board", "lab", "-o", str(echoed), "--until-left")
        high = start(str(EXAMPLES / "monitor.py"), "lab", "--once")
        # Whoever perceives begins when the others are there: those who come late are tested elsewhere.
        while not {"run", "lifted", "echo"} <= {each.name for each in board.clients()}:
            assert all(each.poll() is None for each in (run, echo, high))
            time.sleep(0.05)
        camera = start(str(EXAMPLES / "provider.py"), "lab", log)
        for each in (camera, run, high, echo):
            out, err = each.communicate(timeout=300)
            assert each.returncode == 0, (out, err)
    with midworld.open(scene, modules=[lifted]) as session, whole.open("wb") as file:
        LineWriter(file, [STABLE]).follow(session.assessment.board)
        session.run(log)
    assert facts(shared.read_text().splitlines()) == facts(whole.read_text().splitlines()) != []
    told = facts(echoed.read_text().splitlines(), about="isLifted")
    assert sorted(told, key=str) == sorted(facts(whole.read_text().splitlines(), about="isLifted"), key=str) != []
