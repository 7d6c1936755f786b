"""What people believe, on scenes the project has not seen: truth from another engine's rays and the scripts.

With `--dirty`, trackers are as labs have them.
"""

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import Progress

from benchmarks.scenes import generate, names
from benchmarks.scenes.dirt import CLEAN, everything, soiled
from benchmarks.scenes.minds import BELIEF_HEADER, Marks, Picture, Statement, belief_rows, mark, moments
from benchmarks.tables import table
from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.providers import read_observations, read_scene
from midworld.readers.jsonlines import facts, is_mind, nodes
from midworld.runtime import Commit

# Nobody tunes on these.
FIRST_SEED = int(os.environ.get("MIDWORLD_BENCH_SEED", "7000"))
VARIANTS = int(os.environ.get("MIDWORLD_BENCH_VARIANTS", "20"))
FOLDER = "beliefs"
WORKERS = 2


class Listener:
    """Keeps what is told of everybody's model, as its lines say, and takes pictures of it."""

    def __init__(self, scene: Path) -> None:
        self._scene = read_scene(scene / "scene.yaml")
        self._log = scene / "observations.jsonl"
        self._facts: dict[str, set[Statement]] = {}
        self._nodes: dict[str, list[Any]] = {}
        self._assessment = Assessment(self._scene, engine=MujocoEngine(), sight=EmbreeSight)
        self._assessment.board.subscribe(self._hear)

    def pictures(self, stamps: Sequence[float]) -> dict[float, Picture]:
        """What is held at each of some moments, in order."""
        found: dict[float, Picture] = {}
        waiting = list(stamps)
        for observation in read_observations(self._log, self._scene):
            while waiting and observation.stamp > waiting[0] + 1e-6:
                found[waiting.pop(0)] = self._picture()
            self._assessment.feed(observation)
        return found | {stamp: self._picture() for stamp in waiting}

    def _hear(self, commit: Commit) -> None:
        if commit.name != STABLE and not is_mind(commit):
            return
        for line in facts(commit):
            told = msgspec.json.decode(line)
            held = self._facts.setdefault(told["model"], set())
            statement = (told["subject"], told["predicate"], str(told["object"]))
            if told["holds"]:
                held.add(statement)
            else:
                held.discard(statement)
        self._nodes["robot" if commit.name == STABLE else commit.name] = nodes(commit.world)

    def _picture(self) -> Picture:
        return Picture(
            {model: frozenset(held) for model, held in self._facts.items()},
            {
                model: {node.id: {"status": node.status, "position": node.position} for node in some}
                for model, some in self._nodes.items()
            },
            frozenset(
                (str(each.agent), str(each.object)) for each in self._assessment.divergences if each.other == "robot"
            ),
        )


def judged(name: str, seed: int, kept: Path | None = None, dirty: bool = False) -> Marks:
    """One random variant, made, assessed and marked; with a folder, made once and kept there, clean or dirty."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder) if kept is None else kept / name / str(seed)
        if not (where / "truth.json").exists():
            generate(name, seed).write(where)
            soiled(where, everything(seed) if dirty else CLEAN, seed)
        truth = msgspec.json.decode((where / "truth.json").read_bytes())
        return mark(truth, Listener(where).pictures(moments(truth)))


def main() -> None:
    chosen = names(FOLDER)
    kept = Path(os.environ["MIDWORLD_BENCH_KEEP"]) if "MIDWORLD_BENCH_KEEP" in os.environ else None
    dirty = "--dirty" in sys.argv
    marks: dict[str, list[Marks]] = {name: [] for name in chosen}
    jobs = [(name, FIRST_SEED + number) for number in range(VARIANTS) for name in chosen]
    console = Console()
    with (
        ProcessPoolExecutor(WORKERS, mp_context=multiprocessing.get_context("forkserver")) as pool,
        Progress(console=console, transient=True) as bar,
    ):
        task = bar.add_task("scenes", total=len(jobs))
        running = {pool.submit(judged, name, seed, kept, dirty): (name, seed) for name, seed in jobs}
        for done in as_completed(running):
            name, seed = running[done]
            marks[name].append(done.result())
            bar.advance(task)
            for wrong in marks[name][-1].wrong:
                bar.console.print(f"[dim]{name} {seed}: {wrong}[/dim]", highlight=False)
    about = f"What people believe, on {VARIANTS} unseen variants of each scenario, from seed {FIRST_SEED}"
    table(
        "beliefs_dirty" if dirty else "beliefs",
        f"{about}, dirty" if dirty else about,
        BELIEF_HEADER,
        belief_rows(marks),
    )


if __name__ == "__main__":
    main()
