"""For tests and measurements of shared boards: a transport that loses messages, a link that can be cut."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from midworld.errors import MidworldError, NotAllowed
from midworld.geometry import Box
from midworld.runtime import HOST, PATIENCE_S, Claims, Listener, SharedBoard
from midworld.world import Delta, Entity, EntityId, Event, change


class Ether:
    """Programs of one board in one process. `lose` says of a message whether it is lost on the way."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self.lose: Callable[[str, str], bool] = lambda teller, hearer: False
        self.count = 0
        self.sizes: list[int] = []

    def host(self, name: str = "host") -> SharedBoard:
        return SharedBoard(Place(self, name, hosts=True), claims=Claims(), report=lambda sentence: None)

    def connect(self, name: str, *, history: float = 10.0) -> SharedBoard:
        return SharedBoard(Place(self, name), history=history, report=lambda sentence: None)

    def settle(self) -> None:
        """Until everybody has heard everything."""
        for _ in range(3):
            for place in list(self.places.values()):
                place.board_settled()


class Place:
    def __init__(self, ether: Ether, name: str, *, hosts: bool = False) -> None:
        ether.count += 1
        self.me = f"anyone/{name}~{ether.count}"
        self._ether, self._hosts = ether, hosts
        self.listener: Listener | None = None

    def open(self, listener: Listener) -> None:
        self.listener = listener
        for name, other in list(self._ether.places.items()):
            listener.joined(name)
            if other.listener is not None:
                other.listener.joined(self.me)
        self._ether.places[self.me] = self

    def tell(self, channel: str, data: bytes) -> None:
        self._ether.sizes.append(len(data))
        for name, place in list(self._ether.places.items()):
            if name != self.me and place.listener and not self._ether.lose(self.me, name):
                place.listener.told(self.me, channel, data)

    def ask(self, peer: str, question: str, data: bytes = b"", *, timeout: float = PATIENCE_S) -> bytes | None:
        places = self._ether.places
        place = next((each for each in places.values() if each._hosts), None) if peer == HOST else places.get(peer)
        if place is None or place.listener is None or self._ether.lose(peer, self.me):
            return None
        try:
            return place.listener.asked(self.me, question, data)
        except MidworldError as error:
            raise NotAllowed("", str(error)) from error

    def close(self) -> None:
        self._ether.places.pop(self.me, None)
        for other in self._others():
            other.left(self.me)

    def board_settled(self) -> None:
        sharing = self.listener
        assert sharing is not None
        getattr(sharing, "teller").flush()  # noqa: B009
        getattr(sharing, "settle")()  # noqa: B009

    def _others(self) -> list[Listener]:
        return [each.listener for each in self._ether.places.values() if each is not self and each.listener]


def cup(stamp: float = 0.0, height: float = 0.0) -> Delta:
    entity = Entity(EntityId("cup"), visual=Box((0.1, 0.1, 0.1)))
    return change(stamp=stamp, put=[entity], pose={entity.id: [0, 0, height, 0, 0, 0, 1]})


def moved(stamp: float, *, height: float = 0.0, told: str | None = None) -> Delta:
    entries = [] if told is None else [Event(stamp, told, "ann", "cup")]
    return change(stamp=stamp, pose={EntityId("cup"): [0, 0, height, 0, 0, 0, 1]}, entries=entries)


class Cable:
    """A way to a port of this machine that can be cut: all connections break, and none is made until it is mended."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._whole = threading.Event()
        self._whole.set()
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._whole.clear()
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._whole.set()

    def __enter__(self) -> "Cable":
        return self

    def __exit__(self, *failure: object) -> None:
        self.cut()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if not self._whole.is_set():
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_carry, args=(one, other), daemon=True).start()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    for end in (one, other):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
