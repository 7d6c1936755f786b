"""Plans carried out with asyncio, in virtual time: nobody sleeps."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest

from courier import errand
from midworld.execution import Answer, Candidate, Policy, Report, Request, Run, carried_out
from midworld.planning import Action, Plan, Problem, rewritten
from midworld.runtime import run_virtually

FAST, SLOW = ("drive", "pr2", "table", "fast"), ("drive", "pr2", "table", "slow")


@dataclass
class Steady:
    """A robot that takes the middle of what the plan allows, and notes what it did and what it cleaned up."""

    done: list[tuple[float, tuple[str, ...]]] = field(default_factory=list[tuple[float, tuple[str, ...]]])
    cleaned: list[str] = field(default_factory=list[str])
    hangs: str = ""
    raises: str = ""

    async def perform(self, action: Action) -> Report:
        self.done.append((asyncio.get_running_loop().time(), action.task))
        if action.task[0] == self.raises:
            self.raises = ""
            raise OSError("the driver is gone")
        try:
            await asyncio.sleep(1e6 if action.task[0] == self.hangs else sum(action.interval) / 2)
        finally:
            self.cleaned.append(action.task[0])
        return Report(True)


@dataclass
class Pensive:
    """An imagination that needs so long, and finds one way better."""

    seconds: float
    best: tuple[str, ...] = SLOW
    fails: bool = False
    cancelled: bool = False

    async def imagine(self, request: Request) -> Answer:
        try:
            await asyncio.sleep(self.seconds)
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        if self.fails:
            raise RuntimeError("no engine")
        some = [
            Candidate(each, True, 1.0 if each == self.best else 0.5, (21.0, 23.0) if each == SLOW else (10.5, 11.5))
            for each in request.candidates
        ]
        return Answer(tuple(sorted(some, key=lambda each: -each.confidence)))


def carried(
    robot: Steady, thought: Pensive, policy: Policy | None = None, made: Callable[[], tuple[Problem, Plan]] = errand
) -> tuple[float, Run]:
    async def main() -> tuple[float, Run]:
        run = await carried_out(*made(), robot, thought, policy=policy)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return asyncio.get_running_loop().time(), run

    return run_virtually(main())


def unimagined(task: tuple[str, ...]) -> tuple[Problem, Plan]:
    """The same plan with nothing to imagine, and the drive in this way."""
    problem, plan = errand()
    plan = rewritten(problem, plan, 3, task, facts=problem.facts, left=[1, 2, 3, 4, 5])
    actions = tuple(each for each in plan.actions if each.id != 0)
    return problem, Plan(actions, (), (), tuple(each.id for each in actions), agents=plan.agents)


@pytest.mark.parametrize("best", [FAST, SLOW], ids=["fast", "slow"])
def test_a_run_with_imagination_is_as_long_as_one_without_where_answers_come_in_time(best: tuple[str, ...]) -> None:
    alone, _ = carried(Steady(), Pensive(0.0), made=lambda: unimagined(best))
    random = Random(1)
    for _ in range(50):
        robot = Steady()
        with_imagination, run = carried(robot, Pensive(random.uniform(0.0, 6.0), best))
        assert with_imagination == alone
        assert [task for _, task in robot.done][2] == best
        assert run.outcome is not None
        assert run.outcome.achieved


def test_an_answer_that_comes_too_late_does_not_lengthen_the_run_either() -> None:
    alone, _ = carried(Steady(), Pensive(0.0), made=lambda: unimagined(FAST))
    thought = Pensive(1000.0)
    late, run = carried(Steady(), thought)
    assert late == alone
    assert thought.cancelled
    assert "default" in [each.kind for each in run.notes]


def test_a_failing_imagination_leaves_the_default() -> None:
    robot = Steady()
    _, run = carried(robot, Pensive(1.0, fails=True))
    assert FAST in [task for _, task in robot.done]
    assert any("no engine" in each.text for each in run.notes)


def test_a_driver_that_raises_is_a_failure_that_is_repaired() -> None:
    robot = Steady(raises="put")
    _, run = carried(robot, Pensive(1.0))
    assert run.repairs == 1
    assert run.outcome is not None
    assert run.outcome.achieved
    assert [task[0] for _, task in robot.done] == ["lift", "put", "put", "drive", "lift", "put"]


def test_a_driver_that_hangs_is_stopped_and_cleans_up() -> None:
    robot = Steady(hangs="drive")
    seconds, run = carried(robot, Pensive(1.0), Policy(longest_action_s=40.0, most_repairs=1))
    assert robot.cleaned.count("drive") == 2
    assert run.outcome is not None
    assert not run.outcome.achieved
    assert seconds == pytest.approx(6.0 + 40.0 + 40.0)


def test_virtual_time_passes_in_order_and_at_once() -> None:
    seen: list[tuple[str, float]] = []

    async def main() -> float:
        async def sleeper(name: str, seconds: float) -> None:
            await asyncio.sleep(seconds)
            seen.append((name, asyncio.get_running_loop().time()))

        async with asyncio.TaskGroup() as group:
            group.create_task(sleeper("late", 3600.0))
            group.create_task(sleeper("soon", 1.0))
        return asyncio.get_running_loop().time()

    assert run_virtually(main()) == pytest.approx(3600.0)
    assert [name for name, _ in seen] == ["soon", "late"]
