from collections.abc import Mapping

import pytest

from factories import thing
from midworld.errors import Conflict, DuplicateName, StageFailed, UnknownName, WriterTaken
from midworld.runtime import Board, Commit, Pipeline, Stage, Step
from midworld.world import Delta, EntityId, World, change, diff

MUG = EntityId("mug")


def seen_at(x: float) -> Delta:
    return change(put=[thing("mug")], pose={MUG: [x, 0, 0, 0, 0, 0, 1]})


def x_of(world: World) -> float:
    return world.pose("mug").position[0]


def copied(worlds: Mapping[str, World], previous: World, stamp: float) -> Delta:
    (only,) = worlds.values()
    return diff(previous, only)


def broken(worlds: Mapping[str, World], previous: World, stamp: float) -> Delta:
    raise ZeroDivisionError("no floor")


def shifted(by: float) -> Step:
    def propose(worlds: Mapping[str, World], previous: World, stamp: float) -> Delta:
        (only,) = worlds.values()
        return seen_at(x_of(only) + by)

    return propose


def kitchen(*stages: Stage) -> tuple[Board, Pipeline]:
    board = Board()
    pipeline = Pipeline(board)
    pipeline.add_source("camera")
    for stage in stages:
        pipeline.add(stage)
    return board, pipeline


FUSE = Stage("fuse", ("camera",), "merged", copied)
SETTLE = Stage("settle", ("merged",), "stable", shifted(0.5))


def test_a_stage_reads_what_earlier_stages_made_in_the_same_tick() -> None:
    board, pipeline = kitchen(FUSE, SETTLE)
    worlds = pipeline.tick(3.0, {"camera": seen_at(1.0)})
    assert {name: (x_of(world), world.stamp) for name, world in worlds.items()} == {
        "camera": (1.0, 3.0),
        "merged": (1.0, 3.0),
        "stable": (1.5, 3.0),
    }
    assert worlds == dict(board.snapshot())


def test_a_tick_is_visible_at_once() -> None:
    board, pipeline = kitchen(FUSE, SETTLE)
    told: list[Commit] = []
    board.subscribe(told.append)
    board.subscribe(lambda commit: stamps.append({world.stamp for world in board.snapshot().values()}))
    stamps: list[set[float]] = []
    pipeline.tick(1.0, {"camera": seen_at(1.0)})
    pipeline.tick(2.0)
    assert [(commit.name, commit.ends_tick) for commit in told] == [
        ("camera", False),
        ("merged", False),
        ("stable", True),
        ("merged", False),
        ("stable", True),
    ]
    assert stamps == [{1.0}] * 3 + [{1.0, 2.0}] * 2


def test_stages_run_in_the_order_asked_for() -> None:
    settle = Stage("settle", ("camera",), "stable", shifted(0.5))
    _, pipeline = kitchen(settle)
    pipeline.add(Stage("last", ("stable",), "belief", shifted(1.0)), after="settle")
    pipeline.add(FUSE, before="settle")
    pipeline.replace("settle", Stage("better", ("merged",), "stable", shifted(0.7)))
    assert [stage.name for stage in pipeline.stages] == ["fuse", "better", "last"]
    assert x_of(pipeline.tick(1.0, {"camera": seen_at(1.0)})["belief"]) == pytest.approx(2.7)
    pipeline.reorder(["last", "fuse", "better"])
    assert x_of(pipeline.tick(2.0, {"camera": seen_at(2.0)})["belief"]) == pytest.approx(2.7)
    pipeline.replace("better", settle)
    pipeline.remove("fuse")
    assert set(pipeline.tick(3.0)) == {"stable", "belief"}


def test_wiring_that_makes_no_sense_is_refused_and_changes_nothing() -> None:
    board, pipeline = kitchen(FUSE, SETTLE)
    board.claim("ann", "someone else")
    with pytest.raises(DuplicateName, match="already a stage named 'fuse'"):
        pipeline.add(Stage("fuse", (), "other", copied))
    with pytest.raises(WriterTaken, match="'stable' is already written by 'settle'; 'again' may read"):
        pipeline.add(Stage("again", (), "stable", copied))
    with pytest.raises(WriterTaken, match="'ann' is already written by 'someone else'"):
        pipeline.replace("settle", Stage("again", (), "ann", copied))
    with pytest.raises(WriterTaken, match="'camera' is already written by 'camera'"):
        pipeline.add(Stage("again", (), "camera", copied))
    with pytest.raises(WriterTaken, match="'stable' is already written by 'settle'"):
        pipeline.tick(1.0, {"stable": seen_at(1.0)})
    with pytest.raises(UnknownName, match="no world named 'stabel'; did you mean stable"):
        pipeline.add(Stage("again", ("stabel",), "other", copied))
    with pytest.raises(UnknownName, match="no stage named 'fuze'; did you mean fuse"):
        pipeline.add(Stage("again", (), "other", copied), before="fuze")
    for names in (["fuse"], ["fuse", "fuse"], ["fuse", "fuse", "settle"]):
        with pytest.raises(Conflict, match="an order names every stage once: fuse, settle"):
            pipeline.reorder(names)
    assert pipeline.stages == (FUSE, SETTLE)
    assert "other" not in board


