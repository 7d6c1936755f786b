"""What every world was: as far back as the user lets it reach, in seconds and in memory."""

from bisect import bisect_right
from collections import deque
from dataclasses import dataclass

from ..errors import Forgotten
from ..world import Entry, Situation, Timeline, World

# Measured with tracemalloc: what a commit takes besides its tables, then per entity of a structure of its own, per
# open situation of a timeline of its own, and per entry.
COMMIT_BYTES = 800
ENTITY_BYTES = 60
OPEN_BYTES = 45
ENTRY_BYTES = 150
POINTER_BYTES = 8


@dataclass(frozen=True, slots=True)
class Retention:
    """How much of the past a board keeps, besides the present.

    Worlds for at most `seconds` and at most `megabytes` (all worlds together); of every timeline at least the
    newest `entries`, and not much more than twice as many.
    """

    seconds: float = 60.0
    megabytes: float = 256.0
    entries: int = 20_000


class _Track:
    """The past of one world. Read without a lock: a reader takes `view` once, a writer replaces it."""

    __slots__ = ("forgot", "view")

    def __init__(self, *, forgot: bool = False) -> None:
        self.view: tuple[list[World | None], int] = ([], 0)
        self.forgot = forgot

    def copy(self) -> "_Track":
        other = _Track(forgot=self.forgot)
        items, start = self.view
        other.view = (items[start:], 0)
        return other

    def newest(self) -> World | None:
        items, start = self.view
        return items[-1] if len(items) > start else None

    def append(self, world: World) -> None:
        self.view[0].append(world)

    def drop(self) -> None:
        items, start = self.view
        self.forgot = True
        kept = start + 1
        self.view = (items[kept:], 0) if 2 * kept > len(items) else (items, kept)
        # A reader may still hold this list: an emptied place tells it that it came too late.
        items[start] = None

    def at(self, name: str, stamp: float) -> World:
        items, start = self.view
        found = bisect_right(items, stamp, lo=start, key=_stamp) - 1
        world = items[found] if found >= start else None
        if world is not None:
            return world
        if not self.forgot:
            return World()
        items, start = self.view
        raise Forgotten(name, stamp, next((kept.stamp for kept in items[start:] if kept is not None), stamp))


class History:
    """The past of all worlds of a board, oldest forgotten first. One thread writes, any may read."""

    def __init__(self, retention: Retention) -> None:
        self._retention = retention
        self._seconds = retention.seconds
        self._limit = retention.megabytes * 1e6
        self._tracks: dict[str, _Track] = {}
        self._superseded: deque[tuple[_Track, float, int]] = deque()
        self._now = float("-inf")
        self.nbytes = 0

    def begin(self, name: str, *, forgot: bool = False) -> None:
        """Room for a world; `forgot` says that it has a past nobody here knows."""
        self._tracks[name] = _Track(forgot=forgot)

    def fork(self) -> "History":
        """The same past, to go on otherwise."""
        other = History(self._retention)
        copies = {id(track): track.copy() for track in self._tracks.values()}
        other._tracks = {name: copies[id(track)] for name, track in self._tracks.items()}
        other._superseded = deque((copies[id(track)], until, size) for track, until, size in self._superseded)
        other._now, other.nbytes = self._now, self.nbytes
        return other

    def push(self, name: str, world: World) -> None:
        track = self._tracks[name]
        before = track.newest()
        track.append(world)
        self._now = max(self._now, world.stamp)
        if before is not None:
            size = footprint(before, besides=world)
            self._superseded.append((track, world.stamp, size))
            self.nbytes += size
        while self._superseded:
            track, until, size = self._superseded[0]
            # What ended exactly `seconds` ago has a successor that still answers for that instant.
            if until > self._now - self._seconds and self.nbytes <= self._limit:
                break
            self._superseded.popleft()
            track.drop()
            self.nbytes -= size

    def at(self, name: str, stamp: float) -> World:
        """The newest world not later than an instant; the empty one before the first. Raises Forgotten."""
        return self._tracks[name].at(name, stamp)


def footprint(world: World, *, besides: World) -> int:
    """Bytes a world holds that the next one does not share."""
    if world.state is besides.state and world.timeline is besides.timeline and world.structure is besides.structure:
        return COMMIT_BYTES
    size = COMMIT_BYTES + world.state.nbytes(besides=besides.state)
    if world.structure is not besides.structure:
        size += ENTITY_BYTES * len(world.structure)
    if world.timeline is not besides.timeline:
        size += OPEN_BYTES * world.timeline.open.own(besides.timeline.open)
    mine, theirs = world.timeline.entries, besides.timeline.entries
    if not mine.shares(theirs):
        size += POINTER_BYTES * len(mine) + ENTRY_BYTES * max(0, len(mine) - len(theirs))
    return size


def due(timeline: Timeline, keep: int) -> float | None:
    """The instant before which a timeline should forget, once it is twice as long as it must be."""
    entries, keep = timeline.entries, max(keep, 1)
    if len(entries) < 2 * keep:
        return None
    before = _entry_stamp(entries[-keep])
    return before if _entry_stamp(entries[0]) < before else None


def _stamp(world: World | None) -> float:
    return float("-inf") if world is None else world.stamp


def _entry_stamp(entry: Entry) -> float:
    if isinstance(entry, Situation):
        return entry.start if entry.end is None else entry.end
    return entry.stamp
