"""What everybody attends to, as facts of one world: the robot's own, or the one somebody believes in."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from ..geometry import BoolArray, FloatArray
from ..physics import View
from ..world import HANDS, EntityId, Entry, Statement, Status, World
from .cones import cones, gaps
from .figures import Figure, figures
from .hands import GAZE_RAD, Motion, Trail, moving_toward, pointing_at, trails
from .parts import PartView
from .regard import LOOKS_AT, SEES, SEES_WITH_HEAD_MOVEMENT, Regard, gazes, regards
from .settings import Attention
from .telling import told
from .things import Things, things

POINTS_AT, FOCUSES_ON = "pointsAt", "focusesOn"
IS_PERCEIVING, HAS_HAND_MOVING_TOWARD = "isPerceiving", "hasHandMovingToward"
ATTENTION_PREDICATES = frozenset(
    {SEES, LOOKS_AT, SEES_WITH_HEAD_MOVEMENT, POINTS_AT, FOCUSES_ON, IS_PERCEIVING, HAS_HAND_MOVING_TOWARD}
)
HELD_BY = "isHeldBy"
# What is held is this near to the hand that holds it.
HELD_M = 0.25


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
    paths = trails(memory.trails, people, world, settings=settings)
    motions = _motions(replace(memory, trails=paths), people, settings)
    # Eyes first, then the lines of every hand.
    origins, axes = gazes(views)
    places = np.array([motion.place for motion in motions]).reshape(-1, 3)
    angles, distances = cones(
        known,
        poses,
        np.concatenate([origins, places.repeat([len(motion.axes) for motion in motions], axis=0)]),
        np.concatenate([axes, *(motion.axes for motion in motions)]),
        widest=_widest(settings),
    )
    eyes = len(views)
    seen = regards(memory.regards, views, known, axes, angles[:eyes], present, settings=settings, elapsed=elapsed)
    after = replace(memory, stamp=stamp, regards=MappingProxyType(seen), trails=MappingProxyType(paths))
    after = _hands(after, world, motions, known, poses, present, angles[eyes:], distances[eyes:], settings=settings)
    after = replace(after, perceiving=_perceiving(memory.perceiving, parts, settings=settings))
    return after, _statements(after, people)


def _widest(settings: Attention) -> float:
    """Farther off any line, in radians, it does not matter how far."""
    looks, points = (settings.looks_angle, settings.looks_angle_end), (settings.points_angle, settings.points_angle_end)
    widest = max(*looks, *points, settings.toward_angle, settings.toward_angle_end)
    return max(GAZE_RAD, math.radians(widest))


def retold(
    memory: Noticed, true: frozenset[Statement], world: World, *, settings: Attention, stamp: float
) -> tuple[Noticed, list[Entry]]:
    """The entries for a world's timeline, each after its delay; what is told of focus follows from the rest told."""
    entries, pending = told(
        true,
        world.timeline,
        memory.pending,
        stamp=stamp,
        predicates=ATTENTION_PREDICATES,
        delay=lambda predicate: _delay(predicate, settings),
    )
    pending = {statement: since for statement, since in pending.items() if statement[1] != FOCUSES_ON}
    known = set(world.timeline.held(POINTS_AT, LOOKS_AT))
    for entry in entries:
        # What starts is not yet held, and what ends is.
        known ^= {(str(entry.subject), entry.predicate, entry.object)}
    focused = {
        (who, FOCUSES_ON, what) for who, how, what in known if how == POINTS_AT and (who, LOOKS_AT, what) in known
    }
    focus, _ = told(focused, world.timeline, {}, stamp=stamp, predicates=frozenset({FOCUSES_ON}), delay=lambda _: 0.0)
    return replace(memory, pending=MappingProxyType(pending)), entries + focus


def _delay(predicate: str, settings: Attention) -> float:
    if predicate == FOCUSES_ON:
        return float("inf")
    return settings.points_delay if predicate == POINTS_AT else settings.tell_delay


def _hands(
    memory: Noticed,
    world: World,
    motions: list[Motion],
    known: Things,
    poses: FloatArray,
    present: BoolArray,
    angles: FloatArray,
    distances: FloatArray,
    *,
    settings: Attention,
) -> Noticed:
    """With what each hand points at and moves toward; angles off and distances along the lines of all hands."""
    holding = world.timeline.held(HELD_BY)
    pointing: dict[EntityId, EntityId] = {}
    toward: dict[EntityId, EntityId] = {}
    first = 0
    for motion in motions:
        lines, first = slice(first + 1, first + len(motion.axes)), first + len(motion.axes)
        angle, distance, name = angles[lines.start - 1], distances[lines.start - 1], motion.hand
        held = known.named(*(subject for subject, _, holder in holding if holder == motion.agent))
        free = present & ~held
        last = memory.toward.get(name)
        goal = moving_toward(motion.speed, last, known, angle, distance, free & ~known.static, settings=settings)
        if goal is not None:
            toward[name] = goal
        if lines.start == lines.stop:
            continue
        if held.any() and (gaps(known, poses, np.flatnonzero(held), motion.place) <= HELD_M).any():
            continue
        regard = memory.regards.get(motion.agent)
        visible = free if regard is None else free & (regard.sees | regard.could)
        off: FloatArray = np.min(angles[lines], axis=0)
        near: FloatArray = np.min(distances[lines], axis=0)
        gaze = None if regard is None else regard.angle
        target = pointing_at(memory.pointing.get(name), known, off, near, gaze, visible, settings=settings)
        if target is not None:
            pointing[name] = target
    return replace(memory, pointing=MappingProxyType(pointing), toward=MappingProxyType(toward))


def _motions(memory: Noticed, people: tuple[Figure, ...], settings: Attention) -> list[Motion]:
    return [
        Motion.of(figure, hand, memory.trails[figure.ids[hand]], memory.pointing, settings)
        for figure in people
        for hand in HANDS
        if hand in figure.ids
    ]


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


def _statements(memory: Noticed, people: tuple[Figure, ...]) -> frozenset[Statement]:
    found = set[Statement]().union(*(regard.facts for regard in memory.regards.values()))
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
    return frozenset(found)
