"""Spatial language for any world: eagerly for all things, or on demand for two, with the same answers."""

from dataclasses import dataclass, field

import numpy as np

from ..geometry import BoolArray, FloatArray
from ..world import EntityId, Statement, World
from .direction import CARDINALS, DIRECTIONS, absolute, intrinsic, relative
from .layout import Layout, layout
from .motion import Motion, followed
from .nearness import near, next_to, region_words, regions
from .thresholds import DEFAULT_SPATIAL, SpatialSettings
from .vertical import above
from .viewpoint import Viewpoint, body_viewpoint, eye_viewpoint

ON = "isOn"
NEXT_TO, ABOVE, BELOW, NEAR, FAR, MOVING = "isNextTo", "isAbove", "isBelow", "near", "farFrom", "isMoving"
# The layers of every table: things by things, and one more column for the viewer.
LAYERS = (NEXT_TO, ABOVE, BELOW, *DIRECTIONS, NEAR, FAR)
SPATIAL_PREDICATES = (*LAYERS, MOVING)
TURN = slice(LAYERS.index(DIRECTIONS[0]), LAYERS.index(DIRECTIONS[-1]) + 1)
INTRINSICS = tuple(f"intrinsic{word[0].upper()}{word[1:]}" for word in DIRECTIONS)


@dataclass(frozen=True, slots=True, eq=False)
class SpatialMemory:
    """What was told in one world for one viewer, and since when (nan: not) it has been otherwise."""

    ids: tuple[EntityId, ...] = ()
    told: BoolArray = field(default_factory=lambda: np.zeros((len(LAYERS), 0, 1), dtype=np.bool_))
    since: FloatArray = field(default_factory=lambda: np.zeros((len(LAYERS), 0, 1)))
    motion: Motion = field(default_factory=Motion)
    viewer: EntityId | None = None
    stamp: float | None = None
    facts: frozenset[Statement] = frozenset()


def spatial(
    memory: SpatialMemory,
    world: World,
    *,
    viewer: EntityId | None = None,
    settings: SpatialSettings = DEFAULT_SPATIAL,
    stamp: float,
) -> tuple[SpatialMemory, frozenset[Statement]]:
    """Every spatial fact of a world at an instant, and the memory to ask with next time.

    Without a viewer: isNextTo, isAbove, isBelow, isMoving. With one, as that agent has it: leftOf, rightOf, inFrontOf
    and behind between things, and between things and the agent itself; near and farFrom the agent. The first time, all
    that is true is told at once; later, what has been otherwise for the settling time.
    """
    places = layout(world)
    told, since = _told(memory, places, world, viewer, settings, stamp)
    motion = followed(memory.motion, world, settings=settings, stamp=stamp)
    facts = _facts(memory, places.ids, viewer, told)
    if motion.names != memory.motion.names or facts is not memory.facts:
        facts = facts - {(name, MOVING, True) for name in memory.motion.names - motion.names}
        facts |= {(name, MOVING, True) for name in motion.names}
    return SpatialMemory(places.ids, told, since, motion, viewer, stamp, facts), facts


def holds(
    memory: SpatialMemory,
    world: World,
    statement: Statement,
    *,
    viewer: EntityId | None = None,
    settings: SpatialSettings = DEFAULT_SPATIAL,
    stamp: float,
) -> bool:
    """One fact on demand: what `spatial` would tell at that instant with the same memory, at the cost of two things."""
    subject, predicate, target = statement
    if predicate == MOVING:
        motion = followed(memory.motion, world, settings=settings, stamp=stamp)
        return target is True and subject in motion.names
    places = layout(world)
    names = [EntityId(name) for name in (subject, target) if isinstance(name, str) and name in places.rows]
    few = places.only([places.rows[name] for name in dict.fromkeys(names)])
    told, _ = _told(memory, few, world, viewer, settings, stamp)
    return statement in set(_statements(few.ids, viewer, told))


def directions(
    world: World,
    subject: EntityId,
    target: EntityId,
    *,
    viewer: EntityId | None = None,
    settings: SpatialSettings = DEFAULT_SPATIAL,
) -> frozenset[str]:
    """All that can be said of where one thing is from another, on demand, in every frame that applies.

    In the viewer's frame the plain words (`leftOf`), in the reference's own `intrinsicLeftOf`, in the fixed `westOf`.
    """
    places = layout(world)
    if subject not in places.rows or target not in places.rows:
        return frozenset()
    pair = places.only([places.rows[subject], places.rows[target]])
    found = [(CARDINALS, absolute(pair, settings)), (INTRINSICS, intrinsic(pair, settings))]
    view = None if viewer is None else eye_viewpoint(world, viewer)
    if view is not None:
        found.append((DIRECTIONS, relative(pair, view, settings)))
    return frozenset(
        word for words, slacks in found for word, slack in zip(words, slacks[:, 0, 1], strict=True) if slack > 0
    )


