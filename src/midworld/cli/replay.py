"""`midworld replay`: the output of a recorded run, again."""

from pathlib import Path
from typing import Annotated

import typer

from ..runtime import replayed
from .options import Output, Worlds
from .output import chosen_worlds, line_writer

Recording = Annotated[Path, typer.Argument(help="A file made with `midworld run --record`", metavar="RECORDING")]


def replay(recording: Recording, output: Output = None, world: Worlds = None) -> None:
    """Write what a recorded run wrote, byte for byte."""
    commits = replayed(recording)
    with line_writer(output, chosen_worlds(world), at_once=False) as write:
        for commit in commits:
            write(commit)
