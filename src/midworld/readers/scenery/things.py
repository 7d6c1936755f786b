"""The things of a world as they are known: solid where seen, a ghost where worked out, empty where lost."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np
import numpy.typing as npt

from ...geometry import BoolArray, FloatArray, Meshes, compose, local_bounds
from ...world import Entity, Link, Object, Status, Structure, World
from .palette import (
    GROUND,
    GROUND_DARK,
    HELD,
    LOST,
    PLAIN,
    ROBOT,
    SHADE,
    STILL,
    STILL_DARK,
    Rgb,
    colour_of_world,
    mixed,
    own_colour,
)
from .picture import Batch, Bytes, Picture
from .picture import Look as Manner
from .pieces import pieces
from .rests import ties

# A level slab of that size, no thicker than a doorstep is high, is the floor, not a thing to look at.
FLOOR_M, STEP_M = 3.0, 0.3
# What is laid over a thing is drawn where it is this far from it: else one hides the other anyway.
APART_M = 0.015
# What was seen longer ago than this is no observation of now.
RECENT_S = 0.2
# From this many on, things are a crowd: drawn with less around each.
CROWD = 40


@dataclass(frozen=True, slots=True)
class Look:
    """How a world is to be drawn: as the stage itself or laid over it."""

    stage: bool = True
    dark: bool = False
    # In the colour of their world instead of their own.
    by_world: bool = False
    # What the chosen agent sees; None while nobody is chosen.
    lit: frozenset[str] | None = None
    # Only these things, where another world is laid over the stage.
    only: frozenset[str] | None = None
    # Only what never moves, for a world that knows nothing of the room.
    furniture: bool = False
    # The stage, for a world that is laid over it.
    over: World | None = None
    # What else something is in, besides what the world itself knows.
    opened: frozenset[str] = frozenset()
    said: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """All instances of one model in a structure."""

    model: str
    rows: npt.NDArray[np.intp]
    local: FloatArray
    scales: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What of a structure is drawn with what, and which of its rows stay where they are."""

    groups: tuple[Group, ...]
    static: BoolArray
    ground: BoolArray
    things: BoolArray
    own: Bytes
    moving: npt.NDArray[np.intp]


class _Key:
    """Meshes by identity: they are given once for a run and never change."""

    def __init__(self, meshes: Meshes) -> None:
        self.meshes = meshes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.meshes is self.meshes

    def __hash__(self) -> int:
        return id(self.meshes)


def plan(structure: Structure, meshes: Meshes) -> Plan:
    """Worked out once for a structure, as everything else about it is."""
    return _plan(structure, _Key(meshes))


@lru_cache(maxsize=128)
def _plan(structure: Structure, key: _Key) -> Plan:
    found: dict[str, list[tuple[int, FloatArray, tuple[float, ...]]]] = {}
    count = len(structure)
    static, ground, things = np.zeros(count, bool), np.zeros(count, bool), np.zeros(count, bool)
    own = np.tile(np.array(PLAIN, np.uint8), (count, 1))
    for row, entity in enumerate(structure.entities):
        shape = entity.visual or entity.collision
        if shape is None or not isinstance(entity.role, Object | Link):
            continue
        link = isinstance(entity.role, Link)
        static[row] = isinstance(entity.role, Link) or entity.role.static
        ground[row], things[row] = is_ground(entity), True
        own[row] = own_colour(entity.colour) or (ROBOT if link else STILL if static[row] else PLAIN)
        for piece in pieces(shape, key.meshes):
            found.setdefault(piece.model, []).append((row, piece.pose.array, piece.scale))
    groups = tuple(
        Group(
            name,
            np.array([row for row, _, _ in parts], np.intp),
            np.array([pose for _, pose, _ in parts]),
            np.array([scale for _, _, scale in parts]),
        )
        for name, parts in found.items()
    )
    return Plan(groups, static, ground, things, own, np.flatnonzero(things & ~static))


def is_ground(entity: Entity) -> bool:
    """Whether this is a floor: static, wide and thin."""
    shape = entity.visual or entity.collision
    if shape is None or not (isinstance(entity.role, Object) and entity.role.static):
        return False
    across = local_bounds(shape).size
    return min(across[:2]) >= FLOOR_M and across[2] <= STEP_M


