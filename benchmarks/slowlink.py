"""A link that is slow: what goes through it takes its time, and no more comes than it carries."""

import asyncio
import threading
from types import TracebackType
from urllib.parse import urlsplit

# Bytes a second towards the browser, of all connections together, and seconds there and back.
BYTES_PER_S, ROUND_TRIP_S = 50_000, 0.3
PIECE = 2048


class SlowLink:
    """Stands before a server on this machine until closed; `url` is the server's as seen through it."""

    def __init__(self, url: str) -> None:
        self._port = urlsplit(url).port
        self._loop = asyncio.new_event_loop()
        self._free = 0.0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="slow link", daemon=True)
        self._thread.start()
        self._ready.wait()

    def __enter__(self) -> "SlowLink":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._joined, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        self._ready.set()
        self._loop.run_forever()

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # As long as it takes until the first word can be answered.
        await asyncio.sleep(ROUND_TRIP_S)
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        await asyncio.gather(self._carry(reader, back, slow=False), self._carry(there, writer, slow=True))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, slow: bool) -> None:
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(64)

        async def deliver() -> None:
            while True:
                due, piece = await under_way.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                if not piece:
                    writer.close()
                    return
                writer.write(piece)

        delivered = self._loop.create_task(deliver())
        try:
            while piece := await reader.read(PIECE):
                now = self._loop.time()
                if slow:
                    self._free = max(self._free, now) + len(piece) / BYTES_PER_S
                    await asyncio.sleep(self._free - now)
                await under_way.put((self._loop.time() + ROUND_TRIP_S / 2, piece))
        except OSError:
            pass
        await under_way.put((0.0, b""))
        await delivered
