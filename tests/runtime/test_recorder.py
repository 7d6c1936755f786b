import os
import random
import resource
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factories import deltas, thing
from midworld.errors import DamagedLog, RecordingFailed
from midworld.runtime import Board, Commit, Recorder, Retention, Writer, replayed
from midworld.world import Column, Delta, EntityId, Event, State, World, change, encode_delta, encode_world

ENDLESS = Path(__file__).with_name("endless_run.py")
MUG = EntityId("mug")


def as_bytes(commit: Commit) -> tuple[int, str, float, bytes, bytes, bool]:
    delta, world = encode_delta(commit.delta), encode_world(commit.world)
    return (commit.sequence, commit.name, commit.stamp, delta, world, commit.ends_tick)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_replayed_run_has_the_same_bytes(data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run.mwlog"
        board = Board(retention=Retention(entries=2))
        told: list[Commit] = []
        board.subscribe(told.append)
        with Recorder(board, path):
            writers = [board.claim(name, name) for name in ("camera", "merged")]
            for _ in range(data.draw(st.integers(0, 6))):
                chosen = data.draw(st.lists(st.sampled_from(writers), min_size=1, unique_by=id))
                board.commit({writer: data.draw(deltas(board[writer.world])) for writer in chosen})
        assert [as_bytes(commit) for commit in replayed(path)] == [as_bytes(commit) for commit in told]


def test_tables_that_are_not_stored_replay_with_the_same_bytes(tmp_path: Path) -> None:
    board = Board()
    with Recorder(board, tmp_path / "run.mwlog"):
        writer = board.claim("merged", "fuse")
        writer.commit(change(put=[thing("mug")], pose={MUG: [1.0, 0, 0, 0, 0, 0, 1]}))
        fresh = State.fresh(1)
        writer.commit(Delta(columns={"pose": Column((MUG,), fresh.pose), "seen": Column((MUG,), fresh.seen)}))
    *_, last = replayed(tmp_path / "run.mwlog")
    assert encode_world(last.world) == encode_world(board["merged"])


def test_a_recording_that_starts_late_begins_with_all_there_is(tmp_path: Path) -> None:
    board, path = Board(), tmp_path / "run.mwlog"
    writer = board.claim("merged", "fuse")
    writer.commit(change(stamp=1.0, put=[thing("mug")], entries=[Event(1.0, "Pick")]))
    with Recorder(board, path):
        writer.commit(change(stamp=2.0, entries=[Event(2.0, "Place")]))
    first, second = replayed(path)
    assert (first.stamp, second.stamp, second.sequence) == (1.0, 2.0, 2)
    assert encode_world(second.world) == encode_world(board["merged"])
    assert [event.predicate for event in first.world.timeline.events()] == ["Pick"]


def test_a_closed_recorder_lets_the_run_go_on(tmp_path: Path) -> None:
    board = Board()
    recorder = Recorder(board, tmp_path / "run.mwlog", sync=True)
    writer = board.claim("merged", "fuse")
    writer.commit(change(stamp=1.0))
    recorder.close()
    recorder.close()
    writer.commit(change(stamp=2.0))
    assert [commit.stamp for commit in replayed(tmp_path / "run.mwlog")] == [1.0]


def test_a_commit_lost_to_an_interrupt_ends_the_recording_before_it(tmp_path: Path) -> None:
    board = Board()

    def interrupted(commit: Commit) -> None:
        if commit.sequence == 2:
            raise KeyboardInterrupt

    board.subscribe(interrupted)
    with Recorder(board, tmp_path / "run.mwlog"):
        writer = board.claim("merged", "fuse")
        writer.commit(change(stamp=1.0))
        with pytest.raises(KeyboardInterrupt):
            writer.commit(change(stamp=2.0))
        with pytest.raises(RecordingFailed, match="commit 2 never came"):
            writer.commit(change(stamp=3.0))
        writer.commit(change(stamp=4.0))
    assert [commit.stamp for commit in replayed(tmp_path / "run.mwlog")] == [1.0]


def test_every_tick_can_be_read_as_soon_as_it_is_committed(tmp_path: Path) -> None:
    board = Board()
    with Recorder(board, tmp_path / "run.mwlog"):
        writer = board.claim("merged", "fuse")
        for number in range(1, 4):
            writer.commit(change(stamp=float(number)))
            assert [commit.sequence for commit in replayed(tmp_path / "run.mwlog")] == list(range(1, number + 1))


def last_worlds(path: Path) -> tuple[int, dict[str, World], tuple[int, ...]]:
    """How many whole ticks there are, where they led, and how many a reader was told of if the end is missing."""
    ticks = 0
    worlds: dict[str, World] = {}
    try:
        for commit in replayed(path):
            worlds[commit.name] = commit.world
            ticks += commit.ends_tick
    except DamagedLog as damage:
        return ticks, worlds, (damage.ticks,) if damage.cut else (-1,)
    return ticks, worlds, ()


@pytest.mark.parametrize("seed", range(4))
def test_a_killed_process_loses_at_most_its_last_tick(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "run.mwlog"
    told = 0
    with subprocess.Popen([sys.executable, str(ENDLESS), str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(random.Random(seed).randint(1, 120)):
            told = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    ticks, worlds, cut = last_worlds(path)
    assert ticks >= told
    assert cut in ((), (ticks,))
    assert encode_world(worlds["merged"]) == encode_world(worlds["stable"])


@pytest.mark.parametrize("path", ["/dev/full", "/nonexistent/run.mwlog"])
def test_a_recording_that_cannot_begin_says_why(path: str) -> None:
    with pytest.raises(RecordingFailed, match=f"{path}: the run can no longer be recorded: No s"):
        Recorder(Board(), path)


def go_on(writer: Writer) -> None:
    writer.commit(change(put=[thing("mug")]))
    for number in range(1, 1000):
        writer.commit(change(stamp=float(number), pose={MUG: [float(number), 0, 0, 0, 0, 0, 1]}))


def test_a_full_disk_ends_the_recording_well_and_not_the_run(tmp_path: Path) -> None:
    board = Board()
    told: list[int] = []
    path = tmp_path / "run.mwlog"
    # The limit on a file's size stands in for a full disk: the write stops half-way, the next one fails.
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, hard))
    try:
        with Recorder(board, path):
            board.subscribe(lambda commit: told.append(commit.sequence))
            writer = board.claim("merged", "fuse")
            with pytest.raises(RecordingFailed, match=r"run\.mwlog: the run can no longer be recorded: File too large"):
                go_on(writer)
            writer.commit(change(stamp=1000.0))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert told == list(range(1, board.sequence + 1))
    kept = [commit.sequence for commit in replayed(path)]
    assert kept == told[:-2]
    assert 4800 < path.stat().st_size <= 5000
