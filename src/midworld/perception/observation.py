"""What one source reports at one instant."""

import msgspec

from ..geometry import Pose, Quaternion, Vector3
from ..world import EntityId, PartName, Placed

Covariance = tuple[float, ...]


class Percept(msgspec.Struct, frozen=True):
    """A thing seen: where, and how it is turned if the tracker can tell. `model` describes one nobody declared.

    `colour` (red, green and blue in 0..1) and `size` are as it looks, whatever it is declared to be.
    """

    id: EntityId
    position: Vector3
    orientation: Quaternion | None = None
    covariance: Covariance | None = None
    frame: EntityId | None = None
    model: tuple[Placed, ...] = ()
    colour: Vector3 | None = None
    size: Vector3 | None = None


class Unnamed(msgspec.Struct, frozen=True):
    """A thing seen by somebody who does not know which one it is, only what it looks like.

    `category` is its class, "" where not even that is known; `colour` red, green and blue in 0..1; `size` its full
    edge lengths in metres; `points` lie on its surface, in the frame `position` is in. `model` is what it is taken for
    where nothing declared looks like it, under any name.
    """

    position: Vector3
    orientation: Quaternion | None = None
    covariance: Covariance | None = None
    frame: EntityId | None = None
    category: str = ""
    colour: Vector3 | None = None
    size: Vector3 | None = None
    points: tuple[Vector3, ...] = ()
    model: tuple[Placed, ...] = ()


class PartPercept(msgspec.Struct, frozen=True):
    """A head, hand, torso or base seen; of a hand that is a gripper, its force in newtons and its gap in metres."""

    part: PartName
    position: Vector3
    orientation: Quaternion | None = None
    frame: EntityId | None = None
    gripper: tuple[float, float] | None = None


class AgentPercept(msgspec.Struct, frozen=True):
    """Somebody seen; `joints` are positions of joints of its model, radians or metres, those left out stay.

    What is not among `parts` but belongs to a link is where the joints put it. Without an `id`, it is somebody. Whether
    its eyes are closed, it sleeps or speaks is None where nothing is said of that. `height` and `arm_length` are as
    this sight of a body tells them, in metres.
    """

    id: EntityId
    parts: tuple[PartPercept, ...] = ()
    joints: dict[str, float] = msgspec.field(default_factory=dict[str, float])
    eyes_closed: bool | None = None
    asleep: bool | None = None
    speaks: bool | None = None
    height: float | None = None
    arm_length: float | None = None


class Observation(msgspec.Struct, frozen=True):
    """Everything a source perceives at an instant. None: it says nothing of things, or of agents, this time.

    `unnamed` are things it sees beside `objects`, without knowing which they are. One that has not `looked` says
    nothing about what it does not list.
    """

    stamp: float
    source: str
    objects: tuple[Percept, ...] | None = None
    agents: tuple[AgentPercept, ...] | None = None
    sensor: Pose | None = None
    unnamed: tuple[Unnamed, ...] = ()
    looked: bool = True
