"""One program's part in a board that several share: it tells its own worlds, answers, and hears the others'."""

import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import MappingProxyType
from typing import Literal, Protocol

import msgspec

from ..errors import MidworldError, NotAllowed, UnreachableBoard, WriterTaken
from ..geometry import Meshes
from ..world import Delta, decode_delta
from .board import Board
from .claims import Claims, allowed
from .history import Retention
from .inbox import Inbox, Receiver, Stream
from .meshes import MeshStore
from .mirror import check_delta
from .teller import Teller, private_world
from .transport import ALL, HOST, PATIENCE_S, Transport, named, user_of
from .wire import STREAM_VERSION, BeatRecord, framed

Role = Literal["provider", "filter", "monitor", "reader"]
# Whoever leaves waits so long for the others to hear the rest (chosen), in seconds.
LINGER_S = 5.0
# Whoever joins looks again after this long who is there (chosen), in seconds.
MEETING_S = 0.005
# Of what a program tells, so much is kept for those who come late.
TOLD = Retention(seconds=60.0, megabytes=64.0)


class Presence(msgspec.Struct, frozen=True):
    """What a client says of itself: the worlds it writes, with commits a second, and those it reads."""

    name: str
    machine: str
    pid: int
    role: Role
    reads: tuple[str, ...]
    writes: dict[str, float]
    observed: int = 0
    hosts: bool = False


class Welcome(msgspec.Struct, frozen=True):
    """What the host says to whoever joins: which worlds not everybody may read, and which of them this one may.

    On a `guarded` board not everybody may write everything.
    """

    version: int = STREAM_VERSION
    private: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    guarded: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """The answer to a claim: refused because somebody else has it, or for another reason."""

    taken_by: str | None = None
    why: str = ""


class Edits(Protocol):
    """Takes a change somebody proposes of a world, or refuses it. Raises MidworldError."""

    def __call__(self, world: str, delta: Delta) -> None: ...


class _Since(msgspec.Struct, frozen=True, array_like=True):
    tick: int
    seconds: float


def on_standard_error(sentence: str) -> None:
    print(f"midworld: {sentence}", file=sys.stderr, flush=True)


def _not_to_be_edited(world: str, delta: Delta) -> None:
    raise NotAllowed(f"world '{world}'", "is worked out, not edited; tell it by an observation, or edit another")


