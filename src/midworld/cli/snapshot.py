"""`midworld snapshot`: pictures of a recording."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadInput, Problem
from ..world import STABLE
from .completion import worlds
from .options import STANDARD_OUTPUT, Packages, Recording, instant, package_folders

SMALLEST, LARGEST = 160, 8000
FORMS = (".png", ".jpg", ".jpeg", ".pdf", ".tif", ".tiff", ".webp")


class Background(StrEnum):
    LIGHT = "light"
    DARK = "dark"


class Paints(StrEnum):
    OWN = "own"
    WORLD = "world"


Instants = Annotated[
    list[str] | None,
    typer.Option("--at", help="The instant, in seconds; +3 counts from the start. Several make a strip", metavar="T"),
]
Count = Annotated[
    int | None, typer.Option("--count", "-n", help="A strip of that many telling instants", min=1, max=40)
]
ShownWorlds = Annotated[
    list[str] | None,
    typer.Option(
        "--world",
        "-w",
        help="stable, merged, source/NAME or an agent's; several are rows",
        metavar="NAME",
        autocompletion=worlds,
    ),
]
View = Annotated[str, typer.Option("--view", help="auto, top, side, front, camera:NAME or eye:AGENT", metavar="VIEW")]
Picture = Annotated[
    Path,
    typer.Option("--output", "-o", help="The file to write: .png, .jpg, .pdf, .tif or .webp; - is standard output"),
]
Width = Annotated[int, typer.Option("--width", help="Pixels across", min=SMALLEST, max=LARGEST)]
Height = Annotated[
    int,
    typer.Option("--height", help="Pixels down; of a strip, its panels keep the same shape", min=SMALLEST, max=LARGEST),
]
Trail = Annotated[float | None, typer.Option("--trail", help="Seconds of trails to show; all if left out", min=0.0)]
SceneFile = Annotated[
    Path | None, typer.Option("--scene", help="The scene of the run, for the meshes it names", metavar="SCENE")
]


def snapshot(
    recording: Recording,
    output: Picture = Path("figure.png"),
    at: Instants = None,
    count: Count = None,
    world: ShownWorlds = None,
    view: View = "auto",
    width: Width = 1600,
    height: Height = 1000,
    background: Annotated[Background, typer.Option("--background", help="The colour of the paper")] = Background.LIGHT,
    paint: Annotated[Paints, typer.Option("--paint", help="Things in their own colours or their world's")] = Paints.OWN,
    trail: Trail = None,
    scene: SceneFile = None,
    package: Packages = None,
) -> None:
    """Draw a recorded run at an instant, or a strip of several: no screen, no browser, no graphics card."""
    from ..readers.pictures import (
        DARK,
        LIGHT,
        Direction,
        Format,
        key_instants,
        moments,
        read_story,
        strip,
    )
    from ..readers.pictures import snapshot as picture

    if at and count is not None:
        raise BadInput([Problem("--count", None, "the instants are given by --at already; use one of the two")])
    if output != STANDARD_OUTPUT and output.suffix.lower() not in FORMS:
        raise BadInput([Problem(str(output), None, f"the name of a picture ends in {', '.join(FORMS)}")])
    story = read_story(recording)
    if story.broken is not None:
        print(f"midworld: {story.broken}", file=sys.stderr)
    names = world or [STABLE]
    for name in names:
        story.strand(name)
    meshes = None
    if scene is not None:
        from ..providers import read_scene

        meshes = read_scene(scene, packages=package_folders(package)).meshes
    stamps = [instant(text, story.start) for text in at or ()]
    if count is not None:
        stamps = list(key_instants(story, names[0], count))
    shown = moments(recording, [story.instant(stamp) for stamp in stamps or [story.end]])
    form = Format(width, height, view, DARK if background is Background.DARK else LIGHT)
    directions = [Direction(name, paint.value, trail, meshes) for name in names]
    single = len(shown) == 1 and len(directions) == 1 and count is None
    image = picture(story, shown[0], directions[0], form) if single else strip(story, shown, directions, form)
    try:
        if output == STANDARD_OUTPUT:
            image.save(sys.stdout.buffer, "png")
        else:
            image.save(output)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput([Problem(str(output), None, f"cannot be written: {reason}")]) from error
