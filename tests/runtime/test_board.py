import weakref

import pytest

from factories import thing
from midworld.errors import Conflict, Forgotten, NotTheWriter, TimedOut, UnknownName, WriterTaken
from midworld.runtime import Board, Commit, Retention
from midworld.runtime.board import Change
from midworld.world import Delta, EntityId, Event, Situation, World, change, encode_world, same

MUG = EntityId("mug")


def at_x(x: float, *, stamp: float) -> Delta:
    return change(stamp=stamp, put=[thing("mug")], pose={MUG: [x, 0, 0, 0, 0, 0, 1]})


def x_of(world: World) -> float:
    return world.pose("mug").position[0]


def test_a_world_begins_empty_and_changes_by_commits_only() -> None:
    board = Board()
    writer = board.claim("merged", "fuse")
    assert same(board["merged"], World())
    world = writer.commit(at_x(1.0, stamp=5.0))
    assert board["merged"] is world
    assert board.names == ("merged",)
    assert "merged" in board


def test_a_world_has_one_writer_until_released() -> None:
    board = Board()
    with board.claim("stable", "settle") as first:
        with pytest.raises(WriterTaken, match="'stable' is already written by 'settle'; 'other'"):
            board.claim("stable", "other")
        first.commit(at_x(1.0, stamp=1.0))
    second = board.claim("stable", "other")
    first.release()
    with pytest.raises(NotTheWriter, match="'settle' does not write world 'stable'"):
        first.commit(at_x(2.0, stamp=2.0))
    assert x_of(second.commit(change(stamp=2.0))) == 1.0


def test_an_unknown_world_is_refused_with_near_misses() -> None:
    board = Board()
    board.claim("stable", "settle")
    for ask in (lambda: board["stabel"], lambda: board.at("stabel", 0.0), lambda: board.wait("stabel", timeout=0.0)):
        with pytest.raises(UnknownName, match="no world named 'stabel'; did you mean stable"):
            ask()


def test_several_worlds_change_at_once_or_not_at_all() -> None:
    board = Board()
    merged, stable = board.claim("merged", "fuse"), board.claim("stable", "settle")
    before = board.snapshot()
    with pytest.raises(Conflict, match="world 'stable': 'mug' is not in the world"):
        board.commit({merged: at_x(1.0, stamp=1.0), stable: change(pose={MUG: [0, 0, 0, 0, 0, 0, 1]})})
    assert board.snapshot() is before
    assert board.sequence == 0
    worlds = board.commit({merged: at_x(1.0, stamp=1.0), stable: at_x(1.1, stamp=1.0)})
    assert worlds == dict(board.snapshot())
    assert all(len(world) == 0 for world in (before["merged"].structure, before["stable"].structure))


def test_a_change_of_a_world_that_moved_on_is_refused() -> None:
    board = Board()
    writer = board.claim("merged", "fuse")
    before, delta = board["merged"], at_x(1.0, stamp=1.0)
    writer.commit(at_x(2.0, stamp=1.0))
    with pytest.raises(Conflict, match="'merged' has changed since 'fuse' looked"):
        board.publish([Change(writer, before, delta, before.apply(delta))])
    assert x_of(board["merged"]) == 2.0


@pytest.mark.parametrize("stamp", [4.9, float("nan"), float("inf")])
def test_time_does_not_run_backwards(stamp: float) -> None:
    writer = Board().claim("merged", "fuse")
    writer.commit(at_x(1.0, stamp=5.0))
    with pytest.raises(Conflict, match="'merged' is at 5 s, it cannot go on at"):
        writer.commit(at_x(2.0, stamp=stamp))


def test_the_first_commit_may_be_before_zero() -> None:
    writer = Board().claim("merged", "fuse")
    assert writer.commit(at_x(1.0, stamp=-3.0)).stamp == -3.0
    with pytest.raises(Conflict):
        writer.commit(at_x(1.0, stamp=-4.0))


def test_the_past_answers_with_the_newest_world_not_later() -> None:
    board = Board()
    writer = board.claim("stable", "settle")
    for second in range(1, 6):
        writer.commit(at_x(float(second), stamp=float(second)))
    writer.commit(at_x(55.0, stamp=5.0))
    assert len(board.at("stable", 0.9).structure) == 0
    assert [x_of(board.at("stable", stamp)) for stamp in (1.0, 2.5, 4.99, 5.0, 99.0)] == [1.0, 2.0, 4.0, 55.0, 55.0]


def test_the_past_is_forgotten_after_the_seconds_given() -> None:
    board = Board(retention=Retention(seconds=10.0))
    writer = board.claim("stable", "settle")
    for second in range(100):
        writer.commit(at_x(float(second), stamp=float(second)))
    assert x_of(board.at("stable", 89.0)) == 89.0
    with pytest.raises(Forgotten, match=r"'stable' at 88\.9 s is no longer remembered, the oldest kept is 89 s"):
        board.at("stable", 88.9)


def test_the_past_fits_the_megabytes_given_and_shared_tables_count_once() -> None:
    board = Board(retention=Retention(seconds=1e9, megabytes=1.0))
    writer = board.claim("stable", "settle")
    names = [f"thing{number}" for number in range(1000)]
    writer.commit(change(stamp=0.0, put=[thing(name) for name in names]))
    poses = {EntityId(name): [1.0, 0, 0, 0, 0, 0, 1] for name in names}
    for second in range(1, 101):
        writer.commit(change(stamp=float(second), pose=poses))
    # A pose table of 1000 things is 56 kB: some 17 of them, besides the present one, make a megabyte.
    assert len(board.at("stable", 84.0).structure) == 1000
    with pytest.raises(Forgotten):
        board.at("stable", 80.0)
    for tenth in range(1, 201):
        writer.commit(change(stamp=100.0 + tenth / 10, seen={EntityId("thing0"): 100.0}))
    # Now only a column of 8 kB changes: the same megabyte reaches back over a hundred commits.
    assert board.at("stable", 110.05).stamp == 110.0


