"""What people reach from where they stand: kept while they lean, turn or step away, lost when a thing is moved."""

import numpy as np

from ..geometry import FloatArray
from ..planning import Fact
from ..world import Agent, EntityId, World

REACHES = "canReach"
# What holds but for a moment: a percept that is off, a hand in front of the camera.
MOMENT_S = 2.0
# A thing this far from where it was reached is another matter; a person this far has left. Chosen: a step is 0.7 m.
MOVED_M, LEFT_M = 0.10, 1.0


class Reaches:
    """Remembers who reached what, and from where.

    A robot's reach is as it is seen. Somebody who turns round, bends over something or walks off has not lost what
    they reach: they would again, back in their place. Whether they are there is another question (`left`).
    """

    def __init__(self) -> None:
        self._lately: dict[Fact, float] = {}
        self._things: dict[Fact, FloatArray] = {}
        self._stood: dict[str, FloatArray] = {}

    def known(self, seen: frozenset[Fact], world: World, now: float) -> frozenset[Fact]:
        """Facts that are seen, with what is reached though it is not seen at this moment."""
        for fact in (each for each in seen if each[0] == REACHES):
            self._lately[fact] = now
            if is_person(world, fact[1]) and fact[2] in world:
                self._things[fact] = _place(world, fact[2])
                self._stood[fact[1]] = _place(world, fact[1])
        return seen | {fact for fact, stamp in self._lately.items() if self._lasts(fact, stamp, world, now)}

    def left(self, name: str, world: World) -> bool:
        """Whether somebody has gone from where they reached anything."""
        stood = self._stood.get(name)
        return stood is not None and float(np.linalg.norm(_place(world, name)[:2] - stood[:2])) > LEFT_M

    def forget(self, name: str, thing: str) -> None:
        """Somebody does not reach a thing after all."""
        self._lately.pop((REACHES, name, thing), None)

    def _lasts(self, fact: Fact, stamp: float, world: World, now: float) -> bool:
        if now - stamp < MOMENT_S:
            return True
        place = self._things.get(fact)
        return place is not None and float(np.linalg.norm(_place(world, fact[2]) - place)) < MOVED_M


def is_person(world: World, name: str) -> bool:
    """Whether a name is that of a person in a world."""
    role = world.entity(EntityId(name)).role if name in world else None
    return isinstance(role, Agent) and role.kind == "human"


def _place(world: World, name: str) -> FloatArray:
    return np.asarray(world.pose(name).position)
