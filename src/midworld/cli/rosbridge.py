"""A run that hears ROS, reads bags and tells ROS what it makes of it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from ..providers import RosIntake, bag_observations, read_ros_map, ros_observations
from ..session import Session

# What stands for the log of a run that hears live topics.
ROS = "ros:"


def ros_lines(session: Session, map_file: Path | None, stack: ExitStack) -> Iterator[dict[str, object] | None]:
    """What live topics say of a session's scene."""
    from ..adapters.ros import ros_node

    node = ros_node("midworld_in")
    stack.callback(node.close)
    return ros_observations(node, RosIntake(session.scene, read_ros_map(map_file)))


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
