"""A plan: who does what when, why, and which task it serves. Never edited."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from .model import Agent
from .progress import Progress
from .state import Fact, Task

# The network of a problem with variables of its own is a task of this name, which no plan shows.
TOP = "__top"


@dataclass(frozen=True, slots=True)
class Action:
    """Something somebody does."""

    id: int
    task: Task
    agents: tuple[str, ...]
    start: float
    end: float
    # Actions that have ended before it begins.
    after: tuple[int, ...]
    # The shortest and the longest it may take.
    interval: tuple[float, float] = (1.0, 1.0)

    @property
    def seconds(self) -> float:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Link:
    """A fact that an action needs and another one made, or None: it held from the start."""

    maker: int | None
    taker: int
    fact: Fact


@dataclass(frozen=True, slots=True)
class Done:
    """A task, the method by which it is done, and what it consists of: ids of tasks and actions."""

    id: int
    task: Task
    method: str
    parts: tuple[int, ...]
    # The person who decides for this method.
    chooser: str | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """What is done instead where a person chooses otherwise."""

    task: int
    chooser: str
    method: str
    plan: "Plan"


@dataclass(frozen=True, slots=True)
class Plan:
    """Actions in the order of their start, links between them, and the hierarchy of tasks they come from."""

    actions: tuple[Action, ...]
    links: tuple[Link, ...]
    tasks: tuple[Done, ...]
    # Ids of the tasks and actions that were asked for.
    roots: tuple[int, ...]
    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    agents: tuple[Agent, ...] = ()
    # No cheaper plan exists.
    best: bool = False
    branches: tuple[Branch, ...] = ()
    # What every rule counts, weighed or not, where it was counted.
    counts: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    # The stamp at which it begins, where it was made from an instant of a run.
    begins: float | None = None

    @property
    def makespan(self) -> float:
        """When the last action ends."""
        return max((each.end for each in self.actions), default=0.0)

    @property
    def latest(self) -> float:
        """When the last action ends if everything takes its longest."""
        ends: dict[int, float] = {}
        for each in self.actions:
            ends[each.id] = max((ends[one] for one in each.after), default=0.0) + each.interval[1]
        return max(ends.values(), default=0.0)

    @property
    def cost(self) -> float:
        return sum(self.costs.values())

    def stream(self, agent: str) -> tuple[Action, ...]:
        """What one agent does, in order."""
        return tuple(each for each in self.actions if agent in each.agents)

    @property
    def synchronisations(self) -> tuple[Link, ...]:
        """Links between the streams of different agents."""
        who = {each.id: set(each.agents) for each in self.actions}
        return tuple(each for each in self.links if each.maker is not None and not who[each.maker] & who[each.taker])


def plan_of(progress: Progress, costs: Mapping[str, float]) -> Plan:
    """The plan that a search has come to."""
    steps = progress.steps
    order = sorted(
        (number for number, step in enumerate(steps) if step.happening is not None),
        key=lambda number: (steps[number].start, number),
    )
    ids = {number: place for place, number in enumerate(order)}
    actions: list[Action] = []
    links: list[Link] = []
    for number in order:
        step = steps[number]
        happening = step.happening
        assert happening is not None
        task = progress.tasks[step.task]
        after = tuple(sorted(ids[each] for each in _actions_before(progress, number)))
        actions.append(Action(ids[number], task, happening.agents, step.start, step.end, after, happening.interval))
        for fact, maker in zip(happening.needs, step.makers, strict=True):
            links.append(Link(None if maker is None else ids[maker], ids[number], fact))
        links += [Link(None, ids[number], fact) for fact in happening.fixed]
    tasks, roots = _hierarchy(progress, {steps[number].task: place for number, place in ids.items()})
    problem = progress.problem
    return Plan(tuple(actions), tuple(links), tasks, roots, costs, problem.agents, begins=problem.begins)


def _actions_before(progress: Progress, number: int) -> set[int]:
    """The actions right before a step; moments of looking stand for what comes before them."""
    found, waiting, seen = set[int](), list(progress.steps[number].after), set[int]()
    while waiting:
        each = waiting.pop()
        if each in seen:
            continue
        seen.add(each)
        if progress.steps[each].happening is None:
            waiting += progress.steps[each].after
        else:
            found.add(each)
    return found


def _hierarchy(progress: Progress, actions: Mapping[int, int]) -> tuple[tuple[Done, ...], tuple[int, ...]]:
    """Every task with its parts, numbered after the actions."""
    ids = dict(actions)
    shown = [each for each in progress.decompositions if progress.tasks[each.task][0] != TOP]
    for each in shown:
        ids[each.task] = len(ids)
    tasks = tuple(
        Done(
            ids[each.task],
            progress.tasks[each.task],
            each.way.method,
            tuple(ids[each.first + place] for place in range(len(each.way.network.tasks))),
            each.way.chooser,
        )
        for each in shown
    )
    first, count = 0, len(progress.problem.tasks.tasks)
    for each in progress.decompositions:
        if progress.tasks[each.task][0] == TOP:
            first, count = each.first, len(each.way.network.tasks)
    return tasks, tuple(ids[first + place] for place in range(count))
