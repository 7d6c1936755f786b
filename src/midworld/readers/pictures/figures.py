"""People as simple figures, and what eyes and cameras look through."""

import math
from collections.abc import Mapping

import numpy as np

from ...geometry import Box, Capsule, FloatArray, Frustum, Pose, Sphere
from ...physics import HumanBody
from ...world import HANDS, Agent, BodyPart, Entity, PartName, Sensor, Status, World
from .palette import PERSON, ROBOT, Rgb, rgb
from .props import Pin, Prop, Stage, Stroke
from .skins import Skin, Skins

# Limbs are drawn thinner than they are, so that they hide little of a picture.
ARM_M, NECK_M = 0.026, 0.045
GLANCE_M = 0.45
EYES = Frustum(math.radians(60.0), math.radians(40.0), 0.02, 0.15)
LENS_M = 0.18
# The body below a tracked head is guessed, and looks like it.
GUESSED = 0.34
# Nearly opaque: ghosts throw no shadows, and a camera should leave no mark on what it looks at.
APPARATUS, APPARATUS_INK = 0.92, "#66707a"


def put_agent(stage: Stage, world: World, agent: Entity, skins: Skins) -> None:
    """Head, hands and gaze where they are known, and a faint body that joins them."""
    assert isinstance(agent.role, Agent)
    parts: dict[PartName, Pose] = {}
    for entity in world.structure.parts_of(agent.id):
        if isinstance(entity.role, BodyPart) and world.status(entity.id) is not Status.UNKNOWN:
            parts[entity.role.part] = world.pose(entity.id)
    if not parts:
        return
    ink = "#5b6f86" if agent.role.kind == "human" else "#6d747b"
    colour = rgb(PERSON if agent.role.kind == "human" else ROBOT)
    name = f"figure of {agent.id}"
    head, body = parts.get("head"), HumanBody.of(agent.role)
    shoulders = _shoulders(body, parts) if head is not None else {}
    for part, pose in parts.items():
        size = body.head_radius if part == "head" else body.hand_radius
        stage.focus.append(np.array(pose.position) + np.array([[-size] * 3, [size] * 3]))
        if part == "head":
            _put_head(stage, name, pose, size, colour, ink, skins)
            stage.pins.append(Pin(agent.id, pose.position + np.array([0.0, 0.0, size]), agent.id, colour=ink))
        elif part in ("left_hand", "right_hand"):
            stage.props.append(Prop(name, skins.of(Sphere(size)).at(pose), colour))
            if part in shoulders:
                arm = _limb(skins, shoulders[part], np.array(pose.position), ARM_M)
                stage.props.append(Prop(f"{name}/{part}", arm, colour, GUESSED))
            if "head" not in parts:
                stage.pins.append(Pin(str(agent.id), np.array(pose.position), f"{agent.id}'s hand", colour=ink))
    if head is not None:
        _put_trunk(stage, name, np.array(head.position), body, shoulders, colour, skins)


def put_sensor(stage: Stage, world: World, entity: Entity, skins: Skins) -> None:
    """A small box with the beginning of what it frames."""
    assert isinstance(entity.role, Sensor)
    pose = world.pose(entity.id)
    stage.props.append(
        Prop(f"figure of {entity.id}", skins.of(Box((0.05, 0.11, 0.045))).at(pose), rgb(APPARATUS_INK), APPARATUS)
    )
    frustum = entity.role.frustum
    lens = Frustum(frustum.horizontal_fov, frustum.vertical_fov, 0.03, min(LENS_M, frustum.far_m))
    stage.strokes.extend(_pyramid(lens, pose, APPARATUS_INK))
    stage.pins.append(Pin(entity.id, np.array(pose.position), entity.id, colour=APPARATUS_INK))


def _put_head(stage: Stage, name: str, pose: Pose, size: float, colour: Rgb, ink: str, skins: Skins) -> None:
    stage.props.append(Prop(name, skins.of(Sphere(size)).at(pose), colour))
    nose = pose @ Pose((size, 0.0, -0.01))
    stage.props.append(Prop(name, skins.of(Sphere(0.022)).at(nose), colour))
    stage.strokes.extend(_pyramid(EYES, pose @ Pose((size * 0.8, 0.0, 0.02)), ink))
    glance = pose.apply(np.array([[size * 1.1, 0, 0.02], [size + GLANCE_M, 0, 0.02]]))
    stage.strokes.append(Stroke(glance, ink, 1.6, "dotted"))


def _put_trunk(
    stage: Stage,
    name: str,
    head: FloatArray,
    body: HumanBody,
    shoulders: dict[PartName, FloatArray],
    colour: Rgb,
    skins: Skins,
) -> None:
    left, right = shoulders["left_hand"], shoulders["right_hand"]
    middle = (left + right) / 2
    bar = _limb(skins, middle + 0.7 * (left - middle), middle + 0.7 * (right - middle), 0.065)
    neck = _limb(skins, head - [0, 0, body.head_radius], middle, NECK_M)
    trunk = _limb(skins, middle - [0, 0, 0.06], head - [0, 0, body.hip_drop], 0.115)
    together = Skin(
        *(np.concatenate(each) for each in zip(*((s.corners, s.normals) for s in (bar, neck, trunk)), strict=True))
    )
    stage.props.append(Prop(f"{name}/trunk", together, colour, GUESSED))


def _shoulders(body: HumanBody, parts: Mapping[PartName, Pose]) -> dict[PartName, FloatArray]:
    known: dict[PartName, FloatArray] = {part: pose.array for part, pose in parts.items()}
    return {hand: place for hand in HANDS if (place := body.shoulder(known, hand)) is not None}


def _limb(skins: Skins, start: FloatArray, end: FloatArray, radius: float) -> Skin:
    """A capsule from one point to another."""
    along = end - start
    length = float(np.linalg.norm(along))
    middle = (start + end) / 2
    if length < 1e-6:
        return skins.of(Sphere(radius)).at(Pose((float(middle[0]), float(middle[1]), float(middle[2]))))
    # Looking along +X, then a quarter turn that takes +Z there.
    pose = Pose.looking((0.0, 0.0, 0.0), at=(float(along[0]), float(along[1]), float(along[2])))
    quarter = Pose((0.0, 0.0, 0.0), (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)))
    turned = pose @ quarter
    placed = Pose((float(middle[0]), float(middle[1]), float(middle[2])), turned.orientation)
    # Centimetres are fine enough, and make limbs of one length one shape.
    return skins.of(Capsule(radius, round(length, 2))).at(placed)


def _pyramid(frustum: Frustum, pose: Pose, colour: str) -> list[Stroke]:
    corners = frustum.corners(pose)[4:][[0, 1, 3, 2, 0]]
    apex = np.array([pose.position])
    edges = [np.concatenate([apex, corner[None]]) for corner in corners[:4]]
    return [Stroke(edge, colour, 1.6) for edge in (*edges, corners)]
