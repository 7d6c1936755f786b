"""Worlds, facts and events as JSON lines: the output other people's tools read."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from typing import BinaryIO, Literal

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from ..runtime import MODULES, Board, Commit
from ..world import (
    DIVERGENCES,
    MISSING,
    STABLE,
    Agent,
    BodyPart,
    Ended,
    Entity,
    Event,
    Object,
    Situation,
    Status,
    Structure,
    Value,
    World,
)

# Micrometres and microradians: finer digits are only noise in the bytes.
DECIMALS = 6
ROBOT = "robot"
WORDS = {status.value: status.word for status in Status}


class Node(msgspec.Struct, frozen=True):
    id: str
    position: list[float]
    orientation: list[float]
    perceived: bool
    plausible: bool
    status: str
    explanation: str | UnsetType = UNSET
    since: float | UnsetType = UNSET
    assumed: tuple[str, ...] | UnsetType = UNSET


class WorldLine(msgspec.Struct, frozen=True):
    stamp: float
    type: Literal["world"]
    world: str
    nodes: list[Node]


class FactLine(msgspec.Struct, frozen=True):
    stamp: float
    type: Literal["fact"]
    model: str
    subject: str
    predicate: str
    object: Value | None
    holds: bool
    confidence: float | UnsetType = UNSET
    hand: str | UnsetType = UNSET


class EventLine(msgspec.Struct, frozen=True):
    stamp: float
    type: Literal["event"]
    event: str
    agent: str | None
    object: Value | None
    giver: str | UnsetType = msgspec.field(default=UNSET, name="from")
    receiver: str | UnsetType = msgspec.field(default=UNSET, name="to")
    hand: str | UnsetType = UNSET
    began: float | UnsetType = UNSET
    confidence: float | UnsetType = UNSET
    was: str | UnsetType = UNSET


class DivergenceLine(msgspec.Struct, frozen=True):
    stamp: float
    type: Literal["divergence"]
    kind: str
    agent: str
    other: str
    object: Value | None
    holds: bool
    reason: str | UnsetType = UNSET


class TempoLine(msgspec.Struct, frozen=True):
    stamp: float
    type: Literal["tempo"]
    skipped: int


class ModuleLine(msgspec.Struct, frozen=True):
    """A plug-in is put out, with the problem, or begun anew, without."""

    stamp: float
    type: Literal["module"]
    module: str
    problem: str | None
    world: str | UnsetType = UNSET


_encode = msgspec.json.Encoder().encode
# What to write after the lines of a commit, whichever world it is of.
More = Callable[[Commit], Iterable[bytes]]


class LineWriter:
    """Writes the commits of some worlds to a stream, whole lines only; `at_once` hands each tick over as it ends."""

    def __init__(
        self, stream: BinaryIO, worlds: Collection[str], *, at_once: bool = False, more: More = lambda commit: ()
    ) -> None:
        self._stream, self._chosen, self._at_once, self._more = stream, frozenset(worlds), at_once, more
        self._robot = ROBOT

    def follow(self, board: Board) -> Callable[[], None]:
        """Writes every commit of a board from now on, until what this returns is called."""
        return board.subscribe(self.write)

    def write(self, commit: Commit) -> None:
        """One commit."""
        if commit.name == STABLE:
            self._robot = _robot(commit.world.structure)
        told = (*told_lines(commit, self._chosen, self._robot), *self._more(commit))
        self._stream.write(b"".join(line + b"\n" for line in told))
        if self._at_once and commit.ends_tick:
            self._stream.flush()


def told_lines(commit: Commit, chosen: frozenset[str], robot: str = ROBOT) -> Iterable[bytes]:
    """Chosen worlds in full; beside the robot's own, what everybody believes and who is wrong; ailing modules."""
    if commit.name == MODULES:
        return module_lines(commit)
    if commit.name in chosen:
        return lines(commit)
    if STABLE not in chosen:
        return ()
    if commit.name == DIVERGENCES:
        return divergence_lines(commit, robot)
    return facts(commit) if is_mind(commit) else ()


def tempo_line(stamp: float, skipped: int) -> bytes:
    """That a tick stands for some more, which there was no time to assess by themselves."""
    return _encode(TempoLine(stamp, "tempo", skipped))


def lines(commit: Commit) -> Iterator[bytes]:
    """One commit as lines: the world, then the facts and events that are new in it."""
    yield _encode(WorldLine(commit.stamp, "world", commit.name, nodes(commit.world)))
    model = model_of(commit) if commit.delta.entries else ""
    for entry in commit.delta.entries:
        if isinstance(entry, Event):
            yield _encode(_event(entry))
        elif entry.predicate != MISSING:
            yield _encode(_fact(entry, model))


