"""The room around a story: floor, table, people and the camera, drawn within the ranges a script gives.

Stories are told in one fixed frame: the table's centre is above the origin, the camera looks along +x, people stand at
the far side. The files are written in another frame (see `Room.world`), so that nothing can lean on this convention.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from .draw import Fields, ScriptError
from .pose import Array, Pose, array, at
from .shape import Part, Thing

Side = Literal["far", "near", "left", "right"]
_TOWARDS: dict[str, tuple[float, float]] = {"far": (1, 0), "near": (-1, 0), "left": (0, 1), "right": (0, -1)}


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table top of `depth` (x) by `width` (y) whose surface is at `height`."""

    depth: float
    width: float
    height: float
    thing: Thing

    def edge(self, side: Side) -> float:
        return self.depth / 2 if side in ("far", "near") else self.width / 2


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """Someone with hands; `torso` is where they stand, `facing` a unit vector towards the table.

    `looks` is the point they look at to begin with, their own hand if there is none; `shake` is the noise of the
    tracker of their head.
    """

    name: str
    kind: Literal["human", "robot"]
    torso: Array
    facing: Array
    head: Array
    hands: tuple[str, ...]
    girth: float
    looks: Array | None = None
    shake: float = 0.0

    @property
    def rest(self) -> dict[str, Array]:
        """Where the hands are when they do nothing."""
        across = array(-self.facing[1], self.facing[0], 0)
        side = {"right_hand": -0.2, "left_hand": 0.2}
        low = array(0, 0, self.head[2] - 0.62)
        return {hand: self.torso + 0.22 * self.facing + side[hand] * across + low for hand in self.hands}

    def shoulder(self, hand: str) -> Array:
        across = array(-self.facing[1], self.facing[0], 0)
        return self.torso + (-0.18 if hand == "right_hand" else 0.18) * across + array(0, 0, self.head[2] - 0.28)


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A static camera; `fov` in degrees, horizontal and vertical."""

    position: Array
    target: Array
    fov: tuple[float, float]
    reach: tuple[float, float]

    @property
    def axes(self) -> Array:
        """Rows: forward, left, up."""
        forward = self.target - self.position
        forward = forward / np.linalg.norm(forward)
        left = np.cross(array(0, 0, 1), forward)
        left = left / np.linalg.norm(left)
        return np.array([forward, left, np.cross(forward, left)])


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """Everything that is there before the story starts, and where the files' frame is."""

    floor: Thing
    table: Table
    people: dict[str, Person]
    camera: Camera
    world: Pose


def room(fields: Fields) -> Room:
    """A room within the script's ranges."""
    table = _table(fields.fields("table"))
    agents = fields.fields("agents")
    people = {name: _person(name, agents.fields(name), table) for name in agents.keys}
    camera = _camera(fields.fields("camera"), table)
    floor_part = Part("box", (8.0, 8.0, 0.1))
    floor = Thing("floor", "Object", (floor_part,), 0.0, static=True, friction=0.6, pose=at(0, 0, -0.05))
    rng = fields.rng
    world = at(0.6, 0.0, 0.0)
    if rng.random() < 0.6:
        world = at(float(rng.uniform(-2, 2)), float(rng.uniform(-2, 2)), 0.0, yaw=float(rng.uniform(-np.pi, np.pi)))
    return Room(floor, table, people, camera, world)


def _table(fields: Fields) -> Table:
    depth, width = fields.number("depth", "0.75..1.1"), fields.number("width", "1.2..1.8")
    height, slab = fields.number("height", "0.66..0.80"), fields.number("slab", "0.02..0.05")
    style = fields.text("style", {"either": ["slab", "slab", "desk", "block", "legs"]})
    fields.finished()
    top = Part("box", (depth, width, slab), array(0, 0, 0))
    below = height - slab
    middle = -(slab + below) / 2
    parts = [top]
    if style == "block":
        parts.append(Part("box", (depth - 0.04, width - 0.04, below), array(0, 0, middle)))
    elif style == "desk":
        parts.append(Part("box", (0.02, width - 0.04, below), array(0.03 - depth / 2, 0, middle)))
    elif style == "legs":
        for x in (-1, 1):
            for y in (-1, 1):
                where = array(x * (depth / 2 - 0.05), y * (width / 2 - 0.05), middle)
                parts.append(Part("box", (0.05, 0.05, below), where))
    elif style != "slab":
        raise ScriptError(f"{fields.where}.style: no table style {style!r}; there are slab, desk, block, legs")
    thing = Thing("table", "Table", tuple(parts), 0.0, static=True, friction=0.6, pose=at(0, 0, height - slab / 2))
    return Table(depth, width, height, thing)


def _person(name: str, fields: Fields, table: Table) -> Person:
    kind = fields.text("kind", "robot" if name == "robot" else "human")
    side = fields.text("side", "near" if kind == "robot" else "far")
    if side not in _TOWARDS or kind not in ("human", "robot"):
        raise ScriptError(f"{fields.where}: side is one of {', '.join(_TOWARDS)}; kind is human or robot")
    out = array(*_TOWARDS[side], 0.0)
    along = array(-out[1], out[0], 0.0)
    far = (table.depth if side in ("far", "near") else table.width) / 2 + fields.number("distance", "0.22..0.4")
    torso = out * far + along * fields.number("along", "-0.25..0.25")
    head = torso + array(0, 0, fields.number("height", "1.5..1.8"))
    hands = fields.words("hands") or ("right_hand",)
    girth = fields.number("girth", "0.15..0.2")
    looks = array(*fields.vector("looks"), table.height) if "looks" in fields else None
    shake = fields.number("shake") if "shake" in fields else 0.0
    fields.finished()
    return Person(name, "robot" if kind == "robot" else "human", torso, -out, head, hands, girth, looks, shake)


def seat(table: Table, side: str, *, distance: float, along: float) -> tuple[Array, Array]:
    """Where somebody stands at a side of the table, and what they face there."""
    out = array(*_TOWARDS[side], 0.0)
    far = (table.depth if side in ("far", "near") else table.width) / 2 + distance
    return out * far + array(-out[1], out[0], 0.0) * along, -out


def _camera(fields: Fields, table: Table) -> Camera:
    azimuth = np.radians(fields.number("azimuth", "-35..35"))
    distance, rise = fields.number("distance", "1.0..1.6"), fields.number("rise", "0.45..1.0")
    side, beyond = fields.vector("aim", ["-0.1..0.1", "-0.1..0.1"])
    position = array(-distance * np.cos(azimuth), distance * np.sin(azimuth), table.height + rise)
    fov = (fields.number("wide", "65..90"), fields.number("tall", "50..65"))
    fields.finished()
    return Camera(position, array(side, beyond, table.height + 0.05), fov, (0.2, 5.0))
