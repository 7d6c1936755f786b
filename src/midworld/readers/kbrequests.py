"""Bytes of the KnowledgeCore protocol: cut into requests, told from other protocols, and made of replies.

A request is a method name, one JSON value per line, and the mark. A reply is `ok` with one JSON line or none, or
`error`, `kberror` and a sentence. An event is `event`, its identifier and the new bindings.
"""

import json
import re
from dataclasses import dataclass, field
from typing import cast

from ..knowledge import QueryLimits

MARK = b"#end#"
# Any beginning of a line that is a method name, or of an empty request. HTTP has a space and more after its method.
_NAME = re.compile(rb"(?:[A-Za-z_]\w{0,63}[ \t\r]{0,8}|#?e?n?d?#?\r?)")


@dataclass(slots=True)
class Greeting:
    """The first line of a connection, as far as it has come."""

    start: bytes = b""
    over: bool = False

    def foreign(self, data: bytes) -> bool:
        """Whether it cannot be a request: what a browser sends, TLS, or anything else whose first line is no name."""
        if self.over:
            return False
        line, newline, _ = (self.start + data).lstrip(b"\r\n").partition(b"\n")
        self.start, self.over = line, bool(newline)
        return _NAME.fullmatch(line) is None


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


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it was meant."""

    method: str
    args: list[object]
    kwargs: dict[str, object]


def parse_request(request: bytes) -> Call:
    """Method, arguments and keyword arguments; raises ValueError for what is not a request."""
    lines = [line.strip() for line in request.decode("utf-8").split("\n")]
    lines = [line for line in lines if line]
    if not lines:
        raise ValueError("an empty request: send a method name, then one JSON value per line, then #end#")
    args: list[object] = [json.loads(line) for line in lines[1:]]
    if args and isinstance(args[-1], dict):
        last = cast("dict[str, object]", args[-1])
        if set(last) == {"kwargs"} and isinstance(last["kwargs"], dict):
            return Call(lines[0], args[:-1], cast("dict[str, object]", last["kwargs"]))
    return Call(lines[0], args, {})


def ok(result: object, limits: QueryLimits) -> bytes:
    """A reply; raises LimitReached where it would be too long."""
    if result is None:
        return b"ok\n" + MARK + b"\n"
    if not isinstance(result, list):
        text = json.dumps(result, ensure_ascii=False).encode()
    else:
        size = 0
        rows: list[str] = []
        for row in cast("list[object]", result):
            rows.append(json.dumps(row, ensure_ascii=False))
            size += len(rows[-1])
            limits.check_bytes(size)
        text = f"[{', '.join(rows)}]".encode()
    limits.check_bytes(len(text))
    return b"ok\n" + text + b"\n" + MARK + b"\n"


def refusal(message: str) -> bytes:
    line = " ".join(message.split()) or "error"
    return f"error\nkberror\n{line}\n".encode("utf-8", "replace") + MARK + b"\n"


def event(name: str, content: object) -> bytes:
    return f"event\n{name}\n{json.dumps(content, ensure_ascii=False)}\n".encode() + MARK + b"\n"
