"""`midworld demo`: the bundled scenes, and what is inferred as they happen."""

import time
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ..adapters.mujoco import MujocoEngine
from ..providers import read_observations, read_scene
from ..runtime import STABLE, Assessment, Commit
from ..world import Ended, Entry, Event, Object, Situation, World

SCENES = Path(str(files("midworld"))) / "cli" / "scenes"
STORIES = {
    "6a_pulled_off": "A box is put before a cup and hides it; then it is pulled back until the cup falls, unseen.",
    "6b_released_in_box": "A ball is seen above a box, then let go.",
    "6c_emptied_into": "A ball is put into the green box, which is then emptied into the blue one.",
    "6d_moved_in_box": "A ball is put into a box, and the box is carried elsewhere.",
    "6e_behind_person": "A person hides a cup behind their back and keeps it in the hand.",
    "6f_let_fall": "A person hides a cup behind their back and lets it fall there.",
}
MARKS = {"perceived": "green", "inferred": "yellow", "held": "magenta", "unknown": "red"}

Speed = Annotated[float, typer.Option("--speed", help="Times faster than life, on a terminal", min=0.1)]


def demo(speed: Speed = 3.0) -> None:
    """Assess the bundled scenes: what happens, and where things are that nobody sees."""
    console = Console()
    for name, story in STORIES.items():
        console.print(f"\n[bold]{name}[/bold]  {story}")
        world = _played(SCENES / name, console, speed)
        console.print(_picture(world))
    console.print("\nYour own scene: [bold]midworld run scene.yaml observations.jsonl[/bold]")


def _played(folder: Path, console: Console, speed: float) -> World:
    """One scene to its end, in step with time on a terminal; in a pipe, at once."""
    scene = read_scene(folder / "scene.yaml")
    assessment = Assessment(scene, engine=MujocoEngine())
    begun: list[float] = []

    def tell(commit: Commit) -> None:
        if commit.name == STABLE:
            for entry in commit.delta.entries:
                console.print(f"  {commit.stamp - begun[0]:5.1f} s  {sentence(entry, commit.world)}", highlight=False)

    assessment.board.subscribe(tell)
    start = time.monotonic()
    for observation in read_observations(folder / "observations.jsonl", scene):
        begun = begun or [observation.stamp]
        if console.is_terminal:
            time.sleep(max(0.0, (observation.stamp - begun[0]) / speed - (time.monotonic() - start)))
        assessment.feed(observation)
    return assessment.board[STABLE]


def sentence(entry: Entry, world: World) -> str:
    """An entry of a timeline as a person would say it."""
    match entry:
        case Event(_, predicate, subject, target):
            return f"[bold cyan]{subject or 'somebody'} {predicate.lower()}s the {target}[/bold cyan]"
        case Situation(_, predicate, subject, target):
            unseen = subject in world and not world.state.perceived[world.structure.row(subject)]
            how = "  [yellow](worked out, not seen)[/yellow]" if unseen else ""
            return f"{subject} {predicate} {target}{how}"
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
