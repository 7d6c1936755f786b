"""The scenario with and without imagination: who topples, what is chosen, and whether imagining takes time."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from benchmarks.tables import table
from midworld.cli.peppermill.study import Played, played
from midworld.imagination import Share

WITH, WITHOUT = 6, 20


@dataclass(frozen=True, slots=True)
class Told:
    """What counts of a scenario that was played."""

    chosen: str
    fast: float
    slow: float
    toppled: bool
    achieved: bool
    in_time: bool
    seconds: float


def outcomes() -> None:
    """Topples with and without imagination, confidences, and the lengths of runs."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        plain = [pool.submit(told, seed, imagine=False) for seed in range(WITHOUT)]
        alike = [pool.submit(told, seed, imagine=False, default="slow") for seed in range(WITH)]
        thought = [pool.submit(told, seed) for seed in range(WITH)]
        _report(*([each.result() for each in some] for some in (thought, plain, alike)))


def told(seed: int, *, imagine: bool = True, default: str = "fast") -> Told:
    """One scenario."""
    done = played(seed=seed, imagine=imagine, default=default)
    chosen = next(task[3] for task, _ in done.waiter.drives if task[0] == "move_base_param")
    achieved = done.run.outcome is not None and done.run.outcome.achieved
    print(f"  scenario {seed}: {chosen}, {'imagined' if imagine else 'as planned'}, {done.seconds:.1f} s", flush=True)
    ways = {each.task[-1]: each.confidence for answer in done.run.answers.values() for each in answer.candidates}
    fast, slow = ways.get("fast", 0.0), ways.get("slow", 0.0)
    return Told(chosen, fast, slow, done.toppled, achieved, _in_time(done), done.seconds)


def _report(thought: Sequence[Told], plain: Sequence[Told], alike: Sequence[Told]) -> None:
    pairs = zip(thought, alike, strict=True)
    longer = [abs(one.seconds - other.seconds) for one, other in pairs if one.chosen == "slow"]
    rows = [
        ["slow is chosen", f"{sum(each.chosen == 'slow' for each in thought)} of {WITH}", "1 of 1"],
        ["confidence of fast, mean", f"{sum(each.fast for each in thought) / WITH:.2f}", "0.87"],
        ["confidence of slow, mean", f"{sum(each.slow for each in thought) / WITH:.2f}", "1.00"],
        ["slow surer than fast", f"{sum(each.slow > each.fast for each in thought)} of {WITH}", "1 of 1"],
        ["topples with imagination", _share(thought), "0 of 1"],
        ["topples without", _share(plain), "1 of 4"],
        ["achieved with imagination", f"{sum(each.achieved for each in thought)} of {WITH}", ""],
        ["achieved without", f"{sum(each.achieved for each in plain)} of {WITHOUT}", ""],
        ["longer by imagining, at most, s", f"{max(longer, default=0.0):.6f}", "0"],
        ["answers before the pick", f"{sum(each.in_time for each in thought)} of {WITH}", "2 of 2"],
    ]
    table("peppermill_runs", "The scenario, with and without imagination", ["", "ours", "published"], rows)


def _in_time(done: Played) -> bool:
    kinds = [each.kind if each.kind != "begun" else each.text.split()[0] for each in done.run.notes]
    return "imagined" in kinds and kinds.index("imagined") < kinds.index("pick_up_object")


def _share(some: Sequence[Told]) -> str:
    share = Share.of(sum(each.toppled for each in some), len(some))
    return f"{sum(each.toppled for each in some)} of {len(some)} [{share.low:.2f}, {share.high:.2f}]"
