"""Fiducial tags: objects seen through the tags on them, in images of a calibrated camera.

Which tags an object has, and where, is said once, as its `points_of_interest` in the scene: the corners of tag 12, as
printed from the top left clockwise, under `tag_12`. All corners of all its tags that an image shows give its pose.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..adapters.opencv import FAMILIES, Image, found_tags, read_image, solved_pose
from ..errors import BadInput, Problem, UnknownName
from ..geometry import FloatArray
from ..perception import Observation, Percept
from ..runtime import provider
from ..world import Entity, EntityId, Scene, Sensor
from .cameras import Camera, read_camera, sensor_pose
from .scenefile import read_scene

NUMBER = re.compile(r"(\d+)$")
# A pose whose corners miss by more pixels than this is none: a tag mistaken, or turned over.
MISS_PX = 4.0
# How well corners are found, in pixels; and how much less sure the distance is than what is across.
CORNER_PX = 0.5
IMAGES = (".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".pgm", ".ppm")


@dataclass(frozen=True, slots=True)
class TagTracker:
    """Makes observations of images: `TagTracker.of(scene, "camera", read_camera("camera.yaml"), family="36h11")`."""

    source: str
    camera: Camera
    family: str
    tags: Mapping[int, tuple[EntityId, FloatArray]]

    @classmethod
    def of(cls, scene: Scene, source: str, camera: Camera, *, family: str = "36h11") -> "TagTracker":
        """For the tags that the things of a scene have. Raises UnknownName, BadInput."""
        if family not in FAMILIES:
            raise UnknownName("family of tags", family, FAMILIES)
        known = scene.world.structure.entities
        if source not in scene.world or not isinstance(scene.world.entity(source).role, Sensor):
            raise UnknownName("sensor", source, [each.id for each in known if isinstance(each.role, Sensor)])
        things = (*known, *(entity for thing in scene.awaited.values() for entity, _ in thing))
        tags = dict(_tags(things))
        if not tags:
            reason = "no object has points_of_interest with the four corners of a tag, as tag_12: [[x, y, z], ...]"
            raise BadInput([Problem("the scene", None, reason)])
        return cls(source, camera, family, tags)

    def observation(self, image: Image, stamp: float) -> Observation:
        """What an image shows of things with tags, each in the frame of the sensor."""
        found: dict[EntityId, list[tuple[FloatArray, FloatArray]]] = {}
        for number, pixels in found_tags(image, self.family).items():
            if number in self.tags:
                name, corners = self.tags[number]
                found.setdefault(name, []).append((corners, pixels))
        percepts = (self._percept(name, some) for name, some in sorted(found.items()))
        return Observation(stamp, self.source, tuple(each for each in percepts if each is not None))

    def _percept(self, name: EntityId, tags: list[tuple[FloatArray, FloatArray]]) -> Percept | None:
        points = np.concatenate([corners for corners, _ in tags])
        pixels = np.concatenate([seen for _, seen in tags])
        solved = solved_pose(points, pixels, self.camera.matrix, self.camera.distortion)
        if solved is None or solved[2] > MISS_PX:
            return None
        rotation, translation, _ = solved
        pose = sensor_pose(rotation, translation)
        return Percept(
            name, pose.position, pose.orientation, self._covariance(points, translation), EntityId(self.source)
        )

    def _covariance(self, points: FloatArray, place: FloatArray) -> tuple[float, ...]:
        """How sure a pose is, the same in all directions: a corner's error, seen at that distance over that width."""
        width = float(np.linalg.norm(points.max(axis=0) - points.min(axis=0)))
        across = CORNER_PX * float(place[2]) / float(self.camera.matrix[0, 0]) / np.sqrt(len(points))
        spread = across * max(1.0, float(place[2]) / max(width, 1e-3)) / np.sqrt(3)
        turn = 2 * across / max(width, 1e-3)
        return tuple(np.diag([spread**2] * 3 + [turn**2] * 3).ravel().tolist())


def _tags(things: tuple[Entity, ...]) -> Iterator[tuple[int, tuple[EntityId, FloatArray]]]:
    for entity in things:
        for each in entity.points_of_interest:
            number = NUMBER.search(each.name)
            if number is not None and len(each.points) == 4:
                yield int(number[1]), (entity.id, np.array(each.points))


@provider
def tags(
    *, scene: Path, images: Path, calibration: Path, sensor: str = "camera", family: str = "36h11", rate: float = 10.0
) -> Iterator[Observation]:
    """Tagged things in a folder of images, in the order of their names: a name that is a number is its stamp."""
    tracker = TagTracker.of(read_scene(scene), sensor, read_camera(calibration), family=family)
    for stamp, path in stamped_images(images, rate):
        image: Any = read_image(path)
        if image is None:
            raise BadInput([Problem(str(path), None, f"is no image; valid: {', '.join(IMAGES)}")])
        yield tracker.observation(image, stamp)


def stamped_images(folder: Path, rate: float) -> list[tuple[float, Path]]:
    """The images of a folder, each with its stamp: its name in seconds, else its place over the rate."""
    files = sorted(path for path in folder.glob("*") if path.suffix.casefold() in IMAGES)
    if not files:
        raise BadInput([Problem(str(folder), None, f"holds no images ({', '.join(IMAGES)})")])
    stamps = [_seconds(path.stem) for path in files]
    if any(stamp is None for stamp in stamps):
        return [(number / rate, path) for number, path in enumerate(files)]
    return sorted((stamp, path) for stamp, path in zip(stamps, files, strict=True) if stamp is not None)


def _seconds(stem: str) -> float | None:
    try:
        return float(stem)
    except ValueError:
        return None
