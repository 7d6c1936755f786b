"""`midworld check`: everything that is wrong with a scene and a log."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..errors import BadInput, Problem, printable
from ..perception import Observation, Suspicions
from ..providers import Knows, examined_scene, observation_log
from ..runtime import Report, Tick, Ticks
from ..session import Background, progress
from ..world import Scene
from .options import Knowledge, Packages, ScenePath, package_folders

MaybeLog = Annotated[str | None, typer.Argument(help="observations.jsonl, if it is to be checked too", metavar="LOG")]


def check(scene: ScenePath, log: MaybeLog = None, package: Packages = None, knowledge: Knowledge = None) -> None:
    """Check a scene and a log: every problem with its file, line and what would be valid."""
    found, doubts = 0, list[str]()
    for problem in _problems(scene, log, package_folders(package), knowledge, doubts):
        found += 1
        print(problem)
    for doubt in doubts:
        print(printable(f"looks wrong: {doubt}"))
    if found:
        Console(stderr=True).print(f"[red]{found} problem{'s' if found > 1 else ''}[/red]")
        raise typer.Exit(2)
    print(printable(f"{scene}: good" if log is None else f"{scene} and {log}: good"))


def _problems(
    path: Path, log: str | None, packages: dict[str, Path], knowledge: list[Path] | None, doubts: list[str]
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
        yield from _log_problems(log, scene, knows, doubts)


def _log_problems(log: str, scene: Scene, knows: Knows, doubts: list[str]) -> Iterator[Problem]:
    """What a run would refuse, pass over or drop, in the order in which it would read; what looks wrong to `doubts`."""
    found: list[Problem] = []
    suspicions = Suspicions(scene)
    timing = scene.timing
    reader = observation_log(
        log, scene, knows=knows, ordered=False, skew=timing.skew, overlook=lambda bad: found.extend(bad.problems)
    )

    def late(report: Report, seconds: float) -> None:
        reason = f"stamp is {report.stamp:g}, {seconds:.3g} s before what came already; time runs forwards"
        found.append(Problem(log, reader.number, f"{reason}, and only {timing.max_lateness:g} s late is put in order"))

    ticks = Ticks[Observation](timing, late)
    with progress(log, printing=True) as counter:
        try:
            for arrival in reader.arrivals(log, advance=counter.advance):
                _read(() if arrival is None else ticks.take(arrival), suspicions)
                yield from _taken(found)
        except BadInput as bad:
            yield from bad.problems
        _read(ticks.rest(), suspicions)
        yield from _taken(found)
    doubts.extend(suspicions.told())


def _read(ticks: Iterable[Tick[Observation]], suspicions: Suspicions) -> None:
    for observation in chain.from_iterable(chain.from_iterable(ticks)):
        suspicions.read(observation)


def _taken(found: list[Problem]) -> Iterator[Problem]:
    while found:
        yield found.pop(0)
