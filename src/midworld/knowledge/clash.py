"""Contradictions, found on what each update changed and gone as soon as one of their atoms is."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from . import vocabulary as v
from .index import Facts, LiveIndex
from .literal import value
from .net import BitNet, Gains, Net
from .rules import Rule
from .tbox import TBox
from .terms import Atom


@dataclass(frozen=True, slots=True)
class Clash:
    """Atoms that cannot hold together, by a rule and the axioms behind it."""

    rule: str
    axioms: tuple[Atom, ...]
    atoms: frozenset[Atom]


def clashes_of(atom: Atom, index: LiveIndex, tbox: TBox) -> Iterator[Clash]:
    """Every contradiction an atom that holds takes part in."""
    s, p, o = atom
    if p == v.TYPE:
        yield from _membership_clashes(atom, index, tbox)
        triggers = tbox.clash_by_class.get(o, ())
    else:
        triggers = tbox.clash_by_predicate.get(p, ())
        if o < 0 and value(tbox.terms.value(o)) is None:
            yield Clash("dt-not-type", (), frozenset((atom,)))
    if triggers:
        found: list[tuple[Rule, tuple[Atom, ...]]] = []
        for run in triggers:
            run(index, s, o, found.append)  # pyright: ignore[reportArgumentType]
        for rule, atoms in found:
            yield Clash(rule.name, (rule.axiom,), frozenset(atoms))


def _membership_clashes(atom: Atom, index: LiveIndex, tbox: TBox) -> Iterator[Clash]:
    s, p, o = atom
    if o == v.NOTHING:
        yield Clash("cls-nothing2", (), frozenset((atom,)))
    apart = tbox.disjoint.get(o)
    if apart is not None:
        for other, reason in apart.items():
            if (s, p, other) in index:
                yield Clash(reason.rule, reason.axioms, frozenset((atom, (s, p, other))))


def suspects(net: Net, tbox: TBox) -> Iterable[Atom]:
    """The new atoms that may contradict something."""
    return (*net.relations, *_watched(net.gained, tbox)) if isinstance(net, BitNet) else net.added


def _watched(gains: Gains, tbox: TBox) -> Iterator[Atom]:
    watched, classes = tbox.watched_bits, tbox.terms.classes
    for thing, bits in gains:
        if bits & watched:
            for kind in classes(bits & watched):
                yield (thing, v.TYPE, kind)


class Reasoning(Protocol):
    """Whoever knows what holds, and the contradictions new atoms take part in, or those of all atoms."""

    @property
    def index(self) -> Facts: ...

    def clashes(self, net: Net | None = None) -> Iterable[Clash]: ...


class Watch:
    """The contradictions of one model now."""

    __slots__ = ("_by_atom", "_found")

    def __init__(self) -> None:
        self._found: dict[Clash, None] = {}
        self._by_atom: defaultdict[Atom, set[Clash]] = defaultdict(set)

    def copy(self) -> "Watch":
        other = Watch()
        other._found = dict(self._found)
        other._by_atom = defaultdict(set, {atom: set(found) for atom, found in self._by_atom.items()})
        return other

    @property
    def clashes(self) -> Mapping[Clash, None]:
        return self._found

    def update(self, net: Net, reasoner: Reasoning) -> list[Clash]:
        """Follow a change; gives the contradictions that are new."""
        if self._found and net:
            holds = reasoner.index.__contains__
            for atom in [atom for atom in self._by_atom if not holds(atom)]:
                self._forget(self._by_atom.get(atom, set()))
        return self._notice(reasoner.clashes(net))

    def recheck(self, reasoner: Reasoning) -> list[Clash]:
        """Look at everything again, after the terminology changed."""
        before = set(self._found)
        self._found.clear()
        self._by_atom.clear()
        return [clash for clash in self._notice(reasoner.clashes()) if clash not in before]

    def _notice(self, clashes: Iterable[Clash]) -> list[Clash]:
        new: list[Clash] = []
        for clash in clashes:
            if clash not in self._found:
                self._found[clash] = None
                new.append(clash)
                for each in clash.atoms:
                    self._by_atom[each].add(clash)
        return new

    def _forget(self, clashes: set[Clash]) -> None:
        for clash in list(clashes):
            self._found.pop(clash, None)
            for atom in clash.atoms:
                held = self._by_atom[atom]
                held.discard(clash)
                if not held:
                    del self._by_atom[atom]
