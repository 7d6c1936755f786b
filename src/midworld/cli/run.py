"""`midworld run`: assess a log of observations."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Annotated

import typer

from ..readers.jsonlines import tempo_line
from ..readers.kblines import inferred_lines
from ..runtime import Commit
from ..session import Session
from ..session import open as open_scene
from ..session.health import Tempo
from ..session.progress import progress
from .options import Inferred, Knowledge, Lenient, LogPath, Output, Packages, ScenePath, Worlds, package_folders
from .output import More, chosen_worlds, line_writer
from .view import Port, Watch, watched

Record = Annotated[Path | None, typer.Option("--record", help="Also keep every commit in this file, for replay")]
Follow = Annotated[
    bool, typer.Option("--follow", "-f", help="Wait for more lines at the end of the log, as they are written")
]
History = Annotated[float, typer.Option("--history", help="Seconds of the past to keep in memory", min=0.0)]
Lateness = Annotated[
    float | None,
    typer.Option("--max-lateness", help="Seconds a line may come late; by default the scene's, or 0.2", min=0.0),
]
TickRate = Annotated[
    float | None, typer.Option("--tick-hz", help="Ticks a second; by default the scene's, or every line is a tick")
]


def run(
    scene: ScenePath,
    log: LogPath,
    output: Output = None,
    world: Worlds = None,
    record: Record = None,
    follow: Follow = False,
    lenient: Lenient = False,
    package: Packages = None,
    history: History = 10.0,
    inferred: Inferred = False,
    knowledge: Knowledge = None,
    view: Watch = False,
    port: Port = None,
    max_lateness: Lateness = None,
    tick_hz: TickRate = None,
) -> None:
    """Assess a log of observations: worlds, facts and events as JSON lines."""
    session = open_scene(
        scene,
        packages=package_folders(package),
        knowledge=knowledge or (),
        history=history,
        max_lateness=max_lateness,
        tick_hz=tick_hz,
    )
    worlds = chosen_worlds(world, session.scene)
    skips: list[Tempo] = []
    more = _lines_beside(session, worlds if inferred else None, skips)
    with ExitStack() as stack:
        stack.callback(_tell, session)
        stack.enter_context(watched(session, log, wanted=view, port=port))
        if follow:
            # Ending is what one does with a file one follows.
            stack.enter_context(suppress(KeyboardInterrupt))
        counter = stack.enter_context(progress(log, printing=output is None))
        write = stack.enter_context(line_writer(output, worlds, at_once=follow or log == "-", more=more))
        if record is not None:
            stack.enter_context(session.record(record))
        session.assessment.board.subscribe(write)
        if follow:
            session.assessment.board.subscribe(_late_teller(session))
            session.follow(log, lenient=lenient, counter=counter, on_skip=skips.append)
        else:
            session.run(log, lenient=lenient, counter=counter)


def _lines_beside(session: Session, worlds: Iterable[str] | None, skips: list[Tempo]) -> More:
    """What to write at the end of a tick: what follows in the minds some worlds tell, and that ticks were joined."""
    following = None if worlds is None else session.knowledge().following
    chosen = frozenset(worlds or ())

    def lines(commit: Commit) -> Iterator[bytes]:
        if following is not None:
            shown = following.minds.models(chosen)
            yield from inferred_lines(each for each in following.found if each.model in shown)
        while commit.ends_tick and skips:
            skip = skips.pop()
            yield tempo_line(skip.stamp, skip.skipped)

    return lines


def _late_teller(session: Session) -> Callable[[Commit], None]:
    """Says of each source when it is late for the first time: the end may be far."""
    told: set[str] = set()

    def tell(commit: Commit) -> None:
        late = session.health.late
        for source in sorted(late.keys() - told) if commit.ends_tick else ():
            told.add(source)
            seconds, most = late[source].worst_s, session.scene.timing.max_lateness
            what = f"{source} reports {seconds:.2g} s late, and what comes more than {most:g} s late is dropped"
            print(f"midworld: {what}", file=sys.stderr, flush=True)

    return tell


def _tell(session: Session) -> None:
    """What was not as it should be, in the end."""
    for note in session.health.notes:
        print(f"midworld: {note}", file=sys.stderr)
