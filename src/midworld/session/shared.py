"""A run's board shared with other programs: they see its worlds, and bring it what they perceive."""

import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType

import msgspec

from ..errors import NotAllowed
from ..geometry import Meshes
from ..runtime import Board, Claims, LoggedCommit, Presence, Sharing, named
from ..world import SOURCE_PREFIX, World
from .session import Session

# How long to wait for an observation before saying that there is none just now, in seconds.
PAUSE_S = 0.02


class Shared:
    """Tells everybody what a board commits, until closed; hosts the board if nobody does. Also a context manager."""

    def __init__(self, board: Board, name: str, meshes: Meshes, *, access: str | Path | None = None) -> None:
        from ..adapters.boards import joined_or_hosted, welcoming

        transport, given, hosts = joined_or_hosted(name, "run", access)
        self._observer = Observer(self._refused)
        try:
            self._sharing = Sharing(
                board,
                transport,
                receiver=self._observer,
                claims=Claims(given.may_write) if hosts else None,
                welcome=welcoming(given),
                meshes=meshes,
                history=float("inf"),
            )
            self._sharing.role = "filter"
            self._sharing.begin()
        except BaseException:
            transport.close()
            raise

    def observations(self, *, once: bool = False) -> Iterator[bytes | None]:
        """What providers perceive, lines as in a log, in the order they come; None where there is nothing just now.

        With `once` it ends when everybody who perceived anything has left.
        """
        return self._observer.lines(once=once)

    def _refused(self, peer: str, world: str) -> bool:
        """Whether a peer may not tell what a source perceives; which is said."""
        try:
            self._sharing.check_may_write(peer, world)
        except NotAllowed as error:
            self._sharing.trouble(str(error))
            return True
        return False

    def clients(self) -> tuple[Presence, ...]:
        """Who is there."""
        return tuple(self._sharing.clients().values())

    @property
    def troubles(self) -> Mapping[str, int]:
        return self._sharing.troubles

    def close(self) -> None:
        self._observer.end()
        self._sharing.close()

    def __enter__(self) -> "Shared":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Observer:
    """Takes what providers tell, and leaves their worlds alone.

    Whoever may not write the world of a source, as `refused` says, may not perceive for it either.
    """

    def __init__(self, refused: Callable[[str, str], bool]) -> None:
        self._refused = refused
        self._lines = queue.SimpleQueue[bytes]()
        self._seen: set[str] = set()
        self._there: set[str] = set()
        self._allowed: set[tuple[str, str]] = set()
        self._over = False

    def begin(self, peer: str, worlds: Mapping[str, World]) -> None:
        pass

    def tick(self, peer: str, commits: Sequence[LoggedCommit], observed: Sequence[bytes]) -> None:
        if observed:
            self._seen.add(named(peer))
            self._there.add(peer)
        for line in observed:
            source = (peer, f"{SOURCE_PREFIX}{_source(line)}")
            if source in self._allowed or not self._refused(*source):
                self._allowed.add(source)
                self._lines.put(line)

    def gone(self, peer: str) -> None:
        self._there.discard(peer)
        self._allowed = {each for each in self._allowed if each[0] != peer}

    def end(self) -> None:
        self._over = True

    def lines(self, *, once: bool) -> Iterator[bytes | None]:
        while not self._over:
            try:
                yield self._lines.get(timeout=PAUSE_S)
            except queue.Empty:
                if once and self._seen and not self._there and self._lines.empty():
                    return
                yield None


class _Line(msgspec.Struct):
    source: str = ""


_lines = msgspec.json.Decoder(_Line)


def _source(line: bytes) -> str:
    """Whose perceptions a line is; nobody's where it makes no sense, as whoever reads it will say."""
    try:
        return _lines.decode(line).source
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""


def share(session: Session, board: str, *, access: str | Path | None = None) -> Shared:
    """Shares all worlds of a session under the name of a board, for others to `midworld.connect` to, until closed."""
    return Shared(session.assessment.board, board, session.scene.meshes, access=access)
