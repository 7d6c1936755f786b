"""Literal values, compared by value only where a facet or a filter asks, and sets of them: datatypes with facets."""

import math
import re
from dataclasses import dataclass
from functools import lru_cache

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
STRING, BOOLEAN, INTEGER, DECIMAL = XSD + "string", XSD + "boolean", XSD + "integer", XSD + "decimal"
DOUBLE, FLOAT, LANG_STRING = XSD + "double", XSD + "float", RDF + "langString"

Value = float | bool | str

_SIZES = {"byte": 8, "short": 16, "int": 32, "long": 64}
_BOUNDS: dict[str, tuple[float, float]] = {
    XSD + "nonNegativeInteger": (0, math.inf),
    XSD + "positiveInteger": (1, math.inf),
    XSD + "nonPositiveInteger": (-math.inf, 0),
    XSD + "negativeInteger": (-math.inf, -1),
    **{XSD + name: (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for name, bits in _SIZES.items()},
    **{XSD + "unsigned" + name.capitalize(): (0, 2**bits - 1) for name, bits in _SIZES.items()},
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


ANY_LITERAL = "http://www.w3.org/2000/01/rdf-schema#Literal"
_ANY = {ANY_LITERAL, *(f"http://www.w3.org/2002/07/owl#{name}" for name in ("rational", "real"))}
# Derived from xsd:string; a text with a language is not one of them, but both are plain.
_STRINGS = {STRING, *(XSD + name for name in ("normalizedString", "token", "language", "Name", "NCName", "NMTOKEN"))}
_PLAIN = RDF + "PlainLiteral"


@dataclass(frozen=True, slots=True)
class DataRange:
    """Literals of a datatype within bounds. Numbers of every datatype are compared by value."""

    datatype: str
    low: float = -math.inf
    high: float = math.inf
    low_open: bool = False
    high_open: bool = False
    shortest: int = 0
    longest: float = math.inf
    pattern: str = ""
    values: tuple[Literal, ...] = ()

    def contains(self, literal: Literal) -> bool:
        if self.values:
            return any(same_value(literal, each) for each in self.values)
        found = value(literal)
        if found is None or not _fits(literal, self.datatype):
            return False
        if isinstance(found, int | float) and not isinstance(found, bool) and not self._within(found):
            return False
        if not self.shortest <= len(literal.text) <= self.longest:
            return False
        return not self.pattern or re.fullmatch(self.pattern, literal.text) is not None

    def _within(self, number: float) -> bool:
        above = number > self.low if self.low_open else number >= self.low
        return above and (number < self.high if self.high_open else number <= self.high)

    def misses(self, other: "DataRange") -> bool:
        """Whether no value can be in both, as far as intervals and lists of values tell."""
        if self.values or other.values:
            listed, ranged = (self, other) if self.values else (other, self)
            return not any(ranged.contains(each) for each in listed.values)
        low, high = max(self.low, other.low), min(self.high, other.high)
        if low > high:
            return True
        excluded = (self.low_open and self.low == low) or (other.low_open and other.low == low)
        excluded = excluded or (self.high_open and self.high == high) or (other.high_open and other.high == high)
        return (low == high and excluded) or self.shortest > other.longest or other.shortest > self.longest

    def __str__(self) -> str:
        if self.values:
            return "{" + ", ".join(each.text for each in self.values) + "}"
        parts: list[str] = []
        if self.low > -math.inf or self.high < math.inf:
            opening, closing = "(" if self.low_open else "[", ")" if self.high_open else "]"
            parts.append(f"{opening}{self.low:g}, {self.high:g}{closing}")
        if self.shortest or self.longest < math.inf:
            parts.append(f"length {self.shortest} to {self.longest:g}")
        if self.pattern:
            parts.append(f"matching /{self.pattern}/")
        return " ".join(parts) or self.datatype.rpartition("#")[2]


def _fits(literal: Literal, datatype: str) -> bool:
    """Whether a well-formed literal can count as one of a datatype."""
    if datatype in _ANY or literal.datatype == datatype:
        return True
    if datatype in INTEGERS:
        found = value(literal)
        if literal.datatype not in NUMBERS or not isinstance(found, int | float) or found != found // 1:
            return False
        return value(Literal(str(int(found)), datatype)) is not None
    if datatype in NUMBERS:
        return literal.datatype in NUMBERS
    if datatype == _PLAIN:
        return literal.datatype in _STRINGS or literal.datatype == LANG_STRING
    return datatype == STRING and literal.datatype in _STRINGS
