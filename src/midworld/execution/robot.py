"""What execution asks of a robot and of imagination: something to await, which can be cancelled."""

from dataclasses import dataclass
from typing import Protocol

from ..planning import Action
from .monitoring import NOTHING_SEEN, Observed
from .run import Answer, Request


@dataclass(frozen=True, slots=True)
class Report:
    """How an action went, and what the robot saw when it was over."""

    ok: bool
    observed: Observed = NOTHING_SEEN
    reason: str = ""


class Robot(Protocol):
    """Whoever carries out actions: the execution middle layer of a robot, or a simulated one."""

    async def perform(self, action: Action) -> Report:
        """Does an action to its end. Cancelled, it stops, cleans up and lets the cancellation pass.

        An exception is a failure with its sentence as the reason.
        """
        ...


class Imaginer(Protocol):
    """Whoever tries out ways to do an action without doing it."""

    async def imagine(self, request: Request) -> Answer:
        """The ways, best first. An exception is no answer: the plan's own way goes."""
        ...
