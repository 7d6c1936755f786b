"""What a run tells a viewer in another process: chapters, then commits as a recording has them."""

import struct
from collections.abc import Iterator, Mapping
from typing import BinaryIO

import msgspec
import numpy as np

from ...geometry import Triangles
from ...imagination import Doubt
from ...runtime import Commit, followed
from ...world import World, decode_delta, encode_delta
from .plans import PlanShown

_LENGTH = struct.Struct("<I")
Mesh = tuple[bytes, bytes]


class Told(msgspec.Struct, array_like=True, tag=0, frozen=True):
    """One chapter to come."""

    name: str
    sentence: str
    live: bool
    meshes: dict[str, Mesh]
    plan: PlanShown | None = None
    doubt: Doubt = Doubt()


class Began(msgspec.Struct, array_like=True, tag=1, frozen=True):
    """The first message: every chapter, and the port asked for."""

    chapters: list[Told]
    port: int | None


class Committed(msgspec.Struct, array_like=True, tag=2, frozen=True):
    """A commit of a chapter. At the end of a tick also when it was made, what it cost and why things are so."""

    chapter: int
    sequence: int
    name: str
    forget_before: float | None
    delta: bytes
    ends_tick: bool
    # All of the world, whatever was told before.
    whole: bool
    wall: float = 0.0
    costs: dict[str, float] = {}
    # None: as they were.
    reasons: dict[str, str] | None = None
    # What the run says of itself. None: as before.
    notes: tuple[str, ...] | None = None


class Said(msgspec.Struct, array_like=True, tag=4, frozen=True):
    """What the run tells a panel of the page at an instant, as JSON."""

    chapter: int
    panel: str
    stamp: float
    value: bytes


class Over(msgspec.Struct, array_like=True, tag=3, frozen=True):
    """Nothing more comes in a chapter."""

    chapter: int
    trouble: str | None


class Opened(msgspec.Struct, frozen=True):
    """The viewer's only answer: where it is, or why it is nowhere."""

    url: str = ""
    trouble: str = ""


Message = Told | Began | Committed | Said | Over
_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)


def framed(message: Message) -> bytes:
    payload = _encoder.encode(message)
    return _LENGTH.pack(len(payload)) + payload


def messages(stream: BinaryIO) -> Iterator[Message]:
    """Everything that comes, until whoever tells it is gone."""
    while len(head := stream.read(_LENGTH.size)) == _LENGTH.size:
        (length,) = _LENGTH.unpack(head)
        payload = stream.read(length)
        if len(payload) < length:
            return
        yield _decoder.decode(payload)


def flat(meshes: Mapping[str, Triangles]) -> dict[str, Mesh]:
    return {name: (mesh.vertices.tobytes(), mesh.faces.tobytes()) for name, mesh in meshes.items()}


def solid(meshes: Mapping[str, Mesh]) -> dict[str, Triangles]:
    return {
        name: Triangles.of(np.frombuffer(vertices, np.float64), np.frombuffer(faces, np.int32))
        for name, (vertices, faces) in meshes.items()
    }


def committed(chapter: int, commit: Commit, *, whole: bool) -> Committed:
    """A commit on the wire; what goes with the end of a tick is for the caller to add."""
    delta = encode_delta(commit.delta)
    return Committed(chapter, commit.sequence, commit.name, commit.forget_before, delta, commit.ends_tick, whole)


class Rebuilt:
    """The worlds of one chapter, followed commit by commit."""

    def __init__(self) -> None:
        self._worlds: dict[str, World] = {}

    def commit(self, told: Committed) -> Commit:
        delta = decode_delta(told.delta)
        before = None if told.whole else self._worlds.get(told.name)
        world = followed(before or World(), delta, told.forget_before)
        self._worlds[told.name] = world
        return Commit(told.sequence, told.name, world.stamp, delta, world, told.forget_before, told.ends_tick)
