"""A robot that takes ROS 2 actions, behind the protocol of a driver: Nav2, ros2_control, a voice. Needs rclpy."""

# rclpy has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import asyncio
import math
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import Any

import numpy as np

from ..agents import Arm, arms
from ..errors import CannotDo, MissingRos
from ..execution import VERBS, Capabilities, Feeling, Verb
from ..geometry import FloatArray, Pose, Vector3, invert, transform
from ..motion import way_to
from ..world import Agent, World

NAVIGATE, FOLLOW, GRIPPER, SPEAK = (
    "nav2_msgs/action/NavigateToPose",
    "control_msgs/action/FollowJointTrajectory",
    "control_msgs/action/GripperCommand",
    "audio_common_msgs/action/TTS",
)
# As `action_msgs/msg/GoalStatus` has it.
SUCCEEDED, CANCELED = 4, 5
# Servers answer, and what was cancelled ends, within this time or they count as dead.
ANSWERS_S = 5.0
NOTHING: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RosArm:
    """An arm by the names of its actions, its hand as the scene names it, and the joints where it is out of the way."""

    trajectory: str
    gripper: str
    open_m: float = 0.08
    closed_m: float = 0.0
    max_effort: float = 40.0
    tucked: Mapping[str, float] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class RosNames:
    """What a robot's actions and topics are called. What is None it cannot do."""

    arms: Mapping[str, RosArm]
    go: str | None = "navigate_to_pose"
    look: str | None = "head_controller/follow_joint_trajectory"
    pan_tilt: tuple[str, str] = ("head_pan", "head_tilt")
    say: str | None = "say"
    place: str = "amcl_pose"
    joints: str = "joint_states"
    fixed_frame: str = "map"
    joint_rad_s: float = 0.8
    top_speed_m_s: float = 0.5


