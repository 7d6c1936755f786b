"""The things of a world as they are known: solid where perceived, a ghost where worked out, an outline where lost."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ...geometry import FloatArray, compose, local_bounds
from ...world import Entity, Link, Object, Status, Structure, World
from .chapter import Chapter
from .mesh import model, pieces
from .palette import GROUND, GROUND_DARK, HELD, SHADE, STILL, STILL_DARK, Rgb, colour_of_world, mixed, own_colour
from .picture import Batch, Bytes, Lines, Picture, outline, shown

Mask = npt.NDArray[np.bool_]
# A slab wider than this is what everything stands on, not a thing to look at.
GROUND_M = 3.0
GHOST_OPACITY = 0.38
FAINT_OPACITY = 0.22
MAX_SEGMENTS = 12_000
# From this many on, things are a crowd: drawn more plainly and with less around each.
CROWD = 40
# In a crowd, what is laid over a thing is drawn where it is this far from it: else one hides the other anyway.
APART_M = 0.015


@dataclass(frozen=True, slots=True)
class Look:
    """How a world is to be drawn: as the stage itself or laid over it."""

    stage: bool = True
    dark: bool = False
    real_colours: bool = False
    chosen: frozenset[str] = frozenset()
    # What the chosen agent sees; None while nobody is chosen.
    lit: frozenset[str] | None = None
    # Only these things, where another world is laid over the stage.
    only: frozenset[str] | None = None
    # Only what never moves, for a world that knows nothing of the room.
    furniture: bool = False
    # The stage, for a world that is laid over it.
    over: World | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """All instances of one model in a structure."""

    model: str
    rows: npt.NDArray[np.intp]
    local: FloatArray
    scales: FloatArray
    ids: tuple[str, ...]
    ground: bool


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What of a structure is drawn with what, and which of its rows stay where they are."""

    groups: tuple[Group, ...]
    static: Mask
    things: Mask
    own: Bytes
    has_own: Mask
    moving: npt.NDArray[np.intp]


@lru_cache(maxsize=128)
def plan(structure: Structure, chapter: Chapter) -> Plan:
    """Worked out once for a structure, as everything else about it is."""
    found: dict[tuple[str, bool], list[tuple[int, FloatArray, tuple[float, ...], str]]] = {}
    count = len(structure)
    static, things, has_own = np.zeros(count, bool), np.zeros(count, bool), np.zeros(count, bool)
    own = np.full((count, 3), 128, np.uint8)
    for row, entity in enumerate(structure.entities):
        shape = entity.visual or entity.collision
        if shape is None or not isinstance(entity.role, Object | Link):
            continue
        static[row] = isinstance(entity.role, Link) or entity.role.static
        things[row] = True
        colour = own_colour(entity.colour)
        if colour is not None:
            own[row], has_own[row] = colour, True
        ground = bool(static[row]) and is_ground(entity)
        for piece in pieces(shape, chapter.meshes):
            found.setdefault((piece.model, ground), []).append((row, piece.pose.array, piece.scale, entity.id))
    groups = tuple(
        Group(
            name,
            np.array([row for row, _, _, _ in parts], np.intp),
            np.array([pose for _, pose, _, _ in parts]),
            np.array([scale for _, _, scale, _ in parts]),
            tuple(owner for _, _, _, owner in parts),
            ground,
        )
        for (name, ground), parts in found.items()
    )
    return Plan(groups, static, things, own, has_own, np.flatnonzero(things & ~static))


def is_ground(entity: Entity) -> bool:
    """Whether this is a floor: static and wide."""
    shape = entity.visual or entity.collision
    if shape is None or not (isinstance(entity.role, Object) and entity.role.static):
        return False
    return max(local_bounds(shape).size[:2]) >= GROUND_M


