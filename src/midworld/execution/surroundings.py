"""What is known while acting: facts of any mind, the world they come from, who is wrong, and what people say."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ..planning import Fact
from ..world import World


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something somebody said, and when."""

    stamp: float
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Mistake:
    """Somebody is wrong about where a thing is, and why."""

    agent: str
    thing: str
    reason: str


class Surroundings(Protocol):
    """What an assessed scene tells whoever acts in it. Nothing here comes from a simulator's truth."""

    @property
    def now(self) -> float:
        """The newest stamp, in seconds."""
        ...

    def world(self) -> World:
        """The robot's picture."""
        ...

    def facts(self, agent: str | None = None) -> frozenset[Fact]:
        """What holds in somebody's mind, predicate first; the robot's if nobody is named.

        The robot's also has `(away ann)` for people who have not been seen lately.
        """
        ...

    def mistakes(self) -> tuple[Mistake, ...]:
        """Who is wrong about what, as the robot has it."""
        ...

    def heard(self, since: float) -> tuple[Utterance, ...]:
        """What people have said after an instant."""
        ...

    def tell(self, agent: str, fact: Fact) -> None:
        """Somebody was told a fact, and is taken to believe it."""
        ...

    async def changed(self) -> None:
        """Until something new is known."""
        ...


async def until(surroundings: Surroundings, test: Callable[[], bool], seconds: float) -> bool:
    """Whether something comes to be so within some seconds."""
    end = surroundings.now + seconds
    while not test():
        if surroundings.now >= end:
            return False
        await surroundings.changed()
    return True
