"""What a sensor reports while it moves itself: kept, discarded, or smoothed, as its scene says."""

import msgspec
import numpy as np

from ..geometry import FloatArray, angle_between
from ..world import EntityId, Scene, Sensor, World
from .fuse import Reported
from .observation import Observation, Percept

# A camera that moves or turns faster than this blurs what it sees (chosen: 5 cm/s, 20 degrees/s).
MOVES_M_S = 0.05
TURNS_RAD_S = 0.35
# How much of a percept counts when it is smoothed.
SHARE = 0.3


def steadied(
    observation: Observation, before: object, *, source: World, frames: World, scene: Scene
) -> tuple[Observation, tuple[float, ...] | None]:
    """What counts of a report, and where its sensor is; `before` is what was kept with the source's last one."""
    name = EntityId(observation.source)
    role = scene.world.entity(name).role if name in scene.world else None
    if not isinstance(role, Sensor) or role.moving == "keep":
        return observation, None
    pose = observation.sensor.array if observation.sensor is not None else frames.pose(name).array
    place = tuple(pose.tolist())
    was = before.sensor if isinstance(before, Reported) else None
    if was is None or observation.objects is None or not _moves(np.array(was), pose, observation.stamp - source.stamp):
        return observation, place
    if role.moving == "discard":
        # Nothing is said of things: it did not look.
        return msgspec.structs.replace(observation, objects=None, unnamed=(), looked=False), place
    objects = tuple(_smoothed(percept, source) for percept in observation.objects)
    return msgspec.structs.replace(observation, objects=objects), place


def _moves(before: FloatArray, now: FloatArray, elapsed: float) -> bool:
    if elapsed <= 0.0:
        return False
    moved = float(np.linalg.norm(now[:3] - before[:3])) / elapsed
    turned = float(angle_between(before[3:], now[3:])) / elapsed
    return moved > MOVES_M_S or turned > TURNS_RAD_S


def _smoothed(percept: Percept, source: World) -> Percept:
    """Between where a thing was last reported and where it is now."""
    if percept.id not in source or percept.frame is not None:
        return percept
    old = source.pose(percept.id).position
    x, y, z = (a + SHARE * (b - a) for a, b in zip(old, percept.position, strict=True))
    return msgspec.structs.replace(percept, position=(x, y, z))
