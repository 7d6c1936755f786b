"""The recording of a run, `run.mwlog`: magic, version, then the frames of `wire.py`, the first of them the header."""

import mmap
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from ..errors import BadInput, DamagedLog, Problem
from ..world import Delta, decode_delta
from .wire import (
    CHECKPOINT_TAG,
    HEAD,
    LENGTH_CRC,
    MAGIC,
    OLDEST,
    PREAMBLE,
    VERSION,
    BeatRecord,
    CheckpointRecord,
    CommitRecord,
    Header,
    ObservedRecord,
    Record,
    TickRecord,
    head_of,
    record_of,
)

# What a provider perceived at once, a line each; in streams only.
Observed = tuple[bytes, ...]


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

    def __init__(self, file: BinaryIO, path: str, *, streams: bool = False) -> None:
        self._file, self._path, self._streams = file, path, streams
        self._offset = 0
        self._sequence = 0
        self._ticks = 0
        self._stamp: float | None = None

    def header(self) -> Header:
        opening = self._read(PREAMBLE.size)
        if not opening:
            raise self._damage("the file is empty", cut=True)
        if not MAGIC.startswith(opening[: len(MAGIC)]):
            raise self._damage("this is not a Midworld recording")
        if len(opening) < PREAMBLE.size:
            raise self._damage("it ends within its first bytes", cut=True)
        _, version = PREAMBLE.unpack(opening)
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

    def records(self) -> Iterator[LoggedCommit | CheckpointRecord | Observed]:
        """All commits of whole ticks, and the checkpoints between them; of a stream also what was observed."""
        pending: list[CommitRecord] = []
        observed: list[bytes] = []
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
                    if observed:
                        yield tuple(observed)
                        observed.clear()
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
                case ObservedRecord(line) if self._streams:
                    observed.append(line)
                case ObservedRecord() | BeatRecord():
                    raise self._damage("what is told in streams only")
        if pending:
            raise self._damage("its last tick is not complete", cut=True)

    def _begin(self, checkpoint: CheckpointRecord) -> None:
        self._ticks, self._sequence, self._stamp = checkpoint.tick, checkpoint.sequence, checkpoint.stamp

    def _record(self) -> Record | None:
        """The next frame's payload, or None at the end of the file."""
        head = self._read(HEAD.size)
        if not head:
            return None
        if len(head) < HEAD.size:
            raise self._damage("its last frame is not complete", cut=True)
        try:
            length, crc = head_of(head)
        except ValueError as error:
            raise self._damage(str(error)) from error
        payload = self._read(length)
        if len(payload) < length:
            raise self._damage("its last frame is not complete", cut=True)
        try:
            record = record_of(payload, crc)
        except ValueError as error:
            raise self._damage(str(error)) from error
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
            while offset + HEAD.size + 2 <= size:
                length, crc, check = HEAD.unpack_from(data, offset)
                start = offset + HEAD.size
                if start + length > size or zlib.crc32(data[offset : offset + LENGTH_CRC.size]) != check:
                    return
                # A record is an array that begins with its tag.
                if length > 1 and data[start + 1] == CHECKPOINT_TAG:
                    payload = data[start : start + length]
                    if zlib.crc32(payload) != crc:
                        return
                    record = record_of(payload, crc)
                    if isinstance(record, CheckpointRecord):
                        yield offset, record
                offset = start + length


def opened(path: str | Path) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be opened: {error.strerror}")]) from error