def things(meshes: Meshes, name: str, world: World, look: Look) -> Picture:
    """The things of one world; the stage shows all of them, an overlay what moves and is perceived or believed."""
    layout = plan(world.structure, meshes)
    manners = {key: mask for key, mask in _manners(name, world, layout, look) if mask.any()}
    if not manners:
        return Picture()
    colours, poses = _colours(name, world, layout, look), world.poses()
    batches: dict[str, Batch] = {}
    for group in layout.groups:
        for (manner, outline), mask in manners.items():
            visible = mask[group.rows]
            if not visible.any():
                continue
            rows = group.rows[visible]
            batches[f"{name}/{group.model}/{manner}/{'' if outline is None else bytes(outline).hex()}"] = Batch(
                group.model,
                manner,
                _named(world, rows),
                compose(poses[rows], group.local[visible]),
                group.scales[visible],
                colours[rows],
                outline,
                look.said,
            )
    return Picture(batches)


def _named(world: World, rows: npt.NDArray[np.intp]) -> tuple[str, ...]:
    chosen: list[int] = rows.tolist()
    return tuple(world.ids[row] for row in chosen)


_Manner = tuple[Manner, Rgb | None]


def _manners(name: str, world: World, layout: Plan, look: Look) -> Iterator[tuple[_Manner, BoolArray]]:
    """Which rows are drawn in which manner, with which outline."""
    status, hue = world.state.status, colour_of_world(name)
    lost = status == Status.UNKNOWN.value
    moves = layout.things & ~layout.static
    if look.stage:
        hollow = _opened(world, look.opened) & layout.things & ~layout.ground & ~lost
        still = layout.things & layout.static & ~layout.ground
        yield ("ground", None), layout.ground
        yield ("still", None), still & ~hollow
        yield ("glass", LOST), still & hollow
        if look.furniture:
            return
        seen = moves & (status == Status.PERCEIVED.value)
        yield ("solid", hue), seen & ~hollow
        yield ("glass", hue), moves & hollow
        hidden = moves & ~seen & ~hollow & ~lost
        held = hidden & (status == Status.HELD.value)
        yield ("ghost", HELD), held
        yield ("ghost", hue), hidden & ~held
        yield ("lost", LOST), moves & lost & np.isfinite(world.state.seen)
        return
    visible = moves & ~lost
    if look.only is not None:
        yield ("ghost", hue), visible & _among(world, look.only)
        return
    if hue == colour_of_world("source/"):
        visible &= world.state.perceived
    if look.over is not None:
        # A source that fell silent says nothing any more.
        visible &= _apart(world, look.over) & (look.over.stamp - world.state.seen <= RECENT_S)
    yield ("faint", hue), visible


def _opened(world: World, more: Iterable[str]) -> BoolArray:
    """What has something in it."""
    found = np.zeros(len(world.structure), bool)
    found[ties(world.timeline, world.structure).inside[1]] = True
    rows = cast(Mapping[str, int], world.structure.rows)
    found[[rows[name] for name in more if name in rows]] = True
    return found


def _apart(world: World, stage: World) -> BoolArray:
    """Which rows are elsewhere in another world, or not there at all."""
    rows = _rows_in(world.structure, stage.structure)
    gaps = np.abs(world.poses()[:, :3] - stage.poses()[rows, :3]).max(axis=1)
    return (rows < 0) | (gaps > APART_M)


@lru_cache(maxsize=32)
def _rows_in(structure: Structure, other: Structure) -> npt.NDArray[np.intp]:
    """Where another structure has the same entities; -1 where it does not."""
    return np.array([other.rows.get(entity.id, -1) for entity in structure.entities], np.intp)


def is_crowd(world: World) -> bool:
    return len(world.structure) > CROWD


def _colours(name: str, world: World, layout: Plan, look: Look) -> Bytes:
    colours = layout.own.copy()
    if look.by_world or not (look.stage or look.only is not None):
        colours[~layout.static] = colour_of_world(name)
    if look.stage:
        if look.dark:
            colours[layout.static & (layout.own == STILL).all(axis=1)] = STILL_DARK
        if look.lit is not None:
            unlit = ~_among(world, look.lit) & layout.things & ~layout.static
            colours[unlit] = mixed(colours[unlit], SHADE, 0.72)
        colours[layout.ground] = GROUND_DARK if look.dark else GROUND
    return colours


def _among(world: World, names: frozenset[str]) -> BoolArray:
    return np.array([each in names for each in world.ids], bool)
