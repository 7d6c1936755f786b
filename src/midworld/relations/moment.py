"""All that a reasoner has before it at one tick."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray
from ..physics import Eye, SimulatedScene
from ..world import EntityId, World
from .hands import Hand


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """What is reported, the bodies it is about, everybody's hands, and the eyes that would have reported more.

    Of what is `unsure` nobody can tell whether those eyes see it.
    """

    simulated: SimulatedScene
    merged: World
    people: tuple[Hand, ...]
    watching: tuple[Eye, ...]
    stamp: float
    unsure: frozenset[EntityId] = frozenset()


def among(simulated: SimulatedScene, names: Collection[EntityId]) -> BoolArray:
    """Which rows have one of some names."""
    if not names:
        return np.zeros(len(simulated.ids), dtype=bool)
    return np.array([name in names for name in simulated.ids], dtype=bool)
