"""Some things and the bodies around them: what is known of these alone, and where they all are at one instant."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, Meshes, conjugate, rotate, rotation_matrix
from .body import Body
from .engine import NOTHING
from .plumb import BALL, CAN, PILL, Solids, expanded, solids

# A thing counts as in a hollow until its middle is this far outside.
WITHIN_M = 0.01
# How many vicinities are remembered: what slides has the same neighbours for many ticks.
REMEMBERED = 64


@dataclass(frozen=True, slots=True, eq=False)
class Hollows:
    """The inner boxes of all cavities, each in the frame of the body that has it."""

    rows: IntArray
    lows: FloatArray
    highs: FloatArray

    def some(self, which: IntArray, rows: IntArray) -> "Hollows":
        """Some of them, of bodies in other rows."""
        return Hollows(rows, self.lows[which], self.highs[which])


@dataclass(frozen=True, slots=True, eq=False)
class Feelers:
    """What is felt with: the parts of bodies, the boxes around them, their hollows, and points on their surfaces.

    All in the frames of the bodies; `first` and `count` say where the points of each body are. `girth` is what has to
    go through an opening.
    """

    solids: Solids
    points: FloatArray
    first: IntArray
    count: IntArray
    centre: FloatArray
    half: FloatArray
    girth: FloatArray
    movable: BoolArray
    hollows: Hollows

    @classmethod
    def of(
        cls,
        bodies: Sequence[Body],
        points: Sequence[FloatArray],
        meshes: Meshes,
        boxes: tuple[FloatArray, FloatArray],
        hollows: Hollows,
    ) -> "Feelers":
        count = np.array([len(some) for some in points], dtype=np.intp)
        centre, half = boxes
        return cls(
            solids(bodies, meshes),
            np.concatenate([np.zeros((0, 3)), *points]),
            np.cumsum(count) - count,
            count,
            centre,
            half,
            # The middle one of a thing's half sizes.
            np.sort(half, axis=1)[:, 1],
            np.array([not body.static for body in bodies], dtype=bool),
            hollows,
        )

    def some(self, rows: IntArray) -> "Feelers":
        """Those of some bodies."""
        _, points = expanded(self.first[rows], self.count[rows])
        count = self.count[rows]
        places, which = np.nonzero(rows[:, None] == self.hollows.rows)
        return Feelers(
            self.solids.some(rows),
            self.points[points],
            np.cumsum(count) - count,
            count,
            self.centre[rows],
            self.half[rows],
            self.girth[rows],
            self.movable[rows],
            self.hollows.some(which, places),
        )

    def around(self, rows: IntArray, targets: FloatArray, poses: FloatArray) -> "Vicinity":
        """Some things at targets `(k, 7)`, and all bodies, standing at poses, that could be above or below them."""
        reach = _reach(self)
        limit = reach + reach[rows, None]
        near = np.abs(poses[:, 0] - targets[:, None, 0]) <= limit
        near &= np.abs(poses[:, 1] - targets[:, None, 1]) <= limit
        return _vicinity(self, np.flatnonzero(near.any(axis=0)).tobytes(), rows.tobytes())


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Where the bodies of a vicinity are at one instant, and the boxes around them along the fixed axes."""

    poses: FloatArray
    turns: FloatArray
    middles: FloatArray
    lows: FloatArray
    highs: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Vicinity:
    """Bodies `around` some `things`: the rows of both. `feelers` are those of the ones, then of the others.

    `others` says which bodies around are not the thing itself. `owner` is the body of each point; `felt` the order in
    which the points of things, then the lowest ones of their `round` parts, lie side by side, thing by thing, each
    `thing_of`, where those of a thing begin and how many they are.
    """

    around: IntArray
    things: IntArray
    feelers: Feelers
    others: BoolArray
    owner: IntArray
    round: IntArray
    felt: IntArray
    thing_of: IntArray
    felt_first: IntArray
    felt_count: IntArray

    def spread(self, poses: FloatArray, targets: FloatArray) -> Spread:
        """With all bodies at poses, and the things at their targets."""
        poses = np.concatenate([poses[self.around], targets])
        turns = rotation_matrix(poses[:, 3:])
        middles = poses[:, :3] + rotate(poses[:, 3:], self.feelers.centre)
        reach = np.einsum("nij,nj->ni", np.abs(turns), self.feelers.half)
        return Spread(poses, turns, middles, middles - reach, middles + reach)

    def riding(self, carrier: IntArray) -> BoolArray:
        """Which bodies around stand on which thing, directly or through others; `carrier` is that of each row."""
        below = carrier[self.around]
        found = np.zeros(self.others.shape, dtype=bool)
        # Carriers may form a ring by mistake: no way down is longer than all there are.
        for _ in range(len(carrier)):
            on = below != NOTHING
            if not on.any():
                break
            found |= below == self.things[:, None]
            below = np.where(on, carrier[below], NOTHING)
        return found

    def higher(self, spread: Spread) -> BoolArray:
        """Bodies that cannot carry each thing: those in its own hollow, and higher ones in whose hollow it is not."""
        count, hollows = len(self.around), self.feelers.hollows
        around, middles = spread.middles[:count], spread.middles[count:]
        higher = (around[:, 2] > middles[:, None, 2]) & self.feelers.movable[:count]
        if not len(hollows.rows):
            return higher
        poses = spread.poses[hollows.rows]
        # Those of bodies around come first. In the frame of each, the things; then in those of the things, the bodies.
        first = int(np.searchsorted(hollows.rows, count))
        if first:
            local = rotate(conjugate(poses[:first, 3:]), middles[:, None] - poses[:first, :3])
            lows, highs = hollows.lows[:first] - WITHIN_M, hollows.highs[:first] + WITHIN_M
            things, which = np.nonzero(((local >= lows) & (local <= highs)).all(axis=2))
            higher[things, hollows.rows[which]] = False
        if first < len(hollows.rows):
            own, lows, highs = poses[first:, None], hollows.lows[first:], hollows.highs[first:]
            local = rotate(conjugate(own[..., 3:]), around - own[..., :3])
            inside = ((local >= lows[:, None]) & (local <= highs[:, None])).all(axis=2)
            width = (highs - lows)[:, :2].max(axis=1)
            fits = (self.feelers.girth[:count] <= width[:, None] / 2) & self.feelers.movable[:count]
            np.logical_or.at(higher, hollows.rows[first:] - count, inside & fits)
        return higher


@lru_cache(maxsize=16)
def _reach(feelers: Feelers) -> FloatArray:
    """How far a body reaches from its origin, at most."""
    return np.linalg.norm(feelers.centre, axis=1) + np.linalg.norm(feelers.half, axis=1)


@lru_cache(maxsize=REMEMBERED)
def _vicinity(feelers: Feelers, around_rows: bytes, thing_rows: bytes) -> Vicinity:
    around, things = np.frombuffer(around_rows, dtype=np.intp), np.frombuffer(thing_rows, dtype=np.intp)
    local = feelers.some(np.concatenate([around, things]))
    known = local.solids
    owner = np.repeat(np.arange(len(local.count)), local.count)
    round_parts = np.flatnonzero(np.isin(known.kind, (BALL, CAN, PILL)) & (known.owner >= len(around)))
    of = np.concatenate([owner[owner >= len(around)], known.owner[round_parts]]) - len(around)
    felt = np.argsort(of, kind="stable")
    count = np.bincount(of, minlength=len(things))
    return Vicinity(
        around,
        things,
        local,
        around != things[:, None],
        owner,
        round_parts,
        felt,
        of[felt],
        np.cumsum(count) - count,
        count,
    )
