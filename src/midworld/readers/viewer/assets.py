"""The files a browser asks for, all from this package, packed once: nothing from elsewhere."""

import gzip
from functools import lru_cache
from http import HTTPStatus
from importlib.resources import files

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
# Nothing but this machine may be asked for anything, whatever a script may want.
POLICY = (
    "default-src 'self' 'unsafe-inline' data: blob:; connect-src 'self' ws://127.0.0.1:* ws://localhost:* data: blob:"
)


def response(request: Request) -> Response:
    """The file a path names, or a sentence."""
    path = request.path.partition("?")[0].strip("/") or "index.html"
    found = page_file(path)
    if found is None:
        return _answer(HTTPStatus.NOT_FOUND, b"Nothing is here; the page is at /", "text/plain")
    return _answer(HTTPStatus.OK, found, TYPES.get(path.rpartition(".")[2], "text/plain"))


@lru_cache(maxsize=32)
def page_file(name: str) -> bytes | None:
    """A file as it goes over: packed, as a page on a slow link waits for nothing else so long."""
    folder = files(__package__ or "") / "page"
    known = {each.name: each for each in folder.iterdir()}
    return gzip.compress(known[name].read_bytes(), mtime=0) if name in known else None


def _answer(status: HTTPStatus, body: bytes, kind: str) -> Response:
    headers = Headers(
        {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(body)),
            "Content-Security-Policy": POLICY,
            **({"Content-Encoding": "gzip"} if status is HTTPStatus.OK else {}),
            "Cache-Control": "no-cache",
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, body)
