"""The reasoner on perception as labs have it: scenarios clean, with each defect alone, and with all of them.

`python -m benchmarks dirty` takes a few scenarios, `--all` every one; a column for each kind of dirt. Broken off, it
leaves what it has found.
"""

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import Progress

from benchmarks.measure import RESULTS
from benchmarks.scenarios import assessed
from benchmarks.scenes import Score, generate, names, score
from benchmarks.scenes.dirt import ALONE, Line, everything, soiled

# Nobody tunes on these.
FIRST_SEED = int(os.environ.get("MIDWORLD_BENCH_SEED", "5200"))
VARIANTS = int(os.environ.get("MIDWORLD_BENCH_VARIANTS", "1"))
KINDS = (*ALONE, "all")
# Taking, stacking, containers, two people, hiding, falling: what most defects show in.
FEW = ("two_people", "hand_over", "bin_in_out", "visible_drop")
# What was hardly seen cannot be told.
LEAST_PERCEPTS = 3
BEFORE_S, AFTER_S = 0.15, 0.6
FOUND_WITHIN_S = 1.0
BINS = 10

# How sure something was, and whether it was so.
Claim = tuple[float, bool]


@dataclass(slots=True)
class Marks:
    """Marks of scenes with one kind of dirt: the score, how late events were told, and how sure facts and events."""

    score: Score = field(default_factory=Score)
    delays: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    events: list[Claim] = field(default_factory=list[Claim])
    facts: list[Claim] = field(default_factory=list[Claim])

    def add(self, other: "Marks") -> None:
        self.score.add(other.score)
        self.events += other.events
        self.facts += other.facts
        for word, delays in other.delays.items():
            self.delays.setdefault(word, []).extend(delays)


