"""What can be asked of a MuJoCo world without moving it: contacts and rays."""

# MuJoCo ships no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportAttributeAccessIssue=false

from collections.abc import Generator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray, IntArray
from ..physics import NOTHING, Contacts, Hits

SLEEP = int(mujoco.mjtEnableBit.mjENBL_SLEEP)
# Rays pass through the shapes of this group.
ABSENT_GROUP = 5
PRESENT_GROUPS = np.array([1, 1, 1, 1, 1, 0], dtype=np.uint8)
FAR_M = 1e10
# Up to here it is quicker to cast rays one by one than all those that start at one point together.
FEW = 4


@contextmanager
def nobody_asleep(model: Any) -> Generator[None]:
    """Whatever is computed meanwhile is computed for every body, and wakes it."""
    flags = model.opt.enableflags
    model.opt.enableflags = flags & ~SLEEP
    try:
        yield
    finally:
        model.opt.enableflags = flags


def news(
    current: FloatArray, parked: IntArray, index: IntArray, wanted: FloatArray, velocities: FloatArray | None
) -> npt.NDArray[np.bool_]:
    """Which writes say something new: holding a thing where it is held must wake nobody."""
    same = (index[:, None] == parked).any(axis=1) & (current[index] == wanted).all(axis=1)
    if velocities is not None:
        same &= ~np.reshape(velocities, (-1, 6)).any(axis=1)
    return ~same


def find_contacts(model: Any, data: Any, scratch: Any, geom_row: IntArray) -> Contacts:
    """All contacts at the present poses. MuJoCo skips those of sleeping bodies: a copy that may not sleep has them."""
    mujoco.mj_copyData(scratch, model, data)
    with nobody_asleep(model):
        mujoco.mj_forward(model, scratch)
    found = scratch.contact
    address: npt.NDArray[np.int32] = np.asarray(found.efc_address).reshape(-1)
    forces = np.zeros(len(address))
    forces[address >= 0] = scratch.efc_force[address[address >= 0]]
    frames: FloatArray = np.asarray(found.frame).reshape(-1, 9)
    rows = geom_row[np.asarray(found.geom).reshape(-1, 2)]
    points: FloatArray = np.array(found.pos).reshape(-1, 3)
    return Contacts(rows, points, frames[:, :3].copy(), np.array(found.dist).reshape(-1), forces)


def cast(model: Any, data: Any, origins: FloatArray, directions: FloatArray, hidden: IntArray) -> Hits:
    """First hits by body; MuJoCo casts many rays from one point, so origins are taken one by one."""
    directions = np.ascontiguousarray(directions, dtype=np.float64).reshape(-1, 3)
    origins = np.asarray(origins, dtype=np.float64)
    geoms, distances = np.full(len(directions), -1, dtype=np.int32), np.full(len(directions), np.inf)
    groups = model.geom_group[hidden]
    model.geom_group[hidden] = ABSENT_GROUP
    if model.ngeom and len(directions):
        if origins.ndim == 1:
            geoms, distances = _from_one_point(model, data, origins, directions)
        else:
            _from_many_points(model, data, origins, directions, geoms, distances)
    model.geom_group[hidden] = groups
    hit = geoms >= 0
    # A miss must not be used as an index: -1 would name the last body.
    rows = np.full(len(directions), NOTHING, dtype=np.intp)
    rows[hit] = model.geom_bodyid[geoms[hit]] - 1
    return Hits(rows, np.where(hit, distances, np.inf))


def _from_many_points(
    model: Any,
    data: Any,
    origins: FloatArray,
    directions: FloatArray,
    geoms: npt.NDArray[np.int32],
    distances: FloatArray,
) -> None:
    """Writes what rays meet; those that start at one point are cast together."""
    order = np.lexsort(origins.T)
    apart = (np.diff(origins[order], axis=0) != 0.0).any(axis=1)
    bounds = [0, *(np.flatnonzero(apart) + 1).tolist(), len(order)]
    for begin, end in pairwise(bounds):
        rays = order[begin:end]
        if end - begin > FEW:
            geoms[rays], distances[rays] = _from_one_point(model, data, origins[rays[0]], directions[rays])
            continue
        for ray in rays.tolist():
            hit = geoms[ray : ray + 1]
            distances[ray] = mujoco.mj_ray(model, data, origins[ray], directions[ray], PRESENT_GROUPS, True, -1, hit)


def _from_one_point(
    model: Any, data: Any, origin: FloatArray, directions: FloatArray
) -> tuple[npt.NDArray[np.int32], FloatArray]:
    count = len(directions)
    geoms, distances = np.empty(count, np.int32), np.empty(count)
    rays = np.ascontiguousarray(directions).reshape(-1)
    mujoco.mj_multiRay(model, data, origin, rays, PRESENT_GROUPS, True, -1, geoms, distances, None, count, FAR_M)
    return geoms, distances