def _told(
    memory: SpatialMemory,
    places: Layout,
    world: World,
    viewer: EntityId | None,
    settings: SpatialSettings,
    stamp: float,
) -> tuple[BoolArray, FloatArray]:
    """The table of what holds for some things, and since when what is true is otherwise."""
    if memory.stamp is None or memory.viewer != viewer:
        true = _true(places, world, viewer, np.zeros(_shape(places.ids), dtype=np.bool_), settings)
        return true, np.full(true.shape, np.nan)
    told, since = _arranged(memory, places.ids)
    changed = _true(places, world, viewer, told, settings) != told
    since = np.where(changed, np.where(np.isnan(since), stamp, since), np.nan)
    # Stamps a period apart may differ from it in their last bits.
    due = changed & (stamp - since >= settings.settle_time - 1e-6)
    return told ^ due, np.where(due, np.nan, since)


def _true(
    places: Layout, world: World, viewer: EntityId | None, told: BoolArray, settings: SpatialSettings
) -> BoolArray:
    """What the poses say; what was told gets the benefit of the doubt."""
    count = len(places.ids)
    true = np.zeros(told.shape, dtype=np.bool_)
    band = np.where(told, -settings.steadiness, 0.0)
    true[0, :, :count] = next_to(places, settings) > band[0, :, :count]
    true[1, :, :count] = above(places, settings) > band[1, :, :count]
    for subject, _, target in world.timeline.held(ON):
        if subject in places.rows and target in places.rows:
            true[1, places.rows[EntityId(subject)], places.rows[EntityId(str(target))]] = True
    true[2, :, :count] = true[1, :, :count].T
    view, stand = (None, None) if viewer is None else (eye_viewpoint(world, viewer), body_viewpoint(world, viewer))
    if view is not None:
        # Half the margin at most, or a chain of relations held by habit would not make one.
        band = np.where(told[TURN, :, :count], -settings.direction_margin / 2, 0.0)
        true[TURN, :, :count] = relative(places, view, settings) > band
    if stand is not None:
        true[TURN, :, count] = _around(places, stand, told[TURN, :, count], settings)
        true[-2, :, count] = near(places, stand, settings) > np.where(told[-2, :, count], -settings.steadiness, 0.0)
        true[-1, :, count] = ~true[-2, :, count]
    return true


def _around(places: Layout, stand: Viewpoint, told: BoolArray, settings: SpatialSettings) -> BoolArray:
    """The words `(4, n)` for the sector each thing is in."""
    words = region_words(int(settings.agent_regions))
    stays = (words[:, :, None] == told[:, None, :]).all(axis=0)
    depth = regions(places, stand, settings) + np.where(stays, settings.steadiness, 0.0)
    return words[:, depth.argmax(axis=0)]


def _arranged(memory: SpatialMemory, ids: tuple[EntityId, ...]) -> tuple[BoolArray, FloatArray]:
    """What is remembered of some things, in another order or with new ones among them."""
    if memory.ids == ids:
        return memory.told, memory.since
    before = {name: row for row, name in enumerate(memory.ids)}
    new = np.array([row for row, name in enumerate(ids) if name in before], dtype=np.intp)
    old = np.array([before[name] for name in ids if name in before], dtype=np.intp)
    told, since = np.zeros(_shape(ids), dtype=np.bool_), np.full(_shape(ids), np.nan)
    into, out_of = np.append(new, len(ids)), np.append(old, len(memory.ids))
    told[:, new[:, None], into] = memory.told[:, old[:, None], out_of]
    since[:, new[:, None], into] = memory.since[:, old[:, None], out_of]
    return told, since


def _shape(ids: tuple[EntityId, ...]) -> tuple[int, int, int]:
    return (len(LAYERS), len(ids), len(ids) + 1)


def _facts(
    memory: SpatialMemory, ids: tuple[EntityId, ...], viewer: EntityId | None, told: BoolArray
) -> frozenset[Statement]:
    """What the table says, the same set as before where nothing has changed."""
    if memory.stamp is None or memory.viewer != viewer or memory.ids != ids:
        return frozenset(_statements(ids, viewer, told))
    changed = told ^ memory.told
    return memory.facts.symmetric_difference(_statements(ids, viewer, changed)) if changed.any() else memory.facts


def _statements(ids: tuple[EntityId, ...], viewer: EntityId | None, told: BoolArray) -> list[Statement]:
    targets: tuple[str, ...] = ids if viewer is None else (*ids, viewer)
    return [(ids[row], LAYERS[layer], targets[column]) for layer, row, column in np.argwhere(told).tolist()]
