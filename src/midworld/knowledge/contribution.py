"""What a source adds to a model: relations one by one, memberships as sets of bits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .expansion import Expansion
from .terms import Atom, Terms
from .vocabulary import TYPE

# What a source counts that cannot rest on the atom it supports; others count 1.
CERTAIN = 1 << 20
CACHE_SIZE = 50_000
Kinds = tuple[tuple[int, int], ...]
"""Things with the classes they get, as bits."""


Contribution = tuple[Sequence[Atom], tuple[int, ...], Kinds, Kinds]
"""Relations with their weights, then memberships that are certain and those that might rest on themselves."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The contribution of every atom of one property or class, before its subject and object are known."""

    same: tuple[int, ...]
    swapped: tuple[int, ...]
    weights: tuple[int, ...]
    certain: tuple[int, int]
    doubtful: tuple[int, int]
    typed: bool


class Contributions:
    """Contributions under one terminology; `circles` tells which predicates and classes depend on each other."""

    def __init__(self, terms: Terms, expansion: Expansion, circles: Mapping[int, int]) -> None:
        self._terms, self._expansion, self._circles = terms, expansion, circles
        self._shapes: tuple[dict[int, Shape | None], dict[int, Shape | None]] = ({}, {})
        self._class_shapes: tuple[dict[int, tuple[int, int] | None], dict[int, tuple[int, int] | None]] = ({}, {})
        self._slow: tuple[dict[Atom, Contribution], dict[Atom, Contribution]] = ({}, {})

    def of(self, source: Atom, asserted: bool) -> Contribution:
        """What a source adds."""
        s, p, o = source
        if p == TYPE:
            try:
                bits = self._class_shapes[asserted][o]
            except KeyError:
                bits = self._class_bits(o, asserted)
            if bits is None:
                return self._followed(source, asserted)
            certain, doubtful = bits
            return ((), (), ((s, certain),) if certain else (), ((s, doubtful),) if doubtful else ())
        try:
            shape = self._shapes[asserted][p]
        except KeyError:
            shape = self._shape(p, asserted)
        if shape is None:
            return self._followed(source, asserted)
        if o < 0:
            return _on_literal(shape, s, o)
        atoms = [(s, each, o) for each in shape.same]
        if shape.swapped:
            atoms += [(o, each, s) for each in shape.swapped]
        certain = _sides(s, o, shape.certain) if shape.typed else ()
        doubtful = _sides(s, o, shape.doubtful) if shape.typed else ()
        return (atoms, shape.weights, certain, doubtful)

    def _class_bits(self, kind: int, asserted: bool) -> tuple[int, int] | None:
        found = None
        if self._expansion.plain(kind):
            found = self._split(self._circles.get(kind), self._expansion.classes(kind), asserted)
        self._class_shapes[asserted][kind] = found
        return found

    def _split(self, mine: int | None, kinds: Iterable[int], asserted: bool) -> tuple[int, int]:
        """Classes as bits: those a source cannot depend on, and the others."""
        certain = doubtful = 0
        if asserted:
            for kind in kinds:
                certain |= self._terms.bit(kind)
            return certain, 0
        for kind in kinds:
            if self._circles.get(kind) != mine:
                certain |= self._terms.bit(kind)
            else:
                doubtful |= self._terms.bit(kind)
        return certain, doubtful

    def _weight(self, mine: int | None, predicate: int, asserted: bool) -> int:
        return CERTAIN if asserted or self._circles.get(predicate) != mine else 1

    def _shape(self, name: int, asserted: bool) -> Shape | None:
        template = self._expansion.template(name)
        found = None
        if template is not None:
            mine = self._circles.get(name)
            subject = self._split(mine, template.subject_classes, asserted)
            target = self._split(mine, template.object_classes, asserted)
            weights = [self._weight(mine, each, asserted) for each in (*template.same, *template.swapped)]
            found = Shape(
                template.same,
                template.swapped,
                tuple(weights),
                (subject[0], target[0]),
                (subject[1], target[1]),
                any((*subject, *target)),
            )
        self._shapes[asserted][name] = found
        return found

    def _followed(self, source: Atom, asserted: bool) -> Contribution:
        """For sources whose consequences depend on values: follow the axioms one by one."""
        cache = self._slow[asserted]
        found = cache.get(source)
        if found is None:
            if len(cache) > CACHE_SIZE:
                cache.clear()
            mine = self._circles.get(source[2] if source[1] == TYPE else source[1])
            atoms: list[Atom] = []
            kinds: dict[int, list[int]] = {}
            for atom in self._expansion.linear.closure(source):
                if atom[1] == TYPE:
                    kinds.setdefault(atom[0], []).append(atom[2])
                else:
                    atoms.append(atom)
            split = {thing: self._split(mine, held, asserted) for thing, held in kinds.items()}
            found = cache[source] = (
                atoms,
                tuple(self._weight(mine, atom[1], asserted) for atom in atoms),
                tuple((thing, bits[0]) for thing, bits in split.items() if bits[0]),
                tuple((thing, bits[1]) for thing, bits in split.items() if bits[1]),
            )
        return found


def _on_literal(shape: Shape, s: int, o: int) -> Contribution:
    atoms = tuple([(s, each, o) for each in shape.same])
    certain, doubtful = shape.certain[0], shape.doubtful[0]
    return (
        atoms,
        shape.weights[: len(atoms)],
        ((s, certain),) if certain else (),
        ((s, doubtful),) if doubtful else (),
    )


def _sides(s: int, o: int, bits: tuple[int, int]) -> Kinds:
    first, second = bits
    if first:
        return ((s, first), (o, second)) if second else ((s, first),)
    return ((o, second),) if second else ()
