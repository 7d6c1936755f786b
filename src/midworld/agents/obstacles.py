"""What may stand between an arm and what it reaches for, as turned boxes and as the parts they stand for."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import assert_never

import numpy as np

from ..geometry import (
    BoolArray,
    Box,
    Capsule,
    Compound,
    Cylinder,
    FloatArray,
    IntArray,
    Mesh,
    Part,
    Shape,
    Sphere,
    compose,
    kernels,
    primitives,
    rotation_matrix,
)
from ..world import Object, Status, Structure, World

# A box with the cross-section of a disc, and one with the volume of a ball.
DISC, BALL = float(np.sqrt(np.pi) / 2), float((4 * np.pi / 3) ** (1 / 3) / 2)
# A segment nearly along a face counts as along it.
FLAT = 1e-12
EVERYBODY, NOBODY = np.zeros((0, 0), dtype=np.bool_), np.zeros(0, dtype=np.intp)


@dataclass(frozen=True, eq=False)
class Obstacles:
    """Placed parts of solid things, one row each: `owner` is the thing's row in the world; `poses` are the parts' own.

    `centre`, `axes` (as columns) and `half` are of boxes that stand for them.
    """

    parts: tuple[Part, ...]
    owner: IntArray
    poses: FloatArray
    centre: FloatArray
    axes: FloatArray
    half: FloatArray

    def only(self, rows: BoolArray) -> "Obstacles":
        kept = tuple(part for part, keep in zip(self.parts, rows.tolist(), strict=True) if keep)
        return Obstacles(kept, self.owner[rows], self.poses[rows], self.centre[rows], self.axes[rows], self.half[rows])

    def within(self, point: FloatArray, distance_m: float) -> BoolArray:
        """Which of them come that near to a point."""
        local = np.abs(np.einsum("mij,mi->mj", self.axes, point - self.centre))
        return np.linalg.norm(np.maximum(local - self.half, 0.0), axis=1) <= distance_m

    def crossed(
        self,
        starts: FloatArray,
        ends: FloatArray,
        ignore: IntArray,
        *,
        counts: BoolArray = EVERYBODY,
        who: IntArray = NOBODY,
    ) -> BoolArray:
        """Which segments `(k, 3)` meet a box, leaving out for each the boxes of one thing.

        Of the boxes only those may be met that `counts` `(people, m)` has for the one `who` each segment is of.
        """
        if not len(self.owner):
            return np.zeros(len(starts), dtype=np.bool_)
        if kernels is not None:
            boxes = self.owner, self.axes, self.centre, self.half
            return kernels.boxes_crossed(starts, ends, ignore, *boxes, FLAT, counts, who)
        columns, middles, half = self._columns
        way = np.matmul(ends - starts, columns)
        np.copyto(way, FLAT, where=np.abs(way) < FLAT)
        scale = np.divide(1.0, way, out=way)
        middle = np.matmul(starts, columns)
        np.subtract(middles, middle, out=middle)
        middle *= scale
        reach = np.multiply(np.abs(scale, out=scale), half, out=scale)
        enters, leaves = (middle - reach).max(axis=0), np.add(middle, reach, out=reach).min(axis=0)
        met = (enters <= leaves) & (leaves >= 0.0) & (enters <= 1.0) & (self.owner != ignore[:, None])
        if counts.size:
            met &= counts[who]
        return met.any(axis=1)

    @cached_property
    def _columns(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """One table for each axis of the boxes, `(3, 3, m)`, and along it their middles and half sizes `(3, 1, m)`.

        Lines times these are products of plain matrices, with no short last dimension.
        """
        columns = np.ascontiguousarray(self.axes.transpose(2, 1, 0))
        return columns, np.einsum("mi,jim->jm", self.centre, columns)[:, None], self.half.T[:, None].copy()


def obstacles(world: World) -> Obstacles:
    """The solid things of a world whose places are known."""
    solid = _solid(world.structure)
    known = world.state.status[solid.owner] != Status.UNKNOWN.value
    carriers = world.poses()[solid.owner].reshape(-1, 7)
    poses = compose(carriers, solid.poses) if len(carriers) else carriers
    turn = rotation_matrix(poses[:, 3:])
    centre = poses[:, :3] + np.einsum("mij,mj->mi", turn, solid.centre)
    placed = Obstacles(solid.parts, solid.owner, poses, centre, turn, solid.half)
    return placed if known.all() else placed.only(known)


@lru_cache(maxsize=256)
def _solid(structure: Structure) -> Obstacles:
    """The parts in the frames of their things; `axes` says nothing yet."""
    found = [
        (row, part)
        for row, entity in enumerate(structure.entities)
        if isinstance(entity.role, Object) and entity.collision is not None
        for part in primitives(entity.collision)
    ]
    boxes = [_box(part.shape) for _, part in found]
    return Obstacles(
        tuple(part for _, part in found),
        np.array([row for row, _ in found], dtype=np.intp),
        np.array([part.pose.array for _, part in found]).reshape(-1, 7),
        np.array([centre for centre, _ in boxes]).reshape(-1, 3),
        np.zeros((len(found), 3, 3)),
        np.array([half for _, half in boxes]).reshape(-1, 3),
    )


def _box(shape: Shape) -> tuple[FloatArray, FloatArray]:
    """The middle and half the size of a box that is as hard to get past as the shape."""
    middle = np.zeros(3)
    match shape:
        case Box(size):
            return middle, np.asarray(size) / 2
        case Sphere(radius):
            return middle, np.full(3, BALL * radius)
        case Cylinder(radius, height):
            return middle, np.array([DISC * radius, DISC * radius, height / 2])
        case Capsule(radius, height):
            return middle, np.array([DISC * radius, DISC * radius, height / 2 + BALL * radius])
        case Mesh(_, low, high):
            return np.add(low, high) / 2, np.subtract(high, low) / 2
        case Compound():
            raise AssertionError("primitives() leaves no compound")
        case _:
            assert_never(shape)
