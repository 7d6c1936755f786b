"""The files a browser asks for, all from this package and from viser: nothing from elsewhere."""

from functools import lru_cache
from http import HTTPStatus
from importlib.resources import files

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
# Nothing but this machine may be asked for anything, whatever a script may want.
POLICY = (
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; "
    "connect-src 'self' ws://127.0.0.1:* ws://localhost:* data: blob:"
)
# The page around has its own controls; viser's would only be in the way.
BARE = "<style>[data-floating-window],.mantine-Notifications-root,.mantine-Paper-root{display:none!important}</style>"
PAINTER = '<script src="painter.js"></script>'


def response(request: Request) -> Response:
    """The file a path names, or a sentence."""
    path = request.path.partition("?")[0].strip("/") or "index.html"
    found = scene() if path == "scene.html" else page_file(path)
    if found is None:
        return _answer(HTTPStatus.NOT_FOUND, b"Nothing is here; the page is at /", "text/plain")
    return _answer(HTTPStatus.OK, found, TYPES.get(path.rpartition(".")[2], "text/plain"))


def page_file(name: str) -> bytes | None:
    folder = files(__package__ or "") / "page"
    known = {each.name: each for each in folder.iterdir()}
    return known[name].read_bytes() if name in known else None


@lru_cache(maxsize=1)
def scene() -> bytes:
    """viser's own client without its panel, served from here so that it shares our page's origin."""
    client = (files("viser") / "client" / "build" / "index.html").read_bytes()
    # Before viser's own script, which must find the painter there.
    return client.replace(b"<head>", b"<head>" + PAINTER.encode() + BARE.encode(), 1)


def _answer(status: HTTPStatus, body: bytes, kind: str) -> Response:
    headers = Headers(
        {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(body)),
            "Content-Security-Policy": POLICY,
            "Cache-Control": "no-cache",
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, body)
