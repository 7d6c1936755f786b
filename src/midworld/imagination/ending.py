"""How things are when a run is over: what stands on what, what is in what, what toppled and what fell."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, conjugate, rotate
from .stage import Stage

# The paper's Eq. 1: further than this from upright is toppled.
TOPPLE_RAD = 0.5
# A support's push points at least this much upwards: what leans against a wall is not on it.
SUPPORTING = 0.5
# What ends this much lower than it was, and not on what it was on, has fallen.
FALL_M = 0.03
# Walls and rims are known about this well.
FUZZ_M = 0.002


@dataclass(frozen=True, slots=True, eq=False)
class Touching:
    """Pairs of rows `(k, 2)` that touch, with unit normals from the first to the second."""

    rows: IntArray
    normals: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """A stage before and after: poses `(n, 7)`, and for each row the rows it was and is on and in."""

    stage: Stage
    before: FloatArray
    after: FloatArray
    was_on: Mapping[int, frozenset[int]]
    on: Mapping[int, frozenset[int]]
    was_in: Mapping[int, frozenset[int]]
    within: Mapping[int, frozenset[int]]
    driven: frozenset[int]

    @property
    def toppled(self) -> BoolArray:
        """Whose up axis is more than `TOPPLE_RAD` from where it was; a ball has none."""
        return (tilts(self.before, self.after) > TOPPLE_RAD) & ~self.stage.balls

    def fell(self, row: int) -> bool:
        """Whether a body is lower now and on something else."""
        lower = self.before[row, 2] - self.after[row, 2] > FALL_M
        return bool(lower) and not (self.on[row] | self.within[row]) & (self.was_on[row] | self.was_in[row])

    def kept(self, row: int) -> bool:
        """Whether a body was in a container and still is in it, however it rolled about inside."""
        return bool(self.was_in[row] & self.within[row])

    def carried(self, row: int, carrier: int) -> bool:
        """Whether a body is on or in another, or on something that is."""
        seen, edge = {row}, {row}
        while edge:
            edge = {under for each in edge for under in self.on[each] | self.within[each]} - seen
            seen |= edge
        return carrier in seen and row != carrier

    def name(self, row: int) -> str:
        return self.stage.ids[row]


def tilts(before: FloatArray, after: FloatArray) -> FloatArray:
    """The angles between the up axes of poses `(..., 7)`: of those things before, and of them after."""
    up = np.array([0.0, 0.0, 1.0])
    one, other = rotate(before[..., 3:], up), rotate(after[..., 3:], up)
    return np.arctan2(np.linalg.norm(np.cross(one, other), axis=-1), np.sum(one * other, axis=-1))


def supports(stage: Stage, touching: Touching, within: Mapping[int, frozenset[int]]) -> dict[int, frozenset[int]]:
    """For each row what it is on: what it touches and is held up by; the floor also where it just touches it.

    A container is not on what is in it (`within`), though that touches its upper wall while it is tilted.
    """
    found: dict[int, set[int]] = {row: set() for row in range(len(stage.bodies))}
    for (first, second), normal in zip(touching.rows.tolist(), touching.normals, strict=True):
        for upper, lower, lift in ((second, first, normal[2]), (first, second, -normal[2])):
            known = upper < len(stage.bodies) and lower < len(stage.bodies)
            if not known or upper in within[lower]:
                continue
            if stage.movable[upper] and (lift > SUPPORTING or lower == stage.floor):
                found[upper].add(lower)
    return {row: frozenset(below) for row, below in found.items()}


def containers(stage: Stage, poses: FloatArray) -> dict[int, frozenset[int]]:
    """For each row what it is in: whose hollow its centre is inside of, in the container's own frame."""
    found: dict[int, set[int]] = {row: set() for row in range(len(stage.bodies))}
    movable = np.flatnonzero(stage.movable)
    if not any(stage.cavities) or not len(movable):
        return {row: frozenset() for row in found}
    middles = np.array([stage.middle(row, poses[row]) for row in movable.tolist()])
    for row, hollows in enumerate(stage.cavities):
        local = rotate(conjugate(poses[row, 3:]), middles - poses[row, :3])
        for hollow in hollows:
            low, high = np.asarray(hollow.inner.low) - FUZZ_M, np.asarray(hollow.inner.high) + FUZZ_M
            for inner in movable[((local >= low) & (local <= high)).all(axis=1)].tolist():
                if inner != row:
                    found[inner].add(row)
    return {row: frozenset(around) for row, around in found.items()}
