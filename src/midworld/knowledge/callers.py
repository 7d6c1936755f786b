"""Arguments of both generations of clients, told apart by their shape."""

from collections.abc import Mapping, Sequence
from typing import cast

from ..errors import BadStatement
from .events import When
from .revised import Models
from .statement import Written

Plain = object


def listed(statements: Sequence[Written]) -> list[Written]:
    return [statements] if isinstance(statements, str) else list(statements)


FindArguments = tuple[list[Written], "list[str] | None", Models, "float | None", list[Written], list[str]]


def find_arguments(args: Sequence[Plain], kwargs: Mapping[str, Plain]) -> FindArguments:
    """Recent clients say (patterns, vars, models), older ones (vars, patterns, models), the oldest filters between."""
    given = dict(kwargs)
    names = ["patterns", "vars", "models"]
    if len(args) >= 2 and _is_old_find(args):
        filtered = len(args) > 3 or (len(args) == 3 and _are_filters(args[2]))
        names = ["vars", "patterns", "filters", "models"] if filtered else ["vars", "patterns", "models"]
    if len(args) > len(names):
        raise BadStatement("find", f"takes {len(names)} arguments, not {len(args)}")
    given.update(zip(names, args, strict=False))
    known = {"patterns", "vars", "models", "filters", "at", "absent"}
    if set(given) - known:
        raise BadStatement("find", f"does not take {', '.join(sorted(set(given) - known))}")
    patterns = listed(cast("Sequence[Written]", given.get("patterns", ())))
    variables = given.get("vars")
    wanted = [variables] if isinstance(variables, str) else cast("list[str] | None", variables or None)
    absent = listed(cast("Sequence[Written]", given.get("absent") or ()))
    filters = [str(each) for each in listed(cast("Sequence[Written]", given.get("filters") or ()))]
    return patterns, wanted, cast("Models", given.get("models")), cast("float | None", given.get("at")), absent, filters


def _is_old_find(args: Sequence[Plain]) -> bool:
    """A statement has three words, a variable one."""
    first = args[0]
    words: list[Plain] = [first] if isinstance(first, str) else list(cast("Sequence[Plain]", first or ()))
    if not words:
        return bool(args[1])
    return all(isinstance(word, str) and len(word.split()) == 1 for word in words)


def _are_filters(given: Plain) -> bool:
    """A model is called by one word, a filter compares several."""
    words = [given] if isinstance(given, str) else list(cast("Sequence[Plain]", given or ()))
    return any(isinstance(word, str) and len(word.split()) > 1 for word in words)


_TRIGGERS = {
    "ON_TRUE": (When.NEW, False),
    "ON_TRUE_ONE_SHOT": (When.NEW, True),
    "ON_FALSE": (When.FALSE, False),
    "ON_FALSE_ONE_SHOT": (When.FALSE, True),
    "ON_TOGGLE": (When.TOGGLE, False),
}
SubscribeArguments = tuple[list[Written], bool, Models, When, "list[str] | None"]


def subscribe_arguments(args: Sequence[Plain], kwargs: Mapping[str, Plain]) -> SubscribeArguments:
    """Recent clients say (patterns, one_shot, models), older ones (type, trigger, variable, patterns, models)."""
    given = dict(kwargs)
    if len(args) >= 2 and args[1] in _TRIGGERS:
        given.update(zip(["type", "trigger", "var", "patterns", "models"], args, strict=False))
    else:
        given.update(zip(["patterns", "one_shot", "models"], args, strict=False))
    when, one_shot = _TRIGGERS[cast("str", given.get("trigger", "ON_TRUE"))]
    if given.get("type") == "FACT_CHECKING" and when is When.NEW:
        when = When.TRUE
    patterns = listed(cast("Sequence[Written]", given.get("patterns") or ()))
    if not patterns:
        raise BadStatement("subscribe", "needs at least one pattern")
    named = given.get("var")
    variables = [str(named)] if named else None
    models = cast("Models", given.get("models"))
    return patterns, one_shot or bool(given.get("one_shot", False)), models, when, variables
