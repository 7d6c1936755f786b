"""Load on the viewer: two hundred pages, readers that never read, messages of 10 MB, handshakes that stay half open.

Prints how long an honest page waits and how much memory the viewer takes, and fails where memory has no end.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.interrupted import assessed, bundled
from benchmarks.siege import CLIENTS, LINE_BYTES, Waits, memory_mb
from midworld.readers.viewer import ViewerProcess, Wire
from midworld.readers.viewer.message import unpacked

SCENE = "6a_pulled_off"
ROUNDS = 40
DEAF, KNOCKING, HEAVY, HALF_OPEN, FETCHING, FICKLE = 40, 20, 10, 60, 40, 4
# What six pages are told, what each connection may have unread, and some room.
GROWTH_MB = 300.0
PATIENCE_S = 60.0
SECONDS = 5.0
VISIT_S = 1.0
Stranger: TypeAlias = Callable[[int], Awaitable[None]]
GONE = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)


class NoEnd(AssertionError):
    def __init__(self, grown: float) -> None:
        super().__init__(f"the viewer grew by {grown:.0f} MB; {GROWTH_MB:g} MB are allowed")


class Frame(msgspec.Struct, frozen=True):
    """Of what a page is told, what is looked at here."""

    type: str
    number: int = 0
    at: float = 0.0
    complete: bool = False


decode = msgspec.json.Decoder(Frame).decode


def said(kind: str, **more: object) -> str:
    return json.dumps({"type": kind, **more})


async def frame(page: ClientConnection) -> Frame:
    """The next frame, which is taken in."""
    while True:
        message = await page.recv()
        told = decode(message if isinstance(message, str) else unpacked(message))
        if told.type == "frame":
            await page.send(said("ack", frame=told.number))
            return told


async def opened(port: int) -> ClientConnection:
    """A page that comes back until it is let in."""
    while True:
        with contextlib.suppress(*GONE):
            page = await connect(f"ws://127.0.0.1:{port}/", max_queue=None)
            await page.send(said("view"))
            await page.send(said("play", playing=False))
            # Until then there is not yet all of the time that it will scrub along.
            while not (await frame(page)).complete:
                pass
            return page
        await asyncio.sleep(0.1)


async def told(port: int) -> None:
    """A page that is let in, or hears that there are too many."""
    while True:
        with contextlib.suppress(OSError, InvalidHandshake, TimeoutError):
            async with connect(f"ws://127.0.0.1:{port}/") as page:
                with contextlib.suppress(ConnectionClosed):
                    await page.recv()
                if page.close_reason or page.close_code is None:
                    return
        await asyncio.sleep(0.1)


async def used(page: ClientConnection, waits: Waits) -> None:
    """Scrubs along the time of the run, and waits for what it asked for."""
    for number in range(1, ROUNDS + 1):
        begun, wanted = time.perf_counter(), number * 0.01
        await page.send(said("seek", at=wanted))
        while abs((await frame(page)).at - wanted) > 1e-6:
            pass
        waits.seconds.append(time.perf_counter() - begun)
        await asyncio.sleep(0.02)


async def fetched(port: int, waits: Waits) -> None:
    """Asks for the page's files as a browser does."""
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        while True:
            with contextlib.suppress(*GONE):
                reader, writer = await greeted(port, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                answer = await reader.read()
                writer.close()
                if answer.startswith(b"HTTP/1.1 200"):
                    break
            await asyncio.sleep(0.05)
        waits.seconds.append(time.perf_counter() - begun)


async def greeted(port: int, text: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 16)
    writer.write(text.encode())
    return reader, writer


def packed(opcode: int, content: bytes) -> bytes:
    """A message as a browser packs it, its mask left at zero."""
    size = len(content)
    length = bytes([0x80 | size]) if size < 126 else bytes([0xFF]) + size.to_bytes(8, "big")
    return bytes([0x80 | opcode]) + length + bytes(4) + content


async def raw(port: int) -> asyncio.StreamWriter:
    """A websocket of which nothing is read but the beginning."""
    key = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        + "A" * 22
        + "=="
    )
    reader, writer = await greeted(port, f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n{key}\r\n\r\n")
    await reader.readuntil(b"\r\n\r\n")
    return writer


async def visitor(port: int) -> None:
    """One of many pages: looks for a second, goes and comes again."""
    async with asyncio.timeout(VISIT_S), connect(f"ws://127.0.0.1:{port}/") as page:
        await page.send(said("view"))
        while True:
            await frame(page)


async def deaf(port: int) -> None:
    """Asks for everything, again and again, and never reads."""
    writer = await raw(port)
    asks = [said("view", chosen=["nobody"] * 100), said("seek", at=0.1), said("ack", frame=10**9)]
    while True:
        writer.write(b"".join(packed(1, each.encode()) for each in asks))
        await writer.drain()
        await asyncio.sleep(0.05)


async def knocking(port: int) -> None:
    """Wants to know whether somebody is there, as fast as can be said, and does not listen."""
    writer = await raw(port)
    while not writer.is_closing():
        writer.write(packed(9, b"x" * 125) * 1000)
        await writer.drain()


async def heavy(port: int) -> None:
    """Messages, and headers, of ten megabytes."""
    writer = await raw(port)
    writer.write(packed(1, b'"' * LINE_BYTES))
    await writer.drain()
    _, other = await greeted(port, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ")
    for _ in range(10):
        other.write(b"x" * (LINE_BYTES // 10))
        await other.drain()


async def half_open(port: int) -> None:
    """Begins to greet and says no more."""
    reader, _ = await greeted(port, "GET / HTTP/1.1\r\nHost: 127.")
    await reader.read()


async def fetching(port: int) -> None:
    """Asks for the largest file there is and does not read it."""
    _, writer = await greeted(port, "GET /app.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    await asyncio.sleep(PATIENCE_S)
    writer.close()


async def fickle(port: int) -> None:
    """One pane, two panes, one pane, as fast as can be said."""
    async with connect(f"ws://127.0.0.1:{port}/") as page:
        for _ in range(50):
            await page.send(said("view", panes=[["stable"], ["merged"]]))
            await page.send(said("view", panes=[["stable"]]))
        await frame(page)


async def ever(stranger: Stranger, port: int) -> None:
    """Comes back whenever it is shown out."""
    while True:
        with contextlib.suppress(*GONE):
            await stranger(port)
        await asyncio.sleep(0.1)


def crowd(port: int, strangers: dict[Stranger, int]) -> None:
    """All strangers, until this process is ended."""

    async def come() -> None:
        await asyncio.gather(*(ever(kind, port) for kind, count in strangers.items() for _ in range(count)))

    asyncio.run(come())


async def beside(port: int, strangers: dict[Stranger, int]) -> dict[str, Waits]:
    """What honest pages wait while all the others are there, in a process of their own."""
    waits = {"asked": Waits(), "files": Waits(), "opened": Waits()}
    page = await opened(port)
    besiegers = get_context("spawn").Process(target=crowd, args=(port, strangers), daemon=True)
    besiegers.start()
    try:
        await asyncio.sleep(SECONDS if strangers else 0.0)
        await used(page, waits["asked"])
        await fetched(port, waits["files"])
        begun = time.perf_counter()
        # Among more honest pages than there are places for it is enough to be told so.
        await asyncio.wait_for(told(port) if visitor in strangers else _passing(port), PATIENCE_S)
        waits["opened"].seconds.append(time.perf_counter() - begun)
        await page.close()
    finally:
        besiegers.kill()
        besiegers.join()
    return waits


async def _passing(port: int) -> None:
    await (await opened(port)).close()


def siege() -> Iterator[str]:
    """What was measured, line by line. Raises NoEnd."""
    if not Path("/proc/self/status").exists():
        yield "viewer under load: needs /proc to see its memory, not run here"
        return
    scene, observations = bundled(SCENE)
    assessment, wire = assessed(scene), Wire("run", meshes=scene.meshes)
    assessment.board.subscribe(wire.feed)
    for observation in observations:
        assessment.feed(observation)
    wire.end()
    everybody: dict[Stranger, int] = {
        visitor: CLIENTS,
        deaf: DEAF,
        knocking: KNOCKING,
        heavy: HEAVY,
        half_open: HALF_OPEN,
        fetching: FETCHING,
        fickle: FICKLE,
    }
    phases: dict[str, dict[Stranger, int]] = {
        "one page": {},
        f"{CLIENTS} pages": {visitor: CLIENTS},
        f"{DEAF} that never read": {deaf: DEAF},
        f"{KNOCKING} that send pings": {knocking: KNOCKING},
        f"{HEAVY} with messages of 10 MB": {heavy: HEAVY},
        f"{HALF_OPEN} half open, {FETCHING} files unread": {half_open: HALF_OPEN, fetching: FETCHING},
        f"{FICKLE} that change their minds": {fickle: FICKLE},
        "all of them": everybody,
        "one page afterwards": {},
    }
    with ViewerProcess([wire], port=0) as viewer:
        port = urlsplit(viewer.url).port or 0
        asyncio.run(beside(port, {}))
        before, peak = memory_mb(viewer.pid)
        yield f"viewer: {before:.0f} MB"
        for name, strangers in phases.items():
            waits = asyncio.run(beside(port, strangers))
            now, peak = memory_mb(viewer.pid)
            threads = sum(1 for _ in Path(f"/proc/{viewer.pid}/task").iterdir())
            yield f"{name}: memory {now:.0f} MB, {peak:.0f} MB at most, {threads} threads"
            for what, each in waits.items():
                yield f"  {what}: {each}"
        if peak - before > GROWTH_MB:
            raise NoEnd(peak - before)


if __name__ == "__main__":
    for line in siege():
        print(line, flush=True)
