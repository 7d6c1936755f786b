"""How far a thing stands above what would carry it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

import numpy as np

from ..geometry import (
    Box,
    Capsule,
    Compound,
    Cylinder,
    FloatArray,
    Mesh,
    Meshes,
    Part,
    Shape,
    Sphere,
    compose,
    conjugate,
    rotate,
    transform,
)
from ..geometry.bounds import CORNERS
from .body import Body
from .engine import NOTHING, IntArray, Simulation

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
# A mesh is felt at this many of its vertices.
MESH_POINTS = 64
RING = np.column_stack([np.cos(np.arange(8) * np.pi / 4), np.sin(np.arange(8) * np.pi / 4)])
DOWN = np.array([0.0, 0.0, -1.0])


@dataclass(frozen=True, slots=True)
class Support:
    """What is beneath a thing: the row, or `NOTHING`, and the gap to it; a negative gap is an overlap."""

    row: int
    gap_m: float


def support_below(
    simulation: Simulation, row: int, pose: FloatArray, points: FloatArray, *, movable: IntArray, ignore: IntArray
) -> Support:
    """What would carry a body if it stood at a pose; `points` are those of its surface, in its frame.

    `ignore` are the rows that ride on it. What can itself be moved is felt for from the body's middle only, as what
    stands on the body would else be taken for its support.
    """
    placed = transform(pose, points)
    lowest, highest = placed[:, 2].min(), placed[:, 2].max()
    under = placed[:, 2] <= lowest + UNDERSIDE_M
    height = float(highest - lowest)
    # What tips over an edge is carried far above its lowest point; there, noise is not told from a roof.
    above = np.where(under, min(START_ABOVE_M, height), TIE_M)
    fixed = _felt(simulation, placed, above, movable)
    middle = np.full(int(under.sum()), min(START_ABOVE_M, height / 2))
    loose = _felt(simulation, placed[under], middle, np.append(ignore, row))
    # A neighbour one stands half in, by noise, is felt at the height of the ground it shares.
    return loose if loose.gap_m < fixed.gap_m - TIE_M else fixed


def support_from_below(
    simulation: Simulation, row: int, *, low: FloatArray, high: FloatArray, points: FloatArray, owners: IntArray
) -> Support:
    """The nearest of other bodies' points beneath a body: a rim, say, that none of its own points stands above.

    The body lies between `low` and `high` in the simulation; `owners` are the rows the points belong to.
    """
    near = ((points[:, :2] > low[:2]) & (points[:, :2] < high[:2])).all(axis=1)
    near &= (points[:, 2] < low[2] + SUNK_M) & (points[:, 2] > low[2] - NEAR_M)
    if not near.any():
        return Support(NOTHING, float("inf"))
    points, owners = points[near], owners[near]
    deep = min(START_ABOVE_M, float(high[2] - low[2]) / 2)
    starts = points - [0.0, 0.0, deep]
    others = np.delete(np.arange(len(simulation.ids)), row)
    hits = simulation.raycast(starts, np.broadcast_to(-DOWN, starts.shape), exclude=others)
    gaps = np.where(hits.rows == row, hits.distances - deep, np.inf)
    nearest = int(np.argmin(gaps))
    return Support(int(owners[nearest]) if np.isfinite(gaps[nearest]) else NOTHING, float(gaps[nearest]))


def _felt(simulation: Simulation, points: FloatArray, above_m: FloatArray, exclude: IntArray) -> Support:
    starts = points.copy()
    starts[:, 2] += above_m
    hits = simulation.raycast(starts, np.broadcast_to(DOWN, starts.shape), exclude=exclude)
    gaps = np.where(hits.rows == NOTHING, np.inf, hits.distances - above_m)
    nearest = int(np.argmin(gaps))
    return Support(int(hits.rows[nearest]), float(gaps[nearest]))


def surface_points(body: Body, meshes: Meshes) -> FloatArray:
    """Points on a body's surface, in its frame: corners, rims, face centres."""
    found = [part.pose.apply(_points(part.shape, meshes)) for part in body.parts]
    return np.unique(np.round(np.concatenate(found), 6), axis=0)


def lowest_points(body: Body, pose: FloatArray) -> FloatArray:
    """The lowest point of each round part, which no fixed set of points holds."""
    return np.array([_lowest(part, pose) for part in body.parts if not isinstance(part.shape, Box | Mesh)]).reshape(
        -1, 3
    )


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


def _lowest(part: Part, pose: FloatArray) -> FloatArray:
    placed = compose(pose, part.pose.array)
    axis = rotate(placed[3:], -DOWN)
    point = placed[:3].copy()
    match part.shape:
        case Sphere(radius):
            point[2] -= radius
        case Capsule(radius, height):
            point -= np.sign(axis[2]) * axis * height / 2
            point[2] -= radius
        case Cylinder(radius, height):
            point -= np.sign(axis[2]) * axis * height / 2
            slope = DOWN - axis * float(DOWN @ axis)
            length = float(np.linalg.norm(slope))
            if length > 1e-6:
                point += slope / length * radius
        case _:
            pass
    return rotate(conjugate(pose[3:]), point - pose[:3])
