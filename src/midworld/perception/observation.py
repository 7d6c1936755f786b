"""What one source reports at one instant."""

import msgspec

from ..geometry import Pose, Quaternion, Vector3
from ..world import EntityId, PartName, Placed

Covariance = tuple[float, ...]


class Percept(msgspec.Struct, frozen=True):
    """A thing seen: where, and how it is turned if the tracker can tell. `model` describes one nobody declared."""

    id: EntityId
    position: Vector3
    orientation: Quaternion | None = None
    covariance: Covariance | None = None
    frame: EntityId | None = None
    model: tuple[Placed, ...] = ()


class PartPercept(msgspec.Struct, frozen=True):
    """A head, hand, torso or base seen."""

    part: PartName
    position: Vector3
    orientation: Quaternion | None = None
    frame: EntityId | None = None


class AgentPercept(msgspec.Struct, frozen=True):
    """Somebody seen; `joints` are positions of joints of its model, radians or metres, those left out stay.

    What is not among `parts` but belongs to a link is where the joints put it.
    """

    id: EntityId
    parts: tuple[PartPercept, ...] = ()
    joints: dict[str, float] = msgspec.field(default_factory=dict[str, float])


class Observation(msgspec.Struct, frozen=True):
    """Everything a source perceives at an instant. None: it says nothing of things, or of agents, this time."""

    stamp: float
    source: str
    objects: tuple[Percept, ...] | None = None
    agents: tuple[AgentPercept, ...] | None = None
    sensor: Pose | None = None
