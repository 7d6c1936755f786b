"""A run that hears ROS, reads bags and tells ROS what it makes of it."""

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from ..providers import RosIntake, bag_observations, read_ros_map, ros_observations
from ..session import Session

# What stands for the log of a run that hears live topics.
ROS = "ros:"
# How long to wait for anything before saying that there is nothing just now, in seconds.
PAUSE_S = 0.02
T = TypeVar("T")


def ros_lines(session: Session, map_file: Path | None, stack: ExitStack) -> Iterator[dict[str, object] | None]:
    """What live topics say of a session's scene."""
    from ..adapters.ros import ros_node

    node = ros_node("midworld_in")
    stack.callback(node.close)
    return ros_observations(node, RosIntake(session.scene, read_ros_map(map_file)))


def together(*sources: Iterator[T | None]) -> Iterator[T | None]:
    """What several live sources give, as it comes, until all have ended."""
    heard = queue.SimpleQueue[tuple[bool, T | None]]()

    def pump(source: Iterator[T | None]) -> None:
        for item in source:
            if item is not None:
                heard.put((True, item))
        heard.put((False, None))

    for source in sources:
        threading.Thread(target=pump, args=(source,), name="midworld-source", daemon=True).start()
    going = len(sources)
    while going:
        try:
            goes, item = heard.get(timeout=PAUSE_S)
        except queue.Empty:
            yield None
            continue
        if goes:
            yield item
        else:
            going -= 1


def bag_lines(session: Session, path: Path, map_file: Path | None) -> Iterator[dict[str, object]]:
    """What a bag says of a session's scene."""
    return bag_observations(path, RosIntake(session.scene, read_ros_map(map_file)))


def told_to_ros(session: Session, map_file: Path | None) -> Callable[[], None]:
    """Tells ROS everything a session commits; what it returns ends that."""
    from ..adapters.ros import ros_node
    from ..readers.ros import RosWriter

    said, node = read_ros_map(map_file), ros_node("midworld_out")
    writer = RosWriter(node, prefix=said.prefix, fixed_frame=said.fixed_frame, meshes=session.scene.meshes)
    end = writer.follow(session.assessment.board)

    def close() -> None:
        end()
        node.close()

    return close