def judged(name: str, seed: int, kind: str) -> Marks:
    """One variant with one kind of dirt, assessed and marked."""
    made = generate(name, seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        made.write(folder)
        lines = soiled(folder, everything(seed) if kind == "all" else ALONE[kind], seed)
        truth: Line = msgspec.json.decode((folder / "truth.json").read_bytes(), type=Line)
        for deed in truth["actions"]:
            deed["optional"] = bool(deed["optional"]) or _percepts(lines, deed) < LEAST_PERCEPTS
        told = [msgspec.json.decode(line, type=Line) for line in assessed(folder)]
    return Marks(score(truth, told), _delays(truth, told), _told_events(truth, told), _told_facts(truth, told))


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


def _tells(event: Line, deed: Line) -> bool:
    return event["object"] == deed["object"] and event["event"] in deed.get("accept", [deed["event"]])


def _delays(truth: Line, told: list[Line]) -> dict[str, list[float]]:
    """How long after a deed it was told."""
    events = [line for line in told if line["type"] == "event"]
    found: dict[str, list[float]] = {}
    for deed in truth["actions"]:
        after = [float(event["stamp"]) - float(deed["stamp"]) for event in events if _tells(event, deed)]
        after = [each for each in after if abs(each) <= FOUND_WITHIN_S]
        if after and not deed["optional"]:
            found.setdefault(str(deed["event"]), []).append(min(after, key=abs))
    return found


def _told_events(truth: Line, told: list[Line]) -> list[Claim]:
    """How sure each event was, and whether it is one of the deeds."""
    found: list[Claim] = []
    for event in (line for line in told if line["type"] == "event" and line["event"] in ("Pick", "Place", "Release")):
        right = any(
            _tells(event, deed)
            and event["agent"] == deed["agent"]
            and abs(float(event["stamp"]) - float(deed["stamp"])) <= (4.0 if deed["optional"] else FOUND_WITHIN_S)
            for deed in truth["actions"]
        )
        found.append((float(event.get("confidence", 1.0)), right))
    return found


def _told_facts(truth: Line, told: list[Line]) -> list[Claim]:
    """How sure each fact was that held for us when the truth was asked for it."""
    facts = [line for line in told if line["type"] == "fact" and line["model"] == "robot"]
    held: dict[tuple[str, str, str], float] = {}
    found: list[Claim] = []
    place = 0
    for check in sorted(truth["checks"], key=lambda check: float(check["stamp"])):
        while place < len(facts) and float(facts[place]["stamp"]) <= float(check["stamp"]) + 1e-6:
            line = facts[place]
            key = (str(line["subject"]), str(line["predicate"]), str(line["object"]))
            if line["holds"]:
                held[key] = float(line.get("confidence", 1.0))
            else:
                held.pop(key, None)
            place += 1
        asked = (str(check["subject"]), str(check["predicate"]), str(check["object"]))
        if asked in held:
            found.append((held[asked], bool(check["holds"])))
    return found


def calibration_error(claims: Sequence[Claim]) -> float:
    """The expected calibration error over ten bins."""
    if not claims:
        return 0.0
    sure, right = np.array([claim[0] for claim in claims]), np.array([claim[1] for claim in claims])
    bins = np.minimum((sure * BINS).astype(int), BINS - 1)
    gaps = [abs(sure[bins == each].sum() - right[bins == each].sum()) for each in range(BINS)]
    return float(sum(gaps)) / len(claims)


def _table(totals: dict[str, Marks]) -> str:
    known = {kind: marks for kind, marks in totals.items() if marks.score.seconds}
    rows: list[tuple[str, Callable[[Marks], str]]] = [
        ("facts %", lambda marks: f"{100 * marks.score.facts_right / max(marks.score.facts, 1):.1f}"),
        ("actions %", lambda marks: f"{100 * marks.score.found / max(marks.score.actions, 1):.1f}"),
        ("spurious/min", lambda marks: f"{marks.score.spurious_per_minute:.2f}"),
        *((f"{word} s", lambda marks, word=word: _middle(marks.delays.get(word, []))) for word in ("Pick", "Place")),
        ("error events", lambda marks: f"{calibration_error(marks.events):.3f}"),
        ("error facts", lambda marks: f"{calibration_error(marks.facts):.3f}"),
    ]
    width = max((len(kind) for kind in known), default=0) + 2
    text = [" " * 14 + "".join(f"{kind:>{width}}" for kind in known)]
    text += [f"{name:14}" + "".join(f"{cell(marks):>{width}}" for marks in known.values()) for name, cell in rows]
    return "\n".join(text)


def _middle(seconds: list[float]) -> str:
    return f"{median(seconds):.2f}" if seconds else "-"


def main() -> None:
    console = Console(width=200)
    asked = tuple(name for name in os.environ.get("MIDWORLD_BENCH_SCENARIOS", "").split(",") if name)
    scenarios = asked or (names() if "--all" in sys.argv else FEW)
    totals = {kind: Marks() for kind in KINDS}
    jobs = [(name, FIRST_SEED + number, kind) for number in range(VARIANTS) for name in scenarios for kind in KINDS]
    about = f"# {len(scenarios)} scenarios, clean and with each kind of dirt, from seed {FIRST_SEED}"
    RESULTS.mkdir(exist_ok=True)
    with (
        ProcessPoolExecutor(mp_context=multiprocessing.get_context("forkserver")) as pool,
        Progress(console=console, transient=True) as bar,
    ):
        task = bar.add_task("scenes", total=len(jobs))
        running = {pool.submit(judged, *job): job for job in jobs}
        for done in as_completed(running):
            name, seed, kind = running[done]
            marks = done.result()
            totals[kind].add(marks)
            bar.advance(task)
            for wrong in marks.score.wrong:
                bar.console.print(f"[dim]{name} {seed}, {kind}: {wrong}[/dim]", highlight=False)
            # A long run that is broken off leaves what it has found.
            (RESULTS / "dirty.md").write_text(f"{about}\n\n```\n{_table(totals)}\n```\n")
    console.print(_table(totals), highlight=False)


if __name__ == "__main__":
    main()
