"""Atoms by predicate, both ways, each with the number of its sources; copies share what neither changes."""

from collections.abc import Iterator

from .rules import Backward, Forward
from .terms import Atom


class Index:
    """The atoms that hold. A copy costs one dictionary; a predicate is copied when first written."""

    __slots__ = ("fwd", "inv", "shared")

    def __init__(self) -> None:
        self.fwd: Forward = {}
        self.inv: Backward = {}
        self.shared: set[int] = set()

    def copy(self) -> "Index":
        other = Index()
        other.fwd, other.inv = dict(self.fwd), dict(self.inv)
        self.shared = set(self.fwd)
        other.shared = set(self.fwd)
        return other

    def own(self, predicate: int) -> None:
        """Make a predicate's rows private before they are written."""
        self.shared.discard(predicate)
        self.fwd[predicate] = {s: dict(objects) for s, objects in self.fwd[predicate].items()}
        self.inv[predicate] = {o: set(subjects) for o, subjects in self.inv[predicate].items()}

    def __contains__(self, atom: Atom) -> bool:
        row = self.fwd.get(atom[1])
        return row is not None and atom[2] in row.get(atom[0], ())

    def count(self, atom: Atom) -> int:
        row = self.fwd.get(atom[1])
        return row.get(atom[0], {}).get(atom[2], 0) if row is not None else 0

    def add(self, atom: Atom) -> None:
        """Put an atom in, for an index without counted sources."""
        s, p, o = atom
        if p in self.shared:
            self.own(p)
        self.fwd.setdefault(p, {}).setdefault(s, {})[o] = 1
        self.inv.setdefault(p, {}).setdefault(o, set()).add(s)

    def drop(self, atom: Atom) -> None:
        """Take an atom out, whatever its count."""
        s, p, o = atom
        if p in self.shared:
            self.own(p)
        row = self.fwd[p]
        objects = row[s]
        del objects[o]
        if not objects:
            del row[s]
        back = self.inv[p]
        subjects = back[o]
        subjects.discard(s)
        if not subjects:
            del back[o]
        if not row:
            del self.fwd[p], self.inv[p]

    def objects(self, subject: int, predicate: int) -> "dict[int, int]":
        row = self.fwd.get(predicate)
        return row.get(subject, {}) if row is not None else {}

    def subjects(self, predicate: int, obj: int) -> "set[int]":
        row = self.inv.get(predicate)
        return row.get(obj, set()) if row is not None else set()

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]:
        """Every atom that fits; None fits anything."""
        for predicate in list(self.fwd) if p is None else (p,):
            if predicate not in self.fwd:
                continue
            if s is not None:
                for each in list(self.fwd[predicate].get(s, ())):
                    if o is None or each == o:
                        yield (s, predicate, each)
            elif o is not None:
                for each in list(self.inv[predicate].get(o, ())):
                    yield (each, predicate, o)
            else:
                for subject, objects in list(self.fwd[predicate].items()):
                    for each in list(objects):
                        yield (subject, predicate, each)

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int:
        """About how many atoms fit."""
        if p is None:
            return sum(self.estimate(s, each, o) for each in self.fwd)
        row = self.fwd.get(p)
        if not row:
            return 0
        if s is not None:
            found = row.get(s, {})
            return len(found) if o is None else int(o in found)
        if o is not None:
            return len(self.inv[p].get(o, ()))
        return max(len(row), len(self.inv[p]))

    def __iter__(self) -> Iterator[Atom]:
        return self.match(None, None, None)

    def __len__(self) -> int:
        return sum(len(objects) for row in self.fwd.values() for objects in row.values())
