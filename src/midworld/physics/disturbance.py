"""Which lines of sight are to be looked along again: those that something moved in, came into or went from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, frozen, kernels, transform
from ..world import EntityId
from .limbs import NO_LIMBS, Limbs, near_lines
from .outlines import Outlines

# In metres, and in units of a quaternion: what eyes and limbs may move, while others do, and still be where they were.
# Chosen: with it 41 recorded scenes give the facts of looking anew; with 0.01 for limbs, or for turns, some do not.
TREMBLE = 0.005
# So many pairs of a line and a capsule are worked out in one go: tables of them stay in a processor's cache.
AT_ONCE = 16384


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Where all was when eyes last looked: bodies at `(n, 7)` poses or `absent`, and people's limbs.

    Limbs stay where they were first seen until they have moved by more than they tremble.
    """

    ids: tuple[EntityId, ...]
    poses: FloatArray
    absent: BoolArray
    limbs: Limbs = NO_LIMBS


@dataclass(frozen=True, slots=True, eq=False)
class Disturbance:
    """The bodies that moved, by row, and capsules around all that moved, where it was and where it is."""

    rows: IntArray
    owners: tuple[EntityId | None, ...]
    start: FloatArray
    end: FloatArray
    radius: FloatArray

    def near(
        self,
        agents: Sequence[EntityId | None],
        origins: FloatArray,
        middles: FloatArray,
        radii: FloatArray,
        asked: BoolArray,
    ) -> BoolArray:
        """Which lines from eyes `(e, 3)` to balls `(n, 3)` it may have touched, `(e, n)`, of those `asked` for.

        Nobody disturbs oneself.
        """
        touched = np.zeros(asked.shape, dtype=np.bool_)
        eyes, balls = np.nonzero(asked)
        if not len(self.owners) or not len(eyes):
            return touched
        own = np.array([[owner is not None and owner == agent for owner in self.owners] for agent in agents])
        if kernels is not None:
            return kernels.lines_disturbed(
                origins, middles, radii, asked, self.start, self.end, self.radius, own.reshape(len(agents), -1)
            )
        step = max(1, AT_ONCE // len(self.owners))
        for first in range(0, len(eyes), step):
            eye, ball = eyes[first : first + step], balls[first : first + step]
            close = near_lines(origins[eye], middles[ball], radii[ball], self.start, self.end, self.radius)
            touched[eye, ball] = np.any(close & ~own[eye], axis=1)
        return touched


def steady_limbs(before: Limbs, now: Limbs) -> tuple[Limbs, IntArray]:
    """Limbs as they are now, those that but trembled where they were; and the rows of those that moved."""
    if before.owners != now.owners or not np.array_equal(before.radius, now.radius):
        return now, np.arange(len(now))
    moved = np.abs(np.concatenate([now.start - before.start, now.end - before.end], axis=1)).max(axis=1, initial=0.0)
    rows = np.flatnonzero(moved > TREMBLE)
    if not len(rows):
        return before, rows
    start, end = before.start.copy(), before.end.copy()
    start[rows], end[rows] = now.start[rows], now.end[rows]
    return Limbs(now.owners, frozen(start), frozen(end), now.radius, now.hands), rows


def disturbance(outlines: Outlines, before: Placed, now: Placed, moved_limbs: IntArray) -> Disturbance:
    """What moved from one look to the next, of the same bodies."""
    rows = np.flatnonzero(np.any(before.poses != now.poses, axis=1) | (before.absent != now.absent))
    old = moved_limbs if before.limbs.owners == now.limbs.owners else np.arange(len(before.limbs))
    middles = [transform(placed.poses[rows], outlines.centre[rows]) for placed in (before, now)]
    radius = outlines.radius[rows]
    owners: list[EntityId | None] = [before.limbs.owners[row] for row in old.tolist()]
    owners += [now.limbs.owners[row] for row in moved_limbs.tolist()]
    owners += 2 * [outlines.owners[row] for row in rows.tolist()]
    return Disturbance(
        rows,
        tuple(owners),
        np.concatenate([before.limbs.start[old], now.limbs.start[moved_limbs], *middles]),
        np.concatenate([before.limbs.end[old], now.limbs.end[moved_limbs], *middles]),
        # What an eye moved since it looked is in the margin.
        np.concatenate([before.limbs.radius[old], now.limbs.radius[moved_limbs], radius, radius]) + TREMBLE,
    )
