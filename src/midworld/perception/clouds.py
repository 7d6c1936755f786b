"""Points on surfaces: which belong together, and where a thing of known shape is that they lie on."""

import math
from collections import deque

import numpy as np

from ..geometry import Box, Compound, FloatArray, IntArray, Mesh, Pose, Shape, local_bounds, rotate, surface_distance

# A point this far off weighs less: it is of something else, or smeared over an edge.
ODD_M = 0.015
STEP = 1e-4
ROUNDS = 15
# So many points tell where a thing is; more take only time.
ENOUGH = 400


def clusters(points: FloatArray, *, gap_m: float, least: int) -> list[IntArray]:
    """The rows of points `(n, 3)` that hang together over gaps of that width, largest first; `least` points each."""
    if not len(points):
        return []
    cells, which = np.unique(np.floor(points / gap_m).astype(np.int64), axis=0, return_inverse=True)
    rows = {(x, y, z): row for row, (x, y, z) in enumerate(cells.tolist())}
    around = [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if (x, y, z) != (0, 0, 0)]
    label = np.full(len(cells), -1, dtype=np.intp)
    count = 0
    for start, first in rows.items():
        if label[first] >= 0:
            continue
        label[first], queue = count, deque([start])
        while queue:
            x, y, z = queue.popleft()
            for dx, dy, dz in around:
                near = rows.get((x + dx, y + dy, z + dz))
                if near is not None and label[near] < 0:
                    label[near] = count
                    queue.append((x + dx, y + dy, z + dz))
        count += 1
    labels = label[which.reshape(-1)]
    found = [np.flatnonzero(labels == number) for number in range(count)]
    return sorted((rows for rows in found if len(rows) >= least), key=len, reverse=True)


def placed_shape(shape: Shape, points: FloatArray, eye: FloatArray) -> tuple[Pose, float]:
    """Where an upright shape stands on whose surface points `(n, 3)` lie that an eye sees, and how far they miss."""
    if len(points) > ENOUGH:
        points = points[np.linspace(0, len(points) - 1, ENOUGH).astype(np.intp)]
    size = np.asarray(local_bounds(shape).size)
    middle = points.mean(axis=0)
    ray = (middle - eye) / max(float(np.linalg.norm(middle - eye)), 1e-9)
    # The eye sees the near side: the middle is behind it.
    start = middle + ray * float(np.min(size)) / 2
    turns = [0.0] if not isinstance(shape, Box | Compound | Mesh) else [number * math.pi / 8 for number in range(4)]
    found = [_aligned(shape, points, np.array([*start, turn])) for turn in turns]
    if isinstance(shape, Box):
        found += [_aligned(shape, points, np.array([*start, turn + math.pi / 2])) for turn in turns]
    state, miss = min(found, key=lambda each: each[1])
    x, y, z, turn = state.tolist()
    return Pose((x, y, z), (0.0, 0.0, math.sin(turn / 2), math.cos(turn / 2))), miss


def _aligned(shape: Shape, points: FloatArray, state: FloatArray) -> tuple[FloatArray, float]:
    """Levenberg's way down: position and turn about the vertical that leave points nearest to the surface."""
    turns = isinstance(shape, Box | Compound | Mesh)
    free = 4 if turns else 3
    damping, gaps = 1e-3, _gaps(shape, points, state)
    cost = _cost(gaps)
    for _ in range(ROUNDS):
        slopes = np.stack(
            [(_gaps(shape, points, state + STEP * axis) - gaps) / STEP for axis in np.eye(4)[:free]], axis=1
        )
        weight = 1.0 / np.maximum(np.abs(gaps) / ODD_M, 1.0)
        normal = slopes.T @ (weight[:, None] * slopes)
        step = np.linalg.solve(
            normal + damping * np.eye(free) * max(float(np.trace(normal)), 1e-9), -slopes.T @ (weight * gaps)
        )
        after = state.copy()
        after[:free] += (
            np.clip(step, -0.05, 0.05) if free == 3 else np.clip(step, [-0.05] * 3 + [-0.4], [0.05] * 3 + [0.4])
        )
        new = _gaps(shape, points, after)
        if _cost(new) < cost:
            state, gaps, damping = after, new, damping / 4
            better, cost = cost - _cost(new), _cost(new)
            if better < 1e-12:
                break
        else:
            damping *= 8
    return state, float(np.sqrt(cost))


def _cost(gaps: FloatArray) -> float:
    return float(np.mean(np.minimum(np.square(gaps), 2 * ODD_M * np.abs(gaps))))


def _gaps(shape: Shape, points: FloatArray, state: FloatArray) -> FloatArray:
    turn = np.array([0.0, 0.0, -math.sin(state[3] / 2), math.cos(state[3] / 2)])
    return surface_distance(shape, rotate(turn, points - state[:3]))
