"""`midworld echo`: what happens in a world of a board, as JSON lines, as it happens."""

from contextlib import suppress
from typing import Annotated

import typer

from .options import AccessFile, OnBoard, Output

Wanted = Annotated[list[str] | None, typer.Argument(help="Worlds of the board; all if left out", metavar="WORLD")]
Once = Annotated[bool, typer.Option("--once", help="Only what there is now")]
UntilLeft = Annotated[bool, typer.Option("--until-left", help="End when whoever writes these worlds has left")]
# How often it is looked whether to end, in seconds.
PAUSE_S = 0.2


def echo(
    world: Wanted = None,
    board: OnBoard = None,
    output: Output = None,
    once: Once = False,
    until_left: UntilLeft = False,
    access: AccessFile = None,
) -> None:
    """Write what happens in worlds of a board as JSON lines, as `midworld run` writes them, until Ctrl-C."""
    from ..session import present
    from .joining import awaited, joined
    from .output import line_writer

    with joined(board, "echo", access, timeout=60.0) as shared, suppress(KeyboardInterrupt):
        names = tuple(world) if world else None
        for name in names or () if once else ():
            awaited(shared, name)
        with line_writer(output, names or shared.names, at_once=True) as lines:
            changes = shared.changes(*(names or ()), timeout=PAUSE_S)
            now = present(shared)
            known = now[-1].sequence if now else 0
            for commit in now:
                if names is None or commit.name in names:
                    lines.write(commit)
            while not once:
                for commit in changes:
                    if commit.sequence > known:
                        lines.write(commit)
                if until_left and names and all(name in shared.stale for name in names):
                    break
