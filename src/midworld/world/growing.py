"""A tuple that only ever grows: every longer one shares what the shorter ones hold."""

import threading
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class Growing(Generic[T]):
    """Items in one list for all that follow from each other, but for the newest, which not everybody may go on from.

    What comes after this one writes its newest items to the list: of several futures of one past only the one that
    is gone on with does, and copies are made only where two are.
    """

    __slots__ = ("_lock", "_parts")

    def __init__(
        self,
        items: list[T] | None = None,
        tail: tuple[T, ...] = (),
        *,
        count: int | None = None,
        lock: "threading.Lock | None" = None,
    ) -> None:
        """All of a list, or the first `count`, and a few more."""
        items = [] if items is None else items
        self._parts = (items, len(items) if count is None else count, tail)
        self._lock = lock or threading.Lock()

    def append(self, new: Sequence[T]) -> "Growing[T]":
        """This one and some more."""
        if not new:
            return self
        with self._lock:
            items, count, tail = self._parts
            if tail:
                if len(items) > count:
                    items = items[:count]
                items.extend(tail)
                count = len(items)
                self._parts = (items, count, ())
            return Growing(items, tuple(new), count=count, lock=self._lock)

    def continues(self, earlier: "Growing[T]") -> bool:
        """Whether this one begins with all of another."""
        (items, count, _), (others, other, _) = self._parts, earlier._parts
        shared = min(count, other) if items is others else 0
        return len(self) >= len(earlier) and self.part(shared, len(earlier)) == earlier.part(shared)

    def shares(self, other: "Growing[T]") -> bool:
        """Whether both are kept in the same place."""
        return self._parts[0] is other._parts[0]

    def part(self, first: int = 0, last: int | None = None) -> list[T]:
        """The items from one place up to another."""
        items, count, tail = self._parts
        last = count + len(tail) if last is None else last
        return [*items[first : min(last, count)], *tail[max(first - count, 0) : max(last - count, 0)]]

    def __getitem__(self, place: int) -> T:
        items, count, tail = self._parts
        place = place + count + len(tail) if place < 0 else place
        return items[place] if place < count else tail[place - count]

    def __len__(self) -> int:
        _, count, tail = self._parts
        return count + len(tail)

    def __iter__(self) -> Iterator[T]:
        return iter(self.part())
