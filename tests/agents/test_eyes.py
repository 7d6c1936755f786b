"""Whose eyes there are, how steady they are, and which bodies are in their way."""

import math

import numpy as np
import pytest

from midworld.agents import Attention, eyes, figures, limbs, steadied
from midworld.geometry import Pose, angle_between
from midworld.physics import Eye, HumanBody
from midworld.physics.limbs import segment_gaps
from midworld.world import EntityId, World
from onlookers import SETTINGS, Onlookers, head, jittered, table_with, with_camera, with_person

ANN = head((1.5, 0.0, 1.5), at=(0.5, 0.0, 0.8))


def scene(stamp: float = 0.0) -> World:
    world = with_camera(table_with({}), "camera", "pr2", Pose.looking((-1.0, 0.0, 1.3), at=(0.5, 0.0, 0.8)))
    return with_person(world, "ann", {"head": ANN, "left_hand": Pose((1.0, -0.3, 1.0))}, stamp=stamp)


def test_every_sensor_and_every_head_seen_lately_is_an_eye() -> None:
    found = {eye.id: eye for eye in eyes(scene(), stamp=0.2, settings=SETTINGS)}
    assert {name: eye.agent for name, eye in found.items()} == {"camera": "pr2", "ann/head": "ann"}
    assert math.degrees(found[EntityId("ann/head")].frustum.horizontal_fov) == pytest.approx(120.0)
    assert math.degrees(found[EntityId("camera")].frustum.horizontal_fov) == pytest.approx(75.0)
    assert [eye.id for eye in eyes(scene(), stamp=1.0, settings=SETTINGS)] == ["camera"]


def test_the_field_of_view_of_people_is_a_setting() -> None:
    narrow = Attention(human_fov_horizontal=60.0, human_range_far=2.0, head_turn=20.0)
    (eye,) = (eye for eye in eyes(scene(), stamp=0.0, settings=narrow) if eye.agent == "ann")
    assert (math.degrees(eye.frustum.horizontal_fov), eye.frustum.far_m) == (pytest.approx(60.0), 2.0)
    assert math.degrees(eye.turn_rad) == pytest.approx(20.0)


def eye_at(pose: Pose) -> tuple[Eye, ...]:
    (eye,) = (eye for eye in eyes(scene(), stamp=0.0, settings=SETTINGS) if eye.agent == "ann")
    return (Eye(eye.id, eye.agent, pose, eye.frustum),)


def test_jitter_of_a_head_is_evened_out() -> None:
    random = np.random.default_rng(2)
    now = eye_at(ANN)
    off: list[float] = []
    for _ in range(200):
        raw = eye_at(jittered(ANN, random, metres=0.004, radians=math.radians(1.0)))
        now = steadied(now, raw, settings=SETTINGS, elapsed=1 / 30)
        off.append(float(angle_between(np.asarray(now[0].pose.orientation), np.asarray(ANN.orientation))))
    assert math.degrees(max(off[20:])) < 1.5
    assert math.degrees(float(np.mean(off))) < 0.7


def test_a_head_that_turns_is_followed_at_once() -> None:
    turned = head((1.5, 0.0, 1.5), at=(0.5, 0.3, 0.8))
    assert steadied(eye_at(ANN), eye_at(turned), settings=SETTINGS, elapsed=1 / 30) == eye_at(turned)


def test_a_body_stands_under_its_head_and_reaches_to_its_hands() -> None:
    people = figures(scene(), stamp=0.0, settings=SETTINGS)
    flesh = limbs(people, SETTINGS)
    assert set(flesh.owners) == {"ann"}
    through_body = np.array([[3.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
    beside = through_body + np.array([0.0, 0.25, 0.0])
    over = through_body + np.array([0.0, 0.0, 0.7])
    lines = np.stack([through_body, beside, over])
    gaps = segment_gaps(lines[:, None, 0], lines[:, None, 1], flesh.start, flesh.end)
    assert (gaps < flesh.radius).any(axis=1).tolist() == [True, False, False]
    wrist = flesh.start[[radius == HumanBody().arm_radius for radius in flesh.radius]]
    assert np.linalg.norm(wrist - [1.0, -0.3, 1.0], axis=1).tolist() == [pytest.approx(HumanBody().palm)]


def test_segment_distances_agree_with_dense_sampling() -> None:
    random = np.random.default_rng(4)
    ends = random.uniform(-1, 1, (40, 4, 3))
    steps = np.linspace(0, 1, 201)[:, None]
    for a, b, c, d in ends:
        one, other = a + steps * (b - a), c + steps * (d - c)
        dense = np.linalg.norm(one[:, None] - other[None], axis=2).min()
        assert float(segment_gaps(a, b, c, d)) == pytest.approx(dense, abs=0.02)
        assert float(segment_gaps(a, b, c, d)) <= dense + 1e-9


def test_focus_is_told_exactly_while_looking_and_pointing_are() -> None:
    everybody = Onlookers()
    world = table_with({"cup": (0.5, 0.0, 0.8)})
    hand = Pose((0.98, 0.13, 1.02))
    for step in range(90):
        stamp = step / 30
        aim = (0.5, 0.0, 0.8) if step < 45 else (0.6, 1.2, 1.0)
        torso = Pose((1.5, 0.0, 1.22), (0.0, 0.0, 1.0, 0.0))
        gaze = head((1.5, 0.0, 1.5), at=aim)
        world = with_person(world, "ann", {"head": gaze, "torso": torso, "right_hand": hand}, stamp=stamp)
        world, _ = everybody.tick(world, stamp=stamp)
        told = {word: world.timeline.holds("ann", word, "cup") for word in ("looksAt", "pointsAt", "focusesOn")}
        assert told["focusesOn"] == (told["looksAt"] and told["pointsAt"])
        if step == 40:
            assert told["focusesOn"]
    assert not world.timeline.holds("ann", "focusesOn", "cup")
