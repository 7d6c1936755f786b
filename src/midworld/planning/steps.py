"""What a plan in the making consists of."""

from typing import NamedTuple

from .model import Happening, Way


class Step(NamedTuple):
    """An action at its time, or, without a happening, the moment at which a method's precondition was looked at."""

    task: int
    happening: Happening | None
    start: float
    end: float
    # Steps that have ended before.
    after: tuple[int, ...]
    # For each fact that is needed the step that made it, None where it held from the start.
    makers: tuple[int | None, ...]


class Decomposition(NamedTuple):
    """A task, the way it is done, and where its subtasks begin."""

    task: int
    way: Way
    first: int
    # How many steps had been taken when it was chosen.
    steps: int
