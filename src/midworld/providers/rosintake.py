"""What ROS messages say, as lines of `observations.jsonl`: the same for live topics and for bags."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ..errors import BadInput, Problem
from ..geometry import FloatArray, multiply, rotate
from ..world import Scene, robot_of

TF = ("tf2_msgs/msg/TFMessage", "tf/msg/tfMessage")
POSE = "geometry_msgs/msg/PoseStamped"
POSE_COVARIANCE = "geometry_msgs/msg/PoseWithCovarianceStamped"
POSES = "geometry_msgs/msg/PoseArray"
DETECTIONS = "vision_msgs/msg/Detection3DArray"
JOINTS = "sensor_msgs/msg/JointState"
TEXT = "std_msgs/msg/String"
READ = (*TF, POSE, POSE_COVARIANCE, POSES, DETECTIONS, JOINTS, TEXT)
# REP-155: x forward in a face, z forward and y down in a gaze, as in a camera.
PARTS = {"face": "head", "gaze": "head", "head": "head", "body": "torso", "torso": "torso"}
FORWARD_FROM_OPTICAL = np.array([0.5, -0.5, 0.5, 0.5])

# What is read live unless a map says otherwise.
TOPICS = {"/tf": TF[0], "/tf_static": TF[0], "/joint_states": JOINTS, "/detections": DETECTIONS}
Line = dict[str, Any]


class RosMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which topics are read and how they are meant; all has defaults.

    `topics` are those to read live, with their types. `objects` names the object of a frame or topic (a list for a
    PoseArray), `people` the person of a REP-155 id, `robot` whose joints `joint_states` are. `fixed_frame` is where
    Midworld's coordinates begin; `prefix` stands before the topics that are written.
    """

    topics: dict[str, str] = msgspec.field(default_factory=lambda: dict(TOPICS))
    objects: dict[str, str | list[str]] = {}
    people: dict[str, str] = {}
    robot: str | None = None
    fixed_frame: str = "map"
    source: str = "ros"
    prefix: str = "midworld"


def read_ros_map(path: Path | None) -> RosMap:
    """A topic map from a YAML file, or the default one. Raises BadInput."""
    if path is None:
        return RosMap()
    try:
        return msgspec.yaml.decode(path.read_bytes(), type=RosMap)
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be opened: {error.strerror}")]) from error
    except msgspec.MsgspecError as error:
        keys = ", ".join(RosMap.__struct_fields__)
        raise BadInput([Problem(str(path), None, f"{error}; valid keys: {keys}")]) from error


