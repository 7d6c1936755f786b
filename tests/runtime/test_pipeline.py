from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import pytest

from factories import thing
from midworld.errors import Conflict, DuplicateName, StageFailed, UnknownName, WriterTaken
from midworld.runtime import AnyStage, Board, Commit, Inputs, Pipeline, Stage
from midworld.runtime.memory import remembered
from midworld.runtime.stage import Step
from midworld.world import Delta, EntityId, World, change, diff

MUG, NOBODY = EntityId("mug"), EntityId("nobody")


def seen_at(x: float) -> Delta:
    return change(put=[thing("mug")], pose={MUG: [x, 0, 0, 0, 0, 0, 1]})


def x_of(world: World) -> float:
    return world.pose("mug").position[0]


def copied(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
    (only,) = inputs.values()
    return diff(previous, only), memory


def broken(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
    raise ZeroDivisionError("no floor")


def shifted(by: float) -> Step[None]:
    def step(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
        (only,) = inputs.values()
        return seen_at(x_of(only) + by), memory

    return step


def kitchen(*stages: AnyStage) -> tuple[Board, Pipeline]:
    board = Board()
    pipeline = Pipeline(board)
    pipeline.add_source("camera")
    for stage in stages:
        pipeline.add(stage)
    return board, pipeline


Diary = tuple[tuple[float, float], ...]


def diary(failures: Sequence[float] = (), *, name: str = "note", source: str = "camera") -> Stage[Diary]:
    """Remembers when it saw the mug where; fails once at an instant for each time that is among `failures`."""
    left = list(failures)

    def step(inputs: Inputs, previous: World, memory: Diary, stamp: float) -> tuple[Delta, Diary]:
        if stamp in left:
            left.remove(stamp)
            raise ZeroDivisionError("no pencil")
        (only,) = inputs.values()
        return diff(previous, only), (*memory, (stamp, x_of(only)))

    return Stage(name, (source,), f"{name}s", step, ())


def walked(pipeline: Pipeline, *stamps: float) -> list[bool]:
    """The mug is seen as far from home as the clock says; which ticks raised."""
    raised: list[bool] = []
    for stamp in stamps:
        raised.append(True)
        with suppress(StageFailed):
            pipeline.tick(stamp, {"camera": seen_at(stamp)})
            raised[-1] = False
    return raised


def noted(board: Board, name: str = "notes") -> object:
    return remembered(board.memory(name))


FUSE = Stage("fuse", ("camera",), "merged", copied, None)
SETTLE = Stage("settle", ("merged",), "stable", shifted(0.5), None)


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
    settle = Stage("settle", ("camera",), "stable", shifted(0.5), None)
    _, pipeline = kitchen(settle)
    pipeline.add(Stage("last", ("stable",), "belief", shifted(1.0), None), after="settle")
    pipeline.add(FUSE, before="settle")
    pipeline.replace("settle", Stage("better", ("merged",), "stable", shifted(0.7), None))
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
        pipeline.add(Stage("fuse", (), "other", copied, None))
    with pytest.raises(WriterTaken, match="'stable' is already written by 'settle'; 'again' may read"):
        pipeline.add(Stage("again", (), "stable", copied, None))
    with pytest.raises(WriterTaken, match="'ann' is already written by 'someone else'"):
        pipeline.replace("settle", Stage("again", (), "ann", copied, None))
    with pytest.raises(WriterTaken, match="'camera' is already written by 'camera'"):
        pipeline.add(Stage("again", (), "camera", copied, None))
    with pytest.raises(WriterTaken, match="'stable' is already written by 'settle'"):
        pipeline.tick(1.0, {"stable": seen_at(1.0)})
    with pytest.raises(UnknownName, match="no world named 'stabel'; did you mean stable"):
        pipeline.add(Stage("again", ("stabel",), "other", copied, None))
    with pytest.raises(UnknownName, match="no stage named 'fuze'; did you mean fuse"):
        pipeline.add(Stage("again", (), "other", copied, None), before="fuze")
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

    def leaving(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
        pipeline.remove("leaving")
        pipeline.add(SETTLE)
        return shifted(7.0)(inputs, previous, memory, stamp)

    pipeline.add(Stage("leaving", ("merged",), "stable", leaving, None))
    assert x_of(pipeline.tick(1.0, {"camera": seen_at(1.0)})["stable"]) == 8.0
    assert x_of(pipeline.tick(2.0)["stable"]) == 1.5
    pipeline.remove("settle")
    board.claim("stable", "free again")


def test_a_failed_stage_costs_only_what_depends_on_it() -> None:
    board, pipeline = kitchen(FUSE, Stage("settle", ("merged",), "stable", broken, None))
    pipeline.add(Stage("relate", ("stable", "merged"), "facts", copied, None))
    pipeline.add(Stage("look", ("merged",), "ann", shifted(0.1), None))
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
    nowhere = change(pose={MUG: [0.0] * 7})
    pipeline.add(Stage("settle", ("merged",), "stable", lambda inputs, previous, memory, stamp: (nowhere, None), None))
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


def test_a_stage_that_failed_once_first_works_on_what_it_missed() -> None:
    board, pipeline = kitchen(diary([2.0]))
    commits: list[Commit] = []
    board.subscribe(commits.append)
    assert walked(pipeline, 1.0) == [False]
    assert walked(pipeline, 2.0) == [True]
    assert pipeline.behind
    assert (noted(board), board["notes"].stamp) == (((1.0, 1.0),), 1.0)
    assert walked(pipeline, 3.0) == [False]
    assert not pipeline.behind
    assert (noted(board), x_of(board["notes"])) == (((1.0, 1.0), (2.0, 2.0), (3.0, 3.0)), 3.0)
    assert [(each.name, each.stamp, each.ends_tick) for each in commits[2:]] == [
        ("camera", 2.0, True),
        ("notes", 2.0, False),
        ("camera", 3.0, False),
        ("notes", 3.0, True),
    ]
    assert x_of(board.at("notes", 2.0)) == 2.0


def test_what_reads_a_failed_stage_misses_nothing_either() -> None:
    board, pipeline = kitchen(diary([2.0], name="first"), diary([3.0], name="second", source="firsts"))
    assert walked(pipeline, 1.0) == [False]
    with pytest.raises(StageFailed, match=r"stage 'first' failed at 2 s.*not run, as they read its world: second"):
        pipeline.tick(2.0, {"camera": seen_at(2.0)})
    assert noted(board, "seconds") == ((1.0, 1.0),)
    # It fails by itself at the next instant, having just made up for the one before.
    assert walked(pipeline, 3.0, 4.0) == [True, False]
    everything = tuple((stamp, stamp) for stamp in (1.0, 2.0, 3.0, 4.0))
    assert (noted(board, "firsts"), noted(board, "seconds")) == (everything, everything)


def test_what_was_missed_is_made_up_for_with_the_worlds_of_then() -> None:
    """Also with those that nobody failed to make: two inputs of one stage are of one instant."""
    seen: list[tuple[float, float, float]] = []

    def both(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
        seen.append((stamp, x_of(inputs["camera"]), x_of(inputs["notes"])))
        return diff(previous, inputs["notes"]), memory

    _, pipeline = kitchen(diary([2.0]), Stage("both", ("camera", "notes"), "pairs", both, None))
    walked(pipeline, 1.0, 2.0, 3.0)
    assert seen == [(1.0, 1.0, 1.0), (2.0, 2.0, 2.0), (3.0, 3.0, 3.0)]


def test_two_failures_at_one_instant_give_that_instant_up() -> None:
    board, pipeline = kitchen(diary([2.0, 2.0], name="first"), diary(name="second", source="firsts"))
    assert walked(pipeline, 1.0, 2.0, 3.0) == [False, True, True]
    assert not pipeline.behind
    both = ((1.0, 1.0), (3.0, 3.0))
    assert (noted(board, "firsts"), noted(board, "seconds")) == (both, both)
    assert walked(pipeline, 4.0) == [False]


def test_a_stage_that_was_skipped_and_then_fails_once_loses_nothing() -> None:
    board, pipeline = kitchen(diary([2.0], name="first"), diary([2.0], name="second", source="firsts"))
    assert walked(pipeline, 1.0, 2.0, 3.0, 4.0)[:3] == [False, True, True]
    assert noted(board, "seconds") == tuple((stamp, stamp) for stamp in (1.0, 2.0, 3.0, 4.0))


def test_a_stage_that_always_fails_is_told_of_at_every_tick_and_goes_nowhere() -> None:
    board, pipeline = kitchen(Stage("settle", ("camera",), "stable", broken, None))
    assert walked(pipeline, 1.0, 2.0, 3.0) == [True, True, True]
    assert (board["stable"].stamp, len(board["stable"].structure)) == (0.0, 0)
    assert board["camera"].stamp == 3.0


def test_a_stage_replaced_by_one_of_its_name_goes_on_with_its_memory() -> None:
    board, pipeline = kitchen(diary())
    walked(pipeline, 1.0)
    pipeline.replace("note", diary())
    walked(pipeline, 2.0)
    assert noted(board) == ((1.0, 1.0), (2.0, 2.0))
    pipeline.remove("note")
    pipeline.add(diary())
    walked(pipeline, 3.0)
    assert noted(board) == ((1.0, 1.0), (2.0, 2.0), (3.0, 3.0))


def test_a_stage_of_another_name_begins_anew_in_the_same_world() -> None:
    board, pipeline = kitchen(diary())
    walked(pipeline, 1.0)
    pipeline.replace("note", replace(diary(), name="scribble"))
    walked(pipeline, 2.0)
    assert (noted(board), x_of(board.at("notes", 1.0))) == (((2.0, 2.0),), 1.0)


def test_a_memory_is_kept_with_its_world_or_not_at_all() -> None:
    def careless(inputs: Inputs, previous: World, memory: int, stamp: float) -> tuple[Delta, int]:
        fits = stamp != 2.0
        return (seen_at(stamp) if fits else change(pose={NOBODY: [0.0] * 7})), memory + 1

    board, pipeline = kitchen(Stage("count", ("camera",), "counted", careless, 0))
    roots = list[tuple[float, object]]()

    def look(commit: Commit) -> None:
        if commit.root is not None and commit.name == "counted":
            memory = remembered(commit.root.memories["counted"])
            roots.append((commit.root.worlds["counted"].stamp, memory))

    board.subscribe(look)
    assert walked(pipeline, 1.0, 2.0) == [False, True]
    # The change did not fit its world, so what was to be remembered with it is not.
    assert (board["counted"].stamp, noted(board, "counted")) == (1.0, 1)
    with pytest.raises(Conflict):
        pipeline.tick(2.5, {"camera": change(pose={NOBODY: [0.0] * 7})}, memories={"camera": "never"})
    assert (board["counted"].stamp, noted(board, "counted"), board.memory("camera")) == (1.0, 1, None)
    assert walked(pipeline, 3.0) == [True]
    assert roots == [(1.0, 1), (3.0, 2)]


def test_a_stage_reads_what_the_writers_of_its_inputs_remember() -> None:
    told: list[tuple[float, object, object]] = []

    def look(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
        told.append((stamp, inputs.memory("camera"), inputs.memory("notes")))
        assert inputs.memory("nowhere") is None
        return Delta(), memory

    _, pipeline = kitchen(diary([2.0]), Stage("look", ("camera", "notes"), "looks", look, None))
    pipeline.tick(1.0, {"camera": seen_at(1.0)}, memories={"camera": "sharp"})
    with pytest.raises(StageFailed):
        pipeline.tick(2.0, {"camera": seen_at(2.0)}, memories={"camera": "blurred"})
    pipeline.tick(3.0, {"camera": seen_at(3.0)})
    assert told == [
        (1.0, "sharp", ((1.0, 1.0),)),
        (2.0, "blurred", ((1.0, 1.0), (2.0, 2.0))),
        (3.0, None, ((1.0, 1.0), (2.0, 2.0), (3.0, 3.0))),
    ]


def test_inputs_are_worlds_by_name() -> None:
    world = World()
    inputs = Inputs({"camera": world}, {"camera": 7})
    assert dict(inputs) == {"camera": world}
    assert (inputs.memory("camera"), inputs.memory("other"), Inputs({}).memory("camera")) == (7, None, None)
