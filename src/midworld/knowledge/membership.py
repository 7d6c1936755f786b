"""The classes of each thing as bits, with the sets of classes that sources give it."""

from .contribution import Kinds
from .index import LiveIndex

Seeds = dict[int, int]
"""Sets of classes given by sources, each with how many sources give it."""


class Held:
    """One thing: the classes it certainly has, and the seeds of both kinds."""

    __slots__ = ("certain", "certain_seeds", "doubtful_seeds")

    def __init__(self) -> None:
        self.certain = 0
        self.certain_seeds: Seeds = {}
        self.doubtful_seeds: Seeds | None = None

    def copy(self) -> "Held":
        other = Held()
        other.certain = self.certain
        other.certain_seeds = dict(self.certain_seeds)
        other.doubtful_seeds = dict(self.doubtful_seeds) if self.doubtful_seeds is not None else None
        return other


class Memberships:
    """All things of one model, kept in step with the bits of its index; a copy shares until either is written."""

    __slots__ = ("_index", "_shared", "_things", "touched")

    def __init__(self, index: LiveIndex) -> None:
        self._index = index
        self._things: dict[int, Held] = {}
        self._shared = False
        # The bits of what changed in this update, as they were before it.
        self.touched: dict[int, int] = {}

    def copy(self, index: LiveIndex) -> "Memberships":
        other = Memberships(index)
        other._things = self._things
        self._shared = other._shared = True
        return other

    def own(self) -> None:
        """Make everything private; call it before an update."""
        if self._shared:
            self._things = {thing: held.copy() for thing, held in self._things.items()}
            self._index.kinds = dict(self._index.kinds)
            self._shared = False

    def support(self, certain: Kinds, doubtful: Kinds) -> list[tuple[int, int]]:
        """Add what a source gives; the classes each thing did not have."""
        things, kinds, touched, stale = self._things, self._index.kinds, self.touched, self._index.stale
        new: list[tuple[int, int]] = []
        for thing, bits in certain:
            held = things.get(thing)
            if held is None:
                held = things[thing] = Held()
            seeds = held.certain_seeds
            if bits in seeds:
                seeds[bits] += 1
                continue
            seeds[bits] = 1
            held.certain |= bits
            before = kinds.get(thing, 0)
            fresh = bits & ~before
            if fresh:
                kinds[thing] = before | fresh
                if thing not in touched:
                    touched[thing] = before
                if thing not in stale:
                    stale[thing] = before
                new.append((thing, fresh))
        for thing, bits in doubtful:
            held = things.get(thing)
            if held is None:
                held = things[thing] = Held()
            if held.doubtful_seeds is None:
                held.doubtful_seeds = {}
            held.doubtful_seeds[bits] = held.doubtful_seeds.get(bits, 0) + 1
            before = kinds.get(thing, 0)
            fresh = bits & ~before
            if fresh:
                kinds[thing] = before | fresh
                if thing not in touched:
                    touched[thing] = before
                if thing not in stale:
                    stale[thing] = before
                new.append((thing, fresh))
        return new

    def withdraw(self, certain: Kinds, doubtful: Kinds) -> list[tuple[int, int]]:
        """Take away what a source gave; the classes each thing no longer has for certain."""
        things = self._things
        lost: list[tuple[int, int]] = []
        for thing, bits in certain:
            held = things[thing]
            seeds = held.certain_seeds
            left = seeds[bits] - 1
            if left:
                seeds[bits] = left
                continue
            del seeds[bits]
            kept = 0
            for each in seeds:
                kept |= each
            if held.certain != kept:
                lost.append((thing, held.certain & ~kept))
                held.certain = kept
        for thing, bits in doubtful:
            held = things[thing]
            seeds = held.doubtful_seeds
            assert seeds is not None
            left = seeds[bits] - 1
            if left:
                seeds[bits] = left
            else:
                del seeds[bits]
            doubted = bits & ~held.certain
            if doubted:
                lost.append((thing, doubted))
        return lost

    def settle(self, thing: int, doubted: int) -> None:
        """Forget the doubted classes that nothing gives any more."""
        held = self._things[thing]
        kinds = self._index.kinds
        kept = held.certain
        for each in held.doubtful_seeds or ():
            kept |= each
        before = kinds.get(thing, 0)
        left = before & ~(doubted & ~kept)
        if left != before:
            self.touched.setdefault(thing, before)
            self._index.stale.setdefault(thing, before)
            if left:
                kinds[thing] = left
            else:
                del kinds[thing]
        if not left and not held.certain_seeds and not held.doubtful_seeds:
            del self._things[thing]
