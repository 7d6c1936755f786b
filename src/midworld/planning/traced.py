"""What plain functions see of a state: what they read and write is noted, and becomes preconditions and effects."""

from collections.abc import Iterator

from ..errors import MidworldError
from .state import Fact, State, fact_text


class Blocked(Exception):
    """Raised inside an operator or method to say that it does not apply; `missing` says what it lacks."""

    def __init__(self, missing: str) -> None:
        self.missing = missing
        super().__init__(missing)


class TracedState:
    """A state that notes what is read and written: `state.holds("isOn", "mug", "table")`."""

    __slots__ = ("_facts", "_state", "absent", "added", "present", "removed", "writable")

    def __init__(self, state: State, *, writable: bool) -> None:
        self._state, self._facts, self.writable = state, state.facts, writable
        self.present: dict[Fact, None] = {}
        self.absent: dict[Fact, None] = {}
        self.added: dict[Fact, None] = {}
        self.removed: dict[Fact, None] = {}

    def holds(self, *fact: str) -> bool:
        """Whether a fact holds."""
        if self.added and fact in self.added:
            return True
        if self.removed and fact in self.removed:
            return False
        if fact in self._facts:
            self.present[fact] = None
            return True
        self.absent[fact] = None
        return False

    def require(self, *fact: str) -> None:
        """Go no further unless a fact holds."""
        if not self.holds(*fact):
            raise Blocked(fact_text(fact))

    def forbid(self, *fact: str) -> None:
        """Go no further if a fact holds."""
        if self.holds(*fact):
            raise Blocked(f"(not {fact_text(fact)})")

    def find(self, name: str, *args: str | None) -> list[tuple[str, ...]]:
        """The arguments of every fact like this; None stands for any."""
        found: list[tuple[str, ...]] = []
        for fact in self._like(name, args):
            self.present[fact] = None
            found.append(fact[1:])
        return found

    def value(self, name: str, *args: str) -> str | None:
        """The last argument of the first fact that begins so, None if there is none."""
        for fact in self._like(name, (*args, None)):
            self.present[fact] = None
            return fact[-1]
        return None

    def the(self, name: str, *args: str) -> str:
        """The last argument of the fact that begins so; goes no further without one."""
        found = self.value(name, *args)
        if found is None:
            raise Blocked(fact_text((name, *args, "?")))
        return found

    def add(self, *fact: str) -> None:
        """From now on a fact holds."""
        self._check(fact)
        self.removed.pop(fact, None)
        self.added[fact] = None

    def remove(self, *fact: str) -> None:
        """From now on a fact holds no more."""
        self._check(fact)
        self.added.pop(fact, None)
        self.removed[fact] = None

    def _check(self, fact: Fact) -> None:
        if not self.writable:
            raise MidworldError(f"a method only reads; {fact_text(fact)} is for an action to change")

    def _like(self, name: str, args: tuple[str | None, ...]) -> Iterator[Fact]:
        state, best = self._state, None
        for place, value in enumerate(args, 1):
            if value is not None:
                rows = state.having(name, place, value)
                if best is None or len(rows) < len(best):
                    best = rows
        for fact in list(state.rows(name) if best is None else best):
            if fact not in self.removed and len(fact) == len(args) + 1 and _like(fact, args):
                yield fact
        for fact in self.added:
            if fact[0] == name and len(fact) == len(args) + 1 and fact not in state.facts and _like(fact, args):
                yield fact


def _like(fact: Fact, args: tuple[str | None, ...]) -> bool:
    return all(value is None or value == fact[place] for place, value in enumerate(args, 1))
