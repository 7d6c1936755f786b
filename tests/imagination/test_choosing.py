"""Confidence, ranking and search as published, and what may fall."""

from collections.abc import Mapping

import pytest

from imaginekit import box, cup, table, thing, tray_with_mill, world
from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.errors import BadAction
from midworld.geometry import Box
from midworld.imagination import (
    FAST,
    MAY_FALL,
    Action,
    Carry,
    Limits,
    Outcome,
    Rehearsal,
    Share,
    Spread,
    chosen,
    confidence,
    event,
    fastest,
    likelihoods,
    may_fall,
    precarious,
    ranked,
    rehearse,
)
from midworld.imagination.motion import Legs
from midworld.world import Delta, World


def outcome(success: float, sure: float, seconds: float, failure: str | None = None) -> Outcome:
    action = Carry("tray", ((0, 0), (1, 0)), FAST)
    share = Share(success, success, success)
    return Outcome(action, {}, share, sure, {}, Spread(seconds, seconds, seconds), {}, (), failure)


@pytest.mark.parametrize(
    ("angle", "name"), [(0.01, "notopple"), (0.0101, "shaking"), (0.4999, "shaking"), (0.5, "topple")]
)
def test_a_sample_is_an_event_by_the_published_thresholds(angle: float, name: str) -> None:
    assert event(angle) == name


def test_confidence_is_equation_2() -> None:
    assert confidence({"notopple": 10}) == 1.0
    assert confidence({"notopple": 9, "shaking": 1}) == pytest.approx(10 / 19)
    assert confidence({"notopple": 9, "topple": 1}) == pytest.approx(10 / 109)
    assert confidence({"topple": 10}) == pytest.approx(0.01)
    with pytest.raises(BadAction, match="needs one"):
        confidence({})


def test_table_3_follows_from_table_2() -> None:
    fast = likelihoods({"notopple": 165906, "shaking": 12735, "topple": 413})
    slow = likelihoods({"notopple": 165596, "shaking": 6031, "topple": 90})
    assert [round(fast[name], 4) for name in ("notopple", "shaking", "topple")] == [0.9266, 0.0711, 0.0023]
    assert [round(slow[name], 4) for name in ("notopple", "shaking", "topple")] == [0.9644, 0.0351, 0.0005]


def test_published_ranking_leaves_failures_out_then_takes_the_sure_then_the_fast() -> None:
    some = [outcome(0.9, 0.8, 5.0), outcome(0.9, 1.0, 9.0), outcome(0.9, 1.0, 7.0), outcome(0.0, 0.9, 1.0)]
    assert ranked(some, "published") == (2, 1, 0)
    assert chosen([some[3], outcome(1.0, 1.0, 1.0, "blocked")], "published", default=0) == 0


def test_success_is_ranked_before_confidence() -> None:
    assert ranked([outcome(0.8, 1.0, 1.0), outcome(0.9, 0.5, 9.0)]) == (1, 0)


def test_search_finds_the_fastest_that_is_safe_and_shows_what_it_tried() -> None:
    path = ((0.0, 0.0), (1.5, 0.0))
    scene, rollouts = world(*tray_with_mill()), MujocoRollouts()

    def make(parameters: Mapping[str, float]) -> Action:
        return Carry("tray", path, Limits(parameters["linear"], 1.0, parameters["linear_acceleration"], 3.0))

    def attempt(before: World, action: Action, runs: int) -> Rehearsal:
        return rehearse(before, action, rollouts=rollouts, runs=runs, seed=1)

    def duration(action: Action) -> float:
        assert isinstance(action, Carry)
        return Legs(action.path, action.limits).duration

    found = fastest(
        scene,
        make,
        {"linear": (0.2, 1.0), "linear_acceleration": (0.5, 6.0)},
        attempt=attempt,
        duration=duration,
        candidates=64,
    )
    assert found.best is not None
    assert 2.0 < found.best.parameters["linear_acceleration"] < 3.5, "it tips at 2.65 m/s2"
    assert any(each.success.probability < 0.95 for each in found.tried)
    assert found.best.duration == min(each.duration for each in found.tried if each.success.probability >= 0.95)


def test_thin_tower_may_fall_and_a_cup_may_not() -> None:
    tower = thing("tower", Box((0.03, 0.03, 0.3)), (0.6, 0.4, 0.9), 0.3)
    scene = world(table(), cup(), tower, box((0.6, -0.4, 0.85)))
    found = precarious(scene, rollouts=MujocoRollouts(), runs=2)
    assert [each.thing for each in found] == ["tower"]
    after = scene.apply(Delta(entries=may_fall(scene, found)))
    held = [each for each in after.timeline.open.values() if each.predicate == MAY_FALL]
    assert [(each.subject, each.object) for each in held] == [("tower", True)]
    assert may_fall(after, found) == ()
    assert [type(each).__name__ for each in may_fall(after, ())] == ["Ended"]
