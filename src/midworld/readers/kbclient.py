"""A client of the knowledge server with pykb's surface; events arrive on a thread of their own."""

import json
import queue
import socket
import threading
from collections.abc import Mapping, Sequence

from ..errors import MidworldError
from ..knowledge import Operators

MARK = "#end#"
TIMEOUT_S = 30.0


class KbError(MidworldError):
    """What the knowledge base refused, in its words."""


class Remote(Operators):
    """`with Remote() as kb: kb += "cup isOn table"`."""

    def __init__(self, host: str = "127.0.0.1", port: int = 6969, *, token: str = "") -> None:
        super().__init__(self._request)
        self._socket = socket.create_connection((host, port), timeout=TIMEOUT_S)
        self._socket.settimeout(None)
        self._replies: queue.Queue[list[str]] = queue.Queue()
        self._lock = threading.Lock()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if token:
            try:
                self.verb("token", token)
            except KbError:
                self._socket.close()
                raise

    def close(self) -> None:
        """Say goodbye and hang up."""
        try:
            super().close()
        finally:
            self._socket.close()
            self._reader.join(timeout=1.0)

    def _request(self, method: str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
        values = [*args, *([{"kwargs": dict(kwargs)}] if kwargs else [])]
        lines = [method, *(json.dumps(value, ensure_ascii=False) for value in values), MARK]
        with self._lock:
            try:
                self._socket.sendall(("\n".join(lines) + "\n").encode())
            except OSError as error:
                raise KbError(f"the connection ended: {error.strerror}") from error
            try:
                reply = self._replies.get(timeout=TIMEOUT_S)
            except queue.Empty:
                raise KbError(f"no answer to {method} within {TIMEOUT_S:g} s") from None
        if reply[0] == "ok":
            return json.loads(reply[1]) if len(reply) > 1 else None
        raise KbError(reply[2] if len(reply) > 2 else "the connection ended")

    def _read(self) -> None:
        lines: list[str] = []
        try:
            with self._socket.makefile("r", encoding="utf-8", newline="\n") as stream:
                for raw in stream:
                    line = raw.rstrip("\n")
                    if line != MARK:
                        lines.append(line)
                        continue
                    message, lines = lines, []
                    if message and message[0] == "event":
                        self.deliver(message[1], json.loads(message[2]))
                    else:
                        self._replies.put(message)
        except (OSError, ValueError):
            pass
        self._replies.put(["error", "kberror", "the connection ended"])
