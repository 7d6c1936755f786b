"""The command line, run in this process."""

import sys
from pathlib import Path

import pytest

from clikit import SCENE, Command, Result
from midworld.cli import main


@pytest.fixture
def midworld(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Command:
    def command(*words: str | Path) -> Result:
        monkeypatch.setattr(sys, "argv", ["midworld", *map(str, words)])
        capfdbinary.readouterr()
        try:
            main()
            status = 0
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        return Result(status, out, err.decode())

    return command


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "scene.yaml"
    path.write_text(SCENE)
    return path
