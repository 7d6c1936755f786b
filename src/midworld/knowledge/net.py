"""What one update changed, consequences included."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from .terms import Atom


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
