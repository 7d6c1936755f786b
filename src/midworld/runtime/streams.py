"""Providers: anybody's streams of observations, one step at a time."""

from collections.abc import Callable, Iterable, Iterator
from math import inf, isfinite
from typing import Generic, Protocol, TypeVar

from .guests import LIMITS, Guests, Limits, Outage, Trouble, put_out

# So often in a row a stream may fail without giving anything before it is given up: by then it is out for a minute.
TRIES = 7


class Stamped(Protocol):
    """What has an instant."""

    @property
    def stamp(self) -> float: ...


S = TypeVar("S", bound=Stamped)
_END = object()


class Stream(Generic[S]):
    """What a guest yields, in the order of its stamps, each made fit by `accept`.

    One that raises, stalls or floods is begun anew, and what it gives before it is due again is passed over. Failing
    again and again without giving anything, it ends.
    """

    def __init__(
        self,
        who: tuple[str, str],
        begin: Callable[[], Iterable[object]],
        accept: Callable[[object], S],
        guests: Guests,
        *,
        limits: Limits | None = None,
    ) -> None:
        self._who, self._begin, self._accept = who, begin, accept
        self._guests, self._limits = guests, limits or LIMITS

    def __iter__(self) -> Iterator[S]:
        latest, due, at_once, tries = -inf, -inf, 0, 0
        outage: Outage | None = None
        while tries < TRIES:
            try:
                item = self._next()
                if item is None:
                    return
                at_once = at_once + 1 if item.stamp == latest else 0
                self._check(item, latest, at_once)
            except Trouble as trouble:
                tries += 1
                outage = self._put_out(str(trouble), outage, max(latest, due - 1.0, 0.0), last=tries == TRIES)
                latest, due = -inf, outage.until
                continue
            latest = item.stamp
            if latest >= due:
                tries = 0
                yield item

    def _check(self, item: S, latest: float, at_once: int) -> None:
        if not isfinite(item.stamp) or item.stamp < latest:
            raise Trouble(f"went from {latest:g} s to {item.stamp:g} s; time runs forwards")
        if at_once > self._limits.entries:
            raise Trouble(f"told more than {self._limits.entries} observations of one instant")

    def _put_out(self, problem: str, before: Outage | None, stamp: float, *, last: bool) -> Outage:
        outage = put_out(before, stamp)
        if last:
            problem, outage = f"{problem}; given up after {TRIES} times", Outage(inf, outage.pause_s)
        self._guests.report(self._who, problem, stamp, outage)
        return outage

    def _next(self) -> S | None:
        def begin() -> Iterator[object]:
            return iter(self._begin())

        def use(items: Iterator[object]) -> S | None:
            item = next(items, _END)
            return None if item is _END else self._accept(item)

        return self._guests.call(self._who, begin, use, limits=self._limits)
