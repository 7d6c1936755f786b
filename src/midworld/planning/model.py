"""What can be done and what is to be done: one model behind domains in Python and in HDDL."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from .network import EMPTY, Network
from .state import Fact, State

ROBOT, HUMAN, AGENT = "robot", "human", "agent"
NO_COSTS: Mapping[str, float] = MappingProxyType({})


class Happening(NamedTuple):
    """An action as it would happen in a state."""

    # What has to hold, of that what nothing ever changes, and what must not hold.
    needs: tuple[Fact, ...]
    fixed: tuple[Fact, ...]
    denies: tuple[Fact, ...]
    # Looked at as well, to decide what happens.
    reads: tuple[Fact, ...]
    adds: tuple[Fact, ...]
    deletes: tuple[Fact, ...]
    agents: tuple[str, ...]
    seconds: float
    # The shortest and the longest it takes.
    interval: tuple[float, float]
    costs: Mapping[str, float] = NO_COSTS


class Way(NamedTuple):
    """One way to do a task: a method, what it was bound to, what it rests on and the tasks it leaves."""

    method: str
    key: tuple[str, ...]
    network: Network
    needs: tuple[Fact, ...] = ()
    denies: tuple[Fact, ...] = ()
    # The person who decides for it, where it is not the planner.
    chooser: str | None = None


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


class Operator(Protocol):
    """Something an agent can do."""

    @property
    def name(self) -> str: ...

    def happening(self, state: State, args: tuple[str, ...]) -> Happening | None:
        """What happens if it is done in a state; None where it cannot be."""
        ...

    def hindrance(self, state: State, args: tuple[str, ...]) -> str:
        """The precondition in the way."""
        ...


class Method(Protocol):
    """A way to do a task."""

    @property
    def name(self) -> str: ...

    def ways(self, state: State, args: tuple[str, ...]) -> Iterator[Way | None]:
        """Every way in a state. None is a sign of life while it looks for the next."""
        ...

    def hindrance(self, state: State, args: tuple[str, ...]) -> str:
        """The precondition in the way."""
        ...


@dataclass(frozen=True, slots=True)
class Agent:
    """Somebody who acts; a human decides for themselves how long things take."""

    name: str
    kind: str = ROBOT

    @property
    def human(self) -> bool:
        return self.kind == HUMAN


@dataclass(frozen=True, slots=True)
class Met:
    """Whether a goal holds; if not, what is missing."""

    holds: bool
    missing: str = ""


Goal: TypeAlias = Callable[[State], Met]


def anything(state: State) -> Met:
    """The goal of who only wants tasks done."""
    return Met(True)


@dataclass(frozen=True, slots=True)
class Problem:
    """What holds, who is there, what is to be done by which operators and methods, and what is to hold then."""

    name: str
    operators: Mapping[str, Operator]
    methods: Mapping[str, tuple[Method, ...]]
    facts: tuple[Fact, ...]
    tasks: Network = EMPTY
    goal: Goal = anything
    agents: tuple[Agent, ...] = (Agent(ROBOT),)
    # For each task the least number of actions and methods it takes, where that is known; 1 elsewhere.
    least: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    # The same with facts that only ever get more, where that can be said: what is impossible there is so here.
    relaxed: "Callable[[], Problem] | None" = None
    # The same for a search that does one task after the other, where tasks need not be done so.
    focused: "Callable[[], Problem] | None" = None
    # What each believes otherwise than it is: facts that do not hold as True, facts that do as False.
    beliefs: Mapping[str, Mapping[Fact, bool]] = field(default_factory=lambda: MappingProxyType({}))
    # The stamp of the instant it is made from, where there is one.
    begins: float | None = None
