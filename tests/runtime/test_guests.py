"""Guests of a pipeline: what they say is kept as everything else, and what they do wrong harms nobody."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from factories import thing
from midworld.errors import DuplicateName, UnknownName
from midworld.runtime import MODULES, Board, Commit, Inputs, Limits, Look, Monitor, Pipeline, Stage, Stream, filtering
from midworld.runtime.values import decode_value, encode_value
from midworld.world import Delta, Ended, EntityId, Event, Situation, World, change, diff

MUG = EntityId("mug")
QUICK = Limits(seconds=0.05)


def seen_at(x: float) -> Delta:
    return change(put=[thing("mug")], pose={MUG: [x, 0, 0, 0, 0, 0, 1]})


def copied(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
    return diff(previous, replace(inputs["camera"], timeline=previous.timeline)), memory


FUSE = Stage("fuse", ("camera",), "merged", copied, None)


class Kitchen:
    """A camera, a world made of it, and everything that was committed."""

    def __init__(self, *stages: Stage[Any], board: Board | None = None) -> None:
        self.board = board or Board()
        self.pipeline = Pipeline(self.board)
        self.told: list[Commit] = []
        self.board.subscribe(self.told.append)
        self.pipeline.add_source("camera")
        for stage in (FUSE, *stages):
            self.pipeline.add(stage)

    def watch(self, name: str, look: Look, memory: object = None, *, limits: Limits | None = None) -> None:
        self.pipeline.watch("merged", Monitor.of(name, look, memory, limits=limits))

    def tick(self, stamp: float, x: float = 0.0) -> None:
        self.pipeline.tick(stamp, {"camera": seen_at(x)})

    def entries(self, world: str = "merged") -> list[tuple[object, ...]]:
        found: list[tuple[object, ...]] = []
        for commit in self.told:
            for entry in commit.delta.entries if commit.name == world else ():
                stamp = entry.start if isinstance(entry, Situation) else entry.stamp
                found.append((stamp, type(entry).__name__, entry.subject, entry.predicate, entry.object))
        return found

    def problems(self) -> list[tuple[float, str, str]]:
        return [
            (entry.start, entry.subject, str(entry.reason))
            for commit in self.told
            if commit.name == MODULES
            for entry in commit.delta.entries
            if isinstance(entry, Situation)
        ]


def far(world: World, memory: object) -> list[tuple[str, str, bool]]:
    return [(name, "isFar", True) for name in world.ids if world.pose(name).position[0] > 1.0]


def broken_at(*stamps: float) -> Look:
    def look(world: World, memory: object) -> list[tuple[str, str, bool]]:
        if world.stamp in stamps:
            raise ZeroDivisionError("no floor")
        return [("mug", "isWatched", True)]

    return look


def test_what_a_monitor_says_holds_begins_and_ends_in_the_world_it_is_on() -> None:
    kitchen = Kitchen()
    kitchen.watch("far", far)
    for stamp, x in ((1.0, 0.0), (2.0, 2.0), (3.0, 3.0), (4.0, 0.0)):
        kitchen.tick(stamp, x)
    assert kitchen.entries() == [(2.0, "Situation", "mug", "isFar", True), (4.0, "Ended", "mug", "isFar", True)]
    assert [commit.name for commit in kitchen.told] == ["camera", "merged"] * 4


def test_a_monitor_has_a_memory_of_its_own_that_is_committed_with_the_world() -> None:
    def count(world: World, memory: int) -> tuple[list[Event], int]:
        return [Event(world.stamp, f"Tick{memory}")], memory + 1

    kitchen = Kitchen()
    kitchen.watch("one", count, 1)
    kitchen.watch("hundred", count, 100)
    kitchen.tick(1.0)
    other = Kitchen(board=kitchen.board.fork())
    other.watch("one", count, 1)
    other.watch("hundred", count, 100)
    kitchen.tick(2.0)
    kitchen.tick(3.0)
    other.tick(2.0)
    assert [entry[3] for entry in kitchen.entries()] == ["Tick1", "Tick100", "Tick2", "Tick101", "Tick3", "Tick102"]
    assert [entry[3] for entry in other.entries()] == ["Tick2", "Tick101"]


def test_what_is_remembered_of_monitors_can_be_read_back() -> None:
    kitchen = Kitchen()
    kitchen.watch("far", far, {"a": [1, 2]})
    kitchen.tick(1.0, 2.0)
    memory = kitchen.board.memory("merged")
    read = decode_value(encode_value(memory))
    assert encode_value(read) == encode_value(memory)
    assert "isFar" in str(read)


def test_all_monitors_see_the_same_world() -> None:
    seen: list[World] = []

    def look(world: World, memory: object) -> list[Event]:
        seen.append(world)
        return [Event(world.stamp, "Seen")]

    kitchen = Kitchen()
    kitchen.watch("one", look)
    kitchen.watch("two", look)
    kitchen.tick(1.0)
    assert seen[0] is seen[1]
    assert seen[0].timeline.events() == ()


def test_two_that_say_the_same_are_one_fact_until_neither_does() -> None:
    def until(end: float) -> Look:
        return lambda world, memory: [("mug", "isFar", True)] if world.stamp < end else []

    kitchen = Kitchen()
    kitchen.watch("one", until(2.0))
    kitchen.watch("two", until(3.0))
    for stamp in (1.0, 2.0, 3.0):
        kitchen.tick(stamp)
    assert [entry[:2] for entry in kitchen.entries()] == [(1.0, "Situation"), (3.0, "Ended")]


def test_a_stage_that_says_what_a_monitor_said_takes_it_over() -> None:
    def own(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
        return change(entries=[Situation(stamp, "isFar", "mug", True)] if stamp == 2.0 else []), None

    kitchen = Kitchen(Stage("own", ("merged",), "own", own, None))
    look: Look = lambda world, memory: [("mug", "isFar", True)] if world.stamp < 3.0 else []  # noqa: E731
    kitchen.pipeline.watch("own", Monitor.of("far", look))
    for stamp in (1.0, 2.0, 3.0):
        kitchen.tick(stamp)
    assert [entry[:2] for entry in kitchen.entries("own")] == [(1.0, "Situation"), (2.0, "Ended"), (2.0, "Situation")]
    assert kitchen.board["own"].timeline.holds("mug", "isFar", True)
    assert not kitchen.problems()


def test_a_source_can_be_watched_too() -> None:
    kitchen = Kitchen()
    kitchen.pipeline.watch("camera", Monitor.of("far", far))
    kitchen.tick(1.0, 2.0)
    assert kitchen.entries("camera") == [(1.0, "Situation", "mug", "isFar", True)]


def test_one_that_raises_is_told_of_put_out_and_begun_anew(caplog: pytest.LogCaptureFixture) -> None:
    kitchen = Kitchen()
    kitchen.watch("broken", broken_at(2.0, 3.0, 5.5))
    kitchen.watch("far", far)
    for stamp in (1.0, 2.0, 2.5, 3.0, 4.0, 5.5):
        kitchen.tick(stamp, 2.0)
    assert kitchen.entries() == [
        (1.0, "Situation", "mug", "isFar", True),
        (1.0, "Situation", "mug", "isWatched", True),
        (2.0, "Ended", "mug", "isWatched", True),
    ]
    assert kitchen.problems() == [
        (2.0, "broken", "raised ZeroDivisionError: no floor"),
        (3.0, "broken", "raised ZeroDivisionError: no floor"),
        (5.5, "broken", "raised ZeroDivisionError: no floor"),
    ]
    health = kitchen.pipeline.guests.health["broken", "merged"]
    assert (health.times, health.stamp, health.until) == (3, 5.5, 9.5)
    assert caplog.messages == [
        "midworld: module 'broken' on 'merged' raised ZeroDivisionError: no floor at 2 s; "
        "it is put out and begun anew later"
    ]
    kitchen.tick(9.5, 2.0)
    assert kitchen.entries()[-1] == (9.5, "Situation", "mug", "isWatched", True)
    assert not kitchen.board[MODULES].timeline.open


def test_one_begun_anew_has_its_first_memory() -> None:
    def count(world: World, memory: int) -> tuple[list[Event], int]:
        if world.stamp == 3.0:
            raise ValueError
        return [Event(world.stamp, f"Tick{memory}")], memory + 1

    kitchen = Kitchen()
    kitchen.watch("count", count, 1)
    for stamp in (1.0, 2.0, 3.0, 4.0):
        kitchen.tick(stamp)
    assert [entry[3] for entry in kitchen.entries()] == ["Tick1", "Tick2", "Tick1"]


def test_one_that_stalls_is_left_behind_and_its_late_answer_ignored() -> None:
    release, finished = threading.Event(), threading.Event()

    def stall(world: World, memory: object) -> list[Event]:
        if world.stamp == 1.0:
            release.wait(10.0)
            finished.set()
        return [Event(world.stamp, "Late")]

    kitchen = Kitchen()
    kitchen.watch("slow", stall, limits=QUICK)
    kitchen.watch("far", far)
    kitchen.tick(1.0, 2.0)
    assert kitchen.problems() == [(1.0, "slow", "took longer than 0.05 s")]
    release.set()
    kitchen.tick(1.5, 2.0)
    kitchen.tick(2.0, 2.0)
    assert [entry[0] for entry in kitchen.entries() if entry[3] == "Late"] == [2.0]
    assert [entry[0] for entry in kitchen.entries() if entry[3] == "isFar"] == [1.0]


def test_one_that_spins_does_not_keep_a_core_busy_for_ever() -> None:
    threads: list[threading.Thread] = []

    def spin(world: World, memory: object) -> list[Event]:
        threads.append(threading.current_thread())
        while True:
            pass

    kitchen = Kitchen()
    kitchen.watch("spin", spin, limits=QUICK)
    kitchen.tick(1.0)
    threads[0].join(timeout=10.0)
    assert not threads[0].is_alive()


def endless(world: World, memory: object) -> Iterator[Event]:
    while True:
        yield Event(world.stamp, "More")


def in_the_future(world: World, memory: object) -> list[Event]:
    return [Event(world.stamp + 1.0, "Soon")]


def of_others(world: World, memory: object) -> list[Ended]:
    return [Ended(world.stamp, "isHot", "mug", True)]


def twice(world: World, memory: object) -> list[Situation]:
    return [Situation(world.stamp, "isHot", "mug", True)] * 2


def a_number(world: World, memory: object) -> list[object]:
    return [("mug", "weighs", 3)]


def a_lock(world: World, memory: object) -> tuple[list[Event], object]:
    return [], threading.Lock()


def hot_indeed(world: World, memory: object) -> list[object]:
    return [("mug", "is hot!", True)]


def of_nobody(world: World, memory: object) -> list[object]:
    return [Situation(world.stamp, "isHot", "the mug", True)]


def unprintable(world: World, memory: object) -> list[object]:
    return [("mug", "isHot", "\ud800")]


def hoarding(world: World, memory: object) -> tuple[list[object], object]:
    return [], list(range(100_001))


@dataclass(frozen=True)
class Notebook:
    pages: list[int]


def notes(world: World, memory: object) -> tuple[list[object], object]:
    return [], Notebook([1])


@dataclass
class Counter:
    count: int = 0


def edited(world: World, memory: object) -> tuple[list[Event], Counter]:
    return [], Counter()


def leaving(world: World, memory: object) -> list[Event]:
    raise SystemExit(3)


def a_seven(world: World, memory: object) -> int:
    return 7


@pytest.mark.parametrize(
    ("look", "problem"),
    [
        (endless, "told more than 1000 entries at once"),
        (in_the_future, "told of 'Soon' at 2 s, which is not now (1 s)"),
        (of_others, "ended 'mug isHot', which it did not begin"),
        (twice, "told what does not fit: 'mug isHot True' holds already"),
        (a_number, "told ('mug', 'weighs', 3), which is no event, situation or (subject, predicate, object)"),
        (a_lock, "remembers what cannot be kept: a lock cannot be kept in a recording"),
        (edited, "remembers what cannot be kept: a Counter could be edited later; make it frozen"),
        (leaving, "raised SystemExit: 3"),
        (hot_indeed, "told of 'is hot!'; a predicate is a word such as isHot"),
        (of_nobody, "told that 'the mug' isHot; a subject is a name of letters, digits, _ . - /"),
        (unprintable, "told 'mug isHot' of '\\ud800', which cannot be printed"),
        (hoarding, "remembers what cannot be kept: it has more than 100000 values"),
        (notes, "remembers what cannot be kept: a Notebook holds a list, which could be edited later"),
        (a_seven, "told a int; entries are asked for, or a list of them and a memory"),
    ],
)
def test_whatever_a_monitor_does_wrong_the_tick_goes_on(look: Look, problem: str) -> None:
    kitchen = Kitchen()
    kitchen.watch("bad", look)
    kitchen.watch("far", far)
    kitchen.tick(1.0, 2.0)
    assert kitchen.problems() == [(1.0, "bad", problem)]
    assert kitchen.entries() == [(1.0, "Situation", "mug", "isFar", True)]
    assert not kitchen.pipeline.behind


def test_a_situation_of_its_own_ends_when_its_monitor_is_put_out() -> None:
    def look(world: World, memory: object) -> list[Situation]:
        if world.stamp > 1.0:
            raise ValueError
        return [Situation(world.stamp, "isHot", "mug", True, confidence=0.5)]

    kitchen = Kitchen()
    kitchen.watch("hot", look)
    kitchen.tick(1.0)
    kitchen.tick(2.0)
    assert [entry[:2] for entry in kitchen.entries()] == [(1.0, "Situation"), (2.0, "Ended")]


def test_a_resumed_run_goes_on_with_who_is_out() -> None:
    def run(upto: int) -> list[tuple[object, ...]]:
        kitchen = Kitchen()
        found: list[tuple[object, ...]] = []
        for number, stamp in enumerate((1.0, 2.0, 2.5, 3.0, 4.0, 5.0)):
            if number == upto:
                root = kitchen.board.root
                found += kitchen.entries() + kitchen.entries(MODULES)
                kitchen = Kitchen(board=Board.resumed(root))
            if number in (0, upto):
                kitchen.watch("broken", broken_at(2.0, 3.0))
            kitchen.tick(stamp)
        return sorted(found + kitchen.entries() + kitchen.entries(MODULES), key=str)

    assert run(-1) == run(2) == run(3) == run(4)


def test_a_filter_makes_a_world_of_its_own() -> None:
    def raised(world: World, memory: int, stamp: float) -> tuple[World, int]:
        return world.apply(change(pose={MUG: [0, 0, memory, 0, 0, 0, 1]})), memory + 1

    kitchen = Kitchen(filtering("raise", "merged", "higher", lambda: raised, memory=1))
    kitchen.tick(1.0)
    kitchen.tick(2.0)
    assert kitchen.board["higher"].pose("mug").position[2] == 2.0
    assert kitchen.board["merged"].pose("mug").position[2] == 0.0


def test_a_filter_in_the_way_that_fails_passes_on_what_it_reads() -> None:
    def shifted(world: World, memory: object, stamp: float) -> World:
        if stamp == 2.0:
            raise ValueError("no way")
        return world.apply(change(pose={MUG: [world.pose("mug").position[0] + 10, 0, 0, 0, 0, 0, 1]}))

    def after(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
        return diff(previous, inputs["shifted"]), None

    kitchen = Kitchen(
        filtering("shift", "merged", "shifted", lambda: shifted, passes_on=True),
        Stage("after", ("shifted",), "stable", after, None),
    )
    found: list[float] = []
    for stamp in (1.0, 2.0, 2.5, 3.0):
        kitchen.tick(stamp, 1.0)
        found.append(kitchen.board["stable"].pose("mug").position[0])
    assert found == [11.0, 1.0, 1.0, 11.0]
    assert kitchen.problems() == [(2.0, "shift", "raised ValueError: no way")]


def test_a_filter_in_the_way_that_makes_a_stage_fail_is_put_out_instead() -> None:
    def empty(world: World, memory: object, stamp: float) -> World:
        return world.apply(change(remove=[MUG])) if stamp >= 2.0 else world

    def same(world: World, memory: object, stamp: float) -> World:
        return world

    def after(inputs: Inputs, previous: World, memory: int, stamp: float) -> tuple[Delta, int]:
        inputs["again"].pose("mug")
        return diff(previous, replace(inputs["again"], timeline=previous.timeline)), memory + 1

    kitchen = Kitchen(
        filtering("empty", "merged", "emptied", lambda: empty, passes_on=True),
        filtering("same", "emptied", "again", lambda: same, passes_on=True),
        Stage("after", ("again",), "stable", after, 0),
    )
    kitchen.tick(1.0)
    kitchen.tick(2.0, 5.0)
    assert kitchen.board["stable"].pose("mug").position[0] == 5.0
    assert [problem[1] for problem in kitchen.problems()] == ["same", "empty"]
    assert kitchen.problems()[1][2].startswith("gave what made 'after' fail: UnknownName: no entity named 'mug'")


def not_finite(world: World, memory: object, stamp: float) -> Delta:
    return change(put=[thing("mug")], pose={MUG: [float("nan"), 0, 0, 0, 0, 0, 1]})


def crowd(world: World, memory: object, stamp: float) -> Delta:
    return change(put=[thing(f"mug{number}") for number in range(1001)])


def misfit(world: World, memory: object, stamp: float) -> Delta:
    return change(pose={EntityId("fork"): [0, 0, 0, 0, 0, 0, 1]})


def nothing(world: World, memory: object, stamp: float) -> None:
    return None


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        (not_finite, "gave 'mug' a pose that is not finite"),
        (crowd, "has more than 1000 entities of its own"),
        (misfit, "told what does not fit: world 'own': 'fork' is not in the world, its state cannot change"),
        (nothing, "gave nothing; a Delta or a World is asked for"),
    ],
)
def test_whatever_a_filter_does_wrong_the_tick_goes_on(
    function: Callable[[World, object, float], Delta | None], problem: str
) -> None:
    kitchen = Kitchen(filtering("bad", "merged", "own", lambda: function))
    kitchen.tick(1.0, 2.0)
    assert kitchen.problems() == [(1.0, "bad", problem)]
    assert kitchen.board["merged"].pose("mug").position[0] == 2.0


def test_a_reader_hears_every_commit_and_harms_nobody() -> None:
    heard: list[tuple[float, str]] = []

    def read(commit: Commit) -> None:
        heard.append((commit.stamp, commit.name))
        if commit.stamp == 2.0:
            raise OSError("disk full")

    kitchen = Kitchen()
    kitchen.pipeline.listen("disk", lambda: read)
    for stamp in (1.0, 2.0, 2.5, 3.0):
        kitchen.tick(stamp)
    assert heard == [
        (1.0, "camera"),
        (1.0, "merged"),
        (2.0, "camera"),
        (3.0, "camera"),
        (3.0, "merged"),
        (3.0, MODULES),
    ]
    # What happens after a tick is told in the next one.
    assert kitchen.problems() == [(2.5, "disk", "raised OSError: disk full")]


@dataclass(frozen=True)
class Tick:
    stamp: float


def accepted(item: object) -> Tick:
    assert isinstance(item, float)
    return Tick(item)


def test_a_stream_that_fails_is_begun_anew_and_given_up_in_the_end() -> None:
    begun = 0

    def ticks() -> Iterator[float]:
        nonlocal begun
        begun += 1
        yield from (1.0, 1.5)
        if begun == 1:
            raise ConnectionError("gone")
        yield from (2.0, 2.5, 3.0)
        raise ConnectionError("gone for good")

    pipeline = Pipeline(Board())
    stream = Stream(("lamp", "source/lamp"), ticks, accepted, pipeline.guests)
    assert [tick.stamp for tick in stream] == [1.0, 1.5, 2.5, 3.0]
    health = pipeline.guests.health["lamp", "source/lamp"]
    assert health.problem == "raised ConnectionError: gone for good; given up after 7 times"


def test_a_stream_that_never_gets_on_is_a_flood() -> None:
    def stuck() -> Iterator[float]:
        while True:
            yield 1.0

    pipeline = Pipeline(Board())
    stream = Stream(("lamp", "source/lamp"), stuck, accepted, pipeline.guests, limits=Limits(entries=5))
    assert len(list(stream)) == 6
    assert "told more than 5 observations of one instant" in pipeline.guests.health["lamp", "source/lamp"].problem


def test_names_of_monitors_are_unique_on_a_world_and_known() -> None:
    kitchen = Kitchen()
    kitchen.watch("far", far)
    with pytest.raises(DuplicateName, match="already a monitor on 'merged' named 'far'"):
        kitchen.watch("far", far)
    with pytest.raises(UnknownName, match="no monitor named 'fat'; did you mean far"):
        kitchen.pipeline.unwatch("merged", "fat")


def test_what_a_monitor_said_ends_after_it_is_taken_off() -> None:
    kitchen = Kitchen()
    kitchen.watch("far", far)
    kitchen.tick(1.0, 2.0)
    kitchen.pipeline.unwatch("merged", "far")
    kitchen.tick(2.0, 2.0)
    assert [entry[:2] for entry in kitchen.entries()] == [(1.0, "Situation"), (2.0, "Ended")]


def test_guests_cost_little() -> None:
    kitchen = Kitchen()
    for number in range(5):
        kitchen.watch(f"far{number}", far)
    kitchen.tick(0.0)
    start = time.perf_counter()
    for number in range(1, 101):
        kitchen.tick(number / 10)
    # Five of them a tick; measured 0.3 ms a tick, a camera leaves 33.
    assert time.perf_counter() - start < 100 * 0.010
