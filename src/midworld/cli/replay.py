"""`midworld replay`: the output of a recorded run, again."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from ..runtime import replayed
from .options import Output, Worlds
from .output import chosen_worlds, line_writer
from .view import Port, Watch, again

Recording = Annotated[Path, typer.Argument(help="A file made with `midworld run --record`", metavar="RECORDING")]


def replay(
    recording: Recording, output: Output = None, world: Worlds = None, view: Watch = False, port: Port = None
) -> None:
    """Write what a recorded run wrote, byte for byte."""
    commits = replayed(recording)
    with ExitStack() as stack:
        show = stack.enter_context(again(recording, wanted=view, port=port))
        lines = stack.enter_context(line_writer(output, chosen_worlds(world), at_once=False))
        for commit in commits:
            lines.write(commit)
            show(commit)
