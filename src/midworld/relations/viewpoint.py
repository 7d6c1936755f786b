"""From where, and facing where, an agent looks at the world and stands in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

import numpy as np

from ..geometry import FloatArray, level
from ..world import PART_NAMES, Agent, BodyPart, EntityId, PartName, Sensor, Status, Structure, World

Member = PartName | Literal["sensor", "self"]
# The eyes give the viewpoint; the body tells where somebody stands and faces, however the head is turned.
EYES: tuple[Member, ...] = ("head", "sensor", "torso", "base", "self")
BODY: tuple[Member, ...] = ("torso", "base", "self", "head", "sensor")
Members = Mapping[Member, EntityId]
NOWHERE = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]


@dataclass(frozen=True, slots=True, eq=False)
class Viewpoint:
    """A place and the level unit directions ahead and to the left of it; `source` is what it was told from."""

    position: FloatArray
    ahead: FloatArray
    source: Member

    @property
    def left(self) -> FloatArray:
        return np.array([-self.ahead[1], self.ahead[0], 0.0])


@lru_cache(maxsize=32)
def eye_viewpoint(world: World, agent: EntityId) -> Viewpoint | None:
    """From where an agent sees; None while nobody knows where it is."""
    return _first(world, agent, EYES)


@lru_cache(maxsize=32)
def body_viewpoint(world: World, agent: EntityId) -> Viewpoint | None:
    """Where an agent stands and what it faces with its body; None while nobody knows where it is."""
    return _first(world, agent, BODY)


def agents_in(structure: Structure) -> tuple[EntityId, ...]:
    return tuple(_members(structure))


def _first(world: World, agent: EntityId, order: tuple[Member, ...]) -> Viewpoint | None:
    for row, member, hangs in _ordered(world.structure, agent, order):
        if world.state.status[row] == Status.UNKNOWN.value or (member == "self" and not _is_placed(world, row)):
            continue
        pose = world.pose(world.ids[row]).array if hangs else world.state.pose[row]
        return Viewpoint(pose[:3], level(pose), member)
    return None


@lru_cache(maxsize=1024)
def _ordered(structure: Structure, agent: EntityId, order: tuple[Member, ...]) -> tuple[tuple[int, Member, bool], ...]:
    """Where those parts of an agent are that may tell its viewpoint, best first, and whether each hangs on something.

    A person's own pose is none of them where its parts are known: it follows whatever part was seen, a hand included.
    """
    members: Members = _members(structure).get(agent, {})
    role = structure[agent].role if agent in structure else None
    known = isinstance(role, Agent) and role.kind != "robot" and any(part in members for part in PART_NAMES)
    wanted: list[Member] = [each for each in order if each in members and not (each == "self" and known)]
    rows: list[tuple[int, Member]] = [(structure.rows[members[each]], each) for each in wanted]
    return tuple((row, member, structure.entities[row].parent is not None) for row, member in rows)


def _is_placed(world: World, row: int) -> bool:
    """Whether an agent's own pose says where it is and what it faces: a robot never placed is where its camera is."""
    moved = world.state.pose[row].tolist() != NOWHERE
    entity = world.structure.entities[row]
    if isinstance(entity.role, Agent) and entity.role.kind == "robot":
        seen = bool(np.isfinite(world.state.seen[row]))
        return moved or seen or "sensor" not in _members(world.structure)[entity.id]
    return moved


@lru_cache(maxsize=256)
def _members(structure: Structure) -> Mapping[EntityId, Members]:
    """The body parts of each agent, the first sensor it carries and itself, by what they are."""
    found: dict[EntityId, dict[Member, EntityId]] = {
        entity.id: {"self": entity.id} for entity in structure.entities if isinstance(entity.role, Agent)
    }
    for entity in structure.entities:
        role = entity.role
        if isinstance(role, BodyPart) and role.owner in found:
            found[role.owner][role.part] = entity.id
        elif isinstance(role, Sensor) and role.owner is not None and role.owner in found:
            found[role.owner].setdefault("sensor", entity.id)
    return MappingProxyType({name: MappingProxyType(members) for name, members in found.items()})
