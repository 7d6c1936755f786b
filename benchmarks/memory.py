"""An hour at 25 Hz with fifty things and three people: what `midworld run` holds in memory, a process of its own."""

import os
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path

from rich.console import Console

from benchmarks.busy import CAMERA_S, EVERYTHING, observations, table
from benchmarks.busyfiles import line, write_scene
from benchmarks.tables import table as told

THINGS, PEOPLE = 50, 3
MINUTES = int(os.environ.get("MIDWORLD_BENCH_MINUTES", "60"))
LIMIT_MB = 400.0
A_MINUTE = round(60 / CAMERA_S)
# As much of the past as a session keeps unless it is told otherwise; the command by itself keeps less.
HISTORY_S = 60


def main() -> None:
    console = Console()
    bodies, poses = table(THINGS)
    stream = observations(bodies, poses, PEOPLE, what=EVERYTHING)
    rows: list[tuple[str, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        scene = Path(folder) / "scene.yaml"
        write_scene(scene, bodies, poses, PEOPLE)
        command = [sys.executable, "-m", "midworld", "run", str(scene), "-", "--history", str(HISTORY_S)]
        with subprocess.Popen([*command, "--output", os.devnull], stdin=subprocess.PIPE) as run:
            assert run.stdin is not None
            for minute in range(1, MINUTES + 1):
                for observation in islice(stream, A_MINUTE):
                    run.stdin.write(line(observation))
                run.stdin.flush()
                row = (str(minute), f"{_held_mb(run.pid, 'VmRSS'):.0f}", f"{_held_mb(run.pid, 'VmHWM'):.0f}")
                console.print(" | ".join(row), highlight=False)
                if minute % 5 == 0 or minute <= 2:
                    rows.append(row)
            run.stdin.close()
        assert run.returncode == 0, "the run failed"
    most = max(float(row[2]) for row in rows)
    rows.append(("most", f"{most:.0f}", f"{LIMIT_MB:.0f} MB {'kept' if most <= LIMIT_MB else 'EXCEEDED'}"))
    about = f"Memory of `midworld run`: {THINGS} things, {PEOPLE} people, much going on, {HISTORY_S} s of history"
    told("memory", about, ("minute", "MB", "most MB so far"), rows)


def _held_mb(process: int, what: str) -> float:
    """What Linux says a process holds, or held at most."""
    said = dict(each.split(":", 1) for each in Path(f"/proc/{process}/status").read_text().splitlines())
    return int(said[what].split()[0]) / 1000


if __name__ == "__main__":
    main()
