"""Atoms by predicate, both ways, each with the number of its sources; copies share what neither changes."""

from collections.abc import Collection, Iterator
from typing import Protocol

from .terms import Atom, Terms
from .vocabulary import TYPE

Forward = dict[int, dict[int, dict[int, int]]]
Backward = dict[int, dict[int, set[int]]]


class Facts(Protocol):
    """Atoms to be read; None in a pattern stands for anything."""

    def __contains__(self, atom: Atom, /) -> bool: ...

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]:
        """Every atom that fits."""
        ...

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int:
        """About how many atoms fit."""
        ...

    def objects(self, subject: int, predicate: int) -> Collection[int]: ...

    def subjects(self, predicate: int, obj: int) -> Collection[int]: ...

    def predicates(self) -> Collection[int]: ...

    def mentions(self, term: int) -> bool:
        """Whether a term is the subject or object of anything."""
        ...

    def __iter__(self) -> Iterator[Atom]: ...

    def __len__(self) -> int: ...


class Index:
    """The atoms that hold. A copy costs one dictionary; a predicate is copied when first written."""

    __slots__ = ("back", "rows", "shared")

    def __init__(self) -> None:
        self.rows: Forward = {}
        self.back: Backward = {}
        self.shared: set[int] = set()

    @property
    def fwd(self) -> Forward:
        """Objects by predicate and subject."""
        return self.rows

    @property
    def inv(self) -> Backward:
        """Subjects by predicate and object."""
        return self.back

    def own(self, predicate: int) -> None:
        """Make a predicate's rows private before they are written."""
        self.shared.discard(predicate)
        self.rows[predicate] = {s: dict(objects) for s, objects in self.rows[predicate].items()}
        self.back[predicate] = {o: set(subjects) for o, subjects in self.back[predicate].items()}

    def __contains__(self, atom: Atom) -> bool:
        row = self.rows.get(atom[1])
        return row is not None and atom[2] in row.get(atom[0], ())

    def count(self, atom: Atom) -> int:
        row = self.rows.get(atom[1])
        return row.get(atom[0], {}).get(atom[2], 0) if row is not None else 0

    def add(self, atom: Atom) -> None:
        """Put an atom in, for an index without counted sources."""
        s, p, o = atom
        if p in self.shared:
            self.own(p)
        self.rows.setdefault(p, {}).setdefault(s, {})[o] = 1
        self.back.setdefault(p, {}).setdefault(o, set()).add(s)

    def drop(self, atom: Atom) -> None:
        """Take an atom out, whatever its count."""
        s, p, o = atom
        if p in self.shared:
            self.own(p)
        row = self.rows[p]
        objects = row[s]
        del objects[o]
        if not objects:
            del row[s]
        back = self.back[p]
        subjects = back[o]
        subjects.discard(s)
        if not subjects:
            del back[o]
        if not row:
            del self.rows[p], self.back[p]

    def objects(self, subject: int, predicate: int) -> "dict[int, int]":
        row = self.rows.get(predicate)
        return row.get(subject, {}) if row is not None else {}

    def subjects(self, predicate: int, obj: int) -> "set[int]":
        row = self.back.get(predicate)
        return row.get(obj, set()) if row is not None else set()

    def predicates(self) -> Collection[int]:
        return self.fwd.keys()

    def mentions(self, term: int) -> bool:
        tables = (*self.fwd.values(), *self.inv.values())
        return any(term in table for table in tables)

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]:
        """Every atom that fits; None fits anything."""
        for predicate in list(self.rows) if p is None else (p,):
            if predicate not in self.rows:
                continue
            if s is not None:
                for each in list(self.rows[predicate].get(s, ())):
                    if o is None or each == o:
                        yield (s, predicate, each)
            elif o is not None:
                for each in list(self.back[predicate].get(o, ())):
                    yield (each, predicate, o)
            else:
                for subject, objects in list(self.rows[predicate].items()):
                    for each in list(objects):
                        yield (subject, predicate, each)

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int:
        """About how many atoms fit."""
        if p is None:
            return sum(self.estimate(s, each, o) for each in self.rows)
        row = self.rows.get(p)
        if not row:
            return 0
        if s is not None:
            found = row.get(s, {})
            return len(found) if o is None else int(o in found)
        if o is not None:
            return len(self.back[p].get(o, ()))
        return max(len(row), len(self.back[p]))

    def __iter__(self) -> Iterator[Atom]:
        return self.match(None, None, None)

    def __len__(self) -> int:
        return sum(len(objects) for row in self.fwd.values() for objects in row.values())


class LiveIndex(Index):
    """The atoms of a model that reasons: memberships are bits, put among the rows when somebody reads them there."""

    __slots__ = ("kinds", "stale", "terms")

    def __init__(self, terms: Terms) -> None:
        super().__init__()
        self.terms = terms
        self.kinds: dict[int, int] = {}
        # The bits of a thing when they were last put among the rows.
        self.stale: dict[int, int] = {}

    def branch(self) -> "LiveIndex":
        """A copy that reasons on; the caller gives it bits of its own."""
        other = LiveIndex(self.terms)
        other.rows, other.back = dict(self.rows), dict(self.back)
        self.shared, other.shared = set(self.rows), set(self.rows)
        other.kinds, other.stale = self.kinds, dict(self.stale)
        return other

    @property
    def fwd(self) -> Forward:
        if self.stale:
            self._put()
        return self.rows

    @property
    def inv(self) -> Backward:
        if self.stale:
            self._put()
        return self.back

    def _put(self) -> None:
        """Bring the rows of memberships up to date."""
        stale = list(self.stale.items())
        self.stale.clear()
        if TYPE in self.shared:
            self.own(TYPE)
        row, back = self.rows.setdefault(TYPE, {}), self.back.setdefault(TYPE, {})
        classes = self.terms.classes
        for thing, before in stale:
            now = self.kinds.get(thing, 0)
            for kind in classes(before & ~now):
                back[kind].discard(thing)
                if not back[kind]:
                    del back[kind]
            for kind in classes(now & ~before):
                back.setdefault(kind, set()).add(thing)
            if now:
                row[thing] = dict.fromkeys(classes(now), 1)
            else:
                row.pop(thing, None)
        if not row:
            del self.rows[TYPE], self.back[TYPE]

    def __contains__(self, atom: Atom) -> bool:
        if atom[1] == TYPE:
            return bool(self.kinds.get(atom[0], 0) & self.terms.known_bit(atom[2]))
        return super().__contains__(atom)

    def objects(self, subject: int, predicate: int) -> "dict[int, int]":
        if predicate == TYPE:
            return dict.fromkeys(self.terms.classes(self.kinds.get(subject, 0)), 1)
        return super().objects(subject, predicate)

    def subjects(self, predicate: int, obj: int) -> "set[int]":
        if predicate == TYPE and self.stale:
            self._put()
        return super().subjects(predicate, obj)

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]:
        if p == TYPE and s is not None:
            if o is None:
                return iter([(s, TYPE, kind) for kind in self.terms.classes(self.kinds.get(s, 0))])
            return iter(((s, TYPE, o),) if (s, TYPE, o) in self else ())
        if self.stale and (p is None or p == TYPE):
            self._put()
        return super().match(s, p, o)

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int:
        if p == TYPE and s is not None:
            return self.kinds.get(s, 0).bit_count() if o is None else int((s, TYPE, o) in self)
        if self.stale and (p is None or p == TYPE):
            self._put()
        return super().estimate(s, p, o)
