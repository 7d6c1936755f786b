"""`observations.jsonl`: what was perceived, a line an instant; plain lines are read at the speed of compiled code."""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, TypeAlias, cast

import msgspec

from ..errors import BadInput, Problem
from ..geometry import Pose, Quaternion
from ..limits import JOINT, LINE_BYTES, MOST_COMING, NEAREST_LOOK, POSITION, STAMP, Range
from ..perception import (
    UNIT_TOLERANCE,
    AgentPercept,
    Observation,
    PartPercept,
    Percept,
    covariance_fault,
    joint_faults,
    observation_faults,
)
from ..runtime import Unread
from ..world import PART_NAMES, EntityId, PartName, Scene
from .carefulline import LineReader
from .growing import growing_lines, opened, whole_lines
from .names import name_fault, spelling_fault
from .things import Warehouse
from .undeclared import Knows

# An observation, the same as a mapping, or a line of a log.
Given: TypeAlias = Observation | Mapping[str, object] | str | bytes
# The path of a log, `-` for standard input, or anything that gives observations; None where there is nothing new.
Source: TypeAlias = str | Path | Iterable[Given | None]
Arrival: TypeAlias = Observation | Unread[Observation]


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


class _Head(msgspec.Struct, frozen=True):
    stamp: _Stamp
    source: str


_decode = msgspec.json.Decoder(_Line).decode
_decode_head = msgspec.json.Decoder(_Head).decode


class _Unusual(Exception):
    """This line needs the careful reader, which tells what is wrong or accepts what is rare."""


