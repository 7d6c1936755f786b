"""What several threads do to one board; they wait for each other by events, never by the clock."""

import sys
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from factories import thing
from midworld.errors import Forgotten
from midworld.runtime import Board, Commit, Inputs, Pipeline, Retention, Stage
from midworld.world import Delta, EntityId, World, change

MUG = EntityId("mug")
COMMITS = 1500


def at_x(x: float, *, stamp: float) -> Delta:
    return change(stamp=stamp, put=[thing("mug")], pose={MUG: [x, 0, 0, 0, 0, 0, 1]})


@contextmanager
def hammering(look: Callable[[], None], *, threads: int = 3) -> Generator[None]:
    """Several threads that look again and again until the block is over; what they raise, this raises."""
    over = threading.Event()
    started = threading.Barrier(threads + 1)

    def loop() -> None:
        look()
        started.wait(10.0)
        while not over.is_set():
            look()

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    with ThreadPoolExecutor(threads) as pool:
        futures: list[Future[None]] = [pool.submit(loop) for _ in range(threads)]
        started.wait(10.0)
        try:
            yield
        finally:
            over.set()
            sys.setswitchinterval(usual)
        for future in futures:
            future.result(10.0)


def test_readers_never_see_half_a_change() -> None:
    board = Board(retention=Retention(seconds=0.01))
    merged, stable = board.claim("merged", "fuse"), board.claim("stable", "settle")

    def look() -> None:
        worlds = board.snapshot()
        assert worlds["merged"].stamp == worlds["stable"].stamp
        for world in worlds.values():
            assert world.stamp == 0.0 or world.pose("mug").position[0] == world.stamp

    with hammering(look):
        for number in range(1, COMMITS):
            stamp = number / 1000
            board.commit({merged: at_x(stamp, stamp=stamp), stable: at_x(stamp, stamp=stamp)})


def test_the_past_can_be_asked_while_it_is_forgotten() -> None:
    board = Board(retention=Retention(seconds=0.005))
    writer = board.claim("stable", "settle")
    answers = [0, 0]

    def look() -> None:
        stamp = board["stable"].stamp - 0.0049
        try:
            found = board.at("stable", stamp)
        except Forgotten:
            answers[0] += 1
        else:
            answers[1] += 1
            assert found.stamp <= max(stamp, 0.0)
            assert found.stamp == 0.0 or found.pose("mug").position[0] == found.stamp

    with hammering(look):
        for number in range(1, COMMITS):
            writer.commit(at_x(number / 1000, stamp=number / 1000))
    assert answers[1] > 0


def test_commits_of_many_threads_are_told_in_one_order() -> None:
    board = Board()
    heard: list[Commit] = []
    board.subscribe(heard.append)

    def write(name: str) -> None:
        with board.claim(name, name) as writer:
            for number in range(200):
                writer.commit(at_x(number, stamp=float(number)))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, ["a", "b", "c", "d"]))
    assert [commit.sequence for commit in heard] == list(range(1, 801))
    for name in "abcd":
        assert [commit.stamp for commit in heard if commit.name == name] == [float(n) for n in range(200)]


def test_one_writer_in_two_threads_loses_nothing() -> None:
    board = Board()
    writer = board.claim("merged", "fuse")

    def write(prefix: str) -> None:
        for number in range(100):
            writer.commit(change(put=[thing(f"{prefix}{number}")]))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, ["a", "b"]))
    assert len(board["merged"].structure) == 200


def test_a_waiting_thread_wakes_up() -> None:
    board = Board()
    writer = board.claim("merged", "fuse")
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: board.wait("merged", after=1, timeout=10.0))
        writer.commit(at_x(1.0, stamp=1.0))
        writer.commit(at_x(2.0, stamp=2.0))
        assert waiting.result(10.0).sequence == 2


def counting(name: str, *inputs: str) -> Stage[None]:
    """A stage whose x is one more than its inputs': a wrong order or half an edit shows."""

    def step(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
        return at_x(1 + max(world.pose("mug").position[0] for world in inputs.values()), stamp=stamp), memory

    return Stage(name, inputs, name, step, None)


def test_stages_come_and_go_while_another_thread_ticks() -> None:
    board = Board()
    pipeline = Pipeline(board)
    pipeline.add_source("camera")
    pipeline.add(counting("merged", "camera"))
    pipeline.add(counting("stable", "merged"))
    clock = iter(range(1, 1_000_000))
    lock = threading.Lock()

    def tick() -> None:
        with lock:
            stamp = float(next(clock))
            ticked = pipeline.tick(stamp, {"camera": at_x(0.0, stamp=stamp)})
        assert {world.stamp for world in ticked.values()} == {stamp}
        assert set(ticked) in ({"camera", "merged", "stable"}, {"camera", "merged", "stable", "extra"})
        assert [ticked[name].pose("mug").position[0] for name in ("camera", "merged", "stable")] in (
            [0.0, 1.0, 2.0],
            [0.0, 1.0, 3.0],
        )

    with hammering(tick, threads=1):
        for _ in range(100):
            pipeline.add(counting("extra", "merged"), before="stable")
            pipeline.replace("stable", counting("stable", "extra"))
            pipeline.reorder(["merged", "extra", "stable"])
            pipeline.replace("stable", counting("stable", "merged"))
            pipeline.remove("extra")
    assert [stage.name for stage in pipeline.stages] == ["merged", "stable"]
    board.claim("extra", "someone else").release()
