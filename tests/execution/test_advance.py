"""What is ordered when, from news and time alone."""

from dataclasses import replace

from courier import errand
from midworld.execution import (
    Answer,
    Answered,
    Candidate,
    Do,
    Ended,
    Imagine,
    Observed,
    Passed,
    Phase,
    Policy,
    Run,
    Stop,
    advance,
    begin,
    wake,
)
from midworld.planning import Fact

FAST, SLOW = ("drive", "pr2", "table", "fast"), ("drive", "pr2", "table", "slow")
CREEP = ("creep", "pr2", "table")


def candidate(task: tuple[str, ...], confidence: float) -> Candidate:
    return Candidate(task, confidence > 0, confidence, (20.0, 22.0) if task == SLOW else (10.0, 11.0))


def answer(slow: float, fast: float) -> Answer:
    return Answer(tuple(sorted((candidate(SLOW, slow), candidate(FAST, fast)), key=lambda each: -each.confidence)))


def begun(policy: Policy | None = None) -> Run:
    problem, plan = errand()
    run, orders = begin(problem, plan, policy)
    assert [type(each) for each in orders] == [Imagine, Do]
    return run


def until_due(run: Run) -> tuple[Run, tuple[object, ...]]:
    """Lifted and put on the tray: the drive is due at 6 s."""
    run, _ = advance(run, Ended(1, True), 3.0)
    return advance(run, Ended(2, True), 6.0)


def driven(orders: tuple[object, ...]) -> list[tuple[str, ...]]:
    return [each.action.task for each in orders if isinstance(each, Do)]


def kinds(run: Run) -> list[str]:
    return [each.kind for each in run.notes]


def test_the_state_to_imagine_in_is_that_when_the_action_is_due() -> None:
    problem, plan = errand()
    _, orders = begin(problem, plan)
    asked = [each.request for each in orders if isinstance(each, Imagine)]
    assert [each.candidates for each in asked] == [(FAST, SLOW)]
    assert asked[0].facts == {("on", "mill", "tray"), ("at", "pr2", "counter")}


def test_the_better_way_is_written_into_the_plan_before_its_action_begins() -> None:
    run, orders = advance(begun(), Answered(0, answer(1.0, 0.87)), 2.0)
    assert orders == ()
    assert run.action(3).task == SLOW
    assert run.expectations.span(3).end == (2.0 + 2.0 + 20.0, 4.0 + 4.0 + 22.0)
    run, orders = until_due(run)
    assert driven(orders) == [SLOW]
    assert "rewritten" in kinds(run)


def test_the_default_goes_where_the_answer_is_not_there_in_time() -> None:
    run, orders = until_due(begun())
    assert driven(orders) == [FAST]
    run, orders = advance(run, Answered(0, answer(1.0, 0.5)), 7.0)
    assert orders == ()
    assert kinds(run)[-1] == "too late"
    assert run.action(3).task == FAST


def test_an_action_that_is_due_waits_as_long_as_it_may() -> None:
    run, orders = until_due(begun(Policy(patience_s=2.0)))
    assert orders == ()
    assert wake(run) == 8.0
    later, orders = advance(run, Passed(), 7.9)
    assert orders == ()
    assert driven(advance(later, Passed(), 8.0)[1]) == [FAST]
    assert driven(advance(later, Answered(0, answer(0.9, 0.2)), 7.95)[1]) == [SLOW]


def test_a_deadline_of_the_answer_ends_the_waiting() -> None:
    run, _ = until_due(begun(Policy(deadline_s=6.5, patience_s=60.0)))
    assert wake(run) == 6.5
    assert driven(advance(run, Passed(), 6.5)[1]) == [FAST]


def test_what_cannot_be_projected_is_not_imagined_and_the_run_goes_on() -> None:
    problem, plan = errand()
    run, orders = begin(replace(problem, facts=(("at", "pr2", "counter"), ("on", "cup", "counter"))), plan)
    assert not [each for each in orders if isinstance(each, Imagine)]
    assert "ignored" in kinds(run)
    assert run.outcome is not None
    assert "(on mill ?)" in run.outcome.reason


def test_the_default_goes_where_imagination_failed() -> None:
    run, _ = advance(begun(), Answered(0, None, "the engine is gone"), 2.0)
    _, orders = until_due(run)
    assert driven(orders) == [FAST]


