"""What a reasoning core does, whatever it is made of: the compiled one where it could be built, else the Python one."""

from collections.abc import Collection, Iterable, Iterator
from typing import Protocol

from .clash import Clash
from .index import Facts
from .net import Net
from .rules import Rule
from .tbox import TBox
from .terms import Atom


class Core(Protocol):
    """The sources of one model and everything that follows from them; a copy shares until either is written."""

    @property
    def index(self) -> Facts: ...

    def copy(self) -> "Core": ...

    def asserted(self, atom: Atom) -> bool: ...

    def is_source(self, atom: Atom) -> bool: ...

    def sources(self) -> Collection[tuple[Atom, bool]]:
        """Every source, with whether somebody asserted it."""
        ...

    def update(self, added: Iterable[Atom], removed: Iterable[Atom]) -> Net:
        """Assert and retract together: one fixpoint, one net difference."""
        ...

    def clashes(self, net: Net | None = None) -> Iterator[Clash]:
        """Contradictions that new atoms take part in, or any atom; the same one may be told several times."""
        ...

    def begin(self) -> None:
        """Open an update made of the steps below; `taken` ends it."""
        ...

    def overdelete(self, going: Iterable[Atom]) -> list[Atom]:
        """Remove sources and every derived source that may rest on them; all of them."""
        ...

    def retable(self, tbox: TBox) -> None:
        """Go on under another terminology; sources that imply something else under it must be gone."""
        ...

    def heads(self, rule: Rule) -> list[Atom]:
        """Every head a rule derives from what holds now."""
        ...

    def derivable(self, atom: Atom) -> bool:
        """Whether a rule with several conditions derives an atom from what holds now."""
        ...

    def insert(self, asserted: Iterable[Atom], derived: Iterable[Atom]) -> None:
        """Add sources and everything that follows from them."""
        ...

    def taken(self) -> Net:
        """What the update changed in all."""
        ...
