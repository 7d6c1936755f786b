"""People and sensors as simple figures: heads that look somewhere, hands, bodies, and what they can frame."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...geometry import FloatArray, Frustum, Pose, Vector3, frustum, look_rotation
from ...physics import HumanBody
from ...world import HANDS, Agent, BodyPart, PartName, Sensor, Structure, World
from .mesh import CYLINDER, SPHERE, model
from .palette import PEOPLE, STILL_DARK, Rgb
from .picture import Batch, Lines, Picture

NOSE_M = 0.03
# Trunks and arms are drawn thinner than they are, so that they hide little of a scene.
TRUNK_M, ARM_M = 0.13, 0.028
EYES = frustum((75.0, 55.0), (0.02, 6.0))
# How far a frustum is drawn: a mark for everybody, a good part of the room for whom one has chosen.
MARK_M, CHOSEN_M = 0.28, 1.5


@dataclass(frozen=True, slots=True)
class Limb:
    """One ball or cylinder of a figure."""

    owner: str
    model: str
    pose: tuple[float, ...]
    scale: Vector3
    sure: bool


def people(world: World, *, chosen: str | None) -> Picture:
    """All agents with a place, and all sensors, in one colour each."""
    agents = agents_in_scene(world.structure).agents
    batches: dict[str, Batch] = {}
    limbs = [limb for agent in agents for limb in _figure(world, agent)]
    for name in (SPHERE, CYLINDER):
        for sure, opacity in ((True, None), (False, 0.35)):
            some = [limb for limb in limbs if limb.model == name and limb.sure is sure]
            if some:
                batches[f"/people/{name}/{'solid' if sure else 'ghost'}"] = Batch(
                    model(name, {}),
                    np.array([limb.pose for limb in some]),
                    np.array([limb.scale for limb in some]),
                    np.array([colour_of_agent(limb.owner, agents) for limb in some], np.uint8),
                    tuple(limb.owner for limb in some),
                    opacity,
                )
    return Picture(batches, _sights(world, agents, chosen))


def colour_of_agent(agent: str, agents: Iterable[str]) -> Rgb:
    order = sorted(agents)
    return PEOPLE[order.index(agent) % len(PEOPLE)] if agent in order else STILL_DARK


@dataclass(frozen=True, slots=True, eq=False)
class AgentsInScene:
    """The agents of a structure, the parts of each by name, and everything that looks: who, whose, how."""

    agents: tuple[str, ...]
    parts: Mapping[str, Mapping[PartName, str]]
    eyes: tuple[tuple[str, str | None, Frustum], ...]


@lru_cache(maxsize=64)
def agents_in_scene(structure: Structure) -> AgentsInScene:
    """Found once for a structure."""
    parts: dict[str, dict[PartName, str]] = {}
    eyes: list[tuple[str, str | None, Frustum]] = []
    for entity in structure.entities:
        match entity.role:
            case BodyPart(part, owner):
                parts.setdefault(owner, {})[part] = entity.id
                if part == "head":
                    eyes.append((entity.id, owner, EYES))
            case Sensor(cone, owner):
                eyes.append((entity.id, owner, cone))
            case _:
                pass
    agents = tuple(entity.id for entity in structure.entities if isinstance(entity.role, Agent))
    return AgentsInScene(agents, parts, tuple(eyes))


def _parts(world: World, agent: str) -> dict[PartName, tuple[Pose, bool]]:
    known = agents_in_scene(world.structure).parts.get(agent, {})
    perceived = world.state.perceived
    return {part: (world.pose(name), bool(perceived[world.structure.row(name)])) for part, name in known.items()}


def _figure(world: World, agent: str) -> list[Limb]:
    parts = _parts(world, agent)
    role = world.entity(agent).role
    body = HumanBody.of(role) if isinstance(role, Agent) else HumanBody()
    limbs: list[Limb] = []
    if "head" in parts:
        head, sure = parts["head"]
        at, size = np.array(head.position), body.head_radius
        nose = Pose.of([*head.apply([0.95 * size, 0.0, 0.0]), 0.0, 0.0, 0.0, 1.0])
        limbs.append(Limb(agent, SPHERE, tuple(head.array), (size, size, size), sure))
        limbs.append(Limb(agent, SPHERE, tuple(nose.array), (NOSE_M, NOSE_M, NOSE_M), sure))
        chin, hips = at - [0.0, 0.0, body.chin_drop], at - [0.0, 0.0, body.hip_drop]
        limbs.append(_limb(agent, chin, hips, TRUNK_M, sure=False))
    known: dict[PartName, FloatArray] = {part: pose.array for part, (pose, _) in parts.items()}
    for name in HANDS:
        if name not in parts:
            continue
        (hand, sure), size = parts[name], body.hand_radius
        limbs.append(Limb(agent, SPHERE, tuple(hand.array), (size, size, size), sure))
        begin = body.shoulder(known, name) if "head" in parts else None
        if begin is not None:
            limbs.append(_limb(agent, begin, np.array(hand.position), ARM_M, sure=sure))
    return limbs


def _limb(owner: str, start: FloatArray, end: FloatArray, radius: float, *, sure: bool) -> Limb:
    """A cylinder between two points."""
    along = end - start
    length = max(float(np.linalg.norm(along)), 1e-4)
    # Cylinders lie along z: turn the frame that looks along the limb by a quarter about y.
    facing = Pose.of([*((start + end) / 2), *look_rotation(along if length > 1e-3 else np.array([0.0, 0.0, 1.0]))])
    upright = facing @ Pose(orientation=(0.0, np.sqrt(0.5), 0.0, np.sqrt(0.5)))
    return Limb(owner, CYLINDER, tuple(upright.array), (radius, radius, length), sure)


def _sights(world: World, agents: Sequence[str], chosen: str | None) -> dict[str, Lines]:
    lines: dict[str, Lines] = {}
    for name, owner, cone in agents_in_scene(world.structure).eyes:
        mine = owner is not None and owner == chosen
        reach = min(cone.far_m, CHOSEN_M if mine else MARK_M)
        colour = STILL_DARK if owner is None else colour_of_agent(owner, agents)
        lines[f"/sights/{name}"] = Lines(frustum_lines(cone, world.pose(name), reach), colour, 2.5 if mine else 1.5)
    return lines


def frustum_lines(cone: Frustum, pose: Pose, reach_m: float) -> FloatArray:
    """The four edges of a view and the frame at its end, `(8, 2, 3)`."""
    across, up = np.tan(cone.horizontal_fov / 2), np.tan(cone.vertical_fov / 2)
    corners = pose.apply([[reach_m, y * across * reach_m, z * up * reach_m] for y, z in _ROUND])
    eye = np.broadcast_to(np.array(pose.position), (4, 3))
    return np.concatenate([np.stack([eye, corners], axis=1), np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)])


_ROUND = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))
