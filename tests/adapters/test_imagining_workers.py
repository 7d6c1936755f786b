"""Whoever does the runs, they are the same to the bit: this process, a pool, a cluster whose workers die."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from imaginekit import box, cup, table, world
from midworld.adapters.dask import DaskWorkers
from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.adapters.processes import ProcessWorkers
from midworld.errors import BadInput
from midworld.imagination import Push, Run, Workers, rehearse

SCENE = world(table(), cup(), box())
PUSH = Push("box", (1, 0, 0), 0.3, 0.1, 0.04)
RUNS = 12


def runs(workers: Workers | None = None, *, threads: int = 1) -> tuple[Run, ...]:
    rollouts = MujocoRollouts(threads)
    if workers is None:
        return rehearse(SCENE, PUSH, rollouts=rollouts, runs=RUNS, seed=5).outcomes[0].runs
    return rehearse(SCENE, PUSH, rollouts=rollouts, runs=RUNS, seed=5, workers=workers).outcomes[0].runs


@contextmanager
def process(*words: str) -> Generator["subprocess.Popen[bytes]"]:
    started = subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]])
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@contextmanager
def cluster(folder: Path, workers: int) -> Generator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """A scheduler and workers of their own on loopback."""
    note = folder / "scheduler.json"
    with ExitStack() as stack:
        common = ["--scheduler-file", str(note)]
        stack.enter_context(
            process("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", *common)
        )
        while not note.exists() or not note.read_text().endswith("}"):
            time.sleep(0.05)
        some = [
            stack.enter_context(
                process(
                    "worker",
                    "--host",
                    "127.0.0.1",
                    "--nthreads",
                    "1",
                    "--no-nanny",
                    "--no-dashboard",
                    *common,
                    "--local-directory",
                    str(folder),
                )
            )
            for _ in range(workers)
        ]
        import json

        yield json.loads(note.read_text())["address"], some


def test_threads_and_processes_give_the_same_bits() -> None:
    alone = runs()
    assert runs(threads=2) == alone
    with ProcessWorkers(2, share=5) as pool:
        assert runs(pool) == alone


def test_cluster_gives_the_same_bits_and_a_killed_worker_costs_nothing_but_time(tmp_path: Path) -> None:
    alone = runs()
    with cluster(tmp_path, 2) as (address, workers), DaskWorkers(address, share=2) as many:
        assert runs(many) == alone
        killed = False

        def kill(done: int, total: int) -> None:
            nonlocal killed
            if not killed and done < total:
                os.kill(workers[0].pid, signal.SIGKILL)
                killed = True

        again = rehearse(
            SCENE, PUSH, rollouts=MujocoRollouts(1), runs=RUNS, seed=5, workers=many, progress=kill
        ).outcomes[0]
        assert killed
        assert again.runs == alone


def test_nobody_at_that_address_is_told_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("midworld.adapters.dask.PATIENCE_S", 1)
    with pytest.raises(BadInput, match="--cluster: no dask scheduler answers at"):
        DaskWorkers("tcp://127.0.0.1:9")
