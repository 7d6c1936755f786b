"""ROS in and out: messages made by hand, bags of three kinds, and real rclpy nodes where they are installed."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clikit import SCENE
from midworld.cli.rosbridge import together
from midworld.errors import BadInput, UnknownName
from midworld.geometry import Box, Compound, Cylinder, Part
from midworld.providers import RosIntake, RosMap, bag_observations, described_scene, read_ros_map
from midworld.runtime import Board
from midworld.world import Entity, EntityId, Event, Scene, Situation, change

pytest.importorskip("cyclonedds", reason="cyclonedds is not installed")
pytest.importorskip("rosbags", reason="rosbags is not installed")

from midworld.adapters.ros import DdsNode
from midworld.adapters.ros_types import made, plain
from midworld.readers.ros import RosWriter

ROOT = Path(__file__).parents[2]
PEER = Path(os.environ.get("MIDWORLD_ROS_PYTHON", ROOT / ".venv" / "ros" / "bin" / "python"))
# A domain of our own, one for each worker of the tests.
DOMAIN = str(60 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 30)
TF, POSE = "tf2_msgs/msg/TFMessage", "geometry_msgs/msg/PoseStamped"


@pytest.fixture
def scene() -> Scene:
    import yaml

    return described_scene(yaml.safe_load(SCENE))


def header(frame: str = "map", stamp: float = 1.5) -> dict[str, Any]:
    return {"frame_id": frame, "stamp": {"sec": int(stamp), "nanosec": round(stamp % 1 * 1e9)}}


def spot(x: float, y: float, z: float) -> dict[str, Any]:
    return {"position": {"x": x, "y": y, "z": z}, "orientation": {"w": 1.0}}


def transform(
    parent: str, child: str, x: float, y: float, z: float, turn: Any = (0.0, 0.0, 0.0, 1.0)
) -> dict[str, Any]:
    rotation = dict(zip("xyzw", turn, strict=True))
    moved = {"translation": {"x": x, "y": y, "z": z}, "rotation": rotation}
    return {"header": header(parent), "child_frame_id": child, "transform": moved}


def test_transforms_become_objects_in_the_fixed_frame_and_people_as_rep_155_names_them(scene: Scene) -> None:
    intake = RosIntake(scene, RosMap(people={"f7": "ann"}))
    optical = [-0.5, 0.5, -0.5, 0.5]
    message = made(
        TF,
        {
            "transforms": [
                transform("map", "base", 1.0, 0.0, 0.0),
                transform("base", "cup", 0.0, 2.0, 0.5),
                transform("base", "gripper", 0.0, 0.0, 0.5),
                transform("map", "face_f7", 0.0, 0.0, 1.6),
                transform("map", "gaze_x", 0.0, 0.0, 1.7, optical),
            ]
        },
    )
    (line,) = intake.lines(TF, "/tf", message, 0.0)
    assert (line["stamp"], line["source"]) == (1.5, "ros")
    assert line["objects"] == [{"id": "cup", "position": [1.0, 2.0, 0.5], "orientation": [0, 0, 0, 1]}]
    ann, other = line["agents"]
    assert (ann["id"], ann["head"]["position"]) == ("ann", [0.0, 0.0, 1.6])
    assert other["id"] == "x"
    # A camera's frame that looks along the world's x is turned by this; a head looks along its own x.
    assert np.allclose(np.abs(other["head"]["orientation"]), [0, 0, 0, 1])


def test_poses_detections_joints_and_persons_are_read(scene: Scene) -> None:
    intake = RosIntake(scene, RosMap(objects={"/tags": ["cup", "ball"]}))
    covariance = [0.01 if number % 7 == 0 else 0.0 for number in range(36)]
    kind = "geometry_msgs/msg/PoseWithCovarianceStamped"
    message = made(kind, {"header": header(), "pose": {"pose": spot(1, 2, 3), "covariance": covariance}})
    (line,) = intake.lines(kind, "/objects/cup/pose", message, 0.0)
    assert line["objects"][0]["id"] == "cup"
    assert line["objects"][0]["covariance"] == covariance
    kind = "geometry_msgs/msg/PoseArray"
    (line,) = intake.lines(
        kind, "/tags", made(kind, {"header": header(), "poses": [spot(1, 0, 0), spot(2, 0, 0)]}), 0.0
    )
    assert [each["id"] for each in line["objects"]] == ["cup", "ball"]
    kind = "vision_msgs/msg/Detection3DArray"
    results = [
        {"hypothesis": {"class_id": name, "score": score}, "pose": {"pose": spot(3, 0, 0)}}
        for name, score in (("ball", 0.2), ("cup", 0.9))
    ]
    message = made(kind, {"header": header(stamp=0.0), "detections": [{"results": results}]})
    (line,) = intake.lines(kind, "/detections", message, 7.25)
    assert (line["stamp"], line["objects"][0]["id"]) == (7.25, "cup")
    kind = "sensor_msgs/msg/JointState"
    message = made(kind, {"header": header(), "name": ["pan", "tilt"], "position": [0.1, float("nan")]})
    (line,) = intake.lines(kind, "/joint_states", message, 0.0)
    assert line["agents"] == [{"id": "robot", "joints": {"pan": 0.1}}]
    kind = "std_msgs/msg/String"
    assert list(intake.lines(kind, "/humans/persons/ann/face_id", made(kind, {"data": "q3"}), 0.0)) == []
    (line,) = intake.lines(TF, "/tf", made(TF, {"transforms": [transform("map", "face_q3", 0, 0, 1)]}), 0.0)
    assert line["agents"][0]["id"] == "ann"


def test_a_map_that_is_wrong_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    path.write_text("topcs: {}")
    with pytest.raises(BadInput, match=r"topcs.*valid keys: topics, objects"):
        read_ros_map(path)
    with pytest.raises(UnknownName, match="no field of geometry_msgs/msg/PoseStamped named 'poze'"):
        made(POSE, {"poze": {}})


@pytest.mark.parametrize("kind", ["mcap", "sqlite", "ros1"])
def test_a_bag_is_a_log(kind: str, scene: Scene, tmp_path: Path) -> None:
    path = written(kind, tmp_path)
    lines = list(bag_observations(path, RosIntake(scene)))
    assert [line["stamp"] for line in lines] == [1.0, 2.0, 3.0]
    assert [line["objects"][0]["position"] for line in lines] == [[0.6, 0.0, 0.8 + n / 10] for n in (1, 2, 3)]


def written(kind: str, folder: Path) -> Path:
    """A bag with three poses of a cup, in the store of its ROS."""
    from rosbags.rosbag1 import Writer as Writer1
    from rosbags.rosbag2 import StoragePlugin
    from rosbags.rosbag2 import Writer as Writer2
    from rosbags.typesys import Stores, get_typestore

    store: Any = get_typestore(Stores.ROS1_NOETIC if kind == "ros1" else Stores.ROS2_JAZZY)
    types = store.types
    extra = {"seq": 0} if kind == "ros1" else {}
    path = folder / ("run.bag" if kind == "ros1" else "run")
    plugin = StoragePlugin.MCAP if kind == "mcap" else StoragePlugin.SQLITE3
    writer: Any = Writer1(path) if kind == "ros1" else Writer2(path, version=9, storage_plugin=plugin)
    with writer:
        connection = writer.add_connection("/objects/cup/pose", POSE, typestore=store)
        for number in (1, 2, 3):
            time_ = types["builtin_interfaces/msg/Time"](sec=number, nanosec=0)
            head = types["std_msgs/msg/Header"](stamp=time_, frame_id="map", **extra)
            point = types["geometry_msgs/msg/Point"](x=0.6, y=0.0, z=0.8 + number / 10)
            turn = types["geometry_msgs/msg/Quaternion"](x=0.0, y=0.0, z=0.0, w=1.0)
            message = types[POSE](header=head, pose=types["geometry_msgs/msg/Pose"](position=point, orientation=turn))
            raw = store.serialize_ros1(message, POSE) if kind == "ros1" else store.serialize_cdr(message, POSE)
            writer.write(connection, round(number * 1e9), raw)
    return path


class Noted:
    """A node that only notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Any]] = []

    def publish(self, topic: str, kind: str, values: Any) -> None:
        self.told.append((topic, plain(made(kind, values))))


