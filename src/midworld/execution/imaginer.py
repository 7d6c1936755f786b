"""Imagining for execution: symbols become a world, ways become actions, and outcomes an answer, best first."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from ..geometry import Meshes
from ..imagination import Action, Doubt, Outcome, Rollouts, confidence, rehearse
from ..planning import Task
from ..world import World
from .run import Answer, Candidate, Request
from .translator import Translator

SAMPLES = ("notopple", "shaking", "topple")
# How work is done beside the loop: in a thread, a process, or at once where time is virtual.
Aside = Callable[[Callable[[], Answer]], Awaitable[Answer]]


def _in_thread(work: Callable[[], Answer]) -> Awaitable[Answer]:
    return asyncio.to_thread(work)


@dataclass(frozen=True, slots=True)
class PhysicalImaginer:
    """Rehearses every way from the world that is projected.

    `world` tells how it is now; `action` what a task comes down to in a world, in each of some `variants`, by number:
    drives with other noise, say, which count together. The rest is for `rehearse`. As published ways are ranked by
    confidence (Eq. 2), then by duration, and what topples is put back and counted on.
    """

    world: Callable[[], World]
    translator: Translator
    action: Callable[[World, Task, int], Action]
    rollouts: Rollouts
    meshes: Meshes | None = None
    runs: int = 16
    variants: int = 1
    seed: int = 0
    doubt: Doubt = field(default_factory=Doubt)
    aside: Aside = _in_thread

    async def imagine(self, request: Request) -> Answer:
        """The ways of a request, best first."""
        return await self.aside(partial(self.answer, request, self.world()))

    def answer(self, request: Request, world: World) -> Answer:
        """The same at once, from a world as it is now. Raises MidworldError where the facts cannot become a world."""
        projected = self.translator.world(world, request.facts)
        ways = [self.action(projected, task, number) for task in request.candidates for number in range(self.variants)]
        found = rehearse(
            projected,
            ways,
            rollouts=self.rollouts,
            meshes=self.meshes,
            runs=self.runs,
            seed=self.seed,
            doubt=self.doubt,
            put_back=True,
        ).outcomes
        some = [found[first : first + self.variants] for first in range(0, len(ways), self.variants)]
        return answered(request.candidates, some)


def answered(tasks: Sequence[Task], outcomes: Sequence[Sequence[Outcome]]) -> Answer:
    """Ways with the outcomes of their variants as execution takes them: failures last, surer first, then faster."""
    some = [_candidate(task, each) for task, each in zip(tasks, outcomes, strict=True)]
    return Answer(tuple(sorted(some, key=lambda each: (not each.success, -each.confidence, sum(each.seconds)))))


def _candidate(task: Task, outcomes: Sequence[Outcome]) -> Candidate:
    events = {name: sum(each.events.get(name, 0) for each in outcomes) for name in SAMPLES}
    able = [each for each in outcomes if each.failure is None]
    success = any(each.success.probability > 0 for each in able)
    times = (min(each.duration.low for each in outcomes), max(each.duration.high for each in outcomes))
    detail = f"{events['shaking']} shaking and {events['topple']} topple of {sum(events.values())} samples"
    failure = next((each.failure for each in outcomes if each.failure is not None), None)
    return Candidate(task, success, confidence(events) if success else 0.0, times, detail if able else failure or "")
