"""`midworld demo`: a bundled scene, assessed before your eyes."""

import time
from importlib.resources import files
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.table import Table

from ..providers import read_observations, read_scene
from ..runtime import STABLE, Assessment
from ..world import BodyPart, Object, World

SCENES = Path(str(files("midworld"))) / "cli" / "scenes"
MARKS = {"perceived": "green", "inferred": "yellow", "held": "magenta", "unknown": "red"}


def demo() -> None:
    """Assess a bundled tabletop scene; on a terminal, watch it live."""
    folder = SCENES / "tabletop"
    scene = read_scene(folder / "scene.yaml")
    assessment = Assessment(scene)
    console = Console()
    world = World()
    with Live(console=console, auto_refresh=False, transient=True) as live:
        start, first = time.monotonic(), None
        for observation in read_observations(folder / "observations.jsonl", scene):
            world = assessment.feed(observation)[STABLE]
            if console.is_terminal:
                first = observation.stamp if first is None else first
                time.sleep(max(0.0, observation.stamp - first - (time.monotonic() - start)))
                live.update(_picture(world), refresh=True)
    console.print(_picture(world))
    console.print(
        f"\nAssessed [bold]{folder.name}[/bold] to {world.stamp:.1f} s. Your own: "
        "[bold]midworld run scene.yaml observations.jsonl[/bold]"
    )


def _picture(world: World) -> Table:
    table = Table("thing", "x", "y", "z", "known by", "last seen", title=f"The scene at {world.stamp:.1f} s")
    for row, entity in enumerate(world.structure.entities):
        if not isinstance(entity.role, Object | BodyPart):
            continue
        x, y, z = world.pose(entity.id).position
        word = world.status(entity.id).word
        seen = float(world.state.seen[row])
        age = "placed beforehand" if seen == float("-inf") else f"{world.stamp - seen:.1f} s ago"
        table.add_row(entity.id, f"{x:.3f}", f"{y:.3f}", f"{z:.3f}", f"[{MARKS[word]}]{word}", age)
    return table
