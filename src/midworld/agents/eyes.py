"""Whose eyes there are, and whose bodies stand in their way."""

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from ..geometry import FloatArray, Frustum, Pose, angle_between, frustum, interpolate
from ..physics import Eye
from ..world import BodyPart, EntityId, Sensor, Structure, World
from .settings import Attention


def eyes(world: World, *, stamp: float, settings: Attention) -> tuple[Eye, ...]:
    """Every sensor, and every head seen lately whose owner has no sensors, looking along +X."""
    found: list[Eye] = []
    lens, turn = human_lens(settings), math.radians(settings.head_turn)
    for row, name, role in _seeing(world.structure):
        if isinstance(role, Sensor):
            assert role.frustum is not None
            turned = math.radians(settings.sensor_turn)
            found.append(Eye(name, role.owner, world.pose(name), role.frustum, turned, role.classes))
        elif stamp - world.state.seen[row] <= settings.part_memory:
            found.append(Eye(name, role.owner, world.pose(name), lens, turn))
    return tuple(found)


@lru_cache(maxsize=256)
def _seeing(structure: Structure) -> tuple[tuple[int, EntityId, Sensor | BodyPart], ...]:
    """The rows of sensors that see, and of the heads of those that have none."""
    entities = structure.entities
    sensing = {entity.role.owner for entity in entities if isinstance(entity.role, Sensor) and entity.role.frustum}
    return tuple(
        (row, entity.id, role)
        for row, entity in enumerate(entities)
        if (isinstance(role := entity.role, Sensor) and role.frustum is not None)
        or (isinstance(role, BodyPart) and role.part == "head" and role.owner not in sensing and not role.closed)
    )


def steadied(before: tuple[Eye, ...], now: tuple[Eye, ...], *, settings: Attention, elapsed: float) -> tuple[Eye, ...]:
    """The same eyes with the jitter of trackers evened out; one that really moves is followed at once."""
    known = {eye.id: eye.pose for eye in before}
    stirred = [index for index, eye in enumerate(now) if known.get(eye.id, eye.pose) != eye.pose]
    if not stirred:
        return now
    old = np.array([known[now[index].id].array for index in stirred])
    new = np.array([now[index].pose.array for index in stirred])
    gain = 1 - math.exp(-max(elapsed, 0.0) / settings.steady_time)
    found = list(now)
    for index, jitter, pose in zip(stirred, _is_jitter(old, new, settings), interpolate(old, new, gain), strict=True):
        if jitter:
            found[index] = replace(now[index], pose=Pose.of(pose))
    return tuple(found)


def _is_jitter(before: FloatArray, after: FloatArray, settings: Attention) -> list[bool]:
    """Whether poses `(k, 7)` differ by no more than trackers tremble."""
    moved = [math.dist(*places) for places in zip(before[:, :3].tolist(), after[:, :3].tolist(), strict=True)]
    turned = angle_between(before[:, 3:], after[:, 3:]).tolist()
    far, wide = settings.steady_distance, math.radians(settings.steady_angle)
    return [way <= far and turn <= wide for way, turn in zip(moved, turned, strict=True)]


@lru_cache(maxsize=4)
def human_lens(settings: Attention) -> Frustum:
    """What a pair of human eyes frames."""
    return frustum(
        (settings.human_fov_horizontal, settings.human_fov_vertical),
        (settings.human_range_near, settings.human_range_far),
    )
