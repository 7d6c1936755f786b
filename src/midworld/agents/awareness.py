"""The facts of a world besides what stands where: attention, space as somebody sees it, reach."""

from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray
from ..relations import SPATIAL_PREDICATES, SpatialMemory, SpatialSettings, respatial
from ..world import Agent, EntityId, Entry, Statement, Structure, Value, World
from .effort import ReachSettings
from .figures import figures
from .kinematics import Kinematics
from .monitor import ATTENTION_PREDICATES, Noticed, notice, retold
from .reach import CAN_REACH, Efforts, ReachMemory, can_reach, reachable
from .settings import Attention
from .telling import told, told_at_once
from .visibility import Looks, VisibilityCache, Watching, watched

REACH = frozenset({CAN_REACH})
# What is within reach changes slowly, and takes long to find out.
REACH_PERIOD_S = 0.2
# Less than this, in metres and shares of a turn, does not change what is left of what.
STILL_M = 0.008
SPATIAL = frozenset(SPATIAL_PREDICATES)
# What somebody knows of others' attention and reach is what the robot finds out, as far as that person can tell.
SHARED = ATTENTION_PREDICATES | REACH
SHARED_SORTED = tuple(sorted(SHARED))


@dataclass(frozen=True, slots=True)
class AwarenessSettings:
    """All settings of these facts, as the scene file gives them."""

    attention: Attention = field(default_factory=Attention)
    spatial: SpatialSettings = field(default_factory=SpatialSettings)
    reach: ReachSettings = field(default_factory=ReachSettings)


@dataclass(frozen=True, slots=True, eq=False)
class Reaching:
    """Who reaches what, when that was last asked, and who was there then."""

    found: ReachMemory = field(default_factory=ReachMemory)
    asked: float = float("-inf")
    present: frozenset[str] = frozenset()

    @property
    def efforts(self) -> Mapping[EntityId, Efforts]:
        """What it takes each agent to get to each thing, those that take a step included."""
        return MappingProxyType({agent: told for agent, told in self.found.told.items() if agent in self.present})


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """Where things were from one pair of eyes, and since when nothing has moved."""

    facts: SpatialMemory = field(default_factory=SpatialMemory)
    poses: FloatArray | None = None
    moved: float = float("-inf")


@dataclass(frozen=True, slots=True, eq=False)
class Awareness:
    """What the robot has found out of everybody's eyes, attention and reach, and of space as it sees it."""

    watching: Watching = field(default_factory=Watching)
    attention: Noticed = field(default_factory=Noticed)
    reach: Reaching = field(default_factory=Reaching)
    space: Space = field(default_factory=Space)


def aware(
    world: World,
    memory: Awareness,
    stamp: float,
    *,
    viewer: EntityId | None,
    visibility: VisibilityCache,
    kinematics: Kinematics,
    settings: AwarenessSettings,
) -> tuple[tuple[Entry, ...], Awareness]:
    """Who comes to attend to, see and reach what, and what comes to be where for one viewer."""
    seen = watched(memory.watching, world, visibility, settings=settings.attention, stamp=stamp)
    attention, attended = attend(memory.attention, world, seen.looks, settings=settings.attention, stamp=stamp)
    reached, within = reach_out(memory.reach, world, settings=settings, kinematics=kinematics, stamp=stamp)
    space, placed = place(memory.space, world, viewer=viewer, settings=settings.spatial, stamp=stamp)
    return (*attended, *within, *placed), Awareness(seen, attention, reached, space)


def attend(
    memory: Noticed, world: World, looks: Looks, *, settings: Attention, stamp: float
) -> tuple[Noticed, list[Entry]]:
    """What everybody starts and stops attending to."""
    noticed, true = notice(memory, world, looks.views, parts=looks.parts, settings=settings, stamp=stamp)
    return retold(noticed, true, world, settings=settings, stamp=stamp)


def reach_out(
    memory: Reaching, world: World, *, settings: AwarenessSettings, kinematics: Kinematics, stamp: float
) -> tuple[Reaching, list[Entry]]:
    """What comes into and goes out of everybody's reach."""
    if 0.0 <= stamp - memory.asked < REACH_PERIOD_S:
        return memory, []
    found, efforts = reachable(memory.found, world, settings=settings.reach, stamp=stamp, kinematics=kinematics)
    present = _present(world, settings.attention, stamp)
    reached = {statement for statement in can_reach(efforts, settings.reach) if statement[0] in present}
    return Reaching(found, stamp, present), _changes(reached, world, REACH, stamp=stamp)


