"""`midworld run`: assess a log of observations."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadInput, Problem
from ..providers import is_bag
from ..readers.jsonlines import More, tempo_line
from ..readers.kblines import inferred_lines
from ..runtime import Commit, read_header
from ..session import Session, Tempo, digest, minds_again, progress, told_again
from ..session import open as open_scene
from ..session import share as share_session
from .collecting import rare_collections
from .options import AccessFile, Inferred, Knowledge, Lenient, Output, Packages, Port, Watch, Worlds, package_folders
from .output import chosen_worlds, line_writer
from .rosbridge import ROS, bag_lines, ros_lines, together, told_to_ros
from .view import watched

# What stands for the log of a run that is fed by others on its board.
BOARD = "board:"
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
Share = Annotated[
    str | None,
    typer.Option("--share", help="Share all worlds under this name; without LOG, others bring what they perceive"),
]
RosOut = Annotated[bool, typer.Option("--ros", help="Also tell ROS 2: transforms, markers, facts and events")]
RosMapFile = Annotated[
    Path | None, typer.Option("--ros-map", help="Which topics are read, and how they are meant", metavar="FILE")
]
Once = Annotated[bool, typer.Option("--once", help="With --share and without LOG: end when the last provider left")]
Resume = Annotated[
    Path | None,
    typer.Option("--resume", help="Go on with a recording where it broke off: writes what the whole run would have"),
]
SceneOfRun = Annotated[
    Path | None,
    typer.Argument(help="scene.yaml: what may be there; a resumed recording names its own", metavar="SCENE"),
]
LogOfRun = Annotated[
    str | None,
    typer.Argument(help="observations.jsonl, a bag, `ros:` for live topics, or - for standard input", metavar="LOG"),
]


def run(
    scene: SceneOfRun = None,
    log: LogOfRun = None,
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
    resume: Resume = None,
    share: Share = None,
    access: AccessFile = None,
    once: Once = False,
    ros: RosOut = False,
    ros_map: RosMapFile = None,
) -> None:
    """Assess a log of observations: worlds, facts and events as JSON lines."""
    scene, log = named(scene, BOARD if log is None and share is not None else log, resume)
    if record is not None and resume is not None and record != resume:
        raise BadInput([Problem("--record", None, f"a resumed run goes on in its own recording, {resume}")])
    record = record or resume
    session = open_scene(
        scene,
        packages=package_folders(package),
        knowledge=knowledge or (),
        history=history,
        max_lateness=max_lateness,
        tick_hz=tick_hz,
        resume=resume,
    )
    worlds = chosen_worlds(world, session.scene)
    reads = [each for each in (scene, log, record) if each is not None]
    skips: list[Tempo] = []
    more = _lines_beside(session, worlds if inferred else None, skips)
    with ExitStack() as stack:
        stack.enter_context(rare_collections())
        stack.callback(_tell, session)
        stack.enter_context(watched(session, log, wanted=view, port=port))
        shared = None if share is None else stack.enter_context(share_session(session, share, access=access))
        if follow or log in (BOARD, ROS):
            # Ending is what one does with a file one follows.
            stack.enter_context(suppress(KeyboardInterrupt))
        counter = stack.enter_context(progress(log, printing=output is None or log in (BOARD, ROS)))
        lines = stack.enter_context(
            line_writer(output, worlds, at_once=follow or log in ("-", BOARD), more=more, reads=reads)
        )
        for commit in told_again(session):
            lines.write(commit)
        if record is not None:
            about = {"scene": str(scene), "log": log, "digest": digest(scene)}
            stack.enter_context(session.record(record, about=about))
        lines.follow(session.assessment.board)
        if ros:
            stack.callback(told_to_ros(session, ros_map))
        if log in (BOARD, ROS):
            sources: list[Iterator[dict[str, object] | bytes | None]] = []
            if log == ROS:
                sources.append(ros_lines(session, ros_map, stack))
            if shared is not None:
                sources.append(shared.observations(once=once and log == BOARD))
            source = sources[0] if len(sources) == 1 else together(*sources)
            session.follow(source, lenient=True, counter=counter, on_skip=skips.append)
        elif is_bag(log):
            session.run(bag_lines(session, Path(log), ros_map), lenient=lenient, counter=counter)
        elif follow:
            session.assessment.board.subscribe(_late_teller(session))
            session.follow(log, lenient=lenient, counter=counter, on_skip=skips.append)
        else:
            session.run(log, lenient=lenient, counter=counter)


def named(scene: Path | None, log: str | None, resume: Path | None) -> tuple[Path, str]:
    """The scene and the log of a run: as given, or as the recording to go on with names them. Raises BadInput."""
    said: Mapping[str, str] = {} if resume is None else read_header(resume)
    if scene is None and "scene" in said:
        scene = Path(said["scene"])
    if scene is None or (log := log or said.get("log")) is None:
        missing = "SCENE" if scene is None else "LOG"
        known = "" if resume is None else f"; {resume} names none"
        raise BadInput([Problem(missing, None, f"is missing: a run needs a scene and a log{known}")])
    if "digest" in said and scene.is_file() and digest(scene) != said["digest"]:
        raise BadInput([Problem(str(scene), None, f"has changed since {resume} was made: it would go otherwise")])
    return scene, log


def _lines_beside(session: Session, worlds: Iterable[str] | None, skips: list[Tempo]) -> More:
    """What to write at the end of a tick: what follows in the minds some worlds tell, and that ticks were joined."""
    following = None if worlds is None else minds_again(session)
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
