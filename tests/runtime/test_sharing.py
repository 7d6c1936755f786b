"""Boards that programs share, over a transport that loses messages on purpose."""

import asyncio
import random
import threading

import numpy as np
import pytest
from benchmarks.boards import Ether, cup, moved
from benchmarks.hostile import attacked

from midworld.errors import NotAllowed, TimedOut, UnknownName, WriterTaken
from midworld.geometry import Triangles
from midworld.runtime import Commit, Retention, SharedBoard, sharing
from midworld.runtime.wire import BeatRecord, framed
from midworld.world import Entity, EntityId, Event, Object, Situation, World, change, same


def predicates(board: SharedBoard, world: str = "stable") -> list[str]:
    return [entry.predicate for entry in board[world].timeline.entries]


def test_everybody_sees_the_same_world() -> None:
    ether = Ether()
    with ether.host("run") as run, ether.connect("viewer") as viewer:
        writer = run.claim("stable")
        writer.commit(cup(1.0, 0.5))
        writer.commit(moved(2.0, height=0.7, told="Pick"))
        ether.settle()
        assert same(viewer["stable"], run["stable"])
        assert viewer["stable"].pose("cup").position[2] == 0.7


def test_who_comes_late_has_the_present_and_as_much_of_the_past_as_asked_for() -> None:
    ether = Ether()
    with ether.host("run") as run:
        writer = run.claim("stable")
        writer.commit(cup(0.0))
        for stamp in range(1, 30):
            writer.commit(moved(float(stamp), height=stamp / 100, told=f"E{stamp}"))
        ether.settle()
        with ether.connect("late", history=5.0) as late, ether.connect("later", history=0.0) as later:
            assert same(late["stable"], run["stable"])
            assert late.at("stable", 26.5).pose("cup").position[2] == 0.26
            assert same(later["stable"], run["stable"])
            assert later.at("stable", 26.5).ids == ()


def test_who_comes_while_something_waits_to_be_told_has_that_too() -> None:
    ether = Ether()
    with ether.host("run") as run:
        writer = run.claim("stable")
        writer.commit(cup(0.0))
        begun, go_on = threading.Event(), threading.Event()

        def busy() -> None:
            begun.set()
            go_on.wait(60.0)

        teller = run._sharing.teller  # pyright: ignore[reportPrivateUsage]
        teller._put(busy)  # pyright: ignore[reportPrivateUsage]
        assert begun.wait(60.0)
        writer.commit(moved(1.0, height=0.7))
        threading.Timer(0.05, go_on.set).start()
        with ether.connect("late") as late:
            assert late["stable"].pose("cup").position[2] == 0.7


def test_what_is_lost_on_the_way_is_asked_for_and_comes_in_order() -> None:
    ether = Ether()
    draw = random.Random(7)
    with ether.host("run") as run, ether.connect("reader") as reader:
        heard: list[str] = []
        reader.subscribe(lambda commit: heard.extend(each.predicate for each in commit.delta.entries))
        writer = run.claim("stable")
        writer.commit(cup(0.0))
        ether.lose = lambda teller, hearer: draw.random() < 0.3
        for number in range(1, 300):
            writer.commit(moved(float(number), told=f"E{number}"))
        ether.settle()
        ether.lose = lambda teller, hearer: False
        writer.commit(moved(300.0, told="E300"))
        ether.settle()
        assert heard == [f"E{number}" for number in range(1, 301)]
        assert same(reader["stable"], run["stable"])


def test_the_last_message_lost_is_noticed_by_the_beat_that_follows() -> None:
    ether = Ether()
    with ether.host("run") as run, ether.connect("reader") as reader:
        writer = run.claim("stable")
        writer.commit(cup(0.0))
        ether.settle()
        ether.lose = lambda teller, hearer: True
        writer.commit(moved(1.0, told="Last"))
        ether.settle()
        assert predicates(reader) == []
        ether.lose = lambda teller, hearer: False
        assert reader.wait("stable", after=reader.sequence, timeout=60.0).stamp == 1.0
        assert predicates(reader) == ["Last"]