def test_a_removed_stage_leaves_its_world_to_others() -> None:
    board, pipeline = kitchen(FUSE, SETTLE)
    pipeline.tick(1.0, {"camera": seen_at(1.0)})
    pipeline.remove("settle")
    assert x_of(board["stable"]) == 1.5
    board.claim("stable", "by hand").commit(change(stamp=2.0))


def test_an_edit_from_within_a_tick_counts_from_the_next() -> None:
    board, pipeline = kitchen(FUSE)

    def leaving(worlds: Mapping[str, World], previous: World, stamp: float) -> Delta:
        pipeline.remove("leaving")
        pipeline.add(SETTLE)
        return shifted(7.0)(worlds, previous, stamp)

    pipeline.add(Stage("leaving", ("merged",), "stable", leaving))
    assert x_of(pipeline.tick(1.0, {"camera": seen_at(1.0)})["stable"]) == 8.0
    assert x_of(pipeline.tick(2.0)["stable"]) == 1.5
    pipeline.remove("settle")
    board.claim("stable", "free again")


def test_a_failed_stage_costs_only_what_depends_on_it() -> None:
    board, pipeline = kitchen(FUSE, Stage("settle", ("merged",), "stable", broken))
    pipeline.add(Stage("relate", ("stable", "merged"), "facts", copied))
    pipeline.add(Stage("look", ("merged",), "ann", shifted(0.1)))
    with pytest.raises(StageFailed) as raised:
        pipeline.tick(4.0, {"camera": seen_at(1.0)})
    assert str(raised.value) == (
        "stage 'settle' failed at 4 s: ZeroDivisionError: no floor; "
        "not run, as they read its world: relate; the rest of the tick is kept"
    )
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    assert {name: world.stamp for name, world in board.snapshot().items()} == {
        "camera": 4.0,
        "merged": 4.0,
        "stable": 0.0,
        "facts": 0.0,
        "ann": 4.0,
    }
    pipeline.replace("settle", SETTLE)
    pipeline.remove("relate")
    assert x_of(pipeline.tick(5.0)["stable"]) == 1.5


def test_a_change_that_does_not_fit_its_world_is_its_stages_failure() -> None:
    _, pipeline = kitchen(FUSE)
    pipeline.add(Stage("settle", ("merged",), "stable", lambda worlds, previous, stamp: change(pose={MUG: [0.0] * 7})))
    with pytest.raises(StageFailed, match="stage 'settle' failed at 1 s: Conflict: world 'stable': 'mug' is not in"):
        pipeline.tick(1.0, {"camera": seen_at(1.0)})


def test_a_source_that_makes_no_sense_leaves_no_trace() -> None:
    board, pipeline = kitchen(FUSE)
    with pytest.raises(Conflict, match="world 'tags': 'mug' is not in the world"):
        pipeline.tick(1.0, {"camera": seen_at(1.0), "tags": change(pose={MUG: [0.0] * 7})})
    assert board.sequence == 0
    pipeline.tick(1.0, {"camera": seen_at(1.0)})
    with pytest.raises(Conflict, match="'camera' is at 1 s, it cannot go on at 0"):
        pipeline.tick(0.5, {"camera": seen_at(1.0)})


def test_a_tick_within_a_tick_is_refused() -> None:
    board, pipeline = kitchen(FUSE)

    def hasty(commit: Commit) -> None:
        pipeline.tick(9.0)

    board.subscribe(hasty)
    with pytest.raises(Conflict, match="a tick cannot begin within a tick"):
        pipeline.tick(1.0, {"camera": seen_at(1.0)})
    assert pipeline.tick(2.0)["merged"].stamp == 2.0


def test_each_stage_is_timed() -> None:
    clock = iter([10.0, 10.5, 20.0, 22.0])
    pipeline = Pipeline(Board(), clock=lambda: next(clock))
    pipeline.add_source("camera")
    pipeline.add(FUSE)
    pipeline.add(SETTLE)
    pipeline.tick(1.0, {"camera": seen_at(1.0)})
    assert pipeline.costs == {"fuse": 0.5, "settle": 2.0}
