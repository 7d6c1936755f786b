"""The world taken as closed, where a question asks for it: what is not known is not so.

Then "only", "at most", "exactly" and "not" can be decided, which open-world reasoning leaves undecided for ever.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from . import vocabulary as v
from .query import View
from .tbox import TBox
from .terms import Atom

_COUNTS = {
    v.MIN_CARDINALITY: int.__ge__, v.MIN_QUALIFIED_CARDINALITY: int.__ge__,
    v.MAX_CARDINALITY: int.__le__, v.MAX_QUALIFIED_CARDINALITY: int.__le__,
    v.CARDINALITY: int.__eq__, v.QUALIFIED_CARDINALITY: int.__eq__,
}  # fmt: skip
_Asked = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ClosedWorld:
    """What another view shows, and the members of classes by what is known of them alone."""

    view: View
    tbox: TBox

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]:
        if p != v.TYPE or o is None or o == v.THING:
            yield from self.view.match(s, p, o)
            return
        for thing, _, _ in self.view.match(None, v.TYPE, v.THING) if s is None else ((s, p, o),):
            if self._is(thing, o, frozenset()):
                yield (thing, v.TYPE, o)

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int:
        # Looking at everything there is costs more than any pattern.
        return self.view.estimate(s, p, o) + (1 << 20 if p == v.TYPE and s is None else 0)

    def _is(self, thing: int, kind: int, asked: _Asked) -> bool:
        if kind == v.THING or next(self.view.match(thing, v.TYPE, kind), None) is not None:
            return True
        if (thing, kind) in asked:
            return False
        asked |= {(thing, kind)}
        if self._demanded(thing, kind, asked):
            return True
        narrower = (narrow for narrow, rows in self.tbox.linear.classes.items() if any(row[0] == kind for row in rows))
        return any(self._is(thing, narrow, asked) for narrow in narrower)

    def _demanded(self, thing: int, kind: int, asked: _Asked) -> bool:
        """Whether a class is an expression, and what it demands is so."""
        graph = self.tbox.graph
        parts = graph.one(kind, v.INTERSECTION_OF)
        if parts is not None:
            return all(self._is(thing, part, asked) for part in graph.members(parts))
        other = graph.one(kind, v.COMPLEMENT_OF)
        if other is not None:
            return not self._is(thing, other, asked)
        return any(self._restricted(thing, kind, on, asked) for on in graph.all(kind, v.ON_PROPERTY))

    def _restricted(self, thing: int, kind: int, on: int, asked: _Asked) -> bool:
        graph, held = self.tbox.graph, self._values(thing, on)
        for filler in graph.all(kind, v.ALL_VALUES_FROM):
            return all(self._within(each, filler, asked) for each in held)
        for filler in graph.all(kind, v.SOME_VALUES_FROM):
            return any(self._within(each, filler, asked) for each in held)
        for predicate, compare in _COUNTS.items():
            number = graph.number(kind, predicate)
            if number is not None:
                filler = graph.one(kind, v.ON_CLASS) or graph.one(kind, v.ON_DATA_RANGE)
                counted = [each for each in held if filler is None or self._within(each, filler, asked)]
                return compare(len(counted), number)
        return False

    def _values(self, thing: int, on: int) -> list[int]:
        """The values of a property, each once however many names it has."""
        found: list[int] = []
        for _, _, each in self.view.match(thing, on, None):
            if not any(next(self.view.match(each, v.SAME_AS, other), None) is not None for other in found):
                found.append(each)
        return found

    def _within(self, held: int, filler: int, asked: _Asked) -> bool:
        accepted = self.tbox.graph.data_range(filler)
        if accepted is not None:
            return held < 0 and accepted.contains(self.tbox.terms.value(held))
        return held > 0 and self._is(held, filler, asked)
