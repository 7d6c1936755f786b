"""People and sensors as simple figures: heads that look somewhere, hands, bodies with legs, and what they can frame."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...geometry import FloatArray, Frustum, Pose, Vector3, frustum, look_rotation
from ...physics import HumanBody
from ...world import HANDS, Agent, BodyPart, Link, PartName, Sensor, Status, Structure, World
from .palette import APPARATUS, PEOPLE, ROBOT, Rgb
from .picture import Batch, Lines, Look, Picture
from .pieces import BOX, CYLINDER, SPHERE

NOSE_M = 0.024
# Limbs are drawn thinner than they are, so that they hide little of a scene.
TRUNK_M, BAR_M, ARM_M, LEG_M, FOOT_M = 0.11, 0.06, 0.026, 0.05, (0.2, 0.08, 0.05)
EYES = frustum((75.0, 55.0), (0.02, 6.0))
LENS_M: Vector3 = (0.05, 0.11, 0.045)
# How far a frustum is drawn: a mark for everybody, a good part of the room for whom one has chosen.
MARK_M, CHOSEN_M = 0.24, 1.5
QUARTER = Pose(orientation=(0.0, float(np.sqrt(0.5)), 0.0, float(np.sqrt(0.5))))


@dataclass(frozen=True, slots=True)
class Limb:
    """One part of a figure; who is not sure of it guesses from where head and hands are."""

    owner: str
    model: str
    pose: Pose
    scale: Vector3
    sure: bool


def figures(world: World, *, chosen: str | None = None, hide: frozenset[str] = frozenset()) -> Picture:
    """All agents with a place, and all sensors."""
    known = agents_in_scene(world.structure)
    agents = [agent for agent in known.agents if agent not in hide]
    limbs = [limb for agent in agents for limb in _figure(world, agent)]
    limbs += [
        Limb(name, BOX, world.pose(name), LENS_M, sure=True)
        for name, cone in known.sensors.items()
        if name not in hide and cone.owner not in hide
    ]
    batches: dict[str, Batch] = {}
    kinds: dict[tuple[str, Look], list[Limb]] = {}
    for limb in limbs:
        kinds.setdefault((limb.model, "figure" if limb.sure else "guess"), []).append(limb)
    for (model, look), some in kinds.items():
        colours = np.array([colour_of_figure(limb.owner, world.structure) for limb in some], np.uint8)
        poses, scales = np.array([limb.pose.array for limb in some]), np.array([limb.scale for limb in some])
        batches[f"figures/{model}/{look}"] = Batch(
            model, look, tuple(limb.owner for limb in some), poses, scales, colours
        )
    return Picture(batches, _sights(world, chosen, hide))


def colour_of_figure(name: str, structure: Structure) -> Rgb:
    """One tone for each person, none of which means anything; robots and sensors are grey."""
    known = agents_in_scene(structure)
    people = [agent for agent in known.agents if agent not in known.robots]
    if name in people:
        return PEOPLE[people.index(name) % len(PEOPLE)]
    return ROBOT if name in known.robots else APPARATUS


def eyes_of(agent: str, structure: Structure) -> str:
    """What is drawn where an agent looks from: itself if it has a head, else a camera of its own; or nothing."""
    known = agents_in_scene(structure)
    if agent not in known.modelled and "head" in known.parts.get(agent, {}):
        return agent
    return next((name for name, eye in known.sensors.items() if eye.owner == agent), "")


@dataclass(frozen=True, slots=True)
class Eye:
    owner: str | None
    cone: Frustum


@dataclass(frozen=True, slots=True, eq=False)
class AgentsInScene:
    """The agents of a structure, the parts of each by name, and everything that looks."""

    agents: tuple[str, ...]
    robots: frozenset[str]
    # Robots whose links are drawn need no figure.
    modelled: frozenset[str]
    parts: Mapping[str, Mapping[PartName, str]]
    heads: Mapping[str, Eye]
    sensors: Mapping[str, Eye]


@lru_cache(maxsize=64)
def agents_in_scene(structure: Structure) -> AgentsInScene:
    """Found once for a structure."""
    parts: dict[str, dict[PartName, str]] = {}
    heads: dict[str, Eye] = {}
    sensors: dict[str, Eye] = {}
    agents: dict[str, str] = {}
    modelled: set[str] = set()
    for entity in structure.entities:
        match entity.role:
            case Agent(kind):
                agents[entity.id] = kind
            case BodyPart(part, owner):
                parts.setdefault(owner, {})[part] = entity.id
                if part == "head":
                    heads[entity.id] = Eye(owner, EYES)
            case Sensor(Frustum() as cone, owner):
                sensors[entity.id] = Eye(owner, cone)
            case Link() if entity.visual or entity.collision:
                modelled.add(entity.id.partition("/")[0])
            case _:
                pass
    robots = frozenset(name for name, kind in agents.items() if kind == "robot")
    return AgentsInScene(tuple(agents), robots, frozenset(modelled), parts, heads, sensors)


def _figure(world: World, agent: str) -> list[Limb]:
    known = agents_in_scene(world.structure)
    if agent in known.modelled:
        return []
    role = world.entity(agent).role
    body = HumanBody.of(role) if isinstance(role, Agent) else HumanBody()
    parts: dict[PartName, Pose] = {
        part: world.pose(name)
        for part, name in known.parts.get(agent, {}).items()
        if world.status(name) is not Status.UNKNOWN
    }
    limbs: list[Limb] = []
    if "head" in parts:
        head, size = parts["head"], body.head_radius
        nose = head @ Pose((0.97 * size, 0.0, -0.01))
        limbs.append(Limb(agent, SPHERE, head, (size, size, size), sure=True))
        limbs.append(Limb(agent, SPHERE, nose, (NOSE_M, NOSE_M, NOSE_M), sure=True))
    rows: dict[PartName, FloatArray] = {part: pose.array for part, pose in parts.items()}
    shoulders = {hand: place for hand in HANDS if (place := body.shoulder(rows, hand)) is not None}
    for name in HANDS:
        if name in parts:
            size = body.hand_radius
            limbs.append(Limb(agent, SPHERE, parts[name], (size, size, size), sure=True))
            if name in shoulders and "head" in parts:
                limbs.append(_limb(agent, shoulders[name], np.array(parts[name].position), ARM_M))
    if "head" in parts and len(shoulders) == len(HANDS):
        limbs += _trunk(agent, np.array(parts["head"].position), body, *(shoulders[hand] for hand in HANDS))
    return limbs


def _trunk(agent: str, head: FloatArray, body: HumanBody, left: FloatArray, right: FloatArray) -> list[Limb]:
    """What nobody tracks: a neck, shoulders, a trunk and legs down to the floor."""
    middle = (left + right) / 2
    across = (left - right) / max(float(np.linalg.norm(left - right)), 1e-6)
    hips = np.array([*middle[:2], head[2] - body.hip_drop])
    limbs = [
        _limb(agent, middle + 0.7 * (left - middle), middle + 0.7 * (right - middle), BAR_M),
        _limb(agent, head - [0, 0, body.head_radius], middle, 0.7 * BAR_M),
        _limb(agent, middle, hips, TRUNK_M),
    ]
    if hips[2] > 0.2:
        ahead = np.cross(across, [0.0, 0.0, 1.0])
        for side in (-0.09, 0.09):
            hip = hips + side * across
            foot = np.array([hip[0], hip[1], FOOT_M[2] / 2])
            x, y, z = (foot + 0.05 * ahead).tolist()
            limbs.append(_limb(agent, hip, foot, LEG_M))
            limbs.append(Limb(agent, BOX, Pose.looking((x, y, z), at=(x + ahead[0], y + ahead[1], z)), FOOT_M, False))
    return limbs


def _limb(owner: str, start: FloatArray, end: FloatArray, radius: float) -> Limb:
    """A cylinder between two points."""
    along = end - start
    length = max(float(np.linalg.norm(along)), 1e-4)
    # Cylinders lie along z: turn the frame that looks along the limb by a quarter about y.
    facing = Pose.of([*((start + end) / 2), *look_rotation(along if length > 1e-3 else np.array([0.0, 0.0, 1.0]))])
    return Limb(owner, CYLINDER, facing @ QUARTER, (radius, radius, length), sure=False)


def _sights(world: World, chosen: str | None, hide: frozenset[str]) -> dict[str, Lines]:
    lines: dict[str, Lines] = {}
    known = agents_in_scene(world.structure)
    for name, eye in {**known.heads, **known.sensors}.items():
        if name in hide or eye.owner in hide or world.status(name) is Status.UNKNOWN:
            continue
        mine = eye.owner is not None and eye.owner == chosen
        reach = min(eye.cone.far_m, CHOSEN_M if mine else MARK_M)
        width = 2.5 if mine else 1.5
        lines[f"sights/{name}"] = Lines(frustum_lines(eye.cone, world.pose(name), reach), APPARATUS, width)
    return lines


def frustum_lines(cone: Frustum, pose: Pose, reach_m: float) -> FloatArray:
    """The four edges of a view and the frame at its end, `(8, 2, 3)`."""
    across, up = np.tan(cone.horizontal_fov / 2), np.tan(cone.vertical_fov / 2)
    corners = pose.apply([[reach_m, y * across * reach_m, z * up * reach_m] for y, z in _ROUND])
    eye = np.broadcast_to(np.array(pose.position), (4, 3))
    return np.concatenate([np.stack([eye, corners], axis=1), np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)])


_ROUND = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))
