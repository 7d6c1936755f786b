"""Imagining: how fast, how well calibrated against another engine, and how good the search for parameters is."""

import itertools
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from benchmarks.imagination_cluster import cluster
from benchmarks.imagined import case
from benchmarks.peppermill_times import durations as table_four
from benchmarks.reality import Ended, Reality
from benchmarks.tables import table
from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.geometry import Box, Cylinder, FloatArray, Pose, inertial_of
from midworld.imagination import (
    SLOW,
    Action,
    Carry,
    Limits,
    Outcome,
    Rehearsal,
    fastest,
    rehearse,
    staged,
)
from midworld.planning import projected_facts
from midworld.world import Entity, EntityId, Object, World, enter

# The random plans are those of the tests.
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from randomplans import python_actions

MUJOCO = MujocoRollouts()
CASES = int(os.environ.get("MIDWORLD_BENCH_CASES", "200"))
REAL_RUNS, IMAGINED_RUNS, BINS = 12, 32, 10
PLANS = 5000
PATH = ((0.0, 0.0), (1.5, 0.0))


def mill() -> World:
    """The paper's pepper mill on a tray."""
    tray, cylinder = Box((0.40, 0.30, 0.02)), Cylinder(0.037, 0.274)
    things = [("tray", tray, 0.5, 0.80), ("mill", cylinder, 0.14, 0.81 + 0.137)]
    placed = [
        (Entity(EntityId(name), Object(False, inertial_of(shape, mass, {})), collision=shape), Pose((0.0, 0.0, z)))
        for name, shape, mass, z in things
    ]
    return World().apply(enter(placed, stamp=0.0))


def speed() -> list[tuple[str, str, str]]:
    """64 rollouts of 30 s, contacts on."""
    corners = ((0.0, 0.0), (1.5, 0.0), (1.5, 1.0), (0.0, 1.0), (0.0, 0.0), (1.2, 0.0))
    drive = Carry("tray", corners, SLOW)
    seconds = drive.script(staged(mill())).duration
    wall, cpu = time.perf_counter(), time.process_time()
    found = rehearse(mill(), drive, rollouts=MUJOCO, runs=64).outcomes[0]
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    simulated = sum(run.settled for run in found.runs)
    return [
        (f"64 rollouts of {seconds:.0f} s of the mill, x real time", f"{simulated / wall:.0f} (wall)", ">= 1000"),
        ("the same by CPU time of two cores", f"{2 * simulated / cpu:.0f}", ""),
    ]


def durations() -> list[tuple[str, str, str]]:
    """Imagined against 'real' durations, the other engine as reality, 20 runs an action: the paper's Table IV."""
    return [("imagined against real durations, mean error", f"{table_four():.1%}", "<= 10 %")]


def projection() -> list[tuple[str, str, str]]:
    """Projected states against doing random plans one action after the other."""
    made = [python_actions(Random(seed)) for seed in range(PLANS)]
    equal = sum(projected_facts(each.problem, each.plan) == each.stepwise() for each in made)
    return [("projected state is that of step-by-step progression", f"{equal} of {PLANS} plans", "all")]


