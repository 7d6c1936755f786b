"""Imagining on a cluster: how much of the ideal some workers reach, and what handing out a task costs."""

import os
import time
from typing import Any

import distributed
import psutil

from midworld.adapters.dask import DaskWorkers
from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.imagination import SLOW, Carry, Doubt, Job, Run, rehearse, staged
from midworld.world import World

RUNS, TASKS = 256, 200
# What a cluster spends that has nothing to do is measured for so long (s).
IDLE_S = 3.0
PATH = ((0.0, 0.0), (1.5, 0.0), (1.5, 1.0))


def cluster(world: World) -> list[tuple[str, str, str]]:
    """As many workers as there are cores, at most four, against one process that does the same runs."""
    count = min(4, os.cpu_count() or 1)
    alone, alone_cpu, alone_s = _timed(world, None, ())
    quiet: Any = distributed.LocalCluster(
        n_workers=count, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0", silence_logs=50
    )
    with quiet, DaskWorkers(quiet.scheduler_address) as workers:
        some = tuple(int(worker.pid) for worker in quiet.workers.values())
        _timed(world, workers, some)
        shared, cpu, seconds = _timed(world, workers, some)
        assert shared == alone, "the same seeds give the same runs"
        idle = _idle(some)
        empty = _empty(world, workers, some, idle)
        bare = _bare(quiet.scheduler_address, some, idle)
    return [
        (
            f"{count} dask workers against 1 process, share of the ideal by CPU time, less what they spend idle",
            f"{alone_cpu / (cpu - idle * seconds):.2f}",
            ">= 0.8",
        ),
        ("  the same by wall clock (says little on a busy machine)", f"{alone_s / seconds / count:.2f}", ""),
        ("  overhead of a task, CPU of client, scheduler and worker", f"{empty * 1000:.1f} ms", "<= 5 ms"),
        ("  of which dask's own, for a task that does nothing", f"{bare * 1000:.1f} ms", ""),
    ]


def _timed(world: World, workers: DaskWorkers | None, some: tuple[int, ...]) -> tuple[tuple[Run, ...], float, float]:
    """The runs of a drive, and the processor's and the clock's seconds they took."""
    cpu, wall = _spent(some), time.perf_counter()
    drive, one = Carry("tray", PATH, SLOW), MujocoRollouts(1)
    if workers is None:
        found = rehearse(world, drive, rollouts=one, runs=RUNS, seed=1)
    else:
        found = rehearse(world, drive, rollouts=one, runs=RUNS, seed=1, workers=workers)
    return found.outcomes[0].runs, _spent(some) - cpu, time.perf_counter() - wall


def _idle(some: tuple[int, ...]) -> float:
    """What client, scheduler and workers spend of a processor's second with nothing to do."""
    before = _spent(some)
    time.sleep(IDLE_S)
    return (_spent(some) - before) / IDLE_S


def _empty(world: World, workers: DaskWorkers, some: tuple[int, ...], idle: float) -> float:
    """Seconds of all processors for a task without a run in it."""
    stage = staged(world)
    job = Job(MujocoRollouts(1), stage, Carry("tray", PATH, SLOW).script(stage), Doubt(), 1, ())
    before, begun = _spent(some), time.perf_counter()
    assert len(list(workers.work([job] * TASKS))) == TASKS
    return (_spent(some) - before - idle * (time.perf_counter() - begun)) / TASKS


def _bare(address: str, some: tuple[int, ...], idle: float) -> float:
    with distributed.Client(address, set_as_default=False) as client:
        before, begun = _spent(some), time.perf_counter()
        client.gather(client.map(int, range(TASKS), pure=False))  # pyright: ignore[reportUnknownMemberType]
        return (_spent(some) - before - idle * (time.perf_counter() - begun)) / TASKS


def _spent(pids: tuple[int, ...]) -> float:
    """Processor time of this process, in which the scheduler is, and of the workers."""
    others = (psutil.Process(pid).cpu_times() for pid in pids)
    return time.process_time() + sum(each.user + each.system for each in others)
