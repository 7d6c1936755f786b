"""From a request in symbols to an answer: outcomes in an engine, ranked as published."""

from collections.abc import Sequence

import pytest

from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.cli.peppermill.restaurant import drive_of, restaurant, translator
from midworld.errors import MidworldError
from midworld.execution import PhysicalImaginer, Request, answered
from midworld.imagination import Outcome, Share, Spread
from midworld.planning import Fact

FAST, SLOW = ("move_base_param", "pr2", "PMA-NT1", "fast"), ("move_base_param", "pr2", "PMA-NT1", "slow")


def outcome(topple: int, shaking: int, samples: int, seconds: float, success: float = 1.0) -> Outcome:
    events = {"topple": topple, "shaking": shaking, "notopple": samples - topple - shaking}
    spread = Spread(seconds, seconds - 1, seconds + 1)
    return Outcome(drive_of("EC1", "NT1", "fast"), {}, Share(success, 0.0, 1.0), 0.5, events, spread, {}, ())


def order(some: Sequence[Outcome]) -> list[str]:
    tasks = [("go", str(number)) for number in range(len(some))]
    return [each.task[1] for each in answered(tasks, [[each] for each in some]).candidates]


def test_failures_are_last_the_surer_first_and_then_the_faster() -> None:
    calm, shaky, failing = outcome(0, 0, 640, 30.0), outcome(0, 12, 640, 20.0), outcome(0, 0, 640, 5.0, success=0.0)
    assert order([failing, shaky, calm]) == ["2", "1", "0"]
    assert order([outcome(0, 5, 100, 30.0), outcome(0, 5, 100, 20.0)]) == ["1", "0"]


def test_variants_count_together() -> None:
    (found,) = answered([FAST], [[outcome(1, 0, 100, 10.0), outcome(0, 20, 100, 14.0)]]).candidates
    assert found.confidence == pytest.approx(200 / (100 + 200 + 179))
    assert found.seconds == (9.0, 15.0)
    assert found.detail == "20 shaking and 1 topple of 200 samples"


def request(facts: frozenset[Fact]) -> Request:
    return Request(0, 10, (FAST, SLOW), facts, 0.0, 300.0)


def test_a_request_in_symbols_is_answered_from_the_projected_world() -> None:
    seen: list[tuple[float, float, float]] = []
    world = restaurant()

    def imaginer() -> PhysicalImaginer:
        def action(projected: object, task: tuple[str, ...], number: int) -> object:
            seen.append(projected.pose("peppermill1").position)  # pyright: ignore
            return drive_of("EC1", "NT1", task[-1], seed=number)

        return PhysicalImaginer(lambda: world, translator(), action, MujocoRollouts(), runs=1)  # pyright: ignore

    found = imaginer().answer(request(frozenset({("robotAt", "PMA-EC1"), ("on", "peppermill1", "tray")})), world)
    assert {each.task[-1] for each in found.candidates} == {"fast", "slow"}
    slow, fast = sorted(found.candidates, key=lambda each: each.task[-1], reverse=True)
    assert slow.seconds[0] > fast.seconds[0]
    assert slow.confidence >= fast.confidence
    # EC1 faces west, the tray is 0.3 m before the base.
    assert seen[0] == pytest.approx((-0.3, 0.0, 0.75 + 0.137), abs=1e-3)
    assert world.pose("peppermill1").position[0] == pytest.approx(-0.85)
    with pytest.raises(MidworldError, match="cannot hold together"):
        imaginer().answer(request(frozenset({("on", "peppermill1", "tray"), ("on", "peppermill1", "table1")})), world)
