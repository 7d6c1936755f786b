"""The stream of one writer: ticks with numbers, the newest kept for whoever comes late or missed some."""

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ..world import World, encode_delta, encode_world
from .commit import Commit
from .history import Retention
from .wire import (
    STREAM_VERSION,
    BeatRecord,
    CheckpointRecord,
    CommitRecord,
    Header,
    ObservedRecord,
    TickRecord,
    framed,
    preamble,
)


@dataclass(frozen=True, slots=True)
class Position:
    """How far a stream is: its tick, its newest commit, and the worlds then."""

    tick: int = 0
    sequence: int = 0
    stamp: float = 0.0
    worlds: Mapping[str, World] = field(default_factory=lambda: MappingProxyType({}))


class Outbox:
    """Numbers what is told, tells it, and keeps the last of it, as far as a retention lets it."""

    def __init__(
        self, send: Callable[[bytes], None], retention: Retention, worlds: Mapping[str, World] = MappingProxyType({})
    ) -> None:
        self._send = send
        self._seconds, self._limit = retention.seconds, retention.megabytes * 1e6
        self._lock = threading.Lock()
        stamp = max((world.stamp for world in worlds.values()), default=0.0)
        self._base = self._now = Position(stamp=stamp, worlds=worlds)
        self._kept: deque[tuple[Position, bytes]] = deque()
        self._size = 0

    @property
    def tick(self) -> int:
        return self._now.tick

    def commits(self, commits: Sequence[Commit]) -> None:
        """One tick: what became visible at once. Its numbers are those of the stream, not of the board."""
        numbered = enumerate(commits, self._now.sequence + 1)
        frames = [
            framed(CommitRecord(number, each.name, each.forget_before, encode_delta(each.delta)))
            for number, each in numbered
        ]
        worlds = MappingProxyType({**self._now.worlds, **{each.name: each.world for each in commits}})
        stamp = max(each.stamp for each in commits)
        self._tell(frames, Position(self._now.tick + 1, self._now.sequence + len(commits), stamp, worlds))

    def observed(self, lines: Sequence[bytes]) -> None:
        """One tick: what a provider perceived."""
        now = self._now
        frames = [framed(ObservedRecord(line)) for line in lines]
        self._tell(frames, Position(now.tick + 1, now.sequence, now.stamp, now.worlds))

    def beat(self) -> None:
        """Says again how far the stream is."""
        if self.tick:
            self._send(framed(BeatRecord(self.tick)))

    def since(self, tick: int, seconds: float = 0.0) -> bytes:
        """A stream that goes on after a tick; or, if that is too long ago (or -1), from worlds as they are or were.

        From so many `seconds` ago, or as far back as it is known.
        """
        with self._lock:
            kept, base, now = list(self._kept), self._base, self._now
        if base.tick <= tick <= now.tick:
            start = next((place for place, (each, _) in enumerate(kept) if each.tick > tick), len(kept))
            begin = Position(tick, base.sequence if start == 0 else kept[start - 1][0].sequence)
        else:
            start = len(kept)
            while seconds > 0.0 and start and kept[start - 1][0].stamp >= now.stamp - seconds:
                start -= 1
            begin = base if start == 0 else kept[start - 1][0]
        opening = (preamble(), framed(Header({"stream": str(STREAM_VERSION)})), framed(_checkpoint(begin)))
        return b"".join((*opening, *(data for _, data in kept[start:])))

    def _tell(self, frames: list[bytes], position: Position) -> None:
        frames.append(framed(TickRecord(position.tick, position.stamp)))
        data = b"".join(frames)
        with self._lock:
            self._now = position
            self._kept.append((position, data))
            self._size += len(data)
            while self._size > self._limit or self._kept[0][0].stamp < position.stamp - self._seconds:
                self._base, gone = self._kept.popleft()
                self._size -= len(gone)
        self._send(data)


def _checkpoint(position: Position) -> CheckpointRecord:
    worlds = {name: encode_world(world) for name, world in position.worlds.items()}
    return CheckpointRecord(
        position.tick, position.stamp, position.sequence, 0, 0, list(worlds), worlds, {}, None, "told, not recorded"
    )
