"""What an agent's own percepts are, given what there is and what it perceives of it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from ..geometry import BoolArray, IntArray
from ..world import Agent, BodyPart, Column, Delta, Entity, EntityId, Field, Link, Object, Sensor, Structure, World

# What the robot has not perceived for this long it has to guess; slower than this, it takes it to lie where it is.
GUESSED_S = 0.1
GUESSED_M_S = 0.03


def common_ground(scene: World) -> World:
    """What everybody knows from the start: furniture, and who may be there."""
    known = [entity for entity in scene.structure.entities if _is_common(entity)]
    names = {entity.id for entity in known}
    known = [entity for entity in known if entity.parent is None or entity.parent in names]
    rows = [scene.structure.row(entity.id) for entity in known]
    kept: tuple[Field, ...] = ("pose", "status")
    columns: dict[Field, Column] = {
        name: Column(tuple(e.id for e in known), scene.state.table(name)[rows]) for name in kept
    }
    entities = MappingProxyType({entity.id: entity for entity in known})
    return World(stamp=scene.stamp).apply(Delta(entities=entities, columns=MappingProxyType(columns)))


def glimpsed(percepts: World, truth: World, seen: frozenset[EntityId], *, stamp: float) -> Delta:
    """What an agent's percepts become at an instant: what it perceives is where it is, all else as it was.

    Of people's bodies it sees what there is to see: no more lately than they were perceived at all.
    """
    view = _view(truth.structure, seen)
    put = _news(percepts.structure, truth.structure, view.shown)
    lately = np.where(view.parts, truth.state.seen[view.rows], stamp)
    columns: dict[Field, Column] = {}
    if view.names:
        columns = {
            "pose": Column(view.shown, truth.state.pose[view.shown_rows]),
            "seen": Column(view.names, lately),
        }
    return Delta(stamp, put, MappingProxyType(columns))


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """What is perceived, which of it are parts of bodies, and all whose places that tells."""

    names: tuple[EntityId, ...]
    rows: IntArray
    parts: BoolArray
    shown: tuple[EntityId, ...]
    shown_rows: IntArray


@lru_cache(maxsize=64)
def _view(structure: Structure, seen: frozenset[EntityId]) -> _View:
    names = tuple(name for name in structure.ids if name in seen)
    # A place told against another says nothing without that one's: who sees a robot's hand can tell its arm.
    shown = tuple(dict.fromkeys(each for name in names for each in (name, *structure.ancestors(name))))
    rows = np.array([structure.rows[name] for name in names], dtype=np.intp)
    parts = np.array([isinstance(structure[name].role, BodyPart) for name in names], dtype=np.bool_)
    return _View(names, rows, parts, shown, np.array([structure.rows[name] for name in shown], dtype=np.intp))


@lru_cache(maxsize=64)
def _news(known: Structure, truth: Structure, shown: tuple[EntityId, ...]) -> Mapping[EntityId, Entity]:
    """What is shown and was not known, or not as it is."""
    return MappingProxyType({name: truth[name] for name in shown if name not in known or known[name] != truth[name]})


def guesses(truth: World, seen: Collection[EntityId], agent: EntityId, *, stamp: float) -> frozenset[EntityId]:
    """Of what an agent is thought to see, what may well be elsewhere: unseen by the robot, in a hand or on its way.

    What it has in its own hands it knows.
    """
    own = {subject for subject, _, holder in truth.timeline.held("isHeldBy") if holder == agent}
    held = {subject for subject, _, _ in truth.timeline.held("isHeldBy")} - own
    rows = truth.structure.rows
    return frozenset(
        name
        for name in seen
        if isinstance(truth.entity(name).role, Object)
        and stamp - truth.state.seen[rows[name]] > GUESSED_S
        and name not in own
        and (name in held or float(np.linalg.norm(truth.state.velocity[rows[name], :3])) > GUESSED_M_S)
    )


def with_owners(world: World, seen: Collection[EntityId]) -> frozenset[EntityId]:
    """Whoever has a part of the body perceived is perceived."""
    owners = {role.owner for name in seen if isinstance(role := world.entity(name).role, BodyPart | Link)}
    return frozenset(seen) | (owners & set(world.ids))


def touched(world: World, agent: EntityId) -> frozenset[EntityId]:
    """What an agent knows without looking: its own body, and what it has in its hands."""
    own = {
        entity.id
        for row, entity in enumerate(world.structure.entities)
        if isinstance(entity.role, BodyPart | Sensor)
        and entity.role.owner == agent
        and np.isfinite(world.state.seen[row])
    }
    held = {subject for subject, _, holder in world.timeline.held("isHeldBy") if holder == agent}
    return frozenset(own | {EntityId(name) for name in held if name in world})


def _is_common(entity: Entity) -> bool:
    return isinstance(entity.role, Agent) or (isinstance(entity.role, Object) and entity.role.static)
