"""A checked URDF as plain rows, by way of yourdfpy."""

# yourdfpy has no types: its arrays are unknown until they are declared here.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

import numpy as np

from ..errors import BadInput, Problem
from ..geometry import IDENTITY, Box, Capsule, Cylinder, Inertial, Pose, Sphere, Vector3, quaternion_of, vector
from ..world import Joint, JointKind, Mimic
from .urdfcheck import ends
from .xmlfile import Element

if TYPE_CHECKING:
    import yourdfpy

# What is handed to yourdfpy: it trips over much of the rest, and nothing of that matters to a body.
KEPT: dict[str, tuple[str, ...]] = {
    "robot": ("link", "joint", "material"),
    "link": ("inertial", "visual", "collision"),
    "joint": ("origin", "parent", "child", "axis", "limit", "mimic"),
    "inertial": ("origin", "mass", "inertia"),
    "visual": ("origin", "geometry", "material"),
    "collision": ("origin", "geometry"),
    "geometry": ("box", "sphere", "cylinder", "capsule", "mesh"),
    "material": ("color",),
}
# yourdfpy knows no capsules: they travel as a mesh of this name, radius and length in its scale.
CAPSULE = "capsule:"


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


def parsed(root: Element, path: Path) -> tuple[dict[str, LinkRow], list[JointRow]]:
    """Links by name and joints, in the order of the file, which has passed its checks."""
    # Brings all of trimesh with it, for nothing when there is no URDF.
    import yourdfpy

    try:
        robot = yourdfpy.URDF.load(io.BytesIO(_written(root).encode()), build_scene_graph=False).robot
    # It raises whatever its parts raise; the checks should leave it no reason.
    except Exception as error:
        raise BadInput([Problem(str(path), None, f"is not a URDF that can be read: {error}")]) from error
    colours = _colours(robot)
    links = {link.name: _link(link, colours) for link in robot.links}
    motions = {str(joint.name): joint for joint in robot.joints}
    return links, [_joint(*ends(joint), motions[joint.attributes["name"]]) for joint in root.all("joint")]


def _written(element: Element) -> str:
    if element.tag == "capsule":
        size = element.attributes
        scale = f"{size['radius']} {size['radius']} {size['length']}"
        return f'<mesh filename="{CAPSULE}" scale="{scale}"/>'
    attributes = {"name": "model"} | dict(element.attributes) if element.tag == "robot" else element.attributes
    words = "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items() if ":" not in name)
    kept = KEPT.get(element.tag, ())
    inner = "".join(_written(child) for child in element.children if child.tag in kept)
    return f"<{element.tag}{words}>{inner}</{element.tag}>"


def _colours(robot: "yourdfpy.Robot") -> dict[str, Vector3]:
    """Named materials; a name may be given its colour in any link and used in others."""
    inline = [visual.material for link in robot.links for visual in link.visuals if visual.material is not None]
    named: dict[str, Vector3] = {}
    for material in (*robot.materials, *inline):
        if material.name and material.color is not None:
            named.setdefault(material.name, vector(material.color.rgba[:3]))
    return named


def _link(link: "yourdfpy.Link", colours: dict[str, Vector3]) -> LinkRow:
    visuals = tuple(
        Stroke(_drawn(visual.geometry), _pose(visual.origin), _colour(visual, colours)) for visual in link.visuals
    )
    collisions = tuple(Stroke(_drawn(body.geometry), _pose(body.origin)) for body in link.collisions)
    inertial = link.inertial
    mass = None if inertial is None or inertial.mass is None else float(inertial.mass) or None
    if inertial is None or mass is None or inertial.inertia is None:
        return LinkRow(link.name, visuals, collisions, mass, None)
    matrix = np.asarray(inertial.inertia, dtype=np.float64)
    products = (float(matrix[0, 1]), float(matrix[0, 2]), float(matrix[1, 2]))
    stated = Inertial(mass, (0.0, 0.0, 0.0), vector(np.diag(matrix)), products)
    return LinkRow(link.name, visuals, collisions, mass, stated.placed(_pose(inertial.origin)))


def _colour(visual: "yourdfpy.Visual", colours: dict[str, Vector3]) -> Vector3 | None:
    if visual.material is None:
        return None
    if visual.material.color is not None:
        return vector(visual.material.color.rgba[:3])
    return colours.get(visual.material.name or "")


def _drawn(geometry: "yourdfpy.Geometry | None") -> Drawn:
    assert geometry is not None
    if geometry.box is not None:
        return Box(vector(geometry.box.size))
    if geometry.sphere is not None:
        return Sphere(float(geometry.sphere.radius))
    if geometry.cylinder is not None:
        return Cylinder(float(geometry.cylinder.radius), float(geometry.cylinder.length))
    assert geometry.mesh is not None
    written = 1.0 if geometry.mesh.scale is None else geometry.mesh.scale
    scale = vector(np.broadcast_to(np.asarray(written, dtype=np.float64), 3))
    if geometry.mesh.filename == CAPSULE:
        return Capsule(scale[0], scale[2])
    return MeshRef(geometry.mesh.filename, scale)


def _joint(parent: str, child: str, joint: "yourdfpy.Joint") -> JointRow:
    origin = _pose(joint.origin)
    if joint.type == "fixed":
        return JointRow(parent, child, origin, None)
    kind = JointKind(joint.type)
    axis = np.asarray(joint.axis, dtype=np.float64)
    length = float(np.linalg.norm(axis))
    limited = joint.limit is not None and kind in (JointKind.REVOLUTE, JointKind.PRISMATIC)
    lower, upper = (joint.limit.lower, joint.limit.upper) if limited and joint.limit is not None else (None, None)
    # One limit written alone leaves the other at URDF's default of 0; none at all leaves the joint free.
    if (lower is None) != (upper is None):
        lower, upper = lower or 0.0, upper or 0.0
    way = vector(axis / length) if length else (1.0, 0.0, 0.0)
    return JointRow(parent, child, origin, Joint(joint.name, kind, origin, way, lower, upper, _mimic(joint)))


def _mimic(joint: "yourdfpy.Joint") -> Mimic | None:
    mimic = joint.mimic
    if mimic is None:
        return None
    multiplier = 1.0 if mimic.multiplier is None else float(mimic.multiplier)
    return Mimic(mimic.joint, multiplier, float(mimic.offset or 0.0))


def _pose(matrix: Iterable[Iterable[float]] | None) -> Pose:
    if matrix is None:
        return IDENTITY
    numbers = np.asarray(matrix, dtype=np.float64)
    return Pose.of([*numbers[:3, 3], *quaternion_of(numbers[:3, :3])])
