"""Serves a knowledge base to programs that speak the KnowledgeCore protocol, strangers among them."""

import asyncio
import hmac
import json
import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import cast

from ..errors import LimitReached, MidworldError, NotAllowed
from ..knowledge import (
    CHANGES,
    NAMES,
    QUICK,
    KnowledgeBase,
    QueryLimits,
    Question,
    Store,
    Verbs,
    Versions,
    translated,
)
from .kberrands import Errands
from .kbfiles import Confined
from .kbrequests import Call, Greeting, Requests, event, ok, parse_request, refusal

PORT = 6969
Journal = Callable[[str, Sequence[object], Mapping[str, object]], None]
"""Writes down a change that was made; it must be safe when this returns."""
# Whoever is not let in yet has no use for longer requests.
GREETING_BYTES = 1 << 16
# What others wait for, as everything but questions is done in turn; chosen.
PATIENCE = QueryLimits(seconds=0.25, rows=10_000)
# A question that takes no longer than this, or has no more answers, is not worth a process.
AT_ONCE = QueryLimits(seconds=0.01, rows=2_000)
# These look at each fact a few times: with so many facts, that takes as long as beginning a process.
PLAIN = frozenset({"about", "lookup", "details", "check", "classesof", "instancesof"})
SMALL_FACTS = 5_000


@dataclass(frozen=True, slots=True)
class Door:
    """Who may come in, and how much they may take; the numbers are chosen."""

    token: str = ""
    files: Path | None = None
    limits: QueryLimits = field(default_factory=QueryLimits)
    clients: int = 500
    questions: int = 8
    subscriptions: int = 200
    request_mb: int = 4
    pending_mb: int = 64


def answered(work: Callable[[], object], limits: QueryLimits) -> bytes:
    """The reply with what some work gives, or with why it gives nothing."""
    try:
        return ok(work(), limits)
    except MemoryError:
        raise
    except Exception as error:
        return explained(error)


def explained(error: Exception) -> bytes:
    """Whatever a client sends, the others go on."""
    match error:
        case MidworldError():
            return refusal(str(error))
        case ValueError() | RecursionError():
            return refusal(f"not a request: {error}")
        case OSError():
            return refusal(f"the store cannot be used: {error}")
        case _:
            return refusal(f"could not answer: {type(error).__name__}: {error}")


