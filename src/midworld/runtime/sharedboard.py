"""A board that several programs share, as one of them has it: everybody's worlds, and its own to write."""

import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from types import MappingProxyType, TracebackType

import msgspec

from ..errors import NotAllowed, TimedOut, UnknownName
from ..geometry import Mesh, Triangles
from ..world import Delta, World, encode_delta
from .board import Board, Writer
from .changes import Changes, achanges
from .claims import Claims
from .commit import Commit
from .history import Retention
from .mirror import Mirror
from .sharing import Presence, Role, Sharing, Welcome, on_standard_error
from .transport import Transport, named


class SharedBoard(Board):
    """Everybody's worlds, kept up to date; `claim` gives one of one's own to write. Made by `midworld.connect`.

    Worlds are the newest there are; `subscribe`, `changes` and `achanges` miss nothing. Also a context manager.
    """

    def __init__(
        self,
        transport: Transport,
        *,
        claims: Claims | None = None,
        welcome: Callable[[str], Welcome] = lambda user: Welcome(),
        history: float = 10.0,
        retention: Retention | None = None,
        report: Callable[[str], None] = on_standard_error,
    ) -> None:
        super().__init__(retention=retention)
        self._editable: dict[str, Writer] = {}
        self._mirror = Mirror(self, super().claim, lambda world: self._sharing.owner(world))
        self._sharing = Sharing(
            self,
            transport,
            receiver=self._mirror,
            foreign=lambda name: self._mirror.owned(name) is not None,
            claims=claims,
            welcome=welcome,
            history=history,
            report=report,
        )
        self._sharing.edits = self._edit
        self._sharing.begin()

    @property
    def name(self) -> str:
        """Who we are for the others."""
        return named(self._sharing.transport.me)

    @property
    def role(self) -> Role:
        """What we are to the others: what we say, or else what we do."""
        return self._sharing.presence.role

    @role.setter
    def role(self, role: Role) -> None:
        self._sharing.role = role

    @property
    def stale(self) -> Mapping[str, str]:
        """Worlds whose writers are gone, each with a sentence; they stay as they were."""
        return MappingProxyType(self._mirror.stale)

    @property
    def troubles(self) -> Mapping[str, int]:
        """What went wrong without ending anything, and how often."""
        return MappingProxyType(self._sharing.troubles)

    @property
    def meshes(self) -> Mapping[str, Triangles]:
        """Every mesh by its digest: those of others are fetched when asked for, and kept."""
        return self._sharing.meshes

    def clients(self) -> tuple[Presence, ...]:
        """Who is there: what each provides, filters or reads, and at which rate."""
        return tuple(self._sharing.clients().values())

    def abandoned(self) -> Mapping[str, str]:
        """Worlds nobody writes since their writers left, also those that left before we came, and who these were."""
        return self._sharing.abandoned()

    def writer_of(self, world: str) -> str | None:
        """Who writes a world; None where nobody does any more."""
        owner = self._sharing.owner(world)
        return None if owner is None else named(owner)

    def __getitem__(self, name: str) -> World:
        self._sharing_reads(name)
        return super().__getitem__(name)

    def claim(self, name: str, writer: str | None = None, *, editable: bool = False) -> Writer:
        """Makes us the writer of a world, for everybody; an `editable` one takes changes others propose.

        Raises WriterTaken with the name of whoever writes it, and NotAllowed where we may not.
        """
        writer = writer or self.name
        claimed = super().claim(name, writer)
        try:
            self._sharing.claim(name)
        except BaseException:
            super().release(claimed)
            raise
        self._sharing.teller.claimed.add(name)
        if editable:
            self._editable[name] = claimed
        return claimed

    def release(self, writer: Writer) -> None:
        super().release(writer)
        self._editable.pop(writer.world, None)
        self._sharing.release(writer.world)

    def wait(self, name: str, *, after: int = 0, timeout: float) -> Commit:
        """The newest commit of a world, also of one that is still to come. Raises TimedOut."""
        ends = time.monotonic() + timeout
        with self._changed:
            if not self._changed.wait_for(lambda: name in self._worlds, timeout):
                raise TimedOut(name, after, timeout)
        self._sharing_reads(name)
        return super().wait(name, after=after, timeout=max(0.0, ends - time.monotonic()))

    def changes(self, *names: str, timeout: float | None = None) -> Changes:
        """Every commit of some worlds, or of all, from now on: `for commit in board.changes("stable")` waits for each.

        However slow one is, none is left out. It ends when closed, or after `timeout` seconds without any.
        """
        self._sharing_reads(*names)
        return Changes(self, *names, timeout=timeout)

    def achanges(self, *names: str) -> AsyncIterator[Commit]:
        """The same for `async for`."""
        self._sharing_reads(*names)
        return achanges(self, *names)

    def observe(self, observation: Mapping[str, object] | str | bytes) -> None:
        """Tells what a sensor perceives, as a line of `observations.jsonl`, to the run that shares the board."""
        if isinstance(observation, Mapping):
            observation = json.dumps(observation)
        self._sharing.teller.observe(observation if isinstance(observation, bytes) else observation.encode())

    def propose(self, world: str, delta: Delta) -> None:
        """Asks whoever writes a world to change it. Raises what the writer says against it."""
        owner = self._sharing.owner(world)
        if owner is None:
            raise UnknownName("world that somebody writes", world, self.names)
        data = msgspec.msgpack.encode((world, encode_delta(delta)))
        if self._sharing.transport.ask(owner, "propose", data) is None:
            raise NotAllowed(f"'{named(owner)}', who writes world '{world}',", "does not answer")

    def offer(self, triangles: Triangles) -> Mesh:
        """Keeps a mesh for those who ask; returns what stands for it in an entity."""
        self._sharing.meshes.add(triangles)
        return triangles.mesh()

    def flush(self, timeout: float = 10.0) -> None:
        """Waits until everything is told that was committed or observed before."""
        self._sharing.teller.flush(timeout)

    def close(self) -> None:
        """Leaves the board; what was seen of it stays."""
        self._sharing.close()

    def __enter__(self) -> "SharedBoard":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _sharing_reads(self, *names: str) -> None:
        self._sharing.reads.update(each for each in names if self._mirror.owned(each) is not None)

    def _edit(self, world: str, delta: Delta) -> None:
        writer = self._editable.get(world)
        if writer is None:
            raise NotAllowed(f"world '{world}'", "takes no edits from others")
        writer.commit(delta)
