"""A board's programs over Eclipse Zenoh: one hosts, the others reach each other through it."""

# zenoh's handlers are typed in part.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..errors import MidworldError, MissingExtra, NotAllowed, UnreachableBoard, shortened
from ..runtime import HOST, PATIENCE_S, Listener
from .zenoh_access import ROOT, Access, as_json5, settings

try:
    import zenoh
except ImportError as missing:
    raise MissingExtra("sharing worlds", "net") from missing

# What is larger is no answer of ours, in bytes.
LARGEST = 256 * 1024 * 1024


class ZenohTransport:
    """A place on a board: hosts it if `hosts`, else connects to who does. Raises UnreachableBoard.

    `ready` is called when it can be asked.
    What is told is dropped for whoever cannot keep up, and asked for again by them: nobody makes another wait.
    """

    def __init__(
        self,
        board: str,
        name: str,
        access: Access,
        *,
        hosts: bool,
        timeout_s: float = PATIENCE_S,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        self._root = f"{ROOT}/{board}"
        self._hosts, self._ready = hosts, ready
        self.me = f"{access.user or 'anyone'}/{name}~{secrets.token_hex(4)}"
        config = zenoh.Config()
        try:
            for key, value in as_json5(settings(board, access, hosts=hosts, timeout_s=timeout_s)).items():
                config.insert_json5(key, value)
            self._session = zenoh.open(config)
        except zenoh.ZError as error:
            where = access.listen if hosts else access.connect
            raise UnreachableBoard(board, where or "nowhere", _plain(error)) from error
        self._publishers: dict[str, Any] = {}
        self._declared: list[Any] = []
        self._closed = threading.Event()

    def open(self, listener: Listener) -> None:
        session, root = self._session, self._root
        self._declared += [
            session.declare_queryable(f"{root}/ask/{self.me}/**", self._answering(listener, self.me)),
            # Called by the thread that receives: hearing only puts it where another thread takes it.
            session.declare_subscriber(
                f"{root}/tell/**", zenoh.handlers.Callback(self._hearing(listener), indirect=False)
            ),
            # Only those heard of are missed when the link to the host breaks: hence also those who are there already.
            session.liveliness().declare_subscriber(f"{root}/alive/**", self._noticing(listener), history=True),
        ]
        if self._hosts:
            self._declared.append(session.declare_queryable(f"{root}/ask/{HOST}/**", self._answering(listener, HOST)))
            token = f"{root}/alive/{HOST}/{secrets.token_hex(4)}"
            self._declared.append(session.liveliness().declare_token(token))
        self._declared.append(session.liveliness().declare_token(f"{root}/alive/{self.me}"))
        self._ready()

    def tell(self, channel: str, data: bytes) -> None:
        publisher = self._publishers.get(channel)
        if publisher is None:
            publisher = self._publishers[channel] = self._session.declare_publisher(
                f"{self._root}/tell/{self.me}/{channel}",
                congestion_control=zenoh.CongestionControl.DROP,
                express=True,
            )
        publisher.put(data)

    def ask(self, peer: str, question: str, data: bytes = b"", *, timeout: float = PATIENCE_S) -> bytes | None:
        key = f"{self._root}/ask/{peer}/{question}/from/{self.me}"
        # A host that has only just begun, or is just coming back, does not answer at once.
        ends = time.monotonic() + (min(timeout, 3.0) if peer == HOST else 0.0)
        while not self._closed.is_set():
            answer = self._asked(key, data, timeout)
            if answer is not None or time.monotonic() >= ends:
                return answer
            self._closed.wait(0.05)
        return None

    def close(self) -> None:
        self._closed.set()
        with suppress(zenoh.ZError):
            self._session.close()

    def _asked(self, key: str, data: bytes, timeout: float) -> bytes | None:
        try:
            for reply in self._session.get(key, payload=data, timeout=timeout):
                if reply.ok is not None:
                    return reply.ok.payload.to_bytes()
                if reply.err is not None and (why := reply.err.payload.to_bytes()) not in (b"", b"Timeout"):
                    raise NotAllowed("", why.decode(errors="replace"))
        except zenoh.ZError:
            return None
        return None

    def _peer(self, key: str) -> str:
        return key.removeprefix(f"{self._root}/alive/")

    def _answering(self, listener: Listener, whom: str) -> Callable[[Any], None]:
        start = f"{self._root}/ask/{whom}/"

        def answer(query: Any) -> None:
            with query:
                key = str(query.key_expr)
                question, _, peer = key.removeprefix(start).rpartition("/from/")
                payload = b"" if query.payload is None else query.payload.to_bytes()
                try:
                    query.reply(query.key_expr, listener.asked(peer, question, payload))
                except MidworldError as error:
                    query.reply_err(str(error).encode())
                except Exception as error:
                    # Whatever a stranger sends ends no thread of ours.
                    query.reply_err(f"this cannot be answered: {shortened(str(error))}".encode())

        return answer

    def _hearing(self, listener: Listener) -> Callable[[Any], None]:
        start = f"{self._root}/tell/"

        def hear(sample: Any) -> None:
            user, _, rest = str(sample.key_expr).removeprefix(start).partition("/")
            name, _, channel = rest.partition("/")
            if (peer := f"{user}/{name}") != self.me:
                listener.told(peer, channel, sample.payload.to_bytes())

        return hear

    def _noticing(self, listener: Listener) -> Callable[[Any], None]:
        def notice(sample: Any) -> None:
            peer = self._peer(str(sample.key_expr))
            if peer == self.me:
                return
            if sample.kind == zenoh.SampleKind.PUT:
                listener.joined(peer)
            else:
                listener.left(peer)

        return notice


def _plain(error: Exception) -> str:
    return str(error).partition(" at ")[0].strip() or "no answer"
