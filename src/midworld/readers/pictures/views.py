"""Where to look from."""

import math
from collections.abc import Sequence

import numpy as np

from ...errors import UnknownName
from ...geometry import FloatArray, Frustum, Pose, quaternion_of
from ...world import Agent, EntityId, Sensor, Status, World, part_id
from .camera import Camera, framed, looking
from .props import Stage
from .tracer import Tracer

FIXED = {"top": (-90.0, 90.0), "side": (-90.0, 0.0), "front": (0.0, 0.0)}
NAMES = ("auto", *FIXED, "camera:NAME", "eye:AGENT")
ELEVATION = 27.0
# Half the width at one metre: a long lens, which keeps upright things upright.
LENS = 0.26
EYES = Frustum(math.radians(95.0), math.radians(65.0), 0.02, 10.0)
LOOK_PIXELS = 120
SIDES = tuple(float(azimuth) for azimuth in range(15, 375, 30))


def view(name: str, stages: Sequence[Stage], worlds: Sequence[World], *, width: int, height: int) -> Sequence[Camera]:
    """One camera for each of several stages, the same one unless it moves by itself. Raises UnknownName."""
    kind, _, who = name.partition(":")
    if kind in ("camera", "eye") and who:
        see = _of_sensor if kind == "camera" else _of_agent
        return [see(world, who, width, height) for world in worlds]
    focus = np.concatenate([points for stage in stages for points in stage.focus])
    if name in FIXED:
        return [framed(focus, _fixed(name), width=width, height=height, half=None)] * len(stages)
    if name != "auto":
        raise UnknownName("view", name, NAMES)
    best = max(SIDES, key=lambda azimuth: _worth(azimuth, focus, stages, worlds, width / height))
    return [framed(focus, looking(best, ELEVATION), width=width, height=height, half=LENS)] * len(stages)


def hidden_from(name: str, world: World) -> frozenset[str]:
    """What is not drawn as it would be in front of one's own nose."""
    kind, _, who = name.partition(":")
    if kind == "camera" and who in world:
        return frozenset({who})
    if kind == "eye" and who in world:
        own = (part.id for part in world.structure.parts_of(EntityId(who)))
        return frozenset({who, *own})
    return frozenset()


def _fixed(name: str) -> Pose:
    if name == "top":
        # Straight down, +X to the right and +Y up in the picture; the columns are forward, left and up.
        x, y, z, w = (float(number) for number in quaternion_of(np.array([[0, -1, 0], [0, 0, 1], [-1, 0, 0]], float)))
        return Pose((0.0, 0.0, 0.0), (x, y, z, w))
    return looking(*FIXED[name])


def _of_sensor(world: World, name: str, width: int, height: int) -> Camera:
    sensors = {entity.id: entity.role.frustum for entity in world.structure.entities if isinstance(entity.role, Sensor)}
    cone = sensors.get(EntityId(name))
    if cone is None:
        raise UnknownName("camera", name, [each for each, sees in sensors.items() if sees is not None])
    return _through(cone, world.pose(name), width, height)


def _of_agent(world: World, name: str, width: int, height: int) -> Camera:
    agents = [entity.id for entity in world.structure.entities if isinstance(entity.role, Agent)]
    with_head = [each for each in agents if part_id(each, "head") in world]
    if EntityId(name) not in with_head or world.status(part_id(EntityId(name), "head")) is Status.UNKNOWN:
        raise UnknownName("agent with a known head", name, with_head)
    return _through(EYES, world.pose(part_id(EntityId(name), "head")), width, height)


def _through(frustum: Frustum, pose: Pose, width: int, height: int) -> Camera:
    """All that a frustum frames, with some more at two sides where the picture has another format."""
    half, half_up = math.tan(frustum.horizontal_fov / 2), math.tan(frustum.vertical_fov / 2)
    return Camera(pose, width, height, max(half, half_up * width / height))


def _worth(azimuth: float, focus: FloatArray, stages: Sequence[Stage], worlds: Sequence[World], aspect: float) -> float:
    """How much a side shows: of each thing the share that nothing hides, and how large all is in the picture."""
    height = round(LOOK_PIXELS / aspect)
    camera = framed(focus, looking(azimuth, ELEVATION), width=LOOK_PIXELS, height=height, half=LENS)
    origins, directions = (np.asarray(each, np.float32) for each in camera.pixels())
    worth = 0.25 * _familiar(azimuth, worlds)
    for stage in stages:
        solid = [prop for prop in stage.props if prop.opacity == 1.0 or prop.contour]
        seen = Tracer([prop.skin for prop in solid]).strikes(origins, directions)
        shown = np.bincount(seen.skins[seen.skins >= 0], minlength=len(solid))
        things = [at for at, prop in enumerate(solid) if prop.contour]
        for at in things:
            alone = Tracer([solid[at].skin]).strikes(origins, directions)
            whole = int((alone.skins >= 0).sum())
            worth += (shown[at] / max(whole, 1) + 0.25 * math.sqrt(whole) / 20) / (len(things) * len(stages))
    return worth


def _familiar(azimuth: float, worlds: Sequence[World]) -> float:
    """Near the side from which a camera looks, but not quite from there: what it cannot see should show."""
    for world in worlds:
        for entity in world.structure.entities:
            if isinstance(entity.role, Sensor) and entity.role.frustum is not None:
                x, y, _ = world.pose(entity.id).apply(np.array([-1.0, 0.0, 0.0])) - np.array(
                    world.pose(entity.id).position
                )
                return math.cos(math.radians(azimuth) - math.atan2(float(y), float(x)) - math.radians(50.0))
    return 0.0
