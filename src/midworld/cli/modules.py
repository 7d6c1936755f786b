"""`midworld modules`: the plug-ins that are installed."""

import sys

from rich.console import Console
from rich.table import Table

from ..errors import UnfitModule
from ..runtime import GROUP, Parameter, installed, names


def modules() -> None:
    """List the plug-ins a scene can name under `modules:`, with their parameters and defaults."""
    rows = [_row(name) for name in names()]
    if not rows:
        print(f"no plug-in is installed; a package brings some as entry points of the group {GROUP}")
        return
    if not sys.stdout.isatty():
        for row in rows:
            print("\t".join(row))
        return
    table = Table("plug-in", "kind", "parameters", "what it does")
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def _row(name: str) -> tuple[str, str, str, str]:
    try:
        found = installed(name)
    except UnfitModule as unfit:
        return name, "unusable", "", str(unfit)
    return name, found.kind, ", ".join(map(_shown, found.parameters)) or "-", found.summary


def _shown(parameter: Parameter) -> str:
    kind = getattr(parameter.type, "__name__", None) if isinstance(parameter.type, type) else str(parameter.type)
    shown = f"{parameter.name}: {kind}"
    return shown if parameter.required else f"{shown} = {parameter.default!r}"
