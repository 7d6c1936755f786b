"""`observations.jsonl`: what was perceived, a line an instant; plain lines are read at the speed of compiled code."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias, cast

import msgspec

from ..errors import BadInput, Problem
from ..geometry import Pose, Quaternion, Vector3
from ..perception import AgentPercept, Observation, PartPercept, Percept, joint_faults
from ..runtime import Unread
from ..world import PART_NAMES, EntityId, PartName, Scene
from .carefulline import LineReader
from .document import IDENTIFIER, UNIT_TOLERANCE
from .growing import growing_lines, opened
from .strangers import Knows
from .things import Warehouse

# An observation, the same as a mapping, or a line of a log.
Given: TypeAlias = Observation | Mapping[str, object] | str | bytes
# The path of a log, `-` for standard input, or anything that gives observations; None where there is nothing new.
Source: TypeAlias = str | Path | Iterable[Given | None]
Arrival: TypeAlias = Observation | Unread[Observation]

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


class _Head(msgspec.Struct, frozen=True):
    stamp: float
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
            for line in growing_lines(stream) if grows else stream:
                if line is None:
                    yield None
                    continue
                self.number += 1
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
            return self._set(given)
        line, number = self._line(given), self.number
        plain = self._quickly(line)
        if plain is not None:
            return self._set(plain)
        try:
            head = _decode_head(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return self._looked_over(line, number)
        if not math.isfinite(head.stamp):
            return self._looked_over(line, number)
        stamp = head.stamp + self.skew.get(head.source, 0.0)
        return Unread(stamp, head.source, lambda: self._looked_over(line, number))

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
        skew = self.skew.get(observation.source)
        return observation if skew is None else msgspec.structs.replace(observation, stamp=observation.stamp + skew)

    def _line(self, given: Mapping[str, object] | str | bytes) -> bytes:
        what = cast(object, given)
        if isinstance(what, bytes):
            return what
        if isinstance(what, str):
            return what.encode()
        if isinstance(what, Mapping):
            try:
                return msgspec.json.encode(cast("Mapping[str, object]", what))
            except (TypeError, ValueError) as error:
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
        people = self._things.isdisjoint(agent.id for agent in observation.agents or ())
        named = IDENTIFIER.fullmatch(observation.source) is not None
        told = (agent for agent in observation.agents or () if agent.joints)
        moved = not any(joint_faults(self.scene.world.structure, agent.id, agent.joints) for agent in told)
        forwards = not self.ordered or observation.stamp >= self.last_stamp
        return observation if known and people and named and moved and forwards else None

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
    if not math.isfinite(read.stamp):
        raise _Unusual
    objects = None if read.objects is None else tuple(_percept(percept) for percept in read.objects)
    agents = None if read.agents is None else tuple(_agent(agent) for agent in read.agents)
    for listed in (objects, agents):
        if listed is not None and len({each.id for each in listed}) != len(listed):
            raise _Unusual
    return Observation(read.stamp, read.source, objects, agents)


def _percept(read: _Percept) -> Percept:
    covariance = None if read.covariance is None else tuple(read.covariance)
    if covariance is not None and (len(covariance) != 36 or not math.isfinite(sum(covariance))):
        raise _Unusual
    return Percept(EntityId(read.id), _finite(read.position), _unit(read.orientation), covariance)


def _agent(read: _Agent) -> AgentPercept:
    parts = tuple(_part(part, place) for part in PART_NAMES if (place := getattr(read, part)) is not None)
    return AgentPercept(EntityId(read.id), parts, read.joints or {})


def _part(part: PartName, place: _Place) -> PartPercept:
    position = _finite(place.position)
    if place.looks_at is None:
        return PartPercept(part, position, _unit(place.orientation))
    if place.orientation is not None or place.looks_at == position:
        raise _Unusual
    return PartPercept(part, position, Pose.looking(position, at=_finite(place.looks_at)).orientation)


def _finite(vector: Vector3) -> Vector3:
    if not math.isfinite(vector[0] + vector[1] + vector[2]):
        raise _Unusual
    return vector


def _unit(quaternion: Quaternion | None) -> Quaternion | None:
    if quaternion is None:
        return None
    norm = math.hypot(*quaternion)
    if not abs(norm - 1.0) <= UNIT_TOLERANCE:
        raise _Unusual
    x, y, z, w = quaternion
    return (x / norm, y / norm, z / norm, w / norm)
