"""When things are expected, after what was seen and imagined."""

import time

import pytest

from courier import errand
from midworld.execution import Expectations
from midworld.planning import Domain, Plan, TracedState, solve


def test_expected_times_follow_from_the_plan() -> None:
    _, plan = errand()
    expected = Expectations.of(plan)
    assert expected.span(3).start == (4.0, 8.0)
    assert expected.span(3).end == (14.0, 20.0)
    assert expected.finish == (18.0, 28.0)


def test_what_is_seen_and_imagined_moves_all_that_comes_after_and_nothing_before() -> None:
    _, plan = errand()
    first = Expectations.of(plan)
    seen, surprise = first.begun(1, 0.5)
    assert surprise is None
    seen, surprise = seen.ended(1, 3.5)
    assert surprise is None
    assert seen.span(2).start == (3.5, 3.5)
    thought = seen.imagined(3, 21.0, 23.0)
    assert thought.span(3).end == (3.5 + 2.0 + 21.0, 3.5 + 4.0 + 23.0)
    assert thought.span(2) == seen.span(2)
    assert first.finish == (18.0, 28.0)


def test_what_ends_late_is_a_surprise_with_its_reason_and_becomes_what_is_expected() -> None:
    _, plan = errand()
    expected, _ = Expectations.of(plan).begun(1, 0.0)
    assert expected.overdue(4.0) == ()
    assert expected.overdue(4.1) == (1,)
    expected, surprise = expected.ended(1, 6.0)
    assert surprise is not None
    assert surprise.seconds == pytest.approx(2.0)
    assert "at most 4 s after 1.start" in surprise.reason
    assert expected.span(2).start == (6.0, 6.0)


def test_what_begins_before_its_turn_is_a_surprise_too() -> None:
    _, plan = errand()
    expected, _ = Expectations.of(plan).begun(1, 0.0)
    expected, surprise = expected.begun(2, 1.0)
    assert surprise is not None
    assert surprise.seconds < 0
    assert expected.span(2).start == (1.0, 1.0)


def test_a_deadline_that_cannot_be_met_any_more_is_noticed_and_given_up() -> None:
    _, plan = errand()
    expected = Expectations.of(plan, deadline=20.0)
    expected, surprise = expected.begun(1, 5.0)
    assert surprise is not None
    assert "20" in surprise.reason
    assert expected.finish[0] == pytest.approx(5.0 + 18.0)


def test_an_observation_of_a_long_plan_is_quick() -> None:
    domain = Domain("row")

    @domain.action((1.0, 2.0))
    def step(state: TracedState, robot: str, number: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.add("done", number)

    tasks = [("step", "r1", str(number)) for number in range(200)]
    plan = solve(domain.problem([], tasks, agents={"r1": "robot"}), first=True)
    assert isinstance(plan, Plan)
    expected, now = Expectations.of(plan), 0.0
    begun = time.process_time()
    for each in plan.actions[:50]:
        expected, _ = expected.begun(each.id, now)
        expected, _ = expected.ended(each.id, now := now + 1.5)
    # 400 points; measured 0.6 ms an observation.
    assert (time.process_time() - begun) / 100 < 0.01
    assert expected.finish[0] == pytest.approx(75.0 + 150.0)
