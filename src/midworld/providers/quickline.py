"""The common observation line, read at the speed of compiled code; anything unusual is left to the careful reader."""

import math

import msgspec

from ..geometry import Pose, Quaternion, Vector3
from ..perception import AgentPercept, Observation, PartPercept, Percept
from ..world import PART_NAMES, EntityId, PartName
from .document import UNIT_TOLERANCE

Matrix = list[float]


class _Percept(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    position: Vector3
    orientation: Quaternion | None = None
    covariance: Matrix | None = None


class _Place(msgspec.Struct, forbid_unknown_fields=True):
    position: Vector3
    orientation: Quaternion | None = None
    looks_at: Vector3 | None = None


class _Agent(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    head: _Place | None = None
    torso: _Place | None = None
    base: _Place | None = None
    left_hand: _Place | None = None
    right_hand: _Place | None = None
    joints: dict[str, float] | None = None


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    stamp: float
    source: str
    objects: list[_Percept] | None = None
    agents: list[_Agent] | None = None


class Head(msgspec.Struct, frozen=True):
    """When a line was perceived, and by whom."""

    stamp: float
    source: str


_decode = msgspec.json.Decoder(_Line).decode
_decode_head = msgspec.json.Decoder(Head).decode


class Unusual(Exception):
    """This line needs the careful reader, which tells what is wrong or accepts what is rare."""


def read_quickly(line: bytes) -> Observation:
    """An observation of plain percepts in the fixed frame. Raises Unusual for anything else, good or bad."""
    try:
        read = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unusual from None
    if not math.isfinite(read.stamp):
        raise Unusual
    objects = None if read.objects is None else tuple(_percept(percept) for percept in read.objects)
    agents = None if read.agents is None else tuple(_agent(agent) for agent in read.agents)
    for listed in (objects, agents):
        if listed is not None and len({each.id for each in listed}) != len(listed):
            raise Unusual
    return Observation(read.stamp, read.source, objects, agents)


def read_head(line: bytes) -> Head:
    """When and by whom, without the rest, which may be wrong. Raises Unusual where the careful reader must look."""
    try:
        head = _decode_head(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unusual from None
    if not math.isfinite(head.stamp):
        raise Unusual
    return head


def _percept(read: _Percept) -> Percept:
    covariance = None if read.covariance is None else tuple(read.covariance)
    if covariance is not None and (len(covariance) != 36 or not math.isfinite(sum(covariance))):
        raise Unusual
    return Percept(EntityId(read.id), _finite(read.position), _unit(read.orientation), covariance)


def _agent(read: _Agent) -> AgentPercept:
    parts = tuple(_part(part, place) for part in PART_NAMES if (place := getattr(read, part)) is not None)
    return AgentPercept(EntityId(read.id), parts, read.joints or {})


def _part(part: PartName, place: _Place) -> PartPercept:
    position = _finite(place.position)
    if place.looks_at is None:
        return PartPercept(part, position, _unit(place.orientation))
    if place.orientation is not None or place.looks_at == position:
        raise Unusual
    return PartPercept(part, position, Pose.looking(position, at=_finite(place.looks_at)).orientation)


def _finite(vector: Vector3) -> Vector3:
    if not math.isfinite(vector[0] + vector[1] + vector[2]):
        raise Unusual
    return vector


def _unit(quaternion: Quaternion | None) -> Quaternion | None:
    if quaternion is None:
        return None
    norm = math.hypot(*quaternion)
    if not abs(norm - 1.0) <= UNIT_TOLERANCE:
        raise Unusual
    x, y, z, w = quaternion
    return (x / norm, y / norm, z / norm, w / norm)
