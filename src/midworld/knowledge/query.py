"""Conjunctive questions over what a model holds and what its terminology implies."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from . import vocabulary as v
from .core import Facts, Net
from .statement import Slot, Triple
from .tbox import TBox
from .terms import Atom

Binding = Mapping[Slot, int]


class View(Protocol):
    """Something that can be asked for atoms; None stands for anything."""

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]: ...

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int: ...


class Past:
    """The facts of an earlier instant; making it costs what changed since, not what is known."""

    __slots__ = ("_added", "_now", "_removed")

    def __init__(self, now: "Facts | Past", since: Iterable[Net]) -> None:
        """`since` tells the changes from that instant on, the latest first."""
        added: set[Atom] = set()
        removed: dict[Atom, None] = {}
        for net in since:
            for atom in net.added:
                if atom in removed:
                    del removed[atom]
                else:
                    added.add(atom)
            for atom in net.removed:
                if atom in added:
                    added.discard(atom)
                else:
                    removed[atom] = None
        self._now, self._added, self._removed = now, added, Facts.of(removed)

    def __contains__(self, atom: Atom) -> bool:
        return atom in self._removed or (atom in self._now and atom not in self._added)

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]:
        kept = (atom for atom in self._now.match(s, p, o) if atom not in self._added)
        return chain(kept, self._removed.match(s, p, o))

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int:
        return self._now.estimate(s, p, o) + self._removed.estimate(s, p, o)

    def mentions(self, term: int) -> bool:
        return next(chain(self.match(term, None, None), self.match(None, None, term)), None) is not None

    def __iter__(self) -> Iterator[Atom]:
        return self.match(None, None, None)


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Facts together with what the terminology says about classes and properties."""

    facts: Facts | Past
    tbox: TBox
    unique_names: bool = False

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]:
        if p == v.TYPE and o == v.THING:
            yield from self._things(s)
            return
        if p == v.DIFFERENT_FROM and self.unique_names and s is not None and o is not None:
            if s != o and (s, v.SAME_AS, o) not in self.facts:
                yield (s, v.DIFFERENT_FROM, o)
            return
        if p == v.DISJOINT_WITH:
            yield from self.tbox.apart(s, o)
            return
        schema = self.tbox.schema
        if s is not None and p is not None and o is not None:
            if (s, p, o) in self.facts or (s, p, o) in schema:
                yield (s, p, o)
            return
        yield from self.facts.match(s, p, o)
        for atom in schema.match(s, p, o):
            if atom not in self.facts:
                yield atom

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int:
        if p == v.DIFFERENT_FROM and self.unique_names and (s is None or o is None):
            return 1 << 30
        return self.facts.estimate(s, p, o) + self.tbox.schema.estimate(s, p, o)

    def _things(self, s: int | None) -> Iterator[Atom]:
        if s is not None:
            if self.facts.mentions(s):
                yield (s, v.TYPE, v.THING)
            return
        known = {subject for subject, _, _ in self.facts}
        known |= {obj for _, p, obj in self.facts if p != v.TYPE and obj > 0}
        for each in sorted(known):
            yield (each, v.TYPE, v.THING)


def filled(pattern: Triple, binding: Binding) -> tuple[int | None, int | None, int | None]:
    """A pattern with what is known of its variables; None for what is not."""
    s, p, o = pattern
    return (
        binding.get(s) if isinstance(s, Slot) else s,
        binding.get(p) if isinstance(p, Slot) else p,
        binding.get(o) if isinstance(o, Slot) else o,
    )


def instance(pattern: Triple, binding: Binding) -> Atom:
    """A pattern whose variables are all known, as the atom it is."""
    s, p, o = (binding[place] if isinstance(place, Slot) else place for place in pattern)
    return (s, p, o)


def unify(pattern: Triple, atom: Atom, binding: Binding) -> dict[Slot, int] | None:
    """A binding under which a pattern is this atom; None when there is none."""
    grown = dict(binding)
    for place, term in zip(pattern, atom, strict=True):
        if isinstance(place, Slot):
            if grown.setdefault(place, term) != term:
                return None
        elif place != term:
            return None
    return grown


def solve(view: View, patterns: Sequence[Triple], binding: Binding | None = None) -> Iterator[dict[Slot, int]]:
    """Every way to make all patterns hold, most selective pattern first."""
    known = dict(binding or {})
    if not patterns:
        yield known
        return
    alone = len(patterns) == 1
    chosen = patterns[0] if alone else min(patterns, key=lambda each: view.estimate(*filled(each, known)))
    rest = [each for each in patterns if each is not chosen]
    for atom in view.match(*filled(chosen, known)):
        grown = unify(chosen, atom, known)
        if grown is not None:
            yield from solve(view, rest, grown)


def holds(view: View, patterns: Sequence[Triple], binding: Binding | None = None) -> bool:
    """Whether the patterns can all be made to hold."""
    return next(solve(view, patterns, binding), None) is not None
