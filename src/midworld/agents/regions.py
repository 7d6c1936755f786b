"""Rooms as regions: whoever is in one perceives everything and everybody in it, what lies in boxes included."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ..geometry import Bounds, FloatArray, conjugate, rotate
from ..world import Agent, Delta, Ended, Entity, EntityId, Entry, Object, Situation, Statement, Status, World, diff

IN = "isIn"
# The class of what is a region: a static thing whose hollow is the inside of a room.
ROOM = "Room"
Insides = Mapping[EntityId, EntityId]


def rooms(world: World) -> Insides:
    """The region everything with a place is in."""
    return _insides(world, [entity for entity in _hollow(world) if entity.category == ROOM])


def contained(world: World) -> Insides:
    """For people and movable things with a place, the smallest hollow thing each is in: a box, or else a room."""
    found = _insides(world, list(_hollow(world)))
    return {name: holder for name, holder in found.items() if _movable(world.entity(name))}


def perceived_in_region(world: World, agent: EntityId, *, stamp: float) -> frozenset[EntityId]:
    """What somebody perceives at an instant: the room it is in, with all that is in it.

    Whoever is not seen to be there in this world at that instant perceives nothing in it.
    """
    if agent not in world or world.state.seen[world.structure.row(agent)] != stamp:
        return frozenset()
    where = rooms(world)
    here = where.get(agent)
    if here is None:
        return frozenset({agent})
    return frozenset({agent, here, *(name for name, room in where.items() if room == here)})


def settled_in_regions(
    percepts: World, previous: World, *, owner: EntityId | None, heard: Collection[EntityId] = (), stamp: float
) -> Delta:
    """What somebody believes given its percepts: what it perceives, all else as it was, nothing where it looks in vain.

    What has no place gets one again when it is perceived, or `heard` of.
    """
    lost = _lost(percepts, previous, owner, heard, stamp)
    status = np.array(percepts.state.status)
    status[[percepts.structure.row(name) for name in lost]] = Status.UNKNOWN.value
    state = percepts.state.with_tables({"status": status})
    world = World(percepts.structure, state, previous.timeline, stamp)
    true: set[Statement] = {(name, IN, holder) for name, holder in contained(world).items()}
    return replace(diff(previous, world), stamp=stamp, entries=tuple(_changes(true, previous, stamp)))


def _lost(
    percepts: World, previous: World, owner: EntityId | None, heard: Collection[EntityId], stamp: float
) -> list[EntityId]:
    """Who and what has no place: not perceived, and lost before or gone from the room that is in view."""
    where = rooms(percepts)
    fresh = {name for name, seen in zip(percepts.ids, percepts.state.seen.tolist(), strict=True) if seen == stamp}
    view = where.get(owner) if owner is not None and owner in fresh else None
    return [
        name
        for name in percepts.ids
        if name not in fresh
        and _movable(percepts.entity(name))
        and (
            (name in previous and name not in heard and previous.status(name) is Status.UNKNOWN)
            or (view is not None and where.get(name) == view)
        )
    ]


def _changes(true: set[Statement], previous: World, stamp: float) -> Iterator[Entry]:
    held = {statement for statement in previous.timeline.open if statement[1] == IN}
    for subject, predicate, target in sorted(held - true, key=str):
        yield Ended(stamp, predicate, subject, target)
    for subject, predicate, target in sorted(true - held, key=str):
        yield Situation(stamp, predicate, subject, target)


def _insides(world: World, holders: Collection[Entity]) -> Insides:
    """For everything with a place in one of the holders' hollows, the holder whose hollow is the smallest."""
    poses = world.poses()
    somewhere = world.state.status != Status.UNKNOWN.value
    best: dict[EntityId, tuple[float, EntityId]] = {}
    for holder in holders:
        assert isinstance(holder.role, Object)
        row = world.structure.row(holder.id)
        local = rotate(conjugate(poses[row, 3:]), poses[:, :3] - poses[row, :3])
        for inner in (cavity.inner for cavity in holder.role.cavities):
            size = float(np.prod(inner.size))
            for each in np.flatnonzero(somewhere & _within(local, inner)).tolist():
                name = world.ids[each]
                if name != holder.id and (name not in best or size < best[name][0]):
                    best[name] = (size, holder.id)
    return {name: holder for name, (_, holder) in best.items()}


def _within(points: FloatArray, inner: Bounds) -> npt.NDArray[np.bool_]:
    return np.logical_and.reduce((points >= inner.low) & (points <= inner.high), axis=1)


def _hollow(world: World) -> Iterator[Entity]:
    return (each for each in world.structure.entities if isinstance(each.role, Object) and each.role.cavities)


def _movable(entity: Entity) -> bool:
    return isinstance(entity.role, Agent) or (isinstance(entity.role, Object) and not entity.role.static)
