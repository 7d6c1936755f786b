"""Bodies whose joints are told: where the links, the head and the hands are."""
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

import io
import math
from pathlib import Path

import numpy as np
import pytest
import yourdfpy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from butler import MODEL, write_scene
from midworld.assessment import MERGED, STABLE, Assessment
from midworld.errors import BadInput, Conflict
from midworld.geometry import FloatArray, Pose
from midworld.perception import AgentPercept, Observation, PartPercept
from midworld.providers import observation_log, read_scene
from midworld.world import Agent, EntityId, Scene, World

ROBOT = EntityId("robot")
BASE = Pose((0.3, -0.2, 0.05), (0.0, 0.0, float(np.sin(0.4)), float(np.cos(0.4))))
RANGES = {"lift": (0.0, 0.4), "pan": (-9.0, 9.0), "tilt": (-2.0, 2.0), "grip": (0.0, 0.04)} | {
    f"j{number}": (-2.0, 2.0) for number in range(1, 5)
}
# The other library takes a joint that moved by less than 1e-8 for one that did not.
JOINTS = st.fixed_dictionaries(
    {name: st.floats(low, high).map(lambda value: round(value, 6)) for name, (low, high) in RANGES.items()}
)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return read_scene(write_scene(tmp_path))


def told(stamp: float, joints: dict[str, float], *parts: PartPercept, source: str = "joint_states") -> Observation:
    return Observation(stamp, source, agents=(AgentPercept(ROBOT, parts, joints),))


def base(pose: Pose) -> PartPercept:
    return PartPercept("base", pose.position, pose.orientation)


def fed(scene: Scene, *observations: Observation) -> World:
    assessment = Assessment(scene)
    for observation in observations:
        assessment.feed(observation)
    return assessment.board[STABLE]


def by_yourdfpy(joints: dict[str, float], link: str) -> FloatArray:
    model = yourdfpy.URDF.load(io.BytesIO(MODEL.encode()), load_meshes=False)
    model.update_cfg(joints)
    return np.asarray(model.get_transform(link, "base"))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(joints=JOINTS)
def test_every_link_and_part_is_where_another_library_puts_it(scene: Scene, joints: dict[str, float]) -> None:
    world = fed(scene, told(0.0, joints, base(BASE)))
    names = {"robot/head": "head_tilt_link", "robot/right_hand": "gripper_tool_frame", "robot/torso": "torso"}
    names |= {f"robot/{name}": name for name in ("wrist", "elbow", "left_finger", "right_finger", "head_pan_link")}
    for name, link in names.items():
        expected = by_yourdfpy(joints, link)
        for point in np.eye(4, 3):
            local = expected[:3, :3] @ point + expected[:3, 3]
            assert world.pose(name).apply(point) == pytest.approx(BASE.apply(local), abs=1e-9)


def test_joints_left_out_keep_their_last_value(scene: Scene) -> None:
    told_twice = fed(scene, told(0.0, {"lift": 0.3, "pan": 0.5}), told(0.1, {"j2": -0.5}))
    at_once = fed(scene, told(0.0, {"lift": 0.3, "pan": 0.5, "j2": -0.5}))
    for name in ("robot/head", "robot/right_hand", "robot/torso"):
        assert told_twice.pose(name).array == pytest.approx(at_once.pose(name).array)


def test_a_base_told_by_another_source_carries_head_and_hands(scene: Scene) -> None:
    joints = {"lift": 0.2, "tilt": 0.4}
    moved = fed(scene, told(0.0, joints), told(0.1, {}, base(BASE), source="odometry"))
    assert moved.pose("robot/head").array == pytest.approx(
        fed(scene, told(0.0, joints, base(BASE))).pose("robot/head").array
    )


def test_a_part_that_is_observed_wins_over_the_one_computed(scene: Scene) -> None:
    head = PartPercept("head", (0.1, 0.2, 1.3), (0.0, 0.0, 0.0, 1.0))
    world = fed(scene, told(0.0, {"lift": 0.2}, base(BASE), head))
    assert world.pose("robot/head").position == (0.1, 0.2, 1.3)
    assert world.pose("robot").position == pytest.approx(BASE.position)
    assert world.pose("robot/torso").position[2] == pytest.approx(0.85)


def test_a_hand_seen_alone_does_not_carry_the_body_away(scene: Scene) -> None:
    hand = PartPercept("right_hand", (0.9, 0.0, 1.0))
    world = fed(scene, told(0.0, {}, base(BASE)), told(0.1, {}, hand, source="camera"))
    assert world.pose("robot").position == pytest.approx(BASE.position)
    assert world.pose("robot/right_hand").position == (0.9, 0.0, 1.0)


def test_nothing_is_said_of_hands_before_joints_are_told(scene: Scene) -> None:
    assert "robot/right_hand" not in fed(scene, told(0.0, {}, base(BASE)))


def test_a_joint_that_follows_may_be_told_itself(scene: Scene) -> None:
    follows = fed(scene, told(0.0, {"grip": 0.02})).pose("robot/right_finger").position
    stays = fed(scene, told(0.0, {"grip": 0.02, "follow": 0.0})).pose("robot/right_finger").position
    assert math.dist(stays, follows) == pytest.approx(2 * 0.02 + 0.005)


