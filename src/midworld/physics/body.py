"""Rigid bodies as engines need them: flat parts, masses and materials, and nothing of where they stand."""

from functools import lru_cache

import msgspec

from ..errors import Conflict, UnknownName
from ..geometry import Box, Inertial, Mesh, Meshes, Part, Pose, Shape, local_bounds, vector
from ..geometry import primitives as flat_parts
from ..world import Entity, EntityId, Object, Structure

# A thing of unknown mass: packaging, crockery and toys lie between 100 and 1000 kg per cubic metre of their bounds.
DENSITY_KG_M3 = 400.0
MASS_RANGE_KG = (0.02, 20.0)

# A static slab thinner than this lets a percept that is 3 cm too low through to its underside.
SLAB_M = 0.04
# Narrower static boxes are legs, walls and rims: they have no underside one could sink through.
SLAB_MIN_WIDTH_M = 0.10


class Material(msgspec.Struct, frozen=True):
    """How a surface resists.

    `friction` is Coulomb's coefficient between two bodies of this material. `rolling` is a share of the radius:
    a ball stays put on any slope whose tangent is below it. `restitution` is the share of its speed that a moving
    body of this material keeps when it bounces off a fixed one, to about a tenth; None and 0 do not bounce.
    """

    friction: float = 0.7
    rolling: float = 0.1
    restitution: float | None = None


class Body(msgspec.Struct, frozen=True):
    """One rigid thing. Parts are never compounds and stand in the body's frame.

    `carrier` is the body this one hangs on: the two never collide.
    """

    id: EntityId
    parts: tuple[Part, ...]
    static: bool = False
    inertial: Inertial = Inertial(1.0, (0.0, 0.0, 0.0), (0.001, 0.001, 0.001))
    material: Material = Material()
    carrier: EntityId | None = None

    def solid_parts(self) -> tuple[Part, ...]:
        """The parts an engine should collide: those of a static body with thin level slabs thickened downwards."""
        return tuple(_thickened(part) for part in self.parts) if self.static else self.parts


def bodies(structure: Structure) -> tuple[Body, ...]:
    """Every object that has a collision shape, in the order of the structure.

    Nothing is merged. What hangs rigidly on something else keeps a body of its own, because its pose against the
    parent is state, and because rays, contacts and relations must name it; whoever simulates writes its pose in the
    fixed frame and keeps it kinematic. Static ones follow their parent in the same way. A link with a joint is free.
    """
    solid = [
        entity for entity in structure.entities if isinstance(entity.role, Object) and entity.collision is not None
    ]
    names = {entity.id for entity in solid}
    return tuple(_body(entity, names) for entity in solid)


def check_meshes(body: Body, meshes: Meshes) -> None:
    """Raises if a part's triangles are not at hand, or if they are hollow and would be closed by their hull."""
    for part in body.parts:
        if isinstance(part.shape, Mesh):
            if part.shape.digest not in meshes:
                raise UnknownName("mesh", part.shape.digest, meshes)
            if not part.shape.convex:
                raise Conflict(
                    [f"'{body.id}' collides as a mesh that is not convex; cut it into a compound of convex parts first"]
                )


def _body(entity: Entity, names: set[EntityId]) -> Body:
    assert isinstance(entity.role, Object)
    assert entity.collision is not None
    return Body(
        entity.id,
        _parts(entity.collision),
        entity.role.static,
        entity.role.inertial or _guessed(entity.collision),
        _material(entity.role),
        carrier=entity.parent if entity.parent in names else None,
    )


def _material(role: Object) -> Material:
    usual = Material(restitution=role.restitution)
    return usual if role.friction is None else msgspec.structs.replace(usual, friction=role.friction)


@lru_cache(maxsize=4096)
def _parts(shape: Shape) -> tuple[Part, ...]:
    return flat_parts(shape)


@lru_cache(maxsize=4096)
def _guessed(shape: Shape) -> Inertial:
    """Mass by volume of the bounds, spread like a solid box."""
    box = local_bounds(shape)
    x, y, z = box.size
    low, high = MASS_RANGE_KG
    mass = min(max(x * y * z * DENSITY_KG_M3, low), high)
    return Inertial(
        mass, box.centre, (mass / 12 * (y * y + z * z), mass / 12 * (x * x + z * z), mass / 12 * (x * x + y * y))
    )


def _thickened(part: Part) -> Part:
    shape = part.shape
    if not isinstance(shape, Box) or min(shape.size[:2]) < SLAB_MIN_WIDTH_M or shape.size[2] >= SLAB_M:
        return part
    up = part.pose.apply((0.0, 0.0, 1.0)) - part.pose.position
    if abs(up[2]) < 0.99:
        return part
    missing = SLAB_M - shape.size[2]
    below = -missing / 2 if up[2] > 0 else missing / 2
    lowered = Pose(vector(part.pose.apply((0.0, 0.0, below))), part.pose.orientation)
    return Part(Box((*shape.size[:2], SLAB_M)), lowered)
