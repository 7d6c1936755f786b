"""`!imagine` in any domain, another way for one action, and the rest of a plan made anew."""

from pathlib import Path

import pytest

from courier import courier, errand
from midworld.errors import MidworldError
from midworld.planning import (
    Impossible,
    Plan,
    continued,
    decode_plan,
    encode_result,
    imaginings,
    load,
    projected_facts,
    repaired,
    rewritten,
    schedule_faults,
    solve,
)

HDDL = """
(define (domain tray)
  (:requirements :typing :hierarchy)
  (:types robot place speed speeds capability - object)
  (:constants slow fast - speed slow/fast - speeds !drive - capability)
  (:predicates (at ?r - robot ?p - place) (left ?p - place))
  (:task carry :parameters (?r - robot ?p - place))
  (:method thoughtfully :parameters (?r - robot ?p ?q - place) :task (carry ?r ?p)
    :precondition (at ?r ?q)
    :ordered-subtasks (and (!imagine !drive ?r ?p slow/fast) (wait ?r) (drive ?r ?p fast)))
  (:action !imagine :parameters (?c - capability ?r - robot ?p - place ?s - speeds))
  (:action wait :parameters (?r - robot))
  (:action drive :parameters (?r - robot ?p - place ?s - speed) :effect (at ?r ?p)))
"""
PROBLEM = """
(define (problem p) (:domain tray) (:objects pr2 - robot counter table - place)
  (:htn :ordered-subtasks (and (carry pr2 table))) (:init (at pr2 counter)))
"""


def names(plan: Plan) -> list[str]:
    return [each.task[0] for each in plan.actions]


def test_imagining_is_nobodys_work_and_takes_no_time_of_the_plan() -> None:
    _, plan = errand()
    assert names(plan) == ["!imagine", "lift", "put", "drive", "lift", "put"]
    assert plan.actions[0].agents == ()
    assert plan.makespan == 3.0 + 3.0 + 11.0 + 3.0 + 3.0
    assert decode_plan(encode_result(plan), "plan").actions == plan.actions


def test_an_imagining_knows_the_action_it_means_and_its_ways() -> None:
    _, plan = errand()
    (wish,) = imaginings(plan)
    assert wish.target == 3
    assert wish.candidates == (("drive", "pr2", "table", "fast"), ("drive", "pr2", "table", "slow"))


def test_hddl_has_it_too_as_an_action_without_precondition_or_effect(tmp_path: Path) -> None:
    (tmp_path / "domain.hddl").write_text(HDDL)
    (tmp_path / "problem.hddl").write_text(PROBLEM)
    loaded = load(tmp_path / "domain.hddl", tmp_path / "problem.hddl")
    plan = solve(loaded.problem, rounds=5)
    assert isinstance(plan, Plan)
    assert loaded.texts is not None
    assert schedule_faults(plan, *loaded.texts) == []
    assert plan.makespan == 2.0
    (wish,) = imaginings(plan)
    assert wish.candidates == (("drive", "pr2", "table", "fast"), ("drive", "pr2", "table", "slow"))


def test_an_imagining_of_nothing_that_follows_means_nothing() -> None:
    problem = courier().problem(
        [("at", "pr2", "counter")], [("!imagine", "drive", "pr2", "moon", "slow/fast")], agents={"pr2": "robot"}
    )
    plan = solve(problem, rounds=0)
    assert isinstance(plan, Plan)
    assert imaginings(plan)[0].target is None


def test_another_way_for_one_action_brings_its_own_times() -> None:
    problem, plan = errand()
    slow = rewritten(problem, plan, 3, ("drive", "pr2", "table", "slow"), facts=problem.facts, left=[1, 2, 3, 4, 5])
    assert slow.actions[3].task[-1] == "slow"
    assert slow.actions[3].interval == (20.0, 24.0)
    assert plan.actions[3].task[-1] == "fast"
    with pytest.raises(MidworldError, match="holding pr2 mill"):
        rewritten(problem, plan, 3, ("put", "pr2", "mill", "table"), facts=problem.facts, left=[1, 2, 3, 4, 5])


def test_repair_keeps_what_is_done_and_bars_what_is_bad() -> None:
    problem, plan = errand()
    begun = {0, 1, 2}
    facts = projected_facts(problem, [plan.actions[each].task for each in (1, 2)])
    drives = [("drive", "pr2", "table", speed) for speed in ("slow", "fast")]
    rest = repaired(problem, plan, facts=facts, begun=begun, culprit=3, barred=drives)
    assert isinstance(rest, Plan)
    assert names(rest) == ["creep", "lift", "put"]
    whole = continued(plan, rest, begun=begun, running={2}, now=6.0)
    assert names(whole) == ["!imagine", "lift", "put", "creep", "lift", "put"]
    assert len({each.id for each in whole.actions}) == 6
    assert whole.actions[3].after == (2,)
    assert whole.actions[3].start == 6.0
    assert projected_facts(problem, [each.task for each in whole.actions]) == {
        ("on", "mill", "table"),
        ("at", "pr2", "table"),
    }


def test_what_failed_is_done_again_from_what_holds() -> None:
    problem, plan = errand()
    facts = {("at", "pr2", "counter"), ("on", "mill", "floor")}
    rest = repaired(problem, plan, facts=facts, begun={0, 1, 2}, culprit=2)
    assert isinstance(rest, Plan)
    assert names(rest) == ["lift", "put", "drive", "lift", "put"]


def test_what_cannot_be_repaired_is_said() -> None:
    problem, plan = errand()
    barred = [("drive", "pr2", "table", "fast"), ("creep", "pr2", "table")]
    rest = repaired(problem, plan, facts=problem.facts, begun=set(), culprit=3, barred=barred)
    assert isinstance(rest, Impossible)
    assert "barred" in rest.precondition
