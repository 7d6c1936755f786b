"""Sets of literal values: datatypes, facets, and where two of them cannot meet."""

import math
import re
from dataclasses import dataclass

from .literal import INTEGERS, LANG_STRING, NUMBERS, RDF, STRING, Literal, same_value, value
from .names import OWL, RDFS

ANY_LITERAL = RDFS + "Literal"
_ANY = {ANY_LITERAL, OWL + "rational", OWL + "real"}
_TEXTS = {STRING, LANG_STRING, RDF + "PlainLiteral"}


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
    return datatype in _TEXTS and literal.datatype in _TEXTS
