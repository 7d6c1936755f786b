"""Parts of worlds: a few things, all that cannot be moved, and everybody."""

from collections.abc import Collection, Mapping
from functools import lru_cache

import numpy as np

from ..geometry import FloatArray, IntArray, local_bounds
from ..world import EntityId, Object, Structure, Timeline, World

# What is nearer than this to a thing may be touched by it; what is there stays there up to the second.
NEAR_M = 0.15
LEAVES_M = 0.3
# What comes this near to a line of sight may be in its way.
IN_THE_WAY_M = 0.05
CARRIED_BY = ("isOn", "isIn")


@lru_cache(maxsize=256)
def movable(structure: Structure) -> frozenset[EntityId]:
    """What can be moved."""
    return frozenset(e.id for e in structure.entities if isinstance(e.role, Object) and not e.role.static)


def part(world: World, things: frozenset[EntityId]) -> World:
    """A world with no movable things but some."""
    structure, rows = _part(world.structure, things & movable(world.structure))
    return (
        world
        if structure is world.structure
        else World(structure, world.state.with_rows(rows), Timeline(), world.stamp)
    )


@lru_cache(maxsize=256)
def _part(structure: Structure, things: frozenset[EntityId]) -> tuple[Structure, IntArray]:
    if things == movable(structure):
        return structure, np.arange(len(structure))
    others = movable(structure) - things
    # What hangs on something goes with it.
    gone = {name for name in structure.ids if name in others or not others.isdisjoint(structure.ancestors(name))}
    kept = [row for row, name in enumerate(structure.ids) if name not in gone]
    return Structure(tuple(structure.entities[row] for row in kept)), np.array(kept, dtype=np.intp)


@lru_cache(maxsize=256)
def common_rows(one: Structure, other: Structure) -> tuple[IntArray, IntArray]:
    """Where the entities are that two structures have in common."""
    both = [name for name in one.ids if name in other.rows]
    return np.array([one.rows[name] for name in both], np.intp), np.array([other.rows[name] for name in both], np.intp)


@lru_cache(maxsize=256)
def common_things(one: Structure, other: Structure) -> tuple[IntArray, IntArray]:
    """Where the movable things are that two structures have in common."""
    mine, theirs = common_rows(one, other)
    things = np.array([one.ids[row] in movable(one) for row in mine.tolist()], dtype=np.bool_)
    return mine[things], theirs[things]


def lying_on(things: set[EntityId], structure: Structure, *timelines: Timeline) -> frozenset[EntityId]:
    """Some things with all that lies in or on them, by any of some accounts, or hangs together with them."""
    known, hanging = movable(structure), _hanging(structure)
    found, new = set(things), set(things)
    placed = frozenset[tuple[object, ...]]().union(*(timeline.held(*CARRIED_BY) for timeline in timelines))
    while new:
        lying = {EntityId(str(each[0])) for each in placed if each[2] in new and each[0] in known}
        new = lying.union(*(hanging.get(name, ()) for name in new)) - found
        found |= new
    return frozenset(found)


@lru_cache(maxsize=256)
def _hanging(structure: Structure) -> Mapping[EntityId, frozenset[EntityId]]:
    """Movable things that hang on one another, each with the others."""
    known = movable(structure)
    found: dict[EntityId, set[EntityId]] = {}
    for name in known:
        for other in structure.ancestors(name):
            if other in known:
                found.setdefault(name, set()).add(other)
                found.setdefault(other, set()).add(name)
    return {name: frozenset(others) for name, others in found.items()}


def near(
    percepts: World, believed: World, things: Collection[EntityId], eyes: FloatArray, there: frozenset[EntityId]
) -> frozenset[EntityId]:
    """What is perceived near where some things are believed to be, or may hide them there from eyes `(k, 3)`.

    What is `there` already stays a little longer.
    """
    structure = percepts.structure
    others = sorted(movable(structure).difference(things))
    if not others:
        return frozenset()
    radii, known = _radii(structure), percepts.poses()[:, :3]
    rows = np.array([structure.rows[name] for name in others], dtype=np.intp)
    own = np.array([structure.rows[name] for name in things], dtype=np.intp)
    places = np.array(
        [believed.pose(name).position if name in believed else known[structure.rows[name]] for name in things]
    )
    reach = radii[rows][:, None] + radii[own][None]
    gaps = np.linalg.norm(known[rows][:, None] - places[None], axis=2) - reach
    ways = np.full(gaps.shape, np.inf)
    for eye in eyes:
        ways = np.minimum(ways, _beside(known[rows], eye, places) - reach)
    stays = np.array([name in there for name in others])
    close = (gaps < np.where(stays, LEAVES_M, NEAR_M)[:, None]) | (
        ways < np.where(stays, 2 * IN_THE_WAY_M, IN_THE_WAY_M)[:, None]
    )
    return frozenset(name for name, each in zip(others, close.any(axis=1).tolist(), strict=True) if each)


def _beside(points: FloatArray, eye: FloatArray, ends: FloatArray) -> FloatArray:
    """How far points `(n, 3)` are from the lines from an eye to some ends `(k, 3)`."""
    way = ends - eye
    share = np.einsum("nj,kj->nk", points - eye, way) / np.maximum((way**2).sum(axis=1), 1e-12)
    nearest = eye + np.clip(share, 0.0, 1.0)[..., None] * way
    return np.linalg.norm(points[:, None] - nearest, axis=2)


@lru_cache(maxsize=256)
def _radii(structure: Structure) -> FloatArray:
    """How large the ball around each entity's frame is that holds all of its shape."""
    radii = np.zeros(len(structure))
    for row, entity in enumerate(structure.entities):
        shape = entity.collision or entity.visual
        if shape is not None:
            box = local_bounds(shape)
            radii[row] = float(np.linalg.norm(np.abs(box.centre) + np.asarray(box.size) / 2))
    return radii
