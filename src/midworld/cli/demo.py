"""`midworld demo`: the bundled scenes, and what is inferred as they happen."""

import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ..errors import MissingExtra, UnknownName
from ..providers import read_observations
from ..runtime import Commit
from ..session import open as open_scene
from ..world import DIVERGENCES, FALSE_BELIEF, PLACES, STABLE, Ended, Entry, Event, Object, Situation, World
from .options import Port
from .view import beside, opened, run_beside, shown, stay, story

SCENES = Path(str(files("midworld"))) / "cli" / "scenes"
STORIES = {folder.name: story(folder) for folder in sorted(SCENES.iterdir()) if (folder / "scene.yaml").is_file()}
MARKS = {"perceived": "green", "inferred": "yellow", "held": "magenta", "unknown": "red"}

# Of all that is told, what a newcomer can follow.
TOLD = frozenset({*PLACES, FALSE_BELIEF})

PEPPERMILL = "peppermill"
STUDIES = ("cleaning", "packing", PEPPERMILL, "director", "book", "handover")
# A study takes minutes of a robot's time: told so many times faster than a scene.
STUDY_SPEED = 5.0

Named = Annotated[str | None, typer.Argument(help=f"A study to play: {', '.join(STUDIES)}; the scenes if left out")]
Speed = Annotated[float, typer.Option("--speed", help="Times faster than life, in text on a terminal", min=0.1)]
Paged = Annotated[
    bool | None, typer.Option("--view/--no-view", help="On a live page or as text; a page if there is a terminal")
]


def demo(name: Named = None, speed: Speed = 3.0, view: Paged = None, port: Port = None) -> None:
    """Play the bundled scenes, or a study: what happens, and where things are that nobody sees."""
    console = Console()
    if name is not None:
        _study(name, console, speed)
        return
    if console.is_terminal if view is None else view:
        try:
            _paged(console, port)
        except MissingExtra as missing:
            console.print(f"{missing}; as text meanwhile:", markup=False)
        else:
            return
    for name, told in STORIES.items():
        console.print(f"\n[bold]{name}[/bold]  {told}")
        world = _played(SCENES / name, console, speed)
        console.print(_picture(world))
    console.print("\nYour own scene: [bold]midworld run scene.yaml observations.jsonl[/bold]")


def _study(name: str, console: Console, speed: float) -> None:
    """A study of the papers from its first step to its last, as text; in a pipe, at once."""
    if name == PEPPERMILL:
        from .peppermill.telling import told

        told(console, speed=speed * STUDY_SPEED if console.is_terminal else None)
        return
    if name not in STUDIES:
        raise UnknownName("study", name, STUDIES)
    from .studies import tell

    tell(name, console, speed=speed if console.is_terminal else None)


def _paged(console: Console, port: int | None) -> None:
    """All scenes on a live page, one after the other, again and again; assessed while the first is looked at."""
    sessions = {name: open_scene(SCENES / name / "scene.yaml", history=1.0) for name in STORIES}
    wires = {name: shown(session, name, STORIES[name]) for name, session in sessions.items()}

    def fed(stopped: Callable[[], bool]) -> None:
        for name, session in sessions.items():
            run_beside(session, str(SCENES / name / "observations.jsonl"), stopped)
            wires[name].end()

    for name, told in STORIES.items():
        console.print(f"[bold]{name}[/bold]  {told}")
    pages = tuple(wires.values())
    with opened(pages, port=port), beside(fed, pages[-1]):
        stay()


def _played(folder: Path, console: Console, speed: float) -> World:
    """One scene to its end, in step with time on a terminal; in a pipe, at once."""
    session = open_scene(folder / "scene.yaml")
    begun: list[float] = []

    def tell(commit: Commit) -> None:
        if commit.name not in (STABLE, DIVERGENCES):
            return
        for entry in commit.delta.entries:
            if isinstance(entry, Event) or entry.predicate in TOLD:
                console.print(f"  {commit.stamp - begun[0]:5.1f} s  {sentence(entry, commit.world)}", highlight=False)

    session.assessment.board.subscribe(tell)
    start = time.monotonic()
    for observation in read_observations(folder / "observations.jsonl", session.scene):
        begun = begun or [observation.stamp]
        if console.is_terminal:
            time.sleep(max(0.0, (observation.stamp - begun[0]) / speed - (time.monotonic() - start)))
        session.feed(observation)
    return session.world()


def sentence(entry: Entry, world: World) -> str:
    """An entry of a timeline as a person would say it."""
    match entry:
        case Event(_, predicate, subject, target):
            return f"[bold cyan]{subject or 'somebody'} {predicate.lower()}s the {target}[/bold cyan]"
        case Situation(_, predicate, _, _) if predicate == FALSE_BELIEF:
            return f"[bold red]{entry.reason}[/bold red]"
        case Situation(_, predicate, subject, target):
            unseen = subject in world and not world.state.perceived[world.structure.row(subject)]
            how = "  [yellow](worked out, not seen)[/yellow]" if unseen else ""
            return f"{subject} {predicate} {target}{how}"
        case Ended(_, predicate, subject, target) if predicate == FALSE_BELIEF:
            return f"[dim]{subject} is no longer wrong about {target}[/dim]"
        case Ended(_, predicate, subject, target):
            return f"[dim]no longer: {subject} {predicate} {target}[/dim]"


def _picture(world: World) -> Table:
    table = Table(
        "thing", "x", "y", "z", "known by", "last seen", title=f"At {world.stamp:.1f} s", title_justify="left"
    )
    for row, entity in enumerate(world.structure.entities):
        if not isinstance(entity.role, Object) or entity.role.static:
            continue
        x, y, z = world.pose(entity.id).position
        word = world.status(entity.id).word
        age = f"{world.stamp - float(world.state.seen[row]):.1f} s ago"
        table.add_row(entity.id, f"{x:.3f}", f"{y:.3f}", f"{z:.3f}", f"[{MARKS[word]}]{word}", age)
    return table
