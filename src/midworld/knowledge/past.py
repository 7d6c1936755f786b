"""What held before some changes, seen through what holds now."""

from collections.abc import Iterable, Iterator
from itertools import chain

from .index import Facts, Index
from .net import Net
from .terms import Atom


class Past:
    """The facts of an earlier instant; making it costs what changed since, not what is known."""

    __slots__ = ("_added", "_now", "_removed")

    def __init__(self, now: Facts, since: Iterable[Net]) -> None:
        """`since` tells the changes from that instant on, the latest first."""
        self._now, self._removed = now, Index()
        self._added: set[Atom] = set()
        for net in since:
            for atom in net.added:
                if atom in self._removed:
                    self._removed.drop(atom)
                else:
                    self._added.add(atom)
            for atom in net.removed:
                if atom in self._added:
                    self._added.discard(atom)
                else:
                    self._removed.add(atom)

    def __contains__(self, atom: Atom, /) -> bool:
        return atom in self._removed or (atom in self._now and atom not in self._added)

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]:
        kept = (atom for atom in self._now.match(s, p, o) if atom not in self._added)
        return chain(kept, self._removed.match(s, p, o))

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int:
        return self._now.estimate(s, p, o) + self._removed.estimate(s, p, o)

    def objects(self, subject: int, predicate: int) -> list[int]:
        return [each for _, _, each in self.match(subject, predicate, None)]

    def subjects(self, predicate: int, obj: int) -> list[int]:
        return [each for each, _, _ in self.match(None, predicate, obj)]

    def predicates(self) -> list[int]:
        named = dict.fromkeys((*self._now.predicates(), *self._removed.predicates()))
        return [each for each in named if next(self.match(None, each, None), None) is not None]

    def mentions(self, term: int) -> bool:
        return next(chain(self.match(term, None, None), self.match(None, None, term)), None) is not None

    def __iter__(self) -> Iterator[Atom]:
        return self.match(None, None, None)

    def __len__(self) -> int:
        return len(self._now) - len(self._added) + len(self._removed)
