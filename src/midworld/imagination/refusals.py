"""Why an action's document does not make sense, as people say it: which key, what it is, and what it may be."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec import inspect

from ..errors import BadAction, one_of, printable, shortened

Step: TypeAlias = "str | int"


def refused(error: msgspec.ValidationError, document: object, kind: type) -> BadAction:
    """A sentence for what msgspec found wrong with a document that should be of a kind."""
    # msgspec ends with where it is: "Expected `float` > 0.0 - at `$.speed`".
    what, _, where = str(error).partition(" - at `$")
    steps = _steps(where.rstrip("`"))
    named = re.search(r"field `(.*)`", what, re.DOTALL)
    if "unknown field" in what and named:
        known = _keys(_type_at(inspect.type_info(kind), steps))
        reason = f"is no parameter here; {one_of(known, near=named[1])}"
        if "did you mean" in reason:
            reason = f"{reason.rstrip('?')}? Known: {', '.join(known)}"
        return BadAction(_name([*steps, shortened(printable(named[1]))]), reason)
    if "missing required field" in what and named:
        return BadAction(_name([*steps, named[1]]), "is missing")
    wanted = _words(_type_at(inspect.type_info(kind), steps))
    return BadAction(_name(steps) or "action", f"is {_shown(_value_at(document, steps))}; it must be {wanted}")


def finite(value: object, steps: Sequence[Step] = ()) -> None:
    """Raises BadAction for the first number of a document that is not finite."""
    if isinstance(value, Mapping):
        for key, each in value.items():  # pyright: ignore
            finite(each, (*steps, str(key)))  # pyright: ignore
    elif isinstance(value, list):
        for number, each in enumerate(value):  # pyright: ignore
            finite(each, (*steps, number))  # pyright: ignore
    elif isinstance(value, int | float) and not -math.inf < value < math.inf:
        raise BadAction(_name(steps) or "action", f"is {_shown(value)}; it must be a finite number")


def _steps(where: str) -> list[Step]:
    return [int(number) if number else key for key, number in re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", where)]


def _name(steps: Sequence[Step]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")


def _value_at(value: object, steps: Sequence[Step]) -> object:
    for step in steps:
        value = value[step]  # pyright: ignore
    return value  # pyright: ignore


def _shown(value: object) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return "not a number (NaN)" if math.isnan(value) else "infinite"
    return shortened(printable(json.dumps(value, ensure_ascii=False)))


def _type_at(kind: inspect.Type, steps: Sequence[Step]) -> inspect.Type:
    """The type of what stands at a place; where that is unknown, of what it stands in."""
    for step in steps:
        match _plain(kind):
            case inspect.StructType(fields=fields) | inspect.DataclassType(fields=fields):
                kind = next((field.type for field in fields if field.encode_name == step), kind)
            case inspect.TupleType(item_types=items) if isinstance(step, int) and step < len(items):
                kind = items[step]
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                kind = item
            case _:
                return kind
    return kind


def _plain(kind: inspect.Type) -> inspect.Type:
    """A type without what is said about it, and without null."""
    if isinstance(kind, inspect.Metadata):
        return _plain(kind.type)
    if isinstance(kind, inspect.UnionType):
        some = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return _plain(some[0]) if len(some) == 1 else kind
    return kind


def _keys(kind: inspect.Type) -> tuple[str, ...]:
    match _plain(kind):
        case inspect.StructType(fields=fields) | inspect.DataclassType(fields=fields):
            return tuple(field.encode_name for field in fields)
        case _:
            return ()


def _words(kind: inspect.Type) -> str:
    """A type as people say it."""
    if isinstance(kind, inspect.Metadata):
        unit = str((kind.extra_json_schema or {}).get("description", ""))  # pyright: ignore
        return _words(kind.type) + (f" ({unit})" if unit else "")
    match _plain(kind):
        case inspect.FloatType() | inspect.IntType() as number:
            return _range(number)
        case inspect.StrType():
            return "a text"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.TupleType(item_types=items):
            return f"a list of {len(items)} numbers"
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return f"a list, each of it {_words(item)}"
        case inspect.StructType() as struct:
            return f"an object with the keys {', '.join(_keys(struct))}"
        case inspect.UnionType(types=types):
            return " or ".join(_words(each) for each in types)
        case _:
            return "something else"


def _range(kind: inspect.FloatType | inspect.IntType) -> str:
    bounds = ((kind.gt, "greater than"), (kind.ge, "at least"), (kind.lt, "less than"), (kind.le, "at most"))
    said = [f"{words} {bound:g}" for bound, words in bounds if bound is not None]
    what = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
    return " ".join([what, " and ".join(said)]).strip()
