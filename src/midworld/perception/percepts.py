"""An observation as a change of its source's own small world."""

from collections.abc import Mapping

import msgspec
import numpy as np

from ..geometry import FloatArray, Pose, compose
from ..world import Agent, BodyPart, Delta, Entity, EntityId, Placed, Scene, Status, World, change, part_id
from .observation import AgentPercept, Observation, PartPercept, Percept

# An agent stands where its base is; without one, where the next best part is.
STANDS_AT = ("base", "torso", "head", "right_hand", "left_hand")


def percepts(source: World, observation: Observation, *, scene: Scene, frames: World) -> Delta:
    """What the source's world becomes; `frames` is the world whose nodes name the frames of percepts."""
    put: dict[EntityId, Entity] = {}
    pose: dict[EntityId, FloatArray] = {}
    covariance: dict[EntityId, FloatArray] = {}
    for percept in observation.objects or ():
        _enter(percept, source, scene, put, pose)
        pose[percept.id] = _placed(percept, source, frames)
        if percept.covariance is not None:
            covariance[percept.id] = np.reshape(percept.covariance, (6, 6))
    seen = {percept.id for percept in observation.objects or ()}
    for agent in observation.agents or ():
        seen |= _agent(agent, source, scene, frames, put, pose)
    if observation.sensor is not None:
        sensor = EntityId(observation.source)
        if sensor in scene.world:
            put[sensor] = msgspec.structs.replace(scene.world.entity(sensor), parent=None)
            pose[sensor] = observation.sensor.array
            seen.add(sensor)
    return change(
        stamp=observation.stamp,
        put=[entity for name, entity in put.items() if name not in source],
        pose=pose,
        pose_covariance=covariance,
        seen=dict.fromkeys(seen, observation.stamp),
        perceived=_perceived(source, observation, seen),
        status=dict.fromkeys(seen, Status.PERCEIVED.value),
    )


def _enter(
    percept: Percept, source: World, scene: Scene, put: dict[EntityId, Entity], pose: dict[EntityId, FloatArray]
) -> None:
    """A thing the source has not reported before brings its declared self, or the model it carries."""
    if percept.id in source:
        return
    for entity, place in _declared(percept, scene):
        put[entity.id] = entity
        pose[entity.id] = place.array


def _declared(percept: Percept, scene: Scene) -> tuple[Placed, ...]:
    if percept.id in scene.awaited:
        return scene.awaited[percept.id]
    if percept.id in scene.world:
        # The source's world knows nothing of what this hangs on in the scene.
        return ((msgspec.structs.replace(scene.world.entity(percept.id), parent=None), Pose()),)
    return percept.model


def _placed(percept: Percept | PartPercept, source: World, frames: World, name: EntityId | None = None) -> FloatArray:
    """The pose in the fixed frame; a percept without orientation keeps the last one."""
    known = name if name is not None else getattr(percept, "id", None)
    orientation = percept.orientation
    if orientation is None:
        orientation = source.pose(known).orientation if known is not None and known in source else (0.0, 0.0, 0.0, 1.0)
    local = np.array([*percept.position, *orientation])
    return local if percept.frame is None else compose(frames.pose(percept.frame).array, local)


def _agent(
    agent: AgentPercept,
    source: World,
    scene: Scene,
    frames: World,
    put: dict[EntityId, Entity],
    pose: dict[EntityId, FloatArray],
) -> set[EntityId]:
    stranger = Entity(agent.id, Agent("human"), category="Human")
    declared = scene.world.entity(agent.id) if agent.id in scene.world else stranger
    put[agent.id] = msgspec.structs.replace(declared, parent=None)
    parts: dict[str, FloatArray] = {}
    names = {agent.id}
    for part in agent.parts:
        name = part_id(agent.id, part.part)
        put[name] = Entity(name, BodyPart(part.part, agent.id), category="BodyPart")
        parts[part.part] = pose[name] = _placed(part, source, frames, name)
        names.add(name)
    for part in STANDS_AT:
        if part in parts:
            pose[agent.id] = parts[part]
            break
    return names


def _perceived(source: World, observation: Observation, seen: set[EntityId]) -> Mapping[EntityId, bool]:
    """True for what is listed, false for what this source sees no more."""
    perceived = dict.fromkeys(seen, True)
    for row in np.flatnonzero(source.state.perceived):
        entity = source.structure.entities[row]
        if entity.id in perceived:
            continue
        about_agents = isinstance(entity.role, Agent | BodyPart)
        if (observation.agents if about_agents else observation.objects) is not None:
            perceived[entity.id] = False
    return perceived
