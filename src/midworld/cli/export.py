"""`midworld export`: a recorded run for other people's tools."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Annotated

import typer

from ..errors import BadInput, Problem, UnknownName
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
    seen: set[str] = set()
    commits = _chosen(recording, world, seen)
    if out.suffix == ".mcap":
        from ..providers import read_scene
        from ..readers.mcap import write_mcap

        known = Scene() if scene is None else read_scene(scene, packages=package_folders(package))
        with _replacing(out) as part:
            count, what = write_mcap(commits, part, meshes=known.meshes), "messages"
            _check(world, seen)
    elif out.suffix in ("", ".parquet"):
        from ..readers.parquet import write_parquet

        with _replacing(out) as part:
            count, what = write_parquet(commits, part), "rows"
            _check(world, seen)
    else:
        raise BadInput([Problem(str(out), None, "is neither a .mcap nor a folder for Parquet")])
    print(f"{out}: {count} {what}")


@contextmanager
def _replacing(out: Path) -> Iterator[Path]:
    """A place to write to, that takes the other's place when it is whole; what fails leaves everything as it was."""
    part = out.with_name(f"{out.name}.part")
    try:
        yield part
        if part.is_dir():
            out.mkdir(exist_ok=True)
            for each in part.iterdir():
                each.replace(out / each.name)
        else:
            part.replace(out)
    except OSError as error:
        raise BadInput([Problem(str(out), None, f"cannot be written: {error.strerror}")]) from error
    finally:
        rmtree(part, ignore_errors=True)
        if part.is_file():
            part.unlink()


def _chosen(recording: Path, worlds: list[str] | None, seen: set[str]) -> Iterator[Commit]:
    """The commits of some worlds; which worlds there are at all is put into `seen`."""
    for commit in replayed(recording):
        seen.add(commit.name)
        if not worlds or commit.name in worlds:
            yield commit


def _check(worlds: list[str] | None, seen: set[str]) -> None:
    for each in worlds or ():
        if each not in seen:
            raise UnknownName("world", each, seen)
