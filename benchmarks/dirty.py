"""The reasoner on perception as labs have it: every scenario clean, with each defect alone, and with all of them."""

import multiprocessing
import os
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
import yaml
from rich.console import Console
from rich.progress import Progress

from benchmarks.measure import RESULTS
from benchmarks.scenarios import assessed
from benchmarks.scenes import Score, generate, names, score
from benchmarks.scenes.dirt import ALONE, Line, dirtied, everything

# Nobody tunes on these.
FIRST_SEED = int(os.environ.get("MIDWORLD_BENCH_SEED", "5200"))
VARIANTS = int(os.environ.get("MIDWORLD_BENCH_VARIANTS", "2"))
KINDS = (*ALONE, "all")
# All scenarios, or those whose names are given, with commas between them.
SCENARIOS = tuple(name for name in os.environ.get("MIDWORLD_BENCH_SCENARIOS", "").split(",") if name) or names()
# What was hardly seen cannot be told.
LEAST_PERCEPTS = 3
BEFORE_S, AFTER_S = 0.15, 0.6


def judged(name: str, seed: int, kind: str) -> Score:
    """One variant with one kind of dirt, assessed and marked."""
    made = generate(name, seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        made.write(folder)
        log = folder / "observations.jsonl"
        lines = [msgspec.json.decode(line, type=Line) for line in log.read_bytes().splitlines()]
        scene: Line = yaml.safe_load((folder / "scene.yaml").read_text())
        dirt = everything(seed) if kind == "all" else ALONE[kind]
        if kind != "clean":
            scene, lines = dirtied(scene, lines, dirt, seed)
            (folder / "scene.yaml").write_text(yaml.safe_dump(scene, sort_keys=False))
            log.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        truth: Line = msgspec.json.decode((folder / "truth.json").read_bytes(), type=Line)
        for deed in truth["actions"]:
            deed["optional"] = bool(deed["optional"]) or _percepts(lines, deed) < LEAST_PERCEPTS
        return score(truth, [msgspec.json.decode(line) for line in assessed(folder)])


def _percepts(lines: list[Line], deed: Line) -> int:
    """How many different percepts of its thing there are around a deed."""
    begin, end = float(deed["stamp"]) - BEFORE_S, float(deed["stamp"]) + AFTER_S
    seen = {
        tuple(percept["position"])
        for line in lines
        if begin <= float(line["stamp"]) <= end
        for percept in line.get("objects", [])
        if percept["id"] == deed["object"]
    }
    return len(seen)


def main() -> None:
    console = Console()
    totals = {kind: Score() for kind in KINDS}
    jobs = [(name, FIRST_SEED + number, kind) for number in range(VARIANTS) for name in SCENARIOS for kind in KINDS]
    with (
        ProcessPoolExecutor(mp_context=multiprocessing.get_context("forkserver")) as pool,
        Progress(console=console, transient=True) as bar,
    ):
        for (name, seed, kind), marks in zip(
            jobs, bar.track(pool.map(judged, *zip(*jobs, strict=True)), len(jobs)), strict=True
        ):
            totals[kind].add(marks)
            for wrong in marks.wrong if kind == "all" else ():
                bar.console.print(f"[dim]{name} {seed}: {wrong}[/dim]", highlight=False)
    rows = [f"{'dirt':16}facts    actions  spurious/min"]
    for kind, total in totals.items():
        facts, actions = 100 * total.facts_right / max(total.facts, 1), 100 * total.found / max(total.actions, 1)
        rows.append(f"{kind:16}{facts:5.1f} %  {actions:5.1f} %  {total.spurious_per_minute:.2f}")
    text = "\n".join(rows)
    console.print(text, highlight=False)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "dirty.md").write_text(f"# All scenarios, clean and dirty, from seed {FIRST_SEED}\n\n```\n{text}\n```\n")


if __name__ == "__main__":
    main()
