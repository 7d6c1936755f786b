"""The reasoning core in Python: atoms with their supports as dictionaries, memberships as sets of bits.

A relation's count adds CERTAIN for a source that cannot depend on the atom itself (it is asserted, or its predicate
is in no circle with the atom's) and 1 for one that might. An atom that has certain sources left is not doubted.
Memberships are kept the same way, as sets of bits per thing.
"""

from collections.abc import Callable, Iterable, Iterator

from .clash import Clash, clashes_of, suspects
from .contribution import CERTAIN
from .index import LiveIndex
from .membership import Memberships
from .net import BitNet, Gains, Net
from .rules import Rule
from .tbox import TBox
from .terms import Atom
from .vocabulary import SAME_AS, TYPE


class PureCore:
    """The sources of one model and everything that follows from them."""

    __slots__ = ("_born", "_dead", "_sources", "index", "members", "tbox")

    def __init__(self, tbox: TBox) -> None:
        self.tbox = tbox
        self.index = LiveIndex(tbox.terms)
        self.members = Memberships(self.index)
        # True: asserted. False: derived by a rule.
        self._sources: dict[Atom, bool] = {}
        self._born: list[Atom] = []
        self._dead: list[Atom] = []

    def copy(self) -> "PureCore":
        other = PureCore(self.tbox)
        other.index, other._sources = self.index.branch(), dict(self._sources)
        other.members = self.members.copy(other.index)
        return other

    def retable(self, tbox: TBox) -> None:
        self.tbox = tbox

    def asserted(self, atom: Atom) -> bool:
        return self._sources.get(atom, False)

    def is_source(self, atom: Atom) -> bool:
        return atom in self._sources

    def sources(self) -> list[tuple[Atom, bool]]:
        return list(self._sources.items())

    def update(self, added: Iterable[Atom], removed: Iterable[Atom]) -> Net:
        self.begin()
        sources = self._sources
        adding = {atom: True for atom in added if not sources.get(atom, False)}
        going = [atom for atom in removed if sources.get(atom, False)]
        gone = self.overdelete(going) if going else ()
        heads, equals = self.tbox.heads, SAME_AS in self.index.rows
        for atom in gone:
            if (atom[2] if atom[1] == TYPE else atom[1]) not in heads and not equals:
                continue
            if atom not in adding and self.derivable(atom):
                adding[atom] = False
        self._insert(adding)
        return self.taken()

    def begin(self) -> None:
        self.members.own()
        self._born, self._dead = [], []

    def insert(self, asserted: Iterable[Atom], derived: Iterable[Atom]) -> None:
        self._insert({**dict.fromkeys(derived, False), **dict.fromkeys(asserted, True)})

    def heads(self, rule: Rule) -> list[Atom]:
        found: list[Atom] = []
        first = self.tbox.first_trigger(rule)
        _, predicate, obj = rule.body[0]
        fixed = obj if isinstance(obj, int) else None
        for s, _, o in self.index.match(None, predicate, fixed):
            first(self.index, s, o, found.append)
        return found

    def clashes(self, net: Net | None = None) -> Iterator[Clash]:
        watched, index, tbox = self.tbox.watched, self.index, self.tbox
        for atom in index if net is None else suspects(net, tbox):
            _, p, o = atom
            if (o if p == TYPE else p) in watched or o < 0:
                yield from clashes_of(atom, index, tbox)

    def overdelete(self, going: Iterable[Atom]) -> list[Atom]:
        """Remove sources and every derived source that may rest on them; the index forgets dead atoms at the end."""
        sources, index, rows, shared = self._sources, self.index, self.index.rows, self.index.shared
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
        contribution, withdraw, fire, at = self.tbox.contributions.of, self.members.withdraw, self._fire, 0
        equals = SAME_AS in rows
        reactive, bits = (self.tbox.reactive, self.tbox.reactive_bits) if not equals else (rows, -1)
        while at < len(gone):
            atoms, weights, certain, doubtful = contribution(gone[at], kinds[at])
            at += 1
            for atom, weight in zip(atoms, weights, strict=False):
                s, p, o = atom
                if shared and p in shared:
                    index.own(p)
                objects = rows[p][s]
                objects[o] = left = objects[o] - weight
                if left < CERTAIN and atom not in doubted:
                    doubted[atom] = None
                    if p in reactive:
                        fire(atom, doom)
            for thing, lost in withdraw(certain, doubtful) if certain or doubtful else ():
                new = lost & ~doubts.get(thing, 0)
                if new:
                    doubts[thing] = doubts.get(thing, 0) | new
                    if new & bits:
                        self._fire_bits(thing, new & bits, doom)
        self._bury(doubted, doubts)
        return gone

    def _bury(self, doubted: dict[Atom, None], doubts: dict[int, int]) -> None:
        """Forget the doubted atoms that nothing supports any more."""
        rows, back, settle, dead = self.index.rows, self.index.back, self.members.settle, self._dead
        for atom in doubted:
            s, p, o = atom
            row = rows[p]
            objects = row[s]
            if not objects[o]:
                del objects[o]
                if not objects:
                    del row[s]
                subjects = back[p][o]
                subjects.discard(s)
                if not subjects:
                    del back[p][o]
                if not row:
                    del rows[p], back[p]
                dead.append(atom)
        for thing, mask in doubts.items():
            settle(thing, mask)

    def _fire_bits(self, thing: int, bits: int, emit: Callable[[Atom], None]) -> None:
        """Run the rules that memberships take part in."""
        index = self.index
        for kind, run in self.tbox.runs(bits):
            run(index, thing, kind, emit)
        equals = index.rows.get(SAME_AS)
        if equals:
            for kind in self.tbox.terms.classes(bits):
                self._replace_equals((thing, TYPE, kind), equals, emit)

    def _assure(self, source: Atom) -> None:
        """A derived source is now asserted too."""
        rows, index = self.index.rows, self.index
        old = self.tbox.contributions.of(source, False)
        new = self.tbox.contributions.of(source, True)
        for (s, p, o), weight in zip(old[0], old[1], strict=True):
            if p in index.shared:
                index.own(p)
            rows[p][s][o] += CERTAIN - weight
        self.members.support(new[2], ())
        for _ in self.members.withdraw(old[2], old[3]):
            pass
        self._sources[source] = True

    def _accepted(self, adding: dict[Atom, bool]) -> list[tuple[Atom, bool]]:
        """The sources that are new; one that was derived already is made sure of."""
        sources = self._sources
        work: list[tuple[Atom, bool]] = []
        for source, asserted in adding.items():
            if source not in sources:
                sources[source] = asserted
                work.append((source, asserted))
            elif asserted and not sources[source]:
                self._assure(source)
        return work

    def _insert(self, adding: dict[Atom, bool]) -> None:
        """Add sources and everything that follows from them."""
        sources, rows, back, shared = self._sources, self.index.rows, self.index.back, self.index.shared
        contribution, support, fire, born = self.tbox.contributions.of, self.members.support, self._fire, self._born
        equals = SAME_AS in rows
        reactive, bits = (self.tbox.reactive, self.tbox.reactive_bits) if not equals else (rows, -1)
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
                row = rows.get(p)
                if row is None:
                    row = rows[p] = {}
                    back[p] = {}
                    if p == SAME_AS:
                        reactive, bits = rows, -1
                objects = row.get(s)
                if objects is None:
                    row[s] = {o: weight}
                elif o in objects:
                    objects[o] += weight
                    continue
                else:
                    objects[o] = weight
                subjects = back[p].get(o)
                if subjects is None:
                    back[p][o] = {s}
                else:
                    subjects.add(s)
                born.append(atom)
                if p in reactive:
                    fire(atom, derive)
            if certain or doubtful:
                for thing, new in support(certain, doubtful):
                    if new & bits:
                        self._fire_bits(thing, new & bits, derive)

    def _fire(self, atom: Atom, emit: Callable[[Atom], None]) -> None:
        """Run every rule that has this relation among its conditions."""
        s, p, o = atom
        index = self.index
        for run in self.tbox.by_predicate.get(p, ()):
            run(index, s, o, emit)
        equals = index.rows.get(SAME_AS)
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

    def derivable(self, atom: Atom) -> bool:
        """Whether a rule with several conditions derives an atom from what holds now."""
        s, p, o = atom
        for run in self.tbox.probes(atom):
            if run(self.index, s, o, _yes):
                return True
        equals = self.index.rows.get(SAME_AS)
        if not equals or p not in self.index.fwd or (p == SAME_AS and s == o):
            return False
        row = self.index.fwd[p]
        if any(o in row.get(other, ()) for other in equals.get(s, ())):
            return True
        objects = row.get(s, ())
        return any(other in objects for other in equals.get(o, ()))

    def taken(self) -> Net:
        """What this update changed in all."""
        born, dead = self._born, self._dead
        touched, self.members.touched = self.members.touched, {}
        kinds, gained, lost = self.index.kinds, list[tuple[int, int]](), list[tuple[int, int]]()
        for thing, before in touched.items():
            now = kinds.get(thing, 0)
            if now & ~before:
                gained.append((thing, now & ~before))
            if before & ~now:
                lost.append((thing, before & ~now))
        changes: tuple[Gains, Gains] = (tuple(gained), tuple(lost))
        if not dead:
            return BitNet(tuple(born), (), *changes, self.tbox.terms)
        new, old = dict.fromkeys(born), dict.fromkeys(dead)
        added = tuple([atom for atom in new if atom not in old])
        return BitNet(added, tuple([atom for atom in old if atom not in new]), *changes, self.tbox.terms)


def _yes(_: Atom) -> bool:
    return True
