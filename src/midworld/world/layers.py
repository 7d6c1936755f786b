"""Mappings and sets that are never edited: the next one shares all but what has changed."""

from collections.abc import Collection, ItemsView, Iterator, KeysView, Mapping, ValuesView
from dataclasses import dataclass
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

# Chosen: changes are kept in layers beside what they change until they are this many, and this share of it.
LEAST_CHANGES = 64
SHARE = 8
# Chosen: the newest layer is made anew with every change, until it has this many; all below it are shared.
LAYER = 16


@dataclass(frozen=True, slots=True, eq=False)
class _Layer(Generic[K, V]):
    """What is gone of all below, then what is new."""

    gone: frozenset[K]
    new: Mapping[K, V]

    def __len__(self) -> int:
        return len(self.gone) + len(self.new)

    def changed(self, gone: Collection[K], new: Mapping[K, V]) -> "_Layer[K, V]":
        """This one and a later one, as one."""
        kept = dict(self.new)
        left = self.gone.union(key for key in gone if kept.pop(key, None) is None)
        kept.update(new)
        return _Layer(left, kept)


class Layered(Mapping[K, V]):
    """A mapping in the order in which its keys came: what it began with and, layer by layer, what has changed."""

    __slots__ = ("_base", "_layers", "_whole")

    def __init__(self, base: Mapping[K, V] | None = None, layers: "tuple[_Layer[K, V], ...]" = ()) -> None:
        self._base: Mapping[K, V] = {} if base is None else base
        self._layers = layers
        self._whole = None if layers else self._base

    def changed(self, gone: Collection[K], new: Mapping[K, V]) -> "Layered[K, V]":
        """Without some of its keys, then with others at the end; one that is in both moves there."""
        if self._whole is not None:
            return Layered(self._whole, (_Layer(frozenset(gone), dict(new)),))
        *lower, top = self._layers
        if len(top) < LAYER:
            after = Layered(self._base, (*lower, top.changed(gone, new)))
        else:
            after = Layered(self._base, (*self._layers, _Layer(frozenset(gone), dict(new))))
        many = sum(map(len, after._layers)) > LEAST_CHANGES + len(self._base) // SHARE
        return Layered(after._flat()) if many else after

    def own(self, besides: "Layered[K, V]") -> int:
        """How many places this one takes that another does not share."""
        if self._base is not besides._base:
            return len(self)
        shared = {id(layer) for layer in besides._layers}
        apart = sum(len(layer) for layer in self._layers if id(layer) not in shared)
        return apart if self._whole is None or self._whole is self._base else apart + len(self)

    def __getitem__(self, key: K) -> V:
        for layer in reversed(self._layers):
            found = layer.new.get(key)
            if found is not None:
                return found
            if key in layer.gone:
                raise KeyError(key)
        return self._base[key]

    def __contains__(self, key: object) -> bool:
        for layer in reversed(self._layers):
            if key in layer.new:
                return True
            if key in layer.gone:
                return False
        return key in self._base

    def __len__(self) -> int:
        return len(self._base) + sum(len(layer.new) - len(layer.gone) for layer in self._layers)

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
            whole = dict(self._base)
            for layer in self._layers:
                for key in layer.gone:
                    del whole[key]
                whole.update(layer.new)
            self._whole = whole
        return self._whole


class Group(Generic[K]):
    """A set, kept as an earlier one and what has changed sides since, layer by layer."""

    __slots__ = ("_parts",)

    def __init__(self, base: frozenset[K] = frozenset(), flipped: tuple[frozenset[K], ...] = ()) -> None:
        many = sum(map(len, flipped)) > LEAST_CHANGES + len(base) // SHARE
        self._parts = (_flipped(base, flipped), ()) if many else (base, flipped)

    def flip(self, keys: frozenset[K]) -> "Group[K]":
        """With those of the keys that are not in it, without those that are."""
        base, flipped = self._parts
        if flipped and len(flipped[-1]) < LAYER:
            return Group(base, (*flipped[:-1], flipped[-1] ^ keys))
        return Group(base, (*flipped, keys))

    @property
    def members(self) -> frozenset[K]:
        """All of it; the same object as long as nothing changes."""
        base, flipped = self._parts
        if flipped:
            base = _flipped(base, flipped)
            self._parts = (base, ())
        return base


def _flipped(base: frozenset[K], layers: tuple[frozenset[K], ...]) -> frozenset[K]:
    if len(layers) == 1:
        return base ^ layers[0]
    whole = set(base)
    for layer in layers:
        whole ^= layer
    return frozenset(whole)
