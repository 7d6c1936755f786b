"""The whole loop where much goes on: how a tick grows with things and people, beside the published loop."""

import time
from itertools import islice

import numpy as np
from rich.console import Console

from benchmarks.busy import EVERYTHING, SLIDING, Busy, observations, scene, table
from benchmarks.measure import median
from benchmarks.paper import PaperReasoner
from benchmarks.tables import table as told
from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import Assessment

# Things and people, and the milliseconds to reach, where there is a figure.
GOALS: dict[tuple[int, int], float] = {(20, 2): 8.0, (50, 2): 14.0, (100, 5): 33.0, (200, 10): 100.0}
SIZES = ((20, 0), (20, 2), (20, 10), (50, 2), (100, 5), (200, 2), (200, 10))
KINDS = {"two things slide, hands move": SLIDING, "slide, carried, lost percepts, walking": EVERYTHING}
HEAD = ("what goes on", "things", "people", "a tick, ms", "slowest of ten, ms", "to reach", "paper's loop, ms")
WARM_TICKS = 50


def measured(things: int, people: int, what: Busy) -> tuple[float, float, float]:
    """CPU seconds of a tick: median, nine of ten, and of the published loop (physics alone) on the same percepts."""
    bodies, poses = table(things)
    ours = Assessment(scene(bodies, poses, people), engine=MujocoEngine(), sight=EmbreeSight)
    peer = PaperReasoner(bodies, poses)
    stream = observations(bodies, poses, people, what=what)
    for observation in islice(stream, WARM_TICKS):
        ours.feed(observation)
        peer.tick(observation)
    mine, theirs = list[float](), list[float]()
    for observation in islice(stream, max(15, 1500 // things)):
        start = time.process_time()
        ours.feed(observation)
        middle = time.process_time()
        peer.tick(observation)
        mine.append(middle - start)
        theirs.append(time.process_time() - middle)
    peer.close()
    return median(mine), float(np.quantile(mine, 0.9)), median(theirs)


def main() -> None:
    console = Console()
    rows: list[tuple[str, ...]] = []
    for name, what in KINDS.items():
        found: dict[tuple[int, int], float] = {}
        for things, people in SIZES:
            mine, slow, theirs = (1e3 * each for each in measured(things, people, what))
            found[things, people] = mine
            goal = GOALS.get((things, people)) if what is SLIDING else None
            wanted = "" if goal is None else f"{goal:.0f} {'reached' if mine <= goal else 'MISSED'}"
            rows.append((name, str(things), str(people), f"{mine:.1f}", f"{slow:.1f}", wanted, f"{theirs:.1f}"))
            console.print(" | ".join(rows[-1]), highlight=False)
        slope = np.log(found[200, 2] / found[20, 2]) / np.log(10)
        more = found[20, 10] / found[20, 2]
        console.print(f"{name}: grows with the power {slope:.2f} of things; ten people {more:.1f} times two")
    told("crowds", "A tick where much goes on, on one core", HEAD, rows)


if __name__ == "__main__":
    main()
