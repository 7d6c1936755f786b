"""The classes of each thing as bits, with the sets of classes that sources give it."""

from .contribution import Kinds

Seeds = dict[int, int]
"""Sets of classes given by sources, each with how many sources give it."""


class Held:
    """One thing: the classes it certainly has, all it has, and the seeds of both kinds."""

    __slots__ = ("all", "certain", "certain_seeds", "doubtful_seeds")

    def __init__(self) -> None:
        self.certain = 0
        self.all = 0
        self.certain_seeds: Seeds = {}
        self.doubtful_seeds: Seeds | None = None

    def copy(self) -> "Held":
        other = Held()
        other.certain, other.all = self.certain, self.all
        other.certain_seeds = dict(self.certain_seeds)
        other.doubtful_seeds = dict(self.doubtful_seeds) if self.doubtful_seeds is not None else None
        return other


class Memberships:
    """All things of one model; a copy shares the table until either is written."""

    __slots__ = ("_shared", "_things")

    def __init__(self) -> None:
        self._things: dict[int, Held] = {}
        self._shared = False

    def copy(self) -> "Memberships":
        other = Memberships()
        other._things = self._things
        self._shared = other._shared = True
        return other

    def _own(self) -> dict[int, Held]:
        if self._shared:
            self._things = {thing: held.copy() for thing, held in self._things.items()}
            self._shared = False
        return self._things

    def support(self, certain: Kinds, doubtful: Kinds) -> list[tuple[int, int]]:
        """Add what a source gives; the classes each thing did not have."""
        things = self._own() if self._shared else self._things
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
            fresh = bits & ~held.all
            if fresh:
                held.all |= fresh
                new.append((thing, fresh))
        for thing, bits in doubtful:
            held = things.get(thing)
            if held is None:
                held = things[thing] = Held()
            if held.doubtful_seeds is None:
                held.doubtful_seeds = {}
            held.doubtful_seeds[bits] = held.doubtful_seeds.get(bits, 0) + 1
            fresh = bits & ~held.all
            if fresh:
                held.all |= fresh
                new.append((thing, fresh))
        return new

    def withdraw(self, certain: Kinds, doubtful: Kinds) -> list[tuple[int, int]]:
        """Take away what a source gave; the classes each thing no longer has for certain."""
        things = self._own() if self._shared else self._things
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

    def settle(self, thing: int, doubted: int) -> int:
        """The doubted classes that nothing gives any more; the thing no longer has them."""
        held = self._things[thing]
        kept = held.certain
        for each in held.doubtful_seeds or ():
            kept |= each
        gone = doubted & held.all & ~kept
        held.all &= ~gone
        if not held.all and not held.certain_seeds and not held.doubtful_seeds:
            del self._things[thing]
        return gone
