"""An observation as a change of its source's own small world."""

from collections.abc import Iterable, Mapping

import msgspec
import numpy as np
import numpy.typing as npt

from ..errors import Conflict
from ..geometry import FloatArray, Pose, compose
from ..world import (
    Agent,
    BodyPart,
    Delta,
    Entity,
    EntityId,
    Link,
    Object,
    PartName,
    Placed,
    Scene,
    Sensor,
    Status,
    World,
    change,
    part_id,
)
from .joints import Skeleton, joint_faults, link_poses, mounted, skeletons
from .observation import AgentPercept, Observation, PartPercept, Percept

# An agent stands where its base is; without one, where the next best part is.
STANDS_AT: tuple[PartName, ...] = ("base", "torso", "head", "right_hand", "left_hand")


def percepts(source: World, observation: Observation, *, scene: Scene, frames: World) -> Delta:
    """What the source's world becomes; `frames` is the world whose nodes name the frames of percepts."""
    put: dict[EntityId, Entity] = {}
    pose: dict[EntityId, npt.ArrayLike] = {}
    covariance: dict[EntityId, FloatArray] = {}
    known = source.structure.rows
    declared = _noise(observation.source, scene)
    for percept in observation.objects or ():
        if percept.id not in known:
            _enter(percept, scene, put, pose)
        entity = put.get(percept.id) or source.entity(percept.id)
        pose[percept.id] = _shifted(_placed(percept, percept.id, source, frames), entity)
        if percept.covariance is not None:
            covariance[percept.id] = np.reshape(percept.covariance, (6, 6))
        elif declared is not None:
            covariance[percept.id] = np.diag([declared**2] * 3 + [0.0] * 3)
    # A dictionary, as a set has another order in every process, and recordings are compared byte by byte.
    seen = dict.fromkeys((percept.id for percept in observation.objects or ()), observation.stamp)
    for agent in observation.agents or ():
        seen.update(dict.fromkeys(_agent(agent, source, scene, frames, put, pose), observation.stamp))
    if observation.sensor is not None:
        sensor = EntityId(observation.source)
        if sensor in scene.world:
            put[sensor] = msgspec.structs.replace(scene.world.entity(sensor), parent=None)
            pose[sensor] = observation.sensor.array
            seen[sensor] = observation.stamp
    return change(
        stamp=observation.stamp,
        put=[entity for name, entity in put.items() if name not in known],
        pose=pose,
        pose_covariance=covariance,
        seen=seen,
        perceived=_perceived(source, observation, seen),
        status=dict.fromkeys(seen, Status.PERCEIVED.value),
    )


def _noise(source: str, scene: Scene) -> float | None:
    """How noisy the sensor of a source's name is said to be."""
    role = scene.world.entity(source).role if source in scene.world else None
    return role.noise if isinstance(role, Sensor) else None


def _enter(percept: Percept, scene: Scene, put: dict[EntityId, Entity], pose: dict[EntityId, npt.ArrayLike]) -> None:
    """A thing the source has not reported before brings its declared self, or the model it carries."""
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


def _placed(percept: Percept | PartPercept, name: EntityId, source: World, frames: World) -> npt.ArrayLike:
    """The pose in the fixed frame; a percept without orientation keeps the last one."""
    orientation = percept.orientation
    if orientation is None:
        orientation = source.pose(name).orientation if name in source else (0.0, 0.0, 0.0, 1.0)
    local = (*percept.position, *orientation)
    return local if percept.frame is None else compose(frames.pose(percept.frame).array, np.array(local))


def _shifted(place: npt.ArrayLike, entity: Entity) -> npt.ArrayLike:
    """Where a thing's shape is, if its tracker is said to track another point."""
    if not isinstance(entity.role, Object) or entity.role.offset is None:
        return place
    return compose(np.asarray(place, dtype=np.float64), np.array([*entity.role.offset, 0.0, 0.0, 0.0, 1.0]))


def _agent(
    agent: AgentPercept,
    source: World,
    scene: Scene,
    frames: World,
    put: dict[EntityId, Entity],
    pose: dict[EntityId, npt.ArrayLike],
) -> list[EntityId]:
    stranger = Entity(agent.id, Agent("human"), category="Human")
    declared = scene.world.entity(agent.id) if agent.id in scene.world else stranger
    put[agent.id] = msgspec.structs.replace(declared, parent=None)
    parts: dict[PartName, npt.ArrayLike] = {
        part.part: _placed(part, part_id(agent.id, part.part), source, frames) for part in agent.parts
    }
    links: dict[EntityId, FloatArray] = {}
    skeleton = skeletons(scene.world.structure).get(agent.id)
    if agent.joints:
        _check(agent, scene)
    if skeleton is None:
        pose.update((agent.id, parts[part]) for part in reversed(STANDS_AT) if part in parts)
    else:
        # The body hangs on the base: whichever other part is seen does not carry it away.
        stand = pose[agent.id] = parts["base"] if "base" in parts else frames.pose(agent.id).array
        if agent.joints or "base" in parts:
            links = link_poses(skeleton, agent.joints)
            _join(skeleton, links, source, scene, put, pose)
            parts = {**mounted(frames, declared, stand, links), **parts}
    for part, place in parts.items():
        name = part_id(agent.id, part)
        put[name] = Entity(name, BodyPart(part, agent.id), category="BodyPart")
        pose[name] = place
    return [agent.id, *links, *(part_id(agent.id, part) for part in parts)]


def _check(agent: AgentPercept, scene: Scene) -> None:
    faults = joint_faults(scene.world.structure, agent.id, agent.joints)
    if faults:
        raise Conflict([f"joint '{name}' of '{agent.id}' {fault}" for name, fault in faults.items()])


def _join(
    skeleton: Skeleton,
    links: Mapping[EntityId, FloatArray],
    source: World,
    scene: Scene,
    put: dict[EntityId, Entity],
    pose: dict[EntityId, npt.ArrayLike],
) -> None:
    """A source that tells of joints knows the whole body, each link against its parent."""
    if links:
        new = [link for link in skeleton.links if link.id not in source]
        put.update((link.id, link) for link in new)
        pose.update((link.id, scene.world.state.pose[scene.world.structure.row(link.id)]) for link in new)
        pose.update(links)


def _perceived(source: World, observation: Observation, seen: Iterable[EntityId]) -> Mapping[EntityId, bool]:
    """True for what is listed, false for what this source sees no more."""
    perceived = dict.fromkeys(seen, True)
    for row in np.flatnonzero(source.state.perceived).tolist():
        entity = source.structure.entities[row]
        if entity.id in perceived:
            continue
        about_agents = isinstance(entity.role, Agent | BodyPart | Link)
        if (observation.agents if about_agents else observation.objects) is not None:
            perceived[entity.id] = False
    return perceived
