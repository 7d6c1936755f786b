"""What would carry things, and how far above it they stand: felt for along plumb lines, for all of them at once."""

from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

import numpy as np

from ..geometry import (
    CORNERS,
    BoolArray,
    Box,
    Capsule,
    Compound,
    Cylinder,
    FloatArray,
    IntArray,
    Mesh,
    Meshes,
    Shape,
    Sphere,
)
from .body import Body
from .engine import NOTHING
from .plumb import Placed, Solids, expanded, lowest, met, placed
from .vicinity import Spread, Vicinity

# Rays start this far above a point of the underside, so that a thing perceived too low still finds what it sank into.
START_ABOVE_M = 0.05
# Rims further below than this carry nothing.
NEAR_M = 0.06
# A rim further above the underside than this is beside the thing, not beneath it.
SUNK_M = 0.015
# On what can be moved, only the underside is felt for: points no higher than this above the lowest one.
UNDERSIDE_M = 0.03
# What can be moved carries a thing only if it is clearly nearer than what cannot.
TIE_M = 0.003
# Points this near to a thing's highest one are its rim.
RIM_M = 0.005
# A mesh is felt at this many of its vertices.
MESH_POINTS = 64
RING = np.column_stack([np.cos(np.arange(8) * np.pi / 4), np.sin(np.arange(8) * np.pi / 4)])


@dataclass(frozen=True, slots=True, eq=False)
class Supports:
    """What is beneath each of some things: the row, or `NOTHING`, and the gap to it; a negative gap is an overlap."""

    rows: IntArray
    gaps_m: FloatArray

    def but(self, other: "Supports", where: BoolArray) -> "Supports":
        """With those of another in some places."""
        return Supports(np.where(where, other.rows, self.rows), np.where(where, other.gaps_m, self.gaps_m))


@dataclass(frozen=True, slots=True, eq=False)
class _Rays:
    """Plumb lines from points of some things, or towards them, that may meet a part of a body.

    They start deeper in the thing than the points are, by a depth.
    """

    things: IntArray
    bodies: IntArray
    parts: IntArray
    points: FloatArray
    depths_m: FloatArray


def supports(near: Vicinity, spread: Spread, *, ignore: BoolArray) -> Supports:
    """What would carry each thing of a vicinity, by its place among the bodies around.

    `ignore` `(k, n)` is what cannot carry each, such as what rides on it. What can itself be moved is felt for from a
    body's middle only, as what stands on the body would else be taken for its support.
    """
    known, around = near.feelers.solids, len(near.around)
    where = placed(known, spread.poses, spread.turns)
    surface = spread.poses[near.owner, :3] + np.einsum("nij,nj->ni", spread.turns[near.owner], near.feelers.points)
    # Overlaps of the boxes, seen from above.
    highs, lows = spread.highs[:, :2], spread.lows[:, :2]
    wide = np.minimum(highs[around:, None], highs[:around]) - np.maximum(lows[around:, None], lows[:around])
    beside = np.minimum(wide[..., 0], wide[..., 1])
    over = (beside >= 0.0) & near.others
    fixed, loose = _from_above(near, spread, where, surface, over, ignore)
    below = over & ~ignore & (spread.lows[:around, 2] < spread.lows[around:, None, 2])
    rays = (fixed, loose, _from_below(near, spread, surface, below))
    on_fixed, on_loose, rim = _nearest(rays, _gaps(rays, known, where), beside, near.feelers.movable)
    # A neighbour one stands half in, by noise, is felt at the height of the ground it shares.
    above = on_fixed.but(on_loose, on_loose.gaps_m < on_fixed.gaps_m - TIE_M)
    return above.but(rim, rim.gaps_m < above.gaps_m)


def _from_above(
    near: Vicinity, spread: Spread, where: Placed, surface: FloatArray, over: BoolArray, ignore: BoolArray
) -> tuple[_Rays, _Rays]:
    """Down from points of the things: onto what cannot be moved, and onto the rest."""
    known, around, of = near.feelers.solids, len(near.around), near.thing_of
    own = surface[near.feelers.first[around] :]
    points = np.concatenate([own, lowest(known, where, near.round)])[near.felt] if len(near.round) else own
    heights = points[:, 2]
    bottom = np.minimum.reduceat(heights, near.felt_first)
    tall = np.maximum.reduceat(heights, near.felt_first) - bottom
    under = heights <= bottom[of] + UNDERSIDE_M
    # What tips over an edge is carried far above its lowest point; there, noise is not told from a roof.
    high = np.where(under, np.minimum(START_ABOVE_M, tall)[of], TIE_M)
    middle = np.minimum(START_ABOVE_M, tall / 2)[of]
    movable = near.feelers.movable[:around]
    wanted = over & ~(ignore & movable)
    # Parts of bodies around that lie over or under a thing, then over or under its points.
    parts_around = int(known.first[around])
    lows, highs = where.lows[:, :2], where.highs[:, :2]
    crossed = (lows[:parts_around] <= spread.highs[around:, None, :2]) & (
        highs[:parts_around] >= spread.lows[around:, None, :2]
    )
    things, parts = np.nonzero(_both(crossed) & wanted[:, known.owner[:parts_around]])
    which, felt = expanded(near.felt_first[things], near.felt_count[things])
    parts = parts[which]
    level = points[felt, :2]
    kept = _both((lows[parts] <= level) & (highs[parts] >= level))
    things, parts, felt = things[which[kept]], parts[kept], felt[kept]
    bodies, points = known.owner[parts], points[felt]
    fixed = np.flatnonzero(~movable[bodies])
    loose = np.flatnonzero(~ignore[things, bodies] & under[felt])
    return (
        _Rays(things[fixed], bodies[fixed], parts[fixed], points[fixed], high[felt[fixed]]),
        _Rays(things[loose], bodies[loose], parts[loose], points[loose], middle[felt[loose]]),
    )