def things(chapter: Chapter, name: str, world: World, look: Look) -> Picture:
    """The things of one world; the stage shows all of them, an overlay what moves and is perceived or believed."""
    layout = plan(world.structure, chapter)
    solid, ghost, traced = _manners(name, world, layout, look)
    if not (solid.any() or ghost.any() or traced.any()):
        return Picture()
    colours = _colours(name, world, layout, look)
    outlined = _trace_colours(name, world, traced, look)
    poses, crowd = world.poses(), is_crowd(world)
    batches: dict[str, Batch] = {}
    traces: dict[Rgb, list[FloatArray]] = {}
    for group in layout.groups:
        places = compose(poses[group.rows], group.local)
        body = model(group.model, chapter.meshes, plain=crowd)
        for kind, mask, opacity in (("solid", solid, None), ("ghost", ghost, _opacity(look))):
            visible = mask[group.rows]
            if visible.any():
                key = f"/{name}/{group.model}/{'ground' if group.ground else kind}"
                there, scales = shown(places, group.scales, visible)
                batches[key] = Batch(body, there, scales, colours[group.rows], group.ids, opacity, not group.ground)
        for colour, mask in outlined.items():
            chosen = mask[group.rows]
            if chosen.any():
                traces.setdefault(colour, []).append(outline(body, places[chosen], group.scales[chosen]))
    lines = {
        f"/{name}/outline/{index}": Lines(np.concatenate(found)[:MAX_SEGMENTS], colour)
        for index, (colour, found) in enumerate(traces.items())
        if sum(map(len, found))
    }
    return Picture(batches, lines)


def _manners(name: str, world: World, layout: Plan, look: Look) -> tuple[Mask, Mask, Mask]:
    """Which rows are solid, which are ghosts, and which are outlined."""
    status = world.state.status
    lost = status == Status.UNKNOWN.value
    moves = layout.things & ~layout.static
    if look.furniture:
        return layout.static, np.zeros_like(moves), np.zeros_like(moves)
    if look.stage:
        solid = layout.things & (layout.static | (status == Status.PERCEIVED.value))
        ghost = moves & ~solid & ~lost
        return solid, ghost, ghost | (moves & lost & np.isfinite(world.state.seen))
    visible = moves & ~lost
    if look.only is not None:
        visible &= _among(world, look.only)
    elif colour_of_world(name) == colour_of_world("source/"):
        visible &= world.state.perceived
    if look.over is not None and look.only is None and is_crowd(world):
        visible &= _apart(world, look.over)
    return np.zeros_like(visible), visible, visible


def _apart(world: World, stage: World) -> Mask:
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


def _opacity(look: Look) -> float:
    return GHOST_OPACITY if look.stage or look.only is not None else FAINT_OPACITY


def _colours(name: str, world: World, layout: Plan, look: Look) -> Bytes:
    colours = np.tile(np.array(colour_of_world(name), np.uint8), (len(world.structure), 1))
    if look.stage:
        colours[world.state.status == Status.HELD.value] = HELD
        if look.real_colours:
            colours[layout.has_own] = layout.own[layout.has_own]
        colours[layout.static] = STILL_DARK if look.dark else STILL
        if look.lit is not None:
            unlit = ~_among(world, look.lit) & layout.things & ~layout.static
            colours[unlit] = mixed(colours[unlit], SHADE, 0.72)
        for group in layout.groups:
            if group.ground:
                colours[group.rows] = GROUND_DARK if look.dark else GROUND
    return colours


def _trace_colours(name: str, world: World, traced: Mask, look: Look) -> dict[Rgb, Mask]:
    """What to outline, by the colour of the outline; a crowd goes without, as edges take longest to draw."""
    held = traced & (world.state.status == Status.HELD.value) if look.stage else np.zeros_like(traced)
    found = {HELD: held, _darker(colour_of_world(name)): traced & ~held}
    return {colour: mask for colour, mask in found.items() if np.count_nonzero(mask) <= CROWD}


def _darker(colour: Rgb) -> Rgb:
    red, green, blue = (round(0.75 * channel) for channel in colour)
    return (red, green, blue)


def _among(world: World, names: frozenset[str]) -> Mask:
    return np.array([each in names for each in world.ids], bool)
