"""Hands of people and robots, as the trackers report them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..geometry import FloatArray
from ..physics import HandSights, HumanBody, Limb, SimulatedScene
from ..world import HANDS, Agent, BodyPart, EntityId, PartName, Sensor, Structure, World

# A hand not reported for this long is not known to be anywhere; one not reported just now is not known to move.
HAND_MEMORY_S = 0.5
HAND_FRESH_S = 0.09
# Robots without a model, whose arms are only guessed: thicker than they are, and the more so if no head is known.
ROBOT_HEAD_M = 0.11
ROBOT_NECK_M = 0.22
ROBOT_TRUNK_M = 0.18
ROBOT_ARM_M = 0.10
ROBOT_UNKNOWN_ARM_M = 0.20
ROBOT_HAND_M = 0.07

Parts = Mapping[PartName, FloatArray]
_PartRow = tuple[int, EntityId, BodyPart]


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    id: EntityId
    agent: EntityId
    pose: FloatArray
    tracked: bool
    fresh: bool


def hands(world: World, *, stamp: float) -> tuple[Hand, ...]:
    """Every hand ever seen: `tracked` while it is reported now and then, `fresh` if it was just now."""
    poses, seen = world.poses(), world.state.seen
    return tuple(
        Hand(
            name,
            role.owner,
            poses[row],
            bool(stamp - seen[row] <= HAND_MEMORY_S),
            bool(stamp - seen[row] <= HAND_FRESH_S),
        )
        for row, name, role in _roles(world.structure)[0]
        if role.part in HANDS
    )


def sights(people: tuple[Hand, ...], world: World) -> HandSights:
    """Hands as percepts of things are weighed with them."""
    if not people:
        return HandSights()
    rows = [world.structure.row(hand.id) for hand in people]
    return HandSights(
        tuple(hand.id for hand in people),
        np.array([hand.pose[:3] for hand in people]),
        np.array([hand.tracked for hand in people]),
        np.array([hand.fresh for hand in people]),
        world.state.seen[rows],
    )


def nearest(
    simulated: SimulatedScene, name: EntityId, pose: FloatArray, people: Sequence[Hand], reach_m: float
) -> Hand | None:
    """The tracked hand nearest to a thing at a pose, if that is within reach."""
    if name not in simulated.ids:
        return None
    row = simulated.ids.index(name)
    near = [(simulated.distance(row, pose, hand.pose[:3]), hand) for hand in people if hand.tracked]
    away, hand = min(near, key=lambda each: each[0], default=(float("inf"), None))
    return hand if away <= reach_m else None


@lru_cache(maxsize=256)
def _roles(structure: Structure) -> tuple[tuple[_PartRow, ...], tuple[tuple[int, EntityId], ...]]:
    """The rows of parts of bodies, and those of sensors with whom they belong to."""
    parts: list[_PartRow] = []
    sensors: list[tuple[int, EntityId]] = []
    for row, entity in enumerate(structure.entities):
        if isinstance(entity.role, BodyPart):
            parts.append((row, entity.id, entity.role))
        elif isinstance(entity.role, Sensor) and entity.role.owner is not None:
            sensors.append((row, entity.role.owner))
    return tuple(parts), tuple(sensors)


def limbs(world: World, *, stamp: float, arms: bool = True) -> Mapping[EntityId, tuple[Limb, ...]]:
    """The bodies of all agents seen lately, as far as their parts tell: trunk, head and, if asked, arms and hands."""
    rows, sensors = _roles(world.structure)
    if not rows:
        return {}
    poses = world.poses()
    parts: dict[EntityId, dict[PartName, FloatArray]] = {}
    for row, _, role in rows:
        if stamp - world.state.seen[row] <= HAND_MEMORY_S:
            parts.setdefault(role.owner, {})[role.part] = poses[row]
    eyes = {owner: poses[row] for row, owner in sensors if owner in parts}
    return {agent: tuple(_limbs(world, agent, seen, eyes.get(agent), arms=arms)) for agent, seen in parts.items()}


def _limbs(world: World, agent: EntityId, parts: Parts, eye: FloatArray | None, *, arms: bool) -> Iterator[Limb]:
    role = world.structure[agent].role if agent in world.structure else None
    if isinstance(role, Agent) and role.kind == "robot":
        return _robot_limbs(parts, eye, arms=arms)
    body = HumanBody.of(role) if isinstance(role, Agent) else HumanBody()
    return body.limbs(parts, arms=arms, eye=eye)


def _robot_limbs(parts: Parts, eye: FloatArray | None, *, arms: bool) -> Iterator[Limb]:
    head = parts.get("head")
    if head is not None:
        yield Limb(head[:3], head[:3], ROBOT_HEAD_M, core=True)
        neck = head[:3] - np.array([0.0, 0.0, ROBOT_NECK_M])
        yield Limb(np.array([head[0], head[1], 0.0]), neck, ROBOT_TRUNK_M, core=True)
    for part in HANDS if arms else ():
        hand = parts.get(part)
        if hand is None:
            continue
        yield Limb(hand[:3], hand[:3], ROBOT_HAND_M, hand=True)
        # A robot of which only hands are reported has its shoulders below its camera.
        top = eye if head is None else head
        trunk = parts.get("torso") if top is None else top - np.array([0, 0, ROBOT_NECK_M, 0, 0, 0, 0])
        if trunk is not None:
            yield Limb(hand[:3], trunk[:3], ROBOT_ARM_M if head is not None else ROBOT_UNKNOWN_ARM_M)
