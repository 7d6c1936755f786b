"""Which percept is of which track: the cheapest assignment, by where each is expected and what both look like."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from ..geometry import FloatArray, IntArray
from .looks import Looks, comparable

# What percepts of one thing scatter by, in metres (chosen: 1 to 3 cm tells the same tracks apart).
SCATTER_M = 0.02
# A percept and a track whose cost is above this have nothing to do with one another: 4 sigma and a wide search.
MOST = 18.0
WITHIN_SIGMA = 4.0


@dataclass(frozen=True, slots=True)
class Expected:
    """Where a track is thought to be, in the fixed frame, how unsurely (one sigma in metres), and its looks.

    It may as well be where it was `last` seen: what is thought to be in a hand may have been left.
    """

    position: FloatArray
    spread_m: float
    looks: Looks
    last: FloatArray | None = None


def assigned(places: FloatArray, looks: Sequence[Looks], tracks: Sequence[Expected]) -> dict[int, int]:
    """The track of each percept that has one, both by their number."""
    if not len(places) or not tracks:
        return {}
    # Most runs do without.
    import lap

    solve = cast("Callable[..., tuple[float, IntArray, IntArray]]", lap.lapjv)  # pyright: ignore[reportUnknownMemberType]
    costs = _costs(places, looks, tracks)
    columns = solve(costs, extend_cost=True, cost_limit=MOST)[1].tolist()
    return {row: column for row, column in enumerate(columns) if column >= 0 and costs[row, column] < MOST}


def _costs(places: FloatArray, looks: Sequence[Looks], tracks: Sequence[Expected]) -> FloatArray:
    """Minus the logarithm of the likelihood of each pair, up to a constant; beyond all bounds what cannot be one."""
    there = np.array([each.position for each in tracks])
    spread = np.maximum([each.spread_m for each in tracks], SCATTER_M)
    last = np.array([each.position if each.last is None else each.last for each in tracks])
    apart = np.linalg.norm(places[:, None] - there[None], axis=2)
    apart = np.minimum(apart, np.linalg.norm(places[:, None] - last[None], axis=2))
    costs = apart**2 / (2 * spread**2) + 3 * np.log(spread / SCATTER_M)
    costs[apart > WITHIN_SIGMA * spread] = 10 * MOST
    likely = np.argwhere(costs < MOST)
    for row, column in likely.tolist():
        if not comparable(looks[row], tracks[column].looks):
            costs[row, column] = 10 * MOST
    return costs
