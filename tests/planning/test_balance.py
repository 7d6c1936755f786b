"""Work balanced between agents, and what that does for plans."""

from benchmarks.planning import instance

from midworld.planning import Plan, solve
from midworld.planning.balance import balanced, led

HERS, HIS = ("alone", ("ann",)), ("alone", ("bob",))


def test_work_goes_to_who_has_less() -> None:
    loads = {path: {HERS: {"ann": 5.0}, HIS: {"bob": 6.0}} for path in range(4)}
    found = balanced({"ann": 20.0, "bob": 0.0}, loads, dict.fromkeys(range(4), HERS))
    assert sorted(found.values()) == [HERS, HERS, HIS, HIS]


def test_two_ways_are_changed_at_once_where_one_alone_does_not_help() -> None:
    loads = {0: {HERS: {"ann": 6.0}, HIS: {"bob": 6.0}}, 1: {HERS: {"ann": 5.0}, HIS: {"bob": 5.0}}}
    found = balanced({"ann": 9.0, "bob": 7.0}, loads, {0: HERS, 1: HIS})
    assert found == {0: HIS, 1: HERS}


def test_what_is_balanced_stays() -> None:
    loads = {0: {HERS: {"ann": 5.0}, HIS: {"bob": 5.0}}, 1: {HERS: {"ann": 5.0}, HIS: {"bob": 5.0}}}
    assert balanced({"ann": 5.0, "bob": 5.0}, loads, {0: HERS, 1: HIS}) == {0: HERS, 1: HIS}


def test_own_tasks_of_who_leads_come_before_what_is_handed_on() -> None:
    work = {0: {"ann": 2.0}, 1: {"ann": 2.0, "bob": 3.0}, 2: {"bob": 4.0}}
    assert led(work, "ann") == {0: -1.0, 1: 0.0, 2: 1.0}
    assert led({0: {"ann": 2.0}, 2: {"bob": 4.0}}, "ann") == {}


def test_a_few_rounds_balance_a_table_of_twenty() -> None:
    # Of 20 things at 6 s or 5 s each, 9 for the robot and 11 for Ann is the best there is.
    found = solve(instance(20, 102)[0], rounds=4)
    assert isinstance(found, Plan)
    assert found.makespan == 55.0
