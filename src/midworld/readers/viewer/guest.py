"""A connection that costs little, whoever is at its other end."""

import asyncio
import logging

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import Event, State

# Connections at a time, pages and requests for files together; a browser has six for each page.
MAX_GUESTS = 64
# What may wait to be read at the other end: some frames of a large scene.
UNREAD_BYTES = 8 << 20
# Browsers send no pings, programs one now and then.
PINGS_PER_S = 20

# What strangers do wrong is no news; what fails here is.
TROUBLE = logging.getLogger("midworld.viewer")
TROUBLE.addFilter(lambda record: record.msg == "connection handler failed")


class Guest(ServerConnection):
    """Gives its place to who comes later while it has not greeted; is shown out if it only pings, or never reads."""

    _pings, _since = 0, 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        guests = [each for each in self.server.handlers if not each.transport.is_closing()]
        if len(guests) > MAX_GUESTS:
            # In the order of their coming; who came last is among them.
            next(each for each in guests if each.state is not State.OPEN).transport.abort()

    def process_event(self, event: Event) -> None:
        super().process_event(event)
        if isinstance(event, Frame) and event.opcode is Opcode.PING:
            if self.loop.time() - self._since > 1.0:
                self._pings, self._since = 0, self.loop.time()
            self._pings += 1
            if self._pings > PINGS_PER_S:
                self.transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_write_buffer_size() > UNREAD_BYTES:
            self.transport.abort()
