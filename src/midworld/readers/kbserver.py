"""The KnowledgeCore socket protocol: requests, replies and events between `#end#` marks.

A request is a method name, one JSON value per line, and the mark. A reply is `ok` with one JSON line or none, or
`error`, `kberror` and a sentence. An event is `event`, its identifier and the new bindings.
"""

import asyncio
import json
import math
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from ..errors import MidworldError
from ..knowledge import KnowledgeBase, Store, Verbs, Versions

PORT = 6969
MARK = b"#end#"
REQUEST_BYTES = 16 * 1024 * 1024
PENDING_BYTES = 64 * 1024 * 1024
CHANGES = frozenset(
    {"revise", "add", "safe_add", "update", "safe_update", "remove", "retract", "rule", "load", "clear", "commit"}
    | {"checkout"}
)
Journal = Callable[[str, list[object], Mapping[str, object]], None]
"""Writes down a change that was made; it must be safe when this returns."""


@dataclass(slots=True)
class Requests:
    """Bytes as they arrive, cut into requests."""

    waiting: bytearray = field(default_factory=bytearray)
    _searched: int = 0

    def feed(self, data: bytes) -> list[bytes]:
        """The requests that are complete; a mark counts at the start of a line, with or without a newline after it."""
        self.waiting += data
        found: list[bytes] = []
        while True:
            at = self._mark()
            if at < 0:
                return found
            found.append(bytes(self.waiting[:at]))
            del self.waiting[: at + len(MARK)]
            self._searched = 0

    def _mark(self) -> int:
        """Where the next mark is; what was searched before is not searched again."""
        blank = len(self.waiting) - len(self.waiting.lstrip(b"\r\n")) if self.waiting.startswith((b"\n", b"\r")) else 0
        if blank:
            del self.waiting[:blank]
            self._searched = 0
        if self.waiting.startswith(MARK):
            return 0
        at = self.waiting.find(b"\n" + MARK, max(0, self._searched - len(MARK)))
        self._searched = len(self.waiting)
        return at + 1 if at >= 0 else -1


def parse_request(request: bytes) -> tuple[str, list[object], dict[str, object]]:
    """Method, arguments and keyword arguments; raises ValueError for what is not a request."""
    lines = [line.strip() for line in request.decode("utf-8").split("\n")]
    lines = [line for line in lines if line]
    if not lines:
        raise ValueError("an empty request: send a method name, then one JSON value per line, then #end#")
    args: list[object] = [json.loads(line) for line in lines[1:]]
    if args and isinstance(args[-1], dict):
        last = cast("dict[str, object]", args[-1])
        if set(last) == {"kwargs"} and isinstance(last["kwargs"], dict):
            return lines[0], args[:-1], cast("dict[str, object]", last["kwargs"])
    return lines[0], args, {}


def answer(verbs: Verbs, request: bytes, journal: Journal | None = None) -> bytes:
    """The reply to one request, whatever it is."""
    try:
        method, args, kwargs = parse_request(request)
        result = verbs.call(method, args, kwargs)
        if journal is not None and method in CHANGES:
            journal(method, args, kwargs)
        text = "" if result is None else json.dumps(result, ensure_ascii=False) + "\n"
        return f"ok\n{text}".encode() + MARK + b"\n"
    except MidworldError as error:
        return _error(str(error))
    except (ValueError, UnicodeDecodeError, RecursionError) as error:
        return _error(f"not a request: {error}")
    except OSError as error:
        return _error(f"the store cannot be used: {error}")
    except Exception as error:
        # Whatever a client sends, the others go on.
        return _error(f"could not answer: {type(error).__name__}: {error}")


def _error(message: str) -> bytes:
    line = " ".join(message.split()) or "error"
    return f"error\nkberror\n{line}\n".encode("utf-8", "replace") + MARK + b"\n"


class Client(asyncio.Protocol):
    """One connection: its requests in order, one at a time in turn with the other clients, its own subscriptions."""

    def __init__(self, server: "KnowledgeServer") -> None:
        self._server = server
        self._requests = Requests()
        self._transport: asyncio.Transport | None = None
        self._verbs = Verbs(server.kb, server.store, listener=self.tell, versions=server.versions)
        self._backlog: deque[bytes] = deque()
        self._stepping = self._unread = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._server.clients.add(self)

    def data_received(self, data: bytes) -> None:
        self._backlog.extend(self._requests.feed(data))
        if len(self._requests.waiting) > REQUEST_BYTES:
            self._send(_error(f"a request is longer than {REQUEST_BYTES} bytes"))
            self.leave()
            return
        self._step()

    def _step(self) -> None:
        """Answer one request; the next one waits until everybody else had a turn, and until this client reads."""
        self._stepping = False
        if self._transport is None or self._unread:
            return
        if self._backlog:
            request = self._backlog.popleft()
            self._send(answer(self._verbs, request, self._server.journal))
            if request.strip() == b"close":
                self.leave()
            self._server.wake()
        if not self._backlog:
            self._transport.resume_reading()
        elif not self._stepping:
            self._transport.pause_reading()
            self._stepping = True
            asyncio.get_running_loop().call_soon(self._step)

    def pause_writing(self) -> None:
        self._unread = True

    def resume_writing(self) -> None:
        self._unread = False
        self._step()

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.clients.discard(self)
        self._server.kb.unsubscribe(self.tell)
        self._backlog.clear()
        self._transport = None

    def tell(self, event: str, content: list[dict[str, object]]) -> None:
        text = json.dumps(content, ensure_ascii=False)
        self._send(f"event\n{event}\n{text}\n".encode() + MARK + b"\n")

    def _send(self, data: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        self._transport.write(data)
        # Somebody who never reads must not fill our memory.
        if self._transport.get_write_buffer_size() > PENDING_BYTES:
            self._transport.abort()

    def leave(self) -> None:
        """Hang up once everything is sent."""
        if self._transport is not None:
            self._transport.close()


@dataclass(slots=True, eq=False)
class KnowledgeServer:
    """Serves one knowledge base; expiries happen on time without polling."""

    kb: KnowledgeBase
    store: Store | None = None
    journal: Journal | None = None
    clients: set[Client] = field(default_factory=set["Client"])
    versions: Versions = field(default_factory=Versions)
    _server: asyncio.Server | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _clockwork: "asyncio.Task[None] | None" = None

    async def start(self, host: str = "127.0.0.1", port: int = PORT) -> int:
        """Begin to listen; the port that was taken."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Client(self), host, port)
        self._clockwork = asyncio.create_task(self._expire())
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        if self._clockwork is not None:
            self._clockwork.cancel()
        if self._server is not None:
            self._server.close()
        for client in list(self.clients):
            client.leave()

    async def serve(self) -> None:
        """Until cancelled."""
        assert self._server is not None
        await self._server.serve_forever()

    def wake(self) -> None:
        self._changed.set()

    async def _expire(self) -> None:
        while True:
            wait = self.kb.next_expiry - self.kb.clock()
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), None if wait == math.inf else max(wait, 0.0))
            except TimeoutError:
                self.kb.expire()