class Client(asyncio.Protocol):
    """One connection: its requests in order, one at a time in turn with the other clients, its own subscriptions."""

    def __init__(self, server: "KnowledgeServer") -> None:
        door = server.door
        self._server = server
        self._greeting, self._requests = Greeting(), Requests()
        self._transport: asyncio.Transport | None = None
        self._verbs = Verbs(
            server.kb, server.files, self.tell, server.versions, door.limits, PATIENCE, record=server.journal
        )
        self._admitted = not door.token
        self.spent = 0.0
        self._subscribed: set[str] = set()
        self._backlog: deque[bytes] = deque()
        self._stepping = self._unread = self._busy = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        if len(self._server.clients) >= self._server.door.clients:
            self._refuse(f"{self._server.door.clients} clients are here already; come back later")
            return
        self._server.clients.add(self)

    def data_received(self, data: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if self._greeting.foreign(data):
            self._refuse("this is a knowledge server, it speaks neither HTTP nor TLS: send a method name on a line")
            return
        self._backlog.extend(self._requests.feed(data))
        most = self._server.door.request_mb << 20 if self._admitted else GREETING_BYTES
        if self.waiting > most:
            self._refuse(f"a request is longer than {most} bytes")
        elif self.waiting > GREETING_BYTES and self._server.waiting > self._server.door.pending_mb << 20:
            self._refuse("too much has been begun by all clients together; come back later")
        else:
            self._step()

    @property
    def waiting(self) -> int:
        """How many bytes of a request have come whose end has not."""
        return len(self._requests.waiting)

    @property
    def pending(self) -> int:
        """How many bytes it has not read yet."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    def _step(self) -> None:
        """Take one request; the next one waits until everybody else had a turn, and until this client reads."""
        self._stepping = False
        if self._transport is None or self._unread or self._busy:
            return
        if self._backlog:
            request = self._backlog.popleft()
            try:
                call = parse_request(request)
                if call.method in NAMES:
                    call = Call(*translated(call.method, call.args, call.kwargs))
            except (ValueError, RecursionError, MidworldError) as error:
                self._send(explained(error))
            else:
                self._take(call)
            self._server.wake()
        self._go_on()

    def _go_on(self) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if self._busy or self._unread or self._backlog:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()
        if self._backlog and not self._busy and not self._stepping:
            self._stepping = True
            asyncio.get_running_loop().call_soon(self._step)

    def _take(self, call: Call) -> None:
        if call.method == "token":
            self._admit(call)
        elif not self._admitted:
            self._refuse("this server wants a token: send the method token with it first")
        elif call.method == "sparql":
            self._take_sparql(call)
        elif call.method in CHANGES | QUICK | {"save"} or call.method not in NAMES:
            self._send(answered(lambda: self._done(call), self._server.door.limits))
            if call.method == "close":
                self.leave()
        else:
            self._take_question(call)

    def _admit(self, call: Call) -> None:
        wanted = self._server.door.token
        given = str(call.args[0]) if call.args else ""
        self._admitted = not wanted or hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())
        if self._admitted:
            self._send(ok(None, self._server.door.limits))
        else:
            self._refuse("this is not the token of this server")

    def _done(self, call: Call) -> object:
        """What is done here and now."""
        door = self._server.door
        if call.method == "subscribe" and len(self._subscribed) >= door.subscriptions:
            raise NotAllowed("one more subscription", f"is too many: a client has {door.subscriptions} at most")
        result = self._verbs.call(call.method, call.args, call.kwargs)
        if call.method == "subscribe":
            self._subscribed.add(str(result))
        elif call.method == "unsubscribe":
            self._subscribed.intersection_update(self._server.kb.subscriptions)
        return result

    def _take_question(self, call: Call) -> None:
        brief = call.method in PLAIN and self._server.facts <= SMALL_FACTS
        reply = self._at_once(call) if brief or call.method in {"find", "exist"} else None
        if reply is not None:
            self._send(reply)
            return
        self._server.kb.expire()
        self._ask(partial(self._verbs.call, call.method, call.args, call.kwargs))

    def _at_once(self, call: Call) -> bytes | None:
        """The reply to a question that is answered in no time; None for the others."""
        try:
            found = replace(self._verbs, limits=AT_ONCE).call(call.method, call.args, call.kwargs)
            return ok(found, self._server.door.limits)
        except LimitReached:
            return None
        except Exception as error:
            return explained(error)

    def _take_sparql(self, call: Call) -> None:
        try:
            question = self._verbs.question(call.args, call.kwargs)
        except Exception as error:
            self._send(explained(error))
            return
        self._busy = True
        self._prepare(question)

    def _prepare(self, question: Question) -> None:
        """Bring the mirror up to date, a step at a time in turn with the others."""
        if self._transport is None:
            return
        if question.ready():
            self._ask(question.answer)
        else:
            asyncio.get_running_loop().call_soon(self._prepare, question)

    def _ask(self, work: Callable[[], object]) -> None:
        """Have it worked out elsewhere; until then this client waits, and no other."""
        self._busy = True
        self._server.errands.send(self, partial(self._server.worked_out, work), self._told)

    def _told(self, found: bytes | MidworldError) -> None:
        self._busy = False
        if isinstance(found, MidworldError):
            self._send(refusal(str(found)))
        else:
            models, _, reply = found.partition(b"\n")
            for name in cast("list[str]", json.loads(models)):
                self._server.kb.model(name)
            self._send(reply)
        self._go_on()

    def pause_writing(self) -> None:
        self._unread = True
        self._go_on()

    def resume_writing(self) -> None:
        self._unread = False
        self._step()

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.clients.discard(self)
        self._server.kb.unsubscribe(self.tell)
        self._backlog.clear()
        self._transport = None

    def tell(self, name: str, content: list[dict[str, object]]) -> None:
        self._send(event(name, content))

    def _send(self, data: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        self._transport.write(data)
        if self._unread:
            self._server.look_at_pending()

    def _refuse(self, message: str) -> None:
        """Say why, and hang up; nothing else it sent is looked at."""
        self._backlog.clear()
        self._send(refusal(message))
        self.leave()

    def leave(self) -> None:
        """Hang up once everything is sent."""
        if self._transport is not None:
            self._transport.close()

    def drop(self) -> None:
        """Hang up at once."""
        if self._transport is not None:
            self._transport.abort()


@dataclass(slots=True, eq=False)
class KnowledgeServer:
    """Serves one knowledge base; expiries happen on time without polling."""

    kb: KnowledgeBase
    store: Store | None = None
    journal: Journal | None = None
    clients: set[Client] = field(default_factory=set["Client"])
    versions: Versions = field(default_factory=Versions)
    door: Door = field(default_factory=Door)
    files: Confined | None = field(init=False)
    errands: Errands = field(init=False)
    _server: asyncio.Server | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _clockwork: "asyncio.Task[None] | None" = None
    _looking: bool = False

    def __post_init__(self) -> None:
        self.files = None if self.store is None else Confined(self.store, self.door.files)
        self.errands = Errands(self.door.limits, self.door.questions)

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
        self.errands.stop()

    async def serve(self) -> None:
        """Until cancelled."""
        assert self._server is not None
        await self._server.serve_forever()

    def worked_out(self, work: Callable[[], object]) -> bytes:
        """A line with the agents that were met for the first time, and the reply: for a process of its own."""
        kb = self.kb
        kb.subscriptions.clear()
        kb.observers = []
        known = set(kb.models)
        reply = answered(work, self.door.limits)
        return json.dumps([name for name in kb.models if name not in known]).encode() + b"\n" + reply

    @property
    def facts(self) -> int:
        """How many facts all models hold."""
        return sum(len(model.reasoner.index) for model in self.kb.models.values())

    @property
    def waiting(self) -> int:
        """How many bytes of unfinished requests all clients have sent."""
        return sum(client.waiting for client in self.clients)

    def look_at_pending(self) -> None:
        """Soon, let go of whoever reads least, when all that is unread is too much."""
        if not self._looking:
            self._looking = True
            asyncio.get_running_loop().call_soon(self._drop_the_slowest)

    def _drop_the_slowest(self) -> None:
        self._looking = False
        pending = {client: client.pending for client in self.clients}
        total = sum(pending.values())
        for client in sorted(pending, key=pending.__getitem__, reverse=True):
            if total <= self.door.pending_mb << 20:
                return
            total -= pending[client]
            client.drop()

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
