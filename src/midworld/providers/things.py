"""Things as people describe them, in a scene file or in an observation."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from ..adapters.coacd import decomposed
from ..errors import BadInput, one_of, shortened
from ..geometry import (
    Box,
    Capsule,
    Cavity,
    Compound,
    Cylinder,
    Inertial,
    Meshes,
    Opening,
    Part,
    Pose,
    Shape,
    Sphere,
    Triangles,
    cavities,
    hollowed,
    inertial_of,
    is_convex,
    local_bounds,
    volume,
)
from ..limits import FRICTION, MASS, RESTITUTION, SCALE, SHARE_OF_COLOUR, WITHIN_THING
from ..world import Colour, Entity, EntityId, Object, Placed, PointOfInterest
from .colours import COLOURS, is_colour
from .document import Item
from .meshfile import read_triangles
from .names import spelling_fault
from .shapes import SHAPES, read_shape
from .urdf import Model, read_model

THING_KEYS = (
    *("class", "label", "colour", "shape", "urdf", "mesh", "scale", "mass", "static", "container"),
    *("points_of_interest", "friction", "restitution", "offset", "upright_at_start"),
)
SOURCES = ("shape", "urdf", "mesh")

# A thing whose mass nobody stated weighs what a household thing of its size does.
DENSITY = 300.0
MASS_RANGE = (0.02, 20.0)


@dataclass(slots=True)
class Warehouse:
    """Where models are looked for and their triangles gathered while a file is read."""

    folder: Path
    packages: Mapping[str, Path]
    meshes: dict[str, Triangles] = field(default_factory=dict[str, Triangles])

    def keep(self, triangles: Triangles, *, convex: bool) -> Shape:
        mesh = triangles.mesh(convex=convex)
        self.meshes[mesh.digest] = triangles
        return mesh

    def solid(self, triangles: Triangles, name: str) -> Shape:
        """A shape engines can collide with: convex as it is, else in convex pieces."""
        if is_convex(triangles):
            return self.keep(triangles, convex=True)
        pieces = decomposed(triangles, name=name)
        return Compound(tuple(Part(self.keep(piece, convex=True)) for piece in pieces))


# A thing first, then (for a model with movable joints) the links that hang on it.
Thing = tuple[Placed, ...]


def read_thing(name: str, item: Item, fields: Mapping[str, Item], warehouse: Warehouse) -> Thing | None:
    """A thing, or None after saying what is wrong with it."""
    static = _boolean(fields, "static") or False
    mass = fields["mass"].number(MASS) if "mass" in fields else None
    friction = fields["friction"].number(FRICTION) if "friction" in fields else None
    bounce = fields["restitution"].number(RESTITUTION) if "restitution" in fields else None
    offset = fields["offset"].vector(WITHIN_THING) if "offset" in fields else None
    upright = _boolean(fields, "upright_at_start") or False
    links = _links(name, item, fields, warehouse)
    appearance = read_appearance(fields)
    if links is None or appearance is None:
        return None
    thing: list[Placed] = []
    for entity, pose in links:
        role = entity.role
        assert isinstance(role, Object)
        if entity.id == name:
            entity = msgspec.structs.replace(entity, **appearance)
            role = _dressed(entity, role, fields, mass, warehouse.meshes)
            role = msgspec.structs.replace(role, offset=offset, upright_at_start=upright)
        role = msgspec.structs.replace(role, static=static, friction=friction, restitution=bounce)
        thing.append((msgspec.structs.replace(entity, role=role), pose))
    return tuple(thing)


def _links(name: str, item: Item, fields: Mapping[str, Item], warehouse: Warehouse) -> Thing | None:
    given = [key for key in SOURCES if key in fields]
    if len(given) != 1:
        item.complain(f"needs exactly one of {', '.join(SOURCES)}; a shape is one of {', '.join(SHAPES)}")
        return None
    match given[0]:
        case "urdf":
            return _from_urdf(name, fields["urdf"], warehouse)
        case "mesh":
            shapes = _from_mesh(fields, warehouse)
        case _:
            shape = read_shape(fields["shape"])
            shapes = None if shape is None else (_made_hollow(shape, fields), shape)
    if shapes is None:
        return None
    return ((Entity(EntityId(name), collision=shapes[0], visual=shapes[1]), Pose()),)


def _made_hollow(shape: Shape, fields: Mapping[str, Item]) -> Shape:
    """A solid primitive that is said to be a container becomes one."""
    if isinstance(shape, Box | Cylinder | Capsule | Sphere) and _boolean(fields, "container"):
        return hollowed(shape)
    return shape


def _from_mesh(fields: Mapping[str, Item], warehouse: Warehouse) -> tuple[Shape, Shape] | None:
    item = fields["mesh"]
    file = item.text()
    scale = fields["scale"].number(SCALE) if "scale" in fields else 1.0
    if file is None or scale is None:
        return None
    try:
        triangles = read_triangles(_found(file, warehouse), scale)
    except BadInput as bad:
        for problem in bad.problems:
            item.complain(f"cannot be used: {problem}")
        return None
    return warehouse.solid(triangles, Path(file).name), warehouse.keep(triangles, convex=is_convex(triangles))


def _from_urdf(name: str, item: Item, warehouse: Warehouse) -> Thing | None:
    model = model_of(item, warehouse)
    if model is None:
        return None
    names = {link.name: EntityId(name if link.parent is None else f"{name}/{link.name}") for link in model.links}
    return tuple(
        (
            Entity(
                names[link.name],
                Object(inertial=link.inertial, cavities=_cavities(link.collision, warehouse.meshes)),
                parent=None if link.parent is None else names[link.parent],
                colour=link.colour,
                collision=link.collision,
                visual=link.visual,
                joint=link.joint,
            ),
            link.pose,
        )
        for link in model.links
    )


def model_of(item: Item, warehouse: Warehouse) -> Model | None:
    """The URDF a scene names, its meshes kept in the warehouse."""
    file = item.text()
    if file is None:
        return None
    try:
        model = read_model(_found(file, warehouse), packages=warehouse.packages)
    except BadInput as bad:
        for problem in bad.problems:
            item.complain(f"cannot be used: {problem}")
        return None
    except OSError as error:
        item.complain(f"cannot be used: {file}: {error.strerror}")
        return None
    warehouse.meshes.update(model.meshes)
    return model


def _dressed(entity: Entity, role: Object, fields: Mapping[str, Item], mass: float | None, meshes: Meshes) -> Object:
    """Mass, inertia and hollows of the thing itself, stated or worked out."""
    shape = entity.collision
    holds = _boolean(fields, "container")
    inertial: Inertial | None = role.inertial
    if shape is not None and (mass is not None or inertial is None):
        kilograms = mass if mass is not None else _typical_mass(shape, meshes)
        inertial = inertial_of(shape, kilograms, meshes)
    found = role.cavities or _cavities(shape, meshes)
    if holds and shape is not None and not found:
        found = (_said_to_hold(shape),)
    return Object(role.static, inertial, () if holds is False else found)


def _said_to_hold(shape: Shape) -> Cavity:
    """The hollow of a thing that is said to be a container but whose model does not show how: all its inside."""
    box = local_bounds(shape)
    middle = (box.centre[0], box.centre[1], box.high[2])
    return Cavity(box, Opening(middle, (box.size[0], box.size[1])))


def _cavities(shape: Shape | None, meshes: Meshes) -> tuple[Cavity, ...]:
    return () if shape is None else cavities(shape, meshes)


def _typical_mass(shape: Shape, meshes: Meshes) -> float:
    low, high = MASS_RANGE
    return min(high, max(low, DENSITY * volume(shape, meshes)))


def read_appearance(fields: Mapping[str, Item]) -> dict[str, object] | None:
    seen: dict[str, object] = {}
    if "class" in fields:
        seen["category"] = fields["class"].identifier()
    if "label" in fields:
        label = fields["label"]
        several = label.elements("a list") if label.is_list else (label,)
        seen["labels"] = tuple(each.text() for each in several)
    if "colour" in fields:
        seen["colour"] = read_colour(fields["colour"])
    if "points_of_interest" in fields:
        seen["points_of_interest"] = _points_of_interest(fields["points_of_interest"])
    return None if any(value is None for value in seen.values()) else seen


def read_colour(item: Item) -> Colour | None:
    if item.is_list:
        return item.vector(SHARE_OF_COLOUR)
    name = item.text()
    if name is not None and not is_colour(name):
        item.complain(
            f"is '{shortened(name)}', which is neither [r, g, b] from 0 to 1 nor a colour; {one_of(COLOURS, near=name)}"
        )
        return None
    return name


def _points_of_interest(item: Item) -> tuple[PointOfInterest, ...] | None:
    found: list[PointOfInterest] = []
    for name, points in item.items("a mapping from a tag's name to the list of its corners"):
        if (fault := spelling_fault(name)) is not None:
            points.complain(fault)
            return None
        corners = [point.vector(WITHIN_THING) for point in points.elements("a list of [x, y, z] points")]
        known = tuple(corner for corner in corners if corner is not None)
        if len(known) != len(corners):
            return None
        found.append(PointOfInterest(name, known))
    return tuple(found)


def _boolean(fields: Mapping[str, Item], key: str) -> bool | None:
    return fields[key].boolean() if key in fields else None


def _found(file: str, warehouse: Warehouse) -> Path:
    # As shells do, a ~ of somebody nobody knows stays.
    return warehouse.folder / os.path.expanduser(file)  # noqa: PTH111
