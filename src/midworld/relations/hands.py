"""Hands of people and robots, as the trackers report them."""

from dataclasses import dataclass

from ..geometry import FloatArray
from ..world import HANDS, Agent, BodyPart, EntityId, World

# A hand not reported for this long is not known to be anywhere.
HAND_MEMORY_S = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    id: EntityId
    agent: EntityId
    pose: FloatArray
    tracked: bool


def hands(world: World, *, stamp: float) -> tuple[Hand, ...]:
    """Every hand ever seen; `tracked` while it is reported."""
    poses = world.poses()
    return tuple(
        Hand(entity.id, entity.role.owner, poses[row], bool(stamp - world.state.seen[row] <= HAND_MEMORY_S))
        for row, entity in enumerate(world.structure.entities)
        if isinstance(entity.role, BodyPart) and entity.role.part in HANDS
    )


def heads(world: World, *, stamp: float) -> tuple[FloatArray, ...]:
    """Where people's heads are who were seen lately."""
    poses = world.poses()
    found: list[FloatArray] = []
    for row, entity in enumerate(world.structure.entities):
        role = entity.role
        if not isinstance(role, BodyPart) or role.part != "head" or stamp - world.state.seen[row] > HAND_MEMORY_S:
            continue
        owner = world.structure.entities[world.structure.row(role.owner)].role
        if isinstance(owner, Agent) and owner.kind == "human":
            found.append(poses[row, :3])
    return tuple(found)
