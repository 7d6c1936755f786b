"""Whether a plan solves a problem in HDDL, by the definition alone: nothing here is shared with the search.

A plan with decomposition solves a problem if every task is done by a method of its own and parts that are its subtasks,
parts come in the order the method wants, every method's precondition holds before its parts and after what comes before
them, every action can be done where it stands, and the goal holds at the end.
"""

from collections.abc import Iterator, Mapping, Set
from itertools import islice, permutations, product

from .hddl.formula import And, Atom, Exists, Forall, Formula, Not, Or, Variable
from .hddl.texts import ActionText, DomainText, MethodText, NetworkText, ProblemText
from .imagining import IMAGINES
from .ipc import Decomposed, Part
from .plan import Plan
from .state import Fact, Task, fact_text

_MOST_ORDERS = 5040


class _World:
    """Objects and types, as the definition has them."""

    def __init__(self, domain: DomainText, problem: ProblemText) -> None:
        self.domain, self.problem = domain, problem

    def is_a(self, name: str, types: tuple[str, ...]) -> bool:
        given = self.problem.objects.get(name, ())
        return any(wanted in self.domain.kinds(each) for each in given for wanted in types)

    def choices(self, variables: tuple[Variable, ...]) -> Iterator[dict[str, str]]:
        names = [[each for each in self.problem.objects if self.is_a(each, one.types)] for one in variables]
        for values in product(*names):
            yield {one.name: value for one, value in zip(variables, values, strict=True)}

    def holds(self, formula: Formula, values: Mapping[str, str], state: Set[Fact]) -> bool:
        match formula:
            case Atom(("=", one, other)):
                return values.get(one, one) == values.get(other, other)
            case Atom(terms):
                return tuple(values.get(each, each) for each in terms) in state
            case Not(part):
                return not self.holds(part, values, state)
            case And(parts):
                return all(self.holds(each, values, state) for each in parts)
            case Or(parts):
                return any(self.holds(each, values, state) for each in parts)
            case Forall(variables, part):
                return all(self.holds(part, {**values, **more}, state) for more in self.choices(variables))
            case Exists(variables, part):
                return any(self.holds(part, {**values, **more}, state) for more in self.choices(variables))

    def bound(self, variables: tuple[Variable, ...], args: Task) -> dict[str, str] | None:
        if len(args) != len(variables):
            return None
        if not all(self.is_a(value, one.types) for one, value in zip(variables, args, strict=True)):
            return None
        return {one.name: value for one, value in zip(variables, args, strict=True)}

    def after(self, action: ActionText, values: Mapping[str, str], state: Set[Fact]) -> set[Fact]:
        added, deleted = set[Fact](), set[Fact]()
        for effect in action.effects:
            for more in self.choices(effect.variables):
                if self.holds(effect.condition, {**values, **more}, state):
                    fact = tuple({**values, **more}.get(each, each) for each in effect.atom.terms)
                    (added if effect.adds else deleted).add(fact)
        return (set(state) - deleted) | added


def plan_faults(plan: Decomposed, domain: DomainText, problem: ProblemText) -> list[str]:
    """Everything that is wrong with a plan; nothing, if it solves the problem."""
    return _Checked(plan, _World(domain, problem)).faults()


