"""What would carry things, and how far above it they stand: felt for along plumb lines, for all of them at once."""

from collections.abc import Sequence
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
    rotation_matrix,
)
from .body import Body
from .engine import NOTHING
from .plumb import BALL, CAN, PILL, Placed, Solids, lowest, met, placed, solids

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


@dataclass(frozen=True, slots=True, eq=False)
class Feelers:
    """What is felt with: the parts of all bodies and points on their surfaces, in their frames."""

    solids: Solids
    round: BoolArray
    points: FloatArray
    first: IntArray
    count: IntArray

    @classmethod
    def of(cls, bodies: Sequence[Body], points: Sequence[FloatArray], meshes: Meshes) -> "Feelers":
        known = solids(bodies, meshes)
        count = np.array([len(some) for some in points], dtype=np.intp)
        rounded = np.isin(known.kind, (BALL, CAN, PILL))
        return cls(known, rounded, np.concatenate([np.zeros((0, 3)), *points]), np.cumsum(count) - count, count)


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """The things asked about: their rows, the boxes around them where they would stand, and points on them there.

    The points of a thing lie side by side; `first` and `count` say where.
    """

    rows: IntArray
    lows: FloatArray
    highs: FloatArray
    points: FloatArray
    first: IntArray
    count: IntArray
    here: Placed


def supports(
    feelers: Feelers,
    poses: FloatArray,
    boxes: tuple[FloatArray, FloatArray],
    rows: IntArray,
    targets: tuple[FloatArray, FloatArray, FloatArray],
    *,
    movable: BoolArray,
    ignore: BoolArray,
) -> Supports:
    """What would carry each of some bodies at its target: a pose and the corners of the box around it there.

    `poses` and `boxes` are those of all bodies; `ignore` `(k, n)` what cannot carry each, such as what rides on it.
    What can itself be moved is felt for from a body's middle only, as what stands on the body would else be taken for
    its support.
    """
    there = placed(feelers.solids, poses)
    asked = _asked(feelers, rows, *targets)
    others = np.arange(len(poses))[None] != rows[:, None]
    lows, highs = boxes
    # Overlaps of the boxes, seen from above.
    wide = np.minimum(asked.highs[:, None, :2], highs[:, :2]) - np.maximum(asked.lows[:, None, :2], lows[:, :2])
    beside = wide.min(axis=2)
    over = (beside >= 0.0) & others
    from_above = _from_above(feelers, there, asked, over, beside, movable=movable, ignore=ignore)
    below = over & ~ignore & (lows[:, 2] < asked.lows[:, None, 2])
    from_below = _from_below(feelers, poses, asked, below, beside, movable)
    nearer = from_below.gaps_m < from_above.gaps_m
    return Supports(
        np.where(nearer, from_below.rows, from_above.rows), np.where(nearer, from_below.gaps_m, from_above.gaps_m)
    )


def _asked(feelers: Feelers, rows: IntArray, poses: FloatArray, lows: FloatArray, highs: FloatArray) -> _Asked:
    known = feelers.solids
    turns = rotation_matrix(poses[:, 3:])
    of, points = expanded(feelers.first[rows], feelers.count[rows])
    surface = poses[of, :3] + np.einsum("nij,nj->ni", turns[of], feelers.points[points])
    # The targets of the rows, in a table of all.
    everywhere = np.zeros((len(feelers.count), 7))
    everywhere[:, 6] = 1.0
    everywhere[rows] = poses
    here = placed(known, everywhere)
    which, parts = expanded(known.first[rows], known.count[rows])
    rounded = feelers.round[parts]
    if rounded.any():
        of = np.concatenate([of, which[rounded]])
        surface = np.concatenate([surface, lowest(known, here, parts[rounded])])
        order = np.argsort(of, kind="stable")
        of, surface = of[order], surface[order]
    count = np.bincount(of, minlength=len(rows))
    return _Asked(rows, lows, highs, surface, np.cumsum(count) - count, count, here)


def _from_above(
    feelers: Feelers,
    there: Placed,
    asked: _Asked,
    over: BoolArray,
    beside: FloatArray,
    *,
    movable: BoolArray,
    ignore: BoolArray,
) -> Supports:
    """Down from points of the things."""
    of = np.repeat(np.arange(len(asked.rows)), asked.count)
    heights = asked.points[:, 2]
    bottom, top = np.full(len(asked.rows), np.inf), np.full(len(asked.rows), -np.inf)
    np.minimum.at(bottom, of, heights)
    np.maximum.at(top, of, heights)
    tall = top - bottom
    under = heights <= bottom[of] + UNDERSIDE_M
    # What tips over an edge is carried far above its lowest point; there, noise is not told from a roof.
    high = np.where(under, np.minimum(START_ABOVE_M, tall)[of], TIE_M)
    middle = np.minimum(START_ABOVE_M, tall / 2)[of]
    things, points, parts = _pairs(feelers, there, asked, over & ~movable)
    fixed = _felt(feelers, there, asked, beside, things, points, parts, high[points], movable)
    things, points, parts = _pairs(feelers, there, asked, over & ~ignore)
    kept = under[points]
    things, points, parts = things[kept], points[kept], parts[kept]
    loose = _felt(feelers, there, asked, beside, things, points, parts, middle[points], movable)
    # A neighbour one stands half in, by noise, is felt at the height of the ground it shares.
    nearer = loose.gaps_m < fixed.gaps_m - TIE_M
    return Supports(np.where(nearer, loose.rows, fixed.rows), np.where(nearer, loose.gaps_m, fixed.gaps_m))


