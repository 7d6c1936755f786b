"""What actions need for themselves: arms, a base, a voice. Taken all at once or not at all, and always given back."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count


@dataclass(frozen=True, slots=True)
class Resource:
    """Something one action has at a time; a `shared` one any number, unless somebody needs it alone.

    A compound one is all of its `parts`: who has it has them.
    """

    name: str
    shared: bool = False
    parts: tuple["Resource", ...] = ()

    def leaves(self) -> tuple["Resource", ...]:
        """What it comes down to."""
        return tuple(leaf for part in self.parts for leaf in part.leaves()) if self.parts else (self,)


def compound(name: str, *parts: Resource) -> Resource:
    """Several resources as one."""
    return Resource(name, parts=parts)


@dataclass(slots=True, eq=False)
class _Claim:
    """Somebody who waits: higher priorities first, then who came first."""

    priority: int
    number: int
    wanted: frozenset[Resource]
    ready: asyncio.Event = field(default_factory=asyncio.Event)


class Resources:
    """Who has what. Nobody holds a part while waiting for the rest, so nobody waits for each other."""

    def __init__(self) -> None:
        self._held: dict[Resource, int] = {}
        self._waiting: list[_Claim] = []
        self._numbers = count()

    @property
    def held(self) -> tuple[str, ...]:
        """What is taken just now."""
        return tuple(sorted(each.name for each in self._held))

    def free(self, wanted: Iterable[Resource]) -> bool:
        """Whether all of it could be had at once."""
        return all(leaf.shared or leaf not in self._held for each in wanted for leaf in each.leaves())

    @asynccontextmanager
    async def taken(self, wanted: Sequence[Resource], *, priority: int = 0) -> AsyncGenerator[None]:
        """With all of it, once it is free; given back however it ends."""
        claim = _Claim(priority, next(self._numbers), frozenset(leaf for each in wanted for leaf in each.leaves()))
        self._waiting.append(claim)
        self._grant()
        try:
            await claim.ready.wait()
            yield
        finally:
            if claim in self._waiting:
                self._waiting.remove(claim)
            else:
                self._give_back(claim)
            self._grant()

    def _grant(self) -> None:
        """Lets in whoever can have everything, the most important first; others may pass those who wait for more."""
        for claim in sorted(self._waiting, key=lambda each: (-each.priority, each.number)):
            if self.free(claim.wanted):
                self._waiting.remove(claim)
                for leaf in claim.wanted:
                    self._held[leaf] = self._held.get(leaf, 0) + 1
                claim.ready.set()

    def _give_back(self, claim: _Claim) -> None:
        for leaf in claim.wanted:
            self._held[leaf] -= 1
            if not self._held[leaf]:
                del self._held[leaf]
