"""Carrying out a plan with asyncio: actions and imaginings side by side, every order obeyed, nothing left running."""

import asyncio
from collections.abc import Callable
from math import inf

from ..planning import Action, Plan, Problem
from .advance import advance, begin, wake
from .robot import Imaginer, Robot
from .run import Answered, Do, Ended, Imagine, News, Order, Passed, Policy, Request, Run, Stop


async def carried_out(
    problem: Problem,
    plan: Plan,
    robot: Robot,
    imaginer: Imaginer,
    *,
    policy: Policy | None = None,
    watch: Callable[[Run], None] = lambda run: None,
    news: asyncio.Queue[News] | None = None,
) -> Run:
    """Carries out a plan to its end; the loop's clock is the time, 0 at the start. `watch` sees every change.

    Into `news`, if given, others put what is `Noticed`, or that it is `Halted`.
    """
    loop = asyncio.get_running_loop()
    zero = loop.time()
    run, orders = begin(problem, plan, policy)
    async with _Hands(robot, imaginer, news) as hands:
        while True:
            hands.obey(orders)
            watch(run)
            if run.outcome is not None:
                return run
            latest = await hands.news(wake(run) - (loop.time() - zero))
            run, orders = advance(run, latest, loop.time() - zero)


class _Hands:
    """What is under way. Leaving it cancels all of that and waits until it has cleaned up."""

    def __init__(self, robot: Robot, imaginer: Imaginer, news: asyncio.Queue[News] | None) -> None:
        self._robot, self._imaginer = robot, imaginer
        self._news: asyncio.Queue[News] = asyncio.Queue() if news is None else news
        self._actions: dict[int, asyncio.Task[None]] = {}
        self._thoughts: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "_Hands":
        return self

    async def __aexit__(self, *_: object) -> None:
        tasks = (*self._actions.values(), *self._thoughts)
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def obey(self, orders: tuple[Order, ...]) -> None:
        """Begins what is to begin and stops what is to stop."""
        for order in orders:
            match order:
                case Do(action):
                    self._actions[action.id] = asyncio.create_task(self._done(action))
                case Imagine(request):
                    self._thoughts.add(asyncio.create_task(self._imagined(request)))
                case Stop(action):
                    self._actions[action].cancel()

    async def news(self, seconds: float) -> News:
        """The next thing that happens, or that nothing did for so long."""
        try:
            async with asyncio.timeout(None if seconds == inf else max(seconds, 0.0)):
                return await self._news.get()
        except TimeoutError:
            return Passed()

    async def _done(self, action: Action) -> None:
        try:
            report = await self._robot.perform(action)
        except asyncio.CancelledError:
            self._news.put_nowait(Ended(action.id, False, reason="cancelled"))
            raise
        except Exception as error:
            self._news.put_nowait(Ended(action.id, False, reason=f"{type(error).__name__}: {error}"))
        else:
            self._news.put_nowait(Ended(action.id, report.ok, report.observed, report.reason))

    async def _imagined(self, request: Request) -> None:
        try:
            answer = await self._imaginer.imagine(request)
        except Exception as error:
            self._news.put_nowait(Answered(request.id, None, f"{type(error).__name__}: {error}"))
        else:
            self._news.put_nowait(Answered(request.id, answer))
