"""A language model's conversation through all three transports, with the SDK's own client."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the extra [mcp] is not installed")
from mcp import Client, StdioServerParameters

import midworld
from midworld.cli.mcp import Connected, Live, Recorded
from midworld.readers.mcpserver import mcp_server
from midworld.sharing import share

KITCHEN = Path(__file__).parents[2] / "examples" / "kitchen"
LOOKING = ["overview", "ask", "where", "facts", "events", "beliefs", "find", "explain", "imagine"]
Said = dict[str, Any]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[midworld.Session, Path]:
    """The kitchen, run once: as a session, from which each test takes a fork, and as its recording."""
    path = tmp_path_factory.mktemp("mcp") / "run.mwlog"
    mw = midworld.open(KITCHEN / "scene.yaml", history=60.0)
    with mw.record(path):
        mw.run(KITCHEN / "observations.jsonl")
    return mw, path


@pytest.fixture
def kitchen(ran: tuple[midworld.Session, Path]) -> midworld.Session:
    return ran[0].fork()


@pytest.fixture
def recording(ran: tuple[midworld.Session, Path]) -> Path:
    return ran[1]


async def conversation(server: Any) -> Said:
    """What a model asks of the kitchen, by any transport."""
    async with Client(server) as client:

        async def call(tool: str, **given: object) -> Any:
            result = await client.call_tool(tool, given)
            assert not result.is_error, result.content
            return result.structured_content

        listed = await client.list_tools()
        refused = await client.call_tool("where", {"objects": ["cupp"]})
        resource = await client.read_resource("midworld://timeline")
        return {
            "tools": [tool.name for tool in listed.tools],
            "read_only": [tool.annotations.read_only_hint for tool in listed.tools if tool.annotations is not None],
            "overview": await call("overview"),
            "cup": await call("ask", question="where is the cup"),
            "ann": await call("ask", question="where is the cup", agent="ann"),
            "before": await call("ask", question="where is the cup", at=5.0),
            "held": await call("facts", predicate="isHeldBy", at=7.0),
            "events": await call("events", object="cup"),
            "beliefs": await call("beliefs"),
            "found": await call("find", patterns=["?what isIn bin"]),
            "why": await call("explain", statement="cup isIn bin"),
            "refused": (refused.is_error, str(getattr(refused.content[0], "text", ""))),
            "timeline": json.loads(str(getattr(resource.contents[0], "text", ""))),
        }


def check(said: Said) -> None:
    assert said["tools"] == LOOKING
    assert all(said["read_only"])
    assert said["overview"]["people"] == ["ann", "bob"]
    assert {"ann", "bob"} <= set(said["overview"]["minds"])
    assert "ann" in said["overview"]["wrong"]
    assert said["cup"]["text"].startswith("cup is in bin since 8.0 s")
    assert said["ann"]["text"].startswith("ann believes that cup is on table")
    assert said["before"]["text"].startswith("cup is on table")
    assert [(row["subject"], row["object"]) for row in said["held"]["rows"]] == [("cup", "bob")]
    assert next((row["event"], row["agent"]) for row in said["events"]["rows"]) == ("Pick", "bob")
    assert said["beliefs"]["wrong"][0]["subject"] == "ann"
    assert {"what": "cup"} in said["found"]["rows"]
    assert said["why"]["holds"] is True
    assert said["refused"][0]
    assert "no object named 'cupp'; did you mean cup?" in said["refused"][1]
    assert said["timeline"][0]["event"] == "Pick"


def test_a_session_is_asked_within_the_process(kitchen: midworld.Session):
    check(asyncio.run(conversation(mcp_server(Live(kitchen)))))


def test_a_recording_is_asked_over_standard_input_and_output(recording: Path):
    # The SDK starts servers with next to no environment.
    found = {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = StdioServerParameters(command=sys.executable, args=["-m", "midworld", "mcp", str(recording)], env=found)
    check(asyncio.run(conversation(command)))


def test_a_recording_is_asked_over_http_on_this_machine_only(recording: Path):
    command = [sys.executable, "-m", "midworld", "mcp", str(recording), "--http", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            address = next(found[0] for line in server.stderr if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
            for line in server.stderr:
                if "startup complete" in line:
                    break
            check(asyncio.run(conversation(f"{address}/mcp")))
        finally:
            server.terminate()
            server.stderr.read()


def test_telling_is_there_only_where_it_is_allowed(kitchen: midworld.Session):
    live = Live(kitchen)

    async def told() -> str:
        async with Client(mcp_server(live, tell=live.tell)) as client:
            await client.call_tool("tell", {"agent": "ann", "statement": "cup isIn bin", "teller": "bob"})
            result = await client.call_tool("ask", {"question": "where is the cup", "agent": "ann"})
            assert result.structured_content is not None
            return str(result.structured_content["text"])

    assert "in bin" in asyncio.run(told())


def test_a_recording_keeps_the_worlds_of_the_instant_asked_for_last(recording: Path):
    source = Recorded(recording)
    assert source.worlds(5.0) is source.worlds(5.0)
    assert source.worlds(None)["stable"].stamp > source.worlds(5.0)["stable"].stamp


def test_a_board_is_asked_as_a_session_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("zenoh", reason="eclipse-zenoh is not installed")
    monkeypatch.setenv("MIDWORLD_BOARDS", str(tmp_path))
    with (
        midworld.open(KITCHEN / "scene.yaml", history=60.0) as mw,
        share(mw, "lab"),
        midworld.connect("lab", name="mcp", history=60.0) as board,
    ):
        changes = board.changes("stable", timeout=30.0)
        mw.run(KITCHEN / "observations.jsonl")
        assert any(commit.stamp >= mw.world().stamp for commit in changes)
        check(asyncio.run(conversation(mcp_server(Connected(board), meshes=board.meshes))))


DOMAIN = """
from midworld.planning import Domain

domain = Domain("kitchen")


@domain.action(2.0)
def push(state, agent, thing):
    state.require("isOn", thing, "table")
"""


def test_a_model_has_actions_tried_and_plans_made(tmp_path: Path):
    mw = midworld.open(KITCHEN / "scene.yaml", history=60.0)
    mw.run(KITCHEN / "observations.jsonl", stop=lambda observation: observation.stamp > 4.0)
    domain = tmp_path / "domain.py"
    domain.write_text(DOMAIN)

    async def thought() -> tuple[Any, Any, Any, Any]:
        async with Client(mcp_server(Live(mw), domain=domain)) as client:
            pushed = await client.call_tool("imagine", {"action": "push the cup from the left", "runs": 8})
            wrong = await client.call_tool("imagine", {"action": "push the cupp"})
            plan = await client.call_tool("plan", {"goals": ["push robot cup"]})
            none = await client.call_tool("plan", {"goals": ["push robot bin2"]})
            refused = (wrong.is_error, str(getattr(wrong.content[0], "text", "")))
            return pushed.structured_content, refused, plan.structured_content, none

    pushed, wrong, plan, none = asyncio.run(thought())
    assert pushed["runs"] == 8
    assert pushed["success"]["low"] < pushed["success"]["probability"] <= 1.0
    assert "cup" in pushed["final"]
    assert wrong[0]
    assert "cupp" in wrong[1]
    assert plan["possible"]
    assert any("push" in step for step in plan["steps"])
    assert none.is_error or not none.structured_content["possible"]
