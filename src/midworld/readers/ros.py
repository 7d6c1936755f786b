"""Worlds for ROS: transforms and markers of every world, what happens and holds as JSON, and how the run fares."""

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Protocol

import msgspec

from ..geometry import Box, Cylinder, Meshes, Pose, Shape, Sphere, primitives, surface
from ..runtime import Board, Commit
from ..world import Entity, Structure, World
from .scenery import own_colour

TF = "tf2_msgs/msg/TFMessage"
MARKERS = "visualization_msgs/msg/MarkerArray"
TEXT = "std_msgs/msg/String"
DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"
GREY = (0.7, 0.7, 0.7)
CUBE, SPHERE, CYLINDER, TRIANGLES, ADD, DELETE = 1, 2, 3, 11, 0, 2
# How often the state of the run is told, in seconds of its own time.
DIAGNOSED_S = 1.0
# How often all shapes are told again, for whoever came late, in seconds of the run's own time (chosen).
SHOWN_AGAIN_S = 5.0

Message = dict[str, Any]


class Tells(Protocol):
    """A node that publishes topics."""

    def publish(self, topic: str, kind: str, values: Mapping[str, Any]) -> None: ...


class RosWriter:
    """Tells a node what a board commits: `/tf`, and below the prefix `WORLD/markers`, `facts`, `events`.

    Frames are `PREFIX/WORLD/ENTITY`, so that they are nobody else's.
    """

    def __init__(
        self,
        node: Tells,
        *,
        prefix: str = "midworld",
        fixed_frame: str = "map",
        meshes: Meshes = MappingProxyType({}),
    ) -> None:
        self._node, self._prefix, self._fixed, self._meshes = node, prefix, fixed_frame, meshes
        self._known: dict[str, Structure] = {}
        self._shown: dict[str, float] = {}
        self._rates: dict[str, int] = {}
        self._diagnosed = float("-inf")

    def follow(self, board: Board) -> Callable[[], None]:
        """Tells every commit from now on; what it returns ends that."""
        return board.subscribe(self.write)

    def write(self, commit: Commit) -> None:
        name, world, stamp = commit.name, commit.world, _stamp(commit.stamp)
        transforms = list(self._transforms(name, world, stamp))
        if transforms:
            self._node.publish("/tf", TF, {"transforms": transforms})
        again = commit.stamp >= self._shown.get(name, float("-inf")) + SHOWN_AGAIN_S
        if again:
            self._shown[name] = commit.stamp
        if again or self._known.get(name) is not world.structure:
            self._markers(name, world, stamp, again=again)
        for entry in commit.delta.entries:
            said = {"world": name, **msgspec.to_builtins(entry)}
            kind = "events" if said["type"] == "event" else "facts"
            self._node.publish(f"/{self._prefix}/{kind}", TEXT, {"data": json.dumps(said)})
        self._diagnose(commit, stamp)

    def frame(self, world: str, entity: str) -> str:
        return f"{self._prefix}/{world}/{entity}"

    def _transforms(self, name: str, world: World, stamp: Message) -> Iterator[Message]:
        for row, entity in enumerate(world.structure.entities):
            x, y, z, *turn = world.state.pose[row].tolist()
            parent = self._fixed if entity.parent is None else self.frame(name, entity.parent)
            yield {
                "header": {"stamp": stamp, "frame_id": parent},
                "child_frame_id": self.frame(name, entity.id),
                "transform": {"translation": {"x": x, "y": y, "z": z}, "rotation": _quaternion(turn)},
            }

    def _markers(self, name: str, world: World, stamp: Message, *, again: bool) -> None:
        """What has changed since they were told, or all of them."""
        before, self._known[name] = self._known.get(name, Structure()), world.structure
        markers: list[Message] = []
        for entity in before.entities:
            left = _parts(world.structure[entity.id]) if entity.id in world.structure else 0
            markers += [{"ns": entity.id, "id": each, "action": DELETE} for each in range(left, _parts(entity))]
        for entity in world.structure.entities:
            shape = entity.visual or entity.collision
            changed = entity.id not in before or before[entity.id] != entity
            if shape is not None and (again or changed):
                header = {"stamp": stamp, "frame_id": self.frame(name, entity.id)}
                markers += list(self._shape(entity, shape, header))
        if markers:
            self._node.publish(f"/{self._prefix}/{name}/markers", MARKERS, {"markers": markers})

    def _shape(self, entity: Entity, shape: Shape, header: Message) -> Iterator[Message]:
        red, green, blue = own_colour(entity.colour) or GREY
        for number, part in enumerate(primitives(shape)):
            yield {
                "header": header,
                "ns": entity.id,
                "id": number,
                "action": ADD,
                "frame_locked": True,
                "pose": _pose(part.pose),
                "color": {"r": red, "g": green, "b": blue, "a": 1.0},
                **_primitive(part.shape, self._meshes),
            }

    def _diagnose(self, commit: Commit, stamp: Message) -> None:
        self._rates[commit.name] = self._rates.get(commit.name, 0) + 1
        if commit.stamp < self._diagnosed + DIAGNOSED_S:
            return
        seconds = commit.stamp - self._diagnosed
        status = [
            {
                "name": f"{self._prefix}: {name}",
                "hardware_id": self._prefix,
                "message": "up to date",
                "values": [{"key": "commits a second", "value": f"{count / seconds:.1f}"}] if seconds < 1e9 else [],
            }
            for name, count in sorted(self._rates.items())
        ]
        self._node.publish("/diagnostics", DIAGNOSTICS, {"header": {"stamp": stamp}, "status": status})
        self._diagnosed, self._rates = commit.stamp, {}


def _parts(entity: Entity) -> int:
    """Of how many markers an entity is made."""
    shape = entity.visual or entity.collision
    return 0 if shape is None else len(list(primitives(shape)))


def _primitive(shape: Shape, meshes: Meshes) -> Message:
    match shape:
        case Box((x, y, z)):
            return {"type": CUBE, "scale": {"x": x, "y": y, "z": z}}
        case Sphere(radius):
            return {"type": SPHERE, "scale": {"x": 2 * radius, "y": 2 * radius, "z": 2 * radius}}
        case Cylinder(radius, height):
            return {"type": CYLINDER, "scale": {"x": 2 * radius, "y": 2 * radius, "z": height}}
        case _:
            points = [{"x": x, "y": y, "z": z} for x, y, z in surface(shape, meshes).reshape(-1, 3).tolist()]
            return {"type": TRIANGLES, "scale": {"x": 1.0, "y": 1.0, "z": 1.0}, "points": points}


def _pose(pose: Pose) -> Message:
    x, y, z = pose.position
    return {"position": {"x": x, "y": y, "z": z}, "orientation": _quaternion(list(pose.orientation))}


def _quaternion(turn: list[float]) -> Message:
    x, y, z, w = turn
    return {"x": x, "y": y, "z": z, "w": w}


def _stamp(seconds: float) -> Message:
    whole = int(max(seconds, 0.0))
    return {"sec": whole, "nanosec": round((max(seconds, 0.0) - whole) * 1e9) % 1_000_000_000}