def test_all_parts_of_what_is_gone_are_taken_away_and_shapes_are_told_again() -> None:
    node, board = Noted(), Board()
    RosWriter(node).follow(board)
    writer, name = board.claim("stable", "test"), EntityId("box")
    parts = Compound((Part(Box((1.0, 1.0, 0.1))), Part(Box((0.1, 1.0, 1.0)))))
    writer.commit(change(stamp=0.0, put=[Entity(name, visual=parts)]))
    writer.commit(change(stamp=1.0, pose={name: [1, 0, 0, 0, 0, 0, 1]}))
    writer.commit(change(stamp=6.0, pose={name: [2, 0, 0, 0, 0, 0, 1]}))
    writer.commit(change(stamp=7.0, put=[Entity(name, visual=Box((1.0, 1.0, 1.0)))]))
    writer.commit(change(stamp=12.0, remove=[name]))
    shown = [message["markers"] for topic, message in node.told if topic == "/midworld/stable/markers"]
    add, delete = 0, 2
    assert [[(each["id"], each["action"]) for each in markers] for markers in shown] == [
        [(0, add), (1, add)],
        [(0, add), (1, add)],
        [(1, delete), (0, add)],
        [(0, delete)],
    ]


def test_two_live_sources_are_heard_as_one() -> None:
    heard = together(iter([1, None, 3]), iter([None, 2]))
    assert sorted(each for each in heard if each is not None) == [1, 2, 3]


