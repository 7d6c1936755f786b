"""Bodies standing apart from one another, so that rays tell what each of them alone would hide."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from ..geometry import BoolArray, Compound, FloatArray, frozen, local_bounds
from ..world import EntityId
from .body import Body
from .engine import Sight

# Boxes stand this far apart, and are never thinner than this.
GAP_M = 0.05
THIN_M = 1e-4

SightMaker = Callable[[Sequence[Body], FloatArray], Sight]


@dataclass(frozen=True, eq=False)
class Outlines:
    """What stays the same of bodies however they move; make it once a structure.

    `centre` and `half` are the boxes around the bodies in their frames; `spots` is where each stands in `apart`.
    What an agent owns is a piece of its body: it hides things from everybody else, and no view tells its share.
    """

    ids: tuple[EntityId, ...]
    owners: tuple[EntityId | None, ...]
    centre: FloatArray
    half: FloatArray
    spots: FloatArray
    apart: Sight

    @classmethod
    def of(
        cls,
        bodies: Sequence[Body],
        make: SightMaker,
        *,
        owners: Mapping[EntityId, EntityId] = MappingProxyType({}),
    ) -> "Outlines":
        """`make` puts bodies at poses in a sight: `EmbreeSight.standing`, or an engine's `open`."""
        boxes = [local_bounds(Compound(body.parts)) for body in bodies]
        centre = np.array([box.centre for box in boxes]).reshape(-1, 3)
        half = np.maximum(np.array([box.size for box in boxes]).reshape(-1, 3) / 2, THIN_M)
        # A cube of cells keeps coordinates small, which single precision needs.
        side = max(1, int(np.ceil(len(bodies) ** (1 / 3))))
        cells = np.stack(np.unravel_index(np.arange(len(bodies)), (side, side, side)), axis=1) - (side - 1) / 2
        spots = cells * (2 * half.max(initial=0.0) + GAP_M) - centre
        poses = np.concatenate([spots, np.tile([0.0, 0.0, 0.0, 1.0], (len(bodies), 1))], axis=1)
        return cls(
            tuple(body.id for body in bodies),
            tuple(owners.get(body.id) for body in bodies),
            frozen(centre),
            frozen(half),
            frozen(spots),
            make(bodies, poses),
        )

    @cached_property
    def asked(self) -> BoolArray:
        """The rows that are things."""
        return np.array([owner is None for owner in self.owners], dtype=np.bool_)

    @cached_property
    def radius(self) -> FloatArray:
        """Of balls around the bodies' boxes."""
        return np.sqrt((self.half**2).sum(axis=1))

    def owned_by(self, agents: Sequence[EntityId | None]) -> BoolArray:
        """Which rows each of the agents looks through, because they are its own: `(agents, rows)`."""
        owned = np.zeros((len(agents), len(self.ids)), dtype=np.bool_)
        if not self.asked.all():
            for index, agent in enumerate(agents):
                owned[index] = [owner is not None and owner == agent for owner in self.owners]
        return owned
