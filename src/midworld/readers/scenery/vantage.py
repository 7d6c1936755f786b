"""Where to look from, so that all that happens is in the picture and nobody stands before it."""

from collections.abc import Mapping

import numpy as np

from ...geometry import FloatArray, Pose, bounds
from ...world import MERGED, STABLE, BodyPart, Entity, Link, Object, Sensor, World
from .things import is_ground

# The vertical angle of view: less of the room than usual, less bent.
FOV = 0.7
# Names stand above things, and a picture wants a margin.
MARGIN = 1.12


def vantage(worlds: Mapping[str, World], *, aspect: float = 1.5) -> tuple[FloatArray, FloatArray]:
    """A point from where everything is seen in a pane of that width by height, and the middle of it all."""
    world = next((worlds[name] for name in (STABLE, MERGED) if name in worlds), None)
    world = world or next(iter(worlds.values()))
    poses = world.poses()
    corners = [_extent(entity, poses[row]) for row, entity in enumerate(world.structure.entities)]
    points = np.concatenate([np.zeros((0, 3)), *(each for each in corners if each is not None)])
    if not len(points):
        points = np.array([[-0.5, -0.5, 0.0], [0.5, 0.5, 0.5]])
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    back = _direction(world, poses, middle)
    right = np.cross([0.0, 0.0, 1.0], back)
    right /= np.linalg.norm(right)
    local = (points - middle) @ np.column_stack([right, np.cross(back, right), back])
    half = np.tan(FOV / 2) / MARGIN
    # How far back each corner needs the eye to be, for either side of the picture.
    needed = local[:, 2] + np.maximum(np.abs(local[:, 0]) / (half * max(aspect, 0.2)), np.abs(local[:, 1]) / half)
    return middle + back * max(float(needed.max()), 0.8), middle


def _extent(entity: Entity, pose: FloatArray) -> FloatArray | None:
    """The corners of what should be in the picture; of furniture only what is on top."""
    shape = entity.visual or entity.collision
    if isinstance(entity.role, BodyPart):
        return pose[None, :3] + np.array([[0.0, 0.0, 0.2], [0.0, 0.0, -0.2]])
    if not isinstance(entity.role, Object | Link) or shape is None or is_ground(entity):
        return None
    around = bounds(shape, Pose.of(pose))
    furniture = isinstance(entity.role, Object) and entity.role.static
    low = max(around.low[2], around.high[2] - 0.3) if furniture else around.low[2]
    (x, y, _), (u, v, high) = around.low, around.high
    return np.array([[a, b, c] for a in (x, u) for b in (y, v) for c in (low, high)])


def _direction(world: World, poses: FloatArray, middle: FloatArray) -> FloatArray:
    """From beside the line of sight of the sensors, raised: what they cannot see behind things is seen from there."""
    entities = world.structure.entities
    eyes = [poses[row, :2] - middle[:2] for row, each in enumerate(entities) if isinstance(each.role, Sensor)]
    people = [
        poses[row, :2] - middle[:2]
        for row, each in enumerate(entities)
        if isinstance(each.role, BodyPart) and each.role.part == "head"
    ]
    crowd = np.mean(people, axis=0) if people else np.zeros(2)
    ahead = np.mean(eyes, axis=0) if eyes else -crowd
    length = float(np.linalg.norm(ahead))
    ahead = ahead / length if length > 0.1 else np.array([-1.0, 0.0])
    side = np.array([-ahead[1], ahead[0]])
    if float(side @ crowd) > 0:
        side = -side
    direction = np.array([*(0.12 * ahead + 0.8 * side), 0.62])
    return direction / np.linalg.norm(direction)
