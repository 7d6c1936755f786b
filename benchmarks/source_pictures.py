"""Tags, colours and unknown shapes in pictures whose truth is known."""

import math
from collections.abc import Mapping

import numpy as np

from benchmarks.scenes.rgbd import rgbd
from midworld.adapters.opencv import drawn_tag, photographed
from midworld.geometry import (
    Box,
    Compound,
    Cylinder,
    FloatArray,
    Part,
    Pose,
    Shape,
    Vector3,
    angle_between,
    conjugate,
    local_bounds,
    quaternion_of,
    rotate,
    surface_distance,
)
from midworld.perception import clusters, rgb
from midworld.perception.shaping import seen_surface
from midworld.providers import described_scene
from midworld.providers.cameras import Camera
from midworld.providers.coloured import ColourTracker
from midworld.providers.tags import TagTracker

TAG_M = 0.08
TABLE: tuple[Shape, Pose, Vector3] = (Box((1.2, 1.4, 0.04)), Pose((0.6, 0, 0.73)), (0.6, 0.6, 0.58))
HALF = TAG_M / 2
CORNERS = [[-HALF, HALF, 0.0], [HALF, HALF, 0.0], [HALF, -HALF, 0.0], [-HALF, -HALF, 0.0]]


def tags(seed: int, count: int) -> tuple[list[float], list[float], int]:
    """Errors in millimetres and degrees of tags of 8 cm at 1 m, turned by 15 to 50 degrees; how many were missed."""
    rng = np.random.default_rng(seed)
    camera = Camera.pinhole(1280, 960, 60.0)
    scene = described_scene(
        {
            "objects": {"tile": {"shape": {"box": [0.1, 0.1, 0.002]}, "points_of_interest": {"tag_3": CORNERS}}},
            "sensors": {"camera": {"position": [0, 0, 0], "fov": [60, 47]}},
        }
    )
    tracker = TagTracker.of(scene, "camera", camera)
    picture = np.full((600, 600), 255, dtype=np.uint8)
    picture[100:500, 100:500] = drawn_tag(3, "36h11", 400)
    millimetres, degrees, missed = list[float](), list[float](), 0
    for _ in range(count):
        pose = _towards(rng)
        corners = camera.pixels(pose.apply(np.array(CORNERS) * 1.5))
        image = photographed(picture, corners, (1280, 960))
        noisy = np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)
        found = tracker.observation(noisy, 0.0).objects or ()
        if not found:
            missed += 1
            continue
        millimetres.append(1000 * math.dist(found[0].position, pose.position))
        degrees.append(math.degrees(float(angle_between(np.array(found[0].orientation), pose.array[3:]))))
    return millimetres, degrees, missed


