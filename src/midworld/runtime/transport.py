"""What it takes to reach other programs: tell all of them, ask one, and know who is there."""

from typing import Protocol

# Whom all may ask who writes what.
HOST = "host"
# The channel everybody may hear.
ALL = "all"
# How long an answer may take, in seconds (chosen; a mesh of 5 MB takes 30 ms on one machine).
PATIENCE_S = 5.0


class Listener(Protocol):
    """Who hears of the others. Called from threads of the transport: it must return soon and never raise."""

    def told(self, peer: str, channel: str, data: bytes) -> None:
        """Some frames of a peer's stream."""
        ...

    def joined(self, peer: str) -> None: ...

    def left(self, peer: str) -> None: ...

    def asked(self, peer: str, question: str, data: bytes) -> bytes:
        """The answer to a peer; a MidworldError is told as the sentence it is."""
        ...


class Transport(Protocol):
    """One program's place among those that share a board; `me` is who it is, `user/name~number`.

    What is told may be lost or come twice, never in another order. Who hosts the board is also asked as `host`, and
    its peer is `host/number`.
    """

    me: str

    def open(self, listener: Listener) -> None:
        """Begins to listen; those who are there already join, though not all of them at once."""
        ...

    def tell(self, channel: str, data: bytes) -> None: ...

    def ask(self, peer: str, question: str, data: bytes = b"", *, timeout: float = PATIENCE_S) -> bytes | None:
        """An answer, or None where there is none. Raises NotAllowed where it is refused."""
        ...

    def close(self) -> None: ...


def named(peer: str) -> str:
    """What people call a peer: `desk/viewer~1f3a` is `desk/viewer`, and without users only `viewer`."""
    return peer.rpartition("~")[0].removeprefix("anyone/") or peer


def user_of(peer: str) -> str:
    return peer.partition("/")[0]
