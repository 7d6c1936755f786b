"""Imagining for execution: symbols become a world, ways become actions, and outcomes an answer, best first."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from ..geometry import Meshes
from ..imagination import Action, Doubt, Outcome, Policy, Rehearsal, Rollouts, rehearse
from ..planning import Task
from ..world import World
from .run import Answer, Candidate, Request
from .translator import Translator

# How work is done beside the loop: in a thread, a process, or at once where time is virtual.
Aside = Callable[[Callable[[], Answer]], Awaitable[Answer]]


def _in_thread(work: Callable[[], Answer]) -> Awaitable[Answer]:
    return asyncio.to_thread(work)


@dataclass(frozen=True, slots=True)
class PhysicalImaginer:
    """Rehearses every way from the world that is projected.

    `world` tells how it is now; `action` what a task comes down to in a world. The rest is for `rehearse`; as published
    ways are ranked by confidence (Eq. 2), and what topples is put back and counted on.
    """

    world: Callable[[], World]
    translator: Translator
    action: Callable[[World, Task], Action]
    rollouts: Rollouts
    meshes: Meshes | None = None
    runs: int = 16
    seed: int = 0
    doubt: Doubt = field(default_factory=Doubt)
    policy: Policy = "published"
    aside: Aside = _in_thread

    async def imagine(self, request: Request) -> Answer:
        """The ways of a request, best first."""
        return await self.aside(partial(self.answer, request, self.world()))

    def answer(self, request: Request, world: World) -> Answer:
        """The same at once, from a world as it is now. Raises MidworldError where the facts cannot become a world."""
        projected = self.translator.world(world, request.facts)
        rehearsal = rehearse(
            projected,
            [self.action(projected, task) for task in request.candidates],
            rollouts=self.rollouts,
            meshes=self.meshes,
            runs=self.runs,
            seed=self.seed,
            doubt=self.doubt,
            policy=self.policy,
            put_back=True,
        )
        return answered(rehearsal, request.candidates)


def answered(rehearsal: Rehearsal, tasks: tuple[Task, ...]) -> Answer:
    """Outcomes as execution takes them: what succeeds as it was ranked, then what fails, with confidence 0."""
    rest = [place for place in range(len(tasks)) if place not in rehearsal.order]
    some = [_candidate(tasks[place], rehearsal.outcomes[place], success=True) for place in rehearsal.order]
    return Answer((*some, *(_candidate(tasks[place], rehearsal.outcomes[place], success=False) for place in rest)))


def _candidate(task: Task, outcome: Outcome, *, success: bool) -> Candidate:
    events = outcome.events
    samples = sum(events.get(name, 0) for name in ("notopple", "shaking", "topple"))
    detail = f"{events.get('shaking', 0)} shaking and {events.get('topple', 0)} topple of {samples} samples"
    confidence = outcome.confidence if success else 0.0
    return Candidate(
        task, success, confidence, (outcome.duration.low, outcome.duration.high), outcome.failure or detail
    )
