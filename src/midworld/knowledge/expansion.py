"""Closures of the linear part: the classes above a class, the properties above a property."""

from dataclasses import dataclass

from .linear import Linear
from .terms import Atom


@dataclass(frozen=True, slots=True)
class Template:
    """What an atom of one property turns into, when nothing depends on its object's value."""

    same: tuple[int, ...]
    swapped: tuple[int, ...]
    subject_classes: tuple[int, ...]
    object_classes: tuple[int, ...]


class Expansion:
    """`expand(atom)` gives the atom and everything that follows from it alone; all models share it."""

    def __init__(self, linear: Linear) -> None:
        self.linear = linear
        self.wider: dict[int, tuple[int, ...]] = {}
        self._templates: dict[int, Template | None] = {}
        self._plain: dict[int, bool] = {}

    def classes(self, kind: int) -> tuple[int, ...]:
        """A class and every class above it, expressions included."""
        found = self.wider.get(kind)
        if found is None:
            seen = {kind: None}
            work = [kind]
            rows = self.linear.classes
            while work:
                for wide, _, _ in rows.get(work.pop(), ()):
                    if wide not in seen:
                        seen[wide] = None
                        work.append(wide)
            found = self.wider[kind] = tuple(seen)
        return found

    def plain(self, kind: int) -> bool:
        """Whether membership of a class implies memberships only."""
        values, selves = self.linear.values, self.linear.selves
        if not values and not selves:
            return True
        found = self._plain.get(kind)
        if found is None:
            found = self._plain[kind] = not any(each in values or each in selves for each in self.classes(kind))
        return found

    def properties(self, name: int) -> tuple[tuple[int, bool], ...]:
        """A property and every property above it, with whether subject and object change places."""
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

    def template(self, name: int) -> Template | None:
        """The compiled form of a property; None when its atoms must be followed one by one."""
        if name in self._templates:
            return self._templates[name]
        linear = self.linear
        reached = self.properties(name)
        sides: tuple[dict[int, None], dict[int, None]] = ({}, {})
        for wide, swapped in reached:
            for side, table in ((swapped, linear.domains), (not swapped, linear.ranges)):
                for kind, _, _ in table.get(wide, ()):
                    sides[side].update(dict.fromkeys(self.classes(kind)))
        simple = not any(wide in linear.conditions for wide, _ in reached)
        simple = simple and all(self.plain(kind) for side in sides for kind in side)
        found = None
        if simple:
            same = tuple(wide for wide, swapped in reached if not swapped)
            turned = tuple(wide for wide, swapped in reached if swapped)
            found = Template(same, turned, tuple(sides[0]), tuple(sides[1]))
        self._templates[name] = found
        return found

    def expand(self, atom: Atom) -> tuple[Atom, ...]:
        """An atom and everything that follows from it alone."""
        return self.linear.closure(atom)
