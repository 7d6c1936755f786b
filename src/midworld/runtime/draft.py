"""Changes of several worlds that are meant to become visible together."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from types import MappingProxyType

from ..errors import Conflict, UnknownName
from ..world import Delta, Entry, Timeline, World
from .commit import canonical


@dataclass(frozen=True, eq=False)
class Claim:
    """The right to write a world, by whom; only one of them counts at a time."""

    world: str
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One step of a draft: who goes from which world, by what, to which."""

    claim: Claim
    before: World
    delta: Delta
    after: World
    memory: object


class Draft:
    """Worlds in the making: reads like a board, and nobody else sees it until it is published."""

    def __init__(self, worlds: Mapping[str, World], memories: Mapping[str, object], *, begun: Container[str]) -> None:
        self._worlds = dict(worlds)
        self._memories = dict(memories)
        self._begun = begun
        self._touched: set[str] = set()
        self.changes: list[Change] = []

    def __getitem__(self, name: str) -> World:
        try:
            return self._worlds[name]
        except KeyError:
            raise UnknownName("world", name, self._worlds) from None

    @property
    def worlds(self) -> Mapping[str, World]:
        """All of them, as they are now."""
        return MappingProxyType(self._worlds)

    @property
    def memories(self) -> Mapping[str, object]:
        """What the writers of worlds remember, as it is now."""
        return MappingProxyType(self._memories)

    def memory(self, name: str) -> object:
        """What the writer of a world remembers; None where it remembers nothing."""
        return self._memories.get(name)

    def put(self, claim: Claim, delta: Delta, memory: object = None) -> World:
        """The world after a change, kept with what its writer remembers.

        Raises Conflict where the change does not fit or time runs backwards.
        """
        name = claim.world
        before = self[name]
        try:
            delta = canonical(delta)
            after = before.apply(delta)
        except Conflict as conflict:
            raise Conflict([f"world '{name}': {reason}" for reason in conflict.reasons]) from conflict
        begun = name in self._begun or name in self._touched
        backwards = begun and after.stamp < before.stamp
        if backwards or not isfinite(after.stamp):
            raise Conflict([f"world '{name}' is at {before.stamp:g} s, it cannot go on at {after.stamp:g} s"])
        self._worlds[name], self._memories[name] = after, memory
        self._touched.add(name)
        self.changes.append(Change(claim, before, delta, after, memory))
        return after

    def include(self, name: str, world: World) -> None:
        """A world that the board was given meanwhile."""
        self._worlds.setdefault(name, world)

    def amend(self, claim: Claim, timeline: Timeline, entries: tuple[Entry, ...], memory: object) -> World:
        """The world just put by the same writer, with a timeline that some more entries led to."""
        last = self.changes.pop()
        assert last.claim is claim
        after = replace(last.after, timeline=timeline)
        delta = replace(last.delta, entries=(*last.delta.entries, *entries))
        self._worlds[claim.world], self._memories[claim.world] = after, memory
        self.changes.append(Change(claim, last.before, delta, after, memory))
        return after
