"""A ROS 2 node: over DDS without a ROS installation, or through rclpy inside a sourced one."""

# cyclonedds and rclpy are typed in part or not at all.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import os
import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from ..errors import MissingExtra

Callback = Callable[[Any], None]
# Only this machine, unless CYCLONEDDS_URI says otherwise: no multicast, and peers found on 127.0.0.1.
LOOPBACK = (
    '<CycloneDDS><Domain><General><Interfaces><NetworkInterface name="lo" multicast="false"/></Interfaces>'
    "<AllowMulticast>false</AllowMulticast></General><Discovery><ParticipantIndex>auto</ParticipantIndex>"
    '<MaxAutoParticipantIndex>40</MaxAutoParticipantIndex><Peers><Peer address="127.0.0.1"/></Peers></Discovery>'
    "</Domain></CycloneDDS>"
)
# How often messages are looked for, in seconds (chosen; a camera brings one every 0.03).
POLL_S = 0.005
# Topics of which whoever comes late wants the last message.
LATCHED = ("tf_static",)
# Whoever asks for reliable messages hears no sensor that does not promise them; transforms are always reliable.
RELIABLE = ("tf", "tf_static")


class RosNode(Protocol):
    """Publishes and hears topics; types are `geometry_msgs/msg/Pose`, messages mappings out and objects in."""

    def publish(self, topic: str, kind: str, values: Mapping[str, Any]) -> None: ...

    def subscribe(self, topic: str, kind: str, callback: Callback) -> None: ...

    def close(self) -> None: ...


def ros_node(name: str = "midworld") -> RosNode:
    """A node through rclpy where a ROS is sourced, else over DDS. Raises MissingExtra."""
    if os.environ.get("ROS_DISTRO") and find_spec("rclpy") is not None:
        return RclpyNode(name)
    return DdsNode()


class DdsNode:
    """Speaks to ROS nodes over DDS, on the domain of ROS_DOMAIN_ID; on this machine only unless told otherwise."""

    def __init__(self) -> None:
        os.environ.setdefault("CYCLONEDDS_URI", LOOPBACK)
        try:
            self._dds = import_module("cyclonedds.domain")
            self._types = import_module("midworld.adapters.ros_types")
        except ImportError as missing:
            raise MissingExtra("speaking ROS", "ros") from missing
        self._participant: Any = self._dds.DomainParticipant(int(os.environ.get("ROS_DOMAIN_ID", "0")))
        self._writers: dict[str, tuple[Any, str]] = {}
        self._readers: list[tuple[Any, Callback]] = []
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def publish(self, topic: str, kind: str, values: Mapping[str, Any]) -> None:
        if topic not in self._writers:
            from cyclonedds.pub import DataWriter

            where, qos = self._topic(topic, kind, reliable=True)
            self._writers[topic] = (DataWriter(self._participant, where, qos=qos), kind)
        writer, known = self._writers[topic]
        writer.write(self._types.made(known, values))

    def subscribe(self, topic: str, kind: str, callback: Callback) -> None:
        from cyclonedds.sub import DataReader

        where, qos = self._topic(topic, kind, reliable=topic.strip("/") in RELIABLE)
        self._readers = [*self._readers, (DataReader(self._participant, where, qos=qos), callback)]
        if self._thread is None:
            self._thread = threading.Thread(target=self._listen, name="midworld-ros", daemon=True)
            self._thread.start()

    def close(self) -> None:
        self._closed.set()
        if self._thread is not None:
            self._thread.join(5.0)
        self._readers, self._writers = [], {}
        self._participant = None

    def _listen(self) -> None:
        while not self._closed.wait(POLL_S):
            for reader, callback in self._readers:
                for message in reader.take(N=100):
                    # A message about somebody who left has no content.
                    if getattr(message, "sample_info", None) is None or message.sample_info.valid_data:
                        callback(message)

    def _topic(self, topic: str, kind: str, *, reliable: bool) -> tuple[Any, Any]:
        from cyclonedds.core import Policy, Qos
        from cyclonedds.topic import Topic
        from cyclonedds.util import duration

        name = topic.strip("/")
        policies = [
            Policy.Reliability.Reliable(duration(seconds=1)) if reliable else Policy.Reliability.BestEffort,
            Policy.History.KeepLast(100),
            Policy.DataRepresentation(use_cdrv0_representation=True),
        ]
        if name in LATCHED:
            policies.append(Policy.Durability.TransientLocal)
        qos = Qos(*policies)
        return Topic(self._participant, f"rt/{name}", self._types.idl_class(kind)), qos


class RclpyNode:
    """A node of the ROS that is sourced."""

    def __init__(self, name: str) -> None:
        self._rclpy: Any = import_module("rclpy")
        self._qos: Any = import_module("rclpy.qos")
        self._context: Any = self._rclpy.Context()
        self._rclpy.init(context=self._context)
        self._node: Any = self._rclpy.create_node(name, context=self._context)
        executors: Any = import_module("rclpy.executors")
        self._executor: Any = executors.SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self._node)
        self._publishers: dict[str, Any] = {}
        self._thread = threading.Thread(target=self._spin, name="midworld-ros", daemon=True)
        self._thread.start()

    def publish(self, topic: str, kind: str, values: Mapping[str, Any]) -> None:
        if topic not in self._publishers:
            self._publishers[topic] = self._node.create_publisher(_class(kind), topic, self._profile(topic))
        self._publishers[topic].publish(_filled(_class(kind)(), values))

    def subscribe(self, topic: str, kind: str, callback: Callback) -> None:
        profile = self._profile(topic)
        if topic.strip("/") not in RELIABLE:
            profile.reliability = self._qos.ReliabilityPolicy.BEST_EFFORT
        self._node.create_subscription(_class(kind), topic, callback, profile)

    def close(self) -> None:
        self._executor.shutdown()
        self._node.destroy_node()
        self._rclpy.shutdown(context=self._context)
        self._thread.join(5.0)

    def _spin(self) -> None:
        external: Any = import_module("rclpy.executors").ExternalShutdownException
        try:
            self._executor.spin()
        except external:
            return

    def _profile(self, topic: str) -> Any:
        profile = self._qos.QoSProfile(depth=100)
        if topic.strip("/") in LATCHED:
            profile.durability = self._qos.DurabilityPolicy.TRANSIENT_LOCAL
        return profile


def _class(kind: str) -> Any:
    package, _, name = kind.split("/")
    return getattr(import_module(f"{package}.msg"), name)


def _filled(message: Any, values: Mapping[str, Any]) -> Any:
    """A message of rclpy with the values of a mapping; nested messages are made of nested mappings."""
    kinds: Mapping[str, str] = message.get_fields_and_field_types()
    for key, value in values.items():
        kind = kinds[key]
        if isinstance(value, Mapping):
            _filled(getattr(message, key), value)
        elif isinstance(value, list | tuple) and "/" in kind:
            package, name = kind.removeprefix("sequence<").partition(">")[0].split("[")[0].split("/")
            inner = f"{package}/msg/{name}"
            setattr(message, key, [_filled(_class(inner)(), each) for each in value])
        else:
            setattr(message, key, value)
    return message
