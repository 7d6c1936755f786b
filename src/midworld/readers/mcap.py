"""A recorded run as MCAP with Foxglove's schemas: transforms, scenes, and what happens as JSON."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from ..errors import BadInput, MissingExtra, Problem
from ..geometry import Box, Cylinder, Meshes, Pose, Shape, Sphere, primitives, surface
from ..runtime import Commit
from ..world import Entity, Structure, World
from .scenery import own_colour

try:
    import foxglove
    from foxglove import messages
    from foxglove.channels import FrameTransformsChannel, SceneUpdateChannel
except ImportError as missing:
    raise MissingExtra("writing MCAP", "mcap") from missing

# The frame all worlds are in, as in REP-105.
MAP = "map"
# What has no colour of its own.
GREY = (0.7, 0.7, 0.7)
ENTRY = {
    "type": "object",
    "title": "midworld.Entry",
    "properties": {
        "type": {"type": "string", "enum": ["event", "situation", "ended"]},
        "world": {"type": "string"},
        "stamp": {"type": "number"},
        "predicate": {"type": "string"},
        "subject": {"type": ["string", "null"]},
        "object": {"type": ["string", "boolean", "null"]},
    },
    "required": ["type", "world", "stamp", "predicate"],
}


def write_mcap(commits: Iterable[Commit], path: Path, *, meshes: Meshes = MappingProxyType({})) -> int:
    """Writes commits as they come; how many messages that were. Raises BadInput where the file cannot be written.

    `/tf` has where everything is in every world (frames `WORLD/ENTITY`), `/WORLD/scene` what it looks like,
    `/WORLD/timeline` what happens, begins and ends.
    """
    context = foxglove.Context()
    try:
        writer = foxglove.open_mcap(path, allow_overwrite=True, context=context)
    except (OSError, RuntimeError) as error:
        raise BadInput([Problem(str(path), None, f"cannot be written: {error}")]) from error
    with writer:
        told = _Telling(context, meshes)
        for commit in commits:
            told.commit(commit)
    return told.count


class _Telling:
    def __init__(self, context: "foxglove.Context", meshes: Meshes) -> None:
        self._context, self._meshes = context, meshes
        self._frames = FrameTransformsChannel("/tf", context=context)
        self._scenes: dict[str, SceneUpdateChannel] = {}
        self._timelines: dict[str, foxglove.Channel] = {}
        self._known: dict[str, Structure] = {}
        self.count = 0

    def commit(self, commit: Commit) -> None:
        name, world, when = commit.name, commit.world, max(0, round(commit.stamp * 1e9))
        self._frames.log(messages.FrameTransforms(transforms=list(_transforms(name, world, when))), log_time=when)
        self.count += 1
        if self._known.get(name) is not world.structure:
            self._scene(name, world, when)
        for entry in commit.delta.entries:
            channel = self._timelines.get(name)
            if channel is None:
                topic = f"/{name}/timeline"
                channel = foxglove.Channel(topic, schema=ENTRY, context=self._context)
                self._timelines[name] = channel
            said = {"world": name, "stamp": commit.stamp, **msgspec.to_builtins(entry)}
            channel.log(json.dumps(said).encode(), log_time=when)
            self.count += 1

    def _scene(self, name: str, world: World, when: int) -> None:
        before, self._known[name] = self._known.get(name, Structure()), world.structure
        gone = [messages.SceneEntityDeletion(id=each) for each in before.ids if each not in world.structure]
        changed = [each for each in world.structure.entities if each.id not in before or before[each.id] != each]
        entities = [self._entity(name, each, when) for each in changed if each.visual or each.collision]
        if not gone and not entities:
            return
        channel = self._scenes.get(name)
        if channel is None:
            channel = self._scenes[name] = SceneUpdateChannel(f"/{name}/scene", context=self._context)
        channel.log(messages.SceneUpdate(deletions=gone, entities=entities), log_time=when)
        self.count += 1

    def _entity(self, world: str, entity: Entity, when: int) -> "messages.SceneEntity":
        shape = entity.visual or entity.collision
        assert shape is not None
        red, green, blue = own_colour(entity.colour) or GREY
        colour = messages.Color(r=red, g=green, b=blue, a=1.0)
        found: dict[str, list[Any]] = {"cubes": [], "spheres": [], "cylinders": [], "triangles": []}
        for part in primitives(shape):
            kind, primitive = _primitive(part.shape, part.pose, colour, self._meshes)
            found[kind].append(primitive)
        words = {"class": entity.category, "labels": ", ".join(entity.labels)}
        metadata = [messages.KeyValuePair(key=key, value=value) for key, value in words.items() if value]
        return messages.SceneEntity(
            timestamp=_timestamp(when),
            frame_id=frame(world, entity.id),
            id=entity.id,
            frame_locked=True,
            metadata=metadata,
            cubes=found["cubes"],
            spheres=found["spheres"],
            cylinders=found["cylinders"],
            triangles=found["triangles"],
        )


def frame(world: str, entity: str) -> str:
    """The frame of an entity of a world."""
    return f"{world}/{entity}"


def _transforms(name: str, world: World, when: int) -> Iterator["messages.FrameTransform"]:
    poses = world.state.pose
    for row, entity in enumerate(world.structure.entities):
        x, y, z, *turn = poses[row].tolist()
        yield messages.FrameTransform(
            timestamp=_timestamp(when),
            parent_frame_id=MAP if entity.parent is None else frame(name, entity.parent),
            child_frame_id=frame(name, entity.id),
            translation=messages.Vector3(x=x, y=y, z=z),
            rotation=_quaternion(turn),
        )


def _primitive(shape: Shape, pose: Pose, colour: "messages.Color", meshes: Meshes) -> tuple[str, Any]:
    place = _pose(pose)
    match shape:
        case Box((x, y, z)):
            size = messages.Vector3(x=x, y=y, z=z)
            return "cubes", messages.CubePrimitive(pose=place, size=size, color=colour)
        case Sphere(radius):
            size = messages.Vector3(x=2 * radius, y=2 * radius, z=2 * radius)
            return "spheres", messages.SpherePrimitive(pose=place, size=size, color=colour)
        case Cylinder(radius, height):
            size = messages.Vector3(x=2 * radius, y=2 * radius, z=height)
            both: Mapping[str, float] = {"bottom_scale": 1.0, "top_scale": 1.0}
            return "cylinders", messages.CylinderPrimitive(pose=place, size=size, color=colour, **both)
        case _:
            corners = surface(shape, meshes).reshape(-1, 3).tolist()
            points = [messages.Point3(x=x, y=y, z=z) for x, y, z in corners]
            return "triangles", messages.TriangleListPrimitive(pose=place, points=points, color=colour)


def _pose(pose: Pose) -> "messages.Pose":
    x, y, z = pose.position
    return messages.Pose(position=messages.Vector3(x=x, y=y, z=z), orientation=_quaternion(pose.orientation))


def _quaternion(turn: Iterable[float]) -> "messages.Quaternion":
    x, y, z, w = turn
    return messages.Quaternion(x=x, y=y, z=z, w=w)


def _timestamp(when: int) -> "messages.Timestamp":
    return messages.Timestamp(sec=when // 1_000_000_000, nsec=when % 1_000_000_000)
