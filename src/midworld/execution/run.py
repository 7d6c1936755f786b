"""A plan being carried out, as a value: what is under way, what holds, what is expected, and what was decided why."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TypeAlias

from ..planning import Action, Fact, Plan, Problem, Task
from .expectations import Expectations
from .monitoring import NOTHING_SEEN, Observed


class Phase(Enum):
    """The life of an action."""

    PENDING = "pending"
    RUNNING = "running"
    SUSPENDED = "suspended"
    CANCELLING = "cancelling"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Policy:
    """How much is waited for imagination, and what is bad enough to make the rest of a plan anew.

    As published an answer has 300 s, an action that is due does not wait for it, and the plan's own way is the default.
    """

    deadline_s: float = 300.0
    patience_s: float = 0.0
    # Where even the best way imagined is less sure, another plan is looked for. Chosen: failures are 0.
    least_confidence: float = 0.05
    longest_action_s: float = 300.0
    most_repairs: int = 5


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be imagined: ways to do an action where these facts hold, answered by a time."""

    id: int
    target: int
    candidates: tuple[Task, ...]
    facts: frozenset[Fact]
    asked: float
    deadline: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to do an action as imagined: whether it worked, how surely, the shortest and longest it took."""

    task: Task
    success: bool
    confidence: float
    seconds: tuple[float, float]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What imagining came to, best first."""

    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """An action of the robot ended: well or not, and what was seen then."""

    action: int
    ok: bool
    observed: Observed = NOTHING_SEEN
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """Imagination answered a request, or could not: why."""

    request: int
    answer: Answer | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Noticed:
    """What is seen while actions run, whoever did it."""

    observed: Observed


@dataclass(frozen=True, slots=True)
class Halted:
    """It is to end at once, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Passed:
    """Nothing but time."""


News: TypeAlias = Ended | Answered | Noticed | Halted | Passed


@dataclass(frozen=True, slots=True)
class Do:
    """For the robot: begin an action."""

    action: Action


@dataclass(frozen=True, slots=True)
class Imagine:
    """For imagination: try out ways to do an action, meanwhile."""

    request: Request


@dataclass(frozen=True, slots=True)
class Stop:
    """For the robot: stop an action and clean up."""

    action: int


Order: TypeAlias = Do | Imagine | Stop


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was decided or noticed, at a time, about an action."""

    at: float
    kind: str
    action: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended."""

    achieved: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Run:
    """A plan being carried out. Never edited: news give another one."""

    problem: Problem
    plan: Plan
    policy: Policy
    facts: frozenset[Fact]
    expectations: Expectations
    phases: Mapping[int, Phase]
    # Since when actions could have begun, and when they did.
    due: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    began: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    # Open requests by the action they are about, and what was answered.
    requests: Mapping[int, Request] = field(default_factory=lambda: MappingProxyType({}))
    answers: Mapping[int, Answer] = field(default_factory=lambda: MappingProxyType({}))
    barred: frozenset[Task] = frozenset()
    repairs: int = 0
    notes: tuple[Note, ...] = ()
    outcome: Outcome | None = None

    def action(self, name: int) -> Action:
        """An action by its id."""
        return next(each for each in self.plan.actions if each.id == name)

    def ids(self, *phases: Phase) -> tuple[int, ...]:
        """Actions in these phases, in the plan's order."""
        return tuple(each.id for each in self.plan.actions if self.phases[each.id] in phases)
