"""What is known of percepts so far: one row a thing."""

import math
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..geometry import BoolArray, FloatArray, IntArray
from . import modes
from .engine import NOTHING
from .handtracks import HandTracks
from .modes import FIRST_HAND, REST

# Percepts kept per thing: three tell how far they are from being evenly spaced.
KEPT = 3

# The spread of a tracker nobody knows yet, and the range it may turn out to have.
NOISE_M = 0.003


# What may be stated of it is kept within these.
STATED_NOISE_M = (0.0005, 0.05)

# Trackers that lose more than this are not there to see the thing.
MOST_DROPOUTS = 0.2

Part = dict[str, npt.NDArray[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """One row a thing. `anchor` is where a still thing stands, `estimate` where a thing is now, seen or last seen.

    `seen` is when each was last seen, `stamps` when it was seen anew: not reported in the same bits again. `modes` are
    logarithms of probabilities (`modes.py`), a column a hand at the end; `slow`, `fast` and `grip` how things lie
    against hands. `home` is where each was last sure to rest, `rested` when, `under` the row of what then carried it;
    `shares` how often its percepts repeat, `losses` how often it is not reported although it rests in view.
    """

    seen: FloatArray
    stamps: FloatArray
    positions: FloatArray
    turn: FloatArray
    anchor: FloatArray
    count: FloatArray
    noise: FloatArray
    estimate: FloatArray
    velocity: FloatArray
    still: BoolArray
    doubted: BoolArray
    calm: BoolArray
    home: FloatArray
    rested: FloatArray
    under: IntArray
    stands: FloatArray
    born: FloatArray
    shares: FloatArray
    losses: FloatArray
    stray: FloatArray
    strays: FloatArray
    turns: FloatArray
    turned: FloatArray
    state: FloatArray
    spread: FloatArray
    falling: FloatArray
    falling_spread: FloatArray
    modes: FloatArray
    slow: FloatArray
    fast: FloatArray
    grip: FloatArray
    hands: HandTracks = field(default_factory=HandTracks)

    @classmethod
    def fresh(cls, count: int, hands: HandTracks | None = None) -> "Tracks":
        identity = np.tile([0.0, 0, 0, 0, 0, 0, 1], (count, 1))
        hands = HandTracks() if hands is None else hands
        several = len(hands.ids)
        log_p = np.full((count, FIRST_HAND + several), np.log(modes.LEAST))
        log_p[:, REST] = 0.0
        return cls(
            seen=np.full(count, -np.inf),
            stamps=np.full((count, KEPT), -np.inf),
            positions=np.zeros((count, KEPT, 3)),
            turn=np.tile([0.0, 0, 0, 1], (count, 1)),
            anchor=identity,
            count=np.zeros(count),
            noise=np.full(count, NOISE_M),
            estimate=identity.copy(),
            velocity=np.zeros((count, 3)),
            still=np.zeros(count, dtype=bool),
            doubted=np.zeros(count, dtype=bool),
            calm=np.zeros(count, dtype=bool),
            home=identity.copy(),
            rested=np.full(count, -np.inf),
            under=np.full(count, NOTHING, dtype=np.intp),
            stands=np.full(count, np.inf),
            born=np.full(count, np.inf),
            shares=np.ones(count),
            losses=np.zeros(count),
            stray=np.zeros((count, 3)),
            strays=np.zeros(count),
            turns=np.zeros(count),
            turned=np.zeros(count),
            state=np.zeros((count, 6)),
            spread=np.zeros((count, 3)),
            falling=np.zeros((count, 6)),
            falling_spread=np.zeros((count, 3)),
            modes=log_p,
            slow=np.zeros((count, several, 3)),
            fast=np.zeros((count, several, 3)),
            grip=np.zeros((count, several, 3)),
            hands=hands,
        )

    @classmethod
    def of(cls, table: Part, hands: HandTracks) -> "Tracks":
        """From tables by name."""
        columns: dict[str, Any] = dict(table)
        return cls(**columns, hands=hands)

    def __len__(self) -> int:
        return len(self.count)

    @property
    def dropouts(self) -> float:
        """The share of reports that lose a thing in view, over all things ever seen."""
        seen = np.isfinite(self.seen)
        return min(float(self.losses[seen].mean()), MOST_DROPOUTS) if seen.any() else 0.0

    def carrier_seen(self, row: int, movable: BoolArray) -> float:
        """When what a thing stood on was last seen to rest for sure; what cannot move always does."""
        under = int(self.under[row])
        if under == NOTHING or not movable[under]:
            return math.inf
        return float(self.stamps[under, -1]) if self.calm[under] else -math.inf

    def stated(self, noise: FloatArray | None) -> "Tracks":
        """With the noise a tracker states, where that is finite: it wins over what was learnt."""
        if noise is None or not np.isfinite(noise).any():
            return self
        return replace(self, noise=np.where(np.isfinite(noise), np.clip(noise, *STATED_NOISE_M), self.noise))

    def kept(self, rows: IntArray, more: int) -> "Tracks":
        """Only some rows, then rows for things that have just entered."""
        new = Tracks.fresh(more, self.hands)
        table = {name: np.concatenate([getattr(self, name)[rows], getattr(new, name)]) for name in TABLES}
        table["under"] = _renumbered(table["under"], rows, np.arange(len(rows)), len(self))
        return Tracks(**table, hands=self.hands)

    def handed(self, hands: HandTracks) -> "Tracks":
        """With these hands; a column for those that are new."""
        more = len(hands.ids) - len(self.hands.ids)
        if not more:
            return replace(self, hands=hands)
        count = len(self)
        wide = {name: np.concatenate([getattr(self, name), np.full((count, more, 3), np.nan)], 1) for name in RELATIONS}
        log_p = np.concatenate([self.modes, np.full((count, more), np.log(modes.LEAST))], axis=1)
        return replace(self, hands=hands, modes=log_p, **wide)

    def lowered(self, by_m: FloatArray) -> "Tracks":
        """As if every percept had been lower by as much."""
        table = {
            name: getattr(self, name).copy() for name in ("anchor", "estimate", "home", "state", "falling", "stray")
        }
        for values in table.values():
            values[:, 2] -= by_m
        positions = self.positions.copy()
        positions[..., 2] -= by_m[:, None]
        return replace(self, positions=positions, **table)

    def adopting(
        self, rows: IntArray, other: "Tracks", origin: IntArray, *, seen: FloatArray, poses: FloatArray
    ) -> "Tracks":
        """With some rows of another's; what was `seen` later here than there stood still at its pose."""
        mine = self.handed(self.hands.widened(other.hands.ids))
        theirs = other.handed(other.hands.widened(mine.hands.ids))
        # The order of hands is that of here.
        order = theirs.hands.rows(mine.hands.ids)
        columns = [*range(FIRST_HAND), *(FIRST_HAND + place for place in order)]
        table = {name: getattr(mine, name).copy() for name in TABLES}
        for name, values in table.items():
            new = getattr(theirs, name)[origin]
            if name in RELATIONS:
                new = new[:, order]
            elif name == "modes":
                new = new[:, columns]
            elif name == "under":
                new = _renumbered(new, origin, rows, len(other))
            values[rows] = new
        later = seen > other.seen[origin]
        table["seen"][rows] = np.where(np.isfinite(seen), seen, other.seen[origin])
        table["anchor"][rows[later]] = table["estimate"][rows[later]] = poses[later]
        table["home"][rows[later]] = poses[later]
        table["still"][rows[later]] = table["calm"][rows[later]] = True
        table["modes"][rows[later]] = np.log(modes.LEAST)
        table["modes"][rows[later], REST] = 0.0
        return Tracks(**table, hands=mine.hands)


def carriers(table: Part, rows: IntArray) -> IntArray:
    """The rows of what carried things when they were last sure to rest."""
    return table["under"][rows].astype(np.intp)


def _renumbered(under: IntArray, rows: IntArray, numbers: IntArray, count: int) -> IntArray:
    """References to `count` rows, some of which have other numbers now, while the others are gone."""
    # The last place is that of nothing.
    places = np.full(count + 1, NOTHING, dtype=np.intp)
    places[rows] = numbers
    return places[under]


TABLES = tuple(item.name for item in fields(Tracks) if item.name != "hands")

RELATIONS = ("slow", "fast", "grip")
