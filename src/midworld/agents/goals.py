"""Where to put the hand to get hold of a thing, and whether anything could get at it at all."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray
from ..relations import Layout, layout
from ..world import Entity, EntityId, Object, World
from .obstacles import Obstacles

# A hand takes a large thing this far from its edge.
GRASP_M = 0.05
# Fingers end this far above or beside what they are about to take.
FINGERS_M = 0.015
# Walls farther off than this do not shut a thing in.
SHUT_IN_M = 0.6
# What is fixed and larger than this is part of the room.
ROOM_M = 2.5
LEVELS = np.radians([0.0, 35.0, 65.0])
SIDES = 8
# The ways out of a container: straight up, and aside at several slopes.
STRAIGHT_UP = np.array([0.0, 0.0, SHUT_IN_M])
ASIDE = SHUT_IN_M * np.array(
    [
        [np.cos(level) * np.cos(turn), np.cos(level) * np.sin(turn), np.sin(level)]
        for level in LEVELS
        for turn in 2 * np.pi * np.arange(SIDES) / SIDES
    ]
)


@dataclass(frozen=True, slots=True, eq=False)
class Goals:
    """Things whose place is known: `rows` are theirs in the world, `shut` are in a closed container."""

    ids: tuple[EntityId, ...]
    rows: IntArray
    places: Layout
    shut: BoolArray

    @property
    def known(self) -> Mapping[EntityId, int]:
        """Where each of them is."""
        return self.places.rows

    def only(self, rows: IntArray) -> "Goals":
        places = self.places.only([int(row) for row in rows])
        return Goals(places.ids, self.rows[rows], places, self.shut[rows])

    def points(self, origin: FloatArray) -> FloatArray:
        """Two points `(n, 2, 3)` at each thing for a hand that comes from somewhere: its top, and its near side.

        It may come from elsewhere for each of them, `(n, 3)`.
        """
        axes, half = self.places.axes, self.places.half
        # The top is whatever face looks up now.
        up = axes[:, 2, :]
        face = np.abs(up).argmax(axis=1)
        each = np.arange(len(half))
        local = np.einsum("nij,ni->nj", axes, origin - self.places.centre)
        inner = np.clip(local, -np.maximum(half - GRASP_M, 0.0), np.maximum(half - GRASP_M, 0.0))
        top = inner.copy()
        top[each, face] = np.sign(up[each, face]) * (half[each, face] + FINGERS_M)
        side = np.clip(local, -half - FINGERS_M, half + FINGERS_M)
        side[each, face] = 0.0
        both = np.stack([top, side], axis=1)
        return self.places.centre[:, None] + np.einsum("nij,nkj->nki", axes, both)


def goals(world: World, around: Obstacles) -> Goals:
    """Everything that could be reached for: floors and walls are not."""
    places = layout(world)
    sizes: list[float] = places.size.tolist()
    wanted = [
        row
        for row, (name, size) in enumerate(zip(places.ids, sizes, strict=True))
        if _is_thing(world.structure[name], size)
    ]
    places = places.only(wanted)
    rows = np.array([world.structure.rows[name] for name in places.ids], dtype=np.intp)
    return Goals(places.ids, rows, places, _shut_in(places, rows, around))


def _is_thing(entity: Entity, size: float) -> bool:
    return isinstance(entity.role, Object) and not (entity.role.static and size > ROOM_M)


def _shut_in(places: Layout, rows: IntArray, around: Obstacles) -> BoolArray:
    """Which things meet a wall near by whichever way they are left, upwards or sideways."""
    shut = around.crossed(places.centre, places.centre + STRAIGHT_UP, rows)
    # Straight up is nearly always free, and then some level way: only the others are looked at further.
    for ways in ASIDE.reshape(len(LEVELS), SIDES, 3):
        covered = np.flatnonzero(shut)
        if not len(covered):
            break
        starts = np.repeat(places.centre[covered], SIDES, axis=0)
        met = around.crossed(starts, starts + np.tile(ways, (len(covered), 1)), np.repeat(rows[covered], SIDES))
        shut[covered] = met.reshape(len(covered), SIDES).all(axis=1)
    return shut
