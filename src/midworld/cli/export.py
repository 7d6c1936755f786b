"""`midworld export`: a recorded run for other people's tools."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadInput, Problem
from ..runtime import Commit, replayed
from ..world import Scene
from .options import Packages, Recording, package_folders

Target = Annotated[Path, typer.Argument(help="out.mcap for Foxglove; a folder for Parquet", metavar="OUT")]
Only = Annotated[list[str] | None, typer.Option("--world", "-w", help="Only these worlds", metavar="NAME")]
OfScene = Annotated[Path | None, typer.Option("--scene", help="The scene of the run, for its meshes", metavar="SCENE")]


def export(
    recording: Recording, out: Target, world: Only = None, scene: OfScene = None, package: Packages = None
) -> None:
    """Write a recorded run as MCAP with Foxglove's schemas (out.mcap), or as Parquet tables (a folder)."""
    commits = _chosen(recording, world)
    if out.suffix == ".mcap":
        from ..providers import read_scene
        from ..readers.mcap import write_mcap

        known = Scene() if scene is None else read_scene(scene, packages=package_folders(package))
        count, what = write_mcap(commits, out, meshes=known.meshes), "messages"
    elif out.suffix in ("", ".parquet"):
        from ..readers.parquet import write_parquet

        count, what = write_parquet(commits, out), "rows"
    else:
        raise BadInput([Problem(str(out), None, "is neither a .mcap nor a folder for Parquet")])
    print(f"{out}: {count} {what}")


def _chosen(recording: Path, worlds: list[str] | None) -> Iterator[Commit]:
    return (commit for commit in replayed(recording) if not worlds or commit.name in worlds)