def facts(commit: Commit) -> Iterator[bytes]:
    """Only the facts that are new in a commit: what is told of everybody's beliefs."""
    model = model_of(commit) if commit.delta.entries else ""
    for entry in commit.delta.entries:
        # Why something is not seen, the node of its world says.
        if not isinstance(entry, Event) and entry.predicate != MISSING:
            yield _encode(_fact(entry, model))


def divergence_lines(commit: Commit, robot: str) -> Iterator[bytes]:
    """Who comes to be wrong about what, or is no more, in a commit of the world of divergences."""
    for entry in commit.delta.entries:
        kind, _, other = entry.predicate.partition("/")
        match entry:
            case Situation(start, _, subject, target):
                reason = UNSET if entry.reason is None else entry.reason
                yield _encode(DivergenceLine(start, "divergence", kind, subject, other or robot, target, True, reason))
            case Ended(stamp, _, subject, target):
                yield _encode(DivergenceLine(stamp, "divergence", kind, subject, other or robot, target, False))
            case Event():
                pass


def module_lines(commit: Commit) -> Iterator[bytes]:
    """Which plug-ins are put out and begun anew, in a commit of the world that tells."""
    for entry in commit.delta.entries:
        world = entry.object if isinstance(entry.object, str) else UNSET
        match entry:
            case Situation(start, _, module):
                yield _encode(ModuleLine(start, "module", module, entry.reason or "is put out", world))
            case Ended(stamp, _, module):
                yield _encode(ModuleLine(stamp, "module", module, None, world))
            case Event():
                pass


def _event(entry: Event) -> EventLine:
    handed = entry.giver is not None and entry.subject is not None
    return EventLine(
        entry.stamp,
        "event",
        entry.predicate,
        entry.subject,
        entry.object,
        entry.giver if handed and entry.giver is not None else UNSET,
        entry.subject if handed and entry.subject is not None else UNSET,
        UNSET if entry.hand is None else entry.hand,
        UNSET if entry.began is None else round(entry.began, 4),
        _doubt(entry.confidence),
        UNSET if entry.was is None else entry.was,
    )


def _doubt(confidence: float) -> float | UnsetType:
    """What is certain needs no word about it."""
    sure = round(float(confidence), 3)
    return UNSET if sure == 1.0 else sure


def _fact(entry: Situation | Ended, model: str) -> FactLine:
    if isinstance(entry, Ended):
        return FactLine(entry.stamp, "fact", model, entry.subject, entry.predicate, entry.object, False)
    hand = UNSET if entry.hand is None else entry.hand
    doubt = _doubt(entry.confidence)
    return FactLine(entry.start, "fact", model, entry.subject, entry.predicate, entry.object, True, doubt, hand)


def model_of(commit: Commit) -> str:
    """Whose picture a world is: the agent it is named after, or else the robot."""
    return commit.name if is_mind(commit) else _robot(commit.world.structure)


@lru_cache(maxsize=256)
def _robot(structure: Structure) -> str:
    roles = ((entity.id, entity.role) for entity in structure.entities)
    return next((name for name, role in roles if isinstance(role, Agent) and role.kind == "robot"), ROBOT)


def is_mind(commit: Commit) -> bool:
    """Whether a world is somebody's beliefs: it is named after an agent, or after who thinks of whom."""
    structure = commit.world.structure
    return all(name in structure and isinstance(structure[name].role, Agent) for name in commit.name.split("/"))


def nodes(world: World) -> list[Node]:
    """Things and body parts that have a place, in the order of their names."""
    # Adding zero turns -0.0 into 0.0.
    poses: list[list[float]] = (np.round(world.poses(), DECIMALS) + 0.0).tolist()
    perceived, plausible = world.state.perceived.tolist(), world.state.plausible.tolist()
    words = [WORDS[status] for status in world.state.status.tolist()]
    absences = {statement[0]: world.timeline.open[statement] for statement in world.timeline.held(MISSING)}
    return [
        Node(
            entity.id,
            poses[row][:3],
            poses[row][3:],
            perceived[row],
            plausible[row],
            words[row],
            *(_absence(absences.get(entity.id)) if absences else (UNSET, UNSET)),
            entity.assumed or UNSET,
        )
        for row, entity in _shown(world.structure)
    ]


@lru_cache(maxsize=256)
def _shown(structure: Structure) -> tuple[tuple[int, Entity], ...]:
    """Things and body parts, with their rows."""
    return tuple((row, e) for row, e in enumerate(structure.entities) if isinstance(e.role, Object | BodyPart))


def _absence(situation: Situation | None) -> tuple[str | UnsetType, float | UnsetType]:
    """Why a thing is not perceived, and since when that is so."""
    return (UNSET, UNSET) if situation is None else (str(situation.object), situation.start)
