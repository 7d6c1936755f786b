"""Domains in Python written as HDDL, and for unified-planning."""

from collections.abc import Callable, Iterator
from inspect import getsourcelines
from pathlib import Path

import pytest
from benchmarks.hddl.reading import read
from benchmarks.planning_judge import faults

from midworld.errors import BadInput
from midworld.planning import (
    Domain,
    Impossible,
    Plan,
    Problem,
    Result,
    TracedState,
    domain_text,
    hddl_texts,
    load,
    problem_text,
    projected_facts,
    solve,
)
from midworld.planning.state import State

EXAMPLES = Path(__file__).parents[2] / "examples" / "plans"


def written(problem: Problem, folder: Path) -> tuple[Path, Path]:
    domain, said = hddl_texts(problem)
    files = folder / "domain.hddl", folder / "problem.hddl"
    files[0].write_text(domain_text(domain))
    files[1].write_text(problem_text(said, domain))
    return files


def solved(files: tuple[Path, Path]) -> Result:
    found = solve(load(*files).problem, rounds=3)
    assert faults(found, read(files[0].read_text(), files[1].read_text())) == ""
    return found


@pytest.mark.parametrize("name", ["tidy/table", "tidy/bins", "tidy/kitchen", "book/problem", "packing/problem"])
def test_plans_of_what_is_written_can_be_carried_out_in_the_domain_itself(name: str, tmp_path: Path) -> None:
    file = EXAMPLES / f"{name}.py"
    problem = load(file.with_name("domain.py"), file).problem
    found = solved(written(problem, tmp_path))
    assert isinstance(found, Plan)
    facts = projected_facts(problem, [each.task for each in found.actions])
    assert problem.goal(State(facts)).holds
    here = solve(problem, rounds=3)
    assert isinstance(here, Plan)
    assert len(found.actions) == len(here.actions)
    assert {each.name for each in found.agents} == {each.name for each in here.agents}


def signature_line(function: Callable[..., object]) -> int:
    return getsourcelines(function)[1]


def shelves(*, last: str) -> Problem:
    """Loops, comparisons, else, alternatives and constants."""
    domain = Domain("shelves")

    @domain.action()
    def lift(state: TracedState, who: str, box: str) -> None:  # pyright: ignore[reportUnusedFunction]
        place = state.the("isAt", box)
        if state.holds("high", place):
            state.require("tall", who)
        else:
            state.forbid("tall", who)
        state.remove("isAt", box, place)
        state.add("isAt", box, "floor")

    @domain.method("clear")
    def each_on_it(state: TracedState, shelf: str) -> list[tuple[str, ...]]:  # pyright: ignore[reportUnusedFunction]
        return [("down", box) for box, _ in state.find("belongs", None, shelf)]

    @domain.method("down")
    def somebody(state: TracedState, box: str) -> Iterator[list[tuple[str, ...]]]:  # pyright: ignore[reportUnusedFunction]
        for who, kind in state.find("works", None, None):
            if kind != "boss":
                yield [("lift", who, box)]
        yield [("lift", "bob", box)]

    facts = [("isAt", "a", "top"), ("isAt", "b", "low"), ("high", "top"), ("belongs", "a", "s"), ("belongs", "b", "s")]
    facts += [("works", "ann", "boss"), ("works", "pr2", "staff"), ("tall", last), ("works", "bob", "boss")]
    return domain.problem(
        facts,
        [("clear", "s")],
        agents={"pr2": "robot", "ann": "human", "bob": "human"},
        goal=[("isAt", "a", "floor"), ("isAt", "b", "floor")],
    )


@pytest.mark.parametrize(
    ("last", "lifts"), [("pr2", [("pr2", "a"), ("bob", "b")]), ("bob", [("bob", "a"), ("pr2", "b")])]
)
def test_loops_branches_and_constants_are_written(last: str, lifts: list[tuple[str, str]], tmp_path: Path) -> None:
    problem = shelves(last=last)
    for found in (solve(problem, rounds=3), solved(written(problem, tmp_path))):
        assert isinstance(found, Plan)
        assert sorted(each.task for each in found.actions) == sorted(("lift", *each) for each in lifts)
        assert {each.agents for each in found.actions} == {(who,) for who, _ in lifts}


def test_what_is_impossible_stays_so(tmp_path: Path) -> None:
    problem = shelves(last="ann")
    assert isinstance(solve(problem), Impossible)
    assert isinstance(solved(written(problem, tmp_path)), Impossible)


def test_what_hddl_cannot_say_is_refused_with_its_line() -> None:
    domain = Domain("odd")

    @domain.action()
    def work(state: TracedState, who: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.add("worked", who)

    @domain.method("all")
    def down(state: TracedState, left: str) -> list[tuple[str, ...]]:  # pyright: ignore[reportUnusedFunction]
        return [("work", "pr2"), ("all", str(int(left) - 1))] if left != "0" else []

    problem = domain.problem((), [("all", "3")], agents={"pr2": "robot"})
    with pytest.raises(BadInput) as refused:
        hddl_texts(problem)
    fault = refused.value.problems[0]
    assert fault.file == __file__
    assert fault.line == signature_line(down)
    assert "'down' cannot be written as HDDL" in fault.message


def test_loops_over_what_changes_are_refused() -> None:
    domain = Domain("odd")

    @domain.action()
    def drop(state: TracedState, who: str, thing: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.remove("holds", who, thing)

    @domain.method("empty")
    def everything(state: TracedState, who: str) -> list[tuple[str, ...]]:  # pyright: ignore[reportUnusedFunction]
        return [("drop", who, thing) for _, thing in state.find("holds", who, None)]

    problem = domain.problem([("holds", "pr2", "cup")], [("empty", "pr2")], agents={"pr2": "robot"})
    with pytest.raises(BadInput, match="goes through all of 'holds', which may change"):
        hddl_texts(problem)