@pytest.mark.parametrize(
    ("joints", "sentence"),
    [
        ({"panne": 0.1}, "no joint that moves 'robot'; did you mean pan?"),
        ({"tilt": 2.2}, "is 2.2 rad, beyond its limits of -2 to 2 rad"),
        ({"lift": -0.1}, "is -0.1 m, beyond its limits of 0 to 0.4 m"),
        ({"tilt": float("nan")}, "a finite number is needed"),
        ({"loose": 0.1}, "is floating, which one number does not tell"),
        ({"lens": 0.0}, "is no joint that moves 'robot'; "),
    ],
)
def test_a_joint_that_cannot_be_is_refused_by_name(scene: Scene, joints: dict[str, float], sentence: str) -> None:
    with pytest.raises(Conflict) as refused:
        fed(scene, told(0.0, joints))
    assert f"joint '{next(iter(joints))}' of 'robot'" in str(refused.value)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("agent", "culprit"),
    [
        ('{"id": "robot", "joints": {"tilt": 9}}', "agents[0].joints.tilt is 9 rad, beyond its limits of -2 to 2 rad"),
        ('{"id": "robot", "joints": {"tilt": NaN}}', "agents[0].joints.tilt is nan; a finite number is needed"),
        ('{"id": "robot", "joints": {"tilt": "up"}}', "agents[0].joints.tilt must be a number"),
        (
            '{"id": "robot", "joints": {"tild": 1}}',
            "agents[0].joints.tild is no joint that moves 'robot'; did you mean",
        ),
        ('{"id": "robot", "joints": [1]}', "agents[0].joints must be a mapping from joints to their positions"),
        ('{"id": "robot", "joint": {}}', "unknown key 'joint' in agents[0]; did you mean joints?"),
        ('{"id": "ann", "joints": {"tilt": 0}}', "is a joint of 'ann', which has no model with joints"),
    ],
)
def test_a_bad_line_names_the_joint(scene: Scene, agent: str, culprit: str) -> None:
    line = f'{{"stamp": 1, "source": "joint_states", "agents": [{agent}]}}'
    with pytest.raises(BadInput, match=r"^log\.jsonl:7: ") as refused:
        observation_log("log.jsonl", scene).read(line.encode(), 7)
    assert culprit in str(refused.value)


def test_a_joint_a_little_beyond_its_limit_is_measured_rather_than_wrong(scene: Scene) -> None:
    line = b'{"stamp": 1, "source": "joint_states", "agents": [{"id": "robot", "joints": {"tilt": 2.01}}]}'
    assert observation_log("log.jsonl", scene).read(line, 1).agents == (AgentPercept(ROBOT, joints={"tilt": 2.01}),)


def test_a_scene_may_say_which_link_is_which_part(tmp_path: Path) -> None:
    parts = ", parts: {head: camera_optical_frame, torso: null, left_hand: {link: wrist, position: [0.2, 0, 0]}}"
    scene = read_scene(write_scene(tmp_path, parts=parts))
    role = scene.world.entity("robot").role
    assert isinstance(role, Agent)
    assert {mount.part for mount in role.mounts} == {"head", "left_hand", "right_hand"}
    world = fed(scene, told(0.0, {"tilt": 0.4}))
    # What is called optical looks along +Z; a head looks along +X.
    ahead = by_yourdfpy({"tilt": 0.4}, "camera_optical_frame")[:3, 2]
    head = world.pose("robot/head")
    assert head.apply([1, 0, 0]) - np.array(head.position) == pytest.approx(ahead)
    expected = by_yourdfpy({"tilt": 0.4}, "wrist") @ [0.2, 0, 0, 1]
    assert world.pose("robot/left_hand").position == pytest.approx(expected[:3])


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (", parts: {head: head_tilt}", "agents.robot.parts.head names the link 'head_tilt', which the model does not"),
        (", parts: {hand: wrist}", "unknown key 'hand' in agents.robot.parts; did you mean"),
        (", parts: {head: {position: [0, 0, 0]}}", "agents.robot.parts.head needs a link"),
    ],
)
def test_a_part_that_is_no_link_is_refused_by_name(tmp_path: Path, parts: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_scene(write_scene(tmp_path, parts=parts))
    assert sentence in str(refused.value)


@pytest.mark.parametrize("frame", ["robot/camera_link", "robot/camera_optical_frame"])
def test_a_camera_on_a_link_goes_with_it(tmp_path: Path, frame: str) -> None:
    sensors = f"sensors:\n  camera: {{agent: robot, frame: {frame}}}\n"
    world = fed(read_scene(write_scene(tmp_path, sensors=sensors)), told(0.0, {"pan": 0.7, "tilt": 0.3}, base(BASE)))
    lens = by_yourdfpy({"pan": 0.7, "tilt": 0.3}, "camera_link")
    camera = world.pose("camera")
    assert camera.position == pytest.approx(BASE.apply(lens[:3, 3]))
    assert camera.apply([1, 0, 0]) == pytest.approx(BASE.apply(lens[:3, 3] + lens[:3, 0]))


def test_a_camera_on_no_link_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"names 'robot/camera_lonk'.*did you mean robot/camera_link"):
        read_scene(write_scene(tmp_path, sensors="sensors:\n  camera: {agent: robot, frame: robot/camera_lonk}\n"))


def test_each_source_keeps_what_it_told(scene: Scene) -> None:
    assessment = Assessment(scene)
    assessment.feed(told(0.0, {"lift": 0.1}, source="torso"))
    assessment.feed(told(0.1, {"pan": 0.5}, source="head"))
    merged = assessment.board[MERGED]
    assert merged.pose("robot/torso").position[2] == pytest.approx(0.7)
    assert assessment.board["source/head"].pose("robot/torso_link").position[2] == pytest.approx(0.6)
