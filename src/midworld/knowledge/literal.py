"""Literal values: text with a datatype or a language, compared by value only where a facet or a filter asks."""

import math
import re
from dataclasses import dataclass
from functools import lru_cache

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
STRING, BOOLEAN, INTEGER, DECIMAL = XSD + "string", XSD + "boolean", XSD + "integer", XSD + "decimal"
DOUBLE, FLOAT, LANG_STRING = XSD + "double", XSD + "float", RDF + "langString"

Value = float | bool | str

_BOUNDS: dict[str, tuple[float, float]] = {
    XSD + "nonNegativeInteger": (0, math.inf),
    XSD + "positiveInteger": (1, math.inf),
    XSD + "nonPositiveInteger": (-math.inf, 0),
    XSD + "negativeInteger": (-math.inf, -1),
    XSD + "byte": (-128, 127),
    XSD + "short": (-(2**15), 2**15 - 1),
    XSD + "int": (-(2**31), 2**31 - 1),
    XSD + "long": (-(2**63), 2**63 - 1),
    XSD + "unsignedByte": (0, 255),
    XSD + "unsignedShort": (0, 2**16 - 1),
    XSD + "unsignedInt": (0, 2**32 - 1),
    XSD + "unsignedLong": (0, 2**64 - 1),
}
INTEGERS = frozenset({INTEGER, *_BOUNDS})
NUMBERS = INTEGERS | {DECIMAL, DOUBLE, FLOAT}
_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")
_DOUBLE = re.compile(r"[+-]?((\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|INF)|NaN")
_INTEGER = re.compile(r"[+-]?\d+")
_STAMP = re.compile(r"-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?")
_DATE = re.compile(r"-?\d{4,}-\d\d-\d\d(Z|[+-]\d\d:\d\d)?")
_LEXICAL = {
    DECIMAL: _DECIMAL,
    DOUBLE: _DOUBLE,
    FLOAT: _DOUBLE,
    BOOLEAN: re.compile(r"true|false|0|1"),
    XSD + "dateTime": _STAMP,
    XSD + "date": _DATE,
}


@dataclass(frozen=True, slots=True)
class Literal:
    """A value as it was written: `Literal("0.2", DOUBLE)`, `Literal("tasse", LANG_STRING, "fr")`."""

    text: str
    datatype: str = STRING
    language: str = ""


@lru_cache(maxsize=65536)
def value(literal: Literal) -> Value | None:
    """The Python value; None when the text does not fit its datatype."""
    kind, text = literal.datatype, literal.text.strip()
    if kind in INTEGERS:
        if not _INTEGER.fullmatch(text):
            return None
        low, high = _BOUNDS.get(kind, (-math.inf, math.inf))
        number = int(text)
        return number if low <= number <= high else None
    shape = _LEXICAL.get(kind)
    if shape is None:
        return literal.text
    if not shape.fullmatch(text):
        return None
    if kind in NUMBERS:
        return float(text.replace("INF", "inf"))
    if kind == BOOLEAN:
        return text in {"true", "1"}
    return text


def same_value(first: Literal, second: Literal) -> bool:
    """Whether two literals denote one value: 1 and 1.0 do, 1 and "1" do not."""
    if first == second:
        return True
    if first.language.lower() != second.language.lower():
        return False
    one, other = value(first), value(second)
    if one is None or other is None:
        return False
    alike = isinstance(one, bool) == isinstance(other, bool) and isinstance(one, str) == isinstance(other, str)
    return alike and one == other and (not isinstance(one, str) or first.datatype == second.datatype)


def from_python(thing: float | bool | str) -> Literal:
    """A literal for a Python value."""
    if isinstance(thing, bool):
        return Literal("true" if thing else "false", BOOLEAN)
    if isinstance(thing, int):
        return Literal(str(thing), INTEGER)
    if isinstance(thing, float):
        return Literal(repr(thing).replace("inf", "INF").replace("nan", "NaN"), DOUBLE)
    return Literal(thing)


def to_python(literal: Literal) -> Value:
    """The Python value, or the text where there is none."""
    found = value(literal)
    return literal.text if found is None else found
