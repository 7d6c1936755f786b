"""What a shell is offered when somebody presses the tabulator key."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import cast

import typer

# Where commands have the scene or the recording they are about.
SOURCES = ("scene", "recording", "source")
LARGEST_BYTES = 1_000_000


def worlds(ctx: typer.Context, incomplete: str) -> list[str]:
    """The worlds there are, as far as the scene that is named already tells."""
    sensors, people = _declared(ctx)
    names = ["stable", "merged", *(f"source/{name}" for name in sensors), *people]
    return [name for name in names if name.startswith(incomplete)]


def minds(ctx: typer.Context, incomplete: str) -> list[str]:
    """Who can be asked, and about whom."""
    _, people = _declared(ctx)
    deeper = [f"{one}/{other}" for one in people for other in people if one != other and incomplete.startswith(one)]
    return [name for name in ("robot", *people, *deeper) if name.startswith(incomplete)]


def _declared(ctx: typer.Context) -> tuple[list[str], list[str]]:
    """The sensors and the people of the scene on the line; none where it cannot be read."""
    # An option that still lacks its value leaves the arguments unsorted; the source is the first of them.
    given = [*(ctx.params.get(name) for name in SOURCES), *ctx.args[:1]]
    path = next((Path(str(each)) for each in given if each), None)
    # Whoever types wants no errors between the letters.
    try:
        return ([], []) if path is None else _named(path)
    except Exception:
        return [], []


def _named(path: Path) -> tuple[list[str], list[str]]:
    from ..runtime import MAGIC, read_header

    with path.open("rb") as file:
        recorded = file.read(len(MAGIC)) == MAGIC
    if recorded:
        path = Path(read_header(path)["scene"])
    if path.stat().st_size > LARGEST_BYTES:
        return [], []
    import yaml

    # Whatever else it is ends in the net of whoever asks.
    found = cast("Mapping[str, Mapping[str, Mapping[str, object]]]", yaml.safe_load(path.read_text(encoding="utf-8")))
    people = [name for name, agent in found.get("agents", {}).items() if agent["kind"] == "human"]
    return _words(found.get("sensors", {})), _words(people)


def _words(names: Iterable[object]) -> list[str]:
    return sorted(str(name) for name in names)
