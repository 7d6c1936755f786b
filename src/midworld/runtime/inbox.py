"""Others' streams, each in order and without a gap, whatever was lost on the way."""

import io
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from ..errors import DamagedLog, MidworldError, UnreachableBoard
from ..world import World, decode_delta, decode_world
from .askers import Askers
from .log import LoggedCommit, LogReader
from .transport import PATIENCE_S, named
from .wire import BeatRecord, CheckpointRecord, CommitRecord, Header, ObservedRecord, Record, TickRecord, records

# After what makes no sense, a peer is not heard for this long (chosen), in seconds.
SILENCE_S = 0.5
# Who does not answer yet is asked again after this long (chosen), in seconds.
ASKED_AGAIN_S = 0.05
# Of what is told while an answer is awaited so many messages are kept; what is older is asked for once more (chosen).
MOST_HELD = 1000
Stream = tuple[str, str]


class Receiver(Protocol):
    """Who takes in what streams tell. Raises MidworldError where it cannot."""

    def begin(self, peer: str, worlds: Mapping[str, World]) -> None:
        """All worlds of a stream, whatever was known before."""
        ...

    def tick(self, peer: str, commits: Sequence[LoggedCommit], observed: Sequence[bytes]) -> None: ...

    def gone(self, peer: str) -> None: ...


@dataclass(slots=True)
class _Place:
    """How far a stream was followed; -1 before anything of it is known. While more is asked for, what comes is held."""

    tick: int = -1
    silent_until: float = 0.0
    begun: bool = False
    asked: bool = False
    held: deque[bytes] = field(default_factory=lambda: deque[bytes](maxlen=MOST_HELD))


