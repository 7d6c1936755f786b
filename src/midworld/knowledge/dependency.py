"""Which predicates and classes depend on each other in a circle."""

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
    edges: dict[int, list[int]] = {}
    for table in (linear.classes, linear.domains, linear.ranges, linear.properties, linear.values, linear.selves):
        for source, rows in table.items():
            targets = [row[0] for row in rows]
            if source in edges:
                edges[source] += targets
            else:
                edges[source] = targets
    for source, conditions in linear.conditions.items():
        edges.setdefault(source, []).extend([each.member_of for each in conditions])
    for rule in rules:
        assert rule.head is not None
        head = _node(rule.head)
        for pattern in rule.body:
            edges.setdefault(_node(pattern), []).append(head)
    nodes = set(edges).union(*edges.values())
    # Equality touches every atom, and a rule over any class reads every membership.
    edges.setdefault(SAME_AS, []).extend(nodes)
    if TYPE in nodes:
        for node in nodes:
            edges.setdefault(node, []).append(TYPE)
        edges.setdefault(TYPE, []).extend(nodes)
    return strongly_connected(edges)


def strongly_connected(edges: Mapping[int, Iterable[int]]) -> Mapping[int, int]:
    """Tarjan's components, without recursion."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    found: dict[int, int] = {}
    path: list[int] = []
    for root in edges:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        path.append(root)
        work = [(root, iter(edges[root]))]
        while work:
            node, targets = work[-1]
            for target in targets:
                if target in found:
                    continue
                if target not in order:
                    if target not in edges:
                        # Nothing follows from it: it is alone.
                        found[target] = target
                        continue
                    order[target] = low[target] = len(order)
                    path.append(target)
                    work.append((target, iter(edges[target])))
                    break
                if order[target] < low[node]:
                    low[node] = order[target]
            else:
                work.pop()
                lowest = low[node]
                if lowest == order[node]:
                    _close(node, path, found)
                elif lowest < low[work[-1][0]]:
                    low[work[-1][0]] = lowest
    return found


def _close(node: int, path: list[int], found: dict[int, int]) -> None:
    while True:
        member = path.pop()
        found[member] = node
        if member == node:
            return
