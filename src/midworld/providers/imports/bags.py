"""ROS bags (ROS 1, ROS 2 sqlite and MCAP) by rosbags: frames of TF and stamped poses become tracks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...errors import BadInput, MissingExtra, Problem
from ...geometry import FloatArray, multiply, rotate
from ..rosintake import DETECTIONS, POSE, POSE_COVARIANCE, TF, stamp_of, topic_name, turn_of, vector_of
from .tracks import Row, Tracks, tracks_of

# Of a frame: its parent, and where it is in it.
Parents = dict[str, tuple[str, FloatArray, FloatArray]]
POSES = (POSE, POSE_COVARIANCE)
READ = (*TF, *POSES, DETECTIONS)


def read_bag(path: Path) -> tuple[Tracks, float]:
    """Every frame of TF that carries nothing, and every stamped pose by its topic, in the root of its frame.

    Raises BadInput, MissingExtra.
    """
    parents: Parents = {}
    frames: set[str] = set()
    found = list(_rows(path, parents, frames))
    carrying = {parent for parent, _, _ in parents.values()} | frames
    rows = [row for row in found if row[1] not in carrying]
    if not rows:
        raise BadInput([Problem(str(path), None, f"has no message of {', '.join(READ)}")])
    start = min(row[0] for row in rows)
    return Tracks(tracks_of([(row[0] - start, *row[1:]) for row in rows]), source="tracker"), 1.0


def _rows(path: Path, parents: Parents, frames: set[str]) -> Iterator[Row]:
    try:
        from rosbags.highlevel import AnyReader, AnyReaderError
        from rosbags.typesys import Stores, get_typestore
    except ImportError as error:
        raise MissingExtra("reading bags", "ros") from error
    try:
        with AnyReader([path], default_typestore=get_typestore(Stores.LATEST)) as reader:
            # What never moves is told once, at any time.
            still = [each for each in reader.connections if each.msgtype in TF and each.topic.endswith("tf_static")]
            others = [each for each in reader.connections if each.msgtype in READ and each not in still]
            for connections in (still, others):
                for connection, stamp, raw in reader.messages(connections) if connections else ():
                    message: Any = reader.deserialize(raw, connection.msgtype)
                    yield from _message(connection.msgtype, connection.topic, message, stamp * 1e-9, parents, frames)
    except AnyReaderError as error:
        raise BadInput([Problem(str(path), None, f"is no bag that can be read: {error}")]) from error


def _message(kind: str, topic: str, message: Any, stamp: float, parents: Parents, frames: set[str]) -> Iterator[Row]:
    if kind in TF:
        for each in message.transforms:
            spot, turn = vector_of(each.transform.translation), turn_of(each.transform.rotation)
            child = str(each.child_frame_id).strip("/")
            parents[child] = (str(each.header.frame_id).strip("/"), spot, turn)
            yield (stamp_of(each.header, stamp), child, *_in_root(*parents[child], parents), 1.0)
        return
    frame = str(message.header.frame_id).strip("/")
    frames.add(frame)
    if kind in POSES:
        pose = message.pose if kind == POSES[0] else message.pose.pose
        place = _in_root(frame, vector_of(pose.position), turn_of(pose.orientation), parents)
        yield (stamp_of(message.header, stamp), topic_name(topic), *place, 1.0)
    else:
        for each in message.detections:
            if len(each.results):
                best = max(each.results, key=lambda result: float(result.hypothesis.score))
                pose = best.pose.pose
                name = str(each.id or best.hypothesis.class_id)
                place = _in_root(frame, vector_of(pose.position), turn_of(pose.orientation), parents)
                yield (stamp_of(message.header, stamp), name, *place, float(best.hypothesis.score))


def _in_root(name: str, spot: FloatArray, turn: FloatArray, parents: Parents) -> tuple[FloatArray, FloatArray]:
    """A pose in a frame, in the frame above it that has no parent."""
    passed = set[str]()
    while name in parents and name not in passed:
        passed.add(name)
        name, above, by = parents[name]
        spot, turn = above + rotate(by, spot), multiply(by, turn)
    return spot, turn
