"""`midworld view`: a live page of a recorded run, or of a log as it is assessed."""

import os
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from ..dialogue import Exchange, read_exchanges
from ..errors import BadInput, MidworldError, Problem
from ..imagination import doubt_of
from ..planning import read_plan
from ..providers import read_scene
from ..runtime import Commit, read_header, replayed
from ..session import Session, Silent, viewer, wire_of
from ..session import open as open_scene
from ..world import Scene
from .options import Knowledge, Packages, Port, package_folders

if TYPE_CHECKING:
    from ..readers.viewer import ViewerProcess, Wire

# How long a run that waits for input may take to notice that it is over.
JOIN_S = 6.0
# A page keeps all it shows in memory.
MOST_RECORDINGS = 24
# What goes on beside a page: asks now and then whether it is to stop.
Job = Callable[[Callable[[], bool]], None]
Watched = Annotated[
    Path,
    typer.Argument(
        help="A recording (run.mwlog), a folder of them, or scene.yaml followed by a log", metavar="RECORDING|SCENE"
    ),
]
MaybeLog = Annotated[str | None, typer.Argument(help="observations.jsonl, after a scene", metavar="LOG")]
SceneOf = Annotated[Path | None, typer.Option("--scene", help="The scene of a recording: its meshes are not recorded")]

TalkOf = Annotated[
    Path | None,
    typer.Option("--talk", help="What was said, to show beside it, as midworld talk --transcript writes it"),
]
PlanOf = Annotated[Path | None, typer.Option("--plan", help="A plan to show beside it, as midworld plan writes it")]


def view(
    source: Watched,
    log: MaybeLog = None,
    scene: SceneOf = None,
    package: Packages = None,
    knowledge: Knowledge = None,
    port: Port = None,
    plan: PlanOf = None,
    talk: TalkOf = None,
) -> None:
    """Look at a run: worlds, minds, facts and time on a live page."""
    made = None if plan is None else read_plan(plan)
    if log is None and source.is_dir():
        wires, job = _folder(source, scene, package)
    else:
        wire, job = _recorded(source, scene, package) if log is None else _assessed(source, log, package, knowledge)
        wires = [wire]
    if made is not None:
        wires[0].show(made)
    for exchange in () if talk is None else _said(talk):
        wires[0].say("talk", exchange, stamp=exchange.stamp)
    with opened(wires, port=port), beside(job, wires[-1]):
        stay()


def _said(path: Path) -> tuple[Exchange, ...]:
    """What was said, of a transcript. Raises BadInput."""
    try:
        return read_exchanges(path.read_bytes().splitlines())
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be opened: {error.strerror}")]) from error
    except msgspec.DecodeError as error:
        raise BadInput([Problem(str(path), None, f"is no transcript of midworld talk: {error}")]) from error


@contextmanager
def opened(wires: "Sequence[Wire]", *, port: int | None = None) -> Generator["ViewerProcess"]:
    """Serves a page, says where, and opens it where there is a display; an interrupt ends it in peace."""
    viewer_class, _ = viewer()
    with viewer_class(wires, port=port) as page:
        try:
            print(f"midworld: look at {page.url} (Ctrl-C ends it)", file=sys.stderr, flush=True)
            if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
                webbrowser.open(page.url)
        except KeyboardInterrupt:
            # Whoever has seen the link may be quicker than we are.
            raise typer.Exit(0) from None
        with suppress(KeyboardInterrupt):
            yield page


@contextmanager
def watched(session: Session, log: str, *, wanted: bool, port: int | None) -> Generator[None]:
    """Shows a run while it goes on and, once it is over, until somebody interrupts; nothing unless wanted."""
    if not wanted:
        yield
        return
    wire = shown(session, titled(log), live=True)
    with opened([wire], port=port):
        yield
        wire.end()
        stay()


@contextmanager
def again(recording: Path, *, port: int | None) -> Generator[Callable[[Commit], None]]:
    """Shows the commits it is handed, and stays until somebody interrupts."""
    wire, _ = _recorded(recording, None, None)

    def show(commit: Commit) -> None:
        wire.feed(commit)
        wire.calm()

    with opened([wire], port=port):
        yield show
        wire.end()
        stay()


