"""Where somebody's picture of the scene differs from the robot's, and why."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec
import numpy as np

from ...world import (
    APART_M,
    DIVERGENCES,
    FALSE_BELIEF,
    STABLE,
    Agent,
    Ended,
    Entry,
    Event,
    Object,
    Situation,
    Status,
    Timeline,
    World,
)
from .instants import relative
from .rests import PLACES, resting


class Difference(msgspec.Struct, frozen=True):
    """One thing on which a mind and the robot part: what each holds, how far apart, and why."""

    thing: str
    robot: str
    mind: str
    metres: float | None
    why: str


class Mistake(msgspec.Struct, frozen=True):
    """Somebody believes a thing to be where it is not: what they think, what is so, and why they think it."""

    agent: str
    thing: str
    thinks: str
    actual: str
    why: str


def mistaken(worlds: Mapping[str, World], *, start: float = 0.0) -> tuple[Mistake, ...]:
    """Everybody who is wrong by what was worked out of them, in the order in which they became so."""
    robot, told = worlds.get(STABLE), worlds.get(DIVERGENCES)
    if robot is None or told is None:
        return ()
    found: list[Mistake] = []
    for (agent, predicate, thing), situation in told.timeline.open.items():
        mind = worlds.get(agent)
        if predicate == FALSE_BELIEF and mind is not None and isinstance(thing, str) and _known(mind, thing):
            why = relative(situation.reason or "", start, robot.stamp)
            found.append(Mistake(agent, thing, place(mind, thing), place(robot, thing), why))
    return tuple(found)


def elsewhere(robot: World, mind: World) -> frozenset[str]:
    """What both know the place of, and a mind believes to be at another one."""
    names = [name for name in _movable(mind) if _known(mind, name) and _known(robot, name)]
    return frozenset(name for name in names if (apart(robot, mind, name) or 0.0) > APART_M)


def differences(
    robot: World, mind: World, *, agent: str, journal: Sequence[Entry] = (), start: float = 0.0
) -> list[Difference]:
    """The things whose place the two see differently, the farthest first; `journal` tells the reasons."""
    found: list[Difference] = []
    for name in sorted({*_movable(robot), *_movable(mind)}):
        metres = apart(robot, mind, name)
        if metres is not None and metres < APART_M and place(robot, name) == place(mind, name):
            continue
        if metres is None and not _known(robot, name) and not _known(mind, name):
            continue
        if metres is not None and metres < APART_M and _unsaid(robot, mind, name):
            continue
        reason = why(agent, name, robot, mind, journal, start=start)
        found.append(Difference(name, place(robot, name), place(mind, name), metres, reason))
    return sorted(found, key=lambda each: -(each.metres or 1e9))


def apart(robot: World, mind: World, name: str) -> float | None:
    """Metres between the two places; None where one of the two does not know any."""
    if not _known(robot, name) or not _known(mind, name):
        return None
    return round(float(np.linalg.norm(np.subtract(robot.pose(name).position, mind.pose(name).position))), 3)


def place(world: World, name: str) -> str:
    """Where a thing is, in words."""
    if not _known(world, name):
        return "not known" if name not in world else "somewhere"
    held = resting(world.timeline)
    for predicate, words in PLACES.items():
        if name in held[predicate]:
            return f"{words} {held[predicate][name]}"
    x, y, z = world.pose(name).position
    return f"at {x:.2f}, {y:.2f}, {z:.2f} m"


def why(agent: str, thing: str, robot: World, mind: World, journal: Iterable[Entry] = (), *, start: float = 0.0) -> str:
    """The newest reason somebody gave for it; else when it was last seen and what happened to it since."""
    for entry in reversed([*journal]):
        if is_divergence(entry.predicate) and entry.subject == agent and entry.object == thing:
            if not isinstance(entry, Ended) and entry.reason:
                return relative(entry.reason, start, robot.stamp)
            # What is over is no reason for what is now.
            break
    seen = _seen(mind, thing)
    told = f"{agent} has never seen {thing}" if seen is None else f"{agent} last saw {thing} at {seen - start:.1f} s"
    since = [
        event
        for event in robot.timeline.events(start=-np.inf if seen is None else seen)
        if event.object == thing and not is_divergence(event.predicate)
    ]
    happened = [f"{event.predicate} at {event.stamp - start:.1f} s" for event in since[:2]]
    return "; ".join([told, *happened])


def sees(robot: World, agent: str) -> frozenset[str] | None:
    """What an agent sees: from the facts, for the robot from what is perceived; None if nothing tells."""
    seen = {
        str(target) for subject, predicate, target in robot.timeline.open if subject == agent and predicate == "sees"
    }
    if seen:
        return frozenset(seen)
    role = robot.entity(agent).role if agent in robot else None
    if isinstance(role, Agent) and role.kind == "robot":
        return frozenset(name for row, name in enumerate(robot.ids) if robot.state.perceived[row])
    return frozenset() if agent in _lookers(robot.timeline) else None


@lru_cache(maxsize=32)
def _lookers(timeline: Timeline) -> frozenset[str]:
    """Everybody of whom it was ever said what they see."""
    return frozenset(e.subject for e in timeline.entries if isinstance(e, Situation) and e.predicate == "sees")


def divergences(journal: Iterable[Entry], agent: str, *, until: float) -> list[Event | Situation]:
    """What was noted about an agent being wrong, up to an instant, newest first."""
    found = [
        entry
        for entry in journal
        if not isinstance(entry, Ended)
        and is_divergence(entry.predicate)
        and entry.subject == agent
        and (entry.stamp if isinstance(entry, Event) else entry.start) <= until
    ]
    return found[::-1]


def is_divergence(predicate: str) -> bool:
    """Whether a predicate says that somebody is wrong or does not know."""
    word = predicate.lower()
    return any(part in word for part in ("belief", "ignoran", "diverge", "disagree"))


def _movable(world: World) -> Iterable[str]:
    return (
        entity.id
        for entity in world.structure.entities
        if isinstance(entity.role, Object) and not entity.role.static and not entity.hidden
    )


def _known(world: World, name: str) -> bool:
    return name in world and world.status(name) is not Status.UNKNOWN


def _unsaid(robot: World, mind: World, name: str) -> bool:
    """Whether one of the two has no word for where a thing is: then nearness decides."""
    return any(place(world, name).startswith("at ") for world in (robot, mind))


def _seen(world: World, name: str) -> float | None:
    if name not in world:
        return None
    stamp = float(world.state.seen[world.structure.row(name)])
    return stamp if np.isfinite(stamp) else None
