"""The facts of a world besides what stands where: attention, space as somebody sees it, reach."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from ..agents.effort import ReachSettings
from ..agents.figures import figures
from ..agents.kinematics import Kinematics
from ..agents.monitor import ATTENTION_PREDICATES, Noticed, notice, retold
from ..agents.reach import CAN_REACH, NUMPY, Efforts, ReachMemory, can_reach, reachable
from ..agents.settings import Attention
from ..agents.telling import told
from ..geometry import FloatArray
from ..relations.spatial import SPATIAL_PREDICATES, SpatialMemory, spatial
from ..relations.thresholds import SpatialSettings
from ..world import Agent, EntityId, Entry, World
from ..world.timeline import Statement
from .outlook import Looks

REACH = frozenset({CAN_REACH})
# What is within reach changes slowly, and takes long to find out.
REACH_PERIOD_S = 0.2
# Less than this, in metres and shares of a turn, does not change what is left of what.
STILL_M = 0.008
SPATIAL = frozenset(SPATIAL_PREDICATES)
# What somebody knows of others' attention and reach is what the robot finds out, as far as that person can tell.
SHARED = ATTENTION_PREDICATES | REACH


@dataclass(frozen=True, slots=True)
class AwarenessSettings:
    """All settings of these facts, as the scene file gives them."""

    attention: Attention = field(default_factory=Attention)
    spatial: SpatialSettings = field(default_factory=SpatialSettings)
    reach: ReachSettings = field(default_factory=ReachSettings)


class Awareness:
    """Of the robot's world: everybody's attention and reach, and space as the robot sees it."""

    def __init__(self, settings: AwarenessSettings, *, viewer: EntityId | None, kinematics: Kinematics = NUMPY) -> None:
        self._settings = settings
        self._viewer = viewer
        self._kinematics = kinematics
        self._noticed = Noticed()
        self._reached = ReachMemory()
        self._asked = float("-inf")
        self._here: frozenset[str] = frozenset()
        self._space = Space(settings.spatial, viewer=viewer)

    @property
    def efforts(self) -> Mapping[EntityId, Efforts]:
        """What it takes each agent to get to each thing, those that take a step included."""
        return MappingProxyType({agent: told for agent, told in self._reached.told.items() if agent in self._here})

    def entries(self, world: World, looks: Looks, *, stamp: float) -> list[Entry]:
        """What starts and stops holding in a world as it is now."""
        settings = self._settings.attention
        noticed, true = notice(self._noticed, world, looks.views, parts=looks.parts, settings=settings, stamp=stamp)
        self._noticed, attention = retold(noticed, true, world, settings=settings, stamp=stamp)
        return [*attention, *self._reach(world, stamp), *self._space.entries(world, stamp=stamp)]

    def _reach(self, world: World, stamp: float) -> list[Entry]:
        settings = self._settings.reach
        if 0.0 <= stamp - self._asked < REACH_PERIOD_S:
            return []
        self._asked = stamp
        self._reached, efforts = reachable(
            self._reached, world, settings=settings, stamp=stamp, kinematics=self._kinematics
        )
        self._here = self._present(world, stamp)
        reached = {statement for statement in can_reach(efforts, settings) if statement[0] in self._here}
        return _changes(reached, world, REACH, stamp=stamp)

    def _present(self, world: World, stamp: float) -> frozenset[str]:
        """Robots, and people some part of whom was seen lately: who has left reaches nothing."""
        people = figures(world, stamp=stamp, settings=self._settings.attention)
        robots = (e.id for e in world.structure.entities if isinstance(e.role, Agent) and e.role.kind == "robot")
        return frozenset((*robots, *(figure.agent for figure in people)))


class Space:
    """Where things are from one pair of eyes."""

    def __init__(self, settings: SpatialSettings, *, viewer: EntityId | None) -> None:
        self._settings = settings
        self._viewer = viewer
        self._memory = SpatialMemory()
        self._poses: FloatArray | None = None
        self._moved = float("-inf")

    def _is_still(self, world: World, stamp: float) -> bool:
        """Whether nothing has moved, nobody far enough to matter, since all there is to tell was told."""
        poses = world.poses()
        known = self._poses
        if known is None or known.shape != poses.shape or bool(np.abs(poses - known).max(initial=0.0) > STILL_M):
            self._poses, self._moved = poses, stamp
            return False
        return stamp - self._moved > self._settings.moving_window + self._settings.settle_time

    def entries(self, world: World, *, stamp: float) -> list[Entry]:
        if self._is_still(world, stamp):
            return []
        before = self._memory.facts
        self._memory, true = spatial(self._memory, world, viewer=self._viewer, settings=self._settings, stamp=stamp)
        return [] if true is before else _changes(true, world, SPATIAL, stamp=stamp)


def known_attention(
    truth: World, world: World, agent: EntityId, perceived: Collection[EntityId], *, stamp: float
) -> list[Entry]:
    """What somebody can tell of attention and reach: its own, and of whom it perceives, about what it perceives."""
    true = {
        statement
        for statement in truth.timeline.held(*SHARED)
        if (statement[0] == agent or statement[0] in perceived) and statement[2] in perceived and statement[2] in world
    }
    return _changes(true, world, SHARED, stamp=stamp)


def _changes(true: Collection[Statement], world: World, predicates: frozenset[str], *, stamp: float) -> list[Entry]:
    entries, _ = told(true, world.timeline, NONE, stamp=stamp, predicates=predicates, delay=_at_once)
    return entries


NONE: Mapping[Statement, float] = MappingProxyType({})


def _at_once(predicate: str) -> float:
    return 0.0
