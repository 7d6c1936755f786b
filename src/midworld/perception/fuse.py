"""Several sources' worlds made into one."""

from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray, compose, invert
from ..world import Column, Delta, EntityId, Field, Status, World, change
from ..world import compose as chain


def fuse(merged: World, source: World, *, stamp: float, perceived_max_duration: float) -> Delta:
    """What a source's newest report changes in the merged world: the most recent sight of a thing counts.

    A silent source blocks nobody: what it saw last stays, and ages.
    """
    arrivals = [entity for entity in source.structure.entities if entity.id not in merged]
    taken = {entity.id: source.structure.row(entity.id) for entity in arrivals}
    for row in np.flatnonzero(source.state.seen == stamp):
        name = source.ids[row]
        if name not in merged or merged.state.seen[merged.structure.rows[name]] <= stamp:
            taken[name] = int(row)
    sights = change(
        stamp=stamp,
        put=arrivals,
        pose={name: _pose(merged, source, name, row) for name, row in taken.items()},
        pose_covariance={name: source.state.pose_covariance[row] for name, row in taken.items()},
        seen={name: source.state.seen[row] for name, row in taken.items()},
    )
    return chain(sights, aged(merged.apply(sights), stamp=stamp, perceived_max_duration=perceived_max_duration))


def aged(world: World, *, stamp: float, perceived_max_duration: float) -> Delta:
    """Who counts as perceived now: whatever was seen less than `perceived_max_duration` ago."""
    perceived = stamp - world.state.seen < perceived_max_duration
    was_perceived = world.state.status == Status.PERCEIVED.value
    status = np.where(perceived, Status.PERCEIVED.value, world.state.status)
    status = np.where(was_perceived & ~perceived, Status.INFERRED.value, status).astype(np.uint8)
    columns: dict[Field, Column] = {}
    if not np.array_equal(perceived, world.state.perceived):
        columns["perceived"] = Column(world.ids, perceived)
    if not np.array_equal(status, world.state.status):
        columns["status"] = Column(world.ids, status)
    return Delta(columns=MappingProxyType(columns))


def _pose(merged: World, source: World, name: EntityId, row: int) -> FloatArray:
    """In the frame the merged world keeps it in: a source reports in the fixed one."""
    parent = merged.entity(name).parent if name in merged else None
    pose = source.state.pose[row]
    return pose if parent is None else compose(invert(merged.pose(parent).array), pose)
