"""Spatial language for any world: eagerly for all things, or on demand for two, with the same answers."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, kernels
from ..world import EntityId, Statement, World
from .direction import CARDINALS, DIRECTIONS, absolute, close_pairs, intrinsic, relative, relative_of_all
from .layout import Layout, Pairs, layout
from .motion import Motion, followed
from .nearness import near, next_to, region_words, regions, sectors
from .spatial_memory import AROUND, CONVERSE, MOVING, PAIRED, SpatialMemory, cells_of
from .thresholds import DEFAULT_SPATIAL, SpatialSettings
from .vertical import above_and_below
from .viewpoint import Viewpoint, body_viewpoint, eye_viewpoint

ON = "isOn"
SPATIAL_PREDICATES = (*dict.fromkeys((*PAIRED, *AROUND)), MOVING)
INTRINSICS = tuple(f"intrinsic{word[0].upper()}{word[1:]}" for word in DIRECTIONS)
# Layers of pairs: those that are the same for everybody, those that depend on who looks, and every other of these.
STATIC, TURN, HALF = np.arange(3), np.arange(3, 7), np.arange(3, 7, 2)


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
    memory, _ = respatial(memory, world, viewer=viewer, settings=settings, stamp=stamp)
    return memory, memory.facts


def respatial(
    memory: SpatialMemory,
    world: World,
    *,
    viewer: EntityId | None = None,
    settings: SpatialSettings = DEFAULT_SPATIAL,
    stamp: float,
) -> tuple[SpatialMemory, Mapping[Statement, bool]]:
    """The memory to ask with next time, and what has begun (True) or ended: at the cost of what has moved."""
    motion = followed(memory.motion, world, settings=settings, stamp=stamp)
    after, flipped = _retold(memory, layout(world), world, viewer, settings, stamp, motion)
    if memory.viewer != viewer or memory.places.ids != after.places.ids:
        now = after.facts
        return after, {statement: statement in now for statement in memory.facts ^ now}
    changed = dict(zip(after.statements(flipped), after.told[flipped].tolist(), strict=True))
    if motion.moving.tobytes() != memory.motion.moving.tobytes():
        now = motion.names
        changed.update(((name, MOVING, True), name in now) for name in now ^ memory.motion.names)
    return after, changed


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
    after, _ = _retold(memory, few, world, viewer, settings, stamp, memory.motion)
    return statement in after.facts


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
    found = [(CARDINALS, absolute(pair.pairs(), settings)), (INTRINSICS, intrinsic(pair, settings))]
    view = None if viewer is None else eye_viewpoint(world, viewer)
    if view is not None:
        found.append((DIRECTIONS, relative(pair.pairs(), view, settings)))
    return frozenset(
        word for words, slacks in found for word, slack in zip(words, slacks[:, 0, 1], strict=True) if slack > 0
    )


def _retold(
    memory: SpatialMemory,
    places: Layout,
    world: World,
    viewer: EntityId | None,
    settings: SpatialSettings,
    stamp: float,
    motion: Motion,
) -> tuple[SpatialMemory, list[int]]:
    """What is told now, and which cells were not so before, in a memory of the same things.

    Between things of which neither has moved nothing changes but what is due: a relation that was just told lasts.
    """
    fresh = memory.stamp is None or memory.viewer != viewer
    on = world.timeline.held(ON)
    if fresh or memory.places.ids != places.ids:
        memory = memory.blank(places, viewer) if fresh else memory.arranged(places)
        moved = np.arange(len(places.ids))
    else:
        moved = _with_stood(places.moved(memory.places), places, memory.on, on)
    view, stand = (None, None) if viewer is None else (eye_viewpoint(world, viewer), body_viewpoint(world, viewer))
    ahead = () if view is None else _floats(view.ahead)
    standing = () if stand is None else (*_floats(stand.ahead), *_floats(stand.position))
    turned, around = ahead != memory.ahead, standing != memory.stand or len(moved) > 0
    changed: list[int] = []
    if len(moved) or turned:
        pairs = places.pairs(moved)
        changed += _static_changes(memory.pairs, pairs, on, settings)
        changed += _turn_changes(memory, pairs, view, settings, whole=turned)
    if around:
        first = memory.pairs.size
        changed += [first + cell for cell in _around_changes(places, stand, memory.around, settings)]
    before = memory.waiting
    waiting = {cell: before.get(cell, stamp) for cell in changed}
    if before:
        again = _asked_again(len(places.ids), moved, turned=turned, around=around)
        waiting.update((cell, since) for cell, since in before.items() if not again(cell))
    # Stamps a period apart may differ from it in their last bits.
    due = [cell for cell, since in waiting.items() if fresh or stamp - since >= settings.settle_time - 1e-6]
    told = memory.told
    if due:
        told = told.copy()
        told[due] ^= True
        told.setflags(write=False)
        for cell in due:
            del waiting[cell]
        if max(due) >= memory.pairs.size:
            # Which sector a thing is in depends on what was told of that: it is asked once more.
            standing = None
    return SpatialMemory(places, told, MappingProxyType(waiting), on, ahead, standing, motion, viewer, stamp), due


def _with_stood(moved: IntArray, places: Layout, before: frozenset[Statement], on: frozenset[Statement]) -> IntArray:
    """With those that came to stand on something, or do no more."""
    if on is before or on == before:
        return moved
    names = {str(name) for subject, _, target in on ^ before for name in (subject, target)}
    return np.union1d(moved, [row for name in names if (row := places.rows.get(EntityId(name))) is not None]).astype(
        np.intp
    )


def _floats(values: FloatArray) -> tuple[float, ...]:
    return tuple(values.tolist())


def _static_changes(told: BoolArray, pairs: Pairs, on: frozenset[Statement], settings: SpatialSettings) -> list[int]:
    """Where next to, above and below are otherwise than told."""
    rows, slacks = pairs.rows, _static_slacks(pairs, on, settings)
    return _cells_otherwise(told, slacks, rows, STATIC, settings.steadiness)


@lru_cache(maxsize=8)
def _static_slacks(pairs: Pairs, on: frozenset[Statement], settings: SpatialSettings) -> FloatArray:
    """Slacks `(3, k, n)` of next to, above and below, the same for everybody."""
    stands = _stands(on, pairs.layout.ids)
    above, below = above_and_below(pairs, settings)
    above[stands[pairs.rows]], below[stands.T[pairs.rows]] = np.inf, np.inf
    return np.stack([next_to(pairs, settings), above, below])


def _turn_changes(
    memory: SpatialMemory, pairs: Pairs, view: Viewpoint | None, settings: SpatialSettings, *, whole: bool
) -> list[int]:
    """Where the directions between things are otherwise than told; `whole`: also between those that have not moved."""
    told, count, moved = memory.pairs, len(pairs.layout.ids), pairs.rows
    # Half the margin at most, or a chain of relations held by habit would not make one.
    band = settings.direction_margin / 2
    if view is None:
        rows = np.arange(count) if whole else moved
        return cells_of(told[3:, rows], rows, TURN, count)
    if whole:
        rows, columns, limit = close_pairs(pairs, settings, before=memory.places, band=band)
        if kernels is not None:
            layout, ways = pairs.layout, np.array([view.left, -view.ahead])
            margins = settings.direction_overlap, settings.direction_margin, band
            return kernels.direction_cells(
                told, layout.centre, layout.axes, layout.half, ways, rows, columns, limit, *margins
            )
        slacks = relative_of_all(pairs.layout, rows, columns, limit, view, settings)
        # What is told of pairs that are too far apart is over.
        changed, known = told[3::2].copy(), told[3::2, rows, columns]
        changed[:, rows, columns] = _otherwise(slacks, known, band)
        return cells_of(changed, np.arange(count), HALF, count)
    return _cells_otherwise(told, relative(pairs, view, settings), moved, TURN, band)


def _cells_otherwise(told: BoolArray, slacks: FloatArray, rows: IntArray, layers: IntArray, band: float) -> list[int]:
    """The cells of some layers and rows that are otherwise than told by slacks `(l, k, n)`, and their converse."""
    if kernels is not None:
        return kernels.pair_cells(told, slacks, rows, layers, CONVERSE, band)
    return cells_of(_otherwise(slacks, told[layers][:, rows], band), rows, layers, len(told[0]))


def _otherwise(slacks: FloatArray, told: BoolArray, band: float) -> BoolArray:
    """Where the poses do not say what was told, which has the benefit of the doubt."""
    return ((slacks > 0.0) | (told & (slacks > -band))) ^ told


def _around_changes(
    places: Layout, stand: Viewpoint | None, told: BoolArray, settings: SpatialSettings
) -> Sequence[int]:
    """The cells of `(6, n)` that are otherwise than told: words for the sector a thing is in, whether it is near."""
    if stand is None:
        return np.flatnonzero(told).tolist()
    count = int(settings.agent_regions)
    if kernels is not None:
        middles, cosine, sine = sectors(count)
        return kernels.sector_cells(
            told,
            places.centre,
            places.low,
            places.high,
            stand.position,
            stand.ahead,
            middles,
            region_words(count),
            cosine,
            sine,
            settings.steadiness,
            settings.near_distance,
        )
    words = region_words(count)
    stays = (words[:, :, None] == told[:4, None, :]).all(axis=0)
    depth = regions(places, stand, settings) + np.where(stays, settings.steadiness, 0.0)
    close = near(places, stand, settings) > np.where(told[4], -settings.steadiness, 0.0)
    true = np.concatenate([words[:, depth.argmax(axis=0)], [close, ~close]])
    return np.flatnonzero(true != told).tolist()


def _asked_again(count: int, moved: IntArray, *, turned: bool, around: bool) -> Callable[[int], bool]:
    """Whether a cell was looked at just now."""
    rows = frozenset(moved.tolist())

    def again(cell: int) -> bool:
        layer, rest = divmod(cell, count * count)
        if layer >= len(PAIRED):
            return around
        one, other = divmod(rest, count)
        return (turned and layer >= len(STATIC)) or one in rows or other in rows

    return again


@lru_cache(maxsize=32)
def _stands(on: frozenset[Statement], ids: tuple[EntityId, ...]) -> BoolArray:
    """What stands on what, `(n, n)`."""
    rows: dict[str, int] = {name: row for row, name in enumerate(ids)}
    table = np.zeros((len(ids), len(ids)), dtype=np.bool_)
    for subject, _, target in on:
        if subject in rows and target in rows:
            table[rows[subject], rows[str(target)]] = True
    return table
