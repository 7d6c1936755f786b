"""Readers: anybody's functions that are told of every commit, and can touch nothing."""

from collections.abc import Callable

from .commit import Commit
from .guests import Guests, Limits, Outage, Trouble, put_out

Read = Callable[[Commit], object]


class Listener:
    """Tells a guest of commits; while it is out it hears nothing, then it is begun anew."""

    def __init__(self, name: str, begin: Callable[[], Read], guests: Guests, limits: Limits) -> None:
        self._who = (name, None)
        self._begin, self._guests, self._limits = begin, guests, limits
        self._outage: Outage | None = None

    def __call__(self, commit: Commit) -> None:
        if self._outage is not None and not self._outage.over(commit.stamp):
            return

        def use(read: Read) -> None:
            read(commit)

        try:
            self._guests.call(self._who, self._begin, use, limits=self._limits)
        except Trouble as trouble:
            self._outage = put_out(self._outage, commit.stamp)
            self._guests.report(self._who, str(trouble), commit.stamp, self._outage)
