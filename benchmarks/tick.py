"""Midworld's whole tick against the published loop on PyBullet: the same observations, in turns, in one run."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

import numpy as np
from rich.console import Console

from benchmarks.declared import declared
from benchmarks.engines import scene as table_of
from benchmarks.measure import Row, median, report
from benchmarks.paper import PaperReasoner
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.geometry import FloatArray
from midworld.perception import Observation, Percept
from midworld.physics import Body

SIZES = (5, 20, 50, 100, 200)
NOISE_M = 0.003
CAMERA_S = 1 / 30
# At this pace both sides simulate 19 steps a tick.
PAPER_S = 0.08
# Long enough for tracks to settle and for whatever was first seen badly to come to rest.
WARM_TICKS = 40
SECONDS = 2.0
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kind:
    """What the percepts do: how many of them are new each tick, how noisy they are, how far all things really move."""

    name: str
    share: float = 1.0
    radius_m: float = 0.0
    period_s: float = CAMERA_S


NOISY = Kind("noise on every percept")
MOVING = Kind("everything moves", radius_m=0.03)
A_TENTH = Kind("a tenth of the percepts changing", share=0.1)
KINDS = (NOISY, Kind("noise on every percept, 19 steps each", period_s=PAPER_S), MOVING, A_TENTH)


def observations(bodies: list[Body], poses: FloatArray, kind: Kind, *, seed: int = 1) -> Iterator[Observation]:
    """All of the things, at every tick; those that do not change this time are reported in the same bits again."""
    random = np.random.default_rng(seed)
    rows = np.flatnonzero([not body.static for body in bodies])
    true = poses[rows]
    changing = max(1, round(kind.share * len(rows)))
    seen = true.copy()
    tick = 0
    while True:
        stamp = tick * kind.period_s
        new = (tick * changing + np.arange(changing)) % len(rows) if tick else np.arange(len(rows))
        seen[new, :3] = true[new, :3] + random.normal(0, NOISE_M, (len(new), 3))
        # At 0.1 m/s: two thirds of what people push things with.
        turn = stamp * 0.1 / kind.radius_m if kind.radius_m else 0.0
        seen[new, :2] += kind.radius_m * np.array([np.cos(turn) - 1, np.sin(turn)])
        percepts = tuple(
            Percept(bodies[row].id, (x, y, z), (qx, qy, qz, qw))
            for row, (x, y, z, qx, qy, qz, qw) in zip(rows.tolist(), seen.tolist(), strict=True)
        )
        yield Observation(stamp, "camera", percepts)
        tick += 1


@dataclass(frozen=True, slots=True)
class Measured:
    """Medians per tick in CPU seconds, and the spread of heights out."""

    row: Row
    ours_z_m: float
    peer_z_m: float


def measured(count: int, kind: Kind, *, seconds: float = SECONDS) -> Measured:
    """Both take every observation in turn; CPU time is what counts, as machines are shared."""
    bodies, poses = table_of(count)
    ours = Assessment(declared(bodies, poses), engine=MujocoEngine(), people=False)
    peer = PaperReasoner(bodies, poses)
    names = [body.id for body in bodies if not body.static]
    rows = [ours.scene.world.structure.row(name) for name in names]
    times: tuple[list[float], list[float]] = ([], [])
    heights: tuple[list[FloatArray], list[FloatArray]] = ([], [])
    stream = observations(bodies, poses, kind)
    for observation in islice(stream, WARM_TICKS):
        ours.feed(observation)
        peer.tick(observation)
    stop = time.perf_counter() + seconds
    for observation in stream:
        taken, worlds = _timed(lambda seen=observation: ours.feed(seen))
        times[0].append(taken)
        heights[0].append(worlds[STABLE].state.pose[rows, 2])
        taken, estimate = _timed(lambda seen=observation: peer.tick(seen))
        times[1].append(taken)
        heights[1].append(np.array([estimate.poses[name][2] for name in names]))
        if time.perf_counter() > stop and len(times[0]) >= 15:
            break
    peer.close()
    mine, theirs = (median(each) for each in times)
    return Measured(Row(kind.name, count, mine, theirs), _spread(heights[0]), _spread(heights[1]))


def _timed(task: Callable[[], T]) -> tuple[float, T]:
    start = time.process_time()
    result = task()
    return time.process_time() - start, result


def _spread(heights: list[FloatArray]) -> float:
    """The standard deviation of a height over time, over all things."""
    return float(np.sqrt(np.var(np.array(heights), axis=0).mean()))


def main() -> None:
    found = [measured(count, kind) for kind in KINDS for count in SIZES]
    rows = [each.row for each in found]
    report("tick", "A whole tick: fuse, settle, relations, actions", "the paper's loop on PyBullet", rows)
    console = Console()
    ratio = {(row.task, row.size): row.ratio for row in rows}
    targets = (
        (NOISY.name, 50, 2.5),
        (NOISY.name, 200, 3.0),
        (MOVING.name, 50, 2.5),
        (MOVING.name, 200, 3.0),
        (A_TENTH.name, 50, 8.0),
    )
    for task, size, wanted in targets:
        reached = ratio[task, size]
        verdict = "reached" if reached >= wanted else "MISSED"
        console.print(f"{task}, {size} objects: {reached:.1f} times faster, {wanted} wanted: {verdict}")
    for kind in (NOISY, MOVING):
        costs = {row.size: row.ours / row.size for row in rows if row.task == kind.name and row.size >= 50}
        each = ", ".join(f"{1e6 * cost:.0f} µs at {size}" for size, cost in costs.items())
        # What costs less for each of many than for each of few is better than flat.
        growth = max(costs.values()) / costs[50] - 1
        verdict = "reached" if growth <= 0.25 else "MISSED"
        console.print(f"{kind.name}, per object: {each}; grows by {growth:.0%}, 25% allowed: {verdict}")
    for one in found:
        if one.row.task == NOISY.name and one.row.size >= 50:
            ours, peer = 1000 * one.ours_z_m, 1000 * one.peer_z_m
            console.print(f"z noise of 3 mm, {one.row.size} objects: {ours:.2f} mm out, the paper's loop {peer:.2f} mm")


if __name__ == "__main__":
    main()
