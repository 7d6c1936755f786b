"""What the physics reasoner carries from one tick to the next."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ..geometry import BoolArray, FloatArray, IntArray, Pose
from ..world import EntityId, World
from .engine import NOTHING, Contacts, Image, Mode
from .simulated import SimulatedScene
from .tracks import Tracks

# One row a body.
_TABLES = ("rest", "tries", "driven", "plausible", "velocity", "carrier", "base", "gap", "bias", "offset")
# Those that name rows.
_ROWS = ("carrier", "base")


class Grip(msgspec.Struct, frozen=True):
    """A thing in a hand, or in nobody's known, and how it has been lying there."""

    hand: EntityId | None
    agent: EntityId | None
    hand_from_thing: Pose


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """One row a body of the simulation.

    `rest` is where a thing was last put down to rest; `tries` counts how often physics moved it from there although it
    was seen not to move; `velocity` is that of the driven ones; `carrier` is the row each body stands on,
    `base` the one it stood on when it last was sure to rest;
    `bias` is how high above its support a thing is tracked when it rests, as far as that is known, and `offset` what is
    taken off its percepts because physics could not make sense of them otherwise; `contacts` are
    those that tell the carriers; `rested` are poses and velocities once all has come to rest and is seen to;
    `image` is the simulation itself.
    """

    tracks: Tracks
    rest: FloatArray
    tries: IntArray
    driven: BoolArray
    plausible: BoolArray
    velocity: FloatArray
    carrier: IntArray
    base: IntArray
    gap: FloatArray
    bias: FloatArray
    offset: FloatArray
    contacts: Contacts | None = None
    rested: tuple[FloatArray, FloatArray] | None = None
    grips: Mapping[EntityId, Grip] = field(default_factory=lambda: MappingProxyType({}))
    stamp: float = float("-inf")
    image: Image | None = None

    @classmethod
    def fresh(cls, count: int) -> "Memory":
        return cls(
            Tracks.fresh(count),
            np.tile([0.0, 0, 0, 0, 0, 0, 1], (count, 1)),
            np.zeros(count, dtype=np.intp),
            np.zeros(count, dtype=bool),
            np.ones(count, dtype=bool),
            np.zeros((count, 6)),
            np.full(count, NOTHING, dtype=np.intp),
            np.full(count, NOTHING, dtype=np.intp),
            np.zeros(count),
            np.full(count, np.nan),
            np.zeros(count),
        )

    def kept(self, rows: IntArray, more: int) -> "Memory":
        """Only some rows, then new ones."""
        new = Memory.fresh(more)
        tables = {name: np.concatenate([getattr(self, name)[rows], getattr(new, name)]) for name in _TABLES}
        places = np.full(len(self.carrier) + 1, NOTHING, dtype=np.intp)
        places[rows] = np.arange(len(rows))
        # The last place is that of what nothing carries.
        for name in _ROWS:
            tables[name] = np.where(tables[name] == NOTHING, NOTHING, places[tables[name]])
        return replace(self, tracks=self.tracks.kept(rows, more), contacts=None, rested=None, **tables)

    def adopting(
        self, other: "Memory", names: frozenset[EntityId], simulated: SimulatedScene, percepts: World
    ) -> "Memory":
        """With what another memory has of some things; the simulation then has them as the other one had."""
        assert other.image is not None
        others = tuple(body.id for body in other.image.bodies)
        theirs = {name: row for row, name in enumerate(others)}
        here = {name: row for row, name in enumerate(simulated.ids)}
        some = [name for name in simulated.ids if name in names and name in theirs]
        rows = np.array([here[name] for name in some], dtype=np.intp)
        origin = np.array([theirs[name] for name in some], dtype=np.intp)
        tables: dict[str, npt.NDArray[Any]] = {}
        for name in _TABLES:
            table: npt.NDArray[Any] = getattr(self, name).copy()
            table[rows] = getattr(other, name)[origin]
            tables[name] = table
        for name in _ROWS:
            named: list[int] = tables[name][rows].tolist()
            tables[name][rows] = [NOTHING if row == NOTHING else here.get(others[row], NOTHING) for row in named]
        grips = {**self.grips, **{name: grip for name, grip in other.grips.items() if name in here and name in names}}
        driven = rows[other.driven[origin]]
        if len(driven):
            simulated.simulation.set_mode(driven, Mode.KINEMATIC)
        places = simulated.world_rows[rows]
        tracks = self.tracks.adopting(
            rows, other.tracks, origin, seen=percepts.state.seen[places], poses=percepts.poses()[places]
        )
        return replace(
            self,
            tracks=tracks,
            contacts=None,
            rested=None,
            grips=MappingProxyType(grips),
            stamp=max(self.stamp, other.stamp),
            **tables,
        )
