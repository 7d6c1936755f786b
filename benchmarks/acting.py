"""Acting together: studies in variants of chance, with and without a fault, and how fast an action is preempted.

`python -m benchmarks acting --runs=20` plays each study so often, with and without a fault; what was played is kept
(`--kept=FILE`) and not played again, `--minutes=7` ends after so long, to go on the next time. `--study=book` is one.
"""

import asyncio
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import quantiles
from tempfile import gettempdir
from types import ModuleType

import numpy as np

from benchmarks.tables import table
from midworld.adapters.room.manners import putting, taking, waiting
from midworld.adapters.room.room import Room
from midworld.cli.studies.book import study as book
from midworld.cli.studies.cleaning import study as cleaning
from midworld.cli.studies.director import study as director
from midworld.cli.studies.handover import study as handover
from midworld.cli.studies.packing import study as packing
from midworld.execution import Actor, Driver, Phase, action
from midworld.testing import Fault, faulty
from midworld.world import EntityId

STUDIES: dict[str, ModuleType] = {
    "cleaning": cleaning,
    "packing": packing,
    "director": director,
    "book": book,
    "handover": handover,
}
# Each fault with words of which one is in a reason that is the right one; those without should cost only time.
FAULTS: dict[str, tuple[str, ...]] = {
    "hangs": (),
    "raises": (),
    "lies": ("isHeldBy", "no hand holds", "closed on nothing", "in my hand"),
    "dies": ("does not answer",),
    "blind": (),
    "leaves": ("away", "did not take", "did not give"),
    "errs": (),
}
RUNNING, PREEMPTED = 50, 200


@dataclass(frozen=True, slots=True)
class Kept:
    """What one run came to."""

    study: str
    seed: int
    fault: str
    achieved: bool
    true: bool
    reason: str
    moving: bool
    room_s: float
    cpu_s: float


def main() -> None:
    """Prints a table, and goes on where it was left."""
    words = dict(each.removeprefix("--").split("=") for each in sys.argv if each.startswith("--"))
    path = Path(words.get("kept", f"{gettempdir()}/midworld-acting.jsonl"))
    kept = [Kept(**json.loads(line)) for line in path.read_text().splitlines()] if path.is_file() else []
    runs, ends = int(words.get("runs", "20")), time.monotonic() + 60.0 * float(words.get("minutes", "1000"))
    chosen = [words["study"]] if "study" in words else list(STUDIES)
    done = {(each.study, each.seed, each.fault) for each in kept}
    for seed in range(8000, 8000 + runs):
        for study in chosen:
            for fault in ("", _drawn_fault(seed)):
                if (study, seed, fault) in done or time.monotonic() > ends:
                    continue
                kept.append(played(study, seed, fault))
                with path.open("a") as file:
                    file.write(json.dumps({name: getattr(kept[-1], name) for name in Kept.__slots__}) + "\n")
                print(f"  {study} {seed} {fault or 'no fault'}: {_verdict(kept[-1])}", flush=True)
    if kept:
        _table(kept)


def _table(kept: list[Kept]) -> None:
    rows = [
        _row(study, faulted, [each for each in kept if each.study == study and bool(each.fault) is faulted])
        for study in STUDIES
        for faulted in (False, True)
        if any(each.study == study and bool(each.fault) is faulted for each in kept)
    ]
    p95 = quantiles(asyncio.run(preemption()), n=20)[-1]
    rows.append([f"event to clean-up, {RUNNING} running", f"p95 {1000 * p95:.2f} ms", "", "", "", "", ""])
    head = ["study", "runs", "reached", "or right reason", "false claims", "left moving", "x real time by CPU"]
    table("acting", "Studies in variants of chance, with and without one fault of seven", head, rows)


def played(study: str, seed: int, fault: str) -> Kept:
    """One run of a study, with a fault if one is named."""
    module = STUDIES[study]
    laid = module.drawn(seed)
    wrap: Callable[[Driver], Driver] = (
        faulty(Fault(fault)) if fault in {each.value for each in Fault} else lambda it: it
    )
    if fault == "leaves":
        laid = replace(laid, character=replace(laid.character, leaves_at=4.0 + seed % 5))
    undone: list[float] = []

    def meanwhile(room: Room) -> None:
        if fault == "blind" and room.now == 3.0 + seed % 5:
            room.blind_until = room.now + 5.0
        if fault == "errs" and study == "cleaning" and not undone:
            _undo(room, next(iter(laid.tapes)), undone)

    start = time.process_time()
    done = module.played(laid, wrap=wrap, meanwhile=meanwhile)
    run = getattr(done, "run", None)
    moving = done.room.robot.moving or (run is not None and bool(run.ids(Phase.CANCELLING)))
    cpu = time.process_time() - start
    return Kept(study, seed, fault, done.outcome.achieved, done.true, done.outcome.reason, moving, done.seconds, cpu)


async def preemption() -> list[float]:
    """Seconds from the wish to end an action to its clean-up, with many others running."""
    cleaned: list[float] = []

    @action()
    async def hold(actor: Actor) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cleaned.append(time.perf_counter())

    found: list[float] = []
    async with Actor() as actor:
        others = [hold(actor) for _ in range(RUNNING)]
        for _ in range(PREEMPTED):
            one = hold(actor)
            await asyncio.sleep(0.001)
            start = time.perf_counter()
            one.cancel()
            await asyncio.gather(one.task, return_exceptions=True) if one.task else None
            found.append(cleaned[-1] - start)
        assert all(each.phase is Phase.RUNNING for each in others)
    return found


def _drawn_fault(seed: int) -> str:
    return str(np.random.Generator(np.random.Philox(seed)).choice(list(FAULTS)))


def _undo(room: Room, thing: str, undone: list[float]) -> None:
    """Ann takes out again what she threw away."""
    name = EntityId(thing)
    if room.is_in(thing, cleaning.BIN) and room.holder(name) is None:
        undone.append(room.now)
        for step in (waiting(1.0), taking(name), putting(name, np.array([1.15, 0.0, 0.8]))):
            room.people[EntityId("ann")].do(step)


def _right(each: Kept) -> bool:
    """Reached, or given up for what really was in the way."""
    return each.achieved or any(word in each.reason for word in FAULTS.get(each.fault, ()))


def _verdict(each: Kept) -> str:
    return f"{'reached' if each.achieved else f'given up: {each.reason[:150]}'} ({each.cpu_s:.0f} s CPU)"


def _row(study: str, faulted: bool, runs: list[Kept]) -> list[str]:
    reached, right = sum(each.achieved for each in runs), sum(_right(each) for each in runs)
    false = sum(each.achieved and not each.true for each in runs)
    left = sum(each.moving for each in runs)
    factor = sum(each.room_s for each in runs) / sum(each.cpu_s for each in runs)
    name = f"{study}, a fault each" if faulted else study
    return [name, str(len(runs)), str(reached), str(right), str(false), str(left), f"{factor:.1f}"]


if __name__ == "__main__":
    main()
