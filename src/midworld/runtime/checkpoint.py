"""All there is to go on from, as a recording keeps it: worlds, timelines piece by piece, and memories."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import cast

from ..errors import UnfitMemory
from ..world import Delta, Entry, Timeline, World, decode_delta, decode_world, encode_delta, encode_world
from .commit import Root
from .values import decode_value, encode_value
from .wire import CheckpointRecord, Piece


@dataclass(slots=True)
class Pieces:
    """What timelines have gained since the last checkpoint, world by world."""

    entries: dict[str, list[Entry]] = field(default_factory=dict[str, list[Entry]])
    closed: dict[str, list[Piece]] = field(default_factory=dict[str, list[Piece]])

    def add(self, name: str, delta: Delta, forget_before: float | None) -> None:
        if delta.entries:
            self.entries.setdefault(name, []).extend(delta.entries)
        if forget_before is not None:
            self.closed.setdefault(name, []).append(_piece(self.entries.pop(name, ()), forget_before))

    def all(self) -> dict[str, list[Piece]]:
        """As they are written."""
        found = {name: list(pieces) for name, pieces in self.closed.items()}
        for name, entries in self.entries.items():
            found.setdefault(name, []).append(_piece(entries, None))
        return found


def _piece(entries: Iterable[Entry], forget_before: float | None) -> Piece:
    return Piece(encode_delta(Delta(entries=tuple(entries))), forget_before)


def checkpoint(
    root: Root, pieces: Pieces, *, tick: int, stamp: float, previous: int, fed: int, whole: bool
) -> CheckpointRecord:
    """A root as a record; `whole` also puts timelines into it that no earlier checkpoint has."""
    unfit, memories = "", None
    try:
        memories = encode_value(root.memories)
    except UnfitMemory as error:
        unfit = str(error)
    worlds = {name: encode_world(world if whole else _bare(world)) for name, world in root.worlds.items()}
    told = {} if whole else pieces.all()
    return CheckpointRecord(
        tick, stamp, root.sequence, previous, fed, sorted(root.begun), worlds, told, memories, unfit
    )


def worlds_of(chain: Sequence[CheckpointRecord]) -> Mapping[str, World]:
    """The worlds at the last of a chain of checkpoints, from the first of a recording on."""
    timelines: dict[str, Timeline] = {}
    for record in chain:
        if not record.previous:
            timelines = {name: decode_world(data).timeline for name, data in record.worlds.items()}
        for name, pieces in record.pieces.items():
            for piece in pieces:
                timeline = timelines.get(name, Timeline()).append(*decode_delta(piece.entries).entries)
                forgotten = piece.forget_before
                timelines[name] = timeline if forgotten is None else timeline.forgetting(forgotten)
    bare = {name: decode_world(data) for name, data in chain[-1].worlds.items()}
    return {name: replace(world, timeline=timelines.get(name, Timeline())) for name, world in bare.items()}


def root_of(record: CheckpointRecord, worlds: Mapping[str, World], *, homes: Sequence[str] = ()) -> Root:
    """What to go on from. Raises UnfitMemory where memories were not or cannot be kept."""
    if record.memories is None:
        raise UnfitMemory(record.unfit)
    memories = decode_value(record.memories, homes=homes)
    if not isinstance(memories, Mapping):
        raise UnfitMemory("a checkpoint holds no memories")
    known = cast(Mapping[str, object], memories)
    return Root(MappingProxyType(dict(worlds)), known, record.sequence, frozenset(record.begun))


def _bare(world: World) -> World:
    return replace(world, timeline=Timeline())
