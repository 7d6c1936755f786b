"""Closures of the linear part: the classes above a class, the properties above a property."""

from collections.abc import Iterable, Mapping, Sequence

from .linear import Linear
from .vocabulary import TYPE


class Expansion:
    """The closures under one terminology; all models share them."""

    def __init__(self, linear: Linear) -> None:
        self.linear = linear
        self.wider: dict[int, tuple[int, ...]] = {}
        self._plain: dict[int, bool] = {}
        self._all_plain = not linear.values and not linear.selves

    def classes(self, kind: int) -> tuple[int, ...]:
        """A class and every class above it, expressions included."""
        found = self.wider.get(kind)
        if found is None:
            seen = {kind: None}
            work = [kind]
            rows, wider = self.linear.classes, self.wider
            while work:
                for row in rows.get(work.pop(), ()):
                    wide = row[0]
                    if wide in seen:
                        continue
                    above = wider.get(wide)
                    if above is None:
                        seen[wide] = None
                        work.append(wide)
                    else:
                        seen.update(dict.fromkeys(above))
            found = wider[kind] = tuple(seen)
        return found

    def plain(self, kind: int) -> bool:
        """Whether membership of a class implies memberships only."""
        if self._all_plain:
            return True
        found = self._plain.get(kind)
        if found is None:
            values, selves = self.linear.values, self.linear.selves
            found = self._plain[kind] = not any(each in values or each in selves for each in self.classes(kind))
        return found

    def properties(self, name: int) -> tuple[tuple[int, bool], ...]:
        """A property and every property above it, with whether subject and object change places."""
        if name not in self.linear.properties:
            return ((name, False),)
        seen = {(name, False): None}
        work = [(name, False)]
        while work:
            at, turned = work.pop()
            for wide, swapped, _, _ in self.linear.properties.get(at, ()):
                step = (wide, turned != swapped)
                if step not in seen:
                    seen[step] = None
                    work.append(step)
        return tuple(seen)

    def above(self, name: int) -> frozenset[int]:
        """A property and those above it by name; what only inverses imply is left out, as in the profile."""
        seen, work = {name}, [name]
        while work:
            for wide, swapped, _, _ in self.linear.properties.get(work.pop(), ()):
                if not swapped and wide not in seen:
                    seen.add(wide)
                    work.append(wide)
        return frozenset(seen)

    def sides(self, reached: Iterable[tuple[int, bool]]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Classes of the subject and of the object of some properties; None when atoms must be followed one by one."""
        linear = self.linear
        sides: tuple[dict[int, None], dict[int, None]] = ({}, {})
        for wide, swapped in reached:
            if wide in linear.conditions:
                return None
            for row in linear.domains.get(wide, ()):
                sides[swapped].update(dict.fromkeys(self.classes(row[0])))
            for row in linear.ranges.get(wide, ()):
                sides[not swapped].update(dict.fromkeys(self.classes(row[0])))
        plain = all(self.plain(kind) for side in sides for kind in side)
        return (tuple(sides[0]), tuple(sides[1])) if plain else None


# What a source counts that cannot rest on the atom it supports; others count 1.
CERTAIN = 1 << 20
Pairs = Sequence[tuple[int, int]]
Shape = tuple[Pairs, Pairs, Pairs, Pairs]


class Weights:
    """What sources contribute, each consequence with what it counts; `circles` tells what depends on itself."""

    def __init__(self, expansion: Expansion, circles: Mapping[int, int]) -> None:
        self._expansion, self._circles = expansion, circles
        self._parts: dict[int, tuple[tuple[int, ...], ...] | None] = {}

    def shape(self, name: int, typed: bool, asserted: bool) -> Shape | None:
        """For every source of one property or class; None when it depends on the object's value."""
        if typed:
            if not self._expansion.plain(name):
                return None
            return ((), (), self._weighed(name, self._expansion.classes(name), asserted), ())
        if name not in self._parts:
            reached = self._expansion.properties(name)
            sides = self._expansion.sides(reached)
            same, swapped = (tuple(wide for wide, turned in reached if turned == way) for way in (False, True))
            self._parts[name] = None if sides is None else (same, swapped, *sides)
        parts = self._parts[name]
        if parts is None:
            return None
        same, swapped, subject, obj = (self._weighed(name, part, asserted) for part in parts)
        return (same, swapped, subject, obj)

    def followed(self, s: int, p: int, o: int, asserted: bool) -> list[tuple[int, int, int, int]]:
        """For one source, by following the axioms."""
        name = o if p == TYPE else p
        return [
            (*atom, self._weight(name, atom[2] if atom[1] == TYPE else atom[1], asserted))
            for atom in self._expansion.linear.closure((s, p, o))
        ]

    def _weighed(self, name: int, others: Iterable[int], asserted: bool) -> Pairs:
        return [(other, self._weight(name, other, asserted)) for other in others]

    def _weight(self, name: int, other: int, asserted: bool) -> int:
        return CERTAIN if asserted or self._circles.get(other) != self._circles.get(name) else 1
