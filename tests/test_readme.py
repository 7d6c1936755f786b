"""What the README shows runs as it stands there, in the folder it names."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
KITCHEN = ROOT / "examples" / "kitchen"


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Every command line of the README that ends by itself."""
    lines = [line for block in blocks("") for line in block.splitlines()]
    return [line for line in lines if line.startswith("midworld ") and not line.startswith("midworld view")]


@pytest.fixture
def kitchen(tmp_path: Path) -> Path:
    return Path(shutil.copytree(KITCHEN, tmp_path / "kitchen"))


def ran(words: list[str], folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_scene_it_shows_is_the_one_that_is_shipped() -> None:
    assert blocks("yaml") == [(KITCHEN / "scene.yaml").read_text()]


def test_the_line_it_shows_is_good(kitchen: Path) -> None:
    (shown,) = blocks("json")
    (kitchen / "line.jsonl").write_text(json.dumps(json.loads(shown)) + "\n")
    assert "good" in ran(["-m", "midworld", "check", "scene.yaml", "line.jsonl"], kitchen)


def test_there_are_commands_to_run() -> None:
    assert len(commands()) >= 5


@pytest.mark.parametrize("line", commands())
def test_a_command_says_what_it_is_said_to(line: str, kitchen: Path) -> None:
    command, _, said = line.partition("#")
    written = ran(["-m", *shlex.split(command)], kitchen)
    if " ask " in command:
        assert written.startswith(said.strip().removesuffix(" ...")), written


def test_its_python_runs_and_says_what_its_comments_say(kitchen: Path) -> None:
    program = "".join(blocks("python"))
    written = ran(["-c", program], kitchen)
    said = re.findall(r"^print\(.*\)  # (.*)$", program, re.MULTILINE)
    assert len(said) >= 5
    for sentence in said:
        if not sentence.startswith("where "):
            assert sentence.removesuffix(" ...") in written, sentence


def test_the_page_about_python_runs(kitchen: Path) -> None:
    page = (ROOT / "docs" / "python.md").read_text()
    written = ran(["-c", "".join(blocks("python", page)) + "\nmw.close()"], kitchen)
    assert "ann believes that cup is on table" in written