def calibration(cases: int) -> list[tuple[str, str, str]]:
    """Predicted success against how often it happens in PyBullet, from the contract alone."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        told = list(_shown(pool.map(foretold, range(cases)), cases))
    kinds = [each.kind for each in told]
    predicted, frequent, away = (
        np.array(each) for each in zip(*((one.predicted, one.frequent, one.away) for one in told), strict=True)
    )
    of = np.array(kinds)
    rows = [
        (f"calibration error, {cases} random actions", f"{_error(predicted, frequent):.3f}", "<= 0.08"),
        ("ranking of pairs", f"{_pairs(predicted, frequent):.1%}", ">= 80 %"),
    ]
    for kind in sorted(set(kinds)):
        mask = of == kind
        error = _error(predicted[mask], frequent[mask])
        off = f"{np.median(away[mask]) * 1000:.0f} mm"
        rows.append((f"  {kind}: error, and how far its final place is off", f"{error:.3f}, {off}", ""))
    return rows


class Foretold(NamedTuple):
    """A random action: how often it was thought to succeed, how often it does, and how far its final place is off."""

    kind: str
    predicted: float
    frequent: float
    away: float


def foretold(seed: int) -> Foretold:
    """A random action, imagined and done."""
    one = case(seed)
    found = rehearse(one.world, one.action, rollouts=MujocoRollouts(1), runs=IMAGINED_RUNS, seed=seed).outcomes[0]
    draws = [np.random.default_rng([seed, run]) for run in range(REAL_RUNS)]
    ended = [Reality(list(one.pieces), one.action, draw).run() for draw in draws]
    frequent = float(np.mean([each.success for each in ended]))
    return Foretold(one.kind, found.success.probability, frequent, _away(found, ended))


def _shown(some: Iterable[Foretold], count: int) -> Iterator[Foretold]:
    """The same, with how many there are so far."""
    for number, each in enumerate(some):
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {count}", end="", file=sys.stderr)
        yield each


def search() -> list[tuple[str, str, str]]:
    """The fastest parameters with at least 95 % success, against a dense grid."""

    def make(parameters: Mapping[str, float]) -> Action:
        return Carry("tray", PATH, Limits(parameters["linear"], 1.0, parameters["linear_acceleration"], 3.0))

    def attempt(world: World, action: Action, runs: int) -> Rehearsal:
        return rehearse(world, action, rollouts=MUJOCO, runs=runs, seed=1)

    def duration(action: Action) -> float:
        return action.script(stage).duration

    stage = staged(mill())
    ranges = {"linear": (0.2, 1.0), "linear_acceleration": (0.5, 6.0)}
    found = fastest(mill(), make, ranges, attempt=attempt, duration=duration)
    grid = itertools.product(np.linspace(0.2, 1.0, 13).tolist(), np.linspace(0.5, 6.0, 23).tolist())
    dense = [make({"linear": linear, "linear_acceleration": rate}) for linear, rate in grid]
    # A dense grid runs all of it; fastest first, what comes after the first safe one need not be run to be counted.
    spent = len(dense) * IMAGINED_RUNS
    best = next(duration(each) for each in sorted(dense, key=duration) if _safe(each, attempt))
    mine = float("inf") if found.best is None else found.best.duration
    return [
        ("fastest safe parameters against a dense grid, duration", f"{mine / best - 1:+.1%}", "within 5 %"),
        ("  rollouts against the grid's", f"1/{spent / found.runs:.0f} ({found.runs})", "<= 1/20"),
    ]


def _safe(action: Action, attempt: Callable[[World, Action, int], Rehearsal]) -> bool:
    """Whether 95 % of the runs succeed; a few tell where most fail."""
    few = attempt(mill(), action, 8).outcomes[0].success
    return few.high >= 0.95 and attempt(mill(), action, IMAGINED_RUNS).outcomes[0].success.probability >= 0.95


def _away(found: Outcome, ended: list[Ended]) -> float:
    real = np.median([each.positions["thing"] for each in ended], axis=0)
    return float(np.linalg.norm(real - np.asarray(found.final[EntityId("thing")].position.median)))


def _error(predicted: FloatArray, frequent: FloatArray) -> float:
    """Expected calibration error over ten bins of the prediction."""
    bins = np.minimum((predicted * BINS).astype(int), BINS - 1)
    masks = [bins == each for each in np.unique(bins).tolist()]
    return sum(abs(float(np.sum(predicted[mask] - frequent[mask]))) for mask in masks) / len(bins)


def _pairs(predicted: FloatArray, frequent: FloatArray) -> float:
    """Of pairs that differ, how many are ranked right; ties count half."""
    right, total = 0.0, 0
    for one, other in itertools.combinations(range(len(predicted)), 2):
        if abs(frequent[one] - frequent[other]) > 0.1:
            total += 1
            agreed = (predicted[one] - predicted[other]) * (frequent[one] - frequent[other])
            right += 1.0 if agreed > 0 else 0.5 if agreed == 0 else 0.0
    return right / max(total, 1)


def main() -> None:
    rows: list[tuple[str, str, str]] = []
    parts = (speed, search, projection, lambda: cluster(mill()), durations, lambda: calibration(CASES))
    for part in parts:
        found = part()
        print("\n".join(" | ".join(row) for row in found), flush=True)
        rows += found
    table("imagination", "Imagining", ("what", "seen", "reach"), rows)
