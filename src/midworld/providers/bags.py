"""Bags (ROS 1, ROS 2 sqlite and MCAP) as observations, in the order in which they were received."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import BadInput, MissingExtra, Problem
from .rosintake import READ, Line, RosIntake


def is_bag(path: str | Path) -> bool:
    """Whether it is a bag by its name or its folder."""
    path = Path(path)
    return path.suffix in (".bag", ".mcap", ".db3") or (path.is_dir() and (path / "metadata.yaml").is_file())


def bag_observations(path: Path, intake: RosIntake) -> Iterator[Line]:
    """What a bag says of a scene. Raises BadInput, MissingExtra."""
    try:
        from rosbags.highlevel import AnyReader, AnyReaderError

        from ..adapters.ros_types import typestore
    except ImportError as error:
        raise MissingExtra("reading bags", "ros") from error
    count = 0
    try:
        with AnyReader([path], default_typestore=typestore()) as reader:
            topics = sorted({f"{each.topic} ({each.msgtype})" for each in reader.connections})
            for connection, stamp, raw in reader.messages():
                if connection.msgtype in READ:
                    message: Any = reader.deserialize(raw, connection.msgtype)
                    for line in intake.lines(connection.msgtype, connection.topic, message, stamp * 1e-9):
                        count += 1
                        yield line
    except AnyReaderError as error:
        raise BadInput([Problem(str(path), None, f"is no bag that can be read: {error}")]) from error
    if not count:
        raise BadInput(
            [Problem(str(path), None, f"says nothing of what the scene declares; it has {', '.join(topics)}")]
        )
