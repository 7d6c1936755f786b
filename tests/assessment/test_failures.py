"""A stage that fails once loses nothing: it comes a tick late."""

from functools import cache

import pytest
from benchmarks.interrupted import AFTERWARDS, Transcript, afterwards, assessed, bundled, fed, lost

from midworld.assessment import STABLE, Assessment
from midworld.geometry import Cylinder, Pose
from midworld.perception import Observation, Percept
from midworld.world import EntityId, Event, Pattern
from tabletop import TOP, scene_of

RELEASED, BELIEVED = "6b_released_in_box", "7_false_belief"
# Ticks before and after that of a Pick at which stages fail.
AROUND = (-1, 0, 1)


def run_up_to(name: str, ticks: int) -> Assessment:
    scene, observations = bundled(name)
    assessment = assessed(scene)
    for observation in observations[:ticks]:
        assessment.feed(observation)
    return assessment


@cache
def picked(name: str) -> int:
    """The tick at which the first thing is picked up."""
    scene, observations = bundled(name)
    assessment = assessed(scene)
    for tick, observation in enumerate(observations):
        assessment.feed(observation)
        if list(assessment.board[STABLE].timeline.events(Pattern(predicate="Pick"))):
            return tick
    raise AssertionError("nobody picks anything up")


def onwards(name: str, tick: int, ticks: int = 1 + AFTERWARDS) -> tuple[Observation, ...]:
    return bundled(name)[1][tick : tick + ticks]


@cache
def before_the_pick(name: str, offset: int) -> Assessment:
    return run_up_to(name, picked(name) + offset)


@cache
def undisturbed(name: str, offset: int) -> Transcript:
    return afterwards(before_the_pick(name, offset), onwards(name, picked(name) + offset))


@pytest.mark.parametrize("late", [False, True], ids=["at once", "when all is done"])
@pytest.mark.parametrize("offset", AROUND)
@pytest.mark.parametrize("stage", ["fuse", "settle", "mind/ann", "compare"])
def test_facts_and_events_are_those_of_a_run_without_the_failure(stage: str, offset: int, late: bool) -> None:
    at, some = before_the_pick(RELEASED, offset), onwards(RELEASED, picked(RELEASED) + offset)
    assert lost(undisturbed(RELEASED, offset), afterwards(at, some, failing=stage, late=late)) == ()


@pytest.mark.parametrize("stage", ["settle", "mind/sally", "mind/anne"])
def test_minds_lose_nothing_where_two_people_look_on(stage: str) -> None:
    at, some = before_the_pick(BELIEVED, 0), onwards(BELIEVED, picked(BELIEVED))
    assert lost(undisturbed(BELIEVED, 0), afterwards(at, some, failing=stage)) == ()


def test_the_pick_itself_is_told_a_tick_late_with_its_own_stamp() -> None:
    tick = picked(RELEASED)
    transcript = Transcript(before_the_pick(RELEASED, 0).fork())
    first, second = onwards(RELEASED, tick, 2)
    assert fed(transcript.assessment, first, failing="settle")
    assert not [entry for entry in transcript.entries.get(STABLE, []) if isinstance(entry, Event)]
    assert not fed(transcript.assessment, second)
    events = [entry for entry in transcript.entries[STABLE] if isinstance(entry, Event)]
    assert [(event.predicate, event.stamp) for event in events if event.predicate == "Pick"] == [("Pick", first.stamp)]


def test_a_stage_that_fails_at_the_first_sight_of_a_person_makes_up_for_it() -> None:
    """The first tick places the scene, and its stages are new."""
    scene, observations = bundled(RELEASED)
    plain, broken = Transcript(assessed(scene)), Transcript(assessed(scene))
    for tick, observation in enumerate(observations[:4]):
        fed(plain.assessment, observation)
        assert fed(broken.assessment, observation, failing=None if tick else "settle") == (tick == 0)
    assert lost(plain, broken) == ()


def test_different_stages_failing_in_turn_lose_nothing_over_a_second() -> None:
    tick = picked(RELEASED) - 1
    plain, broken = (Transcript(before_the_pick(RELEASED, -1).fork()) for _ in range(2))
    stages = [stage.name for stage in broken.assessment.pipeline.stages]
    failures = 0
    for offset, observation in enumerate(onwards(RELEASED, tick, 30)):
        fed(plain.assessment, observation)
        wanted = stages[offset // 2 % len(stages)] if offset % 2 == 0 else None
        failures += fed(broken.assessment, observation, failing=wanted, late=offset % 4 == 0)
    assert failures == 15
    assert lost(plain, broken) == ()


def test_failures_at_one_tick_after_the_other_lose_nothing() -> None:
    tick = picked(RELEASED) - 1
    plain, broken = (Transcript(before_the_pick(RELEASED, -1).fork()) for _ in range(2))
    for offset, observation in enumerate(onwards(RELEASED, tick, 6)):
        fed(plain.assessment, observation)
        wanted = ("settle", "fuse", "mind/ann", "settle", None, None)[offset]
        assert fed(broken.assessment, observation, failing=wanted) == (wanted is not None)
    assert lost(plain, broken) == ()


def test_what_somebody_is_told_when_a_stage_fails_is_told_once() -> None:
    at, some = before_the_pick(RELEASED, 0).fork(), onwards(RELEASED, picked(RELEASED))
    at.tell("ann", "ball", "isOn", "table", teller="robot")
    assert lost(afterwards(at, some), afterwards(at, some, failing="compare")) == ()


def test_a_fork_made_after_a_failure_makes_up_for_it_too() -> None:
    at, (first, *more) = before_the_pick(RELEASED, 0).fork(), onwards(RELEASED, picked(RELEASED))
    assert fed(at, first, failing="settle")
    fork = Transcript(at.fork())
    original = Transcript(at)
    for observation in more:
        fed(original.assessment, observation)
        fed(fork.assessment, observation)
    assert lost(original, fork) == ()


def test_a_thing_seen_from_a_moving_camera_is_where_it_is_after_a_failure() -> None:
    plain, broken = (Transcript(Assessment(scene_of({"cup": Cylinder(0.04, 0.1)}))) for _ in range(2))
    for tick in range(4):
        eye = Pose.looking((-1.5 + 0.2 * tick, 0.0, 1.6), at=(0.0, 0.0, TOP))
        cup = Percept(EntityId("cup"), (1.5, 0.0, 0.0), frame=EntityId("camera"))
        observation = Observation(tick / 30, "camera", (cup,), sensor=eye)
        fed(plain.assessment, observation)
        fed(broken.assessment, observation, failing="fuse" if tick == 1 else None)
        if tick == 2:
            assert lost(plain, broken) == ()