class _Checked:
    def __init__(self, plan: Decomposed, world: _World) -> None:
        self._plan, self._world = plan, world
        self._found: list[str] = []
        self._parts = {each.id: each for each in (*plan.actions, *plan.tasks)}
        self._at = {each.id: place for place, each in enumerate(plan.actions)}
        # The first and last action below each task, and the earliest gap after all of it.
        self._first: dict[int, int] = {}
        self._last: dict[int, int] = {}

    def faults(self) -> list[str]:
        """Structure first: what has none is not looked at further."""
        self._tree()
        if not self._found:
            states = self._run()
            if not self._found:
                self._decompositions(states)
        return self._found

    def _fault(self, at: Part | None, message: str) -> None:
        place = f"line {at.line}: " if at is not None and at.line else ""
        self._found.append(f"{place}{message}")

    def _tree(self) -> None:
        """Every part belongs to one task or to the root, and none to itself."""
        owners: dict[int, int] = {}
        for owner, parts in ((-1, self._plan.roots), *((each.id, each.parts) for each in self._plan.tasks)):
            for each in parts:
                if each not in self._parts:
                    self._fault(self._parts.get(owner), f"{each} is part of {owner} and is not there")
                elif each in owners:
                    self._fault(self._parts[each], f"{each} is part of both {owners[each]} and {owner}")
                owners[each] = owner
        for each in self._parts.values():
            if each.id not in owners:
                self._fault(each, f"{each.id} {fact_text(each.task)} is part of nothing that was asked for")
        if self._found:
            return
        seen = list(self._plan.roots)
        for each in seen:
            seen += self._parts[each].parts
        if len(seen) != len(self._parts):
            self._fault(None, "some tasks are parts of themselves")
            return
        for each in reversed(seen):
            below = self._parts[each].parts
            firsts = [self._first[part] for part in below if part in self._first]
            if each in self._at:
                self._first[each] = self._last[each] = self._at[each]
            elif firsts:
                self._first[each] = min(firsts)
                self._last[each] = max(self._last[part] for part in below if part in self._last)

    def _run(self) -> list[Set[Fact]]:
        """The state before each action, and the last one."""
        world, state = self._world, set(self._world.problem.facts)
        states: list[Set[Fact]] = [frozenset(state)]
        for each in self._plan.actions:
            action = world.domain.actions.get(each.task[0])
            values = None if action is None else world.bound(action.variables, each.task[1:])
            if action is None or values is None:
                self._fault(each, f"{fact_text(each.task)} is no action with arguments of its types")
                return states
            if not world.holds(action.condition, values, state):
                self._fault(each, f"{fact_text(each.task)} cannot be done: its precondition does not hold")
                return states
            state = world.after(action, values, state)
            states.append(frozenset(state))
        if not world.holds(world.problem.goal, {}, state):
            self._fault(None, "the goal does not hold at the end")
        return states

    def _decompositions(self, states: list[Set[Fact]]) -> None:
        """From the root down: each method fits, and its precondition holds early enough."""
        problem = self._world.problem
        top = MethodText("the problem", problem.variables, Atom(("",)), problem.condition, problem.network)
        root = Part(-1, ("",), "the problem", self._plan.roots, self._plan.root_line)
        # A gap is the place between two actions; an entry waits until all parts before it have told their last gap.
        done: dict[int, int] = {}
        waiting: list[tuple[Part, int, MethodText | None, tuple[int, ...] | None]] = [(root, 0, top, None)]
        while waiting:
            part, gap, method, order = waiting.pop()
            if part.id in self._at:
                if self._at[part.id] < gap:
                    self._fault(part, f"{fact_text(part.task)} stands before what has to come before it")
                    return
                done[part.id] = self._at[part.id] + 1
                continue
            if order is None:
                fitting = self._fit(part, method, gap, states)
                if fitting is None:
                    self._fault(
                        part, f"{fact_text(part.task)} is not done by {part.method}: parts, order or precondition"
                    )
                    return
                method, gap, order = fitting
            assert method is not None
            network = method.network
            ready = next(
                (
                    place
                    for place in range(len(network.tasks))
                    if order[place] not in done
                    and all(order[one] in done for one, other in network.order if other == place)
                ),
                None,
            )
            if ready is None:
                done[part.id] = max([gap, *(done[each] for each in order)])
                continue
            start = max([gap, *(done[order[one]] for one, other in network.order if other == ready)])
            waiting.append((part, gap, method, order))
            waiting.append((self._parts[order[ready]], start, None, None))

    def _fit(
        self, part: Part, method: MethodText | None, gap: int, states: list[Set[Fact]]
    ) -> tuple[MethodText, int, tuple[int, ...]] | None:
        """The method, the earliest gap at which its precondition holds, and its subtasks' parts in its own order."""
        methods = (
            [each for each in self._world.domain.methods if each.name == part.method] if method is None else [method]
        )
        best: tuple[MethodText, int, tuple[int, ...]] | None = None
        for each in methods:
            for order in self._orders(part, each.network):
                values = self._values(part, each, order)
                if values is None:
                    continue
                found = self._gap(each, values, gap, self._first.get(part.id, len(states) - 1), states)
                if found is not None and (best is None or found < best[1]):
                    best = (each, found, order)
                    if found == gap:
                        return best
        return best

    def _orders(self, part: Part, network: NetworkText) -> Iterator[tuple[int, ...]]:
        """Parts matched with the subtasks of a method: as written, else in every order that may fit."""
        if len(part.parts) != len(network.tasks):
            return
        for order in islice(permutations(part.parts), _MOST_ORDERS):
            if all(
                self._parts[each].task[0] == task.terms[0] for each, task in zip(order, network.tasks, strict=True)
            ) and all(
                self._last.get(order[one], -1) < self._first.get(order[other], len(self._at) + 1)
                for one, other in network.order
            ):
                yield order

    def _values(self, part: Part, method: MethodText, order: tuple[int, ...]) -> dict[str, str] | None:
        """What the variables of a method stand for."""
        values: dict[str, str] = {}
        pairs = [(method.task.terms, part.task)]
        pairs += [(task.terms, self._parts[each].task) for each, task in zip(order, method.network.tasks, strict=True)]
        for terms, words in pairs:
            if len(terms) != len(words):
                return None
            for term, word in zip(terms, words, strict=True):
                if (values.setdefault(term, word) if term.startswith("?") else term) != word:
                    return None
        typed = all(self._world.is_a(values[one.name], one.types) for one in method.variables if one.name in values)
        return values if typed and self._typed_subtasks(method, values) else None

    def _typed_subtasks(self, method: MethodText, values: Mapping[str, str]) -> bool:
        for task in method.network.tasks:
            name = task.terms[0]
            domain = self._world.domain
            variables = domain.actions[name].variables if name in domain.actions else domain.tasks[name]
            if self._world.bound(variables, tuple(values.get(each, each) for each in task.terms[1:])) is None:
                return False
        return True

    def _gap(
        self, method: MethodText, values: Mapping[str, str], gap: int, latest: int, states: list[Set[Fact]]
    ) -> int | None:
        free = tuple(one for one in method.variables if one.name not in values)
        condition = Exists(free, method.condition) if free else method.condition
        return next(
            (each for each in range(gap, latest + 1) if self._world.holds(condition, values, states[each])), None
        )


