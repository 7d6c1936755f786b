"""The reasoner on scenes it has not seen: random variants of every scenario, truth from the other engine."""

import multiprocessing
import os
import tempfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import Progress

from benchmarks.measure import RESULTS
from benchmarks.scenes import Score, generate, names, score, table
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.providers import read_observations, read_scene
from midworld.readers import lines
from midworld.runtime import Commit

# Nobody tunes on these.
FIRST_SEED = 7000
VARIANTS = int(os.environ.get("MIDWORLD_BENCH_VARIANTS", "20"))


def judged(name: str, seed: int) -> Score:
    """One random variant, made, assessed and marked."""
    made = generate(name, seed)
    with tempfile.TemporaryDirectory() as folder:
        made.write(Path(folder))
        return score(made.truth, [msgspec.json.decode(line) for line in assessed(Path(folder))])


def assessed(folder: Path) -> list[bytes]:
    """What `midworld run` writes for a scene."""
    scene = read_scene(folder / "scene.yaml")
    assessment = Assessment(scene, engine=MujocoEngine(), people=False)
    written: list[bytes] = []

    def keep(commit: Commit) -> None:
        if commit.name == STABLE:
            written.extend(lines(commit))

    assessment.board.subscribe(keep)
    for observation in read_observations(folder / "observations.jsonl", scene):
        assessment.feed(observation)
    return written


def main() -> None:
    scores: dict[str, list[Score]] = {name: [] for name in names()}
    console = Console()
    jobs = [(name, FIRST_SEED + number) for number in range(VARIANTS) for name in names()]
    with (
        ProcessPoolExecutor(mp_context=multiprocessing.get_context("forkserver")) as pool,
        Progress(console=console, transient=True) as bar,
    ):
        task = bar.add_task("scenes", total=len(jobs))
        running = {pool.submit(judged, name, seed): (name, seed) for name, seed in jobs}
        for done in as_completed(running):
            name, seed = running[done]
            marks = done.result()
            scores[name].append(marks)
            bar.advance(task)
            # A long run that is broken off leaves what it has found.
            _kept(scores)
            for wrong in marks.wrong:
                bar.console.print(f"[dim]{name} {seed}: {wrong}[/dim]", highlight=False)
    console.print(_kept(scores), highlight=False)


def _kept(scores: dict[str, list[Score]]) -> str:
    """The table of all marks so far, also left in the results."""
    known = {name: marks for name, marks in scores.items() if marks}
    text = table(known)
    RESULTS.mkdir(exist_ok=True)
    about = f"# The reasoner on unseen variants of each scenario, from seed {FIRST_SEED}\n"
    (RESULTS / "scenarios.md").write_text(f"{about}\n```\n{text}\n```\n")
    return text


if __name__ == "__main__":
    main()
