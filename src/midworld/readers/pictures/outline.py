"""The lines around patches of a picture."""

import numpy as np

from ...geometry import FloatArray
from .tracer import Bools

Point = tuple[int, int]
# Patches with a shorter border are specks between two edges.
SHORTEST = 12


def outlines(mask: Bools) -> list[FloatArray]:
    """Closed lines `(n, 2)` of x and y, in pixels, around the patches of a mask and their holes; smooth."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return []
    top, left = int(rows[0]), int(columns[0])
    patch = np.pad(mask[top : rows[-1] + 1, left : columns[-1] + 1], 1)
    loops = [np.array(loop, dtype=np.float64) for loop in _loops(_borders(patch)) if len(loop) >= SHORTEST]
    return [_smooth(loop) + np.array([left - 1.0, top - 1.0]) for loop in loops]


def inmost(mask: Bools) -> Point | None:
    """The x and y of a pixel as far inside a mask as there is one; None if it is empty."""
    if not mask.any():
        return None
    inside = np.pad(mask, 1)
    while True:
        smaller = inside.copy()
        smaller[1:-1, 1:-1] &= inside[:-2, 1:-1] & inside[2:, 1:-1] & inside[1:-1, :-2] & inside[1:-1, 2:]
        if not smaller.any():
            break
        inside = smaller
    places = np.argwhere(inside)
    row, column = (int(at) for at in places[len(places) // 2])
    return (column - 1, row - 1)


def _borders(patch: Bools) -> dict[Point, list[Point]]:
    """Every pixel side between inside and outside, as steps that keep the inside to their right."""
    steps: dict[Point, list[Point]] = {}
    for axis, inside_after in ((0, True), (0, False), (1, True), (1, False)):
        before = patch[:-1] if axis == 0 else patch[:, :-1]
        after = patch[1:] if axis == 0 else patch[:, 1:]
        edge = (~before & after) if inside_after else (before & ~after)
        for row, column in np.argwhere(edge).tolist():
            if axis == 0:
                one, other = (column, row + 1), (column + 1, row + 1)
            else:
                one, other = (column + 1, row + 1), (column + 1, row)
            start, end = (one, other) if inside_after else (other, one)
            steps.setdefault(start, []).append(end)
    return steps


def _loops(steps: dict[Point, list[Point]]) -> list[list[Point]]:
    loops: list[list[Point]] = []
    while steps:
        place = next(iter(steps))
        loop: list[Point] = []
        while place in steps:
            loop.append(place)
            ends = steps[place]
            following = ends.pop()
            if not ends:
                del steps[place]
            place = following
        loops.append(loop)
    return loops


def _smooth(loop: FloatArray) -> FloatArray:
    """Without the stairs of pixels: twice the mean of five neighbours."""
    for _ in range(2):
        loop = sum((np.roll(loop, shift, axis=0) for shift in range(-2, 3)), np.zeros_like(loop)) / 5
    return loop
