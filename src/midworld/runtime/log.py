"""The recording of a run, `run.mwlog`: magic, version, then frames, the first of them the header.

A frame is the payload's length, its crc32, the crc32 of those eight bytes (32 bits each, little-endian), and the
payload: msgpack of a header, a commit, the end of a tick, or, between ticks, a checkpoint from which to go on.
"""

import mmap
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from ..errors import BadInput, DamagedLog, Problem
from ..world import Delta, decode_delta

# As in PNG, a byte beyond ASCII and a line end: a transfer that mangles either one shows at once.
MAGIC = b"\x89MWLOG\r\n"
VERSION = 2
OLDEST = 1
_PREAMBLE = struct.Struct("<8sI")
_LENGTH_CRC = struct.Struct("<II")
_HEAD = struct.Struct("<III")


class Header(msgspec.Struct, array_like=True, tag=0, frozen=True):
    """What is worth knowing of a run: the version of Midworld, the digest of the scene."""

    metadata: dict[str, str]


class CommitRecord(msgspec.Struct, array_like=True, tag=1, frozen=True):
    sequence: int
    name: str
    forget_before: float | None
    delta: bytes


class TickRecord(msgspec.Struct, array_like=True, tag=2, frozen=True):
    """The commits since the last of these became visible at once; `fed` is what made the tick happen."""

    tick: int
    stamp: float
    fed: bytes = b""


class Piece(msgspec.Struct, array_like=True, frozen=True):
    """Entries of a timeline, as the delta that has them, then the instant before which it forgot."""

    entries: bytes
    forget_before: float | None


class CheckpointRecord(msgspec.Struct, array_like=True, tag=3, frozen=True):
    """All there is to go on from after a tick.

    `worlds` are without their timelines, which `pieces` add to since the checkpoint at `previous`; the first of a
    recording that began late has them whole. `memories` is what the writers of worlds remember, or None and `unfit`
    why it cannot be kept. `fed` counts what made ticks happen.
    """

    tick: int
    stamp: float
    sequence: int
    previous: int
    fed: int
    begun: list[str]
    worlds: dict[str, bytes]
    pieces: dict[str, list[Piece]]
    memories: bytes | None
    unfit: str = ""


Record = Header | CommitRecord | TickRecord | CheckpointRecord
CHECKPOINT_TAG = 3
_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Record] = msgspec.msgpack.Decoder(Record)


@dataclass(frozen=True, slots=True, eq=False)
class LoggedCommit:
    """A commit as recorded, its world not rebuilt; `offset` is where the frame that ends its tick stops."""

    sequence: int
    name: str
    delta: Delta
    forget_before: float | None
    ends_tick: bool
    offset: int
    fed: bytes = b""


def preamble() -> bytes:
    return _PREAMBLE.pack(MAGIC, VERSION)


def framed(record: Record) -> bytes:
    payload = _encoder.encode(record)
    length_crc = _LENGTH_CRC.pack(len(payload), zlib.crc32(payload))
    # The length has a checksum of its own: else a flipped bit in it would look like a file cut short.
    return b"".join((length_crc, zlib.crc32(length_crc).to_bytes(4, "little"), payload))


def read_header(path: str | Path) -> Mapping[str, str]:
    """The metadata of a recording. Raises DamagedLog, and BadInput for a file that cannot be opened."""
    with opened(path) as file:
        return LogReader(file, str(path)).header().metadata


def read_log(path: str | Path) -> Iterator[LoggedCommit]:
    """The commits of all whole ticks, with never more than one tick in memory.

    Raises DamagedLog where the file stops making sense or ends within a tick, BadInput if it cannot be opened.
    """
    with opened(path) as file:
        reader = LogReader(file, str(path))
        reader.header()
        for record in reader.records():
            if isinstance(record, LoggedCommit):
                yield record


