"""Whose eyes there are, and whose bodies stand in their way."""

import math
from dataclasses import replace

import numpy as np

from ..geometry import Frustum, Pose, angle_between, frustum, interpolate
from ..physics import Eye
from ..world import BodyPart, Sensor, World
from .settings import Attention


def eyes(world: World, *, stamp: float, settings: Attention) -> tuple[Eye, ...]:
    """Every sensor, and every head seen lately whose owner has no sensors, looking along +X."""
    structure = world.structure
    sensing = {entity.role.owner for entity in structure.entities if isinstance(entity.role, Sensor)}
    found: list[Eye] = []
    for row, entity in enumerate(structure.entities):
        role = entity.role
        if isinstance(role, Sensor):
            turn = math.radians(settings.sensor_turn)
            found.append(Eye(entity.id, role.owner, world.pose(entity.id), role.frustum, turn))
            continue
        lately = stamp - world.state.seen[row] <= settings.part_memory
        if isinstance(role, BodyPart) and role.part == "head" and role.owner not in sensing and lately:
            turn = math.radians(settings.head_turn)
            found.append(Eye(entity.id, role.owner, world.pose(entity.id), human_lens(settings), turn))
    return tuple(found)


def steadied(before: tuple[Eye, ...], now: tuple[Eye, ...], *, settings: Attention, elapsed: float) -> tuple[Eye, ...]:
    """The same eyes with the jitter of trackers evened out; one that really moves is followed at once."""
    known = {eye.id: eye for eye in before}
    gain = 1 - math.exp(-max(elapsed, 0.0) / settings.steady_time)
    found: list[Eye] = []
    for eye in now:
        last = known.get(eye.id)
        if last is not None and last.pose != eye.pose and _is_jitter(last.pose, eye.pose, settings):
            pose = Pose.of(interpolate(last.pose.array, eye.pose.array, gain))
            found.append(replace(eye, pose=pose))
        else:
            found.append(eye)
    return tuple(found)


def _is_jitter(before: Pose, after: Pose, settings: Attention) -> bool:
    moved = math.dist(before.position, after.position)
    turned = float(angle_between(np.asarray(before.orientation), np.asarray(after.orientation)))
    return moved <= settings.steady_distance and turned <= math.radians(settings.steady_angle)


def human_lens(settings: Attention) -> Frustum:
    """What a pair of human eyes frames."""
    return frustum(
        (settings.human_fov_horizontal, settings.human_fov_vertical),
        (settings.human_range_near, settings.human_range_far),
    )
