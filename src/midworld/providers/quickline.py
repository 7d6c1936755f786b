"""The common observation line, read at the speed of compiled code; anything unusual is left to the careful reader."""

import math
from typing import Annotated

import msgspec

from ..geometry import Pose, Quaternion
from ..limits import JOINT, NEAREST_LOOK, POSITION, STAMP, Range
from ..perception import UNIT_TOLERANCE, AgentPercept, Observation, PartPercept, Percept, covariance_fault
from ..world import PART_NAMES, EntityId, PartName


def _bounds(within: Range) -> msgspec.Meta:
    return msgspec.Meta(ge=within.least, le=within.most)


Matrix = list[float]
_Stamp = Annotated[float, _bounds(STAMP)]
_Metres = Annotated[float, _bounds(POSITION)]
_Position = tuple[_Metres, _Metres, _Metres]


class _Percept(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    position: _Position
    orientation: Quaternion | None = None
    covariance: Matrix | None = None


class _Place(msgspec.Struct, forbid_unknown_fields=True):
    position: _Position
    orientation: Quaternion | None = None
    looks_at: _Position | None = None


class _Agent(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    head: _Place | None = None
    torso: _Place | None = None
    base: _Place | None = None
    left_hand: _Place | None = None
    right_hand: _Place | None = None
    joints: dict[str, Annotated[float, _bounds(JOINT)]] | None = None


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    stamp: _Stamp
    source: str
    objects: list[_Percept] | None = None
    agents: list[_Agent] | None = None


class Head(msgspec.Struct, frozen=True):
    """When a line was perceived, and by whom."""

    stamp: _Stamp
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
    # In a line without a key twice, every colon follows a key: names have none.
    if line.count(b":") != _keys(read):
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
        return _decode_head(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unusual from None


def _keys(read: _Line) -> int:
    """How many keys a line has, with none of them twice and none that is null."""
    count = 2 + (read.objects is not None) + (read.agents is not None)
    for percept in read.objects or ():
        count += 2 + (percept.orientation is not None) + (percept.covariance is not None)
    for agent in read.agents or ():
        count += 1 + (0 if agent.joints is None else 1 + len(agent.joints))
        for part in (agent.head, agent.torso, agent.base, agent.left_hand, agent.right_hand):
            if part is not None:
                count += 2 + (part.orientation is not None) + (part.looks_at is not None)
    return count


def _percept(read: _Percept) -> Percept:
    covariance = None if read.covariance is None else tuple(read.covariance)
    if covariance is not None and covariance_fault(covariance) is not None:
        raise Unusual
    return Percept(EntityId(read.id), read.position, _unit(read.orientation), covariance)


def _agent(read: _Agent) -> AgentPercept:
    parts = tuple(_part(part, place) for part in PART_NAMES if (place := getattr(read, part)) is not None)
    return AgentPercept(EntityId(read.id), parts, read.joints or {})


def _part(part: PartName, place: _Place) -> PartPercept:
    position = place.position
    if place.looks_at is None:
        return PartPercept(part, position, _unit(place.orientation))
    if place.orientation is not None or math.dist(place.looks_at, position) < NEAREST_LOOK:
        raise Unusual
    return PartPercept(part, position, Pose.looking(position, at=place.looks_at).orientation)


def _unit(quaternion: Quaternion | None) -> Quaternion | None:
    if quaternion is None:
        return None
    norm = math.hypot(*quaternion)
    if not abs(norm - 1.0) <= UNIT_TOLERANCE:
        raise Unusual
    x, y, z, w = quaternion
    return (x / norm, y / norm, z / norm, w / norm)