class RosDriver:
    """Moves a robot by its actions. `world` has its model: where its arms begin and what they reach."""

    def __init__(self, world: World, robot: str, names: RosNames, *, node: str = "midworld_robot") -> None:
        self._names, self._link = names, RosLink(node)
        self._arms: Mapping[str, Arm] = {side: _arm(world, robot, side) for side in names.arms}
        self._neck = _neck(world, robot, names.pan_tilt)
        self._gripping = dict.fromkeys(names.arms, False)
        self._random = np.random.Generator(np.random.Philox(0))
        verbs = set(VERBS) - {
            verb for verb, name in (("go", names.go), ("look", names.look), ("say", names.say)) if not name
        }
        self._capabilities = Capabilities(frozenset(verbs), tuple(names.arms), names.top_speed_m_s)
        self._link.hear("geometry_msgs/msg/PoseWithCovarianceStamped", names.place, "place", latched=True)
        self._link.hear("sensor_msgs/msg/JointState", names.joints, "joints")

    @property
    def capabilities(self) -> Capabilities:
        return self._capabilities

    async def go(self, place: Pose) -> None:
        self._capabilities.require("go")
        goal = self._link.goal(NAVIGATE)
        goal.pose.header.frame_id = self._names.fixed_frame
        _fill(goal.pose.pose, place)
        await self._link.done("go", NAVIGATE, str(self._names.go), goal)

    async def look(self, point: Vector3) -> None:
        self._capabilities.require("look")
        if self._neck is None:
            raise CannotDo("look", f"its model has no joints {' and '.join(self._names.pan_tilt)}")
        away = transform(invert((await self._place("look")).array), np.asarray(point)) - self._neck
        pan, tilt = math.atan2(away[1], away[0]), -math.atan2(away[2], math.hypot(away[0], away[1]))
        now = self._values(self._names.pan_tilt)
        await self._follow("look", str(self._names.look), self._names.pan_tilt, now, (np.array([pan, tilt]),))

    async def reach(self, arm: str, point: Vector3 | None) -> None:
        self._capabilities.require("reach", arm)
        chain = self._arms[arm]
        joints = tuple(joint.name for joint in chain.joints)
        now = self._values(joints)
        if point is None:
            tucked = self._names.arms[arm].tucked
            way: tuple[FloatArray, ...] = (
                np.array([tucked.get(name, value) for name, value in zip(joints, now, strict=True)]),
            )
        else:
            target = transform(invert((await self._place("reach")).array), np.asarray(point))
            way = way_to(chain, now, target, self._random)
        if not way:
            raise CannotDo(
                "reach", f"({', '.join(f'{each:.2f}' for each in point or ())}) is out of reach of the {arm} arm"
            )
        await self._follow("reach", self._names.arms[arm].trajectory, joints, now, way)

    async def grasp(self, arm: str) -> None:
        self._capabilities.require("grasp", arm)
        result = await self._grip("grasp", arm, self._names.arms[arm].closed_m)
        # A hand that closes on something stalls before it is closed.
        self._gripping[arm] = bool(result.stalled) and not bool(result.reached_goal)
        if not self._gripping[arm]:
            raise CannotDo("grasp", f"the {arm} hand closed on nothing")

    async def release(self, arm: str) -> None:
        self._capabilities.require("release", arm)
        await self._grip("release", arm, self._names.arms[arm].open_m)
        self._gripping[arm] = False

    async def say(self, text: str, *, to: str | None = None) -> None:
        self._capabilities.require("say")
        goal = self._link.goal(SPEAK)
        goal.text = text
        await self._link.done("say", SPEAK, str(self._names.say), goal)

    async def feel(self) -> Feeling:
        place = await self._place("go")
        rates = [abs(each) for each in self._link.heard["joints"].velocity] if "joints" in self._link.heard else []
        moving = self._link.busy or any(each > 1e-3 for each in rates)
        return Feeling(self._link.now, place, MappingProxyType(dict(self._gripping)), moving)

    async def stop(self) -> None:
        await self._link.stop()

    def close(self) -> None:
        """Leaves the graph."""
        self._link.close()

    async def _grip(self, verb: Verb, arm: str, position: float) -> Any:
        goal = self._link.goal(GRIPPER)
        goal.command.position, goal.command.max_effort = position, self._names.arms[arm].max_effort
        return await self._link.done(verb, GRIPPER, self._names.arms[arm].gripper, goal)

    async def _follow(
        self, verb: Verb, name: str, joints: tuple[str, ...], now: FloatArray, way: tuple[FloatArray, ...]
    ) -> None:
        """Sends some joints through postures, none faster than they may turn."""
        goal = self._link.goal(FOLLOW)
        goal.trajectory.joint_names = list(joints)
        passed = 0.0
        for posture in way:
            passed += max(float(np.abs(posture - now).max()) / self._names.joint_rad_s, 0.05)
            now = posture
            point = _class("trajectory_msgs/msg/JointTrajectoryPoint")()
            point.positions = [float(each) for each in posture]
            point.time_from_start.sec, point.time_from_start.nanosec = int(passed), int(passed % 1 * 1e9)
            goal.trajectory.points.append(point)
        result = await self._link.done(verb, FOLLOW, name, goal)
        if result.error_code != 0:
            raise CannotDo(verb, f"{name} failed: {result.error_string or result.error_code}")

    async def _place(self, verb: Verb) -> Pose:
        """Where the base is, once that was heard."""
        message = await self._link.known("place", verb, self._names.place)
        pose = message.pose.pose
        at, turn = pose.position, pose.orientation
        return Pose((at.x, at.y, at.z), (turn.x, turn.y, turn.z, turn.w))

    def _values(self, joints: tuple[str, ...]) -> FloatArray:
        """Joint values as they were heard last; zero where they never were."""
        heard = self._link.heard.get("joints")
        known = dict(zip(heard.name, heard.position, strict=True)) if heard is not None else {}
        return np.array([float(known.get(name, 0.0)) for name in joints])


