"""The toolbox for language models over the Model Context Protocol: tools and resources, read-only unless allowed."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import MidworldError, MissingExtra
from ..geometry import Meshes
from .thinking import Thinking, thoughts
from .toolbox import Source, Toolbox, tools

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations
except ImportError as error:
    raise MissingExtra("serving language models", "mcp") from error

INSTRUCTIONS = (
    "Midworld keeps what a robot sharing a table with people perceives, works out and knows: what is where, even when "
    "hidden, who did what, who sees, knows and wrongly believes what. Begin with `overview`. `agent` asks in "
    "somebody's picture of the world (`ann`, or `ann/bob` for what Ann thinks Bob believes); `at` is an instant in "
    "seconds, the newest if left out."
)
Tell = Callable[[str, str, str | None], None]


def mcp_server(
    source: Source, *, tell: Tell | None = None, meshes: Meshes = MappingProxyType({}), domain: Path | None = None
) -> "MCPServer":
    """A server of the tools over a source; `tell` is there where telling is allowed, plans where there is a domain."""
    server = MCPServer("midworld", instructions=INSTRUCTIONS)
    toolbox = Toolbox(source)
    for tool in (*tools(toolbox), *thoughts(Thinking(source, meshes, domain))):
        looks = ToolAnnotations(read_only_hint=True, open_world_hint=False)
        server.add_tool(_said_plainly(tool), annotations=looks, structured_output=True)
    if tell is not None:
        server.add_tool(_telling(tell), annotations=ToolAnnotations(read_only_hint=False, open_world_hint=False))
    _add_resources(server, toolbox)
    return server


def _add_resources(server: "MCPServer", toolbox: Toolbox) -> None:
    @server.resource("midworld://overview", mime_type="application/json")
    def overview() -> dict[str, Any]:
        """What there is, who is there, and who is wrong."""
        return toolbox.overview()

    @server.resource("midworld://world/{agent}", mime_type="application/json")
    def world(agent: str) -> list[dict[str, Any]]:
        """Where everything is in somebody's picture of the world."""
        return toolbox.where(agent=agent).rows

    @server.resource("midworld://timeline", mime_type="application/json")
    def timeline() -> list[dict[str, Any]]:
        """What was done, oldest first."""
        return toolbox.events().rows

    assert overview
    assert world
    assert timeline


def _telling(tell: Tell) -> Callable[..., str]:
    def tell_somebody(agent: str, statement: str, teller: str | None = None) -> str:
        """Let somebody know where a thing is ("cup isIn box"); they believe it until they see otherwise."""
        tell(agent, statement, teller)
        return f"{agent} was told that {statement}"

    return _said_plainly(tell_somebody, name="tell")


def _said_plainly(tool: Callable[..., Any], name: str | None = None) -> Callable[..., Any]:
    """A tool whose refusals reach the model as the sentences they are."""

    @wraps(tool)
    def called(*given: Any, **named: Any) -> Any:
        try:
            return tool(*given, **named)
        except MidworldError as error:
            raise ToolError(str(error)) from error

    called.__name__ = name or tool.__name__
    return called
