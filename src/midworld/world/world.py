"""One consistent picture of a scene at one instant."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

import msgspec
import numpy as np

from ..errors import Conflict
from ..geometry import FloatArray, IntArray, Pose, compose, invert, kernels
from .delta import Column, Delta, change
from .entity import Entity, EntityId, Status
from .state import FIELDS, Field, State, Table
from .structure import Structure
from .timeline import Timeline


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """What there is, where it is and what has happened. Never edited: replaced."""

    structure: Structure = field(default_factory=Structure)
    state: State = field(default_factory=lambda: State.fresh(0))
    timeline: Timeline = field(default_factory=Timeline)
    stamp: float = 0.0

    def __post_init__(self) -> None:
        assert len(self.structure) == len(self.state)

    @property
    def ids(self) -> tuple[EntityId, ...]:
        return self.structure.ids

    def __contains__(self, name: object) -> bool:
        return name in self.structure

    def entity(self, name: str) -> Entity:
        return self.structure[name]

    def status(self, name: str) -> Status:
        return Status(int(self.state.status[self.structure.row(name)]))

    def pose(self, name: str) -> Pose:
        """Where something is in the fixed frame."""
        row = self.structure.row(name)
        pose = self.state.pose[row]
        for ancestor in self.structure.ancestors(self.structure.ids[row]):
            pose = compose(self.state.pose[self.structure.rows[ancestor]], pose)
        return Pose.of(pose)

    def poses(self) -> FloatArray:
        """Every pose in the fixed frame, `(n, 7)`, in the order of `ids`."""
        levels = self.structure.levels
        if not levels:
            return self.state.pose
        poses = np.array(self.state.pose)
        for rows, parents in levels:
            poses[rows] = compose(poses[parents], poses[rows])
        return poses

    def apply(self, delta: Delta) -> "World":
        """The world after a change; this one is untouched. Raises Conflict where the change does not fit."""
        if not (delta.entities or delta.columns or delta.entries):
            stamp = self.stamp if delta.stamp is None else delta.stamp
            return World(self.structure, self.state, self.timeline, stamp)
        structure = self.structure.edited(delta.entities) if delta.entities else self.structure
        state = self.state
        if structure is not self.structure and structure.ids != self.structure.ids:
            rows = np.array([self.structure.rows.get(name, -1) for name in structure.ids], dtype=np.intp)
            state = state.with_rows(rows)
        places: dict[int, IntArray] = {}
        tables: dict[Field, Table] = {
            name: _written(structure, state.table(name), column, places) for name, column in delta.columns.items()
        }
        stamp = self.stamp if delta.stamp is None else delta.stamp
        return World(structure, state.with_tables(tables), self.timeline.append(*delta.entries), stamp)


def diff(before: World, after: World) -> Delta:
    """The smallest change that leads from one world to the other."""
    entities = _edits(before.structure, after.structure)
    base = before.apply(Delta(entities=entities)) if entities else before
    columns: dict[Field, Column] = {}
    rows, names = list[int](), tuple[EntityId, ...]()
    for name in FIELDS:
        old: Table = getattr(base.state, name)
        new: Table = getattr(after.state, name)
        if old is new:
            continue
        changed = _changed(old, new)
        if len(changed) == len(new) > 0:
            columns[name] = Column(after.ids, new)
        elif changed:
            # What is seen again changes in several tables at once.
            if changed != rows:
                rows, names = changed, tuple(map(after.ids.__getitem__, changed))
            columns[name] = Column(names, new[changed])
    stamp = None if before.stamp == after.stamp else after.stamp
    entries = after.timeline.since(before.timeline)
    return Delta(stamp, entities, MappingProxyType(columns), entries)


def _changed(old: Table, new: Table) -> list[int]:
    """The rows in which two tables differ."""
    if kernels is not None:
        return kernels.rows_changed(old, new)
    return np.flatnonzero((old != new).reshape(len(new), -1).any(axis=1)).tolist() if len(new) else []


@lru_cache(maxsize=256)
def _edits(before: Structure, after: Structure) -> Mapping[EntityId, Entity | None]:
    """What leads from one structure to the other: asked again for the same two in every tick."""
    edits: dict[EntityId, Entity | None] = {}
    if after is not before:
        edits.update({name: None for name in before.ids if name not in after.rows})
        edits.update({e.id: e for e in after.entities if e.id not in before.rows or before[e.id] != e})
    return MappingProxyType(edits)


def same(one: World, other: World) -> bool:
    """Whether two worlds say the same, however they came about."""
    return (
        one.stamp == other.stamp
        and one.structure.entities == other.structure.entities
        and all(np.array_equal(one.state.table(name), other.state.table(name)) for name in FIELDS)
        and tuple(one.timeline.entries) == tuple(other.timeline.entries)
        and one.timeline.open == other.timeline.open
    )


def move(world: World, name: str, pose: Pose) -> Delta:
    """Puts something at a pose of the fixed frame; whatever hangs on it comes along."""
    entity = world.entity(name)
    return change(pose={entity.id: _relative(world, entity.parent, pose)})


def attach(world: World, name: str, to: str | None) -> Delta:
    """Hangs something on another thing, or (None) on nothing, without moving it."""
    entity = world.entity(name)
    parent = None if to is None else world.entity(to).id
    if parent is not None and (parent == entity.id or entity.id in world.structure.ancestors(parent)):
        raise Conflict([f"'{name}' cannot hang on '{to}': it would hang on itself"])
    relative = _relative(world, parent, world.pose(name))
    return change(put=[msgspec.structs.replace(entity, parent=parent)], pose={entity.id: relative})


def remove(world: World, names: Iterable[str]) -> Delta:
    """Takes entities away; what hung on them stays where it is."""
    gone = frozenset(world.entity(name).id for name in names)
    orphans = [entity for entity in world.structure.entities if entity.parent in gone and entity.id not in gone]
    kept: dict[EntityId, EntityId | None] = {}
    for orphan in orphans:
        chain = world.structure.ancestors(orphan.id)
        kept[orphan.id] = next((ancestor for ancestor in chain if ancestor not in gone), None)
    return change(
        put=[msgspec.structs.replace(orphan, parent=kept[orphan.id]) for orphan in orphans],
        remove=gone,
        pose={orphan.id: _relative(world, kept[orphan.id], world.pose(orphan.id)) for orphan in orphans},
    )


def _relative(world: World, parent: EntityId | None, pose: Pose) -> FloatArray:
    return pose.array if parent is None else compose(invert(world.pose(parent).array), pose.array)


def _written(structure: Structure, table: Table, column: Column, places: dict[int, IntArray]) -> Table:
    """A table with a column in it; `places` are the rows of names met before in the same change."""
    if column.ids == structure.ids:
        return column.values
    rows = places.get(id(column.ids))
    if rows is None:
        try:
            rows = np.array([*map(structure.rows.__getitem__, column.ids)], dtype=np.intp)
        except KeyError:
            missing = [name for name in column.ids if name not in structure.rows]
            raise Conflict([f"'{name}' is not in the world, its state cannot change" for name in missing]) from None
        places[id(column.ids)] = rows
    written = np.array(table)
    written[rows] = column.values
    return written
