"""The scenario with and without imagination: who topples, what is chosen, and whether imagining takes time."""

from benchmarks.tables import table
from midworld.cli.peppermill.study import Played, played
from midworld.imagination import Share

WITH, WITHOUT = 10, 40


def outcomes() -> None:
    """Topples with and without imagination, confidences, and the lengths of runs."""
    imagined = [played(seed=seed) for seed in range(WITH)]
    print(f"  {WITH} scenarios with imagination", flush=True)
    plain = [played(seed=seed, imagine=False) for seed in range(WITHOUT)]
    slow = [played(seed=seed, imagine=False, default="slow") for seed in range(WITH)]
    chosen = [_chosen(each) for each in imagined]
    same = [
        abs(one.seconds - other.seconds)
        for one, other, way in zip(imagined, slow, chosen, strict=True)
        if way == "slow"
    ]
    fast_c, slow_c = ([_confidence(each, way) for each in imagined] for way in ("fast", "slow"))
    rows = [
        ["slow is chosen", f"{chosen.count('slow')} of {WITH}", "1 of 1"],
        ["confidence of fast, mean", f"{sum(fast_c) / WITH:.2f}", "0.87"],
        ["confidence of slow, mean", f"{sum(slow_c) / WITH:.2f}", "1.00"],
        ["slow surer than fast", f"{sum(s > f for s, f in zip(slow_c, fast_c, strict=True))} of {WITH}", "1 of 1"],
        ["topples with imagination", _share(imagined), "0 of 1"],
        ["topples without", _share(plain), "1 of 4"],
        ["achieved with imagination", f"{sum(_achieved(each) for each in imagined)} of {WITH}", ""],
        ["achieved without", f"{sum(_achieved(each) for each in plain)} of {WITHOUT}", ""],
        ["run with imagination, longer than one without by at most, s", f"{max(same, default=0.0):.6f}", "0"],
        ["answers that came before the pick", f"{sum(_in_time(each) for each in imagined)} of {WITH}", "2 of 2"],
    ]
    table("peppermill_runs", "The scenario, with and without imagination", ["", "ours", "published"], rows)


def _chosen(done: Played) -> str:
    return next(task[3] for task, _ in done.waiter.drives if task[0] == "move_base_param")


def _confidence(done: Played, way: str) -> float:
    found = [each for answer in done.run.answers.values() for each in answer.candidates if each.task[-1] == way]
    return found[0].confidence if found else 0.0


def _achieved(done: Played) -> bool:
    return done.run.outcome is not None and done.run.outcome.achieved


def _in_time(done: Played) -> bool:
    kinds = [each.kind if each.kind != "begun" else each.text.split()[0] for each in done.run.notes]
    return "imagined" in kinds and kinds.index("imagined") < kinds.index("pick_up_object")


def _share(some: list[Played]) -> str:
    share = Share.of(sum(each.toppled for each in some), len(some))
    return f"{sum(each.toppled for each in some)} of {len(some)} [{share.low:.2f}, {share.high:.2f}]"
