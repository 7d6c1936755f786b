"""An hour at 25 Hz with fifty things and three people: what a run with the default retention holds in memory."""

import os
from itertools import islice

from rich.console import Console

from benchmarks.busy import CAMERA_S, EVERYTHING, observations, scene, table
from benchmarks.soak import peak_mb
from benchmarks.tables import table as told
from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import Assessment

THINGS, PEOPLE = 50, 3
MINUTES = int(os.environ.get("MIDWORLD_BENCH_MINUTES", "60"))
LIMIT_MB = 400.0
A_MINUTE = round(60 / CAMERA_S)


def main() -> None:
    console = Console()
    bodies, poses = table(THINGS)
    assessment = Assessment(scene(bodies, poses, PEOPLE), engine=MujocoEngine(), sight=EmbreeSight)
    stream = observations(bodies, poses, PEOPLE, what=EVERYTHING)
    rows: list[tuple[str, ...]] = []
    for minute in range(1, MINUTES + 1):
        for observation in islice(stream, A_MINUTE):
            assessment.feed(observation)
        held = sum(len(assessment.board[name].timeline.entries) for name in assessment.board.names)
        row = (str(minute), f"{peak_mb():.0f}", str(held))
        console.print(" | ".join(row), highlight=False)
        if minute % 5 == 0 or minute <= 2:
            rows.append(row)
    most = max(float(row[1]) for row in rows)
    rows.append(("most", f"{most:.0f}", f"{LIMIT_MB:.0f} MB {'kept' if most <= LIMIT_MB else 'EXCEEDED'}"))
    about = f"Memory of a run with {THINGS} things and {PEOPLE} people, much going on, default retention"
    told("memory", about, ("minute", "most MB so far", "entries of timelines"), rows)


if __name__ == "__main__":
    main()
