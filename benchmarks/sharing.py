"""Minds that share what they agree on beside minds that think about everything by themselves: the same answers?"""

import multiprocessing
import os
import tempfile
import time
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

from benchmarks.scenes import generate, names
from benchmarks.tables import table
from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.perception import Observation
from midworld.providers import read_observations, read_scene
from midworld.world import DIVERGENCES, Scene

# What is told this much later or earlier is the same.
WITHIN_S = 0.2
FIRST_SEED = int(os.environ.get("MIDWORLD_BENCH_SEED", "8000"))
VARIANTS = int(os.environ.get("MIDWORLD_BENCH_VARIANTS", "5"))
WORKERS = 2
HEAD = ("scenario", "beliefs, tick by tick", "other for over 0.2 s", "share", "times faster")
# A statement in a world: who believes what.
Belief = tuple[str, object]


@dataclass(frozen=True, slots=True)
class Account:
    """When each belief was held, tick by tick, and what happened when, as minds have it; and what it took."""

    held: Mapping[Belief, Sequence[float]]
    events: Mapping[Belief, Sequence[float]]
    seconds: float


@dataclass(frozen=True, slots=True)
class Difference:
    """How often something is believed, how often only by one of the two, and what."""

    asked: int = 0
    amiss: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)
    what: tuple[str, ...] = field(default=())

    def plus(self, other: "Difference") -> "Difference":
        seconds = (self.seconds[0] + other.seconds[0], self.seconds[1] + other.seconds[1])
        return Difference(self.asked + other.asked, self.amiss + other.amiss, seconds, self.what + other.what)


def account(scene: Scene, observations: Iterable[Observation], *, sharing: bool) -> Account:
    """What everybody but the robot believes, tick by tick."""
    assessment = Assessment(scene, engine=MujocoEngine(), sight=EmbreeSight, sharing=sharing)
    held: dict[Belief, list[float]] = {}
    spent = 0.0
    for observation in observations:
        start = time.process_time()
        assessment.feed(observation)
        spent += time.process_time() - start
        for name in _minds(assessment):
            for statement in assessment.board[name].timeline.open:
                held.setdefault((name, statement), []).append(observation.stamp)
    events: dict[Belief, list[float]] = {}
    for name in _minds(assessment):
        for event in assessment.board[name].timeline.events():
            events.setdefault((name, (event.predicate, event.subject, event.object)), []).append(event.stamp)
    return Account(held, events, spent)


def _minds(assessment: Assessment) -> list[str]:
    return [*("/".join(path) for path in assessment.minds), DIVERGENCES, STABLE]


def difference(one: Account, other: Account) -> Difference:
    """What one says that the other does not say within a moment, either way."""
    asked, amiss, what = 0, 0, list[str]()
    for mine, theirs, word in ((one, other, "apart"), (other, one, "sharing")):
        for ours, others in ((mine.held, theirs.held), (mine.events, theirs.events)):
            for belief, stamps in ours.items():
                wrong = [stamp for stamp in stamps if not _near(others.get(belief, ()), stamp)]
                asked, amiss = asked + len(stamps), amiss + len(wrong)
                if wrong:
                    what.append(f"only {word}: {belief[0]} {belief[1]} {wrong[0]:.2f}..{wrong[-1]:.2f} x{len(wrong)}")
    return Difference(asked, amiss, (one.seconds, other.seconds), tuple(what))


def _near(stamps: Sequence[float], stamp: float) -> bool:
    place = bisect_left(stamps, stamp - WITHIN_S - 1e-9)
    return place < len(stamps) and stamps[place] <= stamp + WITHIN_S + 1e-9


def compared(folder: Path) -> Difference:
    """One scene, both ways."""
    scene = read_scene(folder / "scene.yaml")
    seen = tuple(read_observations(folder / "observations.jsonl", scene))
    return difference(account(scene, seen, sharing=False), account(scene, seen, sharing=True))


def tried(name: str, seed: int) -> Difference:
    """A random variant of a scenario, both ways."""
    with tempfile.TemporaryDirectory() as folder:
        generate(name, seed).write(Path(folder))
        return compared(Path(folder))


def main() -> None:
    console = Console()
    chosen = (*names(), *names("beliefs"))
    found: dict[str, Difference] = dict.fromkeys(chosen, Difference())
    with ProcessPoolExecutor(WORKERS, mp_context=multiprocessing.get_context("forkserver")) as pool:
        jobs = {pool.submit(tried, name, FIRST_SEED + each): name for each in range(VARIANTS) for name in chosen}
        for number, done in enumerate(as_completed(jobs), 1):
            name, result = jobs[done], done.result()
            found[name] = found[name].plus(result)
            console.print(f"{number}/{len(jobs)} {name}: {result.amiss} of {result.asked}", highlight=False)
            for line in result.what:
                console.print(f"[dim]  {line}[/dim]", highlight=False)
    found["all"] = _all(found.values())
    rows = [
        (name, str(each.asked), str(each.amiss), f"{100 * each.amiss / max(each.asked, 1):.2f} %", _ratio(each))
        for name, each in found.items()
    ]
    about = f"Minds that share beside minds that do not, {VARIANTS} variants of each scenario from seed {FIRST_SEED}"
    table("sharing", about, HEAD, rows)


def _all(some: Iterable[Difference]) -> Difference:
    total = Difference()
    for each in some:
        total = total.plus(each)
    return total


def _ratio(each: Difference) -> str:
    return f"{each.seconds[0] / max(each.seconds[1], 1e-9):.1f}"


if __name__ == "__main__":
    main()
