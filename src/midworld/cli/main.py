"""All commands, and what a person sees when one fails."""

import sys
from importlib.metadata import version
from typing import Annotated

import typer

from ..errors import MidworldError, printable
from .ask import ask
from .chart import chart
from .check import check
from .demo import demo
from .kb import kb
from .modules import modules
from .replay import replay
from .run import run
from .snapshot import snapshot
from .view import view

BAD_INPUT = 2

app = typer.Typer(
    name="midworld",
    help="A physically consistent picture of a scene shared by robots and people.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (run, check, replay, ask, view, snapshot, chart, kb, modules, demo):
    app.command()(command)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"midworld {version('midworld')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version")
    ] = False,
) -> None:
    """Options of every command."""


def main() -> None:
    """The command line. Bad input is a sentence on standard error and exit status 2."""
    try:
        app()
    except MidworldError as error:
        print(*map(printable, f"midworld: {error}".split("\n")), sep="\n", file=sys.stderr)
        sys.exit(BAD_INPUT)
