"""The pieces of robots' own body models, as things that hide others and show their owner."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..geometry import Box, FloatArray, IntArray, Part, Pose, local_bounds
from ..physics import Body, bodies
from ..world import EntityId, Link, Structure


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """Links that have a shape: their rows in the structure, their owners, and the boxes around them."""

    ids: tuple[EntityId, ...]
    owners: tuple[EntityId, ...]
    rows: IntArray
    centre: FloatArray
    size: FloatArray


@lru_cache(maxsize=256)
def links(structure: Structure) -> Links:
    """Asked in every tick, worked out once a structure."""
    found = [
        (row, entity.id, entity.role.owner, local_bounds(shape))
        for row, entity in enumerate(structure.entities)
        if isinstance(entity.role, Link) and (shape := entity.collision or entity.visual) is not None
    ]
    return Links(
        tuple(name for _, name, _, _ in found),
        tuple(owner for _, _, owner, _ in found),
        np.array([row for row, _, _, _ in found], dtype=np.intp),
        np.array([box.centre for _, _, _, box in found]).reshape(-1, 3),
        np.array([box.size for _, _, _, box in found]).reshape(-1, 3),
    )


def solids(structure: Structure) -> tuple[tuple[Body, ...], dict[EntityId, EntityId]]:
    """All that hides things, the things first, and whose links the others are; a link is the box around it."""
    pieces = links(structure)
    boxes = tuple(
        Body(name, (Part(Box((float(x), float(y), float(z))), Pose((float(cx), float(cy), float(cz)))),), static=True)
        for name, (x, y, z), (cx, cy, cz) in zip(pieces.ids, pieces.size, pieces.centre, strict=True)
    )
    return (*bodies(structure), *boxes), dict(zip(pieces.ids, pieces.owners, strict=True))