def test_a_gap_beyond_what_is_kept_loses_no_event(monkeypatch: pytest.MonkeyPatch) -> None:
    ether = Ether()
    begin = sharing.Sharing.__init__
    defaults = {**(begin.__kwdefaults__ or {}), "retention": Retention(megabytes=0.001)}
    monkeypatch.setattr(begin, "__kwdefaults__", defaults)
    with ether.host("run") as run, ether.connect("reader") as reader:
        heard: list[str] = []
        reader.subscribe(lambda commit: heard.extend(each.predicate for each in commit.delta.entries))
        writer = run.claim("stable")
        writer.commit(cup(0.0))
        writer.commit(moved(1.0, told="E1"))
        ether.settle()
        ether.lose = lambda teller, hearer: True
        for number in range(2, 100):
            writer.commit(moved(float(number), told=f"E{number}"))
        ether.settle()
        ether.lose = lambda teller, hearer: False
        writer.commit(moved(100.0, told="E100"))
        ether.settle()
        assert heard == [f"E{number}" for number in range(1, 101)]
        assert same(reader["stable"], run["stable"])


def test_a_second_writer_is_refused_by_name() -> None:
    ether = Ether()
    with ether.host("run") as run, ether.connect("rival") as rival, ether.connect("third") as third:
        run.claim("stable").commit(cup())
        ether.settle()
        with pytest.raises(WriterTaken, match="already written by 'run'; 'rival' may read it"):
            rival.claim("stable")
        mine = rival.claim("mine")
        with pytest.raises(WriterTaken, match="already written by 'rival'"):
            third.claim("mine")
        mine.release()
        third.claim("mine")


def test_worlds_of_a_client_that_is_gone_are_stale_until_somebody_writes_them_again() -> None:
    ether = Ether()
    with ether.host("run"), ether.connect("reader") as reader:
        camera = ether.connect("camera")
        camera.claim("source/camera").commit(cup(1.0))
        ether.settle()
        assert not reader.stale
        camera.close()
        ether.settle()
        assert reader.stale == {"source/camera": "camera, who wrote it, is gone"}
        assert "cup" in reader["source/camera"]
        with ether.connect("camera") as again:
            again.claim("source/camera").commit(cup(2.0, 0.3))
            ether.settle()
            assert not reader.stale
            assert reader["source/camera"].pose("cup").position[2] == 0.3


def test_a_tick_of_several_worlds_is_seen_at_once() -> None:
    ether = Ether()
    with ether.host("run") as run, ether.connect("reader") as reader:
        both = [run.claim("one"), run.claim("two")]
        seen: list[tuple[float, float]] = []

        def look(commit: Commit) -> None:
            seen.append((reader["one"].stamp, reader["two"].stamp))

        run.commit({each: cup(1.0) for each in both})
        ether.settle()
        reader.subscribe(look)
        for stamp in (2.0, 3.0):
            run.commit({each: moved(stamp) for each in both})
        ether.settle()
        assert seen == [(2.0, 2.0), (2.0, 2.0), (3.0, 3.0), (3.0, 3.0)]


def test_waiting_blocks_and_awaits() -> None:
    ether = Ether()
    with ether.host("run") as run, ether.connect("reader") as reader:
        with pytest.raises(TimedOut):
            reader.wait("stable", timeout=0.01)
        writer = run.claim("stable")
        changes = reader.changes("stable")
        writer.commit(cup(1.0))
        writer.commit(moved(2.0))
        iterator = iter(changes)
        assert [next(iterator).stamp, next(iterator).stamp] == [1.0, 2.0]

        async def next_stamp() -> float:
            async for commit in reader.achanges("stable"):
                return commit.stamp
            return -1.0

        async def both() -> float:
            task = asyncio.create_task(next_stamp())
            await asyncio.sleep(0)
            writer.commit(moved(3.0))
            return await task

        assert asyncio.run(asyncio.wait_for(both(), 60.0)) == 3.0


def test_a_mesh_is_fetched_when_asked_for_and_no_update_carries_it() -> None:
    ether = Ether()
    sizes: list[int] = []
    with ether.host("run") as run, ether.connect("reader") as reader:
        writer = run.claim("stable")
        for number, count in enumerate((10, 10_000)):
            points = np.random.default_rng(1).normal(size=(count, 3))
            shape = run.offer(Triangles.of(points, [[0, 1, number + 2]]))
            before = len(ether.sizes)
            writer.commit(change(stamp=float(number), put=[Entity(EntityId("thing"), Object(), visual=shape)]))
            ether.settle()
            sizes.append(sum(ether.sizes[before:]))
            assert len(reader.meshes) == number
            assert np.array_equal(reader.meshes[shape.digest].vertices, points)
        assert sizes[0] == sizes[1]
        with pytest.raises(UnknownName, match="no mesh named 'nonsense'"):
            _ = reader.meshes["nonsense"]


