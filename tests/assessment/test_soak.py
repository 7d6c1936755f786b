"""A hostile scene, in short; `make soak` runs ten thousand ticks of it."""

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.soak import digest, soak

ROOT = Path(__file__).parents[2]


def test_nothing_breaks_or_flies_off_in_a_hostile_scene() -> None:
    assert len(list(soak(ticks=300, seed=1))) == 300


def test_equal_observations_give_equal_bytes() -> None:
    assert digest(ticks=100, seed=2) == digest(ticks=100, seed=2)


def test_another_process_gives_the_same_bytes() -> None:
    """Sets of strings have another order in every process: none may reach a recording."""
    code = "from benchmarks.soak import digest; print(digest(ticks=40, seed=3))"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()[-1]
        for seed in ("1", "2")
    }
    assert len(found) == 1
