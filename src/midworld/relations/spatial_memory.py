"""What was told of space in one world for one viewer, as a table of cells: what is told, and what waits to be."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from ..geometry import BoolArray, IntArray
from ..world import EntityId, Statement
from .direction import DIRECTIONS
from .layout import Layout
from .motion import Motion

NEXT_TO, ABOVE, BELOW, NEAR, FAR, MOVING = "isNextTo", "isAbove", "isBelow", "near", "farFrom", "isMoving"
# The layers of the table of pairs, with the one that says the same the other way round.
PAIRED = (NEXT_TO, ABOVE, BELOW, *DIRECTIONS)
CONVERSE = np.array([0, 2, 1, 4, 3, 6, 5])
# What is said of a thing and the viewer.
AROUND = (*DIRECTIONS, NEAR, FAR)


def _nowhere() -> Layout:
    none, three = np.zeros(0), np.zeros((0, 3))
    return Layout((), np.zeros((0, 3, 3)), three, three, three, three, none, none.astype(np.bool_))


@dataclass(frozen=True, slots=True, eq=False)
class SpatialMemory:
    """What was told of a layout, and since when which cells have been otherwise.

    A cell is a place in `told`: first those of `pairs`, then those of `around`. `on`, `ahead` and `stand` are what
    decided besides: what stands on what, where the viewer looked and where it stood (None: to be asked anew).
    """

    places: Layout = field(default_factory=_nowhere)
    told: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    waiting: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    on: frozenset[Statement] = frozenset()
    ahead: tuple[float, ...] | None = None
    stand: tuple[float, ...] | None = None
    motion: Motion = field(default_factory=Motion)
    viewer: EntityId | None = None
    stamp: float | None = None

    @property
    def pairs(self) -> BoolArray:
        """What is told of each thing and each other, `(7, n, n)`."""
        count = len(self.places.ids)
        return self.told[: len(PAIRED) * count * count].reshape(len(PAIRED), count, count)

    @property
    def around(self) -> BoolArray:
        """What is told of each thing and the viewer, `(6, n)`."""
        count = len(self.places.ids)
        return self.told[len(PAIRED) * count * count :].reshape(len(AROUND), count)

    @property
    def facts(self) -> frozenset[Statement]:
        """All that is told."""
        moving = [(name, MOVING, True) for name in self.motion.names]
        return frozenset([*self.statements(np.flatnonzero(self.told).tolist()), *moving])

    def statements(self, cells: Iterable[int]) -> list[Statement]:
        """What some cells say."""
        ids = self.places.ids
        count = len(ids)
        first = len(PAIRED) * count * count
        found: list[Statement] = []
        for cell in cells:
            layer, row = divmod(cell, count) if cell < first else divmod(cell - first, count)
            if cell < first:
                layer, subject = divmod(layer, count)
                found.append((ids[subject], PAIRED[layer], ids[row]))
            elif self.viewer is not None:
                found.append((ids[row], AROUND[layer], self.viewer))
        return found

    def blank(self, places: Layout, viewer: EntityId | None) -> "SpatialMemory":
        """Nothing told yet."""
        told = np.zeros(_size(len(places.ids)), dtype=np.bool_)
        return SpatialMemory(places, told, motion=self.motion, viewer=viewer)

    def arranged(self, places: Layout) -> "SpatialMemory":
        """What is remembered of some things, in another order or with new ones among them; all is asked anew."""
        old, count = len(self.places.ids), len(places.ids)
        before = [self.places.rows.get(name, -1) for name in places.ids]
        new = np.array([row for row, was in enumerate(before) if was >= 0], dtype=np.intp)
        was = np.array([row for row in before if row >= 0], dtype=np.intp)
        # The cell of the old table that each of the new one was.
        cells = np.full(_size(count), -1, dtype=np.intp)
        numbers, known = replace(self, places=places, told=cells.astype(np.bool_)), np.arange(_size(old))
        pairs, around = (cells[: numbers.pairs.size].reshape(numbers.pairs.shape), cells[numbers.pairs.size :])
        pairs[:, new[:, None], new] = known[: self.pairs.size].reshape(self.pairs.shape)[:, was[:, None], was]
        around.reshape(len(AROUND), count)[:, new] = known[self.pairs.size :].reshape(len(AROUND), old)[:, was]
        told = (cells >= 0) & self.told[cells] if old else np.zeros(len(cells), dtype=np.bool_)
        moved = {int(cells[place]): place for place in np.flatnonzero(cells >= 0).tolist()} if self.waiting else {}
        waiting = {moved[cell]: since for cell, since in self.waiting.items() if cell in moved}
        return replace(self, places=places, told=told, waiting=MappingProxyType(waiting), ahead=None, stand=None)


def cells_of(changed: BoolArray, rows: IntArray, layers: IntArray, count: int) -> list[int]:
    """The cells of what has changed in some layers for some rows, with those that say it the other way round."""
    layer, row, column = np.nonzero(changed)
    layer, row = layers[layer], rows[row]
    there = (layer * count + row) * count + column
    back = (CONVERSE[layer] * count + column) * count + row
    return [*there.tolist(), *back.tolist()]


def _size(count: int) -> int:
    return len(PAIRED) * count * count + len(AROUND) * count
