"""Incremental reasoning in both directions: what follows is kept true as facts come and go.

A *source* is an atom that is asserted or that a rule with several conditions derives. Each source contributes its
linear consequences once, and an atom holds while a source contributes it, so inverse and symmetric cycles cannot keep
themselves alive. Sources that rules derive are deleted and rederived: first everything that may rest on a removed atom
goes, then what still has a derivation returns.
"""

import os
from collections.abc import Callable, Iterable, Iterator

from .clash import Clash
from .core import Core
from .index import Facts
from .net import Difference, Net
from .purecore import PureCore
from .tbox import TBox
from .terms import Atom

MakeCore = Callable[[TBox], Core]
PURE_PYTHON = "MIDWORLD_PURE_PYTHON"
"""Set in the environment, it keeps the compiled core out."""


def compiled_core() -> MakeCore | None:
    """The compiled core; None where it could not be built."""
    try:
        from .nativecore import NativeCore
    except ImportError:
        return None
    return NativeCore


_chosen: MakeCore = (None if os.environ.get(PURE_PYTHON) else compiled_core()) or PureCore


class Reasoner:
    """What somebody asserted in one model and everything that follows from it under its terminology."""

    __slots__ = ("core", "restated", "tbox")

    def __init__(self, tbox: TBox, make: MakeCore = _chosen) -> None:
        self.tbox = tbox
        self.core = make(tbox)
        # Facts of the terminology that somebody asserted as well.
        self.restated: set[Atom] = set()
        if tbox.facts:
            self.core.update(sorted(tbox.facts), ())

    def copy(self) -> "Reasoner":
        other = Reasoner.__new__(Reasoner)
        other.tbox, other.core, other.restated = self.tbox, self.core.copy(), set(self.restated)
        return other

    @property
    def index(self) -> Facts:
        return self.core.index

    def asserted(self, atom: Atom) -> bool:
        return self.core.asserted(atom)

    def is_source(self, atom: Atom) -> bool:
        return self.core.is_source(atom)

    def clashes(self, net: Net | None = None) -> Iterator[Clash]:
        return self.core.clashes(net)

    def update(self, added: Iterable[Atom] = (), removed: Iterable[Atom] = ()) -> Net:
        """Assert and retract together: one fixpoint, one net difference."""
        facts = self.tbox.facts
        if facts:
            added, removed = list(added), [atom for atom in removed if self.core.asserted(atom)]
            self.restated.difference_update(removed)
            self.restated.update(atom for atom in added if atom in facts)
            removed = [atom for atom in removed if atom not in facts]
        return self.core.update(added, removed)

    def retarget(self, tbox: TBox) -> Net:
        """Move to another terminology, redoing only what it changes."""
        old, core = self.tbox, self.core
        if tbox is old:
            return Difference()
        core.begin()
        lost, found = old.facts - tbox.facts - self.restated, tbox.facts - old.facts
        sources = dict(core.sources())
        going = [atom for atom in sources if atom in lost or not old.same_consequences(tbox, atom)]
        asserted = {atom for atom in going if sources[atom]} - lost
        self.restated = (self.restated & tbox.facts) | {atom for atom in found if sources.get(atom, False)}
        held, known = {rule.key for rule in tbox.rules}, {rule.key for rule in old.rules}
        doomed = [atom for atom in self._heads(known - held) if not sources.get(atom, True)]
        gone = core.overdelete(list(dict.fromkeys((*going, *doomed))))
        self.tbox = tbox
        core.retable(tbox)
        asserted |= found
        derived = [
            atom for atom in dict.fromkeys((*gone, *self._heads(held - known)))
            if atom not in asserted and (core.is_source(atom) or core.derivable(atom))
        ]  # fmt: skip
        core.insert(sorted(asserted), derived)
        return core.taken()

    def _heads(self, keys: set[object]) -> list[Atom]:
        """Every head that some rules derive from what holds now."""
        return [atom for rule in self.tbox.rules if rule.key in keys for atom in self.core.heads(rule)]
