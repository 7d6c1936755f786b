"""The worlds every board has, by name."""

from .entity import Agent, EntityId
from .world import World

MERGED = "merged"
STABLE = "stable"
DIVERGENCES = "divergences"
SOURCE_PREFIX = "source/"


def robot_of(world: World) -> EntityId | None:
    """The robot whose picture `stable` is: the first of the scene."""
    entities = world.structure.entities
    return next((e.id for e in entities if isinstance(e.role, Agent) and e.role.kind == "robot"), None)
