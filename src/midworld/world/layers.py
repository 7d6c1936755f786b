"""Mappings and sets that are never edited: the next one shares all but what has changed."""

from collections.abc import Collection, ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

# Chosen: changes are kept beside what they change until they are this many, and this share of it.
LEAST_CHANGES = 64
SHARE = 8


class Layered(Mapping[K, V]):
    """A mapping in the order in which its keys came: what it began with, less what is gone, and what is new."""

    __slots__ = ("_base", "_gone", "_new", "_whole")

    def __init__(
        self, base: Mapping[K, V] | None = None, gone: Collection[K] = frozenset(), new: Mapping[K, V] | None = None
    ) -> None:
        """`gone` is all of it in `base`; what of `new` is in `base` has gone and come again."""
        self._base: Mapping[K, V] = {} if base is None else base
        self._gone = gone
        self._new: Mapping[K, V] = {} if new is None else new
        self._whole = self._base if not gone and not self._new else None

    def changed(self, gone: Collection[K], new: Mapping[K, V]) -> "Layered[K, V]":
        """Without some of its keys, then with others at the end; one that is in both moves there."""
        if self._whole is not None:
            return Layered(self._whole, frozenset(gone), dict(new))
        kept = dict(self._new)
        left = frozenset(self._gone).union(key for key in gone if kept.pop(key, None) is None)
        kept.update(new)
        after = Layered(self._base, left, kept)
        many = len(left) + len(kept) > LEAST_CHANGES + len(self._base) // SHARE
        return Layered(after._flat()) if many else after

    def own(self, besides: "Layered[K, V]") -> int:
        """How many places this one takes that another does not share."""
        if self._base is not besides._base:
            return len(self)
        apart = len(self._gone) + len(self._new)
        return apart if self._whole is None or self._whole is self._base else apart + len(self)

    def __getitem__(self, key: K) -> V:
        found = self._new.get(key)
        if found is not None:
            return found
        if key in self._gone:
            raise KeyError(key)
        return self._base[key]

    def __contains__(self, key: object) -> bool:
        return key in self._new or (key in self._base and key not in self._gone)

    def __len__(self) -> int:
        return len(self._base) - len(self._gone) + len(self._new)

    def __iter__(self) -> Iterator[K]:
        return iter(self._flat())

    def keys(self) -> KeysView[K]:
        return self._flat().keys()

    def values(self) -> ValuesView[V]:
        return self._flat().values()

    def items(self) -> ItemsView[K, V]:
        return self._flat().items()

    def __repr__(self) -> str:
        return f"Layered({dict(self._flat())!r})"

    def _flat(self) -> Mapping[K, V]:
        """All of it in one; whoever goes through it once may do so again."""
        if self._whole is None:
            whole = {key: value for key, value in self._base.items() if key not in self._gone}
            whole.update(self._new)
            self._whole = whole
        return self._whole


class Group(Generic[K]):
    """A set, kept as an earlier one and what has changed sides since."""

    __slots__ = ("_parts",)

    def __init__(self, base: frozenset[K] = frozenset(), flipped: frozenset[K] = frozenset()) -> None:
        many = len(flipped) > LEAST_CHANGES + len(base) // SHARE
        self._parts = (base ^ flipped, frozenset[K]()) if many else (base, flipped)

    def flip(self, keys: frozenset[K]) -> "Group[K]":
        """With those of the keys that are not in it, without those that are."""
        base, flipped = self._parts
        return Group(base, flipped ^ keys)

    @property
    def members(self) -> frozenset[K]:
        """All of it; the same object as long as nothing changes."""
        base, flipped = self._parts
        if flipped:
            base = base ^ flipped
            self._parts = (base, frozenset[K]())
        return base
