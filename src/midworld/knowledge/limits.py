"""How much a question may take, and looking at a model only as long as that."""

import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..errors import LimitReached
from .query import View
from .terms import Atom

# Asking for the time costs about as much as looking at one atom.
_ATOMS_PER_LOOK = 64


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """Chosen: what a person waits for and a client reads. Beyond them LimitReached names the one."""

    seconds: float = 10.0
    rows: int = 100_000
    megabytes: int = 16
    memory_mb: int = 512

    def check_rows(self, rows: int) -> None:
        if rows > self.rows:
            raise LimitReached(f"has more than {self.rows} answers")

    def check_bytes(self, size: int) -> None:
        if size > self.megabytes << 20:
            raise LimitReached(f"has an answer of more than {self.megabytes} MB")

    def timed(self, view: View) -> View:
        """A view that raises LimitReached when the time is over, counted from now."""
        return view if self.seconds == math.inf else Timed(view, self.seconds, self.seconds + time.monotonic())


UNLIMITED = QueryLimits(math.inf, sys.maxsize, sys.maxsize, sys.maxsize)


@dataclass(slots=True)
class Timed:
    """What another view shows, until an instant."""

    view: View
    seconds: float
    until: float
    _looked: int = field(default=0, init=False)

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]:
        self._look()
        for atom in self.view.match(s, p, o):
            self._look()
            yield atom

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int:
        self._look()
        return self.view.estimate(s, p, o)

    def _look(self) -> None:
        self._looked += 1
        if self._looked % _ATOMS_PER_LOOK == 0 and time.monotonic() > self.until:
            raise LimitReached(f"takes longer than {self.seconds:g} s")
