"""Plain progression search over tasks, without heuristics: a peer where plans are looked for, a judge of small ones."""

import time
from collections import deque
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from benchmarks.hddl.reading import Binding, Facts, Hddl, Method, Task, Tree, filled

# So many tasks, and places before them, are kept at most, at about 50 bytes each: left recursion makes long orders.
MOST_HELD = 40_000_000


class Verdict(Enum):
    """A plan, the proof that there is none, or neither."""

    PLAN = "plan"
    NONE = "none"
    UNKNOWN = "unknown"


class Node(NamedTuple):
    """What holds and what is left: tasks, and for each the places of those before it."""

    facts: Facts
    tasks: tuple[Task, ...]
    before: tuple[frozenset[int], ...]


def search(hddl: Hddl, *, seconds: float, breadth: bool, nodes: int = 10**9) -> tuple[Verdict, int]:
    """Whether there is a plan, and how many actions the first one found has; every state with its tasks only once.

    Unknown where time or memory ends first.
    """
    until, held = time.process_time() + seconds, 0
    waiting: deque[tuple[Node, int]] = deque()
    seen: set[Node] = set()
    root = Node(hddl.facts, (("",),), (frozenset(),))
    waiting.append((root, 0))
    while waiting:
        node, length = waiting.popleft() if breadth else waiting.pop()
        if not node.tasks:
            if hddl.holds(hddl.goal, {}, node.facts):
                return Verdict.PLAN, length
            continue
        if len(seen) > nodes or held > MOST_HELD or time.process_time() > until:
            return Verdict.UNKNOWN, 0
        found = list(_next(hddl, node))
        for each, more in found if breadth else reversed(found):
            if each not in seen:
                seen.add(each)
                held += len(each.tasks) + sum(map(len, each.before))
                waiting.append((each, length + more))
    return Verdict.NONE, 0


def _next(hddl: Hddl, node: Node) -> Iterator[tuple[Node, int]]:
    for place, task in enumerate(node.tasks):
        if node.before[place]:
            continue
        if task[0] in hddl.actions:
            after = hddl.after(task, node.facts)
            if after is not None:
                yield _replaced(node._replace(facts=after), place, [], frozenset()), 1
            continue
        methods = [hddl.start] if task == ("",) else [each for each in hddl.methods if each.task[0] == task[0]]
        if task != ("",) and not all(
            hddl.is_a(value, kinds) for value, (_, kinds) in zip(task[1:], hddl.tasks[task[0]], strict=True)
        ):
            continue
        for method in methods:
            for binding in _bindings(hddl, method, task, node.facts):
                subtasks = [filled(each, binding) for each in method.subtasks]
                yield _replaced(node, place, subtasks, method.order), 0


def _replaced(node: Node, place: int, subtasks: list[Task], order: frozenset[tuple[int, int]]) -> Node:
    """A node with a task replaced by others, which take its place in the order."""
    shift = len(subtasks) - 1
    fresh = frozenset(place + each for each in range(len(subtasks)))

    def moved(before: frozenset[int]) -> frozenset[int]:
        found = {each + shift if each > place else each for each in before if each != place}
        return frozenset(found | fresh) if place in before else frozenset(found)

    tasks = (*node.tasks[:place], *subtasks, *node.tasks[place + 1 :])
    inner = [frozenset(place + one for one, other in order if other == each) for each in range(len(subtasks))]
    before = (*map(moved, node.before[:place]), *inner, *map(moved, node.before[place + 1 :]))
    return Node(node.facts, tasks, before)


def _bindings(hddl: Hddl, method: Method, task: Task, facts: Facts) -> Iterator[dict[str, str]]:
    """Every choice of variables with which a method's condition holds: one variable after the other."""
    binding: dict[str, str] = {}
    for term, value in zip(method.task[1:], task[1:], strict=True):
        if (binding.setdefault(term, value) if term.startswith("?") else term) != value:
            return
    kinds = dict(method.variables)
    if not all(hddl.is_a(value, kinds[name]) for name, value in binding.items()):
        return
    conjuncts: list[Tree] = []
    for each in method.conditions:
        conjuncts += each[1:] if each and each[0] == "and" else [each]
    free = [each for each in method.variables if each[0] not in binding]
    stack: list[dict[str, str]] = [binding]
    while stack:
        chosen = stack.pop()
        if not all(hddl.holds(each, chosen, facts) for each in conjuncts if _settled(each, chosen)):
            continue
        left = [each for each in free if each[0] not in chosen]
        if not left:
            yield chosen
            continue
        stack += [{**chosen, **more} for more in hddl.values(left[:1])][::-1]


def _settled(tree: Tree, binding: Binding) -> bool:
    """Whether all variables of a condition are bound, or it has its own."""
    if isinstance(tree, str):
        return not tree.startswith("?") or tree in binding
    if tree and tree[0] in ("forall", "exists"):
        own = {str(each): "" for each in tree[1] if isinstance(each, str)}
        return _settled(tree[2], {**binding, **own})
    return all(_settled(each, binding) for each in tree)
