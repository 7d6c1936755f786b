"""Others' worlds on a board of one's own: the same values, under the names of those who write them."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

import msgspec
import numpy as np

from ..errors import Conflict, MidworldError, NotAllowed
from ..limits import STAMP
from ..world import Delta, Entity, Entry, Field, Situation, Timeline, World, diff
from .board import Board, Change, Writer
from .commit import followed
from .log import LoggedCommit
from .transport import named

# What is larger than this is no scene (chosen; benchmarks go to 1,000).
MOST_ENTITIES = 100_000


class Claimed(Protocol):
    """Gives a world of the board to the one who writes it elsewhere. Raises WriterTaken."""

    def __call__(self, name: str, writer: str) -> Writer: ...


class Mirror:
    """Takes others' ticks to a board, each at once.

    `claim` gives a world of the board to a peer, `owner` asks who is to write it, and `observe` is told what providers
    perceive. Worlds of a peer that is gone stay, and are `stale`.
    """

    def __init__(
        self,
        board: Board,
        claim: Claimed,
        owner: Callable[[str], str | None],
        observe: Callable[[str, Sequence[bytes]], None] = lambda peer, lines: None,
    ) -> None:
        self._board, self._claim, self._owner, self._observe = board, claim, owner, observe
        self._writers: dict[str, tuple[str, Writer]] = {}
        self.stale: dict[str, str] = {}
        # Whose the stale ones were.
        self._lost: dict[str, str] = {}

    def owned(self, name: str) -> str | None:
        """The peer that writes a world of the board, if it is another's."""
        held = self._writers.get(name)
        return None if held is None else held[0]

    def begin(self, peer: str, worlds: Mapping[str, World]) -> None:
        changes: list[Change] = []
        for name, world in worlds.items():
            _check_world(world)
            writer = self._writer(peer, name)
            before = self._board.snapshot()[name]
            changes.append(Change(writer, before, _difference(before, world), world))
        self._publish(changes)

    def tick(self, peer: str, commits: Sequence[LoggedCommit], observed: Sequence[bytes]) -> None:
        changes: list[Change] = []
        newest: dict[str, World] = {}
        for logged in commits:
            check_delta(logged.delta)
            writer = self._writer(peer, logged.name)
            before = newest.get(logged.name) or self._board.snapshot()[logged.name]
            after = newest[logged.name] = followed(before, logged.delta, logged.forget_before)
            changes.append(Change(writer, before, logged.delta, after).checked(begun=len(before.structure) > 0))
        self._publish(changes)
        if observed:
            self._observe(peer, observed)

    def gone(self, peer: str) -> None:
        for name, (owner, writer) in list(self._writers.items()):
            if owner == peer:
                del self._writers[name]
                Board.release(self._board, writer)
                self.stale[name] = f"{named(peer)}, who wrote it, is gone"
                self._lost[name] = peer

    def back(self, peer: str) -> None:
        for name in [name for name, owner in self._lost.items() if owner == peer]:
            # Until the host has heard it claim them again, they are not its own.
            with suppress(MidworldError):
                self._writer(peer, name)
                self._found(name)

    def _publish(self, changes: Sequence[Change]) -> None:
        for change in changes:
            self._found(change.writer.world)
        if changes:
            self._board.publish(changes)

    def _found(self, name: str) -> None:
        self.stale.pop(name, None)
        self._lost.pop(name, None)

    def _writer(self, peer: str, name: str) -> Writer:
        """The right to write a peer's world. Raises NotAllowed where it is not the peer's."""
        held = self._writers.get(name)
        if held is not None and held[0] == peer:
            return held[1]
        owner = self._owner(name)
        if owner != peer:
            whose = "nobody's" if owner is None else f"written by '{named(owner)}'"
            raise NotAllowed(f"world '{name}'", f"is {whose}; what '{named(peer)}' told of it is left out")
        if held is not None:
            Board.release(self._board, held[1])
        writer = self._claim(name, named(peer))
        self._writers[name] = (peer, writer)
        return writer


def check_delta(delta: Delta) -> None:
    """Raises Conflict for numbers that are none and for more things than there can be."""
    if delta.stamp is not None and delta.stamp not in STAMP:
        raise Conflict([f"a change at {delta.stamp:g} s; stamps are {STAMP}"])
    if len(delta.entities) > MOST_ENTITIES:
        raise Conflict([f"a change of {len(delta.entities)} entities; at most {MOST_ENTITIES} are taken"])
    for name, column in delta.columns.items():
        _check_table(name, column.values)
    for entity in delta.entities.values():
        if entity is not None:
            _check_entity(entity)
    _check_entries(delta.entries)


def _check_world(world: World) -> None:
    columns = {name: getattr(world.state, name) for name in world.state.__slots__}
    if world.stamp not in STAMP or len(world.structure) > MOST_ENTITIES:
        raise Conflict([f"a world at {world.stamp:g} s with {len(world.structure)} entities"])
    for name, table in columns.items():
        _check_table(name, table)
    for entity in world.structure.entities:
        _check_entity(entity)
    _check_entries(tuple(world.timeline.entries))


def _check_table(name: Field | str, values: "np.ndarray[tuple[int, ...], np.dtype[np.generic]]") -> None:
    if name in ("perceived", "plausible"):
        sound = bool((values.view(np.uint8) <= 1).all())
    elif name == "status":
        sound = bool((values.view(np.uint8) <= 3).all())
    elif name == "seen":
        sound = not bool(np.isnan(values.astype(np.float64)).any())
    else:
        sound = bool(np.isfinite(values.astype(np.float64, copy=False)).all())
    if not sound:
        raise Conflict([f"{name} holds what is no value of it"])


def _check_entity(entity: Entity) -> None:
    if not _is_sound(msgspec.to_builtins(entity)):
        raise Conflict([f"'{entity.id}' has a number that is none"])


def _is_sound(value: object) -> bool:
    if isinstance(value, float):
        return value == value
    if isinstance(value, dict):
        return all(map(_is_sound, value.values()))  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
    if isinstance(value, list | tuple):
        return all(map(_is_sound, value))  # pyright: ignore[reportUnknownArgumentType]
    return True


def _check_entries(entries: Sequence[Entry]) -> None:
    for entry in entries:
        if _stamp(entry) not in STAMP:
            raise Conflict([f"'{entry.predicate}' at {_stamp(entry):g} s; stamps are {STAMP}"])


def _difference(before: World, after: World) -> Delta:
    """What leads from a world to one that was told whole: also entries that were missed, as far as they are known."""
    delta = diff(replace(before, timeline=Timeline()), replace(after, timeline=Timeline()))
    latest = before.timeline.latest
    known = {entry for entry in before.timeline.entries if _stamp(entry) == latest}
    missed = [
        entry
        for entry in after.timeline.entries
        if _stamp(entry) > latest or (_stamp(entry) == latest and entry not in known)
    ]
    return replace(delta, entries=tuple(missed))


def _stamp(entry: Entry) -> float:
    if isinstance(entry, Situation):
        return entry.start if entry.end is None else entry.end
    return entry.stamp
