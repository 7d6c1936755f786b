"""Between rooms only what a room's door exports: the linter finds whoever climbs in elsewhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONTRACT = """
[tool.importlinter]
root_package = "house"
contract_types = ["doors: tools.doors.Doors"]

[[tool.importlinter.contracts]]
name = "Doors"
type = "doors"
house = "house"
open_rooms = ["house.shed"]
inner_rooms = ["house.shed.cellar"]
"""
FILES = {
    "kitchen/__init__.py": "from .oven import bake as bake\nfrom .stir import stir as stir\n",
    "kitchen/oven.py": "from .stir import stir\nbake = stir\n",
    "kitchen/stir.py": "stir = 1\n",
    "shed/__init__.py": "",
    "shed/saw.py": "saw = 1\n",
    "shed/cellar/__init__.py": "from .wine import wine as wine\n",
    "shed/cellar/wine.py": "wine = 1\n",
    "hall/__init__.py": "",
}


def linted(folder: Path, guest: str) -> tuple[bool, str]:
    """Whether a house with a guest in its hall keeps the contract, and what the linter says."""
    for name, text in {"__init__.py": "", **FILES, "hall/guest.py": guest}.items():
        path = folder / "house" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "pyproject.toml").write_text(CONTRACT)
    command = [Path(sys.executable).with_name("lint-imports"), "--config", folder / "pyproject.toml", "--no-cache"]
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert "Analyzed" in done.stdout, done.stdout + done.stderr
    return done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "guest",
    [
        "from ..kitchen import bake\n",
        # A function called like its file.
        "from ..kitchen import stir\n",
        "from ..kitchen import (\n    bake,\n    stir,\n)\n",
        "from house.kitchen import stir\n",
        "from ..shed.saw import saw\n",
        "from ..shed.cellar import wine\n",
    ],
)
def test_who_comes_by_the_door_is_let_in(tmp_path: Path, guest: str) -> None:
    kept, said = linted(tmp_path, guest)
    assert kept, said


@pytest.mark.parametrize(
    ("guest", "line"),
    [
        ("from ..kitchen.oven import bake\n", "house.hall.guest -> house.kitchen.oven (l.1)"),
        ("from ..kitchen.stir import stir\n", "house.hall.guest -> house.kitchen.stir (l.1)"),
        ("import house.kitchen.stir\n", "house.hall.guest -> house.kitchen.stir (l.1)"),
        # A file is nothing a door offers.
        ("from ..kitchen import oven\n", "house.hall.guest -> house.kitchen.oven (l.1)"),
        ("def late():\n    from ..kitchen.oven import bake\n", "house.hall.guest -> house.kitchen.oven (l.2)"),
        ("from ..shed.cellar.wine import wine\n", "house.hall.guest -> house.shed.cellar.wine (l.1)"),
        (
            "from ..kitchen import stir\nfrom ..kitchen.stir import stir as again\n",
            "house.hall.guest -> house.kitchen.stir (l.2)",
        ),
    ],
)
def test_who_climbs_in_elsewhere_is_told_with_the_line(tmp_path: Path, guest: str, line: str) -> None:
    kept, said = linted(tmp_path, guest)
    assert not kept
    assert line in said
