"""Problems of domains in Python as HDDL: every function is run with variables, and what it did is written down."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FunctionType
from typing import TypeVar, cast

from ..errors import BadInput, MidworldError
from ..errors import Problem as Fault
from .domain import AllOf, PythonMethod, PythonOperator, Subtasks
from .hddl import DomainText, ProblemText
from .hddl.formula import And, Atom, Effect, Exists, Formula, Not, Or, Variable
from .hddl.texts import ActionText, MethodText, NetworkText
from .model import AGENT, HUMAN, ROBOT, Problem
from .network import Network
from .state import Fact
from .symbolic import Name, Path, SaidState, Unsayable, paths
from .traced import Blocked

_OBJECT = "object"
T = TypeVar("T")
_Said = tuple[list[tuple[tuple[str, ...], bool]], list[Fact], list[Fact]]
_Done = tuple[list[tuple[tuple[str, ...], bool]], Network]


def hddl_texts(problem: Problem) -> tuple[DomainText, ProblemText]:
    """The domain and problem that say the same. Durations, costs and choosers are left out: HDDL has none.

    Raises BadInput with file and line of the function that does what HDDL cannot say.
    """
    if problem.beliefs and any(problem.beliefs.values()):
        raise BadInput([Fault("problem", None, "has people who are wrong about something, which HDDL cannot say")])
    if not isinstance(problem.goal, AllOf):
        raise BadInput([Fault("problem", None, "has a goal that is a function; list facts to write it as HDDL")])
    return _Export(problem, problem.goal.facts).texts()


class _Export:
    def __init__(self, problem: Problem, goal: tuple[Fact, ...]) -> None:
        self._problem, self._goal = problem, goal
        # Names of HDDL are the same whatever their case.
        taken = {each.lower() for each in problem.operators}
        self._named = {each: f"{each}_task" if each.lower() in taken else each for each in problem.methods}
        # `!imagine` takes any arguments, which no action of HDDL does.
        own = {name: each for name, each in problem.operators.items() if isinstance(each, PythonOperator)}
        self._actions = {name: self._action(each) for name, each in own.items()}
        changed = {each.atom.terms[0] for action in self._actions.values() for each in action.effects}
        self._changing = frozenset(changed)
        self._methods = [
            made
            for task, methods in problem.methods.items()
            for each in methods
            for made in self._ways(task, cast(PythonMethod, each))
        ]
        self._sizes: dict[str, int] = {}
        self._agents = {each.name for each in problem.agents}

    def texts(self) -> tuple[DomainText, ProblemText]:
        problem = self._problem
        facts = [*problem.facts, *self._goal]
        atoms = [each.terms for each in self._atoms()]
        for fact in (*facts, *atoms):
            if self._sizes.setdefault(fact[0], len(fact) - 1) != len(fact) - 1:
                raise BadInput([Fault("problem", None, f"'{fact[0]}' has now so many arguments and now others")])
        constants = {term for terms in self._spoken() for term in terms[1:] if not term.startswith("?")}
        objects = dict.fromkeys(term for fact in (*facts, *problem.tasks.tasks) for term in fact[1:])
        objects |= dict.fromkeys([*sorted(constants), *self._agents])
        kinds = {each.name: each.kind for each in problem.agents}
        typed = {name: (kinds.get(name, _OBJECT),) for name in objects}
        _printable([*self._sizes, *typed])
        above = dict.fromkeys((ROBOT, HUMAN), AGENT) | {AGENT: _OBJECT}
        sizes = {name: len(each[0].parameters) for name, each in self._tasks().items()}
        domain = DomainText(
            "exported",
            above,
            {name: typed[name] for name in sorted(constants)},
            {name: _columns(size) for name, size in self._sizes.items()},
            {self._named[name]: _columns(size) for name, size in sizes.items()},
            tuple(self._methods),
            self._actions,
        )
        tasks = self._network_text(problem.tasks)
        goal = And(tuple(map(Atom, self._goal)))
        return domain, ProblemText(problem.name, typed, problem.facts, tasks, goal=goal)

    def _tasks(self) -> dict[str, tuple[PythonMethod, ...]]:
        return {name: cast("tuple[PythonMethod, ...]", methods) for name, methods in self._problem.methods.items()}

    def _atoms(self) -> Iterator[Atom]:
        """Every fact that is spoken of."""
        for formula in (*(each.condition for each in self._methods), *(a.condition for a in self._actions.values())):
            yield from _facts_in(formula)
        for action in self._actions.values():
            for effect in action.effects:
                yield effect.atom
                yield from _facts_in(effect.condition)

    def _spoken(self) -> Iterator[tuple[str, ...]]:
        yield from (each.terms for each in self._atoms())
        for method in self._methods:
            yield from (each.terms for each in method.network.tasks)
            yield from (each.terms for each in _compared(method.condition))
        for action in self._actions.values():
            yield from (each.terms for each in _compared(action.condition))

    def _action(self, operator: PythonOperator) -> ActionText:
        """One path is a plain action; of several, each is a condition of what it changes."""

        def run(path: Path) -> list[_Said]:
            args = [path.variable(f"?{each}") for each in operator.parameters]
            try:
                if operator.body(SaidState(path, writable=True), *args) is False:
                    return []
            except Blocked:
                return []
            for fact in (*(each for each, _ in path.conditions), *path.added, *path.removed):
                path.check(fact)
            return [(list(path.conditions), list(path.added), list(path.removed))]

        found = _guarded(operator.body, operator.name, lambda: paths(run, self._problem.facts, frozenset()))
        variables = tuple(_variable(f"?{each}") for each in operator.parameters)
        own = {each.name for each in variables}
        effects: list[Effect] = []
        ways: list[Formula] = []
        for conditions, added, removed in found:
            formula = _formula(conditions)
            fresh = _fresh([fact for fact, _ in conditions], own)
            ways.append(Exists(fresh, formula) if fresh else formula)
            when = formula if fresh or len(found) > 1 else And(())
            for facts, adds in ((removed, False), (added, True)):
                effects += [Effect(Atom(_plain(fact)), adds, fresh, when) for fact in facts]
        condition = ways[0] if len(ways) == 1 else Or(tuple(ways))
        return ActionText(operator.name, variables, condition, tuple(effects))

    def _ways(self, task: str, method: PythonMethod) -> Iterator[MethodText]:
        """Everything a method yields on any path, each once."""

        def run(path: Path) -> list[_Done]:
            args, found = [path.variable(f"?{each}") for each in method.parameters], list[_Done]()

            def keep(given: Subtasks) -> None:
                network = method.network(given)
                for terms in (*network.tasks, *(fact for fact, _ in path.conditions)):
                    path.check(terms)
                path.fruitful.update(path.within)
                found.append((list(path.conditions), network))

            try:
                given = method.body(SaidState(path, writable=False), *args)
                if given is None or given is False:
                    return []
                if isinstance(given, Network | list | tuple):
                    keep(cast("Subtasks", given))
                else:
                    for each in cast("Iterable[Subtasks]", given):
                        if each is not None:
                            keep(each)
            except Blocked:
                pass
            return found

        told = _guarded(method.body, method.name, lambda: paths(run, self._problem.facts, self._changing))
        made: dict[tuple[Formula, NetworkText], None] = {}
        for conditions, network in told:
            made[_formula(conditions), self._network_text(network)] = None
        variables = tuple(_variable(f"?{each}") for each in method.parameters)
        own = {each.name for each in variables}
        for number, (condition, tasks) in enumerate(made, 1):
            words = [each.terms for each in (*_facts_in(condition), *_compared(condition), *tasks.tasks)]
            name = method.name if number == 1 else f"{method.name}_{number}"
            head = Atom((self._named[task], *(each.name for each in variables)))
            yield MethodText(name, (*variables, *_fresh(words, own)), head, condition, tasks)

    def _network_text(self, network: Network) -> NetworkText:
        order = [(one, place) for place, earlier in enumerate(network.shape.before) for one in earlier]
        tasks = ((self._named.get(each[0], each[0]), *each[1:]) for each in network.tasks)
        return NetworkText(tuple(Atom(_plain(each)) for each in tasks), tuple(order))


def _guarded(body: Callable[..., object], name: str, do: Callable[[], list[T]]) -> list[T]:
    try:
        return do()
    except BadInput:
        raise
    except Exception as error:
        code = cast(FunctionType, body).__code__
        told = str(error) if isinstance(error, Unsayable | MidworldError) else f"{type(error).__name__}: {error}"
        message = f"'{name}' cannot be written as HDDL: {told}"
        raise BadInput([Fault(code.co_filename, code.co_firstlineno, message)]) from error


def _plain(terms: Sequence[str]) -> tuple[str, ...]:
    return tuple(str.__str__(each) if isinstance(each, Name) else each for each in terms)


def _formula(conditions: Sequence[tuple[tuple[str, ...], bool]]) -> Formula:
    parts: dict[Formula, None] = {}
    for fact, holds in conditions:
        atom = Atom(_plain(fact))
        parts[atom if holds else Not(atom)] = None
    return And(tuple(parts))


def _fresh(words: Iterable[Sequence[str]], own: set[str]) -> tuple[Variable, ...]:
    names = dict.fromkeys(term for terms in words for term in _plain(terms)[1:] if term.startswith("?"))
    return tuple(_variable(each) for each in names if each not in own)


def _variable(name: str) -> Variable:
    return Variable(name, (_OBJECT,))


def _columns(size: int) -> tuple[Variable, ...]:
    return tuple(_variable(f"?x{place}") for place in range(size))


def _atoms_in(formula: Formula) -> Iterator[Atom]:
    match formula:
        case Atom():
            yield formula
        case And(parts) | Or(parts):
            for each in parts:
                yield from _atoms_in(each)
        case _:
            yield from _atoms_in(formula.part)


def _facts_in(formula: Formula) -> Iterator[Atom]:
    return (each for each in _atoms_in(formula) if each.terms[0] != "=")


def _compared(formula: Formula) -> Iterator[Atom]:
    return (each for each in _atoms_in(formula) if each.terms[0] == "=")


def _printable(names: Iterable[str]) -> None:
    """Raises BadInput where a name cannot stand in HDDL."""
    for name in names:
        if not name or any(each.isspace() or each in "();?" for each in name):
            raise BadInput([Fault("problem", None, f"'{name}' cannot be a name in HDDL")])
