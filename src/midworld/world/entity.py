"""What there can be in a world: objects, agents, their body parts and sensors."""

from enum import Enum, StrEnum
from typing import Literal, NewType

import msgspec

from ..geometry import Cavity, Frustum, Inertial, Pose, Quaternion, Shape, Vector3

EntityId = NewType("EntityId", str)

PartName = Literal["head", "torso", "base", "left_hand", "right_hand"]
PART_NAMES: tuple[PartName, ...] = ("head", "torso", "base", "left_hand", "right_hand")
HANDS: tuple[PartName, ...] = ("left_hand", "right_hand")


class Status(Enum):
    """How we come to know where something is."""

    PERCEIVED = 0
    INFERRED = 1
    HELD = 2
    UNKNOWN = 3

    @property
    def word(self) -> str:
        return self.name.lower()


class PointOfInterest(msgspec.Struct, frozen=True):
    """Points of an entity through which it is detected, in its frame: the corners of a tag, say."""

    name: str
    points: tuple[Vector3, ...]


class JointKind(StrEnum):
    REVOLUTE = "revolute"
    CONTINUOUS = "continuous"
    PRISMATIC = "prismatic"
    PLANAR = "planar"
    FLOATING = "floating"


class Mimic(msgspec.Struct, frozen=True):
    """A joint that follows another: it stands at `multiplier` times where that one does, plus `offset`."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0


class Joint(msgspec.Struct, frozen=True):
    """How a link may move against its parent: the axis is in the link's frame, limits in radians or metres."""

    name: str
    kind: JointKind
    origin: Pose
    axis: Vector3 = (1.0, 0.0, 0.0)
    lower: float | None = None
    upper: float | None = None
    mimic: Mimic | None = None


class Object(msgspec.Struct, frozen=True, tag="object"):
    """A thing. A static one never moves and needs no mass; one with cavities can hold others.

    `friction` is Coulomb's coefficient, where it is known, `restitution` the share of its speed a thing keeps when it
    bounces; `offset` and `turn` how the shape's frame lies in the tracker's. `upright_at_start`: that turn is such that
    the thing stands upright when it is first seen.
    """

    static: bool = False
    inertial: Inertial | None = None
    cavities: tuple[Cavity, ...] = ()
    friction: float | None = None
    offset: Vector3 | None = None
    restitution: float | None = None
    upright_at_start: bool = False
    turn: Quaternion | None = None


class Mount(msgspec.Struct, frozen=True):
    """The link of a body model that a part of the body belongs to, and where on it."""

    part: PartName
    link: EntityId
    pose: Pose = Pose()


class Agent(msgspec.Struct, frozen=True, tag="agent"):
    """A person or a robot; its pose is that of its base, else of its head.

    `mounts` tell which links of its model are its head, torso and hands. `height` and `arm_length`, from the shoulder
    to the fingertips, are a person's in metres, where they are known; `learnt` from what was seen, if nobody said them.
    """

    kind: Literal["human", "robot"]
    mounts: tuple[Mount, ...] = ()
    height: float | None = None
    arm_length: float | None = None
    learnt: bool = False


class BodyPart(msgspec.Struct, frozen=True, tag="part"):
    """A part of an agent's body; a head may have its eyes `closed`, None where nobody ever said so."""

    part: PartName
    owner: EntityId
    closed: bool | None = None


class Sensor(msgspec.Struct, frozen=True, tag="sensor"):
    """Sees along its +X axis; `owner` is the agent that carries it. One that sees nothing has no frustum.

    `noise` is the standard deviation of the positions it reports, along each axis in metres, where it is known.
    `classes` are those it can find, all if there are none; `duty_cycle` how many seconds of how many it looks, counted
    from stamp 0. While it moves itself, what it reports is kept, discarded or smoothed.
    """

    frustum: Frustum | None
    owner: EntityId | None = None
    noise: float | None = None
    classes: tuple[str, ...] = ()
    rate: float | None = None
    duty_cycle: tuple[float, float] | None = None
    moving: Literal["keep", "discard", "smooth"] = "keep"

    def looks(self, stamp: float) -> bool:
        """Whether it is on at an instant."""
        return self.duty_cycle is None or stamp % self.duty_cycle[1] < self.duty_cycle[0]


class Link(msgspec.Struct, frozen=True, tag="link"):
    """A rigid piece of an agent's own body model, hands and head of the tracker aside."""

    owner: EntityId


Role = Object | Agent | BodyPart | Sensor | Link
Colour = str | Vector3


class Entity(msgspec.Struct, frozen=True):
    """One node of a scene graph, all but where it is. `hidden` marks an identifier made up on the spot.

    `assumed` names what nobody measured or declared: it was filled in from knowledge of the thing or its class.
    """

    id: EntityId
    role: Role = Object()
    parent: EntityId | None = None
    category: str = "Object"
    labels: tuple[str, ...] = ()
    colour: Colour | None = None
    collision: Shape | None = None
    visual: Shape | None = None
    joint: Joint | None = None
    points_of_interest: tuple[PointOfInterest, ...] = ()
    hidden: bool = False
    assumed: tuple[str, ...] = ()


def is_made_up(name: str) -> bool:
    """Whether a name was made up on the spot, as `cup#1`: no other name has that sign."""
    return "#" in name


def part_id(agent: EntityId, part: PartName) -> EntityId:
    """The name of a person's hand as a node: `ann/right_hand`."""
    return EntityId(f"{agent}/{part}")
