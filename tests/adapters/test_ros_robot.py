"""A robot that takes ROS 2 actions: the driver keeps its promises on real rclpy action servers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from midworld import open as open_scene
from midworld.adapters.ros_robot import RosDriver, RosNames
from midworld.cli.studies.cleaning.study import SCENE
from midworld.errors import MissingRos

ROOT = Path(__file__).parents[2]
PEER = Path(os.environ.get("MIDWORLD_ROS_PYTHON", ROOT / ".venv" / "ros" / "bin" / "python"))
# A domain of our own, one for each worker of the tests.
DOMAIN = str(95 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 6)


def test_the_driver_conforms_on_real_action_servers(tmp_path: Path) -> None:
    if not PEER.exists() or not any(PEER.parents[1].glob("lib/python3*/site-packages/control_msgs")):
        pytest.skip(f"no rclpy with action types at {PEER}; tools/prepare makes them where it can")
    here = f"{ROOT / 'src'}{os.pathsep}{next(path for path in sys.path if path.endswith('site-packages'))}"
    env = {**os.environ, "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "ROS_DOMAIN_ID": DOMAIN}
    env |= {"PYTHONPATH": here, "ROS_LOG_DIR": str(tmp_path)}
    command = [str(PEER), str(Path(__file__).with_name("ros_robot_peer.py")), str(SCENE)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "tried\n", done.stderr


def test_without_a_ros_the_missing_package_is_named() -> None:
    if "ROS_DISTRO" in os.environ:
        pytest.skip("a ROS is sourced")
    with pytest.raises(MissingRos, match="rclpy"):
        RosDriver(open_scene(SCENE).scene.world, "robot", RosNames(arms={}))
