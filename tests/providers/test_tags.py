"""Tagged things in images of a calibrated camera."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("cv2", reason="needs the extra [perception]")

import midworld
from midworld.adapters.opencv import Image, drawn_tag, found_tags, photographed
from midworld.errors import MidworldError
from midworld.geometry import FloatArray, Pose, angle_between, rotate
from midworld.providers import described_scene
from midworld.providers.cameras import Camera, read_camera
from midworld.providers.tags import TagTracker
from midworld.world import Scene

SIZE = (1280, 960)
CAMERA = Camera.pinhole(*SIZE, 60.0)
HALF = 0.04
# From the top left clockwise, as printed, on the front of a box that faces -x.
FRONT = [[-0.06, HALF, HALF], [-0.06, -HALF, HALF], [-0.06, -HALF, -HALF], [-0.06, HALF, -HALF]]
BACK = [[0.06, -HALF, HALF], [0.06, HALF, HALF], [0.06, HALF, -HALF], [0.06, -HALF, -HALF]]
BOX = {"shape": {"box": [0.12, 0.12, 0.12]}, "mass": 0.3, "points_of_interest": {"tag_7": FRONT, "tag_8": BACK}}
SENSOR = {"agent": "robot", "position": [-0.4, 0, 0.9], "looks_at": [0.6, 0, 0.81], "fov": [60, 47]}


def scene() -> Scene:
    return described_scene(
        {
            "objects": {
                "table": {"shape": {"box": [1.0, 1.2, 0.04]}, "position": [0.6, 0, 0.73], "static": True},
                "box": BOX,
            },
            "agents": {"robot": {"kind": "robot"}},
            "sensors": {"camera": SENSOR},
        }
    )


def photo(
    eye: Pose, box: Pose, corners: list[list[float]], number: int, *, family: str = "36h11", noise: int = 3
) -> Image:
    """A box with a tag in a white margin, as a camera has it."""
    picture = np.full((600, 600), 255, dtype=np.uint8)
    picture[100:500, 100:500] = drawn_tag(number, family, 400)
    middle = np.mean(corners, axis=0)
    quad = (np.array(corners) - middle) * 1.5 + middle
    local = eye.inverse().apply(box.apply(quad))
    image = photographed(picture, CAMERA.pixels(local), SIZE)
    return np.clip(image + np.random.default_rng(number).normal(0, noise, image.shape), 0, 255).astype(np.uint8)


def turned(degrees: float) -> Pose:
    half = math.radians(degrees) / 2
    return Pose((0.6, 0.05, 0.81), (0.0, 0.0, math.sin(half), math.cos(half)))


@pytest.mark.parametrize(("family", "degrees"), [("36h11", -30.0), ("4x4_50", 25.0)])
def test_a_tagged_thing_is_where_an_image_shows_it(family: str, degrees: float) -> None:
    known = scene()
    eye, box = known.world.pose("camera"), turned(degrees)
    seen = TagTracker.of(known, "camera", CAMERA, family=family).observation(
        photo(eye, box, FRONT, 7, family=family), 1.0
    )
    assert seen.objects is not None
    (percept,) = seen.objects
    found = eye @ Pose(percept.position, percept.orientation or (0, 0, 0, 1))
    assert math.dist(found.position, box.position) < 0.005
    assert math.degrees(float(angle_between(found.array[3:], box.array[3:]))) < 1.0


def test_one_tag_on_the_top_of_a_thing_gives_its_pose() -> None:
    top = [[HALF, HALF, 0.06], [HALF, -HALF, 0.06], [-HALF, -HALF, 0.06], [-HALF, HALF, 0.06]]
    known = described_scene(
        {
            "objects": {"box": {**BOX, "points_of_interest": {"tag_9": top}}},
            "agents": {"robot": {"kind": "robot"}},
            "sensors": {"camera": {**SENSOR, "position": [-0.1, 0, 1.5]}},
        }
    )
    eye, box = known.world.pose("camera"), turned(20.0)
    seen = TagTracker.of(known, "camera", CAMERA).observation(photo(eye, box, top, 9), 1.0)
    assert seen.objects is not None
    (percept,) = seen.objects
    found = eye @ Pose(percept.position, percept.orientation or (0, 0, 0, 1))
    assert math.dist(found.position, box.position) < 0.005
    assert math.degrees(float(angle_between(found.array[3:], box.array[3:]))) < 1.0


def test_corners_of_tags_are_found_to_a_tenth_of_a_pixel() -> None:
    known = scene()
    eye, box = known.world.pose("camera"), turned(-30.0)
    corners = found_tags(photo(eye, box, FRONT, 7), "36h11")[7]
    true = CAMERA.pixels(eye.inverse().apply(box.apply(np.array(FRONT))))
    assert float(np.linalg.norm(corners - true, axis=1).max()) < 0.1


def test_an_image_without_tags_shows_nothing() -> None:
    empty = np.full((SIZE[1], SIZE[0]), 120, dtype=np.uint8)
    assert TagTracker.of(scene(), "camera", CAMERA).observation(empty, 1.0).objects == ()


def test_a_folder_of_images_is_a_source(tmp_path: Path) -> None:
    from PIL import Image as Picture

    known = scene()
    eye = known.world.pose("camera")
    (tmp_path / "images").mkdir()
    for number in range(4):
        box = turned(10.0 + number)
        Picture.fromarray(photo(eye, box, FRONT, 7)).save(tmp_path / "images" / f"{number / 10:.1f}.png")
    matrix = {"camera_matrix": {"data": CAMERA.matrix.ravel().tolist()}}
    (tmp_path / "camera.json").write_text(json.dumps(matrix))
    described = {
        "objects": {
            "table": {"shape": {"box": [1.0, 1.2, 0.04]}, "position": [0.6, 0, 0.73], "static": True},
            "box": BOX,
        },
        "agents": {"robot": {"kind": "robot"}},
        "sensors": {"camera": SENSOR},
    }
    # Paths are those beside the scene, wherever one is.
    tags = {"use": "tags", "scene": "scene.yaml", "images": "images", "calibration": "camera.json"}
    (tmp_path / "scene.yaml").write_text(json.dumps({**described, "modules": {"camera": tags}}))
    mw = midworld.open(tmp_path / "scene.yaml")
    mw.run([{"stamp": 1.0, "source": "elsewhere"}])
    assert mw.world().pose("box").position[1] == pytest.approx(0.05, abs=0.01)


@pytest.mark.parametrize("head", ["%YAML:1.0\n---\n", "%YAML 1.2\n---\n"])
def test_calibrations_are_read_as_opencv_writes_them(tmp_path: Path, head: str) -> None:
    matrix = "camera_matrix: !!opencv-matrix\n   rows: 3\n   data: [ 900., 0., 640., 0., 900., 360., 0., 0., 1. ]\n"
    lens = "distortion_coefficients: !!opencv-nd-matrix\n   sizes: [ 4 ]\n   data: [ -0.25, 0.08, 0.001, 0. ]\n"
    (tmp_path / "camera.yaml").write_text(head + matrix + lens)
    camera = read_camera(tmp_path / "camera.yaml")
    assert camera.matrix[0, 2] == 640.0
    assert camera.distortion[0] == -0.25


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("camera_matrix: [1, 2, 3]", "camera_matrix"),
        ("fx: 500", "camera_matrix"),
        ("camera_matrix: [0, 0, 1, 0, 0, 1, 0, 0, 1]", "focal"),
        ("camera_matrix: {data: [500, 0, 320, 0, 500, 240, 0, 0, 1]}\ndistortion_coefficients: [1, 2]", "distortion"),
    ],
)
def test_a_calibration_that_is_none_is_refused_by_name(tmp_path: Path, text: str, culprit: str) -> None:
    (tmp_path / "camera.yaml").write_text(text)
    with pytest.raises(MidworldError, match=culprit):
        read_camera(tmp_path / "camera.yaml")


def test_a_scene_without_tags_and_a_family_nobody_knows_are_refused() -> None:
    plain = described_scene({"objects": {"cup": {"shape": {"sphere": 0.1}}}, "sensors": {"camera": {"fov": [60, 47]}}})
    with pytest.raises(MidworldError, match="points_of_interest"):
        TagTracker.of(plain, "camera", CAMERA)
    with pytest.raises(MidworldError, match="36h11"):
        TagTracker.of(scene(), "camera", CAMERA, family="36h12")


def test_pixels_and_places_are_inverse() -> None:
    places: FloatArray = rotate(np.array([0, 0, 0, 1.0]), np.array([[1.0, 0.2, -0.1], [0.7, -0.3, 0.2]]))
    pixels = CAMERA.pixels(places)
    depth = np.zeros((SIZE[1], SIZE[0]))
    row, column = round(pixels[0, 1]), round(pixels[0, 0])
    depth[row, column] = 1.0
    assert CAMERA.places(depth)[row, column] == pytest.approx(places[0], abs=0.001)
