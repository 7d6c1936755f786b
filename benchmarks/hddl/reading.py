"""Domains and problems in HDDL as plain data, and what holds in a set of facts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias, cast

Tree: TypeAlias = "str | list[Tree]"
Task: TypeAlias = tuple[str, ...]
Binding: TypeAlias = Mapping[str, str]
Facts: TypeAlias = frozenset[Task]
Variables: TypeAlias = list[tuple[str, list[str]]]


@dataclass(frozen=True)
class Action:
    """Parameters, precondition and effect as they are written."""

    variables: Variables
    condition: Tree
    effect: Tree


@dataclass(frozen=True)
class Method:
    """One way to do a task: subtasks, and pairs of their places of which the first comes before the second."""

    name: str
    variables: Variables
    task: Task
    conditions: list[Tree]
    subtasks: list[Task]
    order: frozenset[tuple[int, int]]


@dataclass
class Hddl:
    """A domain and a problem."""

    parents: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    objects: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    tasks: dict[str, Variables] = field(default_factory=dict[str, Variables])
    actions: dict[str, Action] = field(default_factory=dict[str, Action])
    methods: list[Method] = field(default_factory=list[Method])
    facts: Facts = frozenset()
    goal: Tree = field(default_factory=list[Tree])
    start: Method = field(default_factory=lambda: Method("", [], ("",), [], [], frozenset()))

    def is_a(self, name: str, kinds: Sequence[str]) -> bool:
        """Whether an object is of one of these types."""
        waiting, seen = list(self.objects[name]), set[str]()
        while waiting:
            kind = waiting.pop()
            if kind in kinds or "object" in kinds:
                return True
            if kind not in seen:
                seen.add(kind)
                waiting += self.parents.get(kind, [])
        return False

    def values(self, variables: Variables) -> Iterator[dict[str, str]]:
        """Every choice of objects for variables."""
        domains = [[name for name in self.objects if self.is_a(name, kinds)] for _, kinds in variables]
        for chosen in product(*domains):
            yield {name: value for (name, _), value in zip(variables, chosen, strict=True)}

    def holds(self, tree: Tree, binding: Binding, facts: Facts) -> bool:
        """Whether a condition holds."""
        if not tree:
            return True
        match tree:
            case ["and", *parts]:
                return all(self.holds(each, binding, facts) for each in parts)
            case ["or", *parts]:
                return any(self.holds(each, binding, facts) for each in parts)
            case ["not", part]:
                return not self.holds(part, binding, facts)
            case ["imply", one, other]:
                return not self.holds(one, binding, facts) or self.holds(other, binding, facts)
            case ["forall", variables, part]:
                return all(
                    self.holds(part, {**binding, **more}, facts) for more in self.values(typed(listed(variables)))
                )
            case ["exists", variables, part]:
                return any(
                    self.holds(part, {**binding, **more}, facts) for more in self.values(typed(listed(variables)))
                )
            case ["=", one, other]:
                return named(one, binding) == named(other, binding)
            case _:
                return filled(tree, binding) in facts

    def changes(self, tree: Tree, binding: Binding, facts: Facts) -> Iterator[tuple[Task, bool]]:
        """Every fact an effect adds (True) or deletes (False)."""
        match tree:
            case []:
                return
            case ["and", *parts]:
                for each in parts:
                    yield from self.changes(each, binding, facts)
            case ["not", part]:
                yield filled(part, binding), False
            case ["when", condition, part]:
                if self.holds(condition, binding, facts):
                    yield from self.changes(part, binding, facts)
            case ["forall", variables, part]:
                for more in self.values(typed(listed(variables))):
                    yield from self.changes(part, {**binding, **more}, facts)
            case _:
                yield filled(tree, binding), True

    def after(self, task: Task, facts: Facts) -> Facts | None:
        """What holds after an action, deletions first; None where it cannot be done."""
        action = self.actions[task[0]]
        if len(action.variables) != len(task) - 1:
            return None
        if not all(self.is_a(value, kinds) for (_, kinds), value in zip(action.variables, task[1:], strict=True)):
            return None
        binding = {name: value for (name, _), value in zip(action.variables, task[1:], strict=True)}
        if not self.holds(action.condition, binding, facts):
            return None
        changes = list(self.changes(action.effect, binding, facts))
        return (facts - {fact for fact, adds in changes if not adds}) | {fact for fact, adds in changes if adds}


def listed(tree: Tree) -> list[Tree]:
    assert isinstance(tree, list)
    return tree


def named(tree: Tree, binding: Binding) -> str:
    assert isinstance(tree, str)
    return binding.get(tree, tree)


def filled(tree: "Tree | Task", binding: Binding) -> Task:
    """A fact or task with its variables replaced."""
    return tuple(named(each, binding) for each in cast("list[Tree]", tree))


def tree_of(text: str) -> Tree:
    """The brackets of a file, comments left out, in lower case."""
    words = "\n".join(line.partition(";")[0] for line in text.splitlines()).lower()
    stack: list[list[Tree]] = [[]]
    for word in words.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    (whole,) = stack[0]
    return whole


def typed(items: list[Tree]) -> Variables:
    """`a b - t c` as names with their types."""
    found: Variables = []
    waiting: list[str] = []
    rest = list(items)
    while rest:
        item = rest.pop(0)
        if item != "-":
            assert isinstance(item, str)
            waiting.append(item)
            continue
        kind = rest.pop(0)
        kinds = [kind] if isinstance(kind, str) else [str(each) for each in kind[1:]]
        found += [(each, kinds) for each in waiting]
        waiting = []
    return found + [(each, ["object"]) for each in waiting]


def _keys(section: list[Tree]) -> dict[str, Tree]:
    return {str(section[place]): section[place + 1] for place in range(0, len(section) - 1, 2)}


def _parts(tree: Tree) -> list[list[Tree]]:
    """`(and (x) (y))`, `(x)` or `()` as a list."""
    items = listed(tree)
    if items and items[0] == "and":
        items = items[1:]
    elif items and isinstance(items[0], str):
        items = [items]
    return [listed(each) for each in items]


def _method(name: str, task: Task, keys: dict[str, Tree]) -> Method:
    total = any(key in keys for key in (":ordered-subtasks", ":ordered-tasks"))
    none: Tree = []
    given = next(
        (keys[key] for key in (":ordered-subtasks", ":ordered-tasks", ":subtasks", ":tasks") if key in keys), none
    )
    labels: dict[str, int] = {}
    subtasks: list[Task] = []
    for part in _parts(given):
        body = part
        if len(part) == 2 and isinstance(part[1], list):
            labels[str(part[0])] = len(subtasks)
            body = part[1]
        subtasks.append(tuple(str(each) for each in body))
    order = {(place, place + 1) for place in range(len(subtasks) - 1)} if total else set[tuple[int, int]]()
    for part in _parts(keys.get(":ordering", [])):
        one, other = (str(each) for each in part if each != "<")
        order.add((labels[one], labels[other]))
    conditions = [keys[key] for key in (":precondition", ":constraints") if key in keys]
    variables = typed(listed(keys.get(":parameters", [])))
    return Method(name, variables, task, conditions, subtasks, frozenset(order))


def read(domain: str, problem: str) -> Hddl:
    """What two texts say. Nothing is checked."""
    found = Hddl()
    sections = [listed(each) for text in (domain, problem) for each in listed(tree_of(text))[2:]]
    for section in sections:
        match section:
            case [":types", *items]:
                for name, kinds in typed(items):
                    found.parents.setdefault(name, []).extend(kinds)
            case [":constants" | ":objects", *items]:
                found.objects |= dict(typed(items))
            case [":task", name, *rest]:
                found.tasks[str(name)] = typed(listed(_keys(rest).get(":parameters", [])))
            case [":action", name, *rest]:
                keys = _keys(rest)
                variables = typed(listed(keys.get(":parameters", [])))
                found.actions[str(name)] = Action(variables, keys.get(":precondition", []), keys.get(":effect", []))
            case [":method", name, *rest]:
                keys = _keys(rest)
                task = tuple(str(each) for each in listed(keys[":task"]))
                found.methods.append(_method(str(name), task, keys))
            case [":htn", *rest]:
                found.start = _method("", ("",), _keys(rest))
            case [":init", *items]:
                found.facts = frozenset(filled(each, {}) for each in items if listed(each)[0] != "not")
            case [":goal", tree]:
                found.goal = tree
            case _:
                pass
    return found
