"""A robot of real rclpy action servers, and the driver tried on it: prints what promises it breaks, then "tried".

Run by the Python that has rclpy; `test_ros_robot.py` does.
"""

# rclpy has no types.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUnknownLambdaType=false

import asyncio
import sys
import threading
import time

import rclpy
from audio_common_msgs.action import TTS
from control_msgs.action import FollowJointTrajectory, GripperCommand
from geometry_msgs.msg import PoseWithCovarianceStamped
from nav2_msgs.action import NavigateToPose
from rclpy.action import ActionServer, CancelResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState

from midworld import open as open_scene
from midworld.adapters.ros_robot import RosArm, RosDriver, RosNames
from midworld.errors import CannotDo
from midworld.geometry import Pose
from midworld.testing import Course, driver_faults

# Every motion takes so many steps of so long.
STEPS, STEP_S = 20, 0.05
SIDES = {"left": "l", "right": "r"}


class Servers:
    """The robot: a base, a head, two arms and hands, a voice. `between` says which hands have something to close on."""

    def __init__(self) -> None:
        self.node = rclpy.create_node("servers")
        self.between: set[str] = set()
        self.said: list[str] = []
        self.place, self.joints = [0.0, 0.0], dict[str, float]()
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self._places = self.node.create_publisher(PoseWithCovarianceStamped, "amcl_pose", latched)
        self._states = self.node.create_publisher(JointState, "joint_states", 10)
        self._serve(NavigateToPose, "navigate_to_pose", self._drive)
        self._serve(TTS, "say", self._speak)
        self._serve(FollowJointTrajectory, "head_controller/follow_joint_trajectory", self._turn)
        for side in SIDES:
            self._serve(FollowJointTrajectory, f"{side}_arm_controller/follow_joint_trajectory", self._turn)
            self._serve(GripperCommand, f"{side}_gripper/gripper_cmd", lambda goal, side=side: self._grip(goal, side))
        self.tell()

    def tell(self) -> None:
        message = PoseWithCovarianceStamped()
        message.pose.pose.position.x, message.pose.pose.position.y = self.place
        message.pose.pose.orientation.w = 1.0
        self._places.publish(message)
        state = JointState(name=list(self.joints), position=list(self.joints.values()))
        self._states.publish(state)

    def _serve(self, kind, name, execute) -> None:
        group = ReentrantCallbackGroup()
        ActionServer(
            self.node, kind, name, execute, callback_group=group, cancel_callback=lambda _: CancelResponse.ACCEPT
        )

    def _passed(self, goal, step) -> bool:
        """Whether a motion came to its end, a step at a time."""
        for number in range(STEPS):
            if goal.is_cancel_requested:
                goal.canceled()
                return False
            step((number + 1) / STEPS)
            self.tell()
            time.sleep(STEP_S)
        goal.succeed()
        return True

    def _drive(self, goal):
        start, end = list(self.place), goal.request.pose.pose.position

        def step(share: float) -> None:
            self.place = [start[0] + share * (end.x - start[0]), start[1] + share * (end.y - start[1])]

        self._passed(goal, step)
        return NavigateToPose.Result()

    def _turn(self, goal):
        trajectory = goal.request.trajectory
        ends = dict(zip(trajectory.joint_names, trajectory.points[-1].positions, strict=True))
        start = {name: self.joints.get(name, 0.0) for name in ends}

        def step(share: float) -> None:
            self.joints |= {name: start[name] + share * (end - start[name]) for name, end in ends.items()}

        self._passed(goal, step)
        return FollowJointTrajectory.Result()

    def _grip(self, goal, side: str):
        full = side in self.between and goal.request.command.position < 0.01
        goal.succeed()
        return GripperCommand.Result(stalled=full, reached_goal=not full)

    def _speak(self, goal):
        self.said.append(goal.request.text)
        goal.succeed()
        return TTS.Result()


async def tried(driver: RosDriver, servers: Servers) -> None:
    """The conformance suite, and what only a robot of ROS can show."""
    for fault in await driver_faults(driver, Course(near=(0.4, 0.3, 1.0), place=Pose((0.6, 0.2, 0.0)))):
        print("fault:", fault, flush=True)
    await driver.go(Pose((0.1, 0.1, 0.0)))
    assert [round(each, 3) for each in (await driver.feel()).base.position[:2]] == [0.1, 0.1]
    await driver.look((1.0, 0.0, 0.75))
    assert servers.joints["head_tilt"] > 0.2, "it looks down at a table"
    servers.between.add("left")
    await driver.grasp("left")
    assert (await driver.feel()).gripping == {"left": True, "right": False}
    await driver.release("left")
    assert servers.said == ["Hello."]
    silent = RosDriver(
        open_scene(sys.argv[1]).scene.world, "robot", RosNames(arms={}, go="nobody", say=None), node="second"
    )
    refused = (await asyncio.gather(silent.go(Pose()), return_exceptions=True))[0]
    assert isinstance(refused, CannotDo), refused
    assert "nobody serves nobody" in str(refused)
    silent.close()


def main() -> None:
    rclpy.init()
    servers = Servers()
    executor = MultiThreadedExecutor(num_threads=6)
    executor.add_node(servers.node)
    threading.Thread(target=executor.spin, daemon=True).start()
    arms = {
        side: RosArm(f"{side}_arm_controller/follow_joint_trajectory", f"{side}_gripper/gripper_cmd") for side in SIDES
    }
    driver = RosDriver(open_scene(sys.argv[1]).scene.world, "robot", RosNames(arms))
    asyncio.run(tried(driver, servers))
    driver.close()
    executor.shutdown()
    print("tried", flush=True)


main()
