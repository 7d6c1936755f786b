"""`midworld chart`: timelines and trajectories of a recording as SVG."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadInput, Problem, UnknownName
from ..world import STABLE
from .completion import worlds
from .options import STANDARD_OUTPUT, Packages, Recording, package_folders
from .snapshot import Background, SceneFile


class Kind(StrEnum):
    TIMELINE = "timeline"
    TRAJECTORIES = "trajectories"


Chosen = Annotated[
    list[str] | None,
    typer.Option("--only", help="Agents, things or predicates to show; all if left out", metavar="NAME"),
]


def chart(
    recording: Recording,
    kind: Annotated[Kind, typer.Option("--kind", "-k", help="What to draw")] = Kind.TIMELINE,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The SVG file; KIND.svg if left out, - is standard output")
    ] = None,
    world: Annotated[
        str, typer.Option("--world", "-w", help="Which world's", metavar="NAME", autocompletion=worlds)
    ] = STABLE,
    only: Chosen = None,
    width: Annotated[int, typer.Option("--width", help="Pixels across", min=400, max=8000)] = 1200,
    background: Annotated[Background, typer.Option("--background", help="The colour of the paper")] = Background.LIGHT,
    scene: SceneFile = None,
    package: Packages = None,
) -> None:
    """Draw what happened when, or where things went, as an SVG for a paper."""
    from ..readers.pictures import DARK, LIGHT, Story, read_story, timeline_chart, trajectory_plot

    def known(story: Story) -> None:
        strand = story.strand(world)
        names = {*strand.last.ids, *strand.tracks, *(entry.predicate for entry in strand.entries)}
        for name in only or ():
            if name not in names:
                raise UnknownName("agent, thing or predicate", name, names)

    story = read_story(recording)
    if story.broken is not None:
        print(f"midworld: {story.broken}", file=sys.stderr)
    known(story)
    theme = DARK if background is Background.DARK else LIGHT
    if kind is Kind.TIMELINE:
        drawing = timeline_chart(story, world, only=only or (), width=width, theme=theme)
    else:
        meshes = None
        if scene is not None:
            from ..providers import read_scene

            meshes = read_scene(scene, packages=package_folders(package)).meshes
        drawing = trajectory_plot(story, world, only=only or (), width=width, meshes=meshes, theme=theme)
    path = output or Path(f"{kind.value}.svg")
    try:
        if path == STANDARD_OUTPUT:
            sys.stdout.write(drawing)
        else:
            path.write_text(drawing, encoding="utf-8")
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be written: {error.strerror}")]) from error
