"""Where a thing is that somebody was told about."""

from typing import Literal

import numpy as np

from ..geometry import Compound, Pose, compose, local_bounds, vector
from ..world import EntityId, Object, Placed, World

# A thing that is put somewhere by word starts this little above it.
ABOVE_M = 0.002


def said(world: World, thing: EntityId, relation: Literal["isIn", "isOn"], target: EntityId) -> Placed:
    """The thing as it is if that is true, else in the middle of the target's hollow, or of its top."""
    entity = world.entity(thing)
    if world.timeline.holds(thing, relation, target):
        return entity, world.pose(thing)
    holder = world.entity(target)
    shape = holder.collision if holder.collision is not None else Compound(())
    box = local_bounds(shape)
    middle, floor = (box.centre, box.high[2])
    if relation == "isIn" and isinstance(holder.role, Object) and holder.role.cavities:
        inner = holder.role.cavities[0].inner
        middle, floor = inner.centre, inner.low[2]
    own = local_bounds(entity.collision) if entity.collision is not None else box
    place = np.array([middle[0] - own.centre[0], middle[1] - own.centre[1], floor - own.low[2] + ABOVE_M])
    local = np.concatenate([place, [0.0, 0.0, 0.0, 1.0]])
    return entity, Pose(vector(compose(world.pose(target).array, local)[:3]))
