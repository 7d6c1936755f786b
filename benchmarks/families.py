"""Every scenario with all dirt at once: a row a scenario, and beneath what was wrong.

`MIDWORLD_BENCH_SEED=8000 MIDWORLD_BENCH_VARIANTS=2 python -m benchmarks families`; about five seconds of CPU a scene.
Marks are kept scene by scene in the folder `MIDWORLD_BENCH_KEEP` names, so that a run that was broken off goes on.
"""

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from statistics import median

import msgspec
from rich.console import Console
from rich.progress import Progress

from benchmarks.dirty import Marks, calibration_error, judged
from benchmarks.scenes import names
from benchmarks.tables import table

# Nobody tunes on these.
FIRST_SEED = int(os.environ.get("MIDWORLD_BENCH_SEED", "8000"))
VARIANTS = int(os.environ.get("MIDWORLD_BENCH_VARIANTS", "1"))
HEAD = ("scenario", "facts", "actions", "spurious/min", "Pick s", "Place s", "error events", "error facts")


def marked(name: str, seed: int, kept: Path | None) -> Marks:
    """The marks of one scene, as they were kept or made now."""
    path = None if kept is None else kept / f"{name}-{seed}.marks"
    if path is not None and path.exists():
        return msgspec.msgpack.decode(path.read_bytes(), type=Marks)
    marks = judged(name, seed, "all")
    if path is not None:
        path.write_bytes(msgspec.msgpack.encode(marks))
    return marks


def row(name: str, some: Sequence[Marks]) -> list[str]:
    """One line of the table."""
    total = Marks()
    for marks in some:
        total.add(marks)
    score = total.score
    return [
        name,
        f"{100 * score.facts_right / max(score.facts, 1):.1f}% of {score.facts}",
        f"{score.found} of {score.actions}",
        f"{score.spurious_per_minute:.2f}",
        *(f"{median(delays):.2f}" if (delays := total.delays.get(word)) else "-" for word in ("Pick", "Place")),
        f"{calibration_error(total.events):.3f}",
        f"{calibration_error(total.facts):.3f}",
    ]


def wrongs(found: dict[tuple[str, int], Marks]) -> Iterator[str]:
    """What was wrong, scene by scene."""
    for (name, seed), marks in sorted(found.items()):
        for wrong in marks.score.wrong:
            yield f"{name} {seed}, {wrong}"


def main() -> None:
    kept = Path(os.environ["MIDWORLD_BENCH_KEEP"]) if "MIDWORLD_BENCH_KEEP" in os.environ else None
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
    jobs = [(name, FIRST_SEED + number) for number in range(VARIANTS) for name in names()]
    found: dict[tuple[str, int], Marks] = {}
    console = Console()
    with (
        ProcessPoolExecutor(mp_context=multiprocessing.get_context("forkserver")) as pool,
        Progress(console=console, transient=True) as bar,
    ):
        task = bar.add_task("scenes", total=len(jobs))
        running = {pool.submit(marked, name, seed, kept): (name, seed) for name, seed in jobs}
        for done in as_completed(running):
            found[running[done]] = done.result()
            bar.advance(task)
    rows = [row(name, [marks for (one, _), marks in found.items() if one == name]) for name in names()]
    rows.append(row("all", list(found.values())))
    about = f"Every scenario with all dirt, {VARIANTS} unseen variants of each from seed {FIRST_SEED}"
    table("families", about, HEAD, rows)
    for wrong in wrongs(found):
        console.print(f"[dim]{wrong}[/dim]", highlight=False)


if __name__ == "__main__":
    main()