class LogReader:
    """Where we are in a recording, and what was good so far."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self._file, self._path = file, path
        self._offset = 0
        self._sequence = 0
        self._ticks = 0
        self._stamp: float | None = None

    def header(self) -> Header:
        opening = self._read(_PREAMBLE.size)
        if not opening:
            raise self._damage("the file is empty", cut=True)
        if not MAGIC.startswith(opening[: len(MAGIC)]):
            raise self._damage("this is not a Midworld recording")
        if len(opening) < _PREAMBLE.size:
            raise self._damage("it ends within its first bytes", cut=True)
        _, version = _PREAMBLE.unpack(opening)
        if not OLDEST <= version <= VERSION:
            newer = "a newer Midworld wrote it, or the bytes are wrong" if version > VERSION else "the bytes are wrong"
            raise self._damage(f"it has format {version}, this Midworld reads format {OLDEST} to {VERSION}: {newer}")
        self._offset = len(opening)
        header = self._record()
        if header is None:
            raise self._damage("it ends before its header", cut=True)
        if not isinstance(header, Header):
            raise self._damage("its first frame is not a header")
        return header

    def jump(self, checkpoint: CheckpointRecord, offset: int) -> None:
        """Goes on behind a checkpoint that was found at an offset."""
        self._file.seek(offset)
        self._offset = offset
        self._record()
        self._begin(checkpoint)

    @property
    def offset(self) -> int:
        """Where the next frame begins."""
        return self._offset

    @property
    def sequence(self) -> int:
        """The number of the last commit that was read, or that a checkpoint follows."""
        return self._sequence

    @property
    def ticks(self) -> int:
        """How many whole ticks were read, those before a checkpoint included."""
        return self._ticks

    def records(self) -> Iterator[LoggedCommit | CheckpointRecord]:
        """All commits of whole ticks, and the checkpoints between them."""
        pending: list[CommitRecord] = []
        while (record := self._record()) is not None:
            match record:
                case CommitRecord(sequence):
                    if sequence != self._sequence + 1:
                        raise self._damage(f"commit {sequence} follows commit {self._sequence}")
                    self._sequence = sequence
                    pending.append(record)
                case TickRecord(tick, stamp):
                    if tick != self._ticks + 1:
                        raise self._damage(f"tick {tick} follows tick {self._ticks}")
                    logged = self._decoded(pending, record.fed)
                    self._ticks, self._stamp = tick, stamp
                    pending.clear()
                    yield from logged
                case CheckpointRecord():
                    if pending:
                        raise self._damage("a checkpoint within a tick")
                    if self._ticks == 0 and self._sequence == 0:
                        self._begin(record)
                    elif (record.tick, record.sequence) != (self._ticks, self._sequence):
                        raise self._damage(f"a checkpoint of tick {record.tick} follows tick {self._ticks}")
                    yield record
                case Header():
                    raise self._damage("a second header")
        if pending:
            raise self._damage("its last tick is not complete", cut=True)

    def _begin(self, checkpoint: CheckpointRecord) -> None:
        self._ticks, self._sequence, self._stamp = checkpoint.tick, checkpoint.sequence, checkpoint.stamp

    def _record(self) -> Record | None:
        """The next frame's payload, or None at the end of the file."""
        head = self._read(_HEAD.size)
        if not head:
            return None
        if len(head) < _HEAD.size:
            raise self._damage("its last frame is not complete", cut=True)
        length, crc, check = _HEAD.unpack(head)
        if zlib.crc32(head[: _LENGTH_CRC.size]) != check:
            raise self._damage("the head of a frame does not match its checksum")
        payload = self._read(length)
        if len(payload) < length:
            raise self._damage("its last frame is not complete", cut=True)
        if zlib.crc32(payload) != crc:
            raise self._damage("the content of a frame does not match its checksum")
        try:
            record = _decoder.decode(payload)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise self._damage(f"a frame holds what no recorder writes ({error})") from error
        self._offset += len(head) + length
        return record

    def _decoded(self, records: list[CommitRecord], fed: bytes) -> list[LoggedCommit]:
        logged: list[LoggedCommit] = []
        for record in records:
            try:
                delta = decode_delta(record.delta)
            except (msgspec.MsgspecError, ValueError) as error:
                raise self._damage(f"commit {record.sequence} cannot be decoded ({error})") from error
            ends = record is records[-1]
            logged.append(
                LoggedCommit(record.sequence, record.name, delta, record.forget_before, ends, self._offset, fed)
            )
        return logged

    def _read(self, size: int) -> bytes:
        try:
            return self._file.read(size)
        except OSError as error:
            raise self._damage(f"it cannot be read on ({error.strerror})") from error

    def _damage(self, what: str, *, cut: bool = False) -> DamagedLog:
        return DamagedLog(self._path, self._offset, what, ticks=self._ticks, stamp=self._stamp, cut=cut)


def checkpoints(path: str | Path) -> Iterator[tuple[int, CheckpointRecord]]:
    """Every whole checkpoint of a recording with its offset, found by the heads of its frames alone."""
    with opened(path) as file:
        reader = LogReader(file, str(path))
        reader.header()
        file.seek(0, 2)
        size, offset = file.tell(), reader.offset
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            while offset + _HEAD.size + 2 <= size:
                length, crc, check = _HEAD.unpack_from(data, offset)
                start = offset + _HEAD.size
                if start + length > size or zlib.crc32(data[offset : offset + _LENGTH_CRC.size]) != check:
                    return
                # A record is an array that begins with its tag.
                if length > 1 and data[start + 1] == CHECKPOINT_TAG:
                    payload = data[start : start + length]
                    if zlib.crc32(payload) != crc:
                        return
                    record = _decoder.decode(payload)
                    if isinstance(record, CheckpointRecord):
                        yield offset, record
                offset = start + length


def opened(path: str | Path) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be opened: {error.strerror}")]) from error
