"""The clients people have, from PyPI, against our server."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from kbserving import Serving

SESSION = Path(__file__).with_name("pykb_session.py")
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("kb") is None or importlib.util.find_spec("asynchat") is None,
    reason="pykb is not installed, or this Python is too new for it (it needs asynchat, gone since 3.12)",
)


def test_a_program_written_for_knowledgecore_runs_unchanged() -> None:
    serving = Serving()
    try:
        done = subprocess.run(
            [sys.executable, "-W", "ignore", str(SESSION), str(serving.port)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        serving.stop()
    found = {name: rest for name, *rest in map(json.loads, done.stdout.splitlines())}
    assert done.returncode == 0, done.stderr
    assert found == {
        "in": [True, True, False],
        "one": [[{"x": "cup"}]],
        "star": [[{"var1": "cup"}]],
        "two": [[{"x": "cup", "y": "table"}]],
        "mind": [[]],
        "ann": [[{"x": "cup"}]],
        "label": [["Cup", "Mug"]],
        "event": [True, [{"x": "ball"}]],
        "gone": [False],
        "error": [True],
        "refused": [True],
    }
