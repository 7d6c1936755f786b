"""When something comes to be so in somebody's mind: `on(...)` once, `whenever(...)` each time."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ..planning import Fact
from .surroundings import Surroundings

Binding = Mapping[str, str]
Reaction = Callable[..., Awaitable[Any]]


class Event:
    """A pattern of facts of a mind, `?who isHeldBy ...` predicate first: `("isHeldBy", "?thing", "ann")`.

    `becomes(True)` fires when a fact that fits begins to hold, `becomes(False)` when one ends.
    """

    def __init__(self, watcher: "Watcher", pattern: Fact, agent: str | None, *, once: bool) -> None:
        self.pattern, self.agent, self.once, self.sense = pattern, agent, once, True
        self._watcher = watcher
        self.reaction: Reaction | None = None

    def becomes(self, sense: bool) -> "Event":
        """Fires where a fact that fits begins (True) or ceases (False) to hold."""
        self.sense = sense
        return self

    def do(self, reaction: Reaction) -> "Event":
        """What is awaited then, with the variables of the pattern as words; also as a decorator."""
        self.reaction = reaction
        self._watcher.add(self)
        return self

    __call__ = do

    async def wait(self) -> Binding:
        """Until it happens; what the variables stood for."""
        found: asyncio.Future[Binding] = asyncio.get_running_loop().create_future()

        async def reaction(**words: str) -> None:
            if not found.done():
                found.set_result(words)

        self.once = True
        self.do(reaction)
        return await found


class Watcher:
    """Watches minds, a look at a time, and lets reactions run. Leaving it cancels those that run."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._events: list[Event] = []
        self._before: dict[str | None, frozenset[Fact]] = {}
        self._group: set[asyncio.Task[Any]] = set()
        self._looking: asyncio.Task[None] | None = None

    def on(self, *pattern: str, agent: str | None = None) -> Event:
        """Once."""
        return Event(self, pattern, agent, once=True)

    def whenever(self, *pattern: str, agent: str | None = None) -> Event:
        """Each time."""
        return Event(self, pattern, agent, once=False)

    def add(self, event: Event) -> None:
        """Watches for an event from now on: what holds already is not news."""
        self._before.setdefault(event.agent, self._surroundings.facts(event.agent))
        self._events.append(event)

    async def __aenter__(self) -> "Watcher":
        self._looking = asyncio.get_running_loop().create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        tasks = [*self._group, *(() if self._looking is None else (self._looking,))]
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look(self) -> None:
        """Compares every mind with how it was, and starts what that calls for."""
        news: dict[str | None, tuple[frozenset[Fact], frozenset[Fact]]] = {}
        for agent, before in self._before.items():
            now = self._surroundings.facts(agent)
            news[agent] = (now - before, before - now)
            self._before[agent] = now
        for event in tuple(self._events):
            begun, ended = news.get(event.agent, (frozenset(), frozenset()))
            for fact in sorted(begun if event.sense else ended):
                words = fitted(event.pattern, fact)
                if words is not None and event in self._events:
                    self._fire(event, words)

    def _fire(self, event: Event, words: Binding) -> None:
        if event.once:
            self._events.remove(event)
        assert event.reaction is not None
        task = asyncio.ensure_future(event.reaction(**words))
        self._group.add(task)
        task.add_done_callback(self._group.discard)

    async def _watch(self) -> None:
        while True:
            await self._surroundings.changed()
            self.look()


def fitted(pattern: Fact, fact: Fact) -> Binding | None:
    """What the variables of a pattern stand for in a fact; None where it does not fit."""
    if len(pattern) != len(fact):
        return None
    found: dict[str, str] = {}
    for word, value in zip(pattern, fact, strict=True):
        if word.startswith("?"):
            if found.setdefault(word[1:], value) != value:
                return None
        elif word != value:
            return None
    return found
