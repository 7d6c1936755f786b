"""How long actions take, imagined and in the other engine (Table IV), and what imagining costs (Table V)."""

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from benchmarks.tables import table
from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.cli.peppermill.joints import MOVES, imagined_seconds, real_seconds
from midworld.cli.peppermill.reality import Reality, driven
from midworld.cli.peppermill.restaurant import drive_of, restaurant, translator
from midworld.cli.peppermill.study import ROUGH, other_engine, played
from midworld.imagination import rehearse, staged

REPEATS = 20
# Action, way, from and to, simulated and PR2: Table IV as published.
DRIVES = (
    ("fast", "EC1", "ET2", 14.04, 16.40),
    ("slow", "EC1", "ET2", 20.22, 22.59),
    ("fast", "EC1", "NT1", 15.99, 16.85),
    ("slow", "EC1", "NT1", 18.38, 19.41),
    ("fast", "ET2", "EC1", 24.08, 23.07),
    ("slow", "ET2", "EC1", 27.00, 29.86),
    ("fast", "NT1", "EC1", 15.33, 16.59),
    ("slow", "NT1", "EC1", 19.06, 20.89),
)
JOINTS = (
    ("move_torso", "down", 20.99, 23.39),
    ("move_torso", "up", 21.69, 22.19),
    ("tuck_arms", "tucked", 9.25, 8.58),
    ("tuck_arms", "untucked", 5.70, 5.29),
)
# Table V: simulated and wall seconds of one imagining, fast and slow; the scenario took 384 s.
PUBLISHED_V = {"fast": (32.01, 76.24), "slow": (45.27, 109.85)}
SCENARIO_S = 384.0


def durations() -> float:
    """Table IV: means of 20 imagined and 20 "real" runs of each action; tells the mean error."""
    rows: list[list[str]] = []
    errors: list[float] = []
    published: list[float] = []
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = [[pool.submit(timed, *each[:3], seed) for seed in range(REPEATS)] for each in DRIVES]
        for (speed, start, goal, sim, pr2), runs in zip(DRIVES, found, strict=True):
            ours, real = zip(*(run.result() for run in runs), strict=True)
            rows.append(_row(f"move_base {speed} {start}/{goal}", ours, real, sim, pr2, errors, published))
            print(f"  {rows[-1]}", flush=True)
    random = np.random.Generator(np.random.Philox(1))
    for name, how, sim, pr2 in JOINTS:
        assert (name, how) in MOVES
        ours = [imagined_seconds(name, how)] * REPEATS
        real = [real_seconds(name, how, Reality(), random) for _ in range(REPEATS)]
        rows.append(_row(f"{name} {how}", ours, real, sim, pr2, errors, published))
    share, theirs = float(np.mean(np.abs(errors))), float(np.mean(np.abs(published)))
    rows.append(["mean error", "", "", f"{share:.1%}", "", "", f"{theirs:.1%}", _WHY])
    engine = other_engine().name
    head = ["action", "imagined, s", f"{engine}, s [95 %]", "error", "published sim", "PR2", "error", "why"]
    table("peppermill_4", f"Table IV: durations, imagined and with {engine} as reality", head, rows)
    return share


def timed(speed: str, start: str, goal: str, seed: int) -> tuple[float, float]:
    """How long a drive takes as imagined, and in the other engine."""
    world = translator().world(restaurant(start), {("on", "peppermill1", "tray")})
    # What a rehearsal tells as its duration, without the mill.
    imagined = drive_of(start, goal, speed, seed=seed).script(staged(world)).duration
    action = drive_of(start, goal, speed, jolts=ROUGH[0], jolt=ROUGH[1])
    return imagined, driven(other_engine(), world, action, Reality(), seed=seed).seconds


_WHY = "published drives also plan, localise and recover; ours are the way alone, so shorter where that is short"


def _row(
    name: str,
    ours: Sequence[float],
    real: Sequence[float],
    sim: float,
    pr2: float,
    errors: list[float],
    published: list[float],
) -> list[str]:
    error, theirs = float(np.mean(ours)) / float(np.mean(real)) - 1, sim / pr2 - 1
    errors.append(error)
    published.append(theirs)
    means = np.random.default_rng(0).choice(real, (2000, len(real))).mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    spread = f"{np.mean(real):.2f} [{low:.2f}, {high:.2f}]"
    return [name, f"{np.mean(ours):.2f}", spread, f"{error:+.1%}", f"{sim:.2f}", f"{pr2:.2f}", f"{theirs:+.1%}", ""]


def resources() -> None:
    """Table V: what imagining one drive each way takes, against the scenario."""
    scenario = played(seed=1).seconds
    rows: list[list[str]] = []
    world = translator().world(restaurant("EC1"), {("on", "peppermill1", "tray")})
    for speed, (simulated, wall) in PUBLISHED_V.items():
        action = drive_of("EC1", "NT1", speed, jolts=ROUGH[0], jolt=ROUGH[1], seed=1)
        begun, busy = time.perf_counter(), time.process_time()
        (run,) = rehearse(world, action, rollouts=MujocoRollouts(1), runs=1, seed=1, put_back=True).outcomes[0].runs
        took, spent = time.perf_counter() - begun, time.process_time() - busy
        rows += [
            [speed, "simulated, s", f"{run.duration:.2f}", f"{simulated:.2f}"],
            [speed, "wall (processor), s", f"{took:.2f} ({spent:.2f})", f"{wall:.2f}"],
            [
                speed,
                "real-time factor",
                f"{run.duration / took:.1f} ({run.duration / spent:.1f})",
                f"{simulated / wall:.2f}",
            ],
            [speed, "of the scenario, simulated", f"{run.duration / scenario:.2f}", f"{simulated / SCENARIO_S:.2f}"],
            [speed, "of the scenario, wall (C22)", f"{took / scenario:.4f}", f"{wall / SCENARIO_S:.2f}"],
        ]
    rows.append(["", "scenario, s", f"{scenario:.1f}", f"{SCENARIO_S:.1f}"])
    table("peppermill_5", "Table V: what imagining one drive takes", ["way", "", "ours", "published"], rows)
