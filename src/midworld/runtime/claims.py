"""Who writes which world of a board that many share: whoever hosts it decides."""

import threading
from collections.abc import Callable
from fnmatch import fnmatchcase

from ..errors import NotAllowed, WriterTaken
from .transport import named, user_of

# Of so many worlds it is kept who wrote them last (chosen).
MOST_LEFT = 1000


class Claims:
    """Worlds and the peers that write them. `may_write` says of a user and a world whether that is allowed at all."""

    def __init__(self, may_write: Callable[[str, str], bool] = lambda user, world: True) -> None:
        self._may_write = may_write
        self._lock = threading.Lock()
        self._owners: dict[str, str] = {}
        self._left: dict[str, str] = {}

    def claim(self, peer: str, world: str) -> None:
        """Raises WriterTaken, or NotAllowed where the peer's user may not write it."""
        self.check(peer, world)
        with self._lock:
            owner = self._owners.setdefault(world, peer)
            self._left.pop(world, None)
        if owner != peer:
            raise WriterTaken(world, named(owner), named(peer))

    def check(self, peer: str, world: str) -> None:
        """Raises NotAllowed where the peer's user may not write a world."""
        if not self._may_write(user_of(peer), world):
            raise NotAllowed(f"'{user_of(peer)}'", f"may not write world '{world}' of this board")

    def release(self, peer: str, world: str) -> None:
        with self._lock:
            if self._owners.get(world) == peer:
                del self._owners[world]

    def leave(self, peer: str) -> None:
        """Whoever is gone writes nothing."""
        with self._lock:
            mine = {world: owner for world, owner in self._owners.items() if owner == peer}
            newest = [*self._left.items(), *mine.items()][-MOST_LEFT:]
            self._left = dict(newest)
            self._owners = {world: owner for world, owner in self._owners.items() if owner != peer}

    @property
    def owners(self) -> frozenset[str]:
        """Everybody who writes a world."""
        with self._lock:
            return frozenset(self._owners.values())

    @property
    def abandoned(self) -> dict[str, str]:
        """The worlds nobody writes since their writers left, with these."""
        with self._lock:
            return dict(self._left)

    def owner(self, world: str) -> str | None:
        return self._owners.get(world)


def allowed(patterns: tuple[str, ...], world: str) -> bool:
    """Whether a world is one of those meant: names, or with a star as in `source/*`."""
    return any(fnmatchcase(world, pattern) for pattern in patterns)