def test_a_change_is_proposed_to_who_writes() -> None:
    ether = Ether()
    with ether.host("run") as run, ether.connect("desk") as desk, ether.connect("editor") as editor:
        run.claim("stable").commit(cup())
        desk.claim("furniture", editable=True).commit(cup())
        ether.settle()
        editor.propose("furniture", moved(1.0, height=0.4))
        ether.settle()
        assert editor["furniture"].pose("cup").position[2] == 0.4
        with pytest.raises(NotAllowed, match="world 'stable' takes no edits"):
            editor.propose("stable", moved(1.0))
        with pytest.raises(NotAllowed, match="not in the world"):
            editor.propose("furniture", change(pose={EntityId("spoon"): [0, 0, 0, 0, 0, 0, 1]}))


def test_who_is_there_says_what_it_does() -> None:
    ether = Ether()
    with ether.host("run") as run, ether.connect("viewer") as viewer:
        run.claim("stable").commit(cup())
        ether.settle()
        _ = viewer["stable"]
        known = {each.name: each for each in viewer.clients()}
        assert (known["run"].role, list(known["run"].writes), known["run"].hosts) == ("provider", ["stable"], True)
        assert (known["viewer"].role, known["viewer"].reads) == ("reader", ("stable",))


def test_hostile_messages_change_nothing() -> None:
    assert attacked(500, 11) == 0


def test_a_world_that_was_pruned_is_told_to_late_ones_as_it_is() -> None:
    ether = Ether()
    with ether.host("run") as run:
        writer = run.claim("stable")
        writer.commit(cup(0.0))
        writer.commit(
            change(stamp=1.0, entries=[Situation(1.0, "isOn", "cup", "table"), Event(1.0, "Place", "ann", "cup")])
        )
        ether.settle()
        with ether.connect("late", history=0.0) as late:
            assert late["stable"].timeline.holds("cup", "isOn", "table")
            writer.commit(moved(2.0))
            ether.settle()
            assert same(late["stable"], run["stable"])
            assert isinstance(late["stable"], World)


def test_who_comes_back_over_the_same_link_hears_nothing_twice() -> None:
    ether = Ether()
    with ether.host("run") as run, ether.connect("reader") as reader:
        heard: list[str] = []
        reader.subscribe(lambda commit: heard.extend(each.predicate for each in commit.delta.entries))
        writer = run.claim("stable")
        writer.commit(cup(0.0))
        for number in range(1, 8):
            writer.commit(moved(float(number), told=f"E{number}"))
        ether.settle()
        peer = next(name for name in ether.places if "run" in name)
        hearer = next(each.listener for name, each in ether.places.items() if "reader" in name)
        assert hearer is not None
        hearer.left(peer)
        writer.commit(moved(8.0, told="E8"))
        ether.settle()
        assert "stable" in reader.stale
        hearer.joined(peer)
        writer.commit(moved(9.0, told="E9"))
        ether.settle()
        assert heard == [f"E{number}" for number in range(1, 10)]
        # Nor who was told nonsense, and asks for everything once more.
        hearer.told(peer, "all", b"nonsense")
        ether.settle()
        hearer.joined(peer)
        ether.settle()
        assert heard == [f"E{number}" for number in range(1, 10)]
        assert same(reader["stable"], run["stable"])


def test_who_never_answers_keeps_nobody_waiting() -> None:
    ether = Ether()
    with ether.host("run") as run, ether.connect("reader") as reader:
        writer = run.claim("stable")
        writer.commit(cup(0.0))
        ether.settle()
        hearer = next(each.listener for name, each in ether.places.items() if "reader" in name)
        assert hearer is not None
        # One after the other they would take as many times five seconds.
        for number in range(50):
            hearer.joined(f"anyone/mute~{number}")
        hearer.told("anyone/mute~1", "all", framed(BeatRecord(7)))
        known = reader.sequence
        writer.commit(moved(1.0, height=0.7))
        assert reader.wait("stable", after=known, timeout=60.0).stamp == 1.0


def test_nonsense_of_one_peer_hides_no_mesh_of_another() -> None:
    ether = Ether()
    with ether.host("run") as run, ether.connect("reader") as reader, ether.connect("a-liar") as liar:
        shape = run.offer(Triangles.of([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
        sharing_of = next(each.listener for name, each in ether.places.items() if "liar" in name)
        assert isinstance(sharing_of, sharing.Sharing)
        sharing_of.asked = lambda peer, question, data: b"nonsense"  # type: ignore[method-assign]
        assert reader.meshes[shape.digest].digest == shape.digest
        assert [each.name for each in reader.clients()] == ["reader", "run"]
        assert liar.name == "a-liar"
