"""A domain and a problem of HDDL as the model that is searched."""

from collections.abc import Iterator, Mapping
from math import inf, prod

from ...errors import shortened
from ..model import AGENT, HUMAN, ROBOT, Agent, Met, Problem
from ..network import Network, chain
from ..plan import TOP
from ..state import State, fact_text
from .actions import HddlOperator
from .expressions import refuse
from .foresight import Foresight
from .formula import TRUE, And, Atom, Exists, Forall, Formula, Not, Or, Variable, text
from .ground import Reading, Universe, conjuncts, filled, truth
from .methods import HddlMethod, shape_of
from .relaxed import relaxed_texts
from .texts import DomainText, MethodText, NetworkText, ProblemText

AGENT_TYPES = frozenset((AGENT, ROBOT, HUMAN))
# Who quantifies over more combinations waits for minutes.
MOST_COMBINATIONS = 100_000


def hddl_problem(
    domain: DomainText,
    problem: ProblemText,
    files: tuple[str, str] = ("domain", "problem"),
    *,
    relaxed: bool = False,
    focused: bool = False,
) -> Problem:
    """What is searched. Raises BadInput where quantifiers range over too much."""
    universe = Universe(domain, problem)
    _bearable(domain, problem, universe, files)
    dynamic = frozenset(each.atom.terms[0] for action in domain.actions.values() for each in action.effects)
    agents = _agents(domain, problem, universe)
    names = frozenset(each.name for each in agents) if _has_agents(domain) else None
    operators = {name: HddlOperator(action, universe, dynamic, names) for name, action in domain.actions.items()}
    top = MethodText(TOP, problem.variables, Atom((TOP,)), problem.condition, problem.network)
    texts = (*domain.methods, top)
    total = all(total_order(each.network) for each in texts)
    foresight = Foresight(domain, dynamic, total=total or focused)
    methods: dict[str, tuple[HddlMethod, ...]] = dict.fromkeys(domain.tasks, ())
    for each in texts:
        made = HddlMethod(
            each,
            universe,
            dynamic,
            types=tuple(_types(each.network, domain)),
            hints=tuple(foresight.hints(each)),
        )
        methods[each.task.terms[0]] = (*methods.get(each.task.terms[0], ()), made)
    plain = not problem.variables and problem.condition == TRUE
    tasks = Network(tuple(each.terms for each in problem.network.tasks), shape_of(problem.network))
    return Problem(
        name=problem.name,
        operators=operators,
        methods=methods,
        facts=problem.facts,
        tasks=tasks if plain else chain(((TOP,),)),
        goal=_goal(problem.goal, universe),
        agents=agents if _has_agents(domain) else (Agent(ROBOT),),
        least=_least(domain, texts),
        focused=None if total or focused else lambda: hddl_problem(domain, problem, files, focused=True),
        relaxed=None if relaxed else lambda: hddl_problem(*relaxed_texts(domain, problem), files, relaxed=True),
    )


def total_order(network: NetworkText) -> bool:
    """Whether the tasks can be done in one order only."""
    return shape_of(network).total


def _has_agents(domain: DomainText) -> bool:
    return bool(AGENT_TYPES & {each.lower() for each in (*domain.types, *domain.types.values())})


def _agents(domain: DomainText, problem: ProblemText, universe: Universe) -> tuple[Agent, ...]:
    found: list[Agent] = []
    for name in problem.objects:
        kinds = {each.lower() for each in universe.kinds(name)} & AGENT_TYPES
        if kinds:
            found.append(Agent(name, HUMAN if HUMAN in kinds else ROBOT if ROBOT in kinds else AGENT))
    return tuple(found)


def _goal(goal: Formula, universe: Universe):
    parts = tuple(conjuncts(goal))

    def met(state: State) -> Met:
        for part in parts:
            if not truth(part, {}, state.facts, universe, Reading()):
                return Met(False, fact_text(filled(part, {})) if isinstance(part, Atom) else text(part))
        return Met(True)

    return met


def _types(network: NetworkText, domain: DomainText) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What the variables of a method must be to be arguments of its subtasks."""
    for task in network.tasks:
        name = task.terms[0]
        variables = domain.actions[name].variables if name in domain.actions else domain.tasks[name]
        for term, variable in zip(task.terms[1:], variables, strict=True):
            yield term, variable.types


def _least(domain: DomainText, methods: tuple[MethodText, ...]) -> Mapping[str, float]:
    """The least actions and methods every task takes; infinite where it can never be done."""
    least: dict[str, float] = {**dict.fromkeys((*domain.tasks, TOP), inf), **dict.fromkeys(domain.actions, 1.0)}
    changed = True
    while changed:
        changed = False
        for method in methods:
            name = method.task.terms[0]
            found = 1 + sum(least[each.terms[0]] for each in method.network.tasks)
            if found < least[name]:
                least[name], changed = found, True
    return least


def _bearable(domain: DomainText, problem: ProblemText, universe: Universe, files: tuple[str, str]) -> None:
    """Raises BadInput where quantifiers range over more than anybody waits for."""

    def count(variables: tuple[Variable, ...]) -> int:
        return prod(len(universe.of(each.types)) for each in variables)

    def size(formula: Formula) -> int:
        match formula:
            case Atom():
                return 1
            case Not(part):
                return size(part)
            case And(parts) | Or(parts):
                return sum(map(size, parts))
            case Forall(variables, part) | Exists(variables, part):
                return count(variables) * size(part)

    sizes: list[tuple[str, int | None, str, int]] = [
        (files[0], each.line, each.name, size(each.condition)) for each in domain.actions.values()
    ]
    sizes += [(files[0], each.line, each.name, size(each.condition)) for each in domain.methods]
    sizes.append((files[1], _line(problem.goal), "goal", size(problem.goal)))
    for each in domain.actions.values():
        for effect in each.effects:
            sizes.append((files[0], each.line, each.name, count(effect.variables) * max(1, size(effect.condition))))
    for file, line, name, combinations in sizes:
        if combinations > MOST_COMBINATIONS:
            refuse(
                file,
                line,
                f"the quantifiers of '{shortened(name)}' range over {combinations:.3g} combinations of objects, "
                f"at most {MOST_COMBINATIONS:,} are supported",
            )


def _line(formula: Formula) -> int | None:
    """Where the first atom of a formula stands."""
    match formula:
        case Atom():
            return formula.line
        case Not(part) | Forall(_, part) | Exists(_, part):
            return _line(part)
        case And(parts) | Or(parts):
            return next(filter(None, map(_line, parts)), None)
