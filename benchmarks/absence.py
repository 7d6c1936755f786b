"""Why things are not perceived, on random situations with a reason known beforehand."""

import json
import multiprocessing
import os
import tempfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from benchmarks.scenes.absences import TARGET, Situation, situation
from benchmarks.scenes.fates import FATES
from benchmarks.scenes.files import write, yaml_text
from benchmarks.tables import table
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.providers import read_observations, read_scene
from midworld.runtime import Commit
from midworld.world import MISSING, Status
from midworld.world import Situation as Told

# Nobody tunes on these.
FIRST_SEED = int(os.environ.get("MIDWORLD_BENCH_SEED", "7000"))
SITUATIONS = int(os.environ.get("MIDWORLD_BENCH_SITUATIONS", "500"))
WORKERS = 2


def judged(kind: str, seed: int) -> str | None:
    """What is wrong about what is said of one situation; None if nothing is."""
    made = situation(kind, seed)
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        lines = "".join(json.dumps(line) + "\n" for line in made.observations)
        write({"scene.yaml": yaml_text(made.description), "observations.jsonl": lines, **made.models}, where)
        return _assessed(made, where)


def _assessed(made: Situation, where: Path) -> str | None:
    scene = read_scene(where / "scene.yaml")
    assessment = Assessment(scene, engine=MujocoEngine(), people=False)
    ever: list[str] = []

    def note(commit: Commit) -> None:
        if commit.name == STABLE:
            ever.extend(
                str(entry.object)
                for entry in commit.delta.entries
                if isinstance(entry, Told) and entry.predicate == MISSING and entry.subject == TARGET
            )

    assessment.board.subscribe(note)
    for observation in read_observations(where / "observations.jsonl", scene):
        assessment.feed(observation)
    world = assessment.board[STABLE]
    facts = {(predicate, str(target)) for subject, predicate, target in world.timeline.open if subject == TARGET}
    why = sorted(target for predicate, target in facts if predicate == MISSING)
    said = f"{', '.join(why) or 'nothing'} (ever {', '.join(ever) or 'nothing'}), {sorted(facts)}"
    if not made.whys and ever:
        return f"should say nothing, says {said}"
    if made.whys and (len(why) != 1 or why[0] not in made.whys):
        return f"should be {' or '.join(made.whys)}, says {said}"
    if ("unknown" in made.whys) != (world.status(TARGET) is Status.UNKNOWN):
        return f"status is {world.status(TARGET).word}, says {said}"
    if any(fact not in facts for fact in made.holds) or any(fact in facts for fact in made.fails):
        return f"should hold {made.holds} and not {made.fails}, says {said}"
    return None


def main() -> None:
    kinds = list(FATES)
    jobs = [(kinds[number % len(kinds)], FIRST_SEED + number // len(kinds)) for number in range(SITUATIONS)]
    wrong: dict[str, list[bool]] = {kind: [] for kind in kinds}
    console = Console()
    with (
        ProcessPoolExecutor(WORKERS, mp_context=multiprocessing.get_context("forkserver")) as pool,
        Progress(console=console, transient=True) as bar,
    ):
        task = bar.add_task("situations", total=len(jobs))
        running = {pool.submit(judged, kind, seed): (kind, seed) for kind, seed in jobs}
        for done in as_completed(running):
            kind, seed = running[done]
            problem = done.result()
            wrong[kind].append(problem is not None)
            bar.advance(task)
            if problem is not None:
                bar.console.print(f"[dim]{kind} {seed}: {problem}[/dim]", highlight=False)
    rows = [_row(kind, some) for kind, some in wrong.items()]
    rows.append(_row("all", [each for some in wrong.values() for each in some]))
    about = f"Why things are not perceived, {SITUATIONS} random situations from seed {FIRST_SEED}"
    table("absence", about, ("the thing is no longer perceived because", "situations", "right"), rows)


_NAMES = {
    "recent": "a few frames were dropped",
    "out of view": "the camera looks elsewhere",
    "partly in view": "less than half of it is in the picture",
    "behind a thing": "a thing hides it",
    "behind a person": "a person hides it",
    "held": "it is in a hand, hidden",
    "dropped in": "it was let fall into a box",
    "taken from behind": "it was taken away behind something, now gone",
    "taken unwatched": "it was taken away while the camera was shut",
}


def _row(kind: str, wrong: list[bool]) -> tuple[str, str, str]:
    right = len(wrong) - sum(wrong)
    return _NAMES.get(kind, kind), str(len(wrong)), f"{100 * right / max(1, len(wrong)):.1f}%"


if __name__ == "__main__":
    main()
