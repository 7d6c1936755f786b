"""What one mind holds: facts with who said them and until when, and all that follows; named states of it."""

import heapq
import math
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import takewhile

from ..errors import DuplicateName, Forgotten, UnknownName
from .clash import Clash
from .core import Net
from .net import joined
from .query import Beliefs, Past
from .reasoner import IncrementalReasoner, Watch
from .tbox import TBox
from .terms import Atom

Supports = tuple[tuple[str, float, float], ...]
"""Who says something, until when, and with what confidence."""
FOREVER: Supports = (("", math.inf, 1.0),)


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change, with the axioms it brought and took away: terminologies are too large to keep them all."""

    stamp: float
    net: Net
    learned: frozenset[Atom] = frozenset()
    unlearned: frozenset[Atom] = frozenset()


class Model:
    """One agent's knowledge. Each update gives the net difference it made."""

    def __init__(self, name: str, tbox: TBox, *, history_s: float = 300.0) -> None:
        self.name, self.history_s = name, history_s
        self.reasoner = IncrementalReasoner(tbox)
        self.watch = Watch()
        self.watch.recheck(self.reasoner)
        self.supports: dict[Atom, Supports] = {}
        self.history: deque[HistoryEntry] = deque()
        self._expiries: list[tuple[float, Atom]] = []
        self._remembered_since = -math.inf
        # Whether anything was ever said with less than full confidence.
        self.uncertain = False

    def copy(self, name: str) -> "Model":
        """An independent model that shares everything neither changes."""
        other = Model.__new__(Model)
        other.name, other.history_s = name, self.history_s
        other.reasoner, other.watch = self.reasoner.copy(), self.watch.copy()
        other.supports = dict(self.supports)
        other.history, other._expiries = deque(self.history), list(self._expiries)
        other._remembered_since, other.uncertain = self._remembered_since, self.uncertain
        return other

    @property
    def tbox(self) -> TBox:
        return self.reasoner.tbox

    def beliefs(self, *, unique_names: bool = False, at: float | None = None) -> Beliefs:
        """What can be asked, now or at an instant of the remembered past."""
        if at is None or not self.history or self.history[-1].stamp <= at:
            return Beliefs(self.reasoner.index, self.tbox, unique_names)
        if at < self._remembered_since:
            raise Forgotten(self.name, at, self._remembered_since)
        since = list(takewhile(lambda entry: entry.stamp > at, reversed(self.history)))
        facts = Past(self.reasoner.index, (entry.net for entry in since))
        return Beliefs(facts, self._tbox_before(since), unique_names)

    def _tbox_before(self, since: Iterable[HistoryEntry]) -> TBox:
        """The terminology before some changes, the latest first; its rules are of no concern to questions."""
        axioms = self.tbox.axioms
        for entry in since:
            if entry.learned or entry.unlearned:
                axioms = (axioms - entry.learned) | entry.unlearned
        return self.tbox if axioms == self.tbox.axioms else TBox(self.tbox.terms, axioms)

    def update(
        self,
        added: Iterable[Atom] = (),
        removed: Iterable[Atom] = (),
        *,
        now: float = 0.0,
        owner: str = "",
        until: float = math.inf,
        confidence: float = 1.0,
        tbox: TBox | None = None,
    ) -> tuple[Net, list[Clash]]:
        """Assert for an owner and withdraw; the net difference and the contradictions it brings."""
        gone, new = self._withdrawn(removed, owner), self._supported(added, owner, until, confidence)
        kept = set(gone).intersection(new) if gone and new else ()
        if kept:
            gone = [atom for atom in gone if atom not in kept]
            new = [atom for atom in new if atom not in kept]
        before = self.tbox
        changed = tbox is not None and tbox is not before
        net = self.reasoner.retarget(tbox) if changed and tbox is not None else Net((), ())
        if new or gone:
            net = joined(net, self.reasoner.update(new, gone))
        clashes = self.watch.recheck(self.reasoner) if changed else self.watch.update(net, self.reasoner)
        if net or changed:
            axioms, earlier = self.tbox.axioms, before.axioms
            self._remember(
                HistoryEntry(now, net, axioms - earlier, earlier - axioms) if changed else HistoryEntry(now, net)
            )
        return net, clashes

    def stated(self, atom: Atom) -> float:
        """With what confidence somebody says a statement; 1 for what the terminology says, 0 for what nobody does."""
        held = self.supports.get(atom)
        if held is None:
            return 1.0 if atom in self.tbox.facts else 0.0
        return max(support[2] for support in held)

    def revert(self, supports: Mapping[Atom, Supports | None], tbox: TBox) -> None:
        """Take back the last update, given what was said of its atoms before."""
        if self.history and self.history_s > 0:
            self.history.pop()
        self.reasoner.retarget(tbox)
        returned = [atom for atom, held in supports.items() if held is not None]
        self.reasoner.update(returned, [atom for atom, held in supports.items() if held is None])
        for atom, held in supports.items():
            if held is None:
                self.supports.pop(atom, None)
            else:
                self.supports[atom] = held
        self.watch.recheck(self.reasoner)

    def expire(self, now: float) -> tuple[Net, list[Clash]]:
        """Forget what was to be remembered only until now."""
        ended: list[Atom] = []
        while self._expiries and self._expiries[0][0] <= now:
            _, atom = heapq.heappop(self._expiries)
            held = self.supports.get(atom)
            if held is None:
                continue
            kept = tuple(support for support in held if support[1] > now)
            if kept:
                self.supports[atom] = kept
            else:
                del self.supports[atom]
                ended.append(atom)
        if not ended:
            return Net((), ()), []
        net = self.reasoner.update((), ended)
        self._remember(HistoryEntry(now, net))
        return net, self.watch.update(net, self.reasoner)

    @property
    def next_expiry(self) -> float:
        return self._expiries[0][0] if self._expiries else math.inf

    def _supported(self, atoms: Iterable[Atom], owner: str, until: float, confidence: float) -> list[Atom]:
        """Note who says some atoms and until when; those that nobody said before."""
        supports, alone = self.supports, ((owner, until, confidence),)
        if alone == FOREVER:
            alone = FOREVER
        self.uncertain = self.uncertain or confidence < 1.0
        new: list[Atom] = []
        for atom in atoms:
            if until < math.inf:
                heapq.heappush(self._expiries, (until, atom))
            held = supports.get(atom)
            if held is None:
                supports[atom] = alone
                new.append(atom)
            elif held is not FOREVER or alone is not FOREVER:
                others = tuple(support for support in held if support[0] != owner)
                latest = max((support[1] for support in held if support[0] == owner), default=-math.inf)
                supports[atom] = (*others, (owner, max(until, latest), confidence))
        return new

    def _withdrawn(self, atoms: Iterable[Atom], owner: str) -> list[Atom]:
        """The atoms that nobody says any more; without an owner, everybody takes them back."""
        supports = self.supports
        if not owner:
            return [atom for atom in atoms if supports.pop(atom, None) is not None]
        gone: list[Atom] = []
        for atom in atoms:
            held = supports.get(atom)
            if held is None:
                continue
            kept = tuple(support for support in held if support[0] != owner)
            if kept:
                supports[atom] = kept
            else:
                del supports[atom]
                gone.append(atom)
        return gone

    def _remember(self, entry: HistoryEntry) -> None:
        if self.history_s <= 0:
            return
        history = self.history
        history.append(entry)
        oldest = entry.stamp - self.history_s
        while history and history[0].stamp < oldest:
            self._remembered_since = history.popleft().stamp


@dataclass(slots=True)
class Versions:
    """Named states of models; each shares what did not change since."""

    kept: dict[str, Model] = field(default_factory=dict[str, Model])

    def commit(self, model: Model, name: str) -> None:
        if name in self.kept:
            raise DuplicateName("version", name)
        self.kept[name] = model.copy(model.name)

    def checkout(self, name: str) -> Model:
        """A model as it was committed, free to change."""
        kept = self._kept(name)
        return kept.copy(kept.name)

    def difference(self, first: str, second: str) -> Net:
        """What came and what went from one version to another, consequences included."""
        return difference(self._kept(first), self._kept(second))

    def _kept(self, name: str) -> Model:
        if name not in self.kept:
            raise UnknownName("version", name, self.kept)
        return self.kept[name]


def difference(first: Model, second: Model) -> Net:
    """What the second model holds and the first does not, and the other way round."""
    one, other = first.reasoner.index, second.reasoner.index
    added = tuple(atom for atom in other if atom not in one)
    return Net(added, tuple(atom for atom in one if atom not in other))