class RosLink:
    """A node of its own, with its actions and the last message of every topic; awaited from asyncio."""

    def __init__(self, name: str) -> None:
        try:
            self._rclpy, self._action = import_module("rclpy"), import_module("rclpy.action")
        except ImportError as missing:
            raise MissingRos("a robot's actions", "rclpy") from missing
        self.heard: dict[str, Any] = {}
        self._context: Any = self._rclpy.Context()
        self._rclpy.init(context=self._context)
        self._node: Any = self._rclpy.create_node(name, context=self._context)
        self._executor: Any = import_module("rclpy.executors").SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self._node)
        self._clients: dict[tuple[str, str], Any] = {}
        self._going: list[Any] = []
        self._thread = threading.Thread(target=self._spin, name="midworld-robot", daemon=True)
        self._thread.start()

    @property
    def now(self) -> float:
        return float(self._node.get_clock().now().nanoseconds) * 1e-9

    @property
    def busy(self) -> bool:
        """Whether an action is under way."""
        return bool(self._going)

    def goal(self, kind: str) -> Any:
        """An empty goal of an action."""
        return _class(kind).Goal()

    def hear(self, kind: str, topic: str, key: str, *, latched: bool = False) -> None:
        """Keeps the last message of a topic."""
        qos: Any = import_module("rclpy.qos")
        profile = qos.QoSProfile(depth=10)
        if latched:
            profile.durability = qos.DurabilityPolicy.TRANSIENT_LOCAL

        def keep(message: Any) -> None:
            self.heard[key] = message

        self._node.create_subscription(_class(kind), topic, keep, profile)

    async def known(self, key: str, verb: Verb, topic: str) -> Any:
        """The last message of a topic, waited for a while. Raises CannotDo."""
        for _ in range(int(ANSWERS_S / 0.05)):
            if key in self.heard:
                return self.heard[key]
            await asyncio.sleep(0.05)
        raise CannotDo(verb, f"nothing was heard on {topic}")

    async def done(self, verb: Verb, kind: str, name: str, goal: Any) -> Any:
        """The result of an action. Raises CannotDo; one that is cancelled has ended before that passes on."""
        client = await self._client(verb, kind, name)
        sent = asyncio.ensure_future(self._awaited(client.send_goal_async(goal)))
        try:
            handle = await asyncio.wait_for(asyncio.shield(sent), ANSWERS_S)
        except asyncio.CancelledError:
            await self._ended(await sent)
            raise
        except TimeoutError:
            raise CannotDo(verb, f"{name} does not answer") from None
        if not handle.accepted:
            raise CannotDo(verb, f"{name} refused")
        self._going.append(handle)
        try:
            answer = await self._awaited(handle.get_result_async())
        except asyncio.CancelledError:
            await self._ended(handle)
            raise
        finally:
            self._going.remove(handle)
        if answer.status == CANCELED:
            raise CannotDo(verb, "it was stopped")
        if answer.status != SUCCEEDED:
            raise CannotDo(verb, f"{name} failed{_why(answer.result)}")
        return answer.result

    async def stop(self) -> None:
        """Cancels every action that is under way, and waits until they have ended."""
        await asyncio.gather(*(self._ended(each) for each in tuple(self._going)))

    def close(self) -> None:
        self._executor.shutdown()
        self._node.destroy_node()
        self._rclpy.shutdown(context=self._context)
        self._thread.join(5.0)

    async def _ended(self, handle: Any) -> None:
        """Cancels an action, and waits until it has ended, or its server counts as dead."""
        if not handle.accepted:
            return
        try:
            async with asyncio.timeout(ANSWERS_S):
                await self._awaited(handle.cancel_goal_async())
                await self._awaited(handle.get_result_async())
        except TimeoutError:
            return

    async def _client(self, verb: Verb, kind: str, name: str) -> Any:
        if (kind, name) not in self._clients:
            made = self._action.ActionClient(self._node, _class(kind), name)
            self._clients[kind, name] = made
        client = self._clients[kind, name]
        for _ in range(int(ANSWERS_S / 0.05)):
            if client.server_is_ready():
                return client
            await asyncio.sleep(0.05)
        raise CannotDo(verb, f"nobody serves {name}")

    async def _awaited(self, future: Any) -> Any:
        """A future of rclpy, which comes true in its thread, awaited in ours."""
        loop = asyncio.get_running_loop()
        ours: asyncio.Future[Any] = loop.create_future()

        def tell(done: Any) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(lambda: None if ours.done() else ours.set_result(done.result()))

        future.add_done_callback(tell)
        return await ours

    def _spin(self) -> None:
        external: Any = import_module("rclpy.executors").ExternalShutdownException
        try:
            self._executor.spin()
        except external:
            return


def _class(kind: str) -> Any:
    """A message or action by its name. Raises MissingRos."""
    package, part, name = kind.split("/")
    try:
        return getattr(import_module(f"{package}.{part}"), name)
    except ImportError as missing:
        raise MissingRos(kind, package) from missing


def _arm(world: World, robot: str, side: str) -> Arm:
    role = world.entity(robot).role
    assert isinstance(role, Agent)
    links = {mount.part.removesuffix("_hand"): mount.link for mount in role.mounts}
    found = [arm for arm in arms(world.structure) if arm.owner == robot and arm.links[-1] == links.get(side)]
    if not found:
        raise CannotDo("reach", f"the model of {robot} has no {side} arm; its scene names hands under parts:")
    return found[0]


def _neck(world: World, robot: str, pan_tilt: tuple[str, str]) -> FloatArray | None:
    joints = [each.joint for each in world.structure.entities if str(each.id).startswith(f"{robot}/")]
    origins = {each.name: np.asarray(each.origin.position) for each in joints if each is not None}
    pan, tilt = pan_tilt
    return origins[pan] + origins[tilt] if pan in origins and tilt in origins else None


def _fill(message: Any, pose: Pose) -> None:
    message.position.x, message.position.y, message.position.z = pose.position
    turn = message.orientation
    turn.x, turn.y, turn.z, turn.w = pose.orientation


def _why(result: Any) -> str:
    code = getattr(result, "error_code", 0)
    text = getattr(result, "error_string", "") or getattr(result, "error_msg", "")
    return f": {text or code}" if text or code else ""
