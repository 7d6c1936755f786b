"""What a search comes to: a plan, the proof that there is none, or how far it came."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from .descent import Hindrance
from .plan import Plan


@dataclass(frozen=True, slots=True)
class Impossible:
    """No plan exists: the task, and the precondition in its way."""

    task: str
    precondition: str

    def __str__(self) -> str:
        return f"impossible: {self.task} cannot be done, {self.precondition} is in the way"


@dataclass(frozen=True, slots=True)
class GaveUp:
    """Neither a plan nor a proof was found in the time given."""

    seconds: float
    nodes: int
    furthest: Hindrance | None = None

    def __str__(self) -> str:
        came = (
            ""
            if self.furthest is None
            else (
                f"; the furthest it came was {self.furthest.actions} actions, then {self.furthest.task} "
                f"lacked {self.furthest.precondition}"
            )
        )
        return f"gave up after {self.seconds:.1f} s and {self.nodes} choices{came}"


Result: TypeAlias = Plan | Impossible | GaveUp
Costs: TypeAlias = Mapping[str, float]
