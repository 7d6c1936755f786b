"""The one format of what is recorded and told: a log, a stream between programs and a page's are the same frames.

A frame is the payload's length, its crc32, the crc32 of those eight bytes (32 bits each, little-endian), and the
payload: msgpack of a header, a commit, the end of a tick, or, between ticks, a checkpoint from which to go on. A stream
also has what a provider perceived, and now and then the number of its last tick.
"""

import struct
import zlib

import msgspec

from ..errors import DamagedLog

# As in PNG, a byte beyond ASCII and a line end: a transfer that mangles either one shows at once.
MAGIC = b"\x89MWLOG\r\n"
VERSION = 2
OLDEST = 1
# Of what programs tell each other besides: the records from 4 on, and the questions of `sharing.py`.
STREAM_VERSION = 1
PREAMBLE = struct.Struct("<8sI")
LENGTH_CRC = struct.Struct("<II")
HEAD = struct.Struct("<III")


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


class ObservedRecord(msgspec.Struct, array_like=True, tag=4, frozen=True):
    """What a provider perceived, as a line of `observations.jsonl`; in streams only."""

    line: bytes


class BeatRecord(msgspec.Struct, array_like=True, tag=5, frozen=True):
    """The newest tick of a stream, said again so that whoever missed it notices; in streams only."""

    tick: int


Record = Header | CommitRecord | TickRecord | CheckpointRecord | ObservedRecord | BeatRecord
CHECKPOINT_TAG = 3
_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Record] = msgspec.msgpack.Decoder(Record)


def preamble() -> bytes:
    return PREAMBLE.pack(MAGIC, VERSION)


def framed(record: Record) -> bytes:
    payload = _encoder.encode(record)
    length_crc = LENGTH_CRC.pack(len(payload), zlib.crc32(payload))
    # The length has a checksum of its own: else a flipped bit in it would look like a file cut short.
    return b"".join((length_crc, zlib.crc32(length_crc).to_bytes(4, "little"), payload))


def head_of(head: bytes) -> tuple[int, int]:
    """The length and the checksum of the payload that follows a head. Raises ValueError."""
    length, crc, check = HEAD.unpack(head)
    if zlib.crc32(head[: LENGTH_CRC.size]) != check:
        raise ValueError("the head of a frame does not match its checksum")
    return length, crc


def record_of(payload: bytes, crc: int) -> Record:
    """What a frame holds. Raises ValueError."""
    if zlib.crc32(payload) != crc:
        raise ValueError("the content of a frame does not match its checksum")
    try:
        return _decoder.decode(payload)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"a frame holds what no recorder writes ({error})") from error


def records(data: bytes, source: str) -> list[Record]:
    """The frames of one message of a stream. Raises DamagedLog."""
    found: list[Record] = []
    offset = 0
    while offset < len(data):
        start = offset + HEAD.size
        try:
            if len(data) < start:
                raise ValueError("its last frame is not complete")
            length, crc = head_of(data[offset:start])
            if len(data) < start + length:
                raise ValueError("its last frame is not complete")
            found.append(record_of(data[start : start + length], crc))
        except ValueError as error:
            raise DamagedLog(source, offset, str(error)) from error
        offset = start + length
    return found
