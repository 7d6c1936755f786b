"""Grippers that feel what they hold: force and gap tell that something is there, place and size what it is.

While nobody else sees the thing, it is where the gripper has it: a gripper is a sensor like any other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..geometry import FloatArray, Pose, compose, conjugate, invert, local_bounds, rotate, surface_distance
from ..world import Entity, EntityId, Object, Status, World, part_id
from .observation import Observation, PartPercept, Percept

# A gripper that presses harder than this on a gap wider than this holds something (chosen; data sheets: 0.5 to 2 N).
FORCE_N = 1.0
GAP_M = 0.003
# It holds what is this near to where its fingers are, and about as wide as they are apart.
NEAR_M = 0.06
WIDTH_M, WIDTH_FACTOR = 0.02, 1.5
# Seen by others this lately, a thing needs no gripper to tell where it is.
SEEN_S = 0.15


@dataclass(frozen=True, slots=True)
class Grasp:
    """What a gripper holds, where in the frame of its hand, and when it last told so itself."""

    thing: EntityId
    hand_from_thing: tuple[float, ...]
    told: float = float("-inf")


def has_grippers(observation: Observation) -> bool:
    """Whether a gripper says what it feels."""
    return any(part.gripper is not None for agent in observation.agents or () for part in agent.parts)


def felt(
    grasps: Mapping[EntityId, Grasp], observation: Observation, *, world: World
) -> tuple[dict[EntityId, Grasp], list[Percept], list[tuple[EntityId, PartPercept]]]:
    """What grippers hold after an observation, where that puts things nobody sees, and which hold what nobody knows."""
    held = dict(grasps)
    percepts: list[Percept] = []
    unknown: list[tuple[EntityId, PartPercept]] = []
    for agent in observation.agents or ():
        for part in agent.parts:
            if part.gripper is None or part.frame is not None:
                continue
            hand = part_id(agent.id, part.part)
            force, gap = part.gripper
            if force < FORCE_N or gap < GAP_M:
                held.pop(hand, None)
                continue
            place = np.array([*part.position, *(part.orientation or (0.0, 0.0, 0.0, 1.0))])
            if hand not in held:
                thing = _within(place[:3], gap, world, {grasp.thing for grasp in held.values()})
                if thing is None:
                    unknown.append((hand, part))
                    continue
                held[hand] = _grasp(thing, hand, place, world)
            percept = _carried(held[hand], place, world, observation.stamp)
            if percept is None:
                held[hand] = _grasp(held[hand].thing, hand, place, world)
            else:
                percepts.append(percept)
                held[hand] = replace(held[hand], told=observation.stamp)
    return held, percepts, unknown


def _grasp(thing: EntityId, hand: EntityId, place: FloatArray, world: World) -> Grasp:
    """How a thing is held: both as they were at the same instant, the hand as it is now if it was not there then."""
    place = world.pose(hand).array if hand in world else place
    return Grasp(thing, tuple(compose(invert(place), world.pose(thing).array).tolist()))


def _carried(grasp: Grasp, place: FloatArray, world: World, stamp: float) -> Percept | None:
    """Where a hand has a thing; None while others see it. What has just got its name is in no world yet."""
    if grasp.thing in world:
        seen = float(world.state.seen[world.structure.row(grasp.thing)])
        if seen != grasp.told and stamp - seen <= SEEN_S:
            return None
    pose = Pose.of(compose(place, np.array(grasp.hand_from_thing)))
    return Percept(grasp.thing, pose.position, pose.orientation)


def _within(fingers: FloatArray, gap: float, world: World, taken: set[EntityId]) -> EntityId | None:
    """The thing between the fingers: the nearest that is about as wide as they are apart."""
    near: list[tuple[float, EntityId]] = []
    for row, entity in enumerate(world.structure.entities):
        if not _can_be_held(entity) or entity.id in taken or world.state.status[row] == Status.UNKNOWN.value:
            continue
        assert entity.collision is not None
        pose = world.pose(entity.id)
        local = rotate(conjugate(np.asarray(pose.orientation)), fingers - np.asarray(pose.position))
        distance = float(surface_distance(entity.collision, local[None])[0])
        widths = local_bounds(entity.collision).size
        fits = any(abs(width - gap) <= WIDTH_M or max(width, gap) <= WIDTH_FACTOR * min(width, gap) for width in widths)
        if distance <= NEAR_M and fits:
            near.append((distance, entity.id))
    return min(near)[1] if near else None


def _can_be_held(entity: Entity) -> bool:
    return (
        isinstance(entity.role, Object)
        and not entity.role.static
        and entity.collision is not None
        and entity.parent is None
    )
