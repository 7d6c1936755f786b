"""Acting on events: desires to actions or goals, experiences to parameters; at once, and at once no more when told."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from enum import IntEnum
from typing import Any, TypeAlias

from .desires import Desire, Experience, desires, experiences

Response: TypeAlias = Callable[[Desire], Awaitable[Any]]


class Involvement(IntEnum):
    """How much a robot takes part: what it is asked for alone, what it is part of, and what it could help with."""

    ASSISTANT = 0
    TEAMMATE = 1
    HELPER = 2


class Responder:
    """What to do about which desire. `effort` is the share of the work people are asked for, from 0 to 1.

    A new desire of the same owner supersedes one that is carried out; `Stop` ends everything. Whoever leaves it ends
    what runs and waits for the clean-ups.
    """

    def __init__(self, robot: str = "robot", involvement: Involvement = Involvement.TEAMMATE) -> None:
        self.robot, self.involvement, self.effort = robot, involvement, 1.0
        self.unmet: list[Desire] = []
        self.failures: list[BaseException] = []
        self._responses: dict[str, Response] = {}
        self._running: dict[str, asyncio.Task[Any]] = {}

    def on_desire(self, kind: str) -> Callable[[Response], Response]:
        """What is awaited when somebody desires a situation of a kind: `@responder.on_desire("Give")`."""

        def decorated(response: Response) -> Response:
            self._responses[kind] = response
            return response

        return decorated

    async def __aenter__(self) -> "Responder":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def hear(self, statements: Iterable[str]) -> None:
        """What dialogue understood: starts what is desired, and minds how people are."""
        said = tuple(statements)
        for felt in experiences(said):
            self.feel(felt)
        for wanted in desires(said):
            self._respond(wanted)

    def feel(self, felt: Experience) -> None:
        """Who is tired, or weak, or hurt, is asked for less from now on; who is fine again for all of their share."""
        if felt.feature in ("tired", "weak", "hurt", "sick", "old"):
            self.effort = 0.3
        elif felt.feature in ("fine", "rested", "well"):
            self.effort = 1.0

    async def stop(self) -> None:
        """Ends everything; returns when it has cleaned up."""
        tasks = tuple(self._running.values())
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def settled(self) -> None:
        """Until nothing is carried out any more. Raises what failed first, since it was last asked."""
        while self._running:
            await asyncio.wait(self._running.values())
        failures, self.failures = self.failures, []
        if failures:
            raise failures[0]

    def _respond(self, wanted: Desire) -> None:
        mine = wanted.role("performedBy") in (None, self.robot)
        if wanted.forbids or wanted.kind == "Stop":
            for each in self._running.values():
                each.cancel()
            return
        response = self._responses.get(wanted.kind)
        if response is None or (not mine and self.involvement < Involvement.HELPER):
            self.unmet.append(wanted)
            return
        before = self._running.get(wanted.owner)
        if before is not None:
            before.cancel()
        task = asyncio.ensure_future(response(wanted))
        self._running[wanted.owner] = task
        task.add_done_callback(lambda done: self._over(wanted.owner, done))

    def _over(self, owner: str, done: "asyncio.Future[Any]") -> None:
        if self._running.get(owner) is done:
            del self._running[owner]
        failure = None if done.cancelled() else done.exception()
        if failure is not None:
            self.failures.append(failure)
