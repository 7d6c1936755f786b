"""Whose eyes there are, and whose bodies stand in their way."""

import math

from ..geometry import Frustum, frustum
from ..physics.views import Eye
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


def human_lens(settings: Attention) -> Frustum:
    """What a pair of human eyes frames."""
    return frustum(
        (settings.human_fov_horizontal, settings.human_fov_vertical),
        (settings.human_range_near, settings.human_range_far),
    )
