"""Who is wrong about what, kept up from tick to tick."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ..world import (
    PLACES,
    Delta,
    Divergence,
    Ended,
    EntityId,
    Entry,
    Situation,
    Statement,
    Status,
    World,
    divergences,
    part_id,
    places,
    spots,
)

# People need a moment to take in what they see; only what lasts is a difference of opinion.
LASTS_S = 0.5


def predicate_of(divergence: Divergence, robot: EntityId) -> str:
    """`FalseBelief` as the robot has it, `Disagreement/bob` between two people."""
    return divergence.kind if divergence.other == robot else f"{divergence.kind}/{divergence.other}"


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """What two worlds were found to differ in, and the facts and things of both that decide that."""

    basis: tuple[object, ...]
    found: tuple[Divergence, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Who is wrong about what, `since` when that has been so, and each pair of worlds as it was last compared."""

    found: tuple[Divergence, ...] = ()
    since: Mapping[Statement, float] = field(default_factory=lambda: MappingProxyType({}))
    known: Mapping[tuple[EntityId, EntityId], Compared] = field(default_factory=lambda: MappingProxyType({}))


def compare(
    memory: Comparison, worlds: Mapping[EntityId, World], previous: World, *, robot: EntityId, stamp: float
) -> tuple[Delta, Comparison]:
    """Compares everybody's world with everybody else's; worlds that are as they were are not compared again."""
    # Nobody knows what those see, and so think, whose heads are not reported.
    truth = worlds[robot]
    worlds = {name: world for name, world in worlds.items() if name == robot or part_id(name, "head") in truth}
    # Facts decide, and where on its support a thing lies: where these stay the same, nothing is gone through again.
    basis = {
        name: (*(world.timeline.held(each) for each in PLACES), world.ids, spots(world))
        for name, world in worlds.items()
    }
    known: dict[tuple[EntityId, EntityId], Compared] = {}
    for agent, believed in worlds.items():
        for other, actual in worlds.items():
            if agent not in (other, robot):
                each, both = memory.known.get((agent, other)), (*basis[agent], *basis[other])
                if each is None or each.basis != both:
                    each = Compared(both, divergences(believed, actual, agent=agent, other=other, robot=robot))
                known[agent, other] = each
    found = [divergence for each in known.values() for divergence in each.found]
    wanted: dict[Statement, Divergence] = {(each.agent, predicate_of(each, robot), each.object): each for each in found}
    for divergence in memory.found:
        # What is just between two places has not changed anybody's mind yet.
        both = (worlds.get(divergence.agent), worlds.get(divergence.other))
        if any(world is not None and _is_between(divergence.object, world) for world in both):
            wanted.setdefault((divergence.agent, predicate_of(divergence, robot), divergence.object), divergence)
    since = {statement: memory.since.get(statement, stamp) for statement in wanted}
    lasting = {name: each for name, each in wanted.items() if stamp - since[name] >= LASTS_S}
    told = previous.timeline.open
    now = tuple(each for name, each in wanted.items() if name in lasting or name in told)
    entries: list[Entry] = [
        Ended(stamp, predicate, subject, target)
        for subject, predicate, target in sorted(told, key=str)
        if (subject, predicate, target) not in wanted
    ]
    for (subject, predicate, target), each in sorted(lasting.items()):
        if (subject, predicate, target) not in told:
            entries.append(Situation(stamp, predicate, subject, target, reason=each.reason))
    after = Comparison(now, MappingProxyType(since), MappingProxyType(known))
    return Delta(stamp, entries=tuple(entries)), after


def _is_between(name: EntityId, world: World) -> bool:
    """Whether nothing says where a thing is just now, though it is not known to be gone."""
    return name not in places(world) and (name not in world or world.status(name) is not Status.UNKNOWN)
