"""The hollow of a thing that can hold others."""

import math

import msgspec
import numpy as np
import numpy.typing as npt

from .bounds import Bounds
from .flood_fill import Pool, pools
from .pose import BoolArray, FloatArray, Vector3
from .regions import labelled
from .shape import Compound, Mesh, Meshes, Shape, vector
from .surface import surface
from .voxels import Voxels, voxels

# What is smaller than a die, a dent or a small part of the whole does not make a container.
LEAST_VOLUME_M3 = 1e-6
LEAST_DEPTH_M = 0.008
LEAST_SHARE = 0.02
# Things lie on a plate but in a drawer: shallow for its width, and less deep than a matchbox is high.
SHALLOW_RATIO = 0.12
SHALLOW_M = 0.03
# A bottle's neck is a few hundredths of its width; a screw hole in a lid is less.
LEAST_OPENING = 0.02


class Opening(msgspec.Struct, frozen=True):
    """The rim a thing goes in by: a level rectangle in the body's frame."""

    centre: Vector3
    size: tuple[float, float]


class Cavity(msgspec.Struct, frozen=True):
    """An inner volume open upwards, in the body's frame; `inner` is its box, from the floor to the rim."""

    inner: Bounds
    opening: Opening


def cavities(shape: Shape, meshes: Meshes) -> tuple[Cavity, ...]:
    """The hollows of a shape that would hold water poured from above (+z), up to their lowest rim.

    Walls may be of any thickness or none; gaps narrower than a sixty-fourth of the shape count as closed. What is
    covered, too small, or as shallow as a plate is left out.
    """
    if not (isinstance(shape, Compound) or (isinstance(shape, Mesh) and not shape.convex)):
        return ()
    triangles = surface(shape, meshes)
    if not len(triangles) or float(np.ptp(triangles, axis=(0, 1)).min()) < LEAST_DEPTH_M:
        return ()
    grid = voxels(triangles)
    least = max(LEAST_VOLUME_M3 / float(np.prod(grid.cell)), LEAST_SHARE * float(np.prod(grid.solid.shape)))
    deep = int(LEAST_DEPTH_M / float(grid.cell[2]))
    # A grid cell that any wall touches is lost to the hollow: ask for half here, and exactly below.
    held = pools(~grid.solid, least_cells=int(least / 2), least_layers=max(deep // 2, 1))
    sky = ~np.logical_or.accumulate(grid.solid[:, :, ::-1], axis=2)[:, :, ::-1]
    found = (_measured(grid, pool, sky) for pool in held)
    return tuple(sorted((cavity for cavity in found if cavity), key=_place))


def _measured(grid: Voxels, pool: Pool, sky: BoolArray) -> Cavity | None:
    """The pool between the true surfaces around it, where it is large and open enough to matter."""
    mouth = pool.cells[:, :, pool.rim - 1] & sky[:, :, pool.rim - 1]
    footprint = int(pool.cells.any(axis=2).sum())
    if mouth.sum() < LEAST_OPENING * footprint:
        return None
    low = np.array([_face(grid, pool.cells, axis, -1) for axis in range(3)])
    rim = _rim(grid, pool)
    high = np.array([_face(grid, pool.cells, 0, 1), _face(grid, pool.cells, 1, 1), rim])
    # The share of the cells' own box that they fill corrects for the cells lost to the walls.
    across, along, up = (int(cells.max() - cells.min()) + 1 for cells in np.nonzero(pool.cells))
    width, length, depth = vector(high - low)
    area = footprint / (across * along) * width * length
    volume = int(pool.cells.sum()) / (across * along * up) * width * length * depth
    extent = vector(grid.points.max(axis=1) - grid.points.min(axis=1))
    if depth < LEAST_DEPTH_M or volume < max(LEAST_VOLUME_M3, LEAST_SHARE * math.prod(extent)):
        return None
    if depth < SHALLOW_M and depth < SHALLOW_RATIO * area**0.5:
        return None
    return Cavity(Bounds(vector(low), vector(high)), _opening(grid, mouth, pool.rim, rim))


def _opening(grid: Voxels, mouth: BoolArray, layer: int, rim: float) -> Opening:
    cells = np.zeros_like(grid.solid)
    cells[:, :, layer - 1] = mouth
    low = np.array([_face(grid, cells, axis, -1) for axis in (0, 1)])
    high = np.array([_face(grid, cells, axis, 1) for axis in (0, 1)])
    x, y = (low + high) / 2
    width, length = high - low
    return Opening((float(x), float(y), rim), (float(width), float(length)))


def _face(grid: Voxels, cells: BoolArray, axis: int, outward: int) -> float:
    """Where the surface behind the outermost cells begins; their own edge where there is none."""
    across = [(1, 2), (0, 2), (0, 1)][axis]
    reached = np.flatnonzero(cells.any(axis=across))
    edge = int(reached[-1] if outward > 0 else reached[0])
    plane = np.take(cells, edge, axis=axis)
    behind = np.flatnonzero(grid.cells[axis] == edge + outward)
    at = grid.cells[:, behind][list(across)]
    wanted = plane[tuple(at)]
    nearest = _extreme(plane.shape, at[:, wanted], grid.points[axis, behind[wanted]], -outward)
    surfaces = nearest[np.isfinite(nearest)]
    if not len(surfaces):
        return float(grid.origin[axis] + grid.cell[axis] * (edge + (outward > 0)))
    return float(surfaces.max() if outward > 0 else surfaces.min())


def _rim(grid: Voxels, pool: Pool) -> float:
    """The height of the lowest way out over the walls that the spilling layer just clears."""
    top, spilling = pool.rim - 1, ~grid.solid[:, :, pool.rim]
    inside = pool.cells[:, :, top]
    elsewhere = ~grid.solid[:, :, top] & ~inside & spilling
    near = np.flatnonzero(grid.cells[2] == top)
    heights = _extreme(inside.shape, grid.cells[:2, near], grid.points[2, near], 1)
    walls = np.unique(heights[spilling & np.isfinite(heights)])
    low, high = 0, len(walls) - 1
    while low < high:
        middle = (low + high) // 2
        open_cells = spilling & (heights <= walls[middle])
        regions, _ = labelled(open_cells)
        inner = np.unique(regions[inside & open_cells])
        low, high = (low, middle) if np.isin(regions[elsewhere], inner).any() else (middle + 1, high)
    return float(walls[low])


def _extreme(shape: tuple[int, ...], at: npt.NDArray[np.int16], values: FloatArray, sign: int) -> FloatArray:
    """Per cell of a plane the largest value (`sign` 1) or the smallest (-1), infinite where there is none."""
    out = np.full(shape, -np.inf).reshape(-1)
    np.maximum.at(out, np.ravel_multi_index(tuple(at), shape), sign * values)
    return sign * out.reshape(shape)


def _place(cavity: Cavity) -> tuple[float, ...]:
    return tuple(round(number, 4) for number in cavity.inner.low)
