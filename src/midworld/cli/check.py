"""`midworld check`: everything that is wrong with a scene and a log."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..errors import BadInput, Problem, printable
from ..perception import Observation, Statistics, Suspicions
from ..providers import Knows, examined_scene, observation_log
from ..runtime import Report, Tick, Ticks
from ..session import Background, progress
from ..world import Scene
from .options import Knowledge, Packages, ScenePath, package_folders

MaybeLog = Annotated[str | None, typer.Argument(help="observations.jsonl, if it is to be checked too", metavar="LOG")]


Stats = Annotated[bool, typer.Option("--stats", help="Tell how good the trackers of the log are")]


def check(
    scene: ScenePath,
    log: MaybeLog = None,
    package: Packages = None,
    knowledge: Knowledge = None,
    stats: Stats = False,
) -> None:
    """Check a scene and a log: every problem with its file, line and what would be valid."""
    if stats and log is None:
        raise typer.BadParameter("tells of the trackers of a log; name one after the scene", param_hint="--stats")
    found, doubts, statistics = 0, list[str](), Statistics()
    for problem in _problems(scene, log, package_folders(package), knowledge, doubts, statistics):
        found += 1
        print(problem)
    for doubt in doubts:
        print(printable(f"looks wrong: {doubt}"))
    if stats:
        for line in _told(statistics):
            print(printable(line))
    if found:
        Console(stderr=True).print(f"[red]{found} problem{'s' if found > 1 else ''}[/red]")
        raise typer.Exit(2)
    print(printable(f"{scene}: good" if log is None else f"{scene} and {log}: good"))


def _told(statistics: Statistics) -> Iterator[str]:
    """A table of what each source makes of each object, and how sources differ."""
    rows = statistics.tracked()
    wide = max((len(f"{row.source} {row.id}") for row in rows), default=0)
    yield f"{'tracker and object':{wide}}  percepts    rate    noise  mistaken   lost  repeated"
    for row in rows:
        name = f"{row.source} {row.id}"
        yield (
            f"{name:{max(wide, 18)}}  {row.percepts:8d}  {row.hertz:3.0f} Hz  {1000 * row.noise_m:4.1f} mm"
            f"  {100 * row.mistaken:6.1f} %  {100 * row.lost:3.0f} %  {100 * row.repeated:6.0f} %"
        )
    for against in statistics.against():
        x, y, z = (1000 * part for part in against.offset_m)
        late = f" and {against.late_s:.2f} s late" if against.late_s else ""
        yield f"{against.source} is off {against.first} by [{x:.0f}, {y:.0f}, {z:.0f}] mm{late}"


def _problems(
    path: Path,
    log: str | None,
    packages: dict[str, Path],
    knowledge: list[Path] | None,
    doubts: list[str],
    statistics: Statistics,
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
        yield from _log_problems(log, scene, knows, doubts, statistics)


def _log_problems(log: str, scene: Scene, knows: Knows, doubts: list[str], statistics: Statistics) -> Iterator[Problem]:
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
                _read(() if arrival is None else ticks.take(arrival), suspicions, statistics)
                yield from _taken(found)
        except BadInput as bad:
            yield from bad.problems
        _read(ticks.rest(), suspicions, statistics)
        yield from _taken(found)
    doubts.extend(suspicions.told())


def _read(ticks: Iterable[Tick[Observation]], *readers: Suspicions | Statistics) -> None:
    for observation in chain.from_iterable(chain.from_iterable(ticks)):
        for reader in readers:
            reader.read(observation)


def _taken(found: list[Problem]) -> Iterator[Problem]:
    while found:
        yield found.pop(0)