def _pairs(feelers: Feelers, there: Placed, asked: _Asked, wanted: BoolArray) -> tuple[IntArray, IntArray, IntArray]:
    """Things, points of theirs and parts of the wanted bodies that lie over or under one another."""
    known = feelers.solids
    things, bodies = np.nonzero(wanted)
    which, parts = expanded(known.first[bodies], known.count[bodies])
    things = things[which]
    near = (there.lows[parts, :2] <= asked.highs[things, :2]) & (there.highs[parts, :2] >= asked.lows[things, :2])
    kept = near.all(axis=1)
    things, parts = things[kept], parts[kept]
    which, points = expanded(asked.first[things], asked.count[things])
    things, parts = things[which], parts[which]
    places = asked.points[points, :2]
    kept = ((there.lows[parts, :2] <= places) & (there.highs[parts, :2] >= places)).all(axis=1)
    return things[kept], points[kept], parts[kept]


def _felt(
    feelers: Feelers,
    there: Placed,
    asked: _Asked,
    beside: FloatArray,
    things: IntArray,
    points: IntArray,
    parts: IntArray,
    above_m: FloatArray,
    movable: BoolArray,
) -> Supports:
    starts = asked.points[points]
    starts[:, 2] += above_m
    gaps = met(feelers.solids, there, parts, starts, up=-1.0) - above_m
    return _nearest(len(asked.rows), things, feelers.solids.owner[parts], gaps, beside, movable)


def _from_below(
    feelers: Feelers,
    poses: FloatArray,
    asked: _Asked,
    below: BoolArray,
    beside: FloatArray,
    movable: BoolArray,
) -> Supports:
    """Up from the tops of others: a rim, say, that none of a thing's own points stands above."""
    known = feelers.solids
    things, bodies = np.nonzero(below)
    tops, first, count = _tops(feelers, poses, np.unique(bodies))
    which, points = expanded(first[bodies], count[bodies])
    things, bodies, points = things[which], bodies[which], tops[points]
    low, high = asked.lows[things], asked.highs[things]
    near = ((points[:, :2] > low[:, :2]) & (points[:, :2] < high[:, :2])).all(axis=1)
    near &= (points[:, 2] < low[:, 2] + SUNK_M) & (points[:, 2] > low[:, 2] - NEAR_M)
    things, bodies, points = things[near], bodies[near], points[near]
    deep = np.minimum(START_ABOVE_M, (asked.highs[things, 2] - asked.lows[things, 2]) / 2)
    own = asked.rows[things]
    which, parts = expanded(known.first[own], known.count[own])
    things, bodies, deep, starts = things[which], bodies[which], deep[which], points[which]
    starts[:, 2] -= deep
    gaps = met(known, asked.here, parts, starts, up=1.0) - deep
    return _nearest(len(asked.rows), things, bodies, gaps, beside, movable)


def _tops(feelers: Feelers, poses: FloatArray, bodies: IntArray) -> tuple[FloatArray, IntArray, IntArray]:
    """The highest points of some bodies, and where those of each body are among them."""
    of, points = expanded(feelers.first[bodies], feelers.count[bodies])
    turns = rotation_matrix(poses[bodies, 3:])
    places = poses[bodies[of], :3] + np.einsum("nij,nj->ni", turns[of], feelers.points[points])
    highest = np.full(len(bodies), -np.inf)
    np.maximum.at(highest, of, places[:, 2])
    # Only the top of a thing carries.
    top = places[:, 2] >= highest[of] - RIM_M
    count = np.zeros(len(poses), dtype=np.intp)
    count[bodies] = np.bincount(of[top], minlength=len(bodies))
    return places[top], np.cumsum(count) - count, count


def _nearest(
    size: int, things: IntArray, bodies: IntArray, gaps: FloatArray, beside: FloatArray, movable: BoolArray
) -> Supports:
    """For each thing the body with the least gap, leaving out what it is beside of by noise."""
    # What overlaps less sideways than in height is a neighbour: one gets out of it sideways.
    neighbour = movable[bodies] & (gaps < -TIE_M) & (beside[things, bodies] < -gaps)
    kept = np.flatnonzero(np.isfinite(gaps) & ~neighbour)
    kept = kept[np.lexsort((gaps[kept], things[kept]))]
    found, first = np.unique(things[kept], return_index=True)
    result = Supports(np.full(size, NOTHING, dtype=np.intp), np.full(size, np.inf))
    result.rows[found] = bodies[kept][first]
    result.gaps_m[found] = gaps[kept][first]
    return result


def expanded(first: IntArray, count: IntArray) -> tuple[IntArray, IntArray]:
    """Runs of numbers, one after the other: which run each belongs to, and the numbers."""
    of = np.repeat(np.arange(len(count)), count)
    starts = np.cumsum(count) - count
    return of, np.arange(len(of)) - starts[of] + first[of]


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