class Inbox:
    """Follows the streams of peers that are there, in a thread of its own, and asks for what it missed.

    `channels` asks which streams a peer has, `since` for one of them after a tick, with its past the first time
    (nothing where there is no such stream, None where nobody answers): in other threads, so that whoever does not
    answer keeps nobody else waiting. `report` hears what was wrong, a sentence each.
    """

    def __init__(
        self,
        channels: Callable[[str], Sequence[str]],
        since: Callable[[Stream, int, bool], bytes | None],
        receiver: Receiver,
        report: Callable[[str], None],
    ) -> None:
        self._channels, self._since, self._receiver, self._report = channels, since, receiver, report
        # Who is there, and whose streams are followed: one knows at once, the other in its turn.
        self._present: set[str] = set()
        self._peers: set[str] = set()
        self._places: dict[Stream, _Place] = {}
        self._askers = Askers(report)
        self._queue = queue.SimpleQueue[Callable[[], None] | None]()
        self._thread = threading.Thread(target=self._work, name="midworld-inbox", daemon=True)
        self._thread.start()

    def told(self, stream: Stream, data: bytes) -> None:
        self._queue.put(lambda: self._hear(stream, data))

    def joined(self, peer: str) -> None:
        """Somebody is there, perhaps again: what they have is asked for."""
        self._present.add(peer)
        self._queue.put(lambda: self._join(peer))

    def left(self, peer: str) -> None:
        self._present.discard(peer)
        self._queue.put(lambda: self._leave(peer))

    def tick(self, stream: Stream) -> int:
        """How far a stream was followed."""
        place = self._places.get(stream)
        return -1 if place is None else place.tick

    def settle(self, timeout: float) -> bool:
        """Waits until everything that came before is taken in, and what was asked for because of it."""
        ends = time.monotonic() + timeout

        def left() -> float:
            return max(0.0, ends - time.monotonic())

        while True:
            asked, done = self._askers.count, threading.Event()
            if not self._askers.settle(left()):
                return False
            # What they were answered is in the queue by now; taking it in may lead to more questions.
            self._queue.put(done.set)
            if not done.wait(left()):
                return False
            if self._askers.count == asked:
                return True

    def close(self) -> None:
        self._present.clear()
        self._queue.put(None)
        self._askers.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(10.0)

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            try:
                job()
            except Exception as error:
                # Whoever listens to the board may raise anything; the others are to go on.
                self._report(f"{type(error).__name__}: {error}")

    def _join(self, peer: str) -> None:
        self._peers.add(peer)

        def asking() -> None:
            for channel in self._channels(peer):
                self._queue.put(lambda stream=(peer, channel): self._ask(stream, patience_s=PATIENCE_S))

        self._askers.put(asking)

    def _leave(self, peer: str) -> None:
        # How far it was followed is kept: if only the link broke, it goes on there.
        self._peers.discard(peer)
        self._receiver.gone(peer)

    def _hear(self, stream: Stream, data: bytes) -> None:
        if stream[0] not in self._peers:
            return
        place = self._places.setdefault(stream, _Place())
        if place.silent_until > time.monotonic():
            return
        if place.asked:
            place.held.append(data)
            return
        try:
            found = records(data, named(stream[0]))
            newest = found[-1] if found else None
            if not isinstance(newest, BeatRecord | TickRecord):
                raise DamagedLog(named(stream[0]), 0, "a message that ends no tick")
            if isinstance(newest, TickRecord) and newest.tick == place.tick + 1 and place.tick >= 0:
                self._take(stream[0], place, *_tick(found, named(stream[0])), newest.tick)
            elif newest.tick > place.tick:
                self._ask(stream)
        except MidworldError as error:
            self._mistrust(place, error)

    def _mistrust(self, place: _Place, error: MidworldError) -> None:
        """What was told is not to be used: soon all of it is asked for again."""
        if isinstance(error, UnreachableBoard):
            # Nothing is wrong with it; with the next message it is tried again.
            return
        place.tick, place.silent_until = -1, time.monotonic() + SILENCE_S
        self._report(str(error))

    def _ask(self, stream: Stream, *, patience_s: float = 0.0) -> None:
        """Asks for what is missed of a stream, so long again and again until somebody answers."""
        place = self._places.setdefault(stream, _Place())
        if place.asked:
            return
        place.asked = True
        tick, past, ends = place.tick, not place.begun, time.monotonic() + patience_s

        def asking() -> None:
            data = None
            try:
                # Whoever has only just joined is there before it can be asked.
                while (data := self._since(stream, tick, past)) is None:
                    if stream[0] not in self._present or time.monotonic() >= ends:
                        break
                    time.sleep(ASKED_AGAIN_S)
            finally:
                self._queue.put(lambda: self._answered(stream, place, data))

        self._askers.put(asking)

    def _answered(self, stream: Stream, place: _Place, data: bytes | None) -> None:
        place.asked = False
        held = [*place.held]
        place.held.clear()
        if data and stream[0] in self._peers:
            self._catch_up(stream, place, data)
        if data is not None:
            for each in held:
                self._hear(stream, each)

    def _catch_up(self, stream: Stream, place: _Place, data: bytes) -> None:
        try:
            reader = LogReader(io.BytesIO(data), named(stream[0]), streams=True)
            reader.header()
            pending: list[LoggedCommit] = []
            for record in reader.records():
                if isinstance(record, CheckpointRecord):
                    if record.tick != place.tick:
                        self._begin(stream[0], place, record)
                elif isinstance(record, LoggedCommit):
                    pending.append(record)
                    if record.ends_tick:
                        self._take(stream[0], place, pending, (), reader.ticks)
                        pending = []
                else:
                    self._take(stream[0], place, (), record, reader.ticks)
        except MidworldError as error:
            self._mistrust(place, error)

    def _begin(self, peer: str, place: _Place, record: CheckpointRecord) -> None:
        try:
            worlds = {name: decode_world(data) for name, data in record.worlds.items()}
        except (msgspec.MsgspecError, ValueError, AssertionError) as error:
            raise DamagedLog(named(peer), 0, f"a world that cannot be decoded ({error})") from error
        self._receiver.begin(peer, worlds)
        place.tick, place.begun = record.tick, True

    def _take(
        self, peer: str, place: _Place, commits: Sequence[LoggedCommit], observed: Sequence[bytes], tick: int
    ) -> None:
        self._receiver.tick(peer, commits, observed)
        place.tick = tick


def _tick(found: Sequence[Record], name: str) -> tuple[list[LoggedCommit], list[bytes]]:
    """The commits and observations of one message. Raises DamagedLog."""
    commits: list[LoggedCommit] = []
    observed: list[bytes] = []
    for record in found[:-1]:
        match record:
            case CommitRecord(sequence, world, forget_before, delta):
                try:
                    change = decode_delta(delta)
                except (msgspec.MsgspecError, ValueError, AssertionError) as error:
                    raise DamagedLog(name, 0, f"commit {sequence} cannot be decoded ({error})") from error
                commits.append(LoggedCommit(sequence, world, change, forget_before, ends_tick=False, offset=0))
            case ObservedRecord(line):
                observed.append(line)
            case Header() | TickRecord() | CheckpointRecord() | BeatRecord():
                raise DamagedLog(name, 0, "a message of more than one tick")
    return commits, observed
