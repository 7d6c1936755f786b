"""`midworld import`: a recording of another tool as a scene and a log."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from ..errors import printable
from ..providers.imports import FORMATS, Options, import_recording, read_map

Recorded = Annotated[Path, typer.Argument(help="What another tool recorded: a file or a folder", metavar="RECORDING")]
Into = Annotated[Path, typer.Option("--output", "-o", help="The folder to write scene.yaml and observations.jsonl to")]
FormatName = Annotated[
    str | None, typer.Option("--format", help=f"One of {', '.join(FORMATS)}; recognised if left out", metavar="NAME")
]
Up = Annotated[Literal["x", "y", "z"] | None, typer.Option("--up", help="The recording's axis upwards")]
Unit = Annotated[str | None, typer.Option("--unit", help="The recording's unit of length: m, cm, mm or in")]
Rate = Annotated[float, typer.Option("--rate", help="At most so many lines a second", min=0.1, max=1000.0)]
NameMap = Annotated[
    Path | None,
    typer.Option(
        "--map", help="YAML: `names` of tracks, tracks to `ignore`, what is known of `objects`", metavar="FILE"
    ),
]


def import_(
    recording: Recorded,
    output: Into,
    format: FormatName = None,  # noqa: A002
    up: Up = None,
    unit: Unit = None,
    rate: Rate = 25.0,
    map: NameMap = None,  # noqa: A002
) -> None:
    """Turn a recording of another tool (motion capture, detections, BOP, bags) into a scene and a log."""
    said: Mapping[str, Any] = {} if map is None else read_map(map)
    options = Options(
        format=format,
        up=up,
        unit=unit,
        rate_hz=rate,
        names=said.get("names", {}),
        ignore=tuple(said.get("ignore", ())),
        objects=said.get("objects", {}),
    )
    imported = import_recording(recording, options)
    scene, log = imported.write(output)
    for guess in imported.guesses:
        print(printable(guess))
    people = [name for name, agent in imported.scene["agents"].items() if agent["kind"] == "human"]
    print(f"{len(imported.lines)} lines, objects: {_listed(imported.scene['objects'])}; people: {_listed(people)}")
    print(printable(f"next: midworld run {scene} {log}"))


def _listed(names: Iterable[str]) -> str:
    return printable(", ".join(names)) or "none"
