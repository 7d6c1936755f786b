"""What holds while a plan is being made: facts that can be changed, asked with an index, and counted by a hash."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

# A predicate and its arguments: ("isOn", "mug", "table").
Fact: TypeAlias = tuple[str, ...]
# An operator or task and its arguments: ("take", "robot", "mug").
Task: TypeAlias = tuple[str, ...]

_NOTHING: Mapping[Fact, None] = MappingProxyType({})


class State:
    """Facts by predicate and by argument. Changed in place: who changes it, changes it back."""

    __slots__ = ("_index", "_rows", "facts", "key")

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.facts: set[Fact] = set()
        self._rows: dict[str, dict[Fact, None]] = {}
        self._index: dict[tuple[str, int, str], dict[Fact, None]] = {}
        # Equal for equal facts, whatever way they came about.
        self.key = 0
        for fact in facts:
            if fact not in self.facts:
                self.add(fact)

    def add(self, fact: Fact) -> None:
        """Let a fact hold that does not."""
        self.facts.add(fact)
        self.key ^= hash(fact)
        name = fact[0]
        rows = self._rows.get(name)
        if rows is None:
            rows = self._rows[name] = {}
        rows[fact] = None
        index = self._index
        for place in range(1, len(fact)):
            at = (name, place, fact[place])
            found = index.get(at)
            if found is None:
                index[at] = {fact: None}
            else:
                found[fact] = None

    def remove(self, fact: Fact) -> None:
        """Let a fact that holds hold no more."""
        self.facts.remove(fact)
        self.key ^= hash(fact)
        name = fact[0]
        del self._rows[name][fact]
        index = self._index
        for place in range(1, len(fact)):
            del index[name, place, fact[place]][fact]

    def rows(self, name: str) -> Mapping[Fact, None]:
        """All facts of a predicate."""
        return self._rows.get(name, _NOTHING)

    def having(self, name: str, place: int, value: str) -> Mapping[Fact, None]:
        """All facts of a predicate with this argument at that place, the first being 1."""
        return self._index.get((name, place, value), _NOTHING)


def fact_text(fact: Fact) -> str:
    """`(isOn mug table)`."""
    return f"({' '.join(fact)})"
