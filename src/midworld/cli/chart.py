"""`midworld chart`: timelines and trajectories of a recording, as SVG, PDF or PNG."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput, MissingExtra, Problem, UnknownName
from ..world import STABLE
from .completion import worlds
from .options import STANDARD_OUTPUT, Packages, Recording, package_folders
from .snapshot import Background, SceneFile

if TYPE_CHECKING:
    from matplotlib.figure import Figure


FORMS = ("svg", "pdf", "png")


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
        Path | None,
        typer.Option("--output", "-o", help="The file: .svg, .pdf or .png; KIND.svg if left out, - is standard output"),
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
    """Draw what happened when, or where things went, for a paper."""
    from ..readers.pictures import DARK, LIGHT, Story, read_story

    try:
        from ..readers.charts import timeline_chart, trajectory_plot
    except ModuleNotFoundError as error:
        raise MissingExtra("charts", "charts") from error

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
    _write(drawing, output or Path(f"{kind.value}.svg"))


def _write(drawing: "Figure", path: Path) -> None:
    from ..readers.charts import written

    form = "svg" if path == STANDARD_OUTPUT else path.suffix.removeprefix(".").lower()
    if form not in FORMS:
        raise BadInput(
            [Problem(str(path), None, f"the name of a chart ends in {', '.join('.' + each for each in FORMS)}")]
        )
    try:
        written(drawing, sys.stdout.buffer if path == STANDARD_OUTPUT else path, form)
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be written: {error.strerror}")]) from error
