"""Bags (ROS 1, ROS 2 sqlite and MCAP) as observations, in the order in which they were received."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import BadInput, MissingExtra, Problem, shortened
from .rosintake import READ, Line, RosIntake


def is_bag(path: str | Path) -> bool:
    """Whether it is a bag by its name or its folder."""
    path = Path(path)
    return path.suffix in (".bag", ".mcap", ".db3") or (path.is_dir() and (path / "metadata.yaml").is_file())


def bag_observations(path: Path, intake: RosIntake) -> Iterator[Line]:
    """What a bag says of a scene. Raises BadInput, MissingExtra."""
    count, topics = 0, set[str]()
    for kind, topic, message, received in _messages(path, topics):
        for line in intake.lines(kind, topic, message, received):
            count += 1
            yield line
    if not count:
        has = ", ".join(sorted(topics))
        raise BadInput([Problem(str(path), None, f"says nothing of what the scene declares; it has {has}")])


def _messages(path: Path, topics: set[str]) -> Iterator[tuple[str, str, Any, float]]:
    """The messages that are read, each with its type, its topic and when it was received; `topics` are all of them."""
    try:
        from rosbags.highlevel import AnyReader

        from ..adapters.ros_types import typestore
    except ImportError as error:
        raise MissingExtra("reading bags", "ros") from error
    if not path.exists():
        raise BadInput([Problem(str(path), None, "is no file")])
    try:
        with AnyReader([path], default_typestore=typestore()) as reader:
            topics |= {f"{each.topic} ({each.msgtype})" for each in reader.connections}
            for connection, stamp, raw in reader.messages():
                if connection.msgtype in READ:
                    message: Any = reader.deserialize(raw, connection.msgtype)
                    yield connection.msgtype, connection.topic, message, stamp * 1e-9
    except Exception as error:
        # A damaged bag makes rosbags raise whatever its content leads to: ValueError, AssertionError, apsw's own.
        why = shortened(str(error)) or type(error).__name__
        raise BadInput([Problem(str(path), None, f"is no bag that can be read: {why}")]) from error
