"""Task networks of HDDL: subtasks, their order, and constraints."""

from collections.abc import Iterable, Mapping

from ...errors import one_of, shortened
from .expressions import Bracket, Expression, Word, refuse
from .formula import TRUE, And, Atom, Exists, Forall, Formula, Not, Or
from .syntax import Syntax
from .texts import NetworkText

NETWORK = (":subtasks", ":tasks", ":ordered-subtasks", ":ordered-tasks", ":ordering", ":constraints")


def network(syntax: Syntax, keys: Mapping[str, Expression], scope: frozenset[str]) -> NetworkText:
    given = [key for key in NETWORK[:4] if key in keys]
    if len(given) > 1:
        syntax.refuse(keys[given[1]], f"{given[0]} and {given[1]} cannot stand together")
    if not given:
        if ":ordering" in keys and syntax.bracket(keys[":ordering"], "an ordering").items:
            syntax.refuse(keys[":ordering"], ":ordering needs :subtasks")
        return NetworkText()
    names: dict[str, int] = {}
    tasks: list[Atom] = []
    for at in _conjuncts(syntax, keys[given[0]], "and"):
        if len(at.items) == 2 and isinstance(at.items[1], Bracket):
            label = syntax.word(at.items[0], "a label")
            if label.text in names:
                syntax.refuse(label, f"label '{label}' stands here twice")
            names[label.text] = len(tasks)
            at = at.items[1]
        tasks.append(syntax.task(at, scope))
    if "ordered" in given[0]:
        if ":ordering" in keys and syntax.bracket(keys[":ordering"], "an ordering").items:
            syntax.refuse(keys[":ordering"], f"{given[0]} are ordered already")
        return NetworkText(tuple(tasks), tuple((place, place + 1) for place in range(len(tasks) - 1)))
    order: dict[tuple[int, int], None] = {}
    for at in _conjuncts(syntax, keys.get(":ordering"), "and"):
        words = [syntax.word(each, "a label").text for each in at.items]
        if len(words) == 3 and words[1] == "<":
            words[:2] = words[1::-1]
        if len(words) != 3 or words[0] != "<":
            syntax.refuse(at, f"'{at}' should be (< LABEL LABEL)")
        for name in words[1:]:
            if name not in names:
                syntax.refuse(at, f"no subtask is labelled '{shortened(name)}'; {one_of(names, near=name)}")
        order[names[words[1]], names[words[2]]] = None
    _acyclic(syntax.file, keys.get(":ordering"), len(tasks), order)
    return NetworkText(tuple(tasks), tuple(order))


def _conjuncts(syntax: Syntax, at: Expression | None, word: str) -> list[Bracket]:
    if at is None:
        return []
    bracket = syntax.bracket(at, "a list")
    if not bracket.items:
        return []
    first = bracket.items[0]
    if isinstance(first, Word) and first.text.lower() == word:
        return [syntax.bracket(each, "a task") for each in bracket.items[1:]]
    if isinstance(first, Bracket):
        return [syntax.bracket(each, "a task") for each in bracket.items]
    return [bracket]


def constrained(syntax: Syntax, keys: Mapping[str, Expression], scope: frozenset[str]) -> Formula:
    """`:constraints`, which only compare."""
    if ":constraints" not in keys:
        return TRUE
    formula = syntax.formula(keys[":constraints"], scope)
    waiting: list[Formula] = [formula]
    while waiting:
        match waiting.pop():
            case Atom(terms) if terms[0] != "=":
                syntax.refuse(keys[":constraints"], f"constraint '{terms[0]}' is not supported; constraints know =")
            case Not(part) | Forall(_, part) | Exists(_, part):
                waiting.append(part)
            case And(parts) | Or(parts):
                waiting += parts
            case _:
                pass
    return formula


def _acyclic(file: str, at: Expression | None, count: int, order: Iterable[tuple[int, int]]) -> None:
    later: dict[int, list[int]] = {}
    blocked = [0] * count
    for first, second in order:
        later.setdefault(first, []).append(second)
        blocked[second] += 1
    free = [place for place in range(count) if not blocked[place]]
    for place in free:
        for each in later.get(place, ()):
            blocked[each] -= 1
            if not blocked[each]:
                free.append(each)
    if len(free) < count:
        refuse(file, None if at is None else at.line, "the ordering goes round in a circle")
