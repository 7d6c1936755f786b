"""The slow half of a world: which entities there are and what hangs on what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType

import numpy as np

from ..errors import Conflict, DuplicateName, UnknownName
from ..geometry import IntArray
from .entity import BodyPart, Entity, EntityId


@dataclass(frozen=True, eq=False)
class Structure:
    """Entities in the order of their names. Engines compile it once and remember it by identity."""

    entities: tuple[Entity, ...] = ()

    @classmethod
    def of(cls, entities: Iterable[Entity]) -> "Structure":
        """Checked: names are unique, every parent is there, nothing hangs on itself."""
        ordered = tuple(sorted(entities, key=lambda entity: entity.id))
        for left, right in pairwise(ordered):
            if left.id == right.id:
                raise DuplicateName("entity", left.id)
        structure = cls(ordered)
        structure._check_parents()
        return structure

    @cached_property
    def ids(self) -> tuple[EntityId, ...]:
        return tuple(entity.id for entity in self.entities)

    @cached_property
    def rows(self) -> Mapping[EntityId, int]:
        """The row of each entity in every table of a state."""
        return MappingProxyType({name: row for row, name in enumerate(self.ids)})

    @cached_property
    def levels(self) -> tuple[tuple[IntArray, IntArray], ...]:
        """Rows that have a parent and the parents' rows, nearest to the roots first."""
        depth: dict[EntityId, int] = {}
        for entity in self.entities:
            chain = self.ancestors(entity.id)
            depth[entity.id] = len(chain)
        levels: list[tuple[IntArray, IntArray]] = []
        for level in range(1, max(depth.values(), default=0) + 1):
            children = [entity for entity in self.entities if depth[entity.id] == level]
            rows = np.array([self.rows[child.id] for child in children], dtype=np.intp)
            parents = np.array([self.rows[child.parent] for child in children if child.parent], dtype=np.intp)
            levels.append((rows, parents))
        return tuple(levels)

    def __len__(self) -> int:
        return len(self.entities)

    def __contains__(self, name: object) -> bool:
        return name in self.rows

    def __getitem__(self, name: str) -> Entity:
        return self.entities[self.row(name)]

    def row(self, name: str) -> int:
        try:
            return self.rows[EntityId(name)]
        except KeyError:
            raise UnknownName("entity", name, self.ids) from None

    def ancestors(self, name: EntityId) -> tuple[EntityId, ...]:
        """What this hangs on, nearest first."""
        chain: list[EntityId] = []
        parent = self[name].parent
        while parent is not None:
            chain.append(parent)
            parent = self[parent].parent
        return tuple(chain)

    def children(self, name: EntityId) -> tuple[EntityId, ...]:
        return tuple(entity.id for entity in self.entities if entity.parent == name)

    def parts_of(self, agent: EntityId) -> tuple[Entity, ...]:
        """The body parts an agent is known to have."""
        return tuple(
            entity for entity in self.entities if isinstance(entity.role, BodyPart) and entity.role.owner == agent
        )

    def edited(self, edits: Mapping[EntityId, Entity | None]) -> "Structure":
        """With some entities put in, replaced, or (None) taken away."""
        if all(
            (entity is None and name not in self.rows)
            or (entity is not None and name in self.rows and self[name] == entity)
            for name, entity in edits.items()
        ):
            return self
        kept = [entity for entity in self.entities if entity.id not in edits]
        return Structure.of([*kept, *(entity for entity in edits.values() if entity is not None)])

    def _check_parents(self) -> None:
        settled: set[EntityId] = set()
        for entity in self.entities:
            path: list[EntityId] = []
            step: Entity | None = entity
            while step is not None and step.id not in settled:
                if step.id in path:
                    raise Conflict([f"'{step.id}' hangs on itself: {' -> '.join([*path, step.id])}"])
                path.append(step.id)
                if step.parent is not None and step.parent not in self.rows:
                    raise Conflict([f"'{step.id}' hangs on '{step.parent}', which is not in the world"])
                step = None if step.parent is None else self[step.parent]
            settled.update(path)
