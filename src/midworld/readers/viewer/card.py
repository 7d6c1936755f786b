"""One thing in full: what it is, how we know, what holds of it, what became of it."""

from collections.abc import Mapping

import msgspec
import numpy as np

from ...world import Agent, BodyPart, Ended, EntityId, Entry, Event, Object, Sensor, Situation, Status, World
from ..scenery import relative
from .facts import Fact, about, facts
from .tape import Tape, TickSnapshot

HISTORY = 40


class Elsewhere(msgspec.Struct, frozen=True):
    """The same thing in another world."""

    world: str
    status: str
    position: tuple[float, float, float]
    metres: float


class Card(msgspec.Struct, frozen=True):
    id: str
    title: str
    what: str
    status: str
    explanation: str
    position: tuple[float, float, float] | None
    doubt_m: float
    facts: tuple[Fact, ...]
    history: tuple[tuple[float, str], ...]
    elsewhere: tuple[Elsewhere, ...]


def card(name: str, moment: TickSnapshot, tape: Tape, *, world: str) -> Card | None:
    """Everything about a thing at an instant, in one world; None where that world does not know it."""
    here = moment.worlds.get(world)
    if here is None or name not in here:
        return None
    entity, row = here.entity(name), here.structure.row(name)
    covariance = here.state.pose_covariance[row, :3, :3]
    said = facts(here, moment, start=tape.start, about=name).values()
    colour = entity.colour if isinstance(entity.colour, str) else ""
    label = entity.labels[0] if entity.labels else ""
    return Card(
        name,
        label or name,
        " ".join(word for word in (colour, entity.category) if word),
        _word(here, name),
        explanation(here, name, moment, start=tape.start),
        _position(here, name),
        round(float(np.sqrt(max(np.trace(covariance), 0.0))), 4),
        tuple(sorted(said, key=lambda fact: -fact.since)),
        _history(name, tape, world, moment.stamp),
        _elsewhere(name, here, moment.worlds, world),
    )


def explanation(world: World, name: str, moment: TickSnapshot, *, start: float) -> str:
    """A sentence on how we come to know where something is."""
    role, row = world.entity(name).role, world.structure.row(name)
    if isinstance(role, Object) and role.static:
        return "Part of the room: it is known beforehand and never moves."
    if isinstance(role, Agent):
        return f"A {role.kind}; what it sees and believes is under Minds."
    if isinstance(role, Sensor):
        return "A sensor; its frustum shows what it can frame."
    seen = float(world.state.seen[row])
    ago = f"{moment.stamp - seen:.1f} s ago" if np.isfinite(seen) else "never"
    reason = relative(moment.reasons.get(EntityId(name), ""), start, moment.stamp)
    because = f" Physics says: {reason}." if reason else ""
    match world.status(name):
        case Status.PERCEIVED:
            return f"Seen {'just now' if moment.stamp - seen < 0.05 else ago}.{because}"
        case Status.INFERRED:
            return f"Not seen (last {ago}); its place is worked out, so that physics agrees.{because}"
        case Status.HELD:
            return f"Out of sight in somebody's hand (last seen {ago}); it goes where the hand goes."
        case Status.UNKNOWN:
            return f"It exists, but nobody can tell where it is (last seen {ago})."


def said(entry: Entry, *, start: float, stop: float) -> str:
    """An entry of a timeline as a short sentence."""
    reason = "" if isinstance(entry, Ended) or not entry.reason else f" ({relative(entry.reason, start, stop)})"
    match entry:
        case Event(_, predicate, subject, target):
            return f"{subject or 'somebody'}: {predicate} {'' if target is None else target}".rstrip() + reason
        case Situation(_, predicate, subject, target):
            return f"{subject} {predicate} {'' if target is None else target}".rstrip() + reason
        case Ended(_, predicate, subject, target):
            return f"no longer: {subject} {predicate} {'' if target is None else target}".rstrip()


def _word(world: World, name: str) -> str:
    role = world.entity(name).role
    if isinstance(role, Object) and role.static:
        return "fixed"
    return world.status(name).word if isinstance(role, Object | BodyPart) else ""


def _history(name: str, tape: Tape, world: str, until: float) -> tuple[tuple[float, str], ...]:
    found: list[tuple[float, str]] = []
    for entry in reversed(tape.journals.get(world, [])):
        stamp = entry.start if isinstance(entry, Situation) else entry.stamp
        if stamp <= until and about(entry, name):
            found.append((round(stamp - tape.start, 3), said(entry, start=tape.start, stop=until)))
            if len(found) == HISTORY:
                break
    return tuple(found)


def _elsewhere(name: str, here: World, worlds: Mapping[str, World], world: str) -> tuple[Elsewhere, ...]:
    place = np.array(here.pose(name).position)
    return tuple(
        Elsewhere(
            other,
            there.status(name).word,
            _rounded(there.pose(name).position),
            round(float(np.linalg.norm(np.array(there.pose(name).position) - place)), 3),
        )
        for other, there in worlds.items()
        if other != world and name in there
    )


def _position(world: World, name: str) -> tuple[float, float, float] | None:
    return None if world.status(name) is Status.UNKNOWN else _rounded(world.pose(name).position)


def _rounded(position: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, z = (round(number, 3) for number in position)
    return (x, y, z)