def _from_below(near: Vicinity, spread: Spread, surface: FloatArray, below: BoolArray) -> _Rays:
    """Up from the tops of others: a rim, say, that none of a thing's own points stands above."""
    known, around, feelers = near.feelers.solids, len(near.around), near.feelers
    # Only the top of a body carries.
    tops = surface[:, 2] >= (np.maximum.reduceat(surface[:, 2], feelers.first) - RIM_M)[near.owner]
    things, bodies = np.nonzero(below)
    which, felt = expanded(feelers.first[bodies], feelers.count[bodies])
    top = tops[felt]
    things, bodies, points = things[which[top]], bodies[which[top]], surface[felt[top]]
    low, high = spread.lows[around:][things], spread.highs[around:][things]
    kept = _both((points[:, :2] > low[:, :2]) & (points[:, :2] < high[:, :2]))
    kept &= (points[:, 2] < low[:, 2] + SUNK_M) & (points[:, 2] > low[:, 2] - NEAR_M)
    things, bodies, points = things[kept], bodies[kept], points[kept]
    deep = np.minimum(START_ABOVE_M, (high[kept, 2] - low[kept, 2]) / 2)
    own = things + around
    which, parts = expanded(known.first[own], known.count[own])
    return _Rays(things[which], bodies[which], parts, points[which], deep[which])


def _both(level: BoolArray) -> BoolArray:
    """Along both level axes `(..., 2)`."""
    return level[..., 0] & level[..., 1]


def _gaps(rays: tuple[_Rays, _Rays, _Rays], known: Solids, where: Placed) -> FloatArray:
    """How far it is along each ray: the first two kinds go down, the last up."""
    depths = np.concatenate([each.depths_m for each in rays])
    starts = np.concatenate([each.points for each in rays])
    up = np.full(len(depths), -1.0)
    up[len(depths) - len(rays[-1].depths_m) :] = 1.0
    starts[:, 2] -= up * depths
    return met(known, where, np.concatenate([each.parts for each in rays]), starts, up=up) - depths


def _nearest(
    rays: tuple[_Rays, _Rays, _Rays], gaps: FloatArray, beside: FloatArray, movable: BoolArray
) -> list[Supports]:
    """For each kind of ray, and each thing, the body with the least gap, leaving out what it is beside of by noise."""
    things = np.concatenate([each.things for each in rays])
    bodies = np.concatenate([each.bodies for each in rays])
    slots = things + np.repeat(np.arange(len(rays)) * len(beside), [len(each.things) for each in rays])
    # What overlaps less sideways than in height is a neighbour: one gets out of it sideways.
    neighbour = movable[bodies] & (gaps < -TIE_M) & (beside[things, bodies] < -gaps)
    kept = np.flatnonzero(np.isfinite(gaps) & ~neighbour)
    # Written from the greatest to the least, the least of each stays; of equal ones, the first.
    kept = kept[np.lexsort((gaps[kept], slots[kept]))][::-1]
    rows = np.full(len(rays) * len(beside), NOTHING, dtype=np.intp)
    least = np.full(len(rows), np.inf)
    rows[slots[kept]], least[slots[kept]] = bodies[kept], gaps[kept]
    kinds = len(rays)
    return [Supports(*each) for each in zip(np.split(rows, kinds), np.split(least, kinds), strict=True)]


def surface_points(body: Body, meshes: Meshes) -> FloatArray:
    """Points on a body's surface, in its frame: corners, rims, face centres."""
    found = [part.pose.apply(_points(part.shape, meshes)) for part in body.parts]
    return np.unique(np.round(np.concatenate(found), 6), axis=0)


def _points(shape: Shape, meshes: Meshes) -> FloatArray:
    match shape:
        case Box(size):
            faces = np.concatenate([np.eye(3), -np.eye(3)])
            return np.concatenate([CORNERS, faces]) * np.asarray(size) / 2
        case Sphere(radius):
            return _sphere() * radius
        case Cylinder(radius, height):
            rims = [[radius * x, radius * y, z * height] for z in (-0.5, 0.0, 0.5) for x, y in RING]
            return np.array([*rims, [0, 0, -height / 2], [0, 0, height / 2]])
        case Capsule(radius, height):
            ball = _sphere() * radius
            end = np.array([0.0, 0.0, height / 2])
            return np.concatenate([ball + end, ball - end])
        case Mesh(digest):
            vertices = meshes[digest].vertices
            return vertices[:: max(1, len(vertices) // MESH_POINTS)]
        case Compound():
            raise AssertionError("a body has no compounds")
        case _:
            assert_never(shape)


@lru_cache(maxsize=1)
def _sphere() -> FloatArray:
    points = np.concatenate([CORNERS / np.sqrt(3), np.eye(3), -np.eye(3)])
    points.setflags(write=False)
    return points
