"""Who is wrong about what, and why: two worlds compared, thing by thing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

import msgspec
import numpy as np

from ..geometry import BoolArray, IntArray
from .entity import EntityId, Object, Status
from .layers import Group
from .missing import MISSING, Why
from .structure import Structure
from .timeline import Situation, Statement, Timeline
from .world import World

FALSE_BELIEF, IGNORANCE, DISAGREEMENT = "FalseBelief", "Ignorance", "Disagreement"
# Of two relations that hold at once, the first says where a thing is.
PLACES = ("isHeldBy", "isIn", "isOn")
WORDS = {"isHeldBy": "held by", "isIn": "in", "isOn": "on"}
# On the same support, farther apart than this is another place.
APART_M = 0.15
# How far a thing goes on its support before that is looked at again.
SPOT_M = 0.02
# Who saw a thing this shortly before it was found gone is about to find it gone as well.
LATELY_S = 1.0


class Divergence(msgspec.Struct, frozen=True):
    """An agent's belief about a thing that is not another's: `reason` is a sentence for people."""

    agent: EntityId
    other: EntityId
    object: EntityId
    kind: str
    reason: str


def places(world: World) -> Mapping[EntityId, Situation]:
    """What says where each thing is, for things that are somewhere."""
    groups = world.timeline.groups
    return _places(tuple(groups.get(predicate) for predicate in PLACES), Open(world.timeline))


@dataclass(frozen=True, slots=True)
class Open:
    """A timeline that equals any other: what is asked of it depends on its groups alone, which are asked by."""

    timeline: Timeline = field(compare=False)


@lru_cache(maxsize=64)
def _places(groups: tuple[Group[Statement] | None, ...], known: Open) -> Mapping[EntityId, Situation]:
    """The same objects for groups are the same situations: of those, nothing has begun or ended."""
    found: dict[EntityId, Situation] = {}
    # Of two relations the later counts here: the first one of `PLACES`, and of these the first by name.
    for group in reversed([group for group in groups if group is not None]):
        for statement in sorted(group.members, key=str, reverse=True):
            found[EntityId(statement[0])] = known.timeline.open[statement]
    return MappingProxyType(found)


def spots(world: World) -> bytes:
    """Where on their supports things lie, as far as that tells one place from another."""
    group = world.timeline.groups.get("isOn")
    rows = _resting(group, world.structure)
    return np.floor(world.poses()[rows, :3] / SPOT_M).astype(np.int32).tobytes() if len(rows) else b""


@lru_cache(maxsize=64)
def _resting(group: Group[Statement] | None, structure: Structure) -> IntArray:
    lying = {statement[0] for statement in group.members} if group is not None else set[str]()
    return np.array([row for row, name in enumerate(structure.ids) if name in lying], dtype=np.intp)


def divergences(
    believed: World, actual: World, *, agent: EntityId, other: EntityId, robot: EntityId
) -> tuple[Divergence, ...]:
    """What an agent believes otherwise than another does, about things the other knows the place of, or found gone."""
    mine, theirs = places(believed), places(actual)
    found: list[Divergence] = []
    movable, rows, status = _movable(actual.structure), believed.structure.rows, believed.state.status.tolist()
    moved = _moved(believed, actual, movable)
    for name in movable:
        here, there = mine.get(name), theirs.get(name)
        if there is None:
            if other == robot and here is not None and _is_gone(name, believed, actual):
                found.append(Divergence(agent, other, name, FALSE_BELIEF, _outdated(agent, name, believed, here)))
        elif name not in rows or status[rows[name]] == Status.UNKNOWN.value:
            found.append(
                Divergence(agent, other, name, IGNORANCE, _ignorant(agent, other, name, believed, there, robot))
            )
        elif here is not None and _differ(here, there, moved):
            if other == robot:
                reason = _mistaken(agent, name, believed, here, there)
                found.append(Divergence(agent, other, name, FALSE_BELIEF, reason))
            elif agent < other:
                # Whoever is right, it is one disagreement.
                found.append(Divergence(agent, other, name, DISAGREEMENT, _apart(agent, other, name, here, there)))
    return tuple(found)


def _is_gone(name: EntityId, believed: World, actual: World) -> bool:
    """Whether a thing was found gone from where somebody believes it to be, who was not looking then."""
    lost = actual.timeline.open.get((name, MISSING, str(Why.UNKNOWN)))
    if lost is None or _seen(believed, name) >= lost.start - LATELY_S:
        return False
    here, last = (np.asarray(world.pose(name).position) for world in (believed, actual))
    return float(np.linalg.norm(here - last)) <= APART_M


def _differ(here: Situation, there: Situation, moved: frozenset[str]) -> bool:
    if (here.predicate, here.object) != (there.predicate, there.object):
        return True
    return here.predicate == "isOn" and here.subject in moved


@lru_cache(maxsize=256)
def _movable(structure: Structure) -> tuple[EntityId, ...]:
    return tuple(e.id for e in structure.entities if isinstance(e.role, Object) and not e.role.static)


def _moved(believed: World, actual: World, names: Sequence[EntityId]) -> frozenset[str]:
    """What is at another place in one world than in the other."""
    both = [name for name in names if name in believed]
    one, other = (world.poses()[[world.structure.rows[name] for name in both], :3] for world in (believed, actual))
    far: BoolArray = np.linalg.norm(one - other, axis=1) > APART_M
    return frozenset(both[row] for row in far.nonzero()[0].tolist())


def _seen(world: World, name: EntityId) -> float:
    return float(world.state.seen[world.structure.row(name)])


def _told(there: Situation) -> str:
    return f"{WORDS[there.predicate]} {there.object} since {there.start:.1f} s"


def _ignorant(
    agent: EntityId, other: EntityId, name: EntityId, believed: World, there: Situation, robot: EntityId
) -> str:
    """Why somebody does not know where a thing is; what the robot believes is taken for true."""
    place = f"{WORDS[there.predicate]} {there.object}"
    if name not in believed:
        known = _told(there) if other == robot else f"which {other} believes to be {place}"
        return f"{agent} has never seen {name}, {known}"
    known = f"it has been {_told(there)}" if other == robot else f"{other} believes it to be {place}"
    return f"{agent} last saw {name} at {_seen(believed, name):.1f} s and found it gone; {known}"


def _outdated(agent: EntityId, name: EntityId, believed: World, here: Situation) -> str:
    thought = f"{agent} believes {name} to be {WORDS[here.predicate]} {here.object}"
    return f"{thought}, as last seen at {_seen(believed, name):.1f} s, but it is gone, nobody knows where"


def _apart(agent: EntityId, other: EntityId, name: EntityId, here: Situation, there: Situation) -> str:
    thought = f"{agent} believes {name} to be {WORDS[here.predicate]} {here.object}"
    if (here.predicate, here.object) == (there.predicate, there.object):
        return f"{thought}, and so does {other}, but elsewhere"
    return f"{thought}, {other} believes it to be {WORDS[there.predicate]} {there.object}"


def _mistaken(agent: EntityId, name: EntityId, believed: World, here: Situation, there: Situation) -> str:
    seen = _seen(believed, name)
    thought = f"{agent} believes {name} to be {WORDS[here.predicate]} {here.object}"
    if (here.predicate, here.object) == (there.predicate, there.object):
        return f"{thought} where it was at {seen:.1f} s, but it was moved since"
    return f"{thought}, as last seen at {seen:.1f} s, but it has been {_told(there)}"
