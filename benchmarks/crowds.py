"""The whole loop where much goes on: how a tick grows with things and people, beside two plain loops on PyBullet.

All of it takes long: with `MIDWORLD_BENCH_KEEP=FOLDER`, what was measured is kept there, and a run goes on where the
last one ended.
"""
# pyright: reportUnknownMemberType=false

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import fmean

import msgspec
import numpy as np
from rich.console import Console

from benchmarks.busy import EVERYTHING, SLIDING, Busy, observations, scene, table
from benchmarks.measure import RESULTS
from benchmarks.paper import PaperReasoner
from benchmarks.rendered import RenderedScene
from benchmarks.tables import table as told
from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import Assessment
from midworld.cli.collecting import rare_collections
from midworld.perception import Observation

# Things and people, and the milliseconds to reach, where there is a figure.
GOALS: dict[tuple[int, int], float] = {(20, 2): 8.0, (50, 2): 14.0, (100, 5): 33.0, (200, 10): 100.0}
THINGS = tuple((things, 2) for things in (20, 50, 100, 200, 500))
PEOPLE = tuple((20, people) for people in (0, 1, 2, 5, 10, 20))
SIZES = tuple(sorted({*THINGS, *PEOPLE, *GOALS}))
# Ten people who agree with the robot cost at most so many times what one does.
TEN_TO_ONE = 1.5
KINDS = {"two things slide, hands move": SLIDING, "slide, carried, lost percepts, walking": EVERYTHING}
HEAD = ("what goes on", "things", "people", "a tick, ms", "slowest of ten", "to reach", "paper's loop", "with pictures")
ABOUT = (
    "A tick where much goes on, on one core, beside the paper's loop and one PyBullet with a picture for each person"
)
# As many as it takes until attention, grips and what moves are told.
WARM_TICKS = 30
# Ticks that count: fewer of those that take long.
LEAST_TICKS, THING_TICKS = 15, 1000


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU milliseconds of a tick: the mean, nine of ten, and the means of the peers on the same percepts.

    Not medians: what is done only in every fifth tick counts, too.
    """

    ours: float
    slow: float
    paper: float
    rendered: float


def measured(things: int, people: int, what: Busy) -> Cost:
    """What a tick takes: each of the three is alone at work, as it would be, one after the other."""
    bodies, poses = table(things)
    stream = observations(bodies, poses, people, what=what)
    seen = list(islice(stream, WARM_TICKS + max(LEAST_TICKS, THING_TICKS // things)))
    ours = Assessment(scene(bodies, poses, people), engine=MujocoEngine(), sight=EmbreeSight)
    # As `midworld run` does it.
    with rare_collections():
        mine = _timed(ours.feed, seen)
    paper, rendered = PaperReasoner(bodies, poses), RenderedScene(bodies, poses)
    theirs = _timed(paper.tick, seen[WARM_TICKS - 5 :], warm=5), _timed(rendered.tick, seen[WARM_TICKS - 5 :], warm=5)
    paper.close()
    rendered.close()
    return Cost(fmean(mine), float(np.quantile(mine, 0.9)), fmean(theirs[0]), fmean(theirs[1]))


def kept(things: int, people: int, what: Busy) -> Cost:
    """What a tick takes, as it was measured before if that is kept."""
    folder = os.environ.get("MIDWORLD_BENCH_KEEP")
    if folder is None:
        return measured(things, people, what)
    file = Path(folder) / f"crowds_{what.sliding}_{things}_{people}.json"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(measured(things, people, what)))
    return msgspec.json.decode(file.read_bytes(), type=Cost)


def _timed(
    tick: Callable[[Observation], object], seen: Sequence[Observation], *, warm: int = WARM_TICKS
) -> list[float]:
    """CPU milliseconds of each tick after the first ones."""
    times: list[float] = []
    for observation in seen:
        start = time.process_time()
        tick(observation)
        times.append(1e3 * (time.process_time() - start))
    return times[warm:]


def main() -> None:
    console = Console()
    rows: list[tuple[str, ...]] = []
    found: dict[str, dict[tuple[int, int], Cost]] = {}
    for name, what in KINDS.items():
        costs = found.setdefault(name, {})
        for things, people in SIZES:
            cost = costs[things, people] = kept(things, people, what)
            goal = GOALS.get((things, people)) if what is SLIDING else None
            wanted = "" if goal is None else f"{goal:.0f} {'reached' if cost.ours <= goal else 'MISSED'}"
            figures = (f"{cost.ours:.1f}", f"{cost.slow:.1f}", wanted, f"{cost.paper:.1f}", f"{cost.rendered:.1f}")
            rows.append((name, str(things), str(people), *figures))
            console.print(" | ".join(rows[-1]), highlight=False)
        rows.append((name, "", "", *_growth(costs, goal=what is SLIDING)))
        console.print(" | ".join(rows[-1]), highlight=False)
        # After each, as all of it takes long: what is cut short leaves what it found.
        told("crowds", f"{ABOUT}, load average {os.getloadavg()[0]:.0f}", HEAD, rows)
        _plot(found)


def _growth(costs: Mapping[tuple[int, int], Cost], *, goal: bool) -> tuple[str, ...]:
    """With which power of the things a tick grows, ours and the peers', and what ten people cost beside one."""
    powers = [_power([getattr(costs[size], each) for size in THINGS]) for each in ("ours", "paper", "rendered")]
    ten = costs[20, 10].ours / costs[20, 1].ours
    wanted = f"ten people {ten:.1f} times one"
    if goal:
        wanted += f", {TEN_TO_ONE} {'reached' if ten <= TEN_TO_ONE else 'MISSED'}"
    return (f"things^{powers[0]:.2f}", "", wanted, f"things^{powers[1]:.2f}", f"things^{powers[2]:.2f}")


def _power(milliseconds: Sequence[float]) -> float:
    return float(np.polyfit(np.log([things for things, _ in THINGS]), np.log(milliseconds), 1)[0])


def _plot(found: Mapping[str, Mapping[tuple[int, int], Cost]]) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "midworld"
    import matplotlib.pyplot as plt

    figure, each = plt.subplots(1, 2, figsize=(10, 4), sharey=True, layout="constrained")
    for axes, sizes, place, label in ((each[0], THINGS, 0, "things, two people"), (each[1], PEOPLE, 1, "people")):
        across = [size[place] for size in sizes]
        for name, costs in found.items():
            axes.plot(across, [costs[size].ours for size in sizes], marker="o", label=name)
        costs = next(iter(found.values()))
        axes.plot(across, [costs[size].paper for size in sizes], "--", marker=".", label="paper's loop on PyBullet")
        axes.plot(across, [costs[size].rendered for size in sizes], ":", marker=".", label="PyBullet with pictures")
        axes.set(yscale="log", xlabel=label)
    each[0].set(xscale="log", ylabel="ms a tick, one core")
    each[1].set(xlabel="people, twenty things")
    each[0].legend(fontsize="small")
    figure.savefig(RESULTS / "crowds.svg", metadata={"Date": None})
    plt.close(figure)


if __name__ == "__main__":
    main()
