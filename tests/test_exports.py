"""What each room offers is a list somebody agreed to; the rest is private."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "midworld"
AGREED = Path(__file__).parent / "exports.txt"


def exported(room: Path) -> list[str]:
    """The names an `__init__.py` re-exports, and nothing else may stand there."""
    names: list[str] = []
    for node in ast.parse((room / "__init__.py").read_text()).body:
        if isinstance(node, ast.Expr):
            continue
        assert isinstance(node, ast.ImportFrom), f"{room.name}/__init__.py does more than re-export"
        for alias in node.names:
            assert alias.asname == alias.name, f"{room.name} imports {alias.name} without offering it"
            names.append(alias.name)
    return sorted(names)


@pytest.mark.parametrize(
    "room", sorted(path.parent for path in SOURCE.glob("*/__init__.py")), ids=lambda path: path.name
)
def test_a_room_offers_what_was_agreed(room: Path) -> None:
    agreed = dict(line.split(": ", 1) for line in AGREED.read_text().splitlines() if ": " in line)
    assert " ".join(exported(room)) == agreed.get(room.name, ""), f"agree to it in {AGREED.name}"
