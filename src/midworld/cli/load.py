"""`midworld load`: puts a model or a scene into a world of a board, for as long as it runs."""

import threading
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadInput, Problem
from ..world import Scene, World, diff
from .options import AccessFile, OnBoard, Packages, SharedWorld, package_folders

Model = Annotated[Path, typer.Argument(help="A scene.yaml, a .urdf, or a mesh (.obj, .stl, .dae)", metavar="MODEL")]
Name = Annotated[str | None, typer.Option("--name", help="What a model is called; its file's name if left out")]
Place = Annotated[tuple[float, float, float] | None, typer.Option("--position", help="Where a model stands, in metres")]
Leave = Annotated[bool, typer.Option("--once", hidden=True, help="Leave at once, for tests of what is left")]


def load(
    world: SharedWorld,
    model: Model,
    name: Name = None,
    position: Place = None,
    board: OnBoard = None,
    package: Packages = None,
    access: AccessFile = None,
    once: Leave = False,
) -> None:
    """Put a model or a scene into a world of a board; `midworld edit` changes it, until Ctrl-C takes it away."""
    from .joining import joined

    scene = _read(model, name, position, package_folders(package))
    with joined(board, "load", access) as shared:
        for triangles in scene.meshes.values():
            shared.offer(triangles)
        shared.claim(world, editable=True).commit(diff(World(), scene.world))
        shared.flush()
        count = len(scene.world.structure)
        print(f"midworld: world '{world}' has {count} node{'s' * (count != 1)}; Ctrl-C takes it away", flush=True)
        with suppress(KeyboardInterrupt):
            threading.Event().wait(0.0 if once else None)


def _read(model: Path, name: str | None, place: tuple[float, float, float] | None, folders: dict[str, Path]) -> Scene:
    from ..providers import described_scene, read_scene

    if not model.is_file():
        raise BadInput([Problem(str(model), None, "is no file")])
    if model.suffix in (".yaml", ".yml"):
        return read_scene(model, packages=folders)
    kind = "urdf" if model.suffix == ".urdf" else "mesh"
    thing = {kind: model.name, "position": list(place or (0.0, 0.0, 0.0)), "static": True}
    return described_scene({"objects": {name or model.stem: thing}}, folder=model.parent, packages=folders)
