"""An observation as a change of its source's own small world."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

import msgspec
import numpy as np
import numpy.typing as npt

from ..errors import Conflict
from ..geometry import FloatArray, Pose, compose, conjugate, multiply, rotate
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
    Role,
    Scene,
    Sensor,
    Status,
    Structure,
    World,
    change,
    part_id,
)
from .joints import Skeleton, joint_faults, link_poses, mounted, skeletons
from .observation import AgentPercept, Observation, PartPercept, Percept

# An agent stands where its base is; without one, where the next best part is.
STANDS_AT: tuple[PartName, ...] = ("base", "torso", "head", "right_hand", "left_hand")


def percepts(
    source: World,
    observation: Observation,
    *,
    scene: Scene,
    frames: World,
    hidden: Collection[EntityId] = (),
) -> Delta:
    """What the source's world becomes; `frames` is the world whose nodes name the frames of percepts.

    `hidden` are the names there are that were made up: things under others have their own now.
    """
    put: dict[EntityId, Entity] = {}
    pose: dict[EntityId, npt.ArrayLike] = {}
    covariance: dict[EntityId, FloatArray] = {}
    known = source.structure.rows
    declared = _noise(observation.source, scene)
    for percept in observation.objects or ():
        if percept.id not in known or (percept.model and percept.model[0][0].hidden):
            _enter(percept, scene, put, pose)
        entity = put.get(percept.id) or source.entity(percept.id)
        kept = percept.orientation is None and percept.id in known
        pose[percept.id] = _shifted(_placed(percept, percept.id, source, frames), entity, turned=kept)
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
    gone = [each.id for each in made_up(source.structure) if each.id not in hidden and each.id not in put]
    return change(
        stamp=observation.stamp,
        put=[entity for name, entity in put.items() if name not in known or source.entity(name) != entity],
        remove=gone,
        pose=pose,
        pose_covariance=covariance,
        seen=seen,
        perceived={name: now for name, now in _perceived(source, observation, seen).items() if name not in gone},
        status=dict.fromkeys(seen, Status.PERCEIVED.value),
    )


@lru_cache(maxsize=256)
def changeable(structure: Structure) -> tuple[Entity, ...]:
    """What may become other than it was: things under made-up names, heads with eyes, people of whom one learns."""
    return tuple(
        entity
        for entity in structure.entities
        if entity.hidden
        or (isinstance(entity.role, BodyPart) and entity.role.closed is not None)
        or (isinstance(entity.role, Agent) and entity.role.learnt)
    )


@lru_cache(maxsize=256)
def made_up(structure: Structure) -> tuple[Entity, ...]:
    """The things of a world whose names were made up on the spot."""
    return tuple(entity for entity in structure.entities if entity.hidden)


def _noise(source: str, scene: Scene) -> float | None:
    """How noisy the sensor of a source's name is said to be."""
    role = scene.world.entity(source).role if source in scene.world else None
    return role.noise if isinstance(role, Sensor) else None


def _enter(percept: Percept, scene: Scene, put: dict[EntityId, Entity], pose: dict[EntityId, npt.ArrayLike]) -> None:
    """A thing the source has not reported before brings its declared self, or the model it carries."""
    for entity, place in _declared(percept, scene):
        put[entity.id] = _upright(entity, percept)
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


def _upright(entity: Entity, first: Percept) -> Entity:
    """A thing that is said to stand when it is first seen, with the turn of its shape against what is tracked."""
    role = entity.role
    if not isinstance(role, Object) or not role.upright_at_start or entity.id != first.id or first.orientation is None:
        return entity
    tracked = np.array(first.orientation)
    ahead = rotate(tracked, np.array([1.0, 0.0, 0.0]))
    half = float(np.arctan2(ahead[1], ahead[0])) / 2
    x, y, z, w = multiply(conjugate(tracked), np.array([0.0, 0.0, np.sin(half), np.cos(half)])).tolist()
    return msgspec.structs.replace(entity, role=msgspec.structs.replace(role, turn=(x, y, z, w)))


def _shifted(place: npt.ArrayLike, entity: Entity, *, turned: bool) -> npt.ArrayLike:
    """Where a thing's shape is, if its tracker is said to track another point; `turned` as the shape is already."""
    role = entity.role
    if not isinstance(role, Object) or (role.offset is None and role.turn is None):
        return place
    lies = np.array([*(role.offset or (0.0, 0.0, 0.0)), *(role.turn or (0.0, 0.0, 0.0, 1.0))])
    tracked = np.array(place, dtype=np.float64)
    if turned:
        tracked[3:] = multiply(tracked[3:], conjugate(lies[3:]))
    return compose(tracked, lies)


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
    put[agent.id] = msgspec.structs.replace(declared, parent=None, role=_measured(agent, declared))
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
        put[name] = Entity(name, BodyPart(part, agent.id, _closed(agent, name, source)), category="BodyPart")
        pose[name] = place
    return [agent.id, *links, *(part_id(agent.id, part) for part in parts)]


def _measured(agent: AgentPercept, declared: Entity) -> Role:
    """A person as tall as the scene says, else as was seen."""
    role = declared.role
    if not isinstance(role, Agent) or (agent.height is None and agent.arm_length is None):
        return role
    tall = agent.height if role.height is None else role.height
    long = agent.arm_length if role.arm_length is None else role.arm_length
    return msgspec.structs.replace(role, height=tall, arm_length=long, learnt=True)


def _closed(agent: AgentPercept, name: EntityId, source: World) -> bool | None:
    """Whether the eyes of a head are closed, as was last said."""
    if not name.endswith("/head"):
        return None
    if agent.eyes_closed is not None or agent.asleep is not None:
        return bool(agent.eyes_closed) or bool(agent.asleep)
    role = source.entity(name).role if name in source else None
    return role.closed if isinstance(role, BodyPart) else None


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
