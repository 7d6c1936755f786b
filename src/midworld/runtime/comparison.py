"""Who is wrong about what, kept up from tick to tick."""

from collections.abc import Mapping

from ..agents.divergence import PLACES, Divergence, divergences, places
from ..world import Delta, Ended, EntityId, Entry, Situation, Status, World, part_id
from ..world.timeline import Statement

DIVERGENCES = "divergences"
# People need a moment to take in what they see; only what lasts is a difference of opinion.
LASTS_S = 0.5


def predicate_of(divergence: Divergence, robot: EntityId) -> str:
    """`FalseBelief` as the robot has it, `Disagreement/bob` between two people."""
    return divergence.kind if divergence.other == robot else f"{divergence.kind}/{divergence.other}"


class Comparison:
    """Compares everybody's world with everybody else's, as a stage; a world that is as it was is not compared again."""

    def __init__(self, robot: EntityId, *, truth: str) -> None:
        self._robot = robot
        self._truth = truth
        self._since: dict[Statement, float] = {}
        self._known: dict[tuple[EntityId, EntityId], tuple[tuple[object, ...], tuple[Divergence, ...]]] = {}
        self.found: tuple[Divergence, ...] = ()

    def propose(self, inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
        """One tick, as a pipeline stage asks for it."""
        # Nobody knows what those see, and so think, whose heads are not reported.
        truth = inputs[self._truth]
        worlds = {
            (self._robot if name == self._truth else EntityId(name)): world
            for name, world in inputs.items()
            if name == self._truth or part_id(EntityId(name), "head") in truth
        }
        found = [
            divergence
            for agent, believed in worlds.items()
            for other, actual in worlds.items()
            if agent not in (other, self._robot)
            for divergence in self._compared(agent, believed, other, actual)
        ]
        wanted = {(each.agent, predicate_of(each, self._robot), each.object): each for each in found}
        for divergence in self.found:
            # What is just between two places has not changed anybody's mind yet.
            both = (worlds[divergence.agent], worlds[divergence.other])
            if any(_is_between(divergence.object, world) for world in both):
                wanted.setdefault(
                    (divergence.agent, predicate_of(divergence, self._robot), divergence.object), divergence
                )
        self._since = {statement: self._since.get(statement, stamp) for statement in wanted}
        lasting = {name: each for name, each in wanted.items() if stamp - self._since[name] >= LASTS_S}
        told = previous.timeline.open
        self.found = tuple(each for name, each in wanted.items() if name in lasting or name in told)
        entries: list[Entry] = [
            Ended(stamp, predicate, subject, target)
            for subject, predicate, target in sorted(told, key=str)
            if (subject, predicate, target) not in wanted
        ]
        for (subject, predicate, target), each in sorted(lasting.items()):
            if (subject, predicate, target) not in told:
                entries.append(Situation(stamp, predicate, subject, target, reason=each.reason))
        return Delta(stamp, entries=tuple(entries))

    def _compared(self, agent: EntityId, believed: World, other: EntityId, actual: World) -> tuple[Divergence, ...]:
        """Facts decide, so worlds whose facts and things are the same are not gone through again."""
        told = [world.timeline.groups.get(predicate) for world in (believed, actual) for predicate in PLACES]
        mark = (*told, believed.structure, actual.structure)
        known = self._known.get((agent, other))
        if known is not None and all(one is two for one, two in zip(mark, known[0], strict=True)):
            return known[1]
        found = divergences(believed, actual, agent=agent, other=other, robot=self._robot)
        self._known[agent, other] = (mark, found)
        return found


def _is_between(name: EntityId, world: World) -> bool:
    """Whether nothing says where a thing is just now, though it is not known to be gone."""
    return name not in places(world) and (name not in world or world.status(name) is not Status.UNKNOWN)
