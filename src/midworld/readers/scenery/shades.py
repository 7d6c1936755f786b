"""A plain blob beneath whatever moves, on what is below it: without one, things float."""

from functools import lru_cache

import numpy as np

from ...geometry import FloatArray, Meshes, local_bounds, moved_bounds, rotation_matrix
from ...world import BodyPart, Entity, Status, Structure, World
from .picture import Batch, Picture
from .pieces import CYLINDER
from .things import is_crowd, plan

SHADE = (24, 26, 32)
# How far beyond the footprint; a second, smaller one makes the rim soft.
REACHES = (1.5, 1.15)
LIFT_M, THIN_M = 0.002, 0.0005
# What stands in something by so much still stands on it.
SUNK_M = 0.03
BODY_M = 0.2


def shades(meshes: Meshes, world: World) -> Picture:
    """Of all things that move and have a place, and of people."""
    layout, known = plan(world.structure, meshes), world.state.status != Status.UNKNOWN.value
    centre, half, heads = _boxes(world.structure)
    rows = np.flatnonzero(known & ((layout.things & ~layout.static) | heads))
    # Of a crowd, what stands on one another is not looked for.
    crowd = is_crowd(world)
    under = np.flatnonzero(layout.static if crowd else layout.things & known)
    if not len(rows) or not len(under):
        return Picture()
    poses = world.poses()
    low, high = moved_bounds(centre, half, poses)
    middle, size = (low + high) / 2, (high - low) / 2
    # As what is below stands: the box around a table that is turned is much larger than the table.
    away = np.einsum("mji,nmj->nmi", rotation_matrix(poses[under, 3:]), middle[rows, None] - poses[None, under, :3])
    beneath = (np.abs(away - centre[under])[..., :2] <= half[under, :2]).all(axis=2)
    beneath &= (high[under, 2] <= low[rows, None, 2] + SUNK_M) & (rows[:, None] != under)
    top = np.where(beneath, high[under, 2], -np.inf).max(axis=1)
    rows, top = rows[np.isfinite(top)], top[np.isfinite(top)]
    radius = np.where(heads[rows], BODY_M, size[rows, :2].mean(axis=1))
    reaches = REACHES[1:] if crowd else REACHES
    flat = np.zeros((len(rows), 7))
    flat[:, :2], flat[:, 2], flat[:, 6] = middle[rows, :2], top + LIFT_M, 1.0
    scales = [np.stack([radius * each, radius * each, np.full(len(rows), THIN_M)], axis=1) for each in reaches]
    names: list[int] = rows.tolist()
    ids = tuple(world.ids[row] for row in names) * len(reaches)
    colours = np.tile(np.array(SHADE, np.uint8), (len(ids), 1))
    shade = Batch(CYLINDER, "shade", ids, np.tile(flat, (len(reaches), 1)), np.concatenate(scales), colours)
    return Picture({"shades": shade} if len(rows) else {})


@lru_cache(maxsize=32)
def _boxes(structure: Structure) -> tuple[FloatArray, FloatArray, np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    """Of each entity the middle and half the size of its box, and whether it is a head."""
    boxes = np.array([_box(entity) for entity in structure.entities]).reshape(-1, 2, 3)
    heads = [isinstance(entity.role, BodyPart) and entity.role.part == "head" for entity in structure.entities]
    return boxes[:, 0], boxes[:, 1], np.array(heads, np.bool_)


def _box(entity: Entity) -> FloatArray:
    shape = entity.visual or entity.collision
    if shape is None:
        return np.zeros((2, 3))
    around = local_bounds(shape)
    return np.array([around.centre, np.array(around.size) / 2])
