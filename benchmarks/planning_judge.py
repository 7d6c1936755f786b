"""Every problem in HDDL against plain searches: who solves it, and whether a verifier of its own accepts the plan."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.hddl.checking import ipc_faults, json_faults
from benchmarks.hddl.inventing import invented
from benchmarks.hddl.reading import Hddl, read
from benchmarks.hddl.searching import Verdict, search
from benchmarks.tables import SHARED, table
from midworld.planning import GaveUp, Impossible, Plan, Result, encode_result, ipc_text, load, solve

HERE = Path(__file__).parents[1]
# What a plain progression search gets, half of it depth first and half breadth first.
PEER_S = 60.0
INVENTED = 1000


def pairs() -> list[tuple[Path, Path]]:
    """Domains with their problems: the competition's, the examples' and the tests'."""
    snake = SHARED / "ipc2020_htn" / "total-order" / "Snake"
    found = [(snake / "domain.hddl", each) for each in sorted(snake.glob("pb*.hddl"))]
    for domain in sorted([*HERE.glob("examples/plans/*/domain.hddl"), *HERE.glob("tests/planning/hddl/*/domain.hddl")]):
        found += [(domain, each) for each in sorted(domain.parent.glob("*.hddl")) if each != domain]
    return found


def faults(found: Result, hddl: Hddl) -> str:
    """What a verifier that shares no code with the planner finds wrong with a plan."""
    if not isinstance(found, Plan):
        return ""
    return "; ".join(
        filter(None, [ipc_faults(ipc_text(found), hddl), *json_faults(encode_result(found).decode(), hddl)])
    )


def plain(hddl: Hddl, seconds: float) -> tuple[Verdict, float]:
    """What plain searches come to, and how long that takes."""
    begun, verdict = time.process_time(), Verdict.UNKNOWN
    for breadth in (False, True):
        verdict, _ = search(hddl, seconds=seconds / 2, breadth=breadth)
        if verdict is not Verdict.UNKNOWN:
            break
    return verdict, time.process_time() - begun


def said(found: Result) -> Verdict:
    """The same of what the planner came to."""
    match found:
        case Plan():
            return Verdict.PLAN
        case Impossible():
            return Verdict.NONE
        case GaveUp():
            return Verdict.UNKNOWN


def inventions() -> None:
    """Domains of chance: plans are plans, and what a search of everything knows is what the planner says."""
    outcomes: dict[str, int] = {}
    with TemporaryDirectory() as name:
        files = Path(name) / "domain.hddl", Path(name) / "problem.hddl"
        for seed in range(INVENTED):
            texts = invented(seed)
            for file, text in zip(files, texts, strict=True):
                file.write_text(text)
            bad, verdicts = judged(files, texts, nodes=3000)
            outcome = "WRONG" if bad else f"{verdicts[0].value}, {verdicts[1].value}"
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
            assert not bad, f"seed {seed}: {bad}"
    head = ["planner, search of everything", "problems"]
    table("planning_inventions", "Domains of chance in HDDL", head, [[name, f"{n}"] for name, n in outcomes.items()])


def judged(files: tuple[Path, Path], texts: tuple[str, str], *, nodes: int) -> tuple[str, tuple[Verdict, Verdict]]:
    """What is wrong with what the planner says of a small problem; what it says, and what a search of all says."""
    hddl = read(*texts)
    found = solve(load(*files).problem, rounds=5, within=5.0)
    verdict = search(hddl, seconds=5.0, breadth=True, nodes=nodes)[0]
    contrary = verdict not in (Verdict.UNKNOWN, said(found))
    return faults(found, hddl) or ("they disagree" if contrary else ""), (said(found), verdict)


def problems() -> None:
    """Every problem beside plain searches."""
    rows: list[list[str]] = []
    wrong = 0
    for domain, problem in pairs():
        hddl = read(domain.read_text(), problem.read_text())
        begun = time.process_time()
        first = solve(load(domain, problem).problem, first=True, within=30.0)
        seconds = time.process_time() - begun
        best = solve(load(domain, problem).problem, within=2.0) if isinstance(first, Plan) else first
        verdict, theirs = plain(hddl, PEER_S)
        bad = faults(first, hddl) or faults(best, hddl)
        contrary = verdict not in (Verdict.UNKNOWN, said(first))
        wrong += bool(bad) or contrary
        spans = [f"{each.makespan:g}" if isinstance(each, Plan) else "-" for each in (first, best)]
        name = f"{problem.parent.name}/{problem.stem}"
        row = [name, said(first).value, f"{seconds:.3f}", *spans, verdict.value, f"{theirs:.3f}"]
        rows.append([*row, bad or ("CONTRARY" if contrary else "yes" if isinstance(first, Plan) else "-")])
        print(" | ".join(rows[-1]), flush=True)
        if isinstance(first, Impossible):
            print("     ", first)
    head = ["problem", "here", "CPU s", "makespan", "of 2 s", "plain search", "CPU s", "valid"]
    table("planning_judge", "Problems in HDDL beside a plain progression search", head, rows)
    assert not wrong, f"{wrong} problems went wrong"


def main() -> None:
    inventions()
    problems()


if __name__ == "__main__":
    main()
