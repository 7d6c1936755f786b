"""`midworld check`: everything that is wrong with a scene and a log."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..errors import BadInput, Problem
from ..providers import examined_scene, observation_log
from ..providers.strangers import Knows
from ..session.background import Background
from ..session.lines import numbered_lines, progress
from ..world import Scene
from .options import Knowledge, Packages, ScenePath, package_folders

MaybeLog = Annotated[str | None, typer.Argument(help="observations.jsonl, if it is to be checked too", metavar="LOG")]


def check(scene: ScenePath, log: MaybeLog = None, package: Packages = None, knowledge: Knowledge = None) -> None:
    """Check a scene and a log: every problem with its file, line and what would be valid."""
    found = 0
    for problem in _problems(scene, log, package_folders(package), knowledge):
        found += 1
        print(problem)
    if found:
        Console(stderr=True).print(f"[red]{found} problem{'s' if found > 1 else ''}[/red]")
        raise typer.Exit(2)
    print(f"{scene}: good" if log is None else f"{scene} and {log}: good")


def _problems(
    path: Path, log: str | None, packages: dict[str, Path], knowledge: list[Path] | None
) -> Iterator[Problem]:
    try:
        scene, problems = examined_scene(path, packages=packages)
    except BadInput as bad:
        yield from bad.problems
        if log is not None:
            yield Problem(log, None, "was not checked: what it speaks of is in the scene")
        return
    yield from problems
    if log is not None:
        try:
            knows = Background(scene, knowledge).knows
        except BadInput as bad:
            yield from bad.problems
            return
        yield from _log_problems(log, scene, knows)


def _log_problems(log: str, scene: Scene, knows: Knows) -> Iterator[Problem]:
    reader = observation_log(log, scene, knows=knows)
    with progress(log, printing=True) as counter:
        try:
            for number, line in numbered_lines(log, follow=False, counter=counter):
                try:
                    reader.read(line, number)
                except BadInput as bad:
                    yield from bad.problems
        except BadInput as bad:
            yield from bad.problems