@dataclass(slots=True)
class Log(LineReader):
    """Reads what sources report: a line at a time, or all that a log or anything else gives.

    `skew` is added to the stamps of sources. With `overlook`, what is wrong with a line is told to it, and the line is
    passed over. `number` is that of the newest line.
    """

    skew: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    overlook: Callable[[BadInput], None] | None = None
    number: int = 0
    # Names of sources and people that were found to be good.
    _sources: set[str] = field(default_factory=set[str])
    _people: set[str] = field(default_factory=set[str])

    def read(self, line: bytes, number: int) -> Observation:
        """One line. Raises BadInput with everything that is wrong with it; the log may go on with the next."""
        observation = self._quickly(line)
        if observation is None:
            observation = self.read_carefully(line, number)
        self.last_stamp = observation.stamp
        return observation

    def arrivals(
        self, source: Source, *, grows: bool = False, advance: Callable[[int], None] = lambda size: None
    ) -> Iterator[Arrival | None]:
        """What a source gives, as `arrival` does; None each time there is nothing new. Raises BadInput.

        `advance` is told how many bytes have been read.
        """
        for given in self._given(source, grows, advance):
            if given is None:
                yield None
            elif (arrival := self.arrival(given)) is not None:
                yield arrival

    def _given(self, source: Source, grows: bool, advance: Callable[[int], None]) -> Iterator[Given | None]:
        what = cast(object, source)
        if not isinstance(source, str | Path):
            if not isinstance(what, Iterable) or isinstance(what, bytes):
                kinds = "the path of a log or from something to iterate over"
                raise BadInput([Problem("run", None, f"observations come from {kinds}, not {type(what).__name__}")])
            for given in source:
                self.number += given is not None
                yield given
            return
        with opened(str(source)) as stream:
            for line in growing_lines(stream) if grows else whole_lines(stream):
                if line is None:
                    yield None
                    continue
                self.number += 1
                if len(line) > LINE_BYTES:
                    reason = f"is longer than {LINE_BYTES // 2**20} MiB; an observation log has one JSON object a line"
                    raise BadInput([Problem(self.file, self.number, reason)])
                advance(len(line))
                if line.strip():
                    yield line
        if not self.number and not grows:
            raise BadInput([Problem(self.file, 1, "is empty; an observation log has one JSON object a line")])

    def arrival(self, given: Given) -> Arrival | None:
        """What is handed over, read at once where it is plain; else with its stamp, to be read when its turn comes.

        Until then, something earlier may bring the shape it lacks. Raises BadInput; None for what is passed over.
        """
        if isinstance(given, Observation):
            if faults := observation_faults(given):
                raise BadInput([Problem(self.file, self.number, fault) for fault in faults])
            return self._set(given)
        line, number = self._line(given), self.number
        plain = self._quickly(line)
        if plain is not None:
            return self._set(plain)
        try:
            head = _decode_head(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return self._looked_over(line, number)
        stamp = self._shared(head.stamp, head.source)
        sure = self.overlook is None or self._is_readable(line, number)
        return Unread(stamp, head.source, lambda: self._looked_over(line, number), sure)

    def _is_readable(self, line: bytes, number: int) -> bool:
        """Whether a line could be taken as things are now: tried out on a copy, which remembers nothing."""
        other = copy(self)
        other.brought, other.meant, other.ordered = dict(self.brought), dict(self.meant), False
        try:
            other.read_carefully(line, number)
        except BadInput:
            return False
        return True

    def _looked_over(self, line: bytes, number: int) -> Observation | None:
        try:
            return self._set(self.read(line, number))
        except BadInput as bad:
            if self.overlook is None:
                raise
            self.overlook(bad)
            return None

    def _set(self, observation: Observation) -> Observation:
        """With its stamp by the clock everybody shares."""
        if observation.source not in self.skew:
            return observation
        return msgspec.structs.replace(observation, stamp=self._shared(observation.stamp, observation.source))

    def _shared(self, stamp: float, source: str) -> float:
        """A stamp by the clock everybody shares; to the nanosecond, so that 1.7 - 0.1 is 1.6."""
        skew = self.skew.get(source)
        return stamp if skew is None else round(stamp + skew, 9)

    def _line(self, given: Mapping[str, object] | str | bytes) -> bytes:
        what = cast(object, given)
        if isinstance(what, bytes):
            return what
        if isinstance(what, str):
            # Halves of characters, as JSON's escapes can leave them, are for the reader to refuse.
            return what.encode(errors="surrogatepass")
        if isinstance(what, Mapping):
            try:
                line = msgspec.json.encode(cast("Mapping[str, object]", what))
                # What is no number is written as nothing: the reader is to tell which of the two it is.
                return json.dumps(msgspec.to_builtins(what)).encode() if b"null" in line else line
            except (TypeError, ValueError, OverflowError, RecursionError) as error:
                reason = f"holds what no observation could: {error}"
                raise BadInput([Problem(self.file, self.number, reason)]) from error
        kinds = "a mapping as in the log, a line of it, or an Observation"
        raise BadInput([Problem(self.file, self.number, f"an observation is {kinds}, not {type(what).__name__}")])

    def _quickly(self, line: bytes) -> Observation | None:
        """An observation of plain percepts of known things in the fixed frame; None for anything else, good or bad."""
        try:
            observation = _plain(line)
        except _Unusual:
            return None
        known = self._things.issuperset(percept.id for percept in observation.objects or ())
        if not known and (self.brought or self.meant):
            observation, known = self._familiar(observation)
        if len(observation.agents or ()) > MOST_COMING + len(self._declared_agents):
            return None
        people = all(agent.id in self._people or self._is_person(agent.id) for agent in observation.agents or ())
        named = observation.source in self._sources or self._is_source(observation.source)
        told = (agent for agent in observation.agents or () if agent.joints)
        moved = not any(joint_faults(self.scene.world.structure, agent.id, agent.joints) for agent in told)
        forwards = not self.ordered or observation.stamp >= self.last_stamp
        return observation if known and people and named and moved and forwards else None

    def _is_source(self, name: str) -> bool:
        """Whether a name is good for a source, which is then known to be."""
        if spelling_fault(name) is None:
            self._sources.add(name)
        return name in self._sources

    def _is_person(self, name: str) -> bool:
        """Whether a name is that of an agent, or good for somebody who came by, which is then known to be."""
        stranger = name not in self.scene.declared and name not in self.brought
        if name in self._declared_agents or (stranger and not name_fault(name, self._declared_agents)):
            self._people.add(name)
        return name in self._people

    def _familiar(self, observation: Observation) -> tuple[Observation, bool]:
        """An observation with what things brought or were found to be; whether all of them were met before."""
        things = [self.meant.get(percept.id, percept.id) for percept in observation.objects or ()]
        met = all(thing in self._things or thing in self.brought for thing in things)
        percepts = tuple(
            msgspec.structs.replace(percept, id=thing, model=self.brought.get(thing, ()))
            for percept, thing in zip(observation.objects or (), things, strict=True)
        )
        return msgspec.structs.replace(observation, objects=percepts), met and len(set(things)) == len(things)


def observation_log(
    file: str,
    scene: Scene,
    *,
    knows: Knows | None = None,
    ordered: bool = True,
    skew: Mapping[str, float] = MappingProxyType({}),
    overlook: Callable[[BadInput], None] | None = None,
) -> Log:
    """A reader of the lines of `file` for a scene; models a line names are looked for beside the file.

    `knows` tells what is known of things nobody declared, to fill in what their percepts leave out. Unless the lines
    are to be `ordered`, stamps may go back.
    """
    folder = Path(file).parent if file != "-" else Path()
    warehouse = Warehouse(folder, {}, dict(scene.meshes))
    return Log(file, scene, warehouse, knows, ordered, skew=skew, overlook=overlook)


def read_observations(path: Path | str, scene: Scene) -> Iterator[Observation]:
    """A log from a file, lazily, a line at a time. Raises BadInput at the first bad line."""
    log = observation_log(str(path), scene)
    with Path(path).open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield log.read(line, number)


def _plain(line: bytes) -> Observation:
    """An observation of plain percepts in the fixed frame. Raises _Unusual."""
    try:
        read = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _Unusual from None
    # In a line without a key twice, every colon follows a key: names have none.
    if line.count(b":") != _keys(read):
        raise _Unusual
    objects = None if read.objects is None else tuple(_percept(percept) for percept in read.objects)
    agents = None if read.agents is None else tuple(_agent(agent) for agent in read.agents)
    for listed in (objects, agents):
        if listed is not None and len({each.id for each in listed}) != len(listed):
            raise _Unusual
    return Observation(read.stamp, read.source, objects, agents)


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
        raise _Unusual
    return Percept(EntityId(read.id), read.position, _unit(read.orientation), covariance)


def _agent(read: _Agent) -> AgentPercept:
    parts = tuple(_part(part, place) for part in PART_NAMES if (place := getattr(read, part)) is not None)
    return AgentPercept(EntityId(read.id), parts, read.joints or {})


def _part(part: PartName, place: _Place) -> PartPercept:
    position = place.position
    if place.looks_at is None:
        return PartPercept(part, position, _unit(place.orientation))
    if place.orientation is not None or math.dist(place.looks_at, position) < NEAREST_LOOK:
        raise _Unusual
    return PartPercept(part, position, Pose.looking(position, at=place.looks_at).orientation)


def _unit(quaternion: Quaternion | None) -> Quaternion | None:
    if quaternion is None:
        return None
    norm = math.hypot(*quaternion)
    if not abs(norm - 1.0) <= UNIT_TOLERANCE:
        raise _Unusual
    x, y, z, w = quaternion
    return (x / norm, y / norm, z / norm, w / norm)
