"""A checked URDF as plain rows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import (
    IDENTITY,
    Box,
    Capsule,
    Cylinder,
    FloatArray,
    Inertial,
    Pose,
    Sphere,
    Vector3,
    quaternion_of,
    vector,
)
from ..limits import EDGE
from ..world import Joint, JointKind, Mimic
from .urdfcheck import MOMENTS, PRODUCTS, ends
from .xmlfile import Element


@dataclass(frozen=True, slots=True)
class MeshRef:
    """A mesh as the model names it."""

    reference: str
    scale: Vector3


Drawn = Box | Sphere | Cylinder | Capsule | MeshRef


@dataclass(frozen=True, slots=True)
class Stroke:
    """One visual or collision element of a link."""

    shape: Drawn
    pose: Pose
    colour: Vector3 | None = None


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link as written; `stated` lacks where the file gives no inertia, `mass` where it gives none."""

    name: str
    visuals: tuple[Stroke, ...]
    collisions: tuple[Stroke, ...]
    mass: float | None
    stated: Inertial | None


@dataclass(frozen=True, slots=True)
class JointRow:
    """A joint as written; `motion` lacks where it is fixed."""

    parent: str
    child: str
    origin: Pose
    motion: Joint | None


def parsed(root: Element) -> tuple[dict[str, LinkRow], list[JointRow]]:
    """Links by name and joints, in the order of the file, which has passed its checks."""
    colours = _colours(root)
    links = {link.attributes["name"]: _link(link, colours) for link in root.all("link")}
    return links, [_joint(joint) for joint in root.all("joint")]


def _colours(root: Element) -> dict[str, Vector3]:
    """Named materials; a name may be given its colour in any link and used in others."""
    inline = [
        material for link in root.all("link") for visual in link.all("visual") for material in visual.all("material")
    ]
    named: dict[str, Vector3] = {}
    for material in (*root.all("material"), *inline):
        name, colour = material.attributes.get("name"), _rgb(material)
        if name and colour is not None:
            named.setdefault(name, colour)
    return named


def _rgb(material: Element) -> Vector3 | None:
    colour = material.first("color")
    return None if colour is None or "rgba" not in colour.attributes else vector(_numbers(colour, "rgba")[:3])


def _link(link: Element, colours: dict[str, Vector3]) -> LinkRow:
    name = link.attributes["name"]
    visuals = tuple(Stroke(_drawn(body), _origin(body), _colour(body, colours)) for body in link.all("visual"))
    collisions = tuple(Stroke(_drawn(body), _origin(body)) for body in link.all("collision"))
    inertial = link.first("inertial")
    weight = None if inertial is None else inertial.first("mass")
    mass = None if weight is None else _number(weight, "value") or None
    matrix = None if inertial is None else inertial.first("inertia")
    if inertial is None or mass is None or matrix is None:
        return LinkRow(name, visuals, collisions, mass, None)
    xx, yy, zz, xy, xz, yz = (_number(matrix, moment) or 0.0 for moment in (*MOMENTS, *PRODUCTS))
    stated = Inertial(mass, (0.0, 0.0, 0.0), (xx, yy, zz), (xy, xz, yz))
    return LinkRow(name, visuals, collisions, mass, stated.placed(_origin(inertial)))


def _colour(visual: Element, colours: dict[str, Vector3]) -> Vector3 | None:
    material = visual.first("material")
    return None if material is None else _rgb(material) or colours.get(material.attributes.get("name", ""))


def _drawn(body: Element) -> Drawn:
    geometry = body.first("geometry")
    assert geometry is not None
    (shape,) = geometry.children
    match shape.tag:
        case "box":
            return Box(vector([min(edge, EDGE.most) for edge in _numbers(shape, "size")]))
        case "sphere":
            return Sphere(*_numbers(shape, "radius"))
        case "cylinder":
            return Cylinder(*_numbers(shape, "radius"), *_numbers(shape, "length"))
        case "capsule":
            return Capsule(*_numbers(shape, "radius"), *_numbers(shape, "length"))
        case _:
            scale = _numbers(shape, "scale") or [1.0]
            return MeshRef(shape.attributes["filename"], vector(scale * 3 if len(scale) == 1 else scale))


def _joint(joint: Element) -> JointRow:
    parent, child = ends(joint)
    origin = _origin(joint)
    if joint.attributes["type"] == "fixed":
        return JointRow(parent, child, origin, None)
    kind = JointKind(joint.attributes["type"])
    limit, axis = joint.first("limit"), joint.first("axis")
    lower = upper = None
    if limit is not None and kind in (JointKind.REVOLUTE, JointKind.PRISMATIC):
        lower, upper = _number(limit, "lower"), _number(limit, "upper")
    # One limit written alone leaves the other at URDF's default of 0; none at all leaves the joint free.
    if (lower is None) != (upper is None):
        lower, upper = lower or 0.0, upper or 0.0
    along = np.array((axis is not None and _numbers(axis, "xyz")) or [1.0, 0.0, 0.0])
    length = float(np.linalg.norm(along))
    way = vector(along / length) if length else (1.0, 0.0, 0.0)
    return JointRow(
        parent, child, origin, Joint(joint.attributes["name"], kind, origin, way, lower, upper, _mimic(joint))
    )


def _mimic(joint: Element) -> Mimic | None:
    mimic = joint.first("mimic")
    if mimic is None:
        return None
    multiplier = _number(mimic, "multiplier")
    return Mimic(mimic.attributes["joint"], 1.0 if multiplier is None else multiplier, _number(mimic, "offset") or 0.0)


def _origin(element: Element) -> Pose:
    origin = element.first("origin")
    if origin is None:
        return IDENTITY
    position, angles = (_numbers(origin, name) or [0.0, 0.0, 0.0] for name in ("xyz", "rpy"))
    # Without negative zeros.
    return Pose.of(np.array([*position, *quaternion_of(_turned(angles))]) + 0.0)


def _turned(angles: Sequence[float]) -> FloatArray:
    """The rotation that rolls about x, then pitches about y, then yaws about z, of the frame that stays."""
    (roll_sin, pitch_sin, yaw_sin), (roll_cos, pitch_cos, yaw_cos) = map(math.sin, angles), map(math.cos, angles)
    return np.array(
        [
            [
                pitch_cos * yaw_cos,
                pitch_sin * (roll_sin * yaw_cos) - roll_cos * yaw_sin,
                pitch_sin * (roll_cos * yaw_cos) + roll_sin * yaw_sin,
            ],
            [
                pitch_cos * yaw_sin,
                pitch_sin * (roll_sin * yaw_sin) + roll_cos * yaw_cos,
                pitch_sin * (roll_cos * yaw_sin) - roll_sin * yaw_cos,
            ],
            [-pitch_sin, pitch_cos * roll_sin, pitch_cos * roll_cos],
        ]
    )


def _number(element: Element, name: str) -> float | None:
    return next(iter(_numbers(element, name)), None)


def _numbers(element: Element, name: str) -> list[float]:
    """The numbers of an attribute, none where it is not written."""
    return [float(word) for word in element.attributes.get(name, "").split()]
