"""Incremental reasoning in both directions: what follows is kept true as facts come and go.

A *source* is an atom that is asserted or that a rule with several conditions derives. Each source contributes its
linear consequences once, and an atom holds while a source contributes it, so inverse and symmetric cycles cannot keep
themselves alive. Sources that rules derive are deleted and rederived: first everything that may rest on a removed atom
goes, then what still has a derivation returns.

A relation's count adds CERTAIN for a source that cannot depend on the atom itself (it is asserted, or its predicate
is in no circle with the atom's) and 1 for one that might. An atom that has certain sources left is not doubted.
Memberships are kept the same way, as sets of bits per thing.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .contribution import CERTAIN
from .index import Index
from .membership import Memberships
from .tbox import TBox
from .terms import Atom
from .vocabulary import SAME_AS, TYPE


@dataclass(frozen=True, slots=True)
class Net:
    """What one update changed, consequences included."""

    added: tuple[Atom, ...] = ()
    removed: tuple[Atom, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed)

    @property
    def inverse(self) -> "Net":
        return Net(self.removed, self.added)


class Reasoner:
    """The sources of one model and everything that follows from them under its terminology."""

    __slots__ = ("index", "members", "restated", "sources", "tbox")

    def __init__(self, tbox: TBox) -> None:
        self.tbox = tbox
        self.index = Index()
        self.members = Memberships()
        # True: asserted. False: derived by a rule.
        self.sources: dict[Atom, bool] = {}
        # Facts of the terminology that somebody asserted as well.
        self.restated: set[Atom] = set()
        self._insert(dict.fromkeys(tbox.facts, True), [])

    def copy(self) -> "Reasoner":
        other = Reasoner.__new__(Reasoner)
        other.tbox, other.index, other.sources = self.tbox, self.index.copy(), dict(self.sources)
        other.members, other.restated = self.members.copy(), set(self.restated)
        return other

    def asserted(self, atom: Atom) -> bool:
        return self.sources.get(atom, False)

    def update(self, added: Iterable[Atom] = (), removed: Iterable[Atom] = ()) -> Net:
        """Assert and retract together: one fixpoint, one net difference."""
        sources = self.sources
        added = list(added)
        adding = {atom: True for atom in added if not sources.get(atom, False)}
        going = [atom for atom in removed if sources.get(atom, False)]
        facts = self.tbox.facts
        if facts:
            self.restated.difference_update(going)
            self.restated.update(atom for atom in added if atom in facts)
            going = [atom for atom in going if atom not in facts]
        dead: list[Atom] = []
        gone = self._overdelete(going, dead) if going else ()
        heads = self.tbox.heads
        for atom in gone:
            if (atom[2] if atom[1] == TYPE else atom[1]) not in heads and SAME_AS not in self.index.fwd:
                continue
            if atom not in adding and self._derivable(atom):
                adding[atom] = False
        born: list[Atom] = []
        self._insert(adding, born)
        return _net(born, dead)

    def retarget(self, tbox: TBox) -> Net:
        """Move to another terminology, redoing only what it changes."""
        old = self.tbox
        if tbox is old:
            return Net()
        lost, found = old.facts - tbox.facts - self.restated, tbox.facts - old.facts
        going = [atom for atom in self.sources if atom in lost or not old.same_consequences(tbox, atom)]
        asserted = {atom for atom in going if self.sources[atom]} - lost
        self.restated = (self.restated & tbox.facts) | {atom for atom in found if self.sources.get(atom, False)}
        held, known = {rule.key for rule in tbox.rules}, {rule.key for rule in old.rules}
        dropped = self._heads(old, known - held)
        dead: list[Atom] = []
        doomed = (atom for atom in dropped if not self.sources.get(atom, True))
        gone = self._overdelete(list(dict.fromkeys((*going, *doomed))), dead)
        self.tbox = tbox
        adding = dict.fromkeys((*asserted, *found), True)
        for atom in (*gone, *self._heads(tbox, held - known)):
            if atom not in adding and (atom in self.sources or self._derivable(atom)):
                adding[atom] = False
        born: list[Atom] = []
        self._insert(adding, born)
        return _net(born, dead)

    def _heads(self, tbox: TBox, keys: set[object]) -> list[Atom]:
        """Every head that some rules derive from what holds now."""
        found: list[Atom] = []
        fwd, inv = self.index.fwd, self.index.inv
        for rule in tbox.rules:
            if rule.key in keys:
                first = tbox.first_trigger(rule)
                _, predicate, obj = rule.body[0]
                fixed = obj if isinstance(obj, int) else None
                for s, _, o in self.index.match(None, predicate, fixed):
                    first(fwd, inv, s, o, found.append)
        return found

    def _overdelete(self, going: list[Atom], dead: list[Atom]) -> list[Atom]:
        """Remove sources and every derived source that may rest on them; the index forgets dead atoms at the end."""
        sources, fwd, shared, tbox = self.sources, self.index.fwd, self.index.shared, self.tbox
        gone: list[Atom] = []
        kinds: list[bool] = []
        doubted: dict[Atom, None] = {}
        doubts: dict[int, int] = {}

        def doom(head: Atom) -> None:
            if sources.get(head) is False:
                del sources[head]
                gone.append(head)
                kinds.append(False)

        for atom in going:
            if atom in sources:
                gone.append(atom)
                kinds.append(sources.pop(atom))
        contribution, reactive, withdraw, at = tbox.contributions.of, tbox.reactive, self.members.withdraw, 0
        while at < len(gone):
            atoms, weights, certain, doubtful = contribution(gone[at], kinds[at])
            at += 1
            for atom, weight in zip(atoms, weights, strict=False):
                s, p, o = atom
                if shared and p in shared:
                    self.index.own(p)
                objects = fwd[p][s]
                objects[o] = left = objects[o] - weight
                if left < CERTAIN and atom not in doubted:
                    doubted[atom] = None
                    if p in reactive or SAME_AS in fwd:
                        self._fire(atom, doom)
            for thing, lost in withdraw(certain, doubtful) if certain or doubtful else ():
                new = lost & ~doubts.get(thing, 0)
                if new:
                    doubts[thing] = doubts.get(thing, 0) | new
                    self._fire_bits(thing, new, doom)
        self._bury(doubted, doubts, dead)
        return gone

    def _bury(self, doubted: dict[Atom, None], doubts: dict[int, int], dead: list[Atom]) -> None:
        """Forget the doubted atoms that nothing supports any more."""
        fwd, drop = self.index.fwd, self.index.drop
        for atom in doubted:
            s, p, o = atom
            if not fwd[p][s][o]:
                drop(atom)
                dead.append(atom)
        classes = self.tbox.terms.classes
        for thing, mask in doubts.items():
            for kind in classes(self.members.settle(thing, mask)):
                atom = (thing, TYPE, kind)
                drop(atom)
                dead.append(atom)

    def _fire_bits(self, thing: int, bits: int, emit: Callable[[Atom], None]) -> None:
        """Run the rules that memberships take part in."""
        if SAME_AS not in self.index.fwd:
            bits &= self.tbox.reactive_bits
        for kind in self.tbox.terms.classes(bits):
            self._fire((thing, TYPE, kind), emit)

    def _assure(self, source: Atom) -> None:
        """A derived source is now asserted too."""
        fwd, index = self.index.fwd, self.index
        old = self.tbox.contributions.of(source, False)
        new = self.tbox.contributions.of(source, True)
        for (s, p, o), weight in zip(old[0], old[1], strict=True):
            if p in index.shared:
                index.own(p)
            fwd[p][s][o] += CERTAIN - weight
        self.members.support(new[2], ())
        for _ in self.members.withdraw(old[2], old[3]):
            pass
        self.sources[source] = True

    def _accepted(self, adding: dict[Atom, bool]) -> list[tuple[Atom, bool]]:
        """The sources that are new; one that was derived already is made sure of."""
        sources = self.sources
        work: list[tuple[Atom, bool]] = []
        for source, asserted in adding.items():
            if source not in sources:
                sources[source] = asserted
                work.append((source, asserted))
            elif asserted and not sources[source]:
                self._assure(source)
        return work

    def _insert(self, adding: dict[Atom, bool], born: list[Atom]) -> None:
        """Add sources and everything that follows from them."""
        sources, fwd, inv, shared = self.sources, self.index.fwd, self.index.inv, self.index.shared
        contribution, reactive, bits = self.tbox.contributions.of, self.tbox.reactive, self.tbox.reactive_bits
        support = self.members.support
        work = self._accepted(adding)

        def derive(head: Atom) -> None:
            if head not in sources:
                sources[head] = False
                work.append((head, False))

        while work:
            atoms, weights, certain, doubtful = contribution(*work.pop())
            for atom, weight in zip(atoms, weights, strict=False):
                s, p, o = atom
                if shared and p in shared:
                    self.index.own(p)
                row = fwd.get(p)
                if row is None:
                    row = fwd[p] = {}
                    inv[p] = {}
                objects = row.get(s)
                if objects is None:
                    row[s] = {o: weight}
                elif o in objects:
                    objects[o] += weight
                    continue
                else:
                    objects[o] = weight
                subjects = inv[p].get(o)
                if subjects is None:
                    inv[p][o] = {s}
                else:
                    subjects.add(s)
                born.append(atom)
                if p in reactive or SAME_AS in fwd:
                    self._fire(atom, derive)
            for thing, new in support(certain, doubtful) if certain or doubtful else ():
                self._enter(thing, new, born)
                if new & bits or SAME_AS in fwd:
                    self._fire_bits(thing, new, derive)

    def _enter(self, thing: int, bits: int, born: list[Atom]) -> None:
        """Put new memberships into the index."""
        index = self.index
        if TYPE in index.shared:
            index.own(TYPE)
        kinds = self.tbox.terms.classes(bits)
        index.fwd.setdefault(TYPE, {}).setdefault(thing, {}).update(dict.fromkeys(kinds, 1))
        members = index.inv.setdefault(TYPE, {})
        for kind in kinds:
            things = members.get(kind)
            if things is None:
                members[kind] = {thing}
            else:
                things.add(thing)
        born += [(thing, TYPE, kind) for kind in kinds]

    def _fire(self, atom: Atom, emit: Callable[[Atom], None]) -> None:
        """Run every rule that has this atom among its conditions."""
        s, p, o = atom
        tbox, index = self.tbox, self.index
        fwd, inv = index.fwd, index.inv
        for run in tbox.by_class.get(o, ()) if p == TYPE else tbox.by_predicate.get(p, ()):
            run(fwd, inv, s, o, emit)
        equals = fwd.get(SAME_AS)
        if equals:
            self._replace_equals(atom, equals, emit)

    def _replace_equals(self, atom: Atom, equals: dict[int, dict[int, int]], emit: Callable[[Atom], None]) -> None:
        """What holds of a thing holds of everything equal to it (eq-rep, and with it eq-trans)."""
        s, p, o = atom
        for other in equals.get(s, ()):
            if p != SAME_AS or other != o:
                emit((other, p, o))
        if o > 0:
            for other in equals.get(o, ()):
                if p != SAME_AS or other != s:
                    emit((s, p, other))
        if p == SAME_AS:
            for predicate, row in self.index.fwd.items():
                for each in row.get(s, ()):
                    if predicate != SAME_AS or each != o:
                        emit((o, predicate, each))
                for each in self.index.inv[predicate].get(s, ()):
                    if predicate != SAME_AS or each != o:
                        emit((each, predicate, o))

    def _derivable(self, atom: Atom) -> bool:
        """Whether a rule with several conditions derives an atom from what holds now."""
        s, p, o = atom
        fwd, inv = self.index.fwd, self.index.inv
        for run in self.tbox.probes(atom):
            if run(fwd, inv, s, o, _yes):
                return True
        equals = fwd.get(SAME_AS)
        if not equals or p not in fwd or (p == SAME_AS and s == o):
            return False
        row = fwd[p]
        if any(o in row.get(other, ()) for other in equals.get(s, ())):
            return True
        objects = row.get(s, ())
        return any(other in objects for other in equals.get(o, ()))


def _yes(_: Atom) -> bool:
    return True


def _net(born: list[Atom], dead: list[Atom]) -> Net:
    if not dead:
        return Net(tuple(born))
    new = dict.fromkeys(born)
    lost = dict.fromkeys(dead)
    return Net(tuple([atom for atom in new if atom not in lost]), tuple([atom for atom in lost if atom not in new]))
