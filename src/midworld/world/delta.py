"""A proposed change of a world, as a value that can be kept, sent, chained and compared."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ..errors import Conflict
from .entity import Entity, EntityId
from .state import DEFAULTS, FIELDS, Field, Table
from .timeline import Entry


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """New values of one field for some entities."""

    ids: tuple[EntityId, ...]
    values: Table

    def __post_init__(self) -> None:
        assert len(self.ids) == len(self.values)
        self.values.setflags(write=False)

    def then(self, later: "Column") -> "Column":
        """Both; where both speak of an entity, the later one counts."""
        if self.ids == later.ids:
            return later
        again = frozenset(later.ids)
        keep = [row for row, name in enumerate(self.ids) if name not in again]
        ids = (*(self.ids[row] for row in keep), *later.ids)
        return Column(ids, np.concatenate([self.values[keep], later.values]))

    def without(self, names: frozenset[EntityId]) -> "Column":
        if not names:
            return self
        keep = [row for row, name in enumerate(self.ids) if name not in names]
        return self if len(keep) == len(self.ids) else Column(tuple(self.ids[row] for row in keep), self.values[keep])


@dataclass(frozen=True, slots=True, eq=False)
class Delta:
    """Entities put in (None: taken away), new state values, new timeline entries, and the new instant."""

    stamp: float | None = None
    entities: Mapping[EntityId, Entity | None] = field(default_factory=lambda: MappingProxyType({}))
    columns: Mapping[Field, Column] = field(default_factory=lambda: MappingProxyType({}))
    entries: tuple[Entry, ...] = ()

    @property
    def is_empty(self) -> bool:
        return self.stamp is None and not self.entities and not self.columns and not self.entries

    @property
    def removed(self) -> frozenset[EntityId]:
        return frozenset(name for name, entity in self.entities.items() if entity is None)


def change(
    *,
    stamp: float | None = None,
    put: Iterable[Entity] = (),
    remove: Iterable[EntityId] = (),
    entries: Iterable[Entry] = (),
    **values: Mapping[EntityId, npt.ArrayLike],
) -> Delta:
    """A delta written by hand: `change(put=[mug], pose={mug.id: [...]})`."""
    entities: dict[EntityId, Entity | None] = {entity.id: entity for entity in put}
    entities.update(dict.fromkeys(remove))
    columns: dict[Field, Column] = {}
    for name in FIELDS:
        rows = values.pop(name, None)
        if rows:
            table = np.array(list(rows.values()), dtype=DEFAULTS[name].dtype)
            columns[name] = Column(tuple(rows), table.reshape(len(rows), *DEFAULTS[name].shape))
    if values:
        raise Conflict([f"no field named '{name}'; valid: {', '.join(FIELDS)}" for name in values])
    return Delta(stamp, MappingProxyType(entities), MappingProxyType(columns), tuple(entries))


def compose(first: Delta, second: Delta) -> Delta:
    """One delta that does both in turn. Raises Conflict where the second speaks of what the first took away."""
    reasons = _sequence_conflicts(first, second)
    if reasons:
        raise Conflict(reasons)
    entities = {**first.entities, **second.entities}
    gone = second.removed
    reborn = [name for name in first.removed if second.entities.get(name) is not None]
    columns: dict[Field, Column] = {}
    for name in FIELDS:
        column = first.columns.get(name)
        column = column.without(gone) if column is not None else None
        if reborn:
            # What was removed and put back has forgotten its old state: say so in every field.
            fresh = Column(tuple(reborn), np.repeat(DEFAULTS[name][None], len(reborn), axis=0))
            column = fresh if column is None else column.then(fresh)
        later = second.columns.get(name)
        if later is not None:
            column = later if column is None else column.then(later)
        if column is not None and column.ids:
            columns[name] = column
    stamp = first.stamp if second.stamp is None else second.stamp
    return Delta(stamp, MappingProxyType(entities), MappingProxyType(columns), first.entries + second.entries)


def clashes(one: Delta, other: Delta) -> tuple[str, ...]:
    """Where two proposals made on the same world disagree, a sentence each."""
    found: list[str] = []
    for name in sorted(one.entities.keys() & other.entities.keys()):
        if one.entities[name] != other.entities[name]:
            found.append(f"both change what '{name}' is")
    for delta, rival in ((one, other), (other, one)):
        touched = {name for column in delta.columns.values() for name in column.ids}
        found.extend(f"one removes '{name}', the other changes its state" for name in sorted(rival.removed & touched))
    for label in FIELDS:
        mine, theirs = one.columns.get(label), other.columns.get(label)
        if mine is None or theirs is None:
            continue
        rows = {name: row for row, name in enumerate(theirs.ids)}
        for row, name in enumerate(mine.ids):
            if name in rows and not np.array_equal(mine.values[row], theirs.values[rows[name]]):
                found.append(f"both change {label} of '{name}', differently")
    return tuple(found)


def merge(one: Delta, other: Delta) -> Delta:
    """Two proposals made on the same world, as one. Raises Conflict with every disagreement."""
    reasons = clashes(one, other)
    if reasons:
        raise Conflict(reasons)
    return compose(one, other)


def _sequence_conflicts(first: Delta, second: Delta) -> list[str]:
    missing = {name for name in first.removed if second.entities.get(name) is None}
    if not missing:
        return []
    return [
        f"{label} of '{name}' cannot change: it was removed just before"
        for label, column in second.columns.items()
        for name in column.ids
        if name in missing
    ]
