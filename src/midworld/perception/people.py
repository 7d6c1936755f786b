"""People seen by several trackers: which of them is whom, whose eyes are shut, who sleeps and who speaks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from types import MappingProxyType

import msgspec
import numpy as np

from ..geometry import Vector3
from ..world import Agent, Ended, EntityId, Entry, PartName, Scene, Situation, World, part_id
from .association import Expected, assigned
from .looks import Looks
from .observation import AgentPercept, Observation

# What one tracker calls head another calls neck: two sights of one person are this near, spread and all.
BODY_M = 0.12
# People walk: so much further for every second they were not seen, and at most this far.
WALK_M_S, WALK_M = 1.2, 1.0
# Whoever was not seen for this long may be anybody.
FORGOTTEN_S = 10.0
# So many sights tell how tall somebody is, and so many are kept.
ENOUGH, MEASURED = 5, 25
# What is told of people besides where they are.
STATES: Mapping[str, str] = {"asleep": "isAsleep", "eyes_closed": "hasEyesClosed", "speaks": "isSpeaking"}


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """Where everybody's parts were last seen and when; how many names were made up; what holds of whom."""

    parts: Mapping[EntityId, Mapping[PartName, Vector3]] = field(default_factory=lambda: MappingProxyType({}))
    seen: Mapping[EntityId, float] = field(default_factory=lambda: MappingProxyType({}))
    count: int = 0
    states: frozenset[tuple[EntityId, str]] = frozenset()
    heights: Mapping[EntityId, tuple[float, ...]] = field(default_factory=lambda: MappingProxyType({}))
    arms: Mapping[EntityId, tuple[float, ...]] = field(default_factory=lambda: MappingProxyType({}))


def has_people_to_name(observation: Observation) -> bool:
    """Whether an observation tells of somebody without a name, or of more than where people are."""
    return any(
        not each.id
        or any(told is not None for told in (each.asleep, each.eyes_closed, each.speaks, each.height, each.arm_length))
        for each in observation.agents or ()
    )


def named_people(
    known: People, observation: Observation, *, world: World, scene: Scene
) -> tuple[tuple[AgentPercept, ...], People]:
    """The people of an observation, each by name: one who was there, the only one declared who is not, or a new one."""
    stamp = observation.stamp
    agents = observation.agents or ()
    strangers = [each for each in agents if not each.id and each.parts]
    count, found = known.count, dict[int, EntityId]()
    if strangers:
        taken = {each.id for each in agents if each.id}
        there = {name: place for name, place in _there(known, world, scene, stamp).items() if name not in taken}
        found = _matched(strangers, there)
        for number in range(len(strangers)):
            if number not in found:
                absent = _absent(scene, {*there, *taken, *found.values()})
                lonely = len(strangers) - len(found) == 1
                if len(absent) == 1 and lonely:
                    found[number] = absent[0]
                else:
                    count += 1
                    found[number] = EntityId(f"person#{count}")
    names = iter(range(len(strangers)))
    people = tuple(
        each if each.id else msgspec.structs.replace(each, id=found[next(names)])
        for each in agents
        if each.id or each.parts
    )
    parts, seen = dict(known.parts), dict(known.seen)
    for each in people:
        own = dict(parts.get(each.id, {})) if stamp - seen.get(each.id, -np.inf) < 1.0 else {}
        own.update({part.part: part.position for part in each.parts if part.frame is None})
        parts[each.id], seen[each.id] = MappingProxyType(own), stamp
    now = replace(known, parts=MappingProxyType(parts), seen=MappingProxyType(seen), count=count)
    return _measured(now, people)


def _measured(known: People, people: tuple[AgentPercept, ...]) -> tuple[tuple[AgentPercept, ...], People]:
    """People as tall, and their arms as long, as the middle of what was seen of them lately, to a centimetre."""
    heights, arms = dict(known.heights), dict(known.arms)
    learnt: list[AgentPercept] = []
    for each in people:
        if each.height is not None:
            heights[each.id] = (*heights.get(each.id, ()), each.height)[-MEASURED:]
        if each.arm_length is not None:
            arms[each.id] = (*arms.get(each.id, ()), each.arm_length)[-MEASURED:]
        tall, long = (_middle(some.get(each.id, ())) for some in (heights, arms))
        learnt.append(msgspec.structs.replace(each, height=tall, arm_length=long))
    return tuple(learnt), replace(known, heights=MappingProxyType(heights), arms=MappingProxyType(arms))


def _middle(sights: tuple[float, ...]) -> float | None:
    return round(median(sights), 2) if len(sights) >= ENOUGH else None


def state_entries(known: People, people: Iterable[AgentPercept], *, stamp: float) -> tuple[list[Entry], People]:
    """What begins and ends to hold of people."""
    states, entries = set(known.states), list[Entry]()
    for each in people:
        for key, predicate in STATES.items():
            told = getattr(each, key)
            if told is True and (each.id, predicate) not in states:
                states.add((each.id, predicate))
                entries.append(Situation(stamp, predicate, each.id, True))
            elif told is False and (each.id, predicate) in states:
                states.remove((each.id, predicate))
                entries.append(Ended(stamp, predicate, each.id, True))
    return entries, replace(known, states=frozenset(states))


def _there(
    known: People, world: World, scene: Scene, stamp: float
) -> dict[EntityId, tuple[Mapping[PartName, Vector3], float]]:
    """Where people are, by their parts, and how long ago that was seen."""
    found: dict[EntityId, tuple[Mapping[PartName, Vector3], float]] = {}
    for entity in world.structure.entities:
        if not isinstance(entity.role, Agent) or entity.role.kind != "human":
            continue
        parts: dict[PartName, Vector3] = {}
        latest = known.seen.get(entity.id, -np.inf)
        for part in ("head", "torso", "base", "left_hand", "right_hand"):
            name = part_id(entity.id, part)
            if name in world and np.isfinite(when := float(world.state.seen[world.structure.row(name)])):
                parts[part], latest = world.pose(name).position, max(latest, when)
        parts.update(known.parts.get(entity.id, {}))
        if parts and stamp - latest < FORGOTTEN_S:
            found[entity.id] = (parts, stamp - latest)
    return found


def _matched(
    strangers: Sequence[AgentPercept], there: Mapping[EntityId, tuple[Mapping[PartName, Vector3], float]]
) -> dict[int, EntityId]:
    """Which of those who are there each stranger is, part against part; by their hands, which move, last."""
    names = tuple(there)
    found: dict[int, EntityId] = {}
    for kinds in (("head",), ("torso", "base"), ("left_hand", "right_hand")):
        rows = [number for number in range(len(strangers)) if number not in found]
        some = [(number, part) for number in rows for part in strangers[number].parts if part.part in kinds]
        left = [name for name in names if name not in found.values()]
        tracks = [
            (name, Expected(np.asarray(place), BODY_M + min(WALK_M_S * there[name][1], WALK_M), Looks(kind)))
            for name in left
            for kind, place in there[name][0].items()
            if kind in kinds
        ]
        places = np.array([part.position for _, part in some]).reshape(-1, 3)
        pairs = assigned(places, [Looks(part.part) for _, part in some], [each for _, each in tracks])
        for row, column in pairs.items():
            number, name = some[row][0], tracks[column][0]
            if number not in found and name not in found.values():
                found[number] = name
    return found


def _absent(scene: Scene, present: set[EntityId]) -> list[EntityId]:
    """Declared people nobody has seen yet."""
    return [
        entity.id
        for entity in scene.world.structure.entities
        if isinstance(entity.role, Agent) and entity.role.kind == "human" and entity.id not in present
    ]
