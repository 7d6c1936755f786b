"""Who is wrong about what, and why: two worlds compared, thing by thing."""

from collections.abc import Mapping

import msgspec
import numpy as np

from ..world import EntityId, Object, Situation, Status, World

FALSE_BELIEF, IGNORANCE, DISAGREEMENT = "FalseBelief", "Ignorance", "Disagreement"
# Of two relations that hold at once, the first says where a thing is.
PLACES = ("isHeldBy", "isIn", "isOn")
WORDS = {"isHeldBy": "held by", "isIn": "in", "isOn": "on"}
# On the same support, farther apart than this is another place.
APART_M = 0.15


class Divergence(msgspec.Struct, frozen=True):
    """An agent's belief about a thing that is not another's: `reason` is a sentence for people."""

    agent: EntityId
    other: EntityId
    object: EntityId
    kind: str
    reason: str


def places(world: World) -> Mapping[EntityId, Situation]:
    """What says where each thing is, for things that are somewhere."""
    found: dict[EntityId, Situation] = {}
    for statement in sorted(world.timeline.held(*PLACES), key=str):
        situation = world.timeline.open[statement]
        name = EntityId(situation.subject)
        known = found.get(name)
        if known is None or PLACES.index(situation.predicate) < PLACES.index(known.predicate):
            found[name] = situation
    return found


def divergences(
    believed: World, actual: World, *, agent: EntityId, other: EntityId, robot: EntityId
) -> tuple[Divergence, ...]:
    """What an agent believes otherwise than another does, about things the other knows the place of."""
    mine, theirs = places(believed), places(actual)
    found: list[Divergence] = []
    for entity in actual.structure.entities:
        name, there = entity.id, theirs.get(entity.id)
        if not isinstance(entity.role, Object) or entity.role.static or there is None:
            continue
        if name not in believed:
            found.append(Divergence(agent, other, name, IGNORANCE, f"{agent} has never seen {name}, {_told(there)}"))
        elif believed.status(name) is Status.UNKNOWN:
            found.append(Divergence(agent, other, name, IGNORANCE, _lost(agent, name, believed, there)))
        elif (here := mine.get(name)) is not None and _differ(here, there, believed, actual):
            if other == robot:
                reason = _mistaken(agent, name, believed, here, there)
                found.append(Divergence(agent, other, name, FALSE_BELIEF, reason))
            elif agent < other:
                # Whoever is right, it is one disagreement.
                found.append(Divergence(agent, other, name, DISAGREEMENT, _apart(agent, other, name, here, there)))
    return tuple(found)


def _differ(here: Situation, there: Situation, believed: World, actual: World) -> bool:
    if (here.predicate, here.object) != (there.predicate, there.object):
        return True
    if here.predicate != "isOn":
        return False
    one, other = (np.asarray(world.pose(here.subject).position) for world in (believed, actual))
    return float(np.linalg.norm(one - other)) > APART_M


def _seen(world: World, name: EntityId) -> float:
    return float(world.state.seen[world.structure.row(name)])


def _told(there: Situation) -> str:
    return f"{WORDS[there.predicate]} {there.object} since {there.start:.1f} s"


def _lost(agent: EntityId, name: EntityId, believed: World, there: Situation) -> str:
    seen = _seen(believed, name)
    return f"{agent} last saw {name} at {seen:.1f} s and found it gone; it has been {_told(there)}"


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
