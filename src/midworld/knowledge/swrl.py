"""Rules people write: `?x isOn ?y, ?y isIn ?z -> ?x isIn ?z`, and the same in an ontology as SWRL."""

import operator
import re
from collections.abc import Callable, Iterator, Sequence

from ..errors import BadStatement
from . import vocabulary as v
from .axioms import Graph
from .literal import Value, value
from .rules import Node, Pattern, Rule, Test, Variable
from .statement import parse_pattern, words
from .terms import Terms
from .vocabulary import SWRLB

Comparison = Callable[[Value, Value], bool]
COMPARISONS: dict[str, Comparison] = {
    "equal": operator.eq,
    "notEqual": operator.ne,
    "lessThan": lambda one, other: _ordered(operator.lt, one, other),
    "lessThanOrEqual": lambda one, other: _ordered(operator.le, one, other),
    "greaterThan": lambda one, other: _ordered(operator.gt, one, other),
    "greaterThanOrEqual": lambda one, other: _ordered(operator.ge, one, other),
    "startsWith": lambda one, other: str(one).startswith(str(other)),
    "endsWith": lambda one, other: str(one).endswith(str(other)),
    "contains": lambda one, other: str(other) in str(one),
    "matches": lambda one, other: re.search(str(other), str(one)) is not None,
}
SYMBOLS = {
    "=": "equal",
    "==": "equal",
    "!=": "notEqual",
    "<": "lessThan",
    "<=": "lessThanOrEqual",
    ">": "greaterThan",
    ">=": "greaterThanOrEqual",
}


def _ordered(compare: Callable[[int, int], bool], one: Value, other: Value) -> bool:
    """Order numbers by size and texts by alphabet; one is never before the other across kinds."""
    if isinstance(one, str) and isinstance(other, str):
        return compare((one > other) - (one < other), 0)
    if isinstance(one, str) or isinstance(other, str):
        return False
    return compare((one > other) - (one < other), 0)


def comparison(name: str, terms: Terms, first: Node, second: Node) -> Test:
    """A test that compares two values; names are compared for being the same."""
    if name not in COMPARISONS:
        raise BadStatement(name, f"is not a comparison; known: {', '.join(sorted(COMPARISONS))}")
    compare = COMPARISONS[name]

    def holds(ids: Sequence[int]) -> bool:
        one, other = ids
        if one > 0 or other > 0:
            return (name == "equal" and one == other) or (name == "notEqual" and one != other)
        left, right = value(terms.value(one)), value(terms.value(other))
        return left is not None and right is not None and compare(left, right)

    return Test(name, (first, second), holds)


def parse_filter(text: str, terms: Terms) -> Test:
    """A comparison that answers must pass: `?height >= 1.75`."""
    found = _condition(text, terms)
    if not isinstance(found, Test):
        raise BadStatement(text, f"is not a filter: write `?x > 5`; known: {', '.join(SYMBOLS)}")
    return found


def parse_rule(text: str, terms: Terms) -> Rule:
    """A rule from a line of text: conditions, `->`, one consequence."""
    conditions, arrow, consequence = text.partition("->")
    if not arrow:
        raise BadStatement(text, "is not a rule: write `condition, condition -> consequence`")
    read = [_condition(part, terms) for part in _split(conditions)]
    body = [each for each in read if not isinstance(each, Test)]
    tests = [each for each in read if isinstance(each, Test)]
    heads = [_condition(part, terms) for part in _split(consequence)]
    if len(heads) != 1 or isinstance(heads[0], Test):
        raise BadStatement(text, "must have one consequence")
    head = heads[0]
    bound = {node for pattern in body for node in (pattern[0], pattern[2])}
    for node in (head[0], head[2], *(term for test in tests for term in test.terms)):
        if isinstance(node, Variable) and node not in bound:
            raise BadStatement(text, f"uses ?{node.name}, which no condition binds")
    return Rule(text.strip(), (0, 0, 0), tuple(body), head, tuple(tests))


_PART = re.compile(r"(?:[^\",]|\"[^\"]*\"?)+")


def _split(text: str) -> Iterator[str]:
    """The parts between commas, except those in quotes."""
    return (part.strip() for part in _PART.findall(text) if part.strip())


def _condition(text: str, terms: Terms) -> Pattern | Test:
    """A comparison, or a pattern with a fixed predicate."""
    first, middle, last = words(text)
    if middle in SYMBOLS:
        one, _, other = parse_pattern((first, "equal", last), terms)
        return comparison(SYMBOLS[str(middle)], terms, one, other)
    subject, predicate, obj = parse_pattern(text, terms)
    if isinstance(predicate, Variable):
        raise BadStatement(text, "is not a condition `subject predicate object` with a fixed predicate")
    if predicate == v.TYPE and isinstance(obj, Variable):
        raise BadStatement(text, "asks for any class; a rule must name it")
    return (subject, predicate, obj)


def read_swrl(graph: Graph) -> Iterator[Rule]:
    """The SWRL rules of an ontology, one for each atom of a head."""
    for node in graph.typed(v.IMP):
        bodies, heads = graph.one(node, v.SWRL_BODY), graph.one(node, v.SWRL_HEAD)
        if bodies is None or heads is None:
            continue
        variables = set(graph.typed(v.SWRL_VARIABLE))
        read = [_swrl_atom(graph, each, variables) for each in graph.members(bodies)]
        tests = tuple(each for each in read if isinstance(each, Test))
        body = tuple(each for each in read if each is not None and not isinstance(each, Test))
        for each in graph.members(heads) if body and None not in read else ():
            head = _swrl_atom(graph, each, variables)
            if head is not None and not isinstance(head, Test):
                yield Rule("swrl", (node, v.TYPE, v.IMP), body, head, tests)


def _swrl_atom(graph: Graph, node: int, variables: set[int]) -> Pattern | Test | None:
    def argument(term: int | None) -> Node | None:
        return Variable(f"v{term}") if term in variables else term

    first, second = argument(graph.one(node, v.ARGUMENT1)), argument(graph.one(node, v.ARGUMENT2))
    kinds = graph.all(node, v.TYPE)
    kind, name = graph.one(node, v.CLASS_PREDICATE), graph.one(node, v.PROPERTY_PREDICATE)
    if v.BUILTIN_ATOM in kinds:
        builtin, listed = graph.one(node, v.BUILTIN), graph.one(node, v.ARGUMENTS)
        given = [argument(each) for each in graph.members(listed)] if listed is not None else []
        label = graph.terms.iri(builtin).removeprefix(SWRLB) if builtin is not None else ""
        if label in COMPARISONS and len(given) == 2 and given[0] is not None and given[1] is not None:
            return comparison(label, graph.terms, given[0], given[1])
        return None
    if first is None:
        return None
    if kind is not None:
        return (first, v.TYPE, kind)
    if name is None:
        name = v.SAME_AS if v.SAME_INDIVIDUAL_ATOM in kinds else v.DIFFERENT_FROM
        if not {v.SAME_INDIVIDUAL_ATOM, v.DIFFERENT_INDIVIDUALS_ATOM} & set(kinds):
            return None
    return (first, name, second) if second is not None else None
