"""`midworld mcp`: worlds, beliefs and answers for language models, over the Model Context Protocol."""

import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput, Problem
from ..runtime import SharedBoard
from ..world import Event, Scene, World
from .ask import is_recording, recorded
from .options import AccessFile, Knowledge, Packages, package_folders

if TYPE_CHECKING:
    from ..session import Session

Served = Annotated[Path | None, typer.Argument(help="scene.yaml, or a recording of a run", metavar="SCENE|RECORDING")]
Connect = Annotated[str | None, typer.Option("--connect", help="A board that a run shares", metavar="NAME")]
Domain = Annotated[Path | None, typer.Option("--domain", help="What can be planned, .py", metavar="FILE")]
MaybeLog = Annotated[str | None, typer.Argument(help="With a scene: observations.jsonl", metavar="LOG")]
HttpPort = Annotated[
    int | None,
    typer.Option("--http", help="Serve HTTP on this port of 127.0.0.1 instead of stdio; 0 takes any", min=0, max=65535),
]
Allow = Annotated[bool, typer.Option("--allow-tell", help="Also let the model tell people where things are")]
# As much of a log as can be asked about, in seconds.
HISTORY_S = 3600.0
HERE = "127.0.0.1"


def mcp(
    source: Served = None,
    log: MaybeLog = None,
    http: HttpPort = None,
    allow_tell: Allow = False,
    package: Packages = None,
    knowledge: Knowledge = None,
    connect: Connect = None,
    access: AccessFile = None,
    domain: Domain = None,
) -> None:
    """Serve worlds, beliefs and answers to a language model as MCP tools, over stdio or HTTP on this machine."""
    from ..readers.mcpserver import mcp_server

    with ExitStack() as stack:
        if connect is not None:
            if source is not None or allow_tell:
                what = "--allow-tell" if source is None else str(source)
                raise BadInput([Problem(what, None, f"is not for a board; {connect} has worlds of its own")])
            from .joining import joined

            board = stack.enter_context(joined(connect, "mcp", access))
            server = mcp_server(Connected(board), meshes=board.meshes, domain=domain)
        elif source is None:
            raise BadInput(
                [Problem("SCENE", None, "is missing: give a scene and its log, a recording, or --connect NAME")]
            )
        elif is_recording(source):
            if log is not None or allow_tell:
                what = "LOG" if log is not None else "--allow-tell"
                raise BadInput([Problem(what, None, "a recording is over; give the scene and its log")])
            server = mcp_server(Recorded(source), domain=domain)
        elif log is None:
            raise BadInput([Problem(str(source), None, "is no recording: with a scene, give the log of observations")])
        else:
            from ..session import open as open_scene

            session = stack.enter_context(
                open_scene(source, packages=package_folders(package), knowledge=knowledge or (), history=HISTORY_S)
            )
            session.run(log)
            live = Live(session)
            server = mcp_server(live, tell=live.tell if allow_tell else None, domain=domain)
        if http is None:
            server.run("stdio")
        else:
            port = http or _free_port()
            print(f"midworld: http://{HERE}:{port}/mcp", file=sys.stderr, flush=True)
            server.run("streamable-http", host=HERE, port=port)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


@dataclass(slots=True)
class Recorded:
    """A recording as what tools ask: its worlds at an instant, the last that was asked for kept."""

    path: Path
    scene: Scene | None = None
    start: float = 0.0
    _last: tuple[float | None, Mapping[str, World]] | None = None

    def worlds(self, at: float | None) -> Mapping[str, World]:
        if self._last is None or self._last[0] != at:
            worlds, self.start = recorded(self.path, None if at is None else repr(float(at)))
            self._last = (at, worlds)
        return self._last[1]


@dataclass(frozen=True, slots=True)
class Connected:
    """A shared board as what tools ask."""

    board: SharedBoard
    scene: Scene | None = None

    @property
    def start(self) -> float:
        """Since when anything is known here."""
        return min((entry.stamp for entry in self._entries()), default=0.0)

    def worlds(self, at: float | None) -> Mapping[str, World]:
        known = self.board.snapshot()
        return known if at is None else {name: self.board.at(name, at) for name in known}

    def _entries(self) -> Iterator[Event]:
        for world in self.board.snapshot().values():
            yield from world.timeline.events()


@dataclass(frozen=True, slots=True)
class Live:
    """A session as what tools ask."""

    session: "Session"

    @property
    def scene(self) -> Scene:
        return self.session.scene

    @property
    def start(self) -> float:
        return self.session.health.start

    def worlds(self, at: float | None) -> Mapping[str, World]:
        board = self.session.assessment.board
        return board.snapshot() if at is None else {name: self.session.world(name, at=at) for name in board.names}

    def tell(self, agent: str, statement: str, teller: str | None) -> None:
        self.session.tell(agent, statement, teller=teller)
