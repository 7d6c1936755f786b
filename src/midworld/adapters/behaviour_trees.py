"""Actions and facts as behaviours of py_trees, for teams that write behaviour trees. Needs `midworld[trees]`."""

# py_trees is typed in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Callable
from typing import Any

from ..errors import MissingExtra
from ..execution import Actor, Phase, Started, Surroundings
from ..planning import Fact

try:
    from py_trees.behaviour import Behaviour
    from py_trees.common import Status
except ImportError as missing:
    raise MissingExtra("behaviour trees", "trees") from missing

STATUS = {Phase.DONE: Status.SUCCESS, Phase.FAILED: Status.FAILURE, Phase.CANCELLED: Status.FAILURE}


class Does(Behaviour):
    """An action of an actor: begun when the tree comes to it, cancelled when the tree leaves it for something else.

    `start` begins it: `lambda: lift(actor, "tray")`. Its clean-up has run when the actor is left.
    """

    def __init__(self, name: str, start: Callable[[], Started[Any]]) -> None:
        super().__init__(name)
        self._start = start
        self.started: Started[Any] | None = None

    def initialise(self) -> None:
        self.started = self._start()

    def update(self) -> Status:
        assert self.started is not None
        status = STATUS.get(self.started.phase, Status.RUNNING)
        self.feedback_message = self.started.phase.value
        return status

    def terminate(self, new_status: Status) -> None:
        if new_status is Status.INVALID and self.started is not None:
            self.started.cancel()


class Holds(Behaviour):
    """Whether a fact holds in somebody's mind, the robot's if nobody is named: `("isOn", "cup", "table")`."""

    def __init__(self, name: str, surroundings: Surroundings, fact: Fact, agent: str | None = None) -> None:
        super().__init__(name)
        self._surroundings, self._fact, self._agent = surroundings, fact, agent

    def update(self) -> Status:
        return Status.SUCCESS if self._fact in self._surroundings.facts(self._agent) else Status.FAILURE


async def ticked(root: Behaviour, actor: Actor) -> Status:
    """Ticks a tree whenever something new is known, until it succeeds or fails; cancelled, it leaves everything."""
    assert actor.surroundings is not None, "a tree is ticked by what its actor's surroundings tell"
    try:
        while True:
            root.tick_once()
            if root.status is not Status.RUNNING:
                return root.status
            await actor.surroundings.changed()
    finally:
        if root.status is Status.RUNNING:
            root.stop(Status.INVALID)
