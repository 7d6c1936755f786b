"""What one update changed, consequences included."""

from collections.abc import Iterable

from .terms import Atom, Terms
from .vocabulary import TYPE

Gains = tuple[tuple[int, int], ...]
"""Things with classes, as bits."""


class Net:
    """Atoms that came and atoms that went. Memberships stay bits until somebody wants to read them."""

    __slots__ = ("_added", "_removed", "_terms", "gained", "lost", "relations", "withdrawn")

    def __init__(
        self,
        added: tuple[Atom, ...] = (),
        removed: tuple[Atom, ...] = (),
        gained: Gains = (),
        lost: Gains = (),
        terms: Terms | None = None,
    ) -> None:
        self.relations, self.withdrawn, self.gained, self.lost = added, removed, gained, lost
        self._terms = terms
        self._added: tuple[Atom, ...] | None = added if not gained else None
        self._removed: tuple[Atom, ...] | None = removed if not lost else None

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

    def _memberships(self, gains: Gains) -> Iterable[Atom]:
        assert self._terms is not None
        return ((thing, TYPE, kind) for thing, bits in gains for kind in self._terms.classes(bits))


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
    return Net(tuple(added), tuple(removed))
