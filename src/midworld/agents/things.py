"""The things of a world that can be seen, with the boxes around them."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, local_bounds
from ..world import EntityId, Object, Structure


@dataclass(frozen=True, eq=False)
class Things:
    """Objects with a shape, in the order of the structure: their rows there, their boxes, whether they are static."""

    ids: tuple[EntityId, ...]
    rows: IntArray
    centre: FloatArray
    half: FloatArray
    static: BoolArray

    def named(self, *names: str | None) -> BoolArray:
        """The rows of some things."""
        found = np.zeros(len(self.ids), dtype=np.bool_)
        for name in names:
            if name in self._index:
                found[self._index[name]] = True
        return found

    @cached_property
    def radius(self) -> FloatArray:
        """Of balls around the boxes, a hair larger."""
        return np.sqrt((self.half**2).sum(axis=1)) + 1e-9

    @cached_property
    def _index(self) -> dict[str | None, int]:
        return {name: place for place, name in enumerate(self.ids)}


@lru_cache(maxsize=256)
def things(structure: Structure) -> Things:
    """Asked in every tick, worked out once a structure."""
    found = [
        (row, entity, entity.role.static, local_bounds(shape))
        for row, entity in enumerate(structure.entities)
        if isinstance(entity.role, Object) and (shape := entity.collision) is not None
    ]
    return Things(
        tuple(entity.id for _, entity, _, _ in found),
        np.array([row for row, _, _, _ in found], dtype=np.intp),
        np.array([box.centre for _, _, _, box in found]).reshape(-1, 3),
        np.array([box.size for _, _, _, box in found]).reshape(-1, 3) / 2,
        np.array([static for _, _, static, _ in found], dtype=np.bool_),
    )


@lru_cache(maxsize=256)
def places(wanted: tuple[EntityId, ...], known: tuple[EntityId, ...]) -> IntArray:
    """Where each wanted name stands among the known ones, -1 for those that do not."""
    index = {name: place for place, name in enumerate(known)}
    return np.array([index.get(name, -1) for name in wanted], dtype=np.intp)


def arranged(values: FloatArray, known: tuple[EntityId, ...], wanted: tuple[EntityId, ...]) -> FloatArray:
    """Values of known names in the order of the wanted ones; 0 for those nobody said anything about."""
    if known == wanted:
        return values
    where = places(wanted, known)
    return np.where(where >= 0, np.append(values, 0.0)[where], 0.0)
