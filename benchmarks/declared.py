"""A benchmark's bodies as a scene that is known beforehand."""

from collections.abc import Sequence
from functools import lru_cache

from midworld.geometry import Cavity, Compound, FloatArray, Shape, cavities
from midworld.physics import Body
from midworld.world import Entity, Object, Scene, World, change


def declared(bodies: Sequence[Body], poses: FloatArray) -> Scene:
    """Every body as an object at its pose `(n, 7)`, with its mass and its hollows."""
    entities = [_entity(body) for body in bodies]
    placed = {body.id: pose for body, pose in zip(bodies, poses, strict=True)}
    return Scene(World().apply(change(stamp=0.0, put=entities, pose=placed)))


def _entity(body: Body) -> Entity:
    shape = body.parts[0].shape if len(body.parts) == 1 else Compound(body.parts)
    return Entity(body.id, Object(body.static, body.inertial, _cavities(shape)), collision=shape)


@lru_cache(maxsize=64)
def _cavities(shape: Shape) -> tuple[Cavity, ...]:
    return cavities(shape, {})
