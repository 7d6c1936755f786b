"""A knowledge server for tests, on a thread of its own."""

import asyncio
import socket
import threading
import time

from kbfactory import household
from midworld.adapters.oxigraph import Files
from midworld.knowledge import KnowledgeBase
from midworld.readers.kbserver import Door, KnowledgeServer


class Serving:
    """A server on a thread of its own."""

    def __init__(self, door: Door | None = None) -> None:
        self.kb: KnowledgeBase = household()
        self.kb.clock = time.time
        self._door = door or Door()
        self.port = 0
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._run(),))
        self._thread.start()
        assert self._ready.wait(10.0)

    async def _run(self) -> None:
        self.server = KnowledgeServer(self.kb, Files(self.kb), door=self._door)
        self.port = await self.server.start(port=0)
        self._stop = asyncio.Event()
        self._ready.set()
        await self._stop.wait()
        await self.server.stop()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10.0)
        self._loop.close()

    def raw(self, data: bytes) -> list[str]:
        """What comes back for some bytes, up to the first mark."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10.0) as connection:
            connection.sendall(data)
            received = b""
            while b"#end#\n" not in received:
                received += connection.recv(65536)
        return received.split(b"#end#\n")[0].decode().splitlines()