@dataclass(slots=True)
class RosIntake:
    """Turns messages into lines. Frames count that the scene declares, that the map names, or that are people's."""

    scene: Scene
    map: RosMap = field(default_factory=RosMap)
    _parents: dict[str, tuple[str, FloatArray, FloatArray]] = field(
        default_factory=dict[str, tuple[str, FloatArray, FloatArray]]
    )
    _persons: dict[str, str] = field(default_factory=dict[str, str])

    def lines(self, kind: str, topic: str, message: Any, received: float) -> Iterator[Line]:
        """What a message says, by instant; nothing where it says nothing of what is in the scene."""
        if kind in TF:
            yield from self._transforms(message, received)
        elif kind == TEXT:
            self._person(topic, str(message.data))
        elif kind in (POSE, POSE_COVARIANCE):
            pose = message.pose if kind == POSE else message.pose.pose
            covariance = None if kind == POSE else [float(each) for each in message.pose.covariance]
            name = self._object(topic) or topic_name(topic)
            yield self._line(message.header, received, [self._percept(name, message.header, pose, covariance)])
        elif kind == POSES:
            yield self._line(message.header, received, list(self._array(topic, message)))
        elif kind == DETECTIONS:
            yield self._line(message.header, received, list(self._detections(message)))
        elif kind == JOINTS:
            who = self.map.robot or robot_of(self.scene.world)
            if who is not None:
                pairs = zip(message.name, message.position, strict=False)
                joints = {str(name): float(value) for name, value in pairs if math.isfinite(value)}
                yield self._line(message.header, received, None, [{"id": str(who), "joints": joints}])

    def _transforms(self, message: Any, received: float) -> Iterator[Line]:
        for each in message.transforms:
            child, parent = _frame(each.child_frame_id), _frame(each.header.frame_id)
            self._parents[child] = (parent, vector_of(each.transform.translation), turn_of(each.transform.rotation))
        told: dict[float, tuple[list[Line], dict[str, Line]]] = {}
        for each in message.transforms:
            child = _frame(each.child_frame_id)
            objects, agents = told.setdefault(stamp_of(each.header, received), ([], {}))
            name, place = self._object(child), self._placed(child, np.zeros(3), np.array([0.0, 0.0, 0.0, 1.0]))
            if place is None:
                continue
            if name is not None:
                objects.append({"id": name, **_said(*place)})
            elif (part := self._part(child)) is not None:
                who, which, optical = part
                turn = multiply(place[1], FORWARD_FROM_OPTICAL) if optical else place[1]
                agents.setdefault(who, {"id": who})[which] = _said(place[0], turn)
        for stamp, (objects, agents) in sorted(told.items()):
            if objects or agents:
                yield self._at(stamp, objects or None, list(agents.values()) or None)

    def _part(self, frame: str) -> tuple[str, str, bool] | None:
        """Of a frame as REP-155 names it: whose it is, which part, and whether it looks along z."""
        kind, _, name = frame.partition("_")
        if kind not in PARTS or not name:
            return None
        who = self._persons.get(frame) or self.map.people.get(name, name)
        return who, PARTS[kind], kind == "gaze"

    def _person(self, topic: str, text: str) -> None:
        """`/humans/persons/ann/face_id` says which face is Ann's."""
        words = topic.strip("/").split("/")
        if words[:2] == ["humans", "persons"] and len(words) == 4 and words[3] in ("face_id", "body_id"):
            who = self.map.people.get(words[2], words[2])
            kind = words[3].removesuffix("_id")
            for part in ("face", "gaze") if kind == "face" else (kind,):
                self._persons[f"{part}_{text}"] = who

    def _object(self, name: str) -> str | None:
        """The object a frame or a topic is about, as the map or the scene has it."""
        found = self.map.objects.get(name)
        if isinstance(found, str):
            return found
        return name if name in self.scene.declared else None

    def _array(self, topic: str, message: Any) -> Iterator[Line]:
        said = self.map.objects.get(topic)
        names = said if isinstance(said, list) else []
        for number, pose in enumerate(message.poses):
            name = names[number] if number < len(names) else f"{topic_name(topic)}_{number}"
            yield self._percept(name, message.header, pose, None)

    def _detections(self, message: Any) -> Iterator[Line]:
        for each in message.detections:
            if len(each.results):
                best = max(each.results, key=lambda result: float(result.hypothesis.score))
                name = str(each.id or best.hypothesis.class_id)
                covariance = [float(number) for number in best.pose.covariance]
                yield self._percept(self._object(name) or name, message.header, best.pose.pose, covariance)

    def _percept(self, name: str, header: Any, pose: Any, covariance: list[float] | None) -> Line:
        spot, turn = vector_of(pose.position), turn_of(pose.orientation)
        placed = self._placed(_frame(header.frame_id), spot, turn) or (spot, turn)
        known = covariance is not None and any(covariance)
        return {"id": name, **_said(*placed), **({"covariance": covariance} if known else {})}

    def _placed(self, frame: str, spot: FloatArray, turn: FloatArray) -> tuple[FloatArray, FloatArray] | None:
        """A pose of a frame in the fixed one, as far as transforms lead there; None where they lead elsewhere."""
        passed: set[str] = set()
        while frame and frame != self.map.fixed_frame and frame in self._parents and frame not in passed:
            passed.add(frame)
            frame, above, by = self._parents[frame]
            spot, turn = above + rotate(by, spot), multiply(by, turn)
        return (spot, turn)

    def _line(self, header: Any, received: float, objects: list[Line] | None, agents: list[Line] | None = None) -> Line:
        return self._at(stamp_of(header, received), objects, agents)

    def _at(self, stamp: float, objects: list[Line] | None, agents: list[Line] | None) -> Line:
        said = {"objects": objects, "agents": agents}
        return {"stamp": stamp, "source": self.map.source, **{key: each for key, each in said.items() if each}}


def topic_name(topic: str) -> str:
    """`/objects/cup/pose` is the pose of `cup`."""
    words = [word for word in topic.split("/") if word and word not in ("pose", "pose_stamped", "vrpn_client_node")]
    return words[-1] if words else "object"


def _said(spot: FloatArray, turn: FloatArray) -> Line:
    return {"position": spot.tolist(), "orientation": turn.tolist()}


def _frame(name: object) -> str:
    return str(name).strip("/")


def stamp_of(header: Any, received: float) -> float:
    stamp = float(header.stamp.sec) + 1e-9 * float(header.stamp.nanosec)
    return stamp if stamp > 0 else received


def vector_of(said: Any) -> FloatArray:
    return np.array([said.x, said.y, said.z], dtype=np.float64)


def turn_of(said: Any) -> FloatArray:
    """A unit quaternion; what is none is no turn."""
    turn = np.array([said.x, said.y, said.z, said.w], dtype=np.float64)
    size = math.hypot(*turn.tolist())
    return turn / size if math.isfinite(size) and size > 1e-6 else np.array([0.0, 0.0, 0.0, 1.0])
