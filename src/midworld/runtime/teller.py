"""Tells the others what a board's writers commit: at once, or from a thread of its own. No tick waits for anybody."""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import quote, unquote

from ..errors import MidworldError
from ..world import World
from .board import Board
from .commit import Commit
from .history import Retention
from .outbox import Outbox
from .transport import ALL, Transport

# What was told last is said again after this long, then half as often each time, up to the second, in seconds (chosen).
FIRST_BEAT_S = 0.1
LAST_BEAT_S = 5.0
# Whoever asks waits so long for what is still to be told (chosen), in seconds: a claim may take longer.
CATCHING_UP_S = 1.0
# A rate is taken over so many commits.
RATED = 20
# What changed so long ago is quiet (chosen), in seconds.
QUIET_S = 5.0


class Teller:
    """Tells every tick of a board to those who share it; `foreign` says which worlds are others', and left out.

    `claim` asks whether this program may write a world, and raises if not: at once for what there is, while one that
    comes later is not told, and `report` hears why.
    Worlds that `is_private` are told on a channel each, for those who may read them.
    """

    def __init__(
        self,
        board: Board,
        transport: Transport,
        claim: Callable[[str], None],
        *,
        foreign: Callable[[str], bool],
        is_private: Callable[[str], bool],
        report: Callable[[str], None],
        retention: Retention,
    ) -> None:
        self._transport, self._claim, self._report, self._retention = transport, claim, report, retention
        self._foreign, self._is_private = foreign, is_private
        # Who comes late begins with what there is now.
        own = {name: world for name, world in board.snapshot().items() if not foreign(name)}
        for name in own:
            claim(name)
        self.claimed: set[str] = set(own)
        public = {name: world for name, world in own.items() if not is_private(name)}
        self._outboxes: dict[str, Outbox] = {ALL: self._outbox(ALL, public)}
        for name in own.keys() - public.keys():
            channel = private_channel(name)
            self._outboxes[channel] = self._outbox(channel, {name: own[name]})
        self._refused: set[str] = set()
        self._times: dict[str, deque[float]] = {}
        self.observed = 0
        self._tick: list[Commit] = []
        self._queue = queue.SimpleQueue[Callable[[], None] | None]()
        # Whose turn it is to tell, and how much waits for it.
        self._turn, self._counting, self._waiting = threading.Lock(), threading.Lock(), 0
        self._thread = threading.Thread(target=self._work, name="midworld-teller", daemon=True)
        self._unsubscribe = board.subscribe(self._hear)
        self._thread.start()

    @property
    def channels(self) -> tuple[str, ...]:
        return tuple(self._outboxes)

    @property
    def ticks(self) -> Mapping[str, int]:
        """How far each channel is."""
        return {channel: outbox.tick for channel, outbox in self._outboxes.items()}

    def rate(self, world: str) -> float:
        """Commits a second of late; none once nothing came for a while."""
        times = self._times.get(world, deque())
        now = time.monotonic()
        if len(times) < 2 or now == times[0] or now - times[-1] > QUIET_S:
            return 0.0
        return (len(times) - 1) / (now - times[0])

    def observe(self, line: bytes) -> None:
        """Tells what a provider perceives, a line of a log."""
        self.observed += 1
        self._put(lambda: self._outboxes[ALL].observed([line]))

    def since(self, channel: str, tick: int, seconds: float) -> bytes | None:
        """A stream that goes on after a tick, up to what was committed before it was asked for."""
        if not self._idle:
            self.flush(CATCHING_UP_S)
        outbox = self._outboxes.get(channel)
        return None if outbox is None else outbox.since(tick, seconds)

    def claim_again(self) -> None:
        """Asks once more for all worlds, as after the host was gone."""
        self._put(self._reclaim)

    def flush(self, timeout: float = 10.0) -> None:
        """Waits until everything is told that came before."""
        done = threading.Event()
        self._put(done.set)
        done.wait(timeout)

    def close(self) -> None:
        self._unsubscribe()
        self._queue.put(None)
        self._thread.join(10.0)

    def _outbox(self, channel: str, worlds: Mapping[str, World]) -> Outbox:
        return Outbox(lambda data: self._transport.tell(channel, data), self._retention, worlds)

    def _hear(self, commit: Commit) -> None:
        if not self._foreign(commit.name):
            self._tick.append(commit)
        if commit.ends_tick and self._tick:
            tick, self._tick = self._tick, []
            # At once where nothing waits, as waking another thread takes longer than telling; claims take their time.
            if self._idle and all(each.name in self.claimed for each in tick) and self._turn.acquire(blocking=False):
                try:
                    if self._idle:
                        self._do(lambda: self._tell(tick))
                        return
                finally:
                    self._turn.release()
            self._put(lambda: self._tell(tick))

    def _put(self, job: Callable[[], None]) -> None:
        with self._counting:
            self._waiting += 1
        self._queue.put(job)

    @property
    def _idle(self) -> bool:
        return self._waiting == 0

    def _do(self, job: Callable[[], None]) -> None:
        try:
            job()
        except Exception as error:
            self._report(f"{type(error).__name__}: {error}")

    def _work(self) -> None:
        pause = LAST_BEAT_S
        while True:
            try:
                job = self._queue.get(timeout=pause)
            except queue.Empty:
                job, pause = self._beat, min(2.0 * pause, LAST_BEAT_S)
            else:
                pause = FIRST_BEAT_S
            if job is None:
                return
            with self._turn:
                self._do(job)
                if job != self._beat:
                    with self._counting:
                        self._waiting -= 1

    def _beat(self) -> None:
        for outbox in self._outboxes.values():
            outbox.beat()

    def _tell(self, commits: Sequence[Commit]) -> None:
        now = time.monotonic()
        channels: dict[str, list[Commit]] = {}
        for commit in commits:
            if self._owns(commit.name):
                self._times.setdefault(commit.name, deque(maxlen=RATED)).append(now)
                channel = private_channel(commit.name) if self._is_private(commit.name) else ALL
                channels.setdefault(channel, []).append(commit)
        for channel, some in channels.items():
            if channel not in self._outboxes:
                self._outboxes = {**self._outboxes, channel: self._outbox(channel, {})}
            self._outboxes[channel].commits(some)

    def _owns(self, world: str) -> bool:
        if world in self._refused:
            return False
        if world not in self.claimed:
            try:
                self._claim(world)
                self.claimed.add(world)
            except MidworldError as error:
                self._refused.add(world)
                self._report(f"{error}; it is not shared")
                return False
        return True

    def _reclaim(self) -> None:
        worlds, self.claimed = self.claimed, set()
        self._refused.clear()
        for world in worlds:
            self._owns(world)


def private_channel(world: str) -> str:
    """The channel of a world that not everybody may read."""
    return f"only/{quote(world, safe='')}"


def private_world(channel: str) -> str:
    return unquote(channel.removeprefix("only/"))
