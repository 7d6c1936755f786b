"""Surroundings for tests of who acts in them."""

import asyncio

from midworld.execution import Mistake, Utterance
from midworld.planning import Fact
from midworld.world import World


class Told:
    """Surroundings that hold what a test puts there; a tick every tenth of a second."""

    def __init__(self, *facts: Fact) -> None:
        self.known: dict[str | None, frozenset[Fact]] = {None: frozenset(facts)}

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def world(self) -> World:
        return World()

    def facts(self, agent: str | None = None) -> frozenset[Fact]:
        return self.known.get(agent, frozenset())

    def mistakes(self) -> tuple[Mistake, ...]:
        return ()

    def heard(self, since: float) -> tuple[Utterance, ...]:
        return ()

    def tell(self, agent: str, fact: Fact) -> None:
        self.known[agent] = self.facts(agent) | {fact}

    async def changed(self) -> None:
        await asyncio.sleep(0.1)
