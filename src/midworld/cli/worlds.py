"""`midworld worlds`: what is shared on a board, and who provides, filters and reads it."""

import time
from contextlib import suppress
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.table import Table

from ..runtime import Presence, SharedBoard
from .options import AccessFile, BoardName

Watching = Annotated[bool, typer.Option("--watch", help="Go on showing it as it changes, until Ctrl-C")]
Hosting = Annotated[bool, typer.Option("--host", help="Host the board, for programs that share none of a run")]
# How often it is drawn, in seconds.
PAUSE_S = 0.5


def worlds(board: BoardName = None, watch: Watching = False, host: Hosting = False, access: AccessFile = None) -> None:
    """List the worlds of a board: who writes and reads each, how often, how old, and which are stale."""
    from ..adapters import boards

    console = Console()
    if board is None:
        known = boards.boards()
        console.print("\n".join(known) if known else "no board is shared on this machine", highlight=False)
        return
    with boards.host(board, access=access) if host else boards.connect(board, name="worlds", access=access) as shared:
        if not watch and not host:
            console.print(table(shared, shared.clients()))
            return
        with suppress(KeyboardInterrupt), Live(table(shared, shared.clients()), console=console) as live:
            while True:
                time.sleep(PAUSE_S)
                live.update(table(shared, shared.clients()))


def table(board: SharedBoard, clients: tuple[Presence, ...]) -> Table:
    """Every world with its writer, its readers, its rate and its state, then who is there besides."""
    writers = {world: (each, rate) for each in clients for world, rate in each.writes.items()}
    found = Table(box=None)
    found.add_column("world", no_wrap=True)
    for head in ("written by", "a second", "at", "entities", "read by", "state"):
        found.add_column(head)
    for name in board.names:
        world, (writer, rate) = board.snapshot()[name], writers.get(name, (None, 0.0))
        readers = ", ".join(sorted(each.name for each in clients if name in each.reads)) or "-"
        state = board.stale.get(name) or ("live" if rate else "quiet")
        who = "nobody" if writer is None else f"{writer.name} ({writer.role})"
        found.add_row(name, who, f"{rate:.1f}", f"{world.stamp:.3f} s", str(len(world.structure)), readers, state)
    for name, who in board.abandoned().items():
        if name not in board:
            found.add_row(name, "nobody", "-", "-", "-", "-", f"{who}, who wrote it, is gone")
    busy = {name for name in board.names if name in writers}
    for each in clients:
        if not busy & each.writes.keys():
            what = f"observed {each.observed}" if each.observed else f"{each.role} on {each.machine}"
            found.add_row("-", each.name, "-", "-", "-", "-", what)
    return found
