"""A session that goes on while somebody acts on what it knows."""

import asyncio
from collections.abc import Iterable

from ..execution import Mistake, Utterance
from ..perception import Observation
from ..planning import Fact
from ..world import Agent, BodyPart, EntityId, World, robot_of
from .session import Session

# Somebody whose head and trunk were not seen for so long is away.
AWAY_S = 3.0


class Live:
    """What a session knows, for a controller: feed it what sensors report, and whoever waits goes on.

    It is the `Surroundings` of `midworld.execution`.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.utterances: list[Utterance] = []
        self._waiters: list[asyncio.Future[None]] = []
        self._facts: dict[str | None, frozenset[Fact]] = {}
        self._robot = robot_of(session.scene.world)
        # When somebody last looked for people at all.
        self._looked = -1.0

    def feed(self, observations: Iterable[Observation]) -> None:
        """Takes in all that was perceived at one instant, in one tick."""
        seen = tuple(observations)
        people = [each.stamp for each in seen if each.agents is not None and not self._is_own(each)]
        self._looked = max(people, default=self._looked)
        self.session.feed(*seen)
        self._facts.clear()
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def hear(self, speaker: str, text: str) -> None:
        """Somebody says something."""
        self.utterances.append(Utterance(self.now, speaker, text))

    @property
    def now(self) -> float:
        return self.session.world().stamp

    def world(self) -> World:
        return self.session.world()

    def facts(self, agent: str | None = None) -> frozenset[Fact]:
        if agent not in self._facts:
            held = self.session.facts(agent)
            found: set[Fact] = {(each.predicate, each.subject, str(each.object)) for each in held}
            if agent is None:
                found.update(("away", name) for name in self._away())
            self._facts[agent] = frozenset(found)
        return self._facts[agent]

    def mistakes(self) -> tuple[Mistake, ...]:
        return tuple(Mistake(str(each.agent), str(each.object), each.reason) for each in self.session.who_is_wrong())

    def heard(self, since: float) -> tuple[Utterance, ...]:
        return tuple(each for each in self.utterances if each.stamp > since)

    def tell(self, agent: str, fact: Fact) -> None:
        predicate, subject, place = fact
        self.session.tell(agent, f"{subject} {predicate} {place}")

    async def changed(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        await waiter

    def _is_own(self, observation: Observation) -> bool:
        """Whether a robot tells of its own body, and of nobody else."""
        return bool(observation.agents) and all(each.id == self._robot for each in observation.agents or ())

    def _away(self) -> list[str]:
        """People who were seen once and no more."""
        world = self.session.world()
        last: dict[EntityId, float] = {}
        for row, entity in enumerate(world.structure.entities):
            if isinstance(entity.role, BodyPart) and entity.role.part in ("head", "torso"):
                last[entity.role.owner] = max(last.get(entity.role.owner, -1.0), float(world.state.seen[row]))
        people = {
            each.id for each in world.structure.entities if isinstance(each.role, Agent) and each.role.kind == "human"
        }
        return [str(name) for name, seen in last.items() if name in people and self._looked - seen > AWAY_S]
