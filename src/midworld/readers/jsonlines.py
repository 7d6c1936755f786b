"""Worlds, facts and events as JSON lines: the output other people's tools read."""

from collections.abc import Iterator
from typing import Literal

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from ..perception import MISSING
from ..runtime import Commit
from ..world import Agent, BodyPart, Ended, Event, Object, Situation, Status, Value, World

# Micrometres and microradians: finer digits are only noise in the bytes.
DECIMALS = 6


class Node(msgspec.Struct, frozen=True):
    id: str
    position: list[float]
    orientation: list[float]
    perceived: bool
    plausible: bool
    status: str
    explanation: str | UnsetType = UNSET
    since: float | UnsetType = UNSET


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


class EventLine(msgspec.Struct, frozen=True):
    stamp: float
    type: Literal["event"]
    event: str
    agent: str | None
    object: Value | None


_encode = msgspec.json.Encoder().encode


def lines(commit: Commit) -> Iterator[bytes]:
    """One commit as lines: the world, then the facts and events that are new in it."""
    yield _encode(WorldLine(commit.stamp, "world", commit.name, nodes(commit.world)))
    model = model_of(commit)
    for entry in commit.delta.entries:
        if entry.predicate == MISSING:
            # The node says so.
            continue
        match entry:
            case Event(stamp, predicate, subject, target):
                yield _encode(EventLine(stamp, "event", predicate, subject, target))
            case Situation(start, predicate, subject, target):
                sure = round(float(entry.confidence), 3)
                # What is certain needs no word about it.
                doubt = UNSET if sure == 1.0 else sure
                yield _encode(FactLine(start, "fact", model, subject, predicate, target, True, doubt))
            case Ended(stamp, predicate, subject, target):
                yield _encode(FactLine(stamp, "fact", model, subject, predicate, target, False))


def model_of(commit: Commit) -> str:
    """Whose picture a world is: the agent it is named after, or else the robot."""
    agents = {entity.id: entity.role for entity in commit.world.structure.entities if isinstance(entity.role, Agent)}
    if commit.name in agents:
        return commit.name
    return next((name for name, role in agents.items() if role.kind == "robot"), "robot")


def nodes(world: World) -> list[Node]:
    """Things and body parts that have a place, in the order of their names."""
    # Adding zero turns -0.0 into 0.0.
    poses: list[list[float]] = (np.round(world.poses(), DECIMALS) + 0.0).tolist()
    state = world.state
    absences = {
        situation.subject: situation for situation in world.timeline.open.values() if situation.predicate == MISSING
    }
    return [
        Node(
            entity.id,
            poses[row][:3],
            poses[row][3:],
            bool(state.perceived[row]),
            bool(state.plausible[row]),
            Status(int(state.status[row])).word,
            *_absence(absences.get(entity.id)),
        )
        for row, entity in enumerate(world.structure.entities)
        if isinstance(entity.role, Object | BodyPart)
    ]


def _absence(situation: Situation | None) -> tuple[str | UnsetType, float | UnsetType]:
    """Why a thing is not perceived, and since when that is so."""
    return (UNSET, UNSET) if situation is None else (str(situation.object), situation.start)