def _present(world: World, settings: Attention, stamp: float) -> frozenset[str]:
    """Robots, and people some part of whom was seen lately: who has left reaches nothing."""
    people = figures(world, stamp=stamp, settings=settings)
    robots = (e.id for e in world.structure.entities if isinstance(e.role, Agent) and e.role.kind == "robot")
    return frozenset((*robots, *(figure.agent for figure in people)))


def place(
    memory: Space, world: World, *, viewer: EntityId | None, settings: SpatialSettings, stamp: float
) -> tuple[Space, list[Entry]]:
    """What comes to be left of, near or above what for one viewer."""
    poses, known, moved = world.poses(), memory.poses, memory.moved
    if known is None or known.shape != poses.shape or bool(np.abs(poses - known).max(initial=0.0) > STILL_M):
        known, moved = poses, stamp
    elif stamp - memory.moved > settings.moving_window + settings.settle_time:
        # Nothing has moved, nobody far enough to matter, since all there is to tell was told.
        return memory, []
    facts, changed = respatial(memory.facts, world, viewer=viewer, settings=settings, stamp=stamp)
    if memory.facts.stamp is None:
        entries = _changes(facts.facts, world, SPATIAL, stamp=stamp)
    else:
        entries = told_at_once(changed, world.timeline, stamp=stamp)
    return Space(facts, known, moved), entries


def known_attention(
    truth: World,
    world: World,
    agent: EntityId,
    perceived: frozenset[EntityId],
    *,
    before: tuple[float, frozenset[EntityId]] | None = None,
    stamp: float,
) -> list[Entry]:
    """What somebody can tell of attention and reach: its own, and of whom it perceives, about what it perceives.

    `before` is when it was last told, and what it perceived then, if it knew the same things: then only what changed
    since is gone through, and what is said of whom and what it no longer or newly perceives.
    """
    changed: dict[Statement, bool] = {}
    if before is not None:
        told, were = before
        changed = truth.timeline.changed(told, *SHARED_SORTED)
        if were is not perceived:
            other = were ^ perceived
            for predicate in SHARED_SORTED:
                spoken = _indexed(truth.timeline.held(predicate))
                changed.update((each, True) for name in other for each in spoken.get(name, ()))
        for each, true in changed.items():
            own, what = each[0] in perceived or each[0] == agent, each[2]
            changed[each] = true and own and what in perceived and what in world.structure
        return told_at_once(changed, world.timeline, stamp=stamp)
    for predicate in SHARED:
        true, held = truth.timeline.held(predicate), world.timeline.held(predicate)
        if true is held:
            continue
        true = _tellable(true, agent, perceived, world.structure)
        changed.update((statement, statement in true) for statement in true ^ held)
    return told_at_once(changed, world.timeline, stamp=stamp)


@lru_cache(maxsize=32)
def _indexed(statements: frozenset[Statement]) -> Mapping[object, Collection[Statement]]:
    """Statements by whom and what they are about: worked out once for all minds, and again when they change."""
    found: dict[object, list[Statement]] = {}
    for statement in statements:
        subject, _, target = statement
        found.setdefault(subject, []).append(statement)
        if target != subject:
            found.setdefault(target, []).append(statement)
    return found


@lru_cache(maxsize=256)
def _tellable(
    true: frozenset[Statement], agent: EntityId, perceived: frozenset[EntityId], known: Structure
) -> frozenset[Statement]:
    """What of some statements is about whom and what somebody perceives and knows."""
    who, what = _spoken_of(true)
    others, unseen = who - perceived - {agent}, what - perceived
    unseen |= {name for name in what if name not in known}
    if not others and not unseen:
        return true
    return frozenset(each for each in true if each[0] not in others and each[2] not in unseen)


@lru_cache(maxsize=32)
def _spoken_of(statements: frozenset[Statement]) -> tuple[frozenset[str], frozenset[Value | None]]:
    """Subjects and objects of some statements: the same are asked for once for everybody."""
    return frozenset(who for who, _, _ in statements), frozenset(what for _, _, what in statements)


def _changes(true: Set[Statement], world: World, predicates: frozenset[str], *, stamp: float) -> list[Entry]:
    entries, _ = told(true, world.timeline, NONE, stamp=stamp, predicates=predicates, delay=_at_once)
    return entries


NONE: Mapping[Statement, float] = MappingProxyType({})


def _at_once(predicate: str) -> float:
    return 0.0
