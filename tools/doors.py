"""A contract for import-linter: between rooms, only what a room's `__init__` exports.

Import-linter's own `protected` contract takes `from ..physics import settle` for an import of the file `settle.py`.
"""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import grimp
from importlinter import Contract, ContractCheck, fields, output


class Doors(Contract):
    """Packages below `house` are rooms, and so are `inner_rooms`; in `open_rooms` every file is a door of its own."""

    type_name = "doors"

    house = fields.StringField()
    open_rooms = fields.ListField(subfield=fields.StringField())
    inner_rooms = fields.ListField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Kept if nobody outside a room imports a file of it."""
        open_rooms: list[str] = self.open_rooms  # type: ignore[assignment]
        inner_rooms: list[str] = self.inner_rooms  # type: ignore[assignment]
        children = graph.find_children(str(self.house))
        rooms = {room for room in children if graph.find_children(room)} - set(open_rooms) | set(inner_rooms)
        past = [line for room in sorted(rooms) for line in sorted(_past_the_door(graph, room, rooms))]
        return ContractCheck(kept=not past, metadata={"past": past})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """One line for each import that passes no door."""
        for line in check.metadata["past"]:
            output.print_error(f"- {line}", bold=False)
        output.new_line()


def _past_the_door(graph: grimp.ImportGraph, room: str, rooms: set[str]) -> Iterator[str]:
    offered = _offered(room)
    within = [inner for inner in rooms if inner.startswith(f"{room}.")]
    for inner in graph.find_descendants(room):
        # A room within this one has a door of its own.
        if any(inner == each or inner.startswith(f"{each}.") for each in within):
            continue
        for importer in graph.find_modules_that_directly_import(inner):
            if importer == room or importer.startswith(f"{room}."):
                continue
            for detail in graph.get_import_details(importer=importer, imported=inner):
                line, statement = detail["line_number"], detail["line_contents"]
                if inner.removeprefix(f"{room}.") not in offered or not _is_of(statement, room):
                    yield f"{importer} -> {inner} (l.{line}): import it from {room}, which may have to export it"


def _is_of(statement: str, room: str) -> bool:
    """Whether it imports from the room itself: `from ..physics import settle`, not `from ..physics.settle import`."""
    words = statement.split()
    if words[0] != "from":
        return False
    named = words[1].lstrip(".")
    return room == named or room.endswith(f".{named}")


def _offered(room: str) -> set[str]:
    spec = find_spec(room)
    assert spec is not None
    assert spec.origin is not None
    nodes = ast.walk(ast.parse(Path(spec.origin).read_text()))
    return {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
