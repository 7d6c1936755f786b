"""Incremental reasoning in both directions: what follows is kept true as facts come and go.

A *source* is an atom that is asserted or that a rule with several conditions derives. Each source contributes its
linear consequences once, and an atom holds while a source contributes it, so inverse and symmetric cycles cannot keep
themselves alive. Sources that rules derive are deleted and rederived: first everything that may rest on a removed atom
goes, then what still has a derivation returns.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from . import vocabulary as v
from .clash import Clash
from .core import Facts, Net
from .core import Model as Core
from .expansion import Shape
from .literal import value
from .rules import fired
from .tbox import TBox
from .terms import Atom

NOBODY, ASSERTED = 0, 2


class IncrementalReasoner:
    """What somebody asserted in one model and everything that follows from it under its terminology."""

    __slots__ = ("_core", "index", "restated", "tbox")

    def __init__(self, tbox: TBox) -> None:
        self.tbox = tbox
        self._core = Core(tbox.tables)
        self.index = Facts(self._core)
        # Facts of the terminology that somebody asserted as well.
        self.restated: set[Atom] = set()
        if tbox.facts:
            self._core.update(sorted(tbox.facts), ())

    def copy(self) -> "IncrementalReasoner":
        """Another that shares everything until either is written."""
        other = IncrementalReasoner.__new__(IncrementalReasoner)
        other.tbox, other._core, other.restated = self.tbox, self._core.copy(), set(self.restated)
        other.index = Facts(other._core)
        return other

    def asserted(self, atom: Atom) -> bool:
        return self._core.source(atom) == ASSERTED

    def is_source(self, atom: Atom) -> bool:
        return self._core.source(atom) != NOBODY

    def update(self, added: Iterable[Atom] = (), removed: Iterable[Atom] = ()) -> Net:
        """Assert and retract together: one fixpoint, one net difference."""
        facts = self.tbox.facts
        if facts:
            added, removed = list(added), [atom for atom in removed if self.asserted(atom)]
            self.restated.difference_update(removed)
            self.restated.update(atom for atom in added if atom in facts)
            removed = [atom for atom in removed if atom not in facts]
        return self._core.update(added, removed)

    def retarget(self, tbox: TBox) -> Net:
        """Move to another terminology, redoing only what it changes."""
        old, core = self.tbox, self._core
        if tbox is old:
            return Net((), ())
        core.begin()
        lost, found = old.facts - tbox.facts - self.restated, tbox.facts - old.facts
        sources, implies_other = dict(core.sources()), _comparison(old, tbox)
        going = [atom for atom in sources if atom in lost or implies_other(atom)]
        asserted = {atom for atom in going if sources[atom]} - lost
        self.restated = (self.restated & tbox.facts) | {atom for atom in found if sources.get(atom, False)}
        held, known = {rule.key for rule in tbox.rules}, {rule.key for rule in old.rules}
        doomed = [atom for atom in self._heads(known - held) if not sources.get(atom, True)]
        gone = core.overdelete(list(dict.fromkeys((*going, *doomed))))
        self.tbox = tbox
        core.retable(tbox.tables)
        asserted |= found
        derived = [
            atom for atom in dict.fromkeys((*gone, *self._heads(held - known)))
            if atom not in asserted and (self.is_source(atom) or core.derivable(atom))
        ]  # fmt: skip
        core.insert(sorted(asserted), derived)
        return core.taken()

    def _heads(self, keys: set[object]) -> list[Atom]:
        """Every head that some rules derive from what holds now."""
        found: list[Atom] = []
        for rule in self.tbox.rules:
            if rule.key in keys:
                _, predicate, obj = rule.body[0]
                found += self._core.heads(predicate, obj if isinstance(obj, int) else 0, fired(0, rule, 0))
        return found

    def clashes(self, net: Net | None = None) -> Iterator[Clash]:
        """Contradictions that new atoms take part in, or any atom; the same one may be told several times."""
        tbox = self.tbox
        by_rule, by_class, literals = self._core.all_clashes() if net is None else self._core.clashes(net)
        for number, env in by_rule:
            rule = tbox.clash_rules[number]
            yield Clash(rule.name, (rule.axiom,), frozenset(rule.body_atoms(env)))
        for atom, other in by_class:
            if other == v.NOTHING and atom[2] == v.NOTHING:
                yield Clash("cls-nothing2", (), frozenset((atom,)))
            else:
                apart = tbox.disjoint[atom[2]][other]
                yield Clash(apart.rule, apart.axioms, frozenset((atom, (atom[0], v.TYPE, other))))
        for atom in literals:
            if value(tbox.terms.value(atom[2])) is None:
                yield Clash("dt-not-type", (), frozenset((atom,)))


def _comparison(old: TBox, new: TBox) -> Callable[[Atom], bool]:
    """Tells whether an atom alone implies something else, or less certainly, under another version."""
    shapes: dict[tuple[int, bool], tuple[Shape | None, Shape | None]] = {}

    def implies_other(atom: Atom) -> bool:
        typed = atom[1] == v.TYPE
        name = atom[2] if typed else atom[1]
        found = shapes.get((name, typed))
        if found is None:
            found = shapes[name, typed] = (old.weights.shape(name, typed, False), new.weights.shape(name, typed, False))
        before, after = found
        if before is not None or after is not None:
            return before != after
        return set(old.weights.followed(*atom, False)) != set(new.weights.followed(*atom, False))

    return implies_other


class Watch:
    """The contradictions of one model now, found on what each update changed, gone with any of their atoms."""

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

    def update(self, net: Net, reasoner: IncrementalReasoner) -> list[Clash]:
        """Follow a change; gives the contradictions that are new."""
        if self._found and net:
            for atom in [atom for atom in self._by_atom if atom not in reasoner.index]:
                self._forget(self._by_atom.get(atom, set()))
        return self._notice(reasoner.clashes(net))

    def recheck(self, reasoner: IncrementalReasoner) -> list[Clash]:
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
