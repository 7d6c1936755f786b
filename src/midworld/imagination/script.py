"""What an action comes down to: bodies that are driven, things put somewhere first, and how it should end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from ..geometry import FloatArray, Vector3
from ..physics import Body
from .ending import Ending
from .motion import Motion


class Goal(Protocol):
    """How an action should end."""

    def missed(self, ending: Ending) -> str | None:
        """Why it is not so, in a few words; None if it is as it should be."""
        ...


@dataclass(frozen=True, slots=True)
class Hand:
    """A rigid hand that appears for the action: a body, what it pushes and along which unit direction.

    It begins where it touches that body, at `height` above the lowest point of it; pushing nothing (None), at `start`.
    """

    body: Body
    pushes: int | None
    direction: Vector3
    height: float
    start: Vector3 = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Drive:
    """A row that moves as written, and how; it stays where it ends."""

    row: int
    motion: Motion


@dataclass(frozen=True, slots=True, eq=False)
class Script:
    """`put` are rows that are somewhere else when it begins; `free` ones may move although the world says they do not.

    `load` are rows that come along. `impossible` is why it cannot be done at all. A hand's row comes after the last.
    `gentle` says that nothing is meant to be struck, tilted or dropped: an engine may take longer steps.
    """

    goal: Goal
    drives: tuple[Drive, ...] = ()
    hand: Hand | None = None
    hand_motion: Motion | None = None
    put: Mapping[int, FloatArray] = field(default_factory=lambda: dict[int, FloatArray]())
    free: tuple[int, ...] = ()
    load: tuple[int, ...] = ()
    doer: int | None = None
    impossible: str | None = None
    gentle: bool = False

    @property
    def duration(self) -> float:
        motions = [drive.motion.duration for drive in self.drives]
        return max([*motions, self.hand_motion.duration if self.hand_motion else 0.0])
