"""Changes of several worlds that are meant to become visible together."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from math import isfinite

from ..errors import Conflict, UnknownName
from ..world import Delta, World
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


class Draft:
    """Worlds in the making: reads like a board, and nobody else sees it until it is published."""

    def __init__(self, worlds: Mapping[str, World], *, begun: Container[str]) -> None:
        self._worlds = dict(worlds)
        self._begun = begun
        self._touched: set[str] = set()
        self.changes: list[Change] = []

    def __getitem__(self, name: str) -> World:
        try:
            return self._worlds[name]
        except KeyError:
            raise UnknownName("world", name, self._worlds) from None

    def put(self, claim: Claim, delta: Delta) -> World:
        """The world after a change. Raises Conflict where the change does not fit or time runs backwards."""
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
        self._worlds[name] = after
        self._touched.add(name)
        self.changes.append(Change(claim, before, delta, after))
        return after
