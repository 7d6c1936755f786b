"""Closures of the linear part, compiled so that one atom expands in about a microsecond."""

from collections.abc import Callable
from dataclasses import dataclass

from . import vocabulary as v
from .linear import Linear
from .terms import Atom

CACHE_SIZE = 200_000
TYPE = v.TYPE


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
        self._cache: dict[Atom, tuple[Atom, ...]] = {}
        self.expand = self._expander()

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
        found = self._plain.get(kind)
        if found is None:
            values, selves = self.linear.values, self.linear.selves
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

    def _expander(self) -> Callable[[Atom], tuple[Atom, ...]]:
        cache, fresh = self._cache, self._fresh

        def expand(atom: Atom) -> tuple[Atom, ...]:
            found = cache.get(atom)
            if found is None:
                if len(cache) > CACHE_SIZE:
                    cache.clear()
                found = cache[atom] = fresh(atom)
            return found

        return expand

    def _fresh(self, atom: Atom) -> tuple[Atom, ...]:
        s, p, o = atom
        if p == TYPE:
            if self.plain(o):
                return tuple([(s, p, kind) for kind in self.classes(o)])
            return self.linear.closure(atom)
        template = self._templates.get(p) or self.template(p)
        if template is None:
            return self.linear.closure(atom)
        found = [(s, each, o) for each in template.same]
        found += [(s, TYPE, kind) for kind in template.subject_classes]
        if o > 0:
            if template.swapped:
                # A symmetric property of a thing with itself turns into the same atom.
                found += [(o, each, s) for each in template.swapped if s != o or each not in template.same]
            held = template.subject_classes if s == o else ()
            found += [(o, TYPE, kind) for kind in template.object_classes if kind not in held]
        return tuple(found)
