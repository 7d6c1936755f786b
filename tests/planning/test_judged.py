"""Plans judged by a reader, a verifier and a search that share no code with the planner."""

from pathlib import Path

import pytest
from benchmarks.hddl.checking import ipc_faults, json_faults
from benchmarks.hddl.inventing import invented
from benchmarks.hddl.reading import Hddl, read
from benchmarks.planning_judge import faults, judged, pairs

from midworld.planning import Impossible, Plan, encode_result, ipc_text, load, solve

HERE = Path(__file__).parent / "hddl"
IMPOSSIBLE = {
    *("barman/one-glass", "blocks/circle", "chain/no-token", "childsnack/too-little", "hanoi/broken", "untyped/lost"),
    *("interleave/one-after-the-other", "logistics/no-truck", "maze/falls-shut", "maze/no-way", "oven/no-helper"),
    *("rover/cut-off", "satellite/power", "spread/never"),
}


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize(("domain", "problem"), pairs(), ids=lambda path: _name(path))
def test_plans_are_plans_and_what_is_impossible_has_none(domain: Path, problem: Path) -> None:
    found = solve(load(domain, problem).problem, rounds=3)
    if _name(problem) in IMPOSSIBLE:
        assert isinstance(found, Impossible)
        assert found.task
        assert found.precondition not in ("", "what is asked for")
        assert "(and)" not in found.precondition
    else:
        assert isinstance(found, Plan)
        assert faults(found, read(domain.read_text(), problem.read_text())) == ""


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_domains_of_chance_are_planned_as_a_search_of_everything_says(first: int, tmp_path: Path) -> None:
    files = tmp_path / "domain.hddl", tmp_path / "problem.hddl"
    for seed in range(first, first + 20):
        texts = invented(seed)
        for file, text in zip(files, texts, strict=True):
            file.write_text(text)
        assert judged(files, texts, nodes=1000)[0] == "", f"seed {seed}"


def oven() -> tuple[Hddl, Plan]:
    files = HERE / "oven" / "domain.hddl", HERE / "oven" / "two-dishes.hddl"
    found = solve(load(*files).problem, rounds=0)
    assert isinstance(found, Plan)
    return read(files[0].read_text(), files[1].read_text()), found


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("0 prepare", "0 bake", "cannot be done"),
        ("-> together", "-> alone", "the tasks asked for are not those done"),
        ("root 8 10", "root 8", "not everything is part"),
    ],
)
def test_the_judge_finds_what_is_wrong(old: str, new: str, said: str) -> None:
    hddl, found = oven()
    text = ipc_text(found)
    assert ipc_faults(text, hddl) == ""
    assert old in text
    assert said in ipc_faults(text.replace(old, new), hddl)


def test_the_judge_finds_wrong_times_agents_and_links() -> None:
    hddl, found = oven()
    text = encode_result(found).decode()
    assert json_faults(text, hddl) == []
    for old, new in (
        ('"agents":["pr2"]', '"agents":["ann"]'),
        ('"from":0', '"from":1'),
        ('"start":1.0', '"start":0.5'),
    ):
        assert old in text
        assert json_faults(text.replace(old, new, 1), hddl)
