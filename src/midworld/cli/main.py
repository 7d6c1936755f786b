"""All commands, and what a person sees when one fails."""

import sys
from collections.abc import Callable
from importlib import import_module
from keyword import iskeyword
from typing import Annotated

import typer
from typer.core import TyperGroup

from ..errors import MidworldError, printable

BAD_INPUT = 2

# Each in a file and a function of its name, which are imported when it is used: its sentence is here for the list.
COMMANDS = {
    "run": "Assess a log of observations: worlds, facts and events as JSON lines.",
    "check": "Check a scene and a log: every problem with its file, line and what would be valid.",
    "replay": "Write what a recorded run wrote, byte for byte.",
    "ask": 'Ask about the past of anybody\'s world: "where is the ball", "what does ann see", "who is wrong".',
    "talk": "Talk about a scene, a recording or told facts: questions, orders, statements, asking back.",
    "view": "Look at a run: worlds, minds, facts and time on a live page.",
    "snapshot": "Draw a recorded run at an instant, or a strip of several: no screen, no browser, no graphics card.",
    "chart": "Draw what happened when, or where things went, for a paper.",
    "kb": "Ask and teach a knowledge base, or serve it.",
    "imagine": "Try an action in the head: what would happen, how often, how long it takes and where everything ends.",
    "plan": "Plan who does what and when, for robots and people together.",
    "act": "Pursue a goal in a simulated room, or with --robot on yours: perceive, plan, act, ask people to do theirs.",
    "prefer": "Show two plans, take which is liked, and learn the weights of the rules.",
    "import": "Turn a recording of another tool (motion capture, detections, BOP, bags) into a scene and a log.",
    "score": "Compare what was told with labels: precision, recall, latency, by person and hand.",
    "mcp": "Serve worlds, beliefs and answers to a language model as MCP tools, over stdio or HTTP on this machine.",
    "modules": "List the plug-ins a scene can name under `modules:`, with their parameters and defaults.",
    "export": "Write a recorded run as MCAP with Foxglove's schemas (out.mcap), or as Parquet tables (a folder).",
    "worlds": "List the worlds of a board: who writes and reads each, how often, how old, and which are stale.",
    "show": "Show a world of a board as a tree of its nodes, or one node as JSON.",
    "load": "Put a model or a scene into a world of a board; `midworld edit` changes it, until Ctrl-C takes it away.",
    "edit": "Change a node of a world of a board: move, turn, rename, colour or remove it, if its writer takes edits.",
    "echo": "Write what happens in worlds of a board as JSON lines, as `midworld run` writes them, until Ctrl-C.",
    "demo": "Play the bundled scenes, or a study: what happens, and where things are that nobody sees.",
}


def command_of(name: str) -> Callable[..., None]:
    """The function behind a command, imported now."""
    # `import` is a word of Python.
    plain = f"{name}_" if iskeyword(name) else name
    return getattr(import_module(f".{plain}", __package__), plain)


class Commands(TyperGroup):
    """Commands that are imported when one of them is used."""

    def resolve_command(self, ctx: typer.Context, args: list[str]):  # pyright: ignore
        if args[0] in COMMANDS:
            alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            alone.command(args[0])(command_of(args[0]))
            self.add_command(typer.main.get_command(alone), args[0])  # pyright: ignore[reportUnknownMemberType]
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="midworld",
    cls=Commands,
    help="A physically consistent picture of a scene shared by robots and people.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _listed() -> None:
    """Stands in the list of commands until the real one is imported."""


for name, sentence in COMMANDS.items():
    app.command(name, help=sentence)(_listed)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

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
        app(prog_name="midworld")
    except MidworldError as error:
        print(*map(printable, f"midworld: {error}".split("\n")), sep="\n", file=sys.stderr)
        sys.exit(BAD_INPUT)
