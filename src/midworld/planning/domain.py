"""Domains in Python: plain functions over a traced state."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import TypeAlias, cast

from ..errors import DuplicateName, MidworldError, UnknownName, shortened
from .imagining import IMAGINE, IMAGINES, ImagineOperator
from .model import AGENT, HUMAN, NO_COSTS, ROBOT, Agent, Goal, Happening, Met, Operator, Problem, Way
from .network import Network, Part, ordered, unordered
from .state import Fact, State, Task, fact_text
from .traced import Blocked, TracedState

# Seconds, the shortest and the longest, or what tells them from the arguments.
Duration: TypeAlias = float | tuple[float, float] | Callable[..., "float | tuple[float, float]"]
Subtasks: TypeAlias = "Sequence[Part] | Network | None"
ActionBody: TypeAlias = Callable[..., object]
MethodBody: TypeAlias = Callable[..., "Subtasks | Iterable[Subtasks]"]
Cost: TypeAlias = float | Callable[..., float]


class PythonOperator:
    """An action written as a function. It applies unless the function raises Blocked or returns False."""

    def __init__(
        self,
        body: ActionBody,
        seconds: Duration,
        by: Sequence[str] | None,
        costs: Mapping[str, Cost],
        agents: frozenset[str],
    ) -> None:
        self.name = getattr(body, "__name__", "action")
        self._seconds, self._costs, self._agents = seconds, costs, agents
        self.body = body
        self.parameters = names = tuple(signature(body).parameters)[1:]
        self.size = len(names)
        self._by = None if by is None else tuple(names.index(each) for each in by)
        self._known: dict[tuple[str, ...], tuple[tuple[str, ...], float, tuple[float, float], Mapping[str, float]]] = {}

    def happening(self, state: State, args: tuple[str, ...]) -> Happening | None:
        """What the function reads and writes."""
        traced = TracedState(state, writable=True)
        try:
            if self.body(traced, *args) is False:
                return None
        except Blocked:
            return None
        known = self._known.get(args)
        if known is None:
            known = self._known[args] = self._settled(args)
        agents, seconds, interval, costs = known
        return Happening(
            tuple(traced.present),
            (),
            tuple(traced.absent),
            (),
            tuple(traced.added),
            tuple(traced.removed),
            agents,
            seconds,
            interval,
            costs,
        )

    def hindrance(self, state: State, args: tuple[str, ...]) -> str:
        """What it asked for in vain."""
        return _missing(self.body, state, args, writable=True)

    def for_agents(self, agents: Iterable[str]) -> "PythonOperator":
        """The same for a problem with these agents."""
        made = PythonOperator.__new__(PythonOperator)
        made.__dict__.update(self.__dict__, _agents=frozenset(agents), _known={})
        return made

    def _settled(
        self, args: tuple[str, ...]
    ) -> tuple[tuple[str, ...], float, tuple[float, float], Mapping[str, float]]:
        if self.name in IMAGINES:
            return (), 0.0, (0.0, 0.0), NO_COSTS
        given = self._seconds(*args) if callable(self._seconds) else self._seconds
        shortest, longest = given if isinstance(given, tuple) else (given, given)
        if not 0 < shortest <= longest < 1e9:
            raise MidworldError(
                f"action '{self.name}' takes {given} seconds; it should be more than 0, the shortest first"
            )
        doers = args if self._by is None else tuple(args[place] for place in self._by)
        agents = tuple(dict.fromkeys(each for each in doers if each in self._agents))
        costs = {name: cost(*args) if callable(cost) else cost for name, cost in self._costs.items()}
        return agents, (shortest + longest) / 2, (float(shortest), float(longest)), costs or NO_COSTS


class PythonMethod:
    """A way to do a task, written as a function that returns or yields subtasks."""

    def __init__(self, body: MethodBody, chooser: str | None) -> None:
        self.name = getattr(body, "__name__", "method")
        self.body = body
        self.parameters = names = tuple(signature(body).parameters)[1:]
        self.size = len(names)
        if chooser is not None and chooser not in names:
            raise UnknownName(f"argument of method '{self.name}'", chooser, names)
        self._chooser = None if chooser is None else names.index(chooser)

    def ways(self, state: State, args: tuple[str, ...]) -> Iterator[Way | None]:
        """Everything the function returns or yields."""
        traced = TracedState(state, writable=False)
        found: list[tuple[Network, tuple[Fact, ...], tuple[Fact, ...]]] = []
        try:
            given = self.body(traced, *args)
            if given is None or given is False:
                return
            if isinstance(given, Network | list | tuple):
                found.append((self.network(cast("Subtasks", given)), tuple(traced.present), tuple(traced.absent)))
            else:
                for each in cast("Iterable[Subtasks]", given):
                    if each is not None:
                        found.append((self.network(each), tuple(traced.present), tuple(traced.absent)))
        except Blocked:
            pass
        chooser = None if self._chooser is None else args[self._chooser]
        for place, (network, present, absent) in enumerate(found):
            yield Way(self.name, (str(place),) if place else (), network, present, absent, chooser)

    def hindrance(self, state: State, args: tuple[str, ...]) -> str:
        """What it asked for in vain."""
        return _missing(self.body, state, args, writable=False)

    def network(self, given: Subtasks) -> Network:
        if isinstance(given, Network):
            return given
        assert given is not None
        for each in given:
            if not isinstance(each, Network) and not _is_task(each):
                raise MidworldError(
                    f"method '{self.name}' gives {shortened(repr(each))}; a task is a tuple such as ('take', 'mug')"
                )
        return ordered(*given)


def _is_task(given: object) -> bool:
    words = cast("tuple[object, ...]", given) if isinstance(given, tuple) else ()
    return bool(words) and all(isinstance(word, str) for word in words)


def _missing(body: Callable[..., object], state: State, args: tuple[str, ...], *, writable: bool) -> str:
    traced = TracedState(state, writable=writable)
    try:
        given = body(traced, *args)
        if isinstance(given, Iterator):
            list(cast("Iterator[object]", given))
    except Blocked as blocked:
        return blocked.missing
    absent = [fact_text(each) for each in traced.absent]
    return absent[-1] if absent else "what it returns"


class Domain:
    """What can be done: actions and methods, declared by decorators.

    An argument that names an agent of the problem does the action, unless `by` says which arguments do.
    """

    def __init__(self, name: str, *, asks: Sequence[str] = ()) -> None:
        self.name = name
        # Patterns such as "?what isAt ?where" that knowledge is asked, where a plan is made from a mind.
        self.asks = tuple(asks)
        for pattern in self.asks:
            if len(pattern.split()) != 3:
                raise MidworldError(f"'{shortened(pattern)}' is no pattern of three words such as ?what isAt ?where")
        self._operators: dict[str, PythonOperator] = {}
        self._methods: dict[str, list[PythonMethod]] = {}

    def action(
        self,
        seconds: Duration = 1.0,
        *,
        by: Sequence[str] | None = None,
        **costs: Cost,
    ) -> Callable[[ActionBody], ActionBody]:
        """Declares a function as an action; `effort` and `legibility` are costs that rules know."""

        def declare(body: ActionBody) -> ActionBody:
            made = PythonOperator(body, seconds, by, costs, frozenset())
            if made.name in self._operators or made.name in self._methods:
                raise DuplicateName("action or task", made.name)
            self._operators[made.name] = made
            return body

        return declare

    def method(self, task: str, *, chooser: str | None = None) -> Callable[[MethodBody], MethodBody]:
        """Declares a way to do a task. `chooser` names the argument that is a person who decides for it."""

        def declare(body: MethodBody) -> MethodBody:
            if task in self._operators:
                raise DuplicateName("action", task)
            self._methods.setdefault(task, []).append(PythonMethod(body, chooser))
            return body

        return declare

    @property
    def tasks(self) -> tuple[str, ...]:
        """Every task and action by name."""
        return (*self._methods, *self._operators)

    def problem(
        self,
        facts: Iterable[Fact],
        tasks: Sequence[Part] | Network,
        *,
        agents: Mapping[str, str],
        goal: Iterable[Fact] | Goal = (),
        name: str = "problem",
        beliefs: Mapping[str, Mapping[Fact, bool]] | None = None,
    ) -> Problem:
        """What is to be done. `agents` are names and kinds, robot or human; `beliefs` what each is wrong about."""
        for each, kind in agents.items():
            if kind not in (ROBOT, HUMAN, AGENT):
                raise UnknownName(f"kind of agent for '{each}'", kind, (ROBOT, HUMAN, AGENT))
        network = tasks if isinstance(tasks, Network) else unordered(*tasks)
        for task in network.tasks:
            self._check(task)
        operators: dict[str, Operator] = {IMAGINE: ImagineOperator()}
        operators |= {each: operator.for_agents(agents) for each, operator in self._operators.items()}
        return Problem(
            name=name,
            operators=operators,
            methods={each: tuple(methods) for each, methods in self._methods.items()},
            facts=tuple(dict.fromkeys(tuple(each) for each in facts)),
            tasks=network,
            goal=goal if callable(goal) else AllOf(tuple(goal)),
            agents=tuple(Agent(each, kind) for each, kind in agents.items()),
            beliefs=beliefs or {},
        )

    def _check(self, task: Task) -> None:
        if task[0] == IMAGINE and IMAGINE not in self.tasks:
            return
        if task[0] not in self.tasks:
            raise UnknownName("task or action", task[0], self.tasks)
        sizes = [each.size for each in self._methods.get(task[0], ())]
        if task[0] in self._operators:
            sizes = [self._operators[task[0]].size]
        if len(task) - 1 not in sizes:
            raise MidworldError(
                f"'{task[0]}' takes {' or '.join(map(str, sorted(set(sizes))))} arguments, not {len(task) - 1}"
            )


@dataclass(frozen=True, slots=True)
class AllOf:
    """The goal that these facts hold."""

    facts: tuple[Fact, ...]

    def __call__(self, state: State) -> Met:
        missing = next((each for each in self.facts if each not in state.facts), None)
        return Met(True) if missing is None else Met(False, fact_text(missing))
