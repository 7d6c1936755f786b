"""Which predicates and classes depend on each other in a circle."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from .linear import Linear
from .rules import Pattern, Rule
from .vocabulary import SAME_AS, TYPE


def _node(pattern: Pattern) -> int:
    if pattern[1] == TYPE and isinstance(pattern[2], int):
        return pattern[2]
    return pattern[1]


def components(linear: Linear, rules: Iterable[Rule]) -> Mapping[int, int]:
    """The circle each predicate and class belongs to, as a number; alone when it is in none."""
    edges: defaultdict[int, set[int]] = defaultdict(set)
    for source, rows in (*linear.classes.items(), *linear.domains.items(), *linear.ranges.items()):
        edges[source].update(wide for wide, _, _ in rows)
    for source, links in linear.properties.items():
        edges[source].update(wide for wide, _, _, _ in links)
    for source, conditions in linear.conditions.items():
        edges[source].update(each.member_of for each in conditions)
    for source, values in linear.values.items():
        edges[source].update(name for name, _, _ in values)
    for source, selves in linear.selves.items():
        edges[source].update(name for name, _ in selves)
    for rule in rules:
        assert rule.head is not None
        for pattern in rule.body:
            edges[_node(pattern)].add(_node(rule.head))
    nodes = {*edges, *(node for targets in edges.values() for node in targets)}
    # Equality touches every atom, and a rule over any class reads every membership.
    edges[SAME_AS].update(nodes)
    if TYPE in nodes:
        for node in nodes:
            edges[node].add(TYPE)
        edges[TYPE].update(nodes)
    return strongly_connected(edges)


def strongly_connected(edges: Mapping[int, Iterable[int]]) -> Mapping[int, int]:
    """Tarjan's components, without recursion."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    found: dict[int, int] = {}
    path: list[int] = []
    for root in list(edges):
        if root in order:
            continue
        order[root] = low[root] = len(order)
        path.append(root)
        work = [(root, iter(edges.get(root, ())))]
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in order:
                    order[target] = low[target] = len(order)
                    path.append(target)
                    work.append((target, iter(edges.get(target, ()))))
                    break
                if target not in found:
                    low[node] = min(low[node], order[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    _close(node, path, found)
    return found


def _close(node: int, path: list[int], found: dict[int, int]) -> None:
    while True:
        member = path.pop()
        found[member] = node
        if member == node:
            return
