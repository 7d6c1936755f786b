"""Coloured things in images with depth, and things nobody declared, which get a shape of what is seen of them."""

import math

import numpy as np
import pytest
from benchmarks.scenes.rgbd import rgbd

import midworld
from midworld.errors import MidworldError
from midworld.geometry import Box, Cylinder, Pose, Shape, Sphere, Vector3
from midworld.providers import described_scene
from midworld.providers.cameras import Camera
from midworld.providers.coloured import ColourTracker
from midworld.world import EntityId, Scene

CAMERA = Camera.pinhole(320, 240, 60.0)
TABLE = Box((1.0, 1.2, 0.04))
GREY = (0.5, 0.5, 0.48)
SENSOR = {"agent": "robot", "position": [-0.3, 0, 1.3], "looks_at": [0.55, 0, 0.77], "fov": [60, 47]}
SCENE = {
    "objects": {
        "table": {"shape": {"box": list(TABLE.size)}, "position": [0.6, 0, 0.73], "static": True},
        "cup": {"colour": "red", "shape": {"cylinder": [0.04, 0.10]}},
        "ball": {"colour": "blue", "shape": {"sphere": 0.04}},
    },
    "agents": {"robot": {"kind": "robot"}},
    "sensors": {"camera": SENSOR},
}
PLACES: dict[str, tuple[Shape, Pose, Vector3]] = {
    "table": (TABLE, Pose((0.6, 0, 0.73)), (0.6, 0.6, 0.58)),
    "cup": (Cylinder(0.04, 0.10), Pose((0.5, -0.2, 0.80)), (1.0, 0.0, 0.0)),
    "ball": (Sphere(0.04), Pose((0.6, 0.2, 0.79)), (0.0, 0.0, 1.0)),
}


def scene() -> Scene:
    return described_scene(SCENE)


def test_coloured_things_are_where_an_image_with_depth_shows_them() -> None:
    known, rng = scene(), np.random.default_rng(1)
    seen = ColourTracker.of(known, "camera").image(*rgbd(PLACES, CAMERA, known.world.pose("camera"), rng), CAMERA, 1.0)
    found = {percept.id: percept.position for percept in seen.objects or ()}
    assert {str(name) for name in found} == {"cup", "ball"}
    for name, place in found.items():
        assert math.dist(place, PLACES[name][1].position) < 0.01
    assert seen.unnamed == ()


@pytest.mark.parametrize("red", [(0.86, 0.12, 0.12), (0.7, 0.2, 0.25), (0.4, 0.05, 0.0)])
def test_a_red_cup_is_found_whatever_red_it_is(red: Vector3) -> None:
    known, rng = scene(), np.random.default_rng(5)
    shape, place, _ = PLACES["cup"]
    seen = ColourTracker.of(known, "camera").image(
        *rgbd({**PLACES, "cup": (shape, place, red)}, CAMERA, known.world.pose("camera"), rng), CAMERA, 1.0
    )
    found = {percept.id: percept.position for percept in seen.objects or ()}
    assert math.dist(found[EntityId("cup")], place.position) < 0.01
    assert seen.unnamed == ()


def test_a_flat_book_on_the_table_is_a_thing() -> None:
    known, rng = scene(), np.random.default_rng(7)
    book = (Box((0.2, 0.14, 0.02)), Pose((0.45, 0.0, 0.76)), GREY)
    image = rgbd({**PLACES, "book": book}, CAMERA, known.world.pose("camera"), rng)
    (seen,) = ColourTracker.of(known, "camera").image(*image, CAMERA, 1.0).unnamed
    assert math.dist(seen.position, (0.45, 0.0, 0.77)) < 0.02


def test_a_floor_nobody_declared_is_no_thing() -> None:
    known, rng = scene(), np.random.default_rng(6)
    floor = (Box((4.0, 4.0, 0.02)), Pose((0.6, 0.0, -0.01)), GREY)
    image = rgbd({**PLACES, "floor": floor}, CAMERA, known.world.pose("camera"), rng)
    assert ColourTracker.of(known, "camera").image(*image, CAMERA, 1.0).unnamed == ()


def test_a_thing_nobody_declared_gets_a_shape_that_gets_better() -> None:
    mw, rng = midworld.open(SCENE), np.random.default_rng(2)
    stranger = Pose((0.5, 0.1, 0.80), (0.0, 0.0, math.sin(0.3), math.cos(0.3)))
    box = Box((0.14, 0.06, 0.10))
    tracker = ColourTracker.of(mw.scene, "camera")
    for tick, y in enumerate((-0.5, -0.5, 0.0, 0.5)):
        eye = Pose.looking((-0.1, y, 1.3), at=(0.5, 0.1, 0.8))
        image = rgbd({**PLACES, "stranger": (box, stranger, GREY)}, CAMERA, eye, rng)
        mw.feed(tracker.image(*image, CAMERA, 0.2 * tick, pose=eye))
    made = [entity for entity in mw.world().structure.entities if entity.hidden]
    assert [entity.id for entity in made] == ["thing#1"]
    assert isinstance(made[0].collision, Box)
    assert sorted(made[0].collision.size) == pytest.approx([0.06, 0.10, 0.14], abs=0.012)
    assert math.dist(mw.world().pose("thing#1").position, stranger.position) < 0.012
    assert made[0].assumed == ("mass",)


def test_two_things_of_one_colour_are_refused() -> None:
    twins = {**SCENE["objects"], "other": {"colour": [0.8, 0, 0], "shape": {"sphere": 0.03}}}  # pyright: ignore
    with pytest.raises(MidworldError, match="cup and other"):
        ColourTracker.of(described_scene({**SCENE, "objects": twins}), "camera")
