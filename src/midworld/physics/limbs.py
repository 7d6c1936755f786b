"""People's bodies as capsules: what a tracker gives as points, hides as flesh."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, kernels
from ..world import EntityId


@dataclass(frozen=True, slots=True, eq=False)
class Limb:
    """A piece of somebody's body, of which a tracker gives only points: a capsule between two of them.

    A `core` piece is one nobody sees of oneself; a `hand` does not hide what it holds.
    """

    start: FloatArray
    end: FloatArray
    radius: float
    core: bool = False
    hand: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Limbs:
    """Capsules from `start` to `end` `(n, 3)` of `radius` `(n,)`, each a piece of its owner, if that is known.

    `hands` are the rows of those that may hold something.
    """

    owners: tuple[EntityId | None, ...] = ()
    start: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    end: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    radius: FloatArray = field(default_factory=lambda: np.zeros(0))
    hands: frozenset[int] = frozenset()

    @classmethod
    def of(cls, limbs: Sequence[Limb], owners: Sequence[EntityId] | None = None) -> "Limbs":
        """The same capsules as tables."""
        starts, ends = [limb.start for limb in limbs], [limb.end for limb in limbs]
        radii = np.array([limb.radius for limb in limbs])
        known = (None,) * len(limbs) if owners is None else tuple(owners)
        hands = frozenset(row for row, limb in enumerate(limbs) if limb.hand)
        return cls(known, np.reshape(starts, (-1, 3)), np.reshape(ends, (-1, 3)), radii, hands)

    def __len__(self) -> int:
        return len(self.owners)

    def grips(self) -> BoolArray:
        """Which limbs may hold something."""
        flags = np.zeros(len(self), dtype=np.bool_)
        flags[list(self.hands)] = True
        return flags

    def others(self, agents: Sequence[EntityId | None]) -> BoolArray:
        """Which limbs are in each agent's way, `(agents, limbs)`: never its own."""
        return _others(self.owners, tuple(agents))


@lru_cache(maxsize=16)
def _others(owners: tuple[EntityId | None, ...], agents: tuple[EntityId | None, ...]) -> BoolArray:
    distinct = {agent: number for number, agent in enumerate(dict.fromkeys(agents))}
    ways = np.array([[owner != agent for owner in owners] for agent in distinct], dtype=np.bool_)
    found = ways.reshape(-1, len(owners))[[distinct[agent] for agent in agents]]
    found.setflags(write=False)
    return found


NO_LIMBS = Limbs()
# What products of matrices may be off by, a room's size squared times rounding, and far less than anything here.
NEARLY_M = 1e-5
# What lies this deep behind a limb is hidden by it however rays are rounded.
DEEP_M = 1e-4


def hidden_by_limbs(
    limbs: Limbs,
    origins: FloatArray,
    ends: FloatArray,
    in_the_way: BoolArray,
    pair: IntArray,
    *,
    touching: bool = True,
) -> BoolArray:
    """Which of the lines `(k, 3)` pass through a limb; `in_the_way[pair[line]]` says which limbs count.

    A hand does not hide what ends inside it, as it may hold that; nor does any limb unless `touching` ones count.
    """
    if kernels is not None:
        spares = limbs.grips() if touching else np.ones(len(limbs), dtype=np.bool_)
        return kernels.lines_hidden(origins, ends, limbs.start, limbs.end, limbs.radius, spares, in_the_way, pair)
    hidden = np.zeros(len(origins), dtype=np.bool_)
    lines, limb = np.nonzero(in_the_way[pair])
    if not len(lines):
        return hidden
    start, end, radius = limbs.start[limb], limbs.end[limb], limbs.radius[limb]
    through = segment_gaps(origins[lines], ends[lines], start, end) < radius
    grips = np.flatnonzero(through & limbs.grips()[limb] if touching else through)
    if len(grips):
        held = ends[lines[grips]]
        through[grips] = segment_gaps(held, held, start[grips], end[grips]) >= radius[grips]
    hidden[lines[through]] = True
    return hidden


