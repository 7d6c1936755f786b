"""Bodies moved by their joints: from joint positions to where the links, the head and the hands are."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ..errors import one_of
from ..geometry import FloatArray, compose, invert
from ..world import Agent, Entity, EntityId, Joint, JointKind, Link, PartName, Structure, World, change

SINGLE = (JointKind.REVOLUTE, JointKind.CONTINUOUS, JointKind.PRISMATIC)
# Encoders are off by a little, and springs give: so far beyond its limits a joint is still measured rather than wrong.
SLACK_RAD, SLACK_M = 0.05, 0.005


@dataclass(frozen=True, slots=True, eq=False)
class Skeleton:
    """The links of an agent's model, and those that a joint moves by the joint's name."""

    links: tuple[Entity, ...]
    moved: Mapping[str, Entity]


@lru_cache(maxsize=256)
def skeletons(structure: Structure) -> Mapping[EntityId, Skeleton]:
    """Of every agent that has a model."""
    links: dict[EntityId, list[Entity]] = {}
    for entity in structure.entities:
        if isinstance(entity.role, Link):
            links.setdefault(entity.role.owner, []).append(entity)
    return MappingProxyType(
        {
            agent: Skeleton(tuple(own), MappingProxyType({each.joint.name: each for each in own if each.joint}))
            for agent, own in links.items()
        }
    )


def joint_faults(structure: Structure, agent: EntityId, joints: Mapping[str, float]) -> dict[str, str]:
    """What is wrong with positions of an agent's joints, by joint: 'is 4.2 rad, beyond its limits of -1 to 1 rad'."""
    skeleton = skeletons(structure).get(agent)
    if skeleton is None or not skeleton.moved:
        return dict.fromkeys(joints, f"is a joint of '{agent}', which has no model with joints; declare its urdf")
    faults: dict[str, str] = {}
    for name, value in joints.items():
        link = skeleton.moved.get(name)
        if link is None or link.joint is None:
            single = (each for each, moved in skeleton.moved.items() if moved.joint and moved.joint.kind in SINGLE)
            faults[name] = f"is no joint that moves '{agent}'; {one_of(single, near=name)}"
        elif (fault := _fault(link.joint, value)) is not None:
            faults[name] = fault
    return faults


def _fault(joint: Joint, value: float) -> str | None:
    if joint.kind not in SINGLE:
        return f"is {joint.kind}, which one number does not tell; give the pose of the base, or of the part it moves"
    if not isfinite(value):
        return f"is {value}; a finite number is needed"
    slides = joint.kind is JointKind.PRISMATIC
    unit, slack = ("m", SLACK_M) if slides else ("rad", SLACK_RAD)
    if joint.lower is None or joint.upper is None or joint.lower - slack <= value <= joint.upper + slack:
        return None
    return f"is {value:g} {unit}, beyond its limits of {joint.lower:g} to {joint.upper:g} {unit}"


def link_poses(skeleton: Skeleton, joints: Mapping[str, float]) -> dict[EntityId, FloatArray]:
    """Where the links that these joints move are, each against its parent; followers of a joint go with it."""
    told = {**_followers(skeleton, joints), **joints}
    moved = [(skeleton.moved[name], value) for name, value in told.items()]
    known = [(link.id, link.joint, value) for link, value in moved if link.joint is not None]
    if not known:
        return {}
    origins = np.array([joint.origin.position + joint.origin.orientation for _, joint, _ in known])
    axes, values = np.array([joint.axis for _, joint, _ in known]), np.array([value for _, _, value in known])[:, None]
    slides = np.array([joint.kind is JointKind.PRISMATIC for _, joint, _ in known])[:, None]
    turns = np.where(slides, 0.0, values) / 2
    places = np.where(slides, values, 0.0) * axes
    poses = compose(origins, np.concatenate([places, np.sin(turns) * axes, np.cos(turns)], axis=1))
    return {name: pose for (name, _, _), pose in zip(known, poses, strict=True)}


def _followers(skeleton: Skeleton, joints: Mapping[str, float]) -> dict[str, float]:
    """Where the joints stand that mimic some of these, directly or by way of others."""
    found: dict[str, float] = {}
    for name, link in skeleton.moved.items():
        chain: list[Joint] = []
        joint = link.joint
        while joint is not None and joint.mimic is not None and joint not in chain and joint.name not in joints:
            chain.append(joint)
            leader = skeleton.moved.get(joint.mimic.joint)
            joint = None if leader is None else leader.joint
        if not chain or joint is None or joint.name not in joints:
            continue
        value = joints[joint.name]
        for each in reversed(chain):
            assert each.mimic is not None
            value = each.mimic.multiplier * value + each.mimic.offset
        found[name] = value
    return found


def mounted(
    frames: World, agent: Entity, stand: npt.ArrayLike, links: Mapping[EntityId, FloatArray]
) -> dict[PartName, FloatArray]:
    """Where the parts of a body are by its links, once it stands somewhere and some of the links have moved.

    None of them before its joints were ever told: nobody knows how it holds its arms.
    """
    if not isinstance(agent.role, Agent) or not agent.role.mounts or not _is_known(frames, agent.id, links):
        return {}
    above = frames.entity(agent.id).parent
    local = np.asarray(stand) if above is None else compose(invert(frames.pose(above).array), np.asarray(stand))
    poses = frames.apply(change(pose={agent.id: local, **links})).poses()
    mounts = agent.role.mounts
    carriers = poses[[frames.structure.row(mount.link) for mount in mounts]]
    placed = compose(carriers, np.array([mount.pose.array for mount in mounts]))
    return {mount.part: pose for mount, pose in zip(mounts, placed, strict=True)}


def _is_known(frames: World, agent: EntityId, links: Mapping[EntityId, FloatArray]) -> bool:
    rows = [frames.structure.row(link.id) for link in skeletons(frames.structure)[agent].links]
    return bool(links) or bool(np.isfinite(frames.state.seen[rows]).any())
