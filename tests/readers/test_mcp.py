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
from midworld.cli.mcp import Live, Recorded
from midworld.readers.mcpserver import mcp_server

KITCHEN = Path(__file__).parents[2] / "examples" / "kitchen"
LOOKING = ["overview", "ask", "where", "facts", "events", "beliefs", "find", "explain"]
Said = dict[str, Any]


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mcp") / "run.mwlog"
    with midworld.open(KITCHEN / "scene.yaml") as mw, mw.record(path):
        mw.run(KITCHEN / "observations.jsonl")
    return path


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


def test_a_session_is_asked_within_the_process():
    mw = midworld.open(KITCHEN / "scene.yaml", history=60.0)
    mw.run(KITCHEN / "observations.jsonl")
    check(asyncio.run(conversation(mcp_server(Live(mw)))))


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


def test_telling_is_there_only_where_it_is_allowed():
    mw = midworld.open(KITCHEN / "scene.yaml", history=60.0)
    mw.run(KITCHEN / "observations.jsonl")
    live = Live(mw)

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
