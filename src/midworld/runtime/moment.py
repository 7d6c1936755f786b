"""All that a reasoner has before it at one tick."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from ..physics.cast import Cast
from ..physics.track import BoolArray
from ..physics.views import Eye
from ..relations.hands import Hand
from ..world import EntityId, World


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """What is reported, the bodies it is about, everybody's hands, and the eyes that would have reported more."""

    cast: Cast
    merged: World
    people: tuple[Hand, ...]
    watching: tuple[Eye, ...]
    stamp: float


def among(cast: Cast, names: Collection[EntityId]) -> BoolArray:
    """Which rows have one of some names."""
    if not names:
        return np.zeros(len(cast.ids), dtype=bool)
    return np.array([name in names for name in cast.ids], dtype=bool)
