"""What one update changed, consequences included, and what a revision is about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf
from typing import Protocol

from .clash import Clash
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


Method = OneOf["add", "safe_add", "retract", "update", "safe_update", "revision"]
Models = str | Sequence[str] | None
"""The models a caller means: none is `default`, "all" is every one."""


@dataclass(frozen=True, slots=True)
class Revised:
    """What a revision did to one model: the net difference and the statements that were not there to retract."""

    model: str
    net: Net
    still_hold: tuple[Atom, ...] = ()
    clashes: tuple[Clash, ...] = ()


def everybody(models: Models) -> bool:
    """Whether a caller means every model."""
    return models == "all" or (models is not None and not isinstance(models, str) and "all" in models)