def test_what_is_forgotten_is_freed_at_once() -> None:
    writer = Board(retention=Retention(seconds=5.0)).claim("stable", "settle")
    tables: list[weakref.ref[object]] = []
    for second in range(100):
        tables.append(weakref.ref(writer.commit(at_x(1.0, stamp=float(second))).state.pose))
        alive = [number for number, table in enumerate(tables) if table() is not None]
        assert alive == list(range(max(0, second - 5), second + 1))


def test_nothing_kept_still_answers_for_now() -> None:
    board = Board(retention=Retention(seconds=0.0, megabytes=0.0))
    writer = board.claim("stable", "settle")
    for second in range(3):
        writer.commit(at_x(float(second), stamp=float(second)))
    assert x_of(board.at("stable", 2.0)) == 2.0
    with pytest.raises(Forgotten):
        board.at("stable", 1.0)


def test_a_timeline_forgets_but_not_under_a_reader() -> None:
    board = Board(retention=Retention(entries=10))
    writer = board.claim("stable", "settle")
    told: list[Commit] = []
    board.subscribe(told.append)
    held = writer.commit(change(stamp=0.0, entries=[Situation(0.0, "isOn", "mug", "table")]))
    middle = held
    for number in range(1, 200):
        stamp = float(number)
        world = writer.commit(change(stamp=stamp, entries=[Event(stamp, "Pick", "ann", "mug")]))
        assert 10 <= len(world.timeline.entries) < 20 or number < 10
        middle = world if number == 19 else middle
    assert board["stable"].timeline.holds("mug", "isOn", "table")
    assert [event.stamp for event in board["stable"].timeline.events(start=190.0)] == [
        float(n) for n in range(190, 200)
    ]
    assert held.timeline.events() == ()
    assert [event.stamp for event in middle.timeline.events()][-1] == 19.0
    assert sum(commit.forget_before is not None for commit in told) == pytest.approx(200 / 10, abs=2)


def test_subscribers_are_told_of_every_commit_in_order() -> None:
    board = Board()
    merged, stable = board.claim("merged", "fuse"), board.claim("stable", "settle")
    early: list[Commit] = []
    late: list[Commit] = []
    board.subscribe(early.append)
    merged.commit(at_x(1.0, stamp=1.0))
    stop = board.subscribe(late.append)
    board.commit({merged: at_x(2.0, stamp=2.0), stable: at_x(2.0, stamp=2.0)})
    stop()
    stop()
    stable.commit(at_x(3.0, stamp=3.0))
    assert [(c.sequence, c.name, c.stamp, c.ends_tick) for c in early] == [
        (1, "merged", 1.0, True),
        (2, "merged", 2.0, False),
        (3, "stable", 2.0, True),
        (4, "stable", 3.0, True),
    ]
    assert [c.sequence for c in late] == [2, 3]
    assert all(c.world is board.at(c.name, c.stamp) for c in early)


def test_a_subscriber_may_commit_and_all_hear_in_the_same_order() -> None:
    board = Board()
    merged, echo = board.claim("merged", "fuse"), board.claim("echo", "echo")
    heard: list[str] = []

    def answer(commit: Commit) -> None:
        if commit.name == "merged":
            echo.commit(change(stamp=commit.stamp))

    board.subscribe(answer)
    board.subscribe(lambda commit: heard.append(commit.name))
    merged.commit(at_x(1.0, stamp=1.0))
    merged.commit(at_x(2.0, stamp=2.0))
    assert heard == ["merged", "echo", "merged", "echo"]


def test_a_subscriber_that_raises_is_dropped_and_the_others_hear_all() -> None:
    board = Board()
    writer = board.claim("merged", "fuse")
    heard: list[int] = []

    def full(commit: Commit) -> None:
        raise OSError(f"no room for {commit.sequence}")

    board.subscribe(full)
    board.subscribe(full)
    board.subscribe(lambda commit: heard.append(commit.sequence))
    with pytest.raises(OSError, match="no room for 1") as raised:
        writer.commit(at_x(1.0, stamp=1.0))
    assert raised.value.__notes__ == ["another subscriber failed as well: no room for 1"]
    writer.commit(at_x(2.0, stamp=2.0))
    assert heard == [1, 2]
    assert x_of(board["merged"]) == 2.0


def test_waiting_gives_the_newest_commit_or_gives_up() -> None:
    board = Board()
    writer = board.claim("merged", "fuse")
    with pytest.raises(TimedOut, match="nothing was committed to world 'merged' after commit 0 within 0 s"):
        board.wait("merged", timeout=0.0)
    writer.commit(at_x(1.0, stamp=1.0))
    writer.commit(at_x(2.0, stamp=2.0))
    assert board.wait("merged", timeout=0.0).sequence == 2
    with pytest.raises(TimedOut):
        board.wait("merged", after=2, timeout=0.0)


def test_what_could_not_be_recorded_is_not_committed() -> None:
    writer = Board().claim("merged", "fuse")
    odd = Event(1.0, "Pick", "ann", object())  # pyright: ignore[reportArgumentType]
    with pytest.raises(Conflict, match="world 'merged': this cannot be recorded"):
        writer.commit(change(entries=[odd]))


def test_whole_numbers_become_the_bytes_of_real_ones() -> None:
    whole, real = Board().claim("a", "a"), Board().claim("a", "a")
    assert encode_world(whole.commit(change(stamp=1, entries=[Event(1, "Pick")]))) == encode_world(
        real.commit(change(stamp=1.0, entries=[Event(1.0, "Pick")]))
    )
