"""What is seen, in the fixed frame: percepts without names, and hands."""

from collections.abc import Sequence

import msgspec
import numpy as np

from ..geometry import FloatArray, Pose, Vector3, compose, local_bounds, transform
from ..world import HANDS, BodyPart, EntityId, Placed, World
from .looks import Looks
from .observation import Percept, Unnamed

# A hand that was seen this long ago says nothing any more.
HAND_S = 0.5
# A name and a made-up one are of one thing if both are seen this near to one another, or within half its size.
SAME_M = 0.04


def hands_seen(world: World, stamp: float) -> FloatArray:
    """Where hands are that were seen lately."""
    entities = world.structure.entities
    rows = [row for row, each in enumerate(entities) if isinstance(each.role, BodyPart) and each.role.part in HANDS]
    fresh = [row for row in rows if stamp - world.state.seen[row] <= HAND_S]
    return np.array([world.pose(entities[row].id).position for row in fresh]).reshape(-1, 3)


def in_fixed_frame(percept: Unnamed, frames: World) -> Unnamed:
    """A percept in the fixed frame."""
    if percept.points:
        # Where the middle of what shows is, whatever share of it each side has.
        points = np.array(percept.points)
        if percept.frame is not None:
            points = transform(frames.pose(percept.frame).array, points)
        x, y, z = ((points.min(axis=0) + points.max(axis=0)) / 2).tolist()
        cloud = tuple((a, b, c) for a, b, c in points.tolist())
        return msgspec.structs.replace(percept, position=(x, y, z), points=cloud, frame=None)
    if percept.frame is None:
        return percept
    local = np.array([*percept.position, *(percept.orientation or (0.0, 0.0, 0.0, 1.0))])
    pose = Pose.of(compose(frames.pose(percept.frame).array, local))
    turned = pose.orientation if percept.orientation is not None else None
    return msgspec.structs.replace(percept, position=pose.position, orientation=turned, frame=None)


def as_percept(percept: Unnamed, name: EntityId, model: tuple[Placed, ...]) -> Percept:
    return Percept(name, percept.position, percept.orientation, percept.covariance, None, model)


def model_size(model: tuple[Placed, ...]) -> Vector3 | None:
    shape = model[0][0].collision
    if shape is None:
        return None
    a, b, c = sorted(local_bounds(shape).size, reverse=True)
    return (a, b, c)


def reach_m(looks: Looks) -> float:
    return SAME_M if looks.size is None else max(SAME_M, 0.5 * min(looks.size))


def are_near(one: Sequence[float], other: Sequence[float], within: float) -> bool:
    return apart_m(one, other) <= within


def apart_m(one: Sequence[float], other: Sequence[float]) -> float:
    return float(np.linalg.norm(np.subtract(one, other)))
