"""One thread that hands out the page, listens to it, and feeds it frames as fast as it takes them."""

import asyncio
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus
from importlib.metadata import version
from types import TracebackType
from urllib.parse import urlsplit

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.protocol import State

from ...errors import BadInput, Problem
from .assets import response
from .chapter import Chapter
from .guest import TROUBLE, Guest
from .message import Ack, Hello, asked, encode, packed
from .page import Page

HOST = "127.0.0.1"
FRAME_S = 0.04
# A page that was away for longer goes on from where it was.
LONGEST_S = 0.25
# Frames of a busy run may take this share of the time: the run comes first.
SHARE = 0.04
# So many frames a page may be told before it has shown the first: the next is there when it is done with one.
AHEAD = 2
# The usual port and how many after it are tried when nobody asked for a certain one.
PORT, TRIES = 8350, 30
MAX_PAGES = 6
# A page that takes nothing in for so long gives its place to another that is opened.
STALLED_S = 5.0
# A browser answers pings whatever its page does; who does not is gone.
PING_S = 5.0


class Viewer:
    """Serves chapters on this machine until closed; also a context manager. Raises BadInput if a port is taken."""

    def __init__(self, chapters: Sequence[Chapter], *, port: int | None = None) -> None:
        assert chapters
        self._chapters = tuple(chapters)
        self._ports = tuple(range(PORT, PORT + TRIES)) if port is None else (port,)
        self._ready = threading.Event()
        self._failure: Exception | None = None
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._port = 0
        self._conversations: set[_Conversation] = set()
        self._thread = threading.Thread(target=self._run, name="viewer", daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._failure is not None:
            raise self._failure

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._port}/"

    @property
    def pages(self) -> int:
        return len(self._conversations)

    def close(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(timeout=10.0)

    def __enter__(self) -> "Viewer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._ready.set()
            self._loop.close()

    async def _serve(self) -> None:
        for port in self._ports:
            try:
                server = await serve(
                    self._page,
                    HOST,
                    port,
                    process_request=_requested,
                    max_size=1 << 20,
                    compression=None,
                    ping_interval=PING_S,
                    ping_timeout=2 * PING_S,
                    create_connection=Guest,
                    logger=TROUBLE,
                )
                break
            except OSError:
                continue
        else:
            taken = f"{HOST}:{self._ports[0]}"
            self._failure = BadInput([Problem("--port", None, f"{taken} is taken; name another, or 0 for any")])
            return
        async with server:
            self._port = next(iter(server.sockets)).getsockname()[1]
            self._ready.set()
            drain = asyncio.create_task(self._drain())
            await self._stop.wait()
            drain.cancel()

    async def _drain(self) -> None:
        """Works in what the runs fed, whether anybody looks or not."""
        while True:
            for chapter in self._chapters:
                chapter.tape.drain()
            await asyncio.sleep(FRAME_S)

    async def _page(self, connection: ServerConnection) -> None:
        if self.pages >= MAX_PAGES and not self._made_room():
            await connection.close(1013, "too many pages are open; close one")
            return
        page = Page(self._chapters)
        chapters = tuple((chapter.name, chapter.sentence) for chapter in self._chapters)
        plans = tuple(chapter.plan for chapter in self._chapters)
        conversation = _Conversation(connection, page)
        self._conversations.add(conversation)
        try:
            await connection.send(encode(Hello(chapters, version("midworld"), plans)).decode())
            await conversation.run()
        except ConnectionClosed:
            pass
        finally:
            self._conversations.discard(conversation)
            page.close()

    def _made_room(self) -> bool:
        """Whether the page that has been stuck for longest, if any is, was asked to go."""
        longest = max(self._conversations, key=lambda each: each.stuck_s)
        if longest.stuck_s < STALLED_S:
            return False
        self._conversations.discard(longest)
        longest.end("this page took nothing in while another was opened")
        return True


class _Conversation:
    """One page's questions and frames. A page that is slow to take them in gets fewer."""

    def __init__(self, connection: ServerConnection, page: Page) -> None:
        self._connection, self._page = connection, page
        self._wake = asyncio.Event()
        self._sent = self._taken = 0
        # What the page wants to see is known only once it has said so.
        self._due = self._told = time.perf_counter() + FRAME_S

    @property
    def stuck_s(self) -> float:
        """How long a frame has been waiting to be taken in."""
        unread = self._connection.transport.get_write_buffer_size() > 0
        stuck = not self._page.view.hidden and (unread or self._sent > self._taken)
        return time.perf_counter() - self._told if stuck else 0.0

    def end(self, reason: str) -> None:
        """Says goodbye, and waits for no answer."""
        self._ending = asyncio.create_task(self._connection.close(1013, reason))

    async def run(self) -> None:
        listening = asyncio.create_task(self._listen())
        last = time.perf_counter()
        try:
            while not listening.done():
                await self._pause()
                if self._connection.state is not State.OPEN:
                    # Nothing more is sent, so nothing else would let others have their turn.
                    break
                now = time.perf_counter()
                await self._tell(min(now - last, LONGEST_S))
                last = now
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    async def _listen(self) -> None:
        async for text in self._connection:
            try:
                said = asked(text)
            except BadInput:
                # A page of another version; it will be loaded anew.
                continue
            if isinstance(said, Ack):
                # Nobody has taken in what was not told.
                if self._taken < (taken := min(said.frame, self._sent)):
                    self._taken, self._told = taken, time.perf_counter()
            else:
                self._page.ask(said)
            self._wake.set()

    async def _pause(self) -> None:
        """Until the next frame is due, nobody looks away and the one before the last was taken in; or somebody asks."""
        while self._connection.state is State.OPEN:
            self._wake.clear()
            behind, early = self._sent - self._taken, self._due - time.perf_counter()
            if not self._page.view.hidden and (
                (self._page.asked and behind <= AHEAD) or (behind < AHEAD and early <= 0)
            ):
                return
            with suppress(TimeoutError):
                waits = self._page.view.hidden or behind >= AHEAD
                await asyncio.wait_for(self._wake.wait(), timeout=1.0 if waits else early)

    async def _tell(self, seconds: float) -> None:
        begun, cost = time.perf_counter(), time.thread_time()
        frame = self._page.frame(seconds)
        cost = time.thread_time() - cost
        # Where nothing was new it may be soon.
        usual = FRAME_S if frame is not None else FRAME_S / 2
        self._due = begun + (max(usual, cost / SHARE) if self._page.delicate else usual)
        if frame is not None:
            if self._sent == self._taken:
                self._told = time.perf_counter()
            self._sent = frame.number
            await self._connection.send(packed(frame, self._page.payload))


def _requested(connection: ServerConnection, request: Request) -> Response | None:
    """Files for browsers; a websocket only for our own page."""
    headers = request.headers
    for header, address in (("Host", f"//{headers.get('Host', '')}"), ("Origin", headers.get("Origin", ""))):
        # A name that leads here from elsewhere is how foreign pages reach local servers.
        if address and urlsplit(address).hostname not in (HOST, "localhost"):
            return connection.respond(HTTPStatus.FORBIDDEN, f"{header} is not this machine\n")
    return None if headers.get("Upgrade", "").lower() == "websocket" else response(request)
