"""From symbols to poses and back: what imagination is asked in, so that it never sees a symbol."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ..errors import MidworldError, UnknownName
from ..geometry import FloatArray, Pose, angle_between, compose, invert
from ..planning import Fact
from ..world import Agent, World, move
from .standing import carried_by, free_spot, loose, on_what, upright, within_what


class Symbol(Protocol):
    """A predicate that is about places: how it is made true of a world, and of what it is true there."""

    @property
    def predicate(self) -> str: ...

    def holds(self, world: World) -> frozenset[Fact]:
        """All facts of it that hold in a world."""
        ...

    def made(self, world: World, fact: Fact) -> World:
        """The world with a fact of it made true."""
        ...


@dataclass(frozen=True, slots=True)
class On:
    """`(on thing support)`: it stands upright on a free spot of it, as near to the middle as there is one."""

    predicate: str = "on"

    def holds(self, world: World) -> frozenset[Fact]:
        return frozenset((self.predicate, thing, support) for thing, support in on_what(world))

    def made(self, world: World, fact: Fact) -> World:
        _, thing, support = fact
        return _put(world, thing, free_spot(world, thing, support))


@dataclass(frozen=True, slots=True)
class In:
    """`(in thing container)`: it is in the middle of its hollow."""

    predicate: str = "in"

    def holds(self, world: World) -> frozenset[Fact]:
        return frozenset((self.predicate, thing, container) for thing, container in within_what(world))

    def made(self, world: World, fact: Fact) -> World:
        _, thing, container = fact
        return _put(world, thing, free_spot(world, thing, container, inside=True))


@dataclass(frozen=True, slots=True)
class At:
    """`(robotAt area)`, or `(at agent area)` without an agent of its own: where somebody stands, by named poses."""

    areas: Mapping[str, Pose]
    agent: str | None = None
    predicate: str = "robotAt"
    near_m: float = 0.25
    near_rad: float = 0.35

    def holds(self, world: World) -> frozenset[Fact]:
        agents = (
            [self.agent]
            if self.agent is not None
            else [each.id for each in world.structure.entities if isinstance(each.role, Agent)]
        )
        return frozenset(
            (self.predicate, area) if self.agent is not None else (self.predicate, agent, area)
            for agent in agents
            for area, pose in self.areas.items()
            if self._near(world.pose(agent), pose)
        )

    def made(self, world: World, fact: Fact) -> World:
        agent = self.agent if self.agent is not None else fact[1]
        if fact[-1] not in self.areas:
            raise UnknownName("area", fact[-1], self.areas)
        return _put(world, agent, self.areas[fact[-1]])

    def _near(self, one: Pose, other: Pose) -> bool:
        away = np.linalg.norm(np.subtract(one.position[:2], other.position[:2]))
        turned = angle_between(np.asarray(one.orientation), np.asarray(other.orientation))
        return bool(away <= self.near_m and turned <= self.near_rad)


@dataclass(frozen=True, slots=True)
class Holding:
    """`(holding thing arm)`: it is at the arm's hand, whose pose is given from the robot's base."""

    robot: str
    hands: Mapping[str, Pose]
    predicate: str = "holding"
    near_m: float = 0.05

    def holds(self, world: World) -> frozenset[Fact]:
        standing = {thing for thing, _ in on_what(world)}
        return frozenset(
            (self.predicate, thing, arm)
            for arm, hand in self.hands.items()
            for thing in world.ids
            if thing not in standing and loose(world, thing) and self._near(world, thing, hand)
        )

    def made(self, world: World, fact: Fact) -> World:
        _, thing, arm = fact
        if arm not in self.hands:
            raise UnknownName("arm", arm, self.hands)
        return _put(world, thing, world.pose(self.robot) @ self.hands[arm])

    def _near(self, world: World, thing: str, hand: Pose) -> bool:
        there = (world.pose(self.robot) @ hand).position
        return bool(np.linalg.norm(np.subtract(world.pose(thing).position, there)) <= self.near_m)


@dataclass(frozen=True, slots=True)
class Upright:
    """`(upright thing)`: it leans less than what counts as toppled."""

    predicate: str = "upright"

    def holds(self, world: World) -> frozenset[Fact]:
        return frozenset((self.predicate, each) for each in world.ids if loose(world, each) and upright(world, each))

    def made(self, world: World, fact: Fact) -> World:
        _, thing = fact
        return world.apply(move(world, thing, Pose(world.pose(thing).position)))


@dataclass(frozen=True, slots=True)
class Translator:
    """Symbols in the order in which they are made true: who moves first carries the rest along."""

    symbols: tuple[Symbol, ...] = (Upright(), On(), In())

    @property
    def about(self) -> frozenset[str]:
        """The predicates it knows."""
        return frozenset(each.predicate for each in self.symbols)

    def facts(self, world: World) -> frozenset[Fact]:
        """All that holds in a world, in symbols."""
        return frozenset[Fact]().union(*(each.holds(world) for each in self.symbols))

    def world(self, world: World, facts: Iterable[Fact]) -> World:
        """A world in which these facts hold, as like the given one as can be. Facts it has no symbol for are left.

        Raises MidworldError where they cannot hold together.
        """
        wanted = sorted(each for each in facts if each[0] in self.about)
        for symbol in self.symbols:
            world = _made(world, symbol, [each for each in wanted if each[0] == symbol.predicate])
        missing = set(wanted) - self.facts(world)
        if missing:
            texts = ", ".join(f"({' '.join(each)})" for each in sorted(missing))
            raise MidworldError(f"{texts} cannot hold together with the rest")
        return world


def _made(world: World, symbol: Symbol, wanted: Sequence[Fact]) -> World:
    """What stands on something is put there after that is put where it stands."""
    waiting = list(wanted)
    while waiting:
        things = {each[1] for each in waiting if len(each) > 2}
        ready = next((each for each in waiting if each[-1] not in things), waiting[0])
        waiting.remove(ready)
        if ready not in symbol.holds(world):
            world = symbol.made(world, ready)
    return world


def _put(world: World, name: str, pose: Pose) -> World:
    """With something elsewhere, and all that stands on it or on what hangs on it brought along."""
    before, after = world.pose(name).array, pose.array
    riders = {each: world.pose(each).array for each in carried_by(world, name)}
    world = world.apply(move(world, name, pose))
    for each, was in riders.items():
        world = world.apply(move(world, each, Pose.of(_along(before, after, was))))
    return world


def _along(before: FloatArray, after: FloatArray, pose: FloatArray) -> FloatArray:
    return compose(compose(after, invert(before)), pose)