def stay() -> None:
    """Until somebody interrupts."""
    while True:
        time.sleep(3600)


@contextmanager
def beside(job: Job, wire: "Wire") -> Generator[None]:
    """Does a job beside the page until it is stopped; what goes wrong is a sentence on it and on standard error."""
    stopped = threading.Event()

    def run() -> None:
        try:
            job(stopped.is_set)
        except MidworldError as error:
            print(f"midworld: {error}", file=sys.stderr, flush=True)
            wire.end(str(error))
        finally:
            wire.end()

    thread = threading.Thread(target=run, name="run", daemon=True)
    try:
        thread.start()
        yield
    finally:
        # An engine must not be at work while Python takes itself apart.
        stopped.set()
        if thread.ident is not None:
            thread.join(timeout=JOIN_S)


def titled(log: str) -> str:
    """What to call a run by: its log, and the folder where logs of that name abound."""
    path = Path(log).absolute()
    return "standard input" if log == "-" else f"{path.parent.name}/{path.name}"


def story(folder: Path) -> str:
    """The sentence that explains a scene: `story.txt` beside it, if there is one."""
    told = folder / "story.txt"
    return told.read_text().strip() if told.is_file() else ""


def shown(session: Session, name: str, sentence: str = "", *, live: bool = False) -> "Wire":
    """A wire that hears all of a session; one that is not live has time for its viewer."""
    wire, _ = wire_of(session.assessment, name, sentence, live=live, health=lambda: session.health)
    if not live:
        session.assessment.board.subscribe(lambda commit: wire.calm() if commit.ends_tick else None)
    return wire


def _assessed(source: Path, log: str, package: list[str] | None, knowledge: list[Path] | None) -> "tuple[Wire, Job]":
    # The viewer remembers; the board need not.
    session = open_scene(source, packages=package_folders(package), knowledge=knowledge or (), history=1.0)
    wire = shown(session, titled(log), story(Path(log).parent))
    if log != "-" and not Path(log).is_file():
        raise BadInput([Problem(log, None, "cannot be read: there is no such file")])
    return wire, lambda stopped: run_beside(session, log, stopped)


def run_beside(session: Session, log: str, stopped: Callable[[], bool]) -> None:
    """A log to its end, or until it is to stop."""
    session.run(log, stop=lambda _observation: stopped(), counter=Silent())


def _folder(folder: Path, scene: Path | None, package: list[str] | None) -> "tuple[list[Wire], Job]":
    """All recordings of a folder, the newest first, to choose from on one page."""
    found = sorted(folder.glob("*.mwlog"), key=lambda each: (-each.stat().st_mtime, each.name))
    if not found:
        raise BadInput([Problem(str(folder), None, "holds no recording; `midworld run --record run.mwlog` makes one")])
    if len(found) > MOST_RECORDINGS:
        print(f"midworld: the newest {MOST_RECORDINGS} of {len(found)} recordings", file=sys.stderr, flush=True)
    pairs = [_recorded(each, scene, package) for each in found[:MOST_RECORDINGS]]

    def job(stopped: Callable[[], bool]) -> None:
        for wire, read in pairs:
            try:
                read(stopped)
            except MidworldError as error:
                # The others can still be looked at.
                print(f"midworld: {error}", file=sys.stderr, flush=True)
                wire.end(str(error))
            wire.end()

    return [wire for wire, _ in pairs], job


def _recorded(source: Path, scene: Path | None, package: list[str] | None) -> "tuple[Wire, Job]":
    if source.suffix in (".yaml", ".yml"):
        raise BadInput([Problem(str(source), None, "is a scene; name a log after it, or a recording instead")])
    _, wire_class = viewer()
    read_header(source)
    known = Scene() if scene is None else read_scene(scene, packages=package_folders(package))
    wire = wire_class(source.name, meshes=known.meshes, doubt=doubt_of(known))

    def job(stopped: Callable[[], bool]) -> None:
        for commit in replayed(source):
            if stopped():
                break
            wire.feed(commit)
            wire.calm()

    return wire, job
