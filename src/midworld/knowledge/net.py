"""What one update changed, consequences included."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from .terms import Atom, Terms
from .vocabulary import TYPE

Gains = tuple[tuple[int, int], ...]
"""Things with classes, as bits."""


class Net(Protocol):
    """Atoms that came and atoms that went."""

    @property
    def added(self) -> tuple[Atom, ...]: ...

    @property
    def removed(self) -> tuple[Atom, ...]: ...

    def added_of(self, predicate: int, obj: int, /) -> Sequence[Atom]:
        """The new atoms of a predicate with an object; zero is any."""
        ...

    def removed_of(self, predicate: int, obj: int, /) -> Sequence[Atom]: ...

    def __bool__(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Difference:
    """A change told as two lists."""

    added: tuple[Atom, ...] = ()
    removed: tuple[Atom, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed)

    def added_of(self, predicate: int, obj: int, /) -> Sequence[Atom]:
        return _chosen(self.added, predicate, obj)

    def removed_of(self, predicate: int, obj: int, /) -> Sequence[Atom]:
        return _chosen(self.removed, predicate, obj)


def _chosen(atoms: Iterable[Atom], predicate: int, obj: int) -> Sequence[Atom]:
    return [atom for atom in atoms if predicate in {0, atom[1]} and obj in {0, atom[2]}]


class BitNet:
    """A change whose memberships stay bits until somebody wants to read them."""

    __slots__ = ("_added", "_by_predicate", "_removed", "_terms", "gained", "lost", "relations", "withdrawn")

    def __init__(
        self, added: tuple[Atom, ...], removed: tuple[Atom, ...], gained: Gains, lost: Gains, terms: Terms
    ) -> None:
        self.relations, self.withdrawn, self.gained, self.lost = added, removed, gained, lost
        self._terms = terms
        self._added: tuple[Atom, ...] | None = added if not gained else None
        self._removed: tuple[Atom, ...] | None = removed if not lost else None
        self._by_predicate: Mapping[int, list[Atom]] | None = None

    def __bool__(self) -> bool:
        return bool(self.relations or self.withdrawn or self.gained or self.lost)

    @property
    def added(self) -> tuple[Atom, ...]:
        if self._added is None:
            self._added = (*self.relations, *self._memberships(self.gained))
        return self._added

    @property
    def removed(self) -> tuple[Atom, ...]:
        if self._removed is None:
            self._removed = (*self.withdrawn, *self._memberships(self.lost))
        return self._removed

    def added_of(self, predicate: int, obj: int, /) -> Sequence[Atom]:
        if not predicate:
            return _chosen(self.added, 0, obj)
        if predicate == TYPE:
            return self._members(self.gained, obj)
        if self._by_predicate is None:
            self._by_predicate = _by_predicate(self.relations)
        found = self._by_predicate.get(predicate, ())
        return found if not obj else [atom for atom in found if atom[2] == obj]

    def removed_of(self, predicate: int, obj: int, /) -> Sequence[Atom]:
        if predicate == TYPE:
            return self._members(self.lost, obj)
        return _chosen(self.withdrawn if predicate else self.removed, predicate, obj)

    def _members(self, gains: Gains, kind: int) -> Sequence[Atom]:
        if not kind:
            return list(self._memberships(gains))
        bit = self._terms.known_bit(kind)
        return [(thing, TYPE, kind) for thing, bits in gains if bits & bit]

    def _memberships(self, gains: Gains) -> Iterable[Atom]:
        return ((thing, TYPE, kind) for thing, bits in gains for kind in self._terms.classes(bits))


def _by_predicate(atoms: Iterable[Atom]) -> Mapping[int, list[Atom]]:
    table: dict[int, list[Atom]] = {}
    for atom in atoms:
        p = atom[1]
        if p in table:
            table[p].append(atom)
        else:
            table[p] = [atom]
    return table


def joined(first: Net, second: Net) -> Net:
    """Two changes, one after the other, as one."""
    if not first:
        return second
    if not second:
        return first
    added = dict.fromkeys(first.added)
    removed = dict.fromkeys(first.removed)
    for atom in second.removed:
        if atom in added:
            del added[atom]
        else:
            removed[atom] = None
    for atom in second.added:
        if atom in removed:
            del removed[atom]
        else:
            added[atom] = None
    return Difference(tuple(added), tuple(removed))
