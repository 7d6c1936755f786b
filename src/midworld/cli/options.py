"""Options several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadInput, Problem
from ..limits import STAMP
from .completion import worlds

STANDARD_OUTPUT = Path("-")


def _unless_dash(path: Path | None) -> Path | None:
    return None if path == STANDARD_OUTPUT else path


ScenePath = Annotated[Path, typer.Argument(help="scene.yaml: what may be there", metavar="SCENE")]
LogPath = Annotated[
    str, typer.Argument(help="observations.jsonl: what was perceived; - reads standard input", metavar="LOG")
]
Recording = Annotated[Path, typer.Argument(help="A file made with `midworld run --record`", metavar="RECORDING")]
Port = Annotated[
    int | None, typer.Option("--port", help="Port of the page on 127.0.0.1; 0 takes any", min=0, max=65535)
]
Watch = Annotated[bool, typer.Option("--view", help="Show it on a live page; stays until Ctrl-C")]
Packages = Annotated[
    list[str] | None,
    typer.Option("--package", help="Where a ROS package lies, for package:// names", metavar="NAME=FOLDER"),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Where to write; standard output if left out, or -", callback=_unless_dash),
]
Worlds = Annotated[
    list[str] | None,
    typer.Option(
        "--world",
        "-w",
        help="Worlds to write: stable, merged, source/NAME, or an agent's",
        metavar="NAME",
        autocompletion=worlds,
    ),
]
Inferred = Annotated[
    bool, typer.Option("--inferred", help="Also write what follows from the facts, marked as inferred")
]
Knowledge = Annotated[
    list[Path] | None,
    typer.Option(
        "--knowledge", help="What is known of things nobody declared: .ttl .rdf .owl .nq .ofn", metavar="FILE"
    ),
]
BoardName = Annotated[
    str | None, typer.Argument(help="The board, by its name; NAME@HOST:PORT for another machine's", metavar="BOARD")
]
OnBoard = Annotated[
    str | None,
    typer.Option("--board", "-b", help="The board; this machine's only one if left out", metavar="NAME"),
]
SharedWorld = Annotated[str, typer.Argument(help="A world of the board", metavar="WORLD")]
AccessFile = Annotated[
    Path | None, typer.Option("--access", help="sharing.yaml: where the board is, and who we are", metavar="FILE")
]
Lenient = Annotated[bool, typer.Option("--lenient", help="Skip bad lines, count them and say so")]


def package_folders(given: list[str] | None) -> dict[str, Path]:
    """`name=folder` pairs as a mapping."""
    folders: dict[str, Path] = {}
    for pair in given or ():
        name, equals, folder = pair.partition("=")
        if not equals or not name or not Path(folder).is_dir():
            raise BadInput([Problem("--package", None, f"'{pair}' is not NAME=FOLDER with a folder that exists")])
        folders[name] = Path(folder)
    return folders


def instant(text: str, start: float) -> float:
    """Seconds as written: a stamp, or, with a plus, seconds after the start. Raises BadInput."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = float("nan")
    if seconds not in STAMP:
        raise BadInput([Problem("--at", None, f"'{text}' is not a time; write 3.2, or +3.2 after the start")])
    return start + seconds if text.startswith("+") else seconds