def schedule_faults(plan: Plan, domain: DomainText, problem: ProblemText) -> list[str]:
    """Everything that is wrong with the times, links and agents of a plan."""
    world, found = _World(domain, problem), list[str]()
    by_id = {each.id: each for each in plan.actions}
    if abs(plan.makespan - max((each.end for each in plan.actions), default=0.0)) > 1e-9:
        found.append("the makespan is not the last end")
    for each in plan.actions:
        if each.end < each.start or (each.end == each.start and each.task[0].lower() not in IMAGINES):
            found.append(f"{each.id} ends before it begins")
        found += [f"{each.id} begins before {one} ends" for one in each.after if by_id[one].end > each.start + 1e-9]
        for other in plan.actions:
            shared = other.id < each.id and set(other.agents) & set(each.agents)
            if shared and other.start < each.end - 1e-9 and each.start < other.end - 1e-9:
                found.append(f"{other.id} and {each.id} overlap, both are {', '.join(each.agents)}'s")
    found += [
        f"the link {fact_text(each.fact)} goes from {each.maker} to {each.taker}, which begins earlier"
        for each in plan.links
        if each.maker is not None and by_id[each.maker].end > by_id[each.taker].start + 1e-9
    ]
    return found or _linked(plan, world)


def _linked(plan: Plan, world: _World) -> list[str]:
    """Run in the order of their starts: every positive fact an action needs is linked to what made it."""
    state, makers, found = set(world.problem.facts), dict[Fact, int](), list[str]()
    links = {(each.taker, each.fact): each.maker for each in plan.links}
    for each in sorted(plan.actions, key=lambda one: (one.start, one.id)):
        action = world.domain.actions.get(each.task[0])
        values = None if action is None else world.bound(action.variables, each.task[1:])
        if action is None or values is None or not world.holds(action.condition, values, state):
            return [*found, f"{each.id} {fact_text(each.task)} cannot be done where it stands"]
        for atom in action.condition.parts if isinstance(action.condition, And) else (action.condition,):
            if isinstance(atom, Atom) and atom.terms[0] != "=":
                fact = tuple(values.get(term, term) for term in atom.terms)
                if (each.id, fact) not in links or links[each.id, fact] != makers.get(fact):
                    found.append(f"{each.id} needs {fact_text(fact)} made by {makers.get(fact)} and has no such link")
        after = world.after(action, values, state)
        # Adding what holds already makes it too.
        for effect in action.effects:
            for more in world.choices(effect.variables):
                if effect.adds and world.holds(effect.condition, {**values, **more}, state):
                    makers[tuple({**values, **more}.get(term, term) for term in effect.atom.terms)] = each.id
        state = after
    if not world.holds(world.problem.goal, {}, state):
        found.append("the goal does not hold at the end")
    return found