def test_worlds_become_transforms_markers_and_words() -> None:
    node, board = Noted(), Board()
    RosWriter(node).follow(board)
    writer = board.claim("stable", "test")
    cup = Entity(EntityId("cup"), colour="red", visual=Cylinder(0.04, 0.1))
    facts = [Event(2.25, "Place", "ann", "cup"), Situation(2.25, "isOn", "cup", "table")]
    writer.commit(change(stamp=2.25, put=[cup], pose={cup.id: [1, 2, 3, 0, 0, 0, 1]}, entries=facts))
    told = dict(node.told)
    (moved,) = told["/tf"]["transforms"]
    assert (moved["header"]["frame_id"], moved["child_frame_id"]) == ("map", "midworld/stable/cup")
    assert moved["header"]["stamp"] == {"sec": 2, "nanosec": 250000000}
    assert moved["transform"]["translation"] == {"x": 1.0, "y": 2.0, "z": 3.0}
    (marker,) = told["/midworld/stable/markers"]["markers"]
    assert (marker["type"], marker["ns"], marker["scale"]) == (3, "cup", {"x": 0.08, "y": 0.08, "z": 0.1})
    assert json.loads(told["/midworld/events"]["data"])["predicate"] == "Place"
    assert json.loads(told["/midworld/facts"]["data"])["predicate"] == "isOn"
    assert told["/diagnostics"]["status"][0]["name"] == "midworld: stable"
    writer.commit(change(stamp=3.0, remove=[cup.id]))
    assert dict(node.told)["/midworld/stable/markers"]["markers"][0]["action"] == 2


NODE = """
import json, sys, time, rclpy
from geometry_msgs.msg import PoseStamped
from rclpy.qos import qos_profile_sensor_data
from std_msgs.msg import String
from visualization_msgs.msg import MarkerArray
rclpy.init()
node = rclpy.create_node("peer")
node.create_subscription(String, "/midworld/facts", lambda m: print("fact", m.data, flush=True), 10)
node.create_subscription(MarkerArray, "/midworld/stable/markers", lambda m: print("marker", flush=True), 10)
out = node.create_publisher(PoseStamped, "/objects/cup/pose", 10)
# As cameras do, without a promise that all arrives.
sensor = node.create_publisher(PoseStamped, "/objects/ball/pose", qos_profile_sensor_data)
print("ready", flush=True)
while rclpy.ok():
    message = PoseStamped()
    message.header.frame_id = "map"
    message.header.stamp.sec = 5
    message.pose.position.x = 0.25
    message.pose.orientation.w = 1.0
    out.publish(message)
    sensor.publish(message)
    rclpy.spin_once(node, timeout_sec=0.05)
"""


