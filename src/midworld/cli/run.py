"""`midworld run`: assess a log of observations."""

import sys
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadInput
from ..providers import observation_log, read_scene
from ..runtime import Commit, Recorder, Retention
from ..session.background import Background, conclusions
from ..session.engines import assess
from ..session.lines import numbered_lines, progress
from .options import Inferred, Knowledge, Lenient, LogPath, Output, Packages, ScenePath, Worlds, package_folders
from .output import chosen_worlds, line_writer
from .view import Port, Watch, watched

Record = Annotated[Path | None, typer.Option("--record", help="Also keep every commit in this file, for replay")]
Follow = Annotated[bool, typer.Option("--follow", "-f", help="Wait for more lines at the end of the log")]
History = Annotated[float, typer.Option("--history", help="Seconds of the past to keep in memory", min=0.0)]


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
) -> None:
    """Assess a log of observations: worlds, facts and events as JSON lines."""
    known = read_scene(scene, packages=package_folders(package))
    worlds = chosen_worlds(world, known)
    assessment = assess(known, retention=Retention(seconds=history))
    background = Background(known, knowledge)
    reader = observation_log(log, assessment.scene, knows=background.knows)
    skipped, first = 0, None
    more = conclusions(background.minds, worlds) if inferred else _nothing
    with ExitStack() as stack:
        stack.enter_context(watched(assessment, log, wanted=view, port=port))
        if follow:
            # Ending is what one does with a file one follows.
            stack.enter_context(suppress(KeyboardInterrupt))
        counter = stack.enter_context(progress(log, printing=output is None))
        write = stack.enter_context(line_writer(output, worlds, at_once=follow or log == "-", more=more))
        if record is not None:
            stack.enter_context(Recorder(assessment.board, record))
        assessment.board.subscribe(write)
        for number, line in numbered_lines(log, follow=follow, counter=counter):
            try:
                observation = reader.read(line, number)
            except BadInput as bad:
                if not lenient:
                    raise
                skipped, first = skipped + 1, first or bad
                continue
            assessment.feed(observation)
    if first is not None:
        print(f"midworld: skipped {skipped} bad line{'s' if skipped > 1 else ''}; the first: {first}", file=sys.stderr)


def _nothing(commit: Commit) -> Iterable[bytes]:
    return ()
