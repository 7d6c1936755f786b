"""ROS bags (ROS 1, ROS 2 sqlite and MCAP) by rosbags: frames of TF and stamped poses become tracks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import BadInput, MissingExtra, Problem
from ...geometry import FloatArray, multiply, rotate
from ..rosintake import DETECTIONS, POSE, POSE_COVARIANCE, TF, stamp_of, topic_name, turn_of, vector_of
from .tracks import Track, Tracks

Row = tuple[float, str, FloatArray, FloatArray]
# Of a frame: its parent, and where it is in it.
Parents = dict[str, tuple[str, FloatArray, FloatArray]]
POSES = (POSE, POSE_COVARIANCE)
READ = (*TF, *POSES, DETECTIONS)


def read_bag(path: Path) -> tuple[Tracks, float]:
    """Every frame of TF that carries no other, in its root, and every stamped pose by its topic.

    Raises BadInput, MissingExtra.
    """
    parents: Parents = {}
    found = list(_rows(path, parents))
    carrying = {parent for parent, _, _ in parents.values()}
    rows = [row for row in found if row[1] not in carrying]
    if not rows:
        raise BadInput([Problem(str(path), None, f"has no message of {', '.join(READ)}")])
    start = min(row[0] for row in rows)
    tracks = [
        _track(name, [row for row in rows if row[1] == name], start) for name in dict.fromkeys(row[1] for row in rows)
    ]
    return Tracks(tuple(tracks), source="tracker"), 1.0


def _rows(path: Path, parents: Parents) -> Iterator[Row]:
    try:
        from rosbags.highlevel import AnyReader, AnyReaderError
        from rosbags.typesys import Stores, get_typestore
    except ImportError as error:
        raise MissingExtra("reading bags", "ros") from error
    try:
        with AnyReader([path], default_typestore=get_typestore(Stores.LATEST)) as reader:
            for connection, stamp, raw in reader.messages():
                if connection.msgtype in READ:
                    message: Any = reader.deserialize(raw, connection.msgtype)
                    yield from _message(connection.msgtype, connection.topic, message, stamp * 1e-9, parents)
    except AnyReaderError as error:
        raise BadInput([Problem(str(path), None, f"is no bag that can be read: {error}")]) from error


def _message(kind: str, topic: str, message: Any, stamp: float, parents: Parents) -> Iterator[Row]:
    if kind in TF:
        for each in message.transforms:
            spot, turn = vector_of(each.transform.translation), turn_of(each.transform.rotation)
            child = str(each.child_frame_id).strip("/")
            parents[child] = (str(each.header.frame_id).strip("/"), spot, turn)
            yield (stamp_of(each.header, stamp), child, *_in_root(child, parents))
    elif kind in POSES:
        pose = message.pose if kind == POSES[0] else message.pose.pose
        yield stamp_of(message.header, stamp), topic_name(topic), vector_of(pose.position), turn_of(pose.orientation)
    else:
        for each in message.detections:
            if len(each.results):
                best = max(each.results, key=lambda result: float(result.hypothesis.score))
                pose = best.pose.pose
                name = str(each.id or best.hypothesis.class_id)
                yield stamp_of(message.header, stamp), name, vector_of(pose.position), turn_of(pose.orientation)


def _in_root(frame: str, parents: Parents) -> tuple[FloatArray, FloatArray]:
    """The pose of a frame in the frame that has no parent."""
    name, spot, turn = parents[frame]
    passed = {frame}
    while name in parents and name not in passed:
        passed.add(name)
        name, above, by = parents[name]
        spot, turn = above + rotate(by, spot), multiply(by, turn)
    return spot, turn


def _track(name: str, rows: list[Row], start: float) -> Track:
    rows = sorted(rows, key=lambda row: row[0])
    return Track(
        name,
        np.array([row[0] - start for row in rows]),
        np.array([row[2] for row in rows]),
        np.array([row[3] for row in rows]),
    )
