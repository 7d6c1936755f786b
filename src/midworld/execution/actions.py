"""Actions with a life, as decorated coroutines: `@action`, `@needs(arm)`; started, suspended, resumed, cancelled."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from .resources import Resource, Resources
from .run import Phase
from .surroundings import Surroundings

P = ParamSpec("P")
T = TypeVar("T")


OVER = frozenset({Phase.DONE, Phase.FAILED, Phase.CANCELLED})


@dataclass(frozen=True, slots=True)
class Change:
    """An action came from one phase of its life to another, and what is said about it."""

    action: str
    before: Phase
    after: Phase
    said: str


@dataclass(frozen=True, slots=True)
class ActionType(Generic[P, T]):
    """A coroutine function as an action: what it needs, how important it is, what must hold before and after.

    `before` and `after` are asked of the surroundings; an action begins only where the first holds and is done only
    once the second is seen.
    """

    run: "Callable[Concatenate[Actor, P], Coroutine[Any, Any, T]]"
    name: str
    resources: tuple[Resource, ...] = ()
    priority: int = 0
    before: Callable[..., bool] | None = None
    after: Callable[..., bool] | None = None
    seen_s: float = 4.0

    def __call__(self, actor: "Actor", *args: P.args, **words: P.kwargs) -> "Started[T]":
        """Starts it: something to await, suspend, resume or cancel."""
        return actor.start(self, *args, **words)


def action(
    *, priority: int = 0, before: Callable[..., bool] | None = None, after: Callable[..., bool] | None = None
) -> "Callable[[Callable[Concatenate[Actor, P], Coroutine[Any, Any, T]]], ActionType[P, T]]":
    """Makes an action of a coroutine function whose first argument is the actor: `@action()`."""

    def decorated(run: "Callable[Concatenate[Actor, P], Coroutine[Any, Any, T]]") -> ActionType[P, T]:
        wanted: tuple[Resource, ...] = getattr(run, "needed", ())
        return ActionType(run, run.__name__, wanted, priority, before, after)

    return decorated


def needs(*resources: Resource) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """What an action has to itself while it runs; stands below `@action()`."""

    def decorated(run: Callable[P, T]) -> Callable[P, T]:
        @wraps(run)
        def same(*args: P.args, **words: P.kwargs) -> T:
            return run(*args, **words)

        same.needed = (*getattr(run, "needed", ()), *resources)  # pyright: ignore[reportAttributeAccessIssue]
        return same

    return decorated


class Unfit(Exception):
    """What an action needs does not hold, or what it should bring about is not seen."""


class Started(Generic[T]):
    """An action under way. Awaiting it gives its result, or raises what it failed with."""

    def __init__(self, name: str, told: Callable[[Change], None]) -> None:
        self.name, self._told = name, told
        self.phase = Phase.PENDING
        self._go = asyncio.Event()
        self._go.set()
        self.task: asyncio.Task[T] | None = None

    def __await__(self):  # pyright: ignore[reportUnknownParameterType]
        assert self.task is not None
        return self.task.__await__()

    def cancel(self) -> None:
        """Ends it; its clean-up runs before whoever awaits it goes on."""
        if self.phase not in OVER:
            self.enter(Phase.CANCELLING, f"I stop {self._named}.")
            assert self.task is not None
            self.task.cancel()

    def suspend(self) -> None:
        """Holds it at the next step that asks (`await actor.step()`)."""
        if self.phase is Phase.RUNNING:
            self._go.clear()
            self.enter(Phase.SUSPENDED, f"I wait with {self._named}.")

    def resume(self) -> None:
        """Lets it go on."""
        if self.phase is Phase.SUSPENDED:
            self.enter(Phase.RUNNING, f"I go on with {self._named}.")
            self._go.set()

    async def allowed(self) -> None:
        """Until it is not suspended."""
        await self._go.wait()

    def enter(self, phase: Phase, said: str) -> None:
        """Another phase of its life, and what is said about it."""
        before, self.phase = self.phase, phase
        self._told(Change(self.name, before, phase, said))

    @property
    def _named(self) -> str:
        return self.name.replace("_", " ")


class Actor:
    """Whoever acts: a driver and what is known around it. Leaving it cancels everything and waits for the clean-ups.

    `told` hears every change of every action, with the words that go with it.
    """

    def __init__(self, surroundings: Surroundings | None = None, told: Callable[[Change], None] = lambda change: None):
        self.surroundings, self._told = surroundings, told
        self.resources = Resources()
        self._running: dict[asyncio.Task[Any], Started[Any]] = {}

    async def __aenter__(self) -> "Actor":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.cancel_all()

    @property
    def running(self) -> tuple[Started[Any], ...]:
        """Actions that are not over."""
        return tuple(self._running.values())

    def start(self, kind: ActionType[P, T], *args: P.args, **words: P.kwargs) -> Started[T]:
        """Begins an action as soon as it can have what it needs."""
        started: Started[T] = Started(kind.name, self._told)
        task = asyncio.get_running_loop().create_task(self._lived(kind, started, kind.run(self, *args, **words), args))
        started.task = task
        self._running[task] = started
        task.add_done_callback(self._over)
        return started

    async def step(self) -> None:
        """A point at which an action may be suspended: call it between motions."""
        current = asyncio.current_task()
        if current in self._running:
            await self._running[current].allowed()

    async def cancel_all(self) -> None:
        """Ends everything; returns when every clean-up has run."""
        tasks = tuple(self._running)
        for started in self.running:
            started.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _over(self, task: "asyncio.Task[Any]") -> None:
        self._running.pop(task, None)
        if not task.cancelled():
            # Whoever awaits it gets it; nobody has to.
            task.exception()

    async def _lived(self, kind: ActionType[P, T], started: Started[T], work: Awaitable[T], args: tuple[Any, ...]) -> T:
        named = kind.name.replace("_", " ")
        try:
            async with self.resources.taken(kind.resources, priority=kind.priority):
                if kind.before is not None and not kind.before(self.surroundings, *args):
                    raise Unfit(f"{named} cannot begin: what it needs does not hold")
                started.enter(Phase.RUNNING, f"I begin to {named}.")
                result = await work
                await self._seen(kind, named, args)
        except asyncio.CancelledError:
            started.enter(Phase.CANCELLED, f"I have stopped {named}.")
            raise
        except Exception as error:
            started.enter(Phase.FAILED, f"I could not {named}: {error}.")
            raise
        finally:
            if isinstance(work, Coroutine):
                work.close()  # pyright: ignore[reportUnknownMemberType]
        started.enter(Phase.DONE, f"I am done with {named}.")
        return result

    async def _seen(self, kind: ActionType[P, T], named: str, args: tuple[Any, ...]) -> None:
        if kind.after is None or self.surroundings is None:
            return
        end = self.surroundings.now + kind.seen_s
        while not kind.after(self.surroundings, *args):
            if self.surroundings.now >= end:
                raise Unfit(f"{named} is over, and what it should bring about is not seen")
            await self.surroundings.changed()
