"""What everybody attends to, as facts of one world: the robot's own, or the one somebody believes in."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray
from ..physics.track import BoolArray
from ..physics.views import View
from ..world import HANDS, EntityId, Entry, Status, World
from ..world.timeline import Statement
from .figures import Figure, figures
from .hands import Trail, in_hand, moving_toward, pointing_at, trails
from .parts import PartView
from .regard import Regard, regards
from .settings import Attention
from .telling import told
from .things import Things, things

SEES, LOOKS_AT, SEES_WITH_HEAD_MOVEMENT = "sees", "looksAt", "seesWithHeadMovement"
POINTS_AT, FOCUSES_ON = "pointsAt", "focusesOn"
IS_PERCEIVING, HAS_HAND_MOVING_TOWARD = "isPerceiving", "hasHandMovingToward"
ATTENTION_PREDICATES = frozenset(
    {SEES, LOOKS_AT, SEES_WITH_HEAD_MOVEMENT, POINTS_AT, FOCUSES_ON, IS_PERCEIVING, HAS_HAND_MOVING_TOWARD}
)
HELD_BY = "isHeldBy"


@dataclass(frozen=True, slots=True, eq=False)
class Noticed:
    """What is remembered from tick to tick, one for each world: pass what the last call returned."""

    stamp: float = float("-inf")
    regards: Mapping[EntityId, Regard] = field(default_factory=lambda: MappingProxyType({}))
    trails: Mapping[EntityId, Trail] = field(default_factory=lambda: MappingProxyType({}))
    pointing: Mapping[EntityId, EntityId] = field(default_factory=lambda: MappingProxyType({}))
    toward: Mapping[EntityId, EntityId] = field(default_factory=lambda: MappingProxyType({}))
    perceiving: frozenset[tuple[EntityId, EntityId]] = frozenset()
    pending: Mapping[Statement, float] = field(default_factory=lambda: MappingProxyType({}))


def notice(
    memory: Noticed,
    world: World,
    views: tuple[View, ...],
    *,
    parts: tuple[PartView, ...] = (),
    settings: Attention,
    stamp: float,
) -> tuple[Noticed, frozenset[Statement]]:
    """Every fact of attention that is true now, with hysteresis but without delay."""
    known = things(world.structure)
    poses = world.poses()[known.rows]
    present: BoolArray = world.state.status[known.rows] != Status.UNKNOWN.value
    people = figures(world, stamp=stamp, settings=settings)
    elapsed = max(stamp - memory.stamp, 0.0)
    seen = regards(memory.regards, views, known, poses, present, settings=settings, elapsed=elapsed)
    paths = trails(memory.trails, people, world, settings=settings)
    after = replace(memory, stamp=stamp, regards=MappingProxyType(seen), trails=MappingProxyType(paths))
    after = _hands(after, world, people, known, poses, present, settings=settings)
    after = replace(after, perceiving=_perceiving(memory.perceiving, parts, settings=settings))
    return after, frozenset(_statements(after, people, known))


def retold(
    memory: Noticed, true: frozenset[Statement], world: World, *, settings: Attention, stamp: float
) -> tuple[Noticed, list[Entry]]:
    """The entries for a world's timeline, each after its delay."""
    delays = {POINTS_AT: settings.points_delay, FOCUSES_ON: settings.points_delay}
    entries, pending = told(
        true,
        world.timeline,
        memory.pending,
        stamp=stamp,
        predicates=ATTENTION_PREDICATES,
        delay=lambda predicate: delays.get(predicate, settings.tell_delay),
    )
    return replace(memory, pending=MappingProxyType(pending)), entries


def _hands(
    memory: Noticed,
    world: World,
    people: tuple[Figure, ...],
    known: Things,
    poses: FloatArray,
    present: BoolArray,
    *,
    settings: Attention,
) -> Noticed:
    """With what each hand points at and moves toward."""
    pointing: dict[EntityId, EntityId] = {}
    toward: dict[EntityId, EntityId] = {}
    for figure in people:
        held = _held_by(world, figure.agent, known)
        free = present & ~held
        regard = memory.regards.get(figure.agent)
        for hand in HANDS:
            name = figure.ids.get(hand)
            if name is None:
                continue
            trail = memory.trails[name]
            goal = moving_toward(trail, memory.toward.get(name), known, poses, free & ~known.static, settings=settings)
            if goal is not None:
                toward[name] = goal
            if in_hand(held, known, poses, figure.parts[hand][:3]):
                continue
            visible = free if regard is None else free & (regard.sees | regard.could)
            last = memory.pointing.get(name)
            target = pointing_at(figure, hand, trail, last, known, poses, visible, settings=settings)
            if target is not None:
                pointing[name] = target
    return replace(memory, pointing=MappingProxyType(pointing), toward=MappingProxyType(toward))


def _held_by(world: World, agent: EntityId, known: Things) -> BoolArray:
    held = {subject for subject, predicate, target in world.timeline.open if predicate == HELD_BY and target == agent}
    return np.array([name in held for name in known.ids], dtype=np.bool_)


def _perceiving(
    before: frozenset[tuple[EntityId, EntityId]], parts: tuple[PartView, ...], *, settings: Attention
) -> frozenset[tuple[EntityId, EntityId]]:
    found: set[tuple[EntityId, EntityId]] = set()
    for view in parts:
        if view.eye.agent is None:
            continue
        for owner, share in zip(view.owners, view.share.tolist(), strict=True):
            pair = (view.eye.agent, owner)
            least = settings.perceives_share_end if pair in before else settings.perceives_share
            if owner != view.eye.agent and share >= least:
                found.add(pair)
    return frozenset(found)


def _statements(memory: Noticed, people: tuple[Figure, ...], known: Things) -> set[Statement]:
    found: set[Statement] = set()
    for agent, regard in memory.regards.items():
        for predicate, flags in (
            (SEES, regard.sees),
            (LOOKS_AT, regard.looks),
            (SEES_WITH_HEAD_MOVEMENT, regard.could),
        ):
            found.update((agent, predicate, known.ids[row]) for row in np.flatnonzero(flags).tolist())
    for figure in people:
        for name in figure.ids.values():
            if name in memory.pointing:
                target = memory.pointing[name]
                found.add((figure.agent, POINTS_AT, target))
                if (figure.agent, LOOKS_AT, target) in found:
                    found.add((figure.agent, FOCUSES_ON, target))
            if name in memory.toward:
                found.add((figure.agent, HAS_HAND_MOVING_TOWARD, memory.toward[name]))
    found.update((one, IS_PERCEIVING, other) for one, other in memory.perceiving)
    return found