class Sharing:
    """Tells what a board commits, but for worlds that are `foreign`, and gives a `receiver` what the others tell.

    With `claims` it hosts: it decides who writes what, and `welcome` says who may read what. `history` is how many
    seconds of the others' past are asked for. What goes wrong is reported, each sentence once. Raises WriterTaken where
    a world of the board is another's. Nothing is told or heard before `begin`.
    """

    def __init__(
        self,
        board: Board,
        transport: Transport,
        *,
        receiver: Receiver | None = None,
        foreign: Callable[[str], bool] = lambda name: False,
        claims: Claims | None = None,
        welcome: Callable[[str], Welcome] = lambda user: Welcome(),
        meshes: Meshes = MappingProxyType({}),
        history: float = 0.0,
        retention: Retention = TOLD,
        report: Callable[[str], None] = on_standard_error,
    ) -> None:
        self.transport, self._claims, self._welcome = transport, claims, welcome
        self._report, self._history = report, history
        self.troubles: dict[str, int] = {}
        self.peers: frozenset[str] = frozenset()
        self.meshes = MeshStore(meshes, self._fetched)
        self.edits: Edits = _not_to_be_edited
        self.reads: set[str] = set()
        self.role: Role | None = None
        self._rules = self._welcomed()
        self.teller = Teller(
            board,
            transport,
            self.claim,
            foreign=foreign,
            is_private=lambda world: allowed(self._rules.private, world),
            report=self.trouble,
            retention=retention,
        )
        self._inbox = None if receiver is None else Inbox(self._channels, self._since, receiver, self.trouble)

    def begin(self) -> None:
        """Joins the others, and waits until all they have is known."""
        self.transport.open(self)
        there = self._met()
        # Each of them may take its time to answer, as one that is just leaving does.
        self.settle(PATIENCE_S * (1 + len(there)))

    def trouble(self, sentence: str) -> None:
        """Something went wrong that ends nothing."""
        if sentence not in self.troubles:
            self._report(sentence)
        self.troubles[sentence] = self.troubles.get(sentence, 0) + 1

    def settle(self, timeout: float = PATIENCE_S) -> None:
        """Waits until all that was heard so far is taken in."""
        if self._inbox is not None:
            self._inbox.settle(timeout)

    def claim(self, world: str) -> None:
        """Asks the host for the right to write a world. Raises WriterTaken or NotAllowed."""
        if self._claims is not None:
            self._claims.claim(self.transport.me, world)
            return
        data = self.transport.ask(HOST, "claim", world.encode())
        if data is None:
            raise NotAllowed(f"world '{world}'", "cannot be claimed: the host of the board does not answer")
        verdict = msgspec.msgpack.decode(data, type=Verdict)
        if verdict.taken_by is not None:
            raise WriterTaken(world, verdict.taken_by, named(self.transport.me))
        if verdict.why:
            raise NotAllowed("", verdict.why)

    def release(self, world: str) -> None:
        self.teller.flush()
        self.teller.claimed.discard(world)
        if self._claims is not None:
            self._claims.release(self.transport.me, world)
        else:
            self.transport.ask(HOST, "release", world.encode())

    def owner(self, world: str) -> str | None:
        """The peer that writes a world, as the host has it. Raises UnreachableBoard where it does not answer."""
        if self._claims is not None:
            return self._claims.owner(world)
        answer = self.transport.ask(HOST, "owner", world.encode())
        if answer is None:
            raise UnreachableBoard(world, HOST, "its host does not answer")
        return answer.decode(errors="replace") or None

    def abandoned(self) -> dict[str, str]:
        """The worlds nobody writes since their writers left, and who these were."""
        if self._claims is not None:
            found = self._claims.abandoned
        else:
            data = self.transport.ask(HOST, "abandoned")
            found = msgspec.msgpack.decode(data, type=dict[str, str]) if data else {}
        return {world: named(peer) for world, peer in found.items()}

    def check_may_write(self, peer: str, world: str) -> None:
        """Raises NotAllowed where the user of a peer may not write a world."""
        if self._claims is not None:
            self._claims.check(peer, world)
        elif self._rules.guarded and self.transport.ask(HOST, f"may/{user_of(peer)}", world.encode()) is None:
            raise NotAllowed(f"world '{world}'", "cannot be changed: the host of the board does not answer")

    def clients(self) -> dict[str, Presence]:
        """Everybody who is there, by peer."""
        found = {self.transport.me: self.presence}
        for peer in sorted(self.peers):
            data = None if peer.startswith(f"{HOST}/") else self.transport.ask(peer, "who")
            # What makes no sense tells of nobody.
            with suppress(msgspec.MsgspecError):
                if data:
                    found[peer] = msgspec.msgpack.decode(data, type=Presence)
        return found

    @property
    def presence(self) -> Presence:
        writes = {world: self.teller.rate(world) for world in sorted(self.teller.claimed)}
        role: Role = self.role or "reader"
        if self.role is None and (writes or self.teller.observed):
            role = "filter" if self.reads else "provider"
        return Presence(
            named(self.transport.me),
            platform.node(),
            os.getpid(),
            role,
            tuple(sorted(self.reads)),
            writes,
            self.teller.observed,
            self._claims is not None,
        )

    def close(self) -> None:
        """Leaves, once everybody who is there has heard all that was told."""
        self.teller.flush()
        self._linger()
        self.teller.close()
        self.transport.close()
        if self._inbox is not None:
            self._inbox.close()

    def told(self, peer: str, channel: str, data: bytes) -> None:
        if self._inbox is not None and peer in self.peers:
            self._inbox.told((peer, channel), data)

    def joined(self, peer: str) -> None:
        self.peers |= {peer}
        if peer.startswith(f"{HOST}/"):
            if self._claims is None:
                self.teller.claim_again()
        elif self._inbox is not None:
            self._inbox.joined(peer)

    def left(self, peer: str) -> None:
        gone = self.peers if peer.startswith(f"{HOST}/") and self._claims is None else {peer}
        # Nobody is reached without the host; whoever is still there joins again with it.
        for each in gone | {peer}:
            self._leave(each)

    def _leave(self, peer: str) -> None:
        self.peers -= {peer}
        if self._claims is not None:
            self._claims.leave(peer)
        if self._inbox is not None:
            self._inbox.left(peer)

    def asked(self, peer: str, question: str, data: bytes) -> bytes:
        what, _, rest = question.partition("/")
        match what:
            case "since":
                wanted = msgspec.msgpack.decode(data, type=_Since)
                self._check_may_read(peer, rest)
                return self.teller.since(rest, wanted.tick, wanted.seconds) or b""
            case "heard":
                return self._heard(peer, rest, msgspec.msgpack.decode(data, type=int))
            case "channels":
                return msgspec.msgpack.encode(self.teller.channels)
            case "who":
                return msgspec.msgpack.encode(self.presence)
            case "mesh":
                return self.meshes.packed(rest)
            case "propose":
                world, delta = msgspec.msgpack.decode(data, type=tuple[str, bytes])
                change = decode_delta(delta)
                check_delta(change)
                self.check_may_write(peer, world)
                self.edits(world, change)
                return b"done"
            case _ if self._claims is not None:
                return self._decided(self._claims, peer, question, data.decode())
            case _:
                raise NotAllowed(f"'{what}'", "is no question of this version of Midworld")

    def _decided(self, claims: Claims, peer: str, question: str, world: str) -> bytes:
        what, _, rest = question.partition("/")
        match what:
            case "hello":
                return msgspec.msgpack.encode(self._welcome(user_of(peer)))
            case "claim":
                return msgspec.msgpack.encode(_verdict(claims, peer, world))
            case "release":
                claims.release(peer, world)
                return b"done"
            case "owner":
                return (claims.owner(world) or "").encode()
            case "may":
                claims.check(rest, world)
                return b"yes"
            case "abandoned":
                return msgspec.msgpack.encode(claims.abandoned)
            case "present":
                # Whoever writes a world is there, also if it was not noticed yet.
                return msgspec.msgpack.encode((*(self.peers | claims.owners | {self.transport.me}),))
            case _:
                raise NotAllowed(f"'{what}'", "is no question of this version of Midworld")

    def _check_may_read(self, peer: str, channel: str) -> None:
        """Others are kept from what they may not read on the way; whoever asks the host is not."""
        if self._claims is not None and channel != ALL:
            world, user = private_world(channel), user_of(peer)
            if not allowed(self._welcome(user).readable, world):
                raise NotAllowed(f"'{user}'", f"may not read world '{world}' of this board")

    def _welcomed(self) -> Welcome:
        """What the host says. Raises NotAllowed where nobody answers, or somebody of another version."""
        if self._claims is not None:
            return self._welcome(user_of(self.transport.me))
        data = self.transport.ask(HOST, "hello")
        if not data:
            raise NotAllowed("this board", "has no host that answers, or it keeps us out")
        rules = msgspec.msgpack.decode(data, type=Welcome)
        if rules.version != STREAM_VERSION:
            raise NotAllowed("this board", f"speaks version {rules.version} of the stream, we speak {STREAM_VERSION}")
        return rules

    def _met(self) -> frozenset[str]:
        """Waits until we have noticed everybody whom the host knows to be there."""
        ends = time.monotonic() + PATIENCE_S
        there = self.peers
        while self._claims is None and time.monotonic() < ends:
            data = self.transport.ask(HOST, "present") or msgspec.msgpack.encode(())
            there = frozenset(msgspec.msgpack.decode(data, type=tuple[str, ...])) - {self.transport.me}
            if there <= self.peers:
                break
            time.sleep(MEETING_S)
        return there

    def _linger(self) -> None:
        ends = time.monotonic() + LINGER_S
        told = [(channel, tick) for channel, tick in self.teller.ticks.items() if tick]
        for peer in self.peers if told else ():
            for channel, tick in told:
                self._until_heard(peer, channel, tick, ends)

    def _until_heard(self, peer: str, channel: str, tick: int, ends: float) -> None:
        while time.monotonic() < ends and peer in self.peers and not peer.startswith(f"{HOST}/"):
            data = self.transport.ask(peer, f"heard/{channel}", msgspec.msgpack.encode(tick), timeout=1.0)
            if data != b"not yet":
                return
            time.sleep(0.005)

    def _heard(self, peer: str, channel: str, tick: int) -> bytes:
        """Whether we have heard all of a stream up to a tick; if not, it is asked for."""
        if self._inbox is None or self._inbox.tick((peer, channel)) >= tick:
            return b"yes"
        self._inbox.told((peer, channel), framed(BeatRecord(tick)))
        return b"not yet"

    def _channels(self, peer: str) -> tuple[str, ...]:
        """The streams of a peer that are for us."""
        if not self._rules.private:
            return (ALL,)
        data = self.transport.ask(peer, "channels") or msgspec.msgpack.encode((ALL,))
        found = msgspec.msgpack.decode(data, type=tuple[str, ...])
        return tuple(each for each in found if each == ALL or allowed(self._rules.readable, private_world(each)))

    def _since(self, stream: Stream, tick: int, past: bool) -> bytes | None:
        peer, channel = stream
        wanted = msgspec.msgpack.encode(_Since(tick, self._history if past else 0.0))
        return self.transport.ask(peer, f"since/{channel}", wanted)

    def _fetched(self, digest: str) -> Iterator[bytes]:
        """What others say is the mesh of a digest."""
        for peer in sorted(self.peers):
            with suppress(NotAllowed):
                if not peer.startswith(f"{HOST}/") and (data := self.transport.ask(peer, f"mesh/{digest}")):
                    yield data


def _verdict(claims: Claims, peer: str, world: str) -> Verdict:
    try:
        claims.claim(peer, world)
    except WriterTaken:
        return Verdict(named(claims.owner(world) or "somebody"))
    except MidworldError as error:
        return Verdict(why=str(error))
    return Verdict()
