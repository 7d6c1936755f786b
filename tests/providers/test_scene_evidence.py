"""What a scene and a log say of surfaces, trackers and grippers: friction, bounces, offsets, noise, forces."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from midworld.adapters.bullet import BulletEngine
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import MERGED, Assessment
from midworld.errors import BadInput
from midworld.geometry import Part, Sphere
from midworld.physics import Engine, bodies
from midworld.providers import observation_log, read_observations, read_scene
from midworld.world import EntityId, Scene, enter

CUP = EntityId("cup")


def scene_of(folder: Path, cup: str = "", sensor: str = "", more: str = "") -> Scene:
    path = folder / "scene.yaml"
    path.write_text(
        "objects:\n"
        "  table: {shape: {box: [1.0, 1.0, 0.04]}, position: [0, 0, 0.7], static: true}\n"
        f"  cup: {{shape: {{box: [0.06, 0.06, 0.1]}}, mass: 0.2{cup}}}\n"
        f"sensors:\n  camera: {{position: [-1, 0, 1.4], looks_at: [0, 0, 0.7]{sensor}}}\n{more}"
    )
    return read_scene(path)


def lines_of(folder: Path, *lines: dict[str, object]) -> Path:
    path = folder / "observations.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return path


def seen(stamp: float, **more: object) -> dict[str, object]:
    turn = [0.0, 0.0, float(np.sin(np.pi / 4)), float(np.cos(np.pi / 4))]
    cup = {"id": "cup", "position": [0.1, 0.2, 0.9], "orientation": turn, **more}
    return {"stamp": stamp, "source": "camera", "objects": [cup]}


def test_friction_of_a_scene_is_that_of_the_body(tmp_path: Path) -> None:
    slippery, usual = scene_of(tmp_path, ", friction: 0.2"), scene_of(tmp_path)
    for scene, friction in ((slippery, 0.2), (usual, 0.7)):
        ((cup, _),) = scene.awaited[CUP]
        structure = scene.world.apply(enter(scene.awaited[CUP], stamp=0.0)).structure
        body = next(each for each in bodies(structure) if each.id == cup.id)
        assert body.material.friction == friction


@pytest.mark.parametrize("engine", [MujocoEngine(), BulletEngine()])
@pytest.mark.parametrize("said", [0.0, 0.5, 0.7])
def test_ball_bounces_as_its_restitution_says(tmp_path: Path, engine: Engine, said: float) -> None:
    scene = scene_of(tmp_path, f", restitution: {said}")
    world = scene.world.apply(enter(scene.awaited[CUP], stamp=0.0))
    known = [
        msgspec.structs.replace(each, parts=(Part(Sphere(0.03)),)) if each.id == CUP else each
        for each in bodies(world.structure)
    ]
    drop, top = 0.5, 0.72 + 0.03
    poses = np.array([[0, 0, 0.7 if each.static else top + drop, 0, 0, 0, 1.0] for each in known])
    simulation = engine.open(known, poses)
    row = [each.id for each in known].index(CUP)
    heights: list[float] = []
    for _ in range(300):
        simulation.step(1)
        heights.append(float(simulation.poses()[row, 2]) - top)
    simulation.close()
    lowest = int(np.argmin(heights[:100]))
    assert np.sqrt(max(max(heights[lowest:]), 0.0) / drop) == pytest.approx(said, abs=0.1)


def test_offset_is_taken_in_the_frame_of_the_thing(tmp_path: Path) -> None:
    scene = scene_of(tmp_path, ", offset: [0.05, 0, -0.03]")
    assessment = Assessment(scene, engine=MujocoEngine(), people=False)
    for observation in read_observations(lines_of(tmp_path, seen(1.0)), scene):
        assessment.feed(observation)
    place = assessment.board[MERGED].pose(CUP).position
    # A quarter turn: what is ahead of the tracked point is to the left of it in the room.
    assert np.allclose(place, [0.1, 0.25, 0.87], atol=1e-9)


@pytest.mark.parametrize("said", [None, 0.008, 0.001])
def test_noise_of_a_sensor_wins_over_what_is_learnt(tmp_path: Path, said: float | None) -> None:
    scene = scene_of(tmp_path, sensor="" if said is None else f", noise: {said}")
    assessment = Assessment(scene, engine=MujocoEngine(), people=False)
    random = np.random.default_rng(3)
    lines = [
        seen(1.0 + number / 30, position=(np.array([0.1, 0.2, 0.77]) + random.normal(0, 0.003, 3)).tolist())
        for number in range(60)
    ]
    for observation in read_observations(lines_of(tmp_path, *lines), scene):
        assessment.feed(observation)
    covariance = assessment.board[MERGED].state.pose_covariance[assessment.board[MERGED].structure.row("cup")]
    assert np.allclose(covariance[:3, :3], np.eye(3) * (said or 0.0) ** 2)


def test_latency_of_a_sensor_is_taken_off_its_stamps_beside_the_skew(tmp_path: Path) -> None:
    scene = scene_of(tmp_path, sensor=", latency: 0.15", more="timing: {skew: {camera: 0.05}}\n")
    assert scene.timing.skew["camera"] == pytest.approx(-0.1)
    log = observation_log("log", scene, skew=scene.timing.skew)
    arrivals = [log.arrival(seen(tick / 10)) for tick in range(1, 30)]
    stamps = [arrival.stamp for arrival in arrivals if arrival is not None]
    assert stamps == [tick / 10 for tick in range(29)]


@pytest.mark.parametrize(("confidence", "count"), [(0.9, 1), (0.5, 1), (0.49, 0), (0.0, 0)])
def test_what_a_tracker_is_not_half_sure_of_it_does_not_see(tmp_path: Path, confidence: float, count: int) -> None:
    (observation,) = read_observations(lines_of(tmp_path, seen(1.0, confidence=confidence)), scene_of(tmp_path))
    assert len(observation.objects or ()) == count


@pytest.mark.parametrize(
    ("cup", "sensor", "word"),
    [
        (", friction: -1", "", "friction"),
        (", friction: slippery", "", "friction"),
        (", restitution: 1.5", "", "restitution"),
        (", offset: [0, 1]", "", "offset"),
        ("", ", latency: -0.1", "latency"),
        ("", ", noise: -1", "noise"),
    ],
)
def test_what_no_surface_or_tracker_has_is_refused_by_name(tmp_path: Path, cup: str, sensor: str, word: str) -> None:
    with pytest.raises(BadInput, match=word):
        scene_of(tmp_path, cup, sensor)


def test_confidence_beyond_one_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="confidence"):
        list(read_observations(lines_of(tmp_path, seen(1.0, confidence=1.5)), scene_of(tmp_path)))