def wholly_hidden(limbs: Limbs, origins: FloatArray, corners: FloatArray, in_the_way: BoolArray) -> BoolArray:
    """Which boxes, by their middle and corners `(k, 9, 3)`, are behind a single limb, none of them in a hand.

    What is behind a convex body is convex: it holds a box if it holds the corners, and so for any points.
    """
    in_the_way = in_the_way & ~limbs.grips()
    if kernels is not None:
        return kernels.groups_behind(origins, corners, limbs.start, limbs.end, limbs.radius, in_the_way, DEEP_M)
    hidden = np.zeros(len(origins), dtype=np.bool_)
    box, limb = np.nonzero(in_the_way)
    for point in range(corners.shape[1]):
        if not len(box):
            return hidden
        gaps = segment_gaps(origins[box], corners[box, point], limbs.start[limb], limbs.end[limb])
        behind = gaps < limbs.radius[limb] - DEEP_M
        box, limb = box[behind], limb[behind]
    hidden[box] = True
    return hidden


def near_lines(
    origins: FloatArray, ends: FloatArray, wide: FloatArray, start: FloatArray, end: FloatArray, radius: FloatArray
) -> BoolArray:
    """Which capsules from `start` to `end` `(m, 3)` of a `radius` `(m,)` come as near to lines `(k, 3)` as those are
    `wide` `(k,)`, or very nearly.

    Balls around the segments are passed over first: products of matrices serve where many meet many, and cost the last
    digits, for which a little is added.
    """
    if kernels is not None:
        return kernels.capsules_near(origins, ends, wide, start, end, radius)
    within = wide[:, None] + radius
    way, middle, other = ends - origins, (start + end) / 2, end - start
    length = np.maximum(_dot(way, way), 1e-18)[:, None]
    along = way @ middle.T
    along -= _dot(way, origins)[:, None]
    share = _clipped(along / length)
    square = _dot(origins, origins)[:, None] + _dot(middle, middle) - 2 * (origins @ middle.T)
    square += share * (share * length - 2 * along)
    reach = within + (np.sqrt(_dot(other, other)) / 2 + NEARLY_M)
    close = square <= reach * reach
    line, segment = np.nonzero(close)
    gaps = segment_gaps(origins[line], ends[line], start[segment], end[segment])
    close[line, segment] = gaps <= within[line, segment] + NEARLY_M
    return close


def segment_gaps(starts: FloatArray, ends: FloatArray, start: FloatArray, end: FloatArray) -> FloatArray:
    """The least distances between segments `(..., 3)` and others, by broadcasting."""
    if kernels is not None and starts.ndim == 2 and starts.shape == ends.shape == start.shape == end.shape:
        return kernels.segment_gaps(starts, ends, start, end)
    way, other, apart = _columns(ends - starts), _columns(end - start), _columns(starts - start)
    a, e = np.maximum(_dotted(way, way), 1e-18), np.maximum(_dotted(other, other), 1e-18)
    b, c, f = _dotted(way, other), _dotted(way, apart), _dotted(apart, other)
    slant = a * e - b * b
    along = np.where(slant > 1e-12 * a * e, (b * f - c * e) / np.maximum(slant, 1e-18), 0.0)
    across = _clipped((b * _clipped(along) + f) / e)
    along = _clipped((b * across - c) / a)
    gap = [between + along * one - across * two for between, one, two in zip(apart, way, other, strict=True)]
    return np.sqrt(_dotted(gap, gap))


def _dot(one: FloatArray, other: FloatArray) -> FloatArray:
    return (one * other).sum(axis=-1)


def _columns(vectors: FloatArray) -> Sequence[FloatArray]:
    """The three coordinates of vectors `(..., 3)`, each in one piece."""
    return [*np.ascontiguousarray(np.moveaxis(vectors, -1, 0))]


def _dotted(one: Sequence[FloatArray], other: Sequence[FloatArray]) -> FloatArray:
    """Products of columns: adding three of these is far quicker than reducing many rows of three."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _clipped(share: FloatArray) -> FloatArray:
    return np.minimum(np.maximum(share, 0.0), 1.0)