@pytest.fixture
def peer(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    if not PEER.exists():
        pytest.skip(f"no rclpy wheels at {PEER}; tools/prepare installs them where they exist")
    env = {
        **os.environ,
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "ROS_DOMAIN_ID": DOMAIN,
        "ROS_LOG_DIR": str(tmp_path),
    }
    env.pop("CYCLONEDDS_URI", None)
    node = subprocess.Popen([str(PEER), "-c", NODE], stdout=subprocess.PIPE, env=env, text=True)
    assert node.stdout is not None
    assert node.stdout.readline() == "ready\n"
    yield node
    node.kill()
    node.communicate()


def test_a_real_ros_node_is_heard_and_hears_us(
    peer: "subprocess.Popen[str]", scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROS_DOMAIN_ID", DOMAIN)
    node, heard = DdsNode(), {"cup": threading.Event(), "ball": threading.Event()}
    intake, lines = RosIntake(scene), list[dict[str, Any]]()

    def hear(message: Any) -> None:
        lines.extend(intake.lines(POSE, "/objects/cup/pose", message, 0.0))
        heard["cup"].set()

    node.subscribe("/objects/cup/pose", POSE, hear)
    node.subscribe("/objects/ball/pose", POSE, lambda message: heard["ball"].set())
    assert heard["cup"].wait(120.0)
    assert heard["ball"].wait(120.0)
    assert lines[0] == {
        "stamp": 5.0,
        "source": "ros",
        "objects": [{"id": "cup", "position": [0.25, 0.0, 0.0], "orientation": [0.0, 0.0, 0.0, 1.0]}],
    }
    words: list[str] = []

    def listen() -> None:
        assert peer.stdout is not None
        for line in peer.stdout:
            words.append(line.split()[0])

    threading.Thread(target=listen, daemon=True).start()
    ends = time.monotonic() + 120.0
    number = 0
    while not {"fact", "marker"} <= set(words) and time.monotonic() < ends:
        # A subscriber that is found late missed the first ones.
        number += 1
        board = Board()
        RosWriter(node).follow(board)
        cup = Entity(EntityId("cup"), visual=Cylinder(0.04, 0.1))
        facts = [Situation(float(number), "isOn", "cup", "table")]
        board.claim("stable", "test").commit(change(stamp=float(number), put=[cup], entries=facts))
        time.sleep(0.05)
    node.close()
    assert {"fact", "marker"} <= set(words)


INSIDE = """
import os, sys, threading
from midworld.adapters.ros import RclpyNode, ros_node
node = ros_node("inside")
assert isinstance(node, RclpyNode), node
heard = threading.Event()
node.subscribe("/words", "std_msgs/msg/String", lambda message: message.data == "hello" and heard.set())
markers = {"markers": [{"ns": "cup", "scale": {"x": 1.0}, "points": [{"x": 1.0, "y": 2.0, "z": 3.0}]}]}
for _ in range(1000):
    node.publish("/words", "std_msgs/msg/String", {"data": "hello"})
    node.publish("/markers", "visualization_msgs/msg/MarkerArray", markers)
    if heard.wait(0.1):
        break
node.close()
print("heard" if heard.is_set() else "silence")
"""


def test_inside_a_sourced_ros_it_is_rclpy_that_speaks(tmp_path: Path) -> None:
    if not PEER.exists():
        pytest.skip(f"no rclpy wheels at {PEER}; tools/prepare installs them where they exist")
    here = f"{ROOT / 'src'}{os.pathsep}{next(path for path in sys.path if path.endswith('site-packages'))}"
    env = {**os.environ, "ROS_DISTRO": "jazzy", "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "ROS_DOMAIN_ID": DOMAIN}
    env |= {"PYTHONPATH": here, "ROS_LOG_DIR": str(tmp_path)}
    done = subprocess.run([str(PEER), "-c", INSIDE], env=env, capture_output=True, text=True, timeout=200, check=False)
    assert done.stdout == "heard\n", done.stderr
