import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from factories import thing
from midworld.errors import BadInput, DamagedLog
from midworld.runtime import Board, Recorder, read_header, read_log, replayed
from midworld.runtime.wire import CommitRecord, Header, Record, TickRecord, framed, preamble
from midworld.world import Delta, EntityId, Event, change, encode_delta, encode_world

MUG = EntityId("mug")
TICKS = 4


def recorded(path: Path) -> list[bytes]:
    """Two worlds over a few ticks in a file; returns the worlds' bytes."""
    board = Board()
    worlds: list[bytes] = []
    board.subscribe(lambda commit: worlds.append(encode_world(commit.world)))
    with Recorder(board, path, metadata={"midworld": "0.1.0"}):
        merged, stable = board.claim("merged", "fuse"), board.claim("stable", "settle")
        for number in range(1, TICKS + 1):
            stamp = number / 2
            arrived = [thing("mug")] if number == 1 else []
            delta = change(stamp=stamp, put=arrived, entries=[Event(stamp, "Pick")], seen={MUG: stamp})
            board.commit({merged: delta, stable: delta})
    return worlds


def read(path: Path) -> tuple[list[bytes], DamagedLog | None]:
    worlds: list[bytes] = []
    try:
        for commit in replayed(path):
            worlds.append(encode_world(commit.world))
    except DamagedLog as damage:
        return worlds, damage
    return worlds, None


def written(path: Path, *records: Record) -> Path:
    path.write_bytes(preamble() + b"".join(framed(record) for record in records))
    return path


def test_a_recording_gives_back_its_commits_and_its_metadata(tmp_path: Path) -> None:
    path = tmp_path / "run.mwlog"
    worlds = recorded(path)
    assert read(path) == (worlds, None)
    assert read_header(path) == {"midworld": "0.1.0"}
    logged = list(read_log(path))
    assert [commit.sequence for commit in logged] == list(range(1, 2 * TICKS + 1))
    assert [commit.ends_tick for commit in logged] == [False, True] * TICKS


def test_any_byte_flipped_is_noticed_and_never_gives_a_wrong_world(tmp_path: Path) -> None:
    path = tmp_path / "run.mwlog"
    worlds = recorded(path)
    data = path.read_bytes()
    for place in range(len(data)):
        flipped = bytearray(data)
        flipped[place] ^= 1 << place % 8
        path.write_bytes(flipped)
        found, damage = read(path)
        assert damage is not None
        assert not damage.cut
        assert damage.offset <= place
        assert len(found) == 2 * damage.ticks
        assert found == worlds[: len(found)]


def test_a_file_cut_anywhere_says_so_and_gives_all_whole_ticks(tmp_path: Path) -> None:
    path = tmp_path / "run.mwlog"
    worlds = recorded(path)
    data = path.read_bytes()
    whole = 0
    for length in range(len(data)):
        path.write_bytes(data[:length])
        found, damage = read(path)
        assert found == worlds[: len(found)]
        assert damage is None or damage.cut
        whole += damage is None
    # Only between two ticks nothing is missing: then it is a recording that stopped earlier.
    assert whole == TICKS


def test_damage_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "run.mwlog"
    recorded(path)
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    _, cut = read(path)
    assert str(cut).startswith(f"{path}: cut off at byte ")
    assert str(cut).endswith(
        "as when a process is killed: its last frame is not complete; "
        "3 whole ticks before it, the last at 1.5 s, can be read"
    )
    path.write_bytes(data + b"garbage that someone appended")
    _, garbage = read(path)
    assert str(garbage) == (
        f"{path}: damaged at byte {len(data)}: the head of a frame does not match its checksum; "
        "4 whole ticks before it, the last at 2 s, can be read"
    )


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "byte 0, as when a process is killed: the file is empty; no tick comes before it"),
        (b"stamp: 1\nobjects: []\n", "damaged at byte 0: this is not a Midworld recording"),
        (b"\x00" * 100, "this is not a Midworld recording"),
        (
            preamble()[:-4] + b"\x03\x00\x00\x00rest",
            "it has format 3, this Midworld reads format 1 to 2: a newer",
        ),
        (preamble()[:-4] + b"\x00\x00\x00\x00rest", "it has format 0"),
        (preamble()[:5], "it ends within its first bytes"),
        (preamble(), "it ends before its header"),
        (preamble() + framed(TickRecord(1, 0.0)), "its first frame is not a header"),
        (preamble() + framed(Header({})) + framed(Header({})), "a second header"),
        (preamble() + framed(Header({})) + b"\x00" * 64, "the head of a frame does not match its checksum"),
    ],
)
def test_what_is_no_recording_is_refused_by_name(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "run.mwlog"
    path.write_bytes(data)
    with pytest.raises(DamagedLog, match=sentence) as raised:
        list(read_log(path))
    assert str(path) in str(raised.value)


def test_a_file_that_cannot_be_opened_is_bad_input(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.mwlog", tmp_path):
        with pytest.raises(BadInput, match="cannot be opened"):
            list(replayed(path))


def commit_record(sequence: int, delta: bytes) -> CommitRecord:
    return CommitRecord(sequence, "merged", None, delta)


EMPTY = encode_delta(Delta())
MISFIT = encode_delta(change(pose={MUG: [0.0] * 7}))


@pytest.mark.parametrize(
    ("records", "sentence"),
    [
        ([commit_record(2, EMPTY)], "commit 2 follows commit 0"),
        ([commit_record(1, EMPTY), commit_record(1, EMPTY)], "commit 1 follows commit 1"),
        ([commit_record(1, EMPTY), TickRecord(2, 0.0)], "tick 2 follows tick 0"),
        ([commit_record(1, b"nonsense"), TickRecord(1, 0.0)], "commit 1 cannot be decoded"),
        ([commit_record(1, MISFIT), TickRecord(1, 0.0)], "commit 1 does not fit what came before .'mug' is not in"),
    ],
)
def test_whole_frames_that_do_not_follow_are_damage(tmp_path: Path, records: Sequence[Record], sentence: str) -> None:
    path = written(tmp_path / "run.mwlog", Header({}), *records)
    with pytest.raises(DamagedLog, match=sentence):
        list(replayed(path))


def test_a_payload_no_recorder_writes_is_damage(tmp_path: Path) -> None:
    path = written(tmp_path / "run.mwlog", Header({}))
    head = len(b"odd").to_bytes(4, "little") + zlib.crc32(b"odd").to_bytes(4, "little")
    with path.open("ab") as file:
        file.write(head + zlib.crc32(head).to_bytes(4, "little") + b"odd")
    with pytest.raises(DamagedLog, match="a frame holds what no recorder writes"):
        list(read_log(path))
