"""The rest of a plan made anew: from what holds now, with what was found bad left out, and as much as can be kept."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, replace

from .model import Happening, Operator, Problem
from .network import Network, shaped
from .plan import Action, Done, Plan
from .preferences import Preferences
from .results import Impossible, Result
from .search import solve
from .state import Fact, State, Task, fact_text

# Chosen: a robot that stands and thinks longer than this should rather say so. Rounds give the same plan each time.
REPAIR_SECONDS = 2.0
REPAIR_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class _Barred:
    """An operator that some arguments are barred from."""

    operator: Operator
    tasks: frozenset[Task]

    @property
    def name(self) -> str:
        return self.operator.name

    def happening(self, state: State, args: tuple[str, ...]) -> Happening | None:
        """None for what is barred."""
        return None if (self.name, *args) in self.tasks else self.operator.happening(state, args)

    def hindrance(self, state: State, args: tuple[str, ...]) -> str:
        barred = (self.name, *args)
        return (
            f"{fact_text(barred)}, which is barred," if barred in self.tasks else self.operator.hindrance(state, args)
        )


def without(problem: Problem, barred: Iterable[Task]) -> Problem:
    """The same problem in which some actions, with their arguments, cannot be done."""
    tasks = frozenset(barred)
    names = {each[0] for each in tasks}
    operators = {
        name: _Barred(operator, tasks) if name in names else operator for name, operator in problem.operators.items()
    }
    return replace(problem, operators=operators)


def repaired(
    problem: Problem,
    plan: Plan,
    *,
    facts: Iterable[Fact],
    begun: Set[int],
    culprit: int,
    barred: Iterable[Task] = (),
    liked: Preferences | None = None,
    seconds: float = REPAIR_SECONDS,
) -> Result:
    """A plan for what is left of another: `begun` are the actions done or under way, `facts` what holds after them.

    First the culprit is done again as it is, then the smallest task around it is done anew, then larger ones, at last
    all that was asked for: the first of these that is possible.
    """
    found: Result = Impossible(fact_text(next(each.task for each in plan.actions if each.id == culprit)), "nothing")
    allowed = without(problem, barred)
    for network in _rests(plan, begun, culprit):
        rest = replace(allowed, facts=tuple(facts), tasks=network, relaxed=None, focused=None)
        found = solve(rest, liked, within=seconds, rounds=REPAIR_ROUNDS)
        if isinstance(found, Plan):
            return found
    return found


def continued(plan: Plan, rest: Plan, *, begun: Set[int], running: Set[int], now: float) -> Plan:
    """The actions begun of a plan, then the rest; new ids follow the old ones, and begin when what runs has ended."""
    first = max((each.id for each in (*plan.actions, *plan.tasks)), default=-1) + 1
    old = tuple(each for each in plan.actions if each.id in begun)
    new = tuple(_shifted(each, first, running, now) for each in rest.actions)
    tasks = tuple(
        replace(each, id=each.id + first, parts=tuple(part + first for part in each.parts)) for each in rest.tasks
    )
    links = tuple(
        replace(each, taker=each.taker + first, maker=None if each.maker is None else each.maker + first)
        for each in rest.links
    )
    kept = tuple(each for each in plan.links if each.taker in begun)
    roots = (*(each.id for each in old), *(each + first for each in rest.roots))
    return Plan((*old, *new), (*kept, *links), tasks, roots, rest.costs, plan.agents)


def _shifted(action: Action, first: int, running: Set[int], now: float) -> Action:
    after = tuple(each + first for each in action.after) or tuple(sorted(running))
    return replace(action, id=action.id + first, start=action.start + now, end=action.end + now, after=after)


def _rests(plan: Plan, begun: Set[int], culprit: int) -> Iterator[Network]:
    """What is left to do, the culprit once more; then the tasks around it whole, the smallest first; then all whole."""
    parents = {part: each for each in plan.tasks for part in each.parts}
    yield _network(plan, begun, culprit, whole=frozenset())
    around: Done | None = parents.get(culprit)
    while around is not None:
        yield _network(plan, begun, culprit, whole=frozenset((around.id,)))
        around = parents.get(around.id)
    yield _network(plan, begun, culprit, whole=frozenset(plan.roots))


def _network(plan: Plan, begun: Set[int], culprit: int, *, whole: Set[int]) -> Network:
    tasks = {each.id: each for each in plan.tasks}
    actions = {each.id: each for each in plan.actions}
    left: list[tuple[Task, frozenset[int]]] = []
    waiting = [*reversed(plan.roots)]
    while waiting:
        each = waiting.pop()
        if each in actions:
            if each not in begun or each == culprit:
                left.append((actions[each].task, frozenset((each,))))
        elif each in whole:
            leaves = _leaves(tasks, each)
            if culprit in leaves or not leaves <= begun:
                left.append((tasks[each].task, leaves))
        else:
            waiting += reversed(tasks[each].parts)
    return _ordered(plan, left)


def _leaves(tasks: dict[int, Done], root: int) -> frozenset[int]:
    found, waiting = set[int](), [root]
    for each in waiting:
        if each in tasks:
            waiting += tasks[each].parts
        else:
            found.add(each)
    return frozenset(found)


def _ordered(plan: Plan, left: list[tuple[Task, frozenset[int]]]) -> Network:
    """In the order the plan had them: one waits for another if one of its actions did."""
    before: dict[int, set[int]] = {}
    for each in plan.actions:
        before[each.id] = set(each.after).union(*(before.get(other, set[int]()) for other in each.after))
    ranks = sorted(range(len(left)), key=lambda place: min(_places(plan, left[place][1])))
    parts = [left[place] for place in ranks]
    order = tuple(
        tuple(
            earlier
            for earlier in range(place)
            if any(before.get(action, set[int]()) & parts[earlier][1] for action in parts[place][1])
        )
        for place in range(len(parts))
    )
    return Network(tuple(task for task, _ in parts), shaped(order))


def _places(plan: Plan, ids: Set[int]) -> list[int]:
    """The places of some actions in the plan's order."""
    return [place for place, each in enumerate(plan.actions) if each.id in ids]
