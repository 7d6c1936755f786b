"""Arms of robots, found in the links of their models."""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..geometry import BoolArray, Compound, FloatArray, Part, Pose, compose, invert, local_bounds, primitives
from ..world import Entity, EntityId, Joint, JointKind, Link, Structure, World

# Fewer movable joints than this make a head or a gripper, not an arm.
LEAST_JOINTS = 4
# Joints without limits are kept within a full turn either way.
FREE_RAD = np.pi
MOVABLE = (JointKind.REVOLUTE, JointKind.CONTINUOUS, JointKind.PRISMATIC)


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """A chain of joints from a base to a hand. Engines compile it once and remember it by identity.

    `links` are the names of what each joint moves; `parts` what each of those collides as, the hand with its fingers;
    `body` are the parts of the base; other limbs move on their own and are left out.
    `tip` is the point of the last link that is to get to a thing.
    """

    owner: EntityId
    base: EntityId
    links: tuple[EntityId, ...]
    joints: tuple[Joint, ...]
    parts: tuple[tuple[Part, ...], ...]
    body: tuple[Part, ...]
    tip: FloatArray
    lower: FloatArray
    upper: FloatArray

    @property
    def length(self) -> float:
        """No point farther than this from the first joint can be reached."""
        steps = [float(np.linalg.norm(joint.origin.position)) for joint in self.joints[1:]]
        slides = [
            float(max(abs(low), abs(high)))
            for joint, low, high in zip(self.joints, self.lower, self.upper, strict=True)
            if joint.kind is JointKind.PRISMATIC
        ]
        return sum(steps) + sum(slides) + float(np.linalg.norm(self.tip))


@lru_cache(maxsize=256)
def arms(structure: Structure) -> tuple[Arm, ...]:
    """Every chain of links that ends in a hand: a link with no further ones, or with nothing but fingers."""
    return _among(tuple(entity for entity in structure.entities if isinstance(entity.role, Link)))


@lru_cache(maxsize=16)
def _among(entities: tuple[Entity, ...]) -> tuple[Arm, ...]:
    """By the links alone: an arm stays the same one while things come and go."""
    links = {entity.id: entity for entity in entities}
    below: dict[EntityId, list[EntityId]] = defaultdict(list)
    for entity in links.values():
        if entity.parent is not None and entity.parent in links:
            below[entity.parent].append(entity.id)
    found: list[Arm] = []
    for name in links:
        fingers = below[name]
        if any(below[finger] for finger in fingers) or _is_finger(name, links, below):
            continue
        chain = _chain(name, links)
        if len(chain) >= LEAST_JOINTS:
            found.append(_arm(chain, fingers, links))
    return tuple(found)


def joint_values(arm: Arm, world: World) -> FloatArray:
    """How the joints stand in a world, from the poses of the links."""
    inverse, axes, slides = _origins(arm)
    moved = compose(inverse, world.state.pose[[world.structure.rows[name] for name in arm.links]])
    turned = 2 * np.arctan2((moved[:, 3:6] * axes).sum(axis=1), moved[:, 6])
    values = np.where(slides, (moved[:, :3] * axes).sum(axis=1), (turned + np.pi) % (2 * np.pi) - np.pi)
    return np.clip(values, arm.lower, arm.upper)


@lru_cache(maxsize=64)
def _origins(arm: Arm) -> tuple[FloatArray, FloatArray, BoolArray]:
    """What undoes the origins of the joints, their axes, and which of them slide."""
    origins = np.array([joint.origin.array for joint in arm.joints])
    axes = np.array([joint.axis for joint in arm.joints])
    return invert(origins), axes, np.array([joint.kind is JointKind.PRISMATIC for joint in arm.joints])


def _is_finger(name: EntityId, links: dict[EntityId, Entity], below: dict[EntityId, list[EntityId]]) -> bool:
    """Whether a last link is one of several on a hand, each with a joint of its own."""
    parent = links[name].parent
    if parent is None or parent not in links:
        return False
    return len(below[parent]) > 1 and not any(below[sibling] for sibling in below[parent])


def _chain(name: EntityId, links: dict[EntityId, Entity]) -> list[Entity]:
    """The links from the first that moves to this one."""
    chain: list[Entity] = []
    step: Entity | None = links[name]
    while step is not None and step.joint is not None and step.joint.kind in MOVABLE:
        chain.append(step)
        step = links.get(step.parent) if step.parent is not None else None
    return chain[::-1]


def _arm(chain: list[Entity], fingers: list[EntityId], links: dict[EntityId, Entity]) -> Arm:
    role, first = chain[0].role, chain[0]
    assert isinstance(role, Link)
    assert first.parent is not None
    joints = tuple(entity.joint for entity in chain if entity.joint is not None)
    parts = [primitives(entity.collision) if entity.collision is not None else () for entity in chain]
    spread = tuple(part for finger in fingers for part in _placed(links[finger]))
    parts[-1] = (*parts[-1], *spread)
    base = links.get(first.parent)
    limits = [(joint.lower, joint.upper) for joint in joints]
    return Arm(
        role.owner,
        first.parent,
        tuple(entity.id for entity in chain),
        joints,
        tuple(parts),
        () if base is None or base.collision is None else primitives(base.collision),
        _tip(parts[-1]),
        np.array([-FREE_RAD if low is None else low for low, _ in limits]),
        np.array([FREE_RAD if high is None else high for _, high in limits]),
    )


def _placed(link: Entity) -> tuple[Part, ...]:
    if link.collision is None:
        return ()
    origin = Pose() if link.joint is None else link.joint.origin
    return primitives(link.collision, origin)


def _tip(parts: tuple[Part, ...]) -> FloatArray:
    """The far end of a hand, straight out from its joint."""
    if not parts:
        return np.zeros(3)
    box = local_bounds(Compound(parts))
    centre, half = np.asarray(box.centre), np.asarray(box.size) / 2
    axis = int(np.abs(centre).argmax())
    tip = np.zeros(3)
    tip[axis] = centre[axis] + np.copysign(half[axis], centre[axis])
    return tip