def _towards(rng: np.random.Generator) -> Pose:
    """A tag that faces a camera at the origin, which looks along +X, more or less."""
    facing = np.array([[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    angle, around = rng.uniform(math.radians(15), math.radians(50)), rng.uniform(0, 2 * math.pi)
    half = math.sin(angle / 2)
    tilt = np.array([0.0, half * math.cos(around), half * math.sin(around), math.cos(angle / 2)])
    turned = np.stack([rotate(tilt, column) for column in facing.T], axis=1)
    x, y, z, w = quaternion_of(turned).tolist()
    return Pose((1.0, rng.uniform(-0.3, 0.3), rng.uniform(-0.2, 0.2)), (x, y, z, w))


def colours(seed: int, count: int) -> tuple[list[float], int]:
    """Errors of centres in millimetres of four coloured things on a table with a grey one, and how many were missed."""
    rng = np.random.default_rng(seed)
    shapes: Mapping[str, tuple[str, dict[str, object]]] = {
        "cup": ("red", {"cylinder": [0.04, 0.1]}),
        "box": ("green", {"box": [0.08, 0.06, 0.12]}),
        "ball": ("blue", {"sphere": 0.035}),
        "bar": ("yellow", {"box": [0.05, 0.15, 0.05]}),
    }
    things = {name: {"colour": colour, "shape": shape} for name, (colour, shape) in shapes.items()}
    table = {"shape": {"box": [1.2, 1.4, 0.04]}, "position": [0.6, 0, 0.73], "static": True}
    eye = {"position": [-0.4, 0, 1.35], "looks_at": [0.5, 0, 0.75]}
    scene = described_scene({"objects": {"table": table, **things}, "sensors": {"camera": eye}})
    tracker, camera = ColourTracker.of(scene, "camera"), Camera.pinhole(640, 480, 60.0)
    errors, missed = list[float](), 0
    for _ in range(count):
        stand = {"table": TABLE, "grey": (Cylinder(0.03, 0.08), Pose((0.2, 0.0, 0.79)), (0.2, 0.2, 0.2))}
        for name in things:
            entity = scene.awaited[next(each for each in scene.awaited if each == name)][0][0]
            assert entity.collision is not None
            colour = rgb(entity.colour)
            assert colour is not None
            stand[name] = (entity.collision, _free(rng, stand, entity.collision), colour)
        seen = tracker.image(*rgbd(stand, camera, scene.world.pose("camera"), rng), camera, 0.0)
        found = {str(percept.id): percept.position for percept in seen.objects or ()}
        missed += sum(name not in found for name in things)
        errors += [1000 * math.dist(place, stand[name][1].position) for name, place in found.items()]
    return errors, missed


def _free(rng: np.random.Generator, stand: Mapping[str, tuple[Shape, Pose, Vector3]], shape: Shape) -> Pose:
    height = local_bounds(shape).size[2]
    while True:
        x, y, turn = rng.uniform(0.3, 0.8), rng.uniform(-0.35, 0.35), rng.uniform(0, math.pi)
        others = [pose.position for name, (_, pose, _) in stand.items() if name != "table"]
        if all(math.hypot(x - a, y - b) > 0.16 for a, b, _ in others):
            return Pose((x, y, 0.75 + height / 2), (0.0, 0.0, math.sin(turn / 2), math.cos(turn / 2)))


def shapes(seed: int, count: int) -> dict[str, list[float]]:
    """Intersection over union of what is made of boxes, cylinders and bowls after three views."""
    rng = np.random.default_rng(seed)
    camera, found = Camera.pinhole(640, 480, 60.0), dict[str, list[float]]()
    for kind in ("box", "cylinder", "bowl"):
        for _ in range(count):
            shape = _random_shape(kind, rng)
            turn = rng.uniform(0, math.pi)
            height = local_bounds(shape).size[2]
            place = (0.55 + rng.uniform(-0.1, 0.1), rng.uniform(-0.2, 0.2), 0.75 + height / 2)
            pose = Pose(place, (0.0, 0.0, math.sin(turn / 2), math.cos(turn / 2)))
            surface, azimuth = None, rng.uniform(0, 2 * math.pi)
            for _ in range(3):
                azimuth += math.radians(rng.uniform(50, 120))
                points = _view(shape, pose, azimuth, camera, rng)
                surface = seen_surface(surface, points, floor=0.75)
            assert surface is not None
            found.setdefault(kind, []).append(_overlap((shape, pose), (surface.shape, surface.pose), rng))
    return found


def _view(shape: Shape, pose: Pose, azimuth: float, camera: Camera, rng: np.random.Generator) -> FloatArray:
    up, far = math.radians(rng.uniform(25, 50)), rng.uniform(0.7, 1.1)
    way = np.array([math.cos(azimuth) * math.cos(up), math.sin(azimuth) * math.cos(up), math.sin(up)])
    x, y, z = (np.array(pose.position) + far * way).tolist()
    eye = Pose.looking((x, y, z), at=pose.position)
    _, depth = rgbd({"table": TABLE, "thing": (shape, pose, (0.3, 0.3, 0.3))}, camera, eye, rng)
    points = eye.apply(camera.places(depth)[depth > 0])
    points = points[surface_distance(TABLE[0], points - np.array(TABLE[1].position)) > 0.012]
    rows = clusters(points, gap_m=0.012, least=25)[0]
    return points[rows[np.linspace(0, len(rows) - 1, min(400, len(rows))).astype(np.intp)]]


def _random_shape(kind: str, rng: np.random.Generator) -> Shape:
    if kind == "box":
        a, b, c = rng.uniform(0.05, 0.18, 3).tolist()
        return Box((a, b, c))
    if kind == "cylinder":
        return Cylinder(rng.uniform(0.025, 0.06), rng.uniform(0.06, 0.2))
    radius, height, slices, staves = rng.uniform(0.06, 0.1), rng.uniform(0.05, 0.09), 8, 16
    parts = [Part(Cylinder(0.5 * radius, 0.006), Pose((0, 0, -height / 2 + 0.003)))]
    for row in range(slices):
        wide = radius * (0.5 + 0.5 * math.sqrt((row + 0.5) / slices))
        level = -height / 2 + (row + 0.5) * height / slices
        for stave in range(staves):
            angle = 2 * math.pi * stave / staves
            size = (0.005, 2 * wide * math.tan(math.pi / staves), 1.05 * height / slices)
            at = ((wide - 0.0025) * math.cos(angle), (wide - 0.0025) * math.sin(angle), level)
            parts.append(Part(Box(size), Pose(at, (0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2)))))
    return Compound(tuple(parts))


def _overlap(one: tuple[Shape, Pose], other: tuple[Shape, Pose], rng: np.random.Generator) -> float:
    """Of the room both take up, a bowl with what is in it."""
    low = np.array(one[1].position) - 0.16
    places = rng.uniform(low, low + 0.32, (20_000, 3))
    first, second = _within(*one, places), _within(*other, places)
    return float((first & second).sum() / max((first | second).sum(), 1))


def _within(shape: Shape, pose: Pose, places: FloatArray) -> np.ndarray:
    local = rotate(conjugate(np.asarray(pose.orientation)), places - np.asarray(pose.position))
    if not isinstance(shape, Compound):
        return surface_distance(shape, local) <= 0
    within, distance = np.zeros(len(local), dtype=np.bool_), np.hypot(local[:, 0], local[:, 1])
    for part in shape.parts[1:]:
        assert isinstance(part.shape, Box)
        out = math.hypot(*part.pose.position[:2]) + part.shape.size[0] / 2
        within |= (np.abs(local[:, 2] - part.pose.position[2]) <= part.shape.size[2] / 2) & (distance <= out)
    return within