def test_another_plan_is_made_where_nothing_imagined_is_good_enough() -> None:
    run, orders = advance(begun(), Answered(0, answer(0.0, 0.01)), 2.0)
    assert orders == ()
    assert run.repairs == 1
    assert run.phases[1] is Phase.RUNNING
    run, orders = advance(run, Ended(1, True), 3.0)
    (put,) = [each.action for each in orders if isinstance(each, Do)]
    run, orders = advance(run, Ended(put.id, True), 6.0)
    assert driven(orders) == [CREEP]


def test_where_no_other_plan_exists_the_default_goes_as_published() -> None:
    problem, plan = errand(ways=("driving",))
    run, _ = begin(problem, plan)
    run, _ = advance(run, Answered(0, answer(0.0, 0.0)), 2.0)
    assert kinds(run)[-1] == "default"
    _, orders = until_due(run)
    assert driven(orders) == [FAST]


def on(thing: str, place: str) -> Observed:
    return Observed(frozenset({("on", thing, place)}), frozenset({"on"}))


def test_an_effect_that_is_not_seen_repairs_the_rest() -> None:
    run, _ = advance(begun(), Ended(1, True), 3.0)
    run, orders = advance(run, Ended(2, True, on("mill", "floor")), 6.0)
    assert run.repairs == 1
    assert "(on mill tray)" in next(each.text for each in run.notes if each.kind == "trouble")
    assert driven(orders) == [("lift", "pr2", "mill")]
    assert [each.task[0] for each in run.plan.actions][-5:] == ["lift", "put", "drive", "lift", "put"]


def slips(run: Run, now: float) -> tuple[Run, tuple[object, ...]]:
    """The mill was lifted and put beside the tray."""
    run, _ = advance(run, Ended(1, True), now)
    run, orders = advance(run, Ended(2, True, on("mill", "floor")), now + 1.0)
    for _ in range(2):
        now += 3.0
        (action,) = [each.action for each in orders if isinstance(each, Do)]
        run, orders = advance(run, Ended(action.id, True), now)
    return run, orders


def test_what_was_imagined_before_a_repair_counts_after_it() -> None:
    run, _ = advance(begun(), Answered(0, answer(1.0, 0.87)), 0.5)
    run, orders = slips(run, 1.0)
    assert driven(orders) == [SLOW]


def test_what_was_asked_before_a_repair_is_answered_after_it() -> None:
    problem, plan = errand()
    run, _ = begin(problem, plan, Policy(patience_s=10.0))
    run, orders = slips(run, 1.0)
    assert orders == ()
    _, orders = advance(run, Answered(0, answer(1.0, 0.87)), 9.0)
    assert driven(orders) == [SLOW]


def test_a_failure_without_a_way_out_is_given_up_with_its_reason() -> None:
    run, _ = advance(begun(), Ended(1, False, Observed(frozenset(), frozenset({"on"})), "it fell and broke"), 3.0)
    assert run.outcome is not None
    assert not run.outcome.achieved
    assert "it fell and broke" in run.outcome.reason


def test_repairs_are_not_endless() -> None:
    run, number, now = begun(), 1, 0.0
    for _ in range(20):
        if run.outcome is not None:
            break
        now += 1.0
        run, orders = advance(run, Ended(number, False, reason="no grip"), now)
        number = next((each.action.id for each in orders if isinstance(each, Do)), -1)
    assert run.outcome is not None
    assert run.repairs == run.policy.most_repairs


def test_an_action_that_takes_too_long_is_stopped_and_the_rest_waits_for_that() -> None:
    run = begun(Policy(longest_action_s=60.0))
    assert wake(run) == 60.0
    run, orders = advance(run, Passed(), 60.0)
    assert orders == (Stop(1),)
    run, orders = advance(run, Ended(1, False, reason="cancelled"), 60.5)
    assert driven(orders) == [("lift", "pr2", "mill")]


def test_everything_done_is_achieved() -> None:
    run, now = begun(), 0.0
    for action in (1, 2, 3, 4, 5):
        now += 3.0
        run, _ = advance(run, Ended(action, True), now)
    assert run.outcome is not None
    assert run.outcome.achieved
    expected: set[Fact] = {("on", "mill", "table"), ("at", "pr2", "table")}
    assert run.facts == expected
