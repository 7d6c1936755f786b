"""What strangers may cost the viewer, and what they may not cost those who look at it."""

import json
import logging
import socket
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from midworld.readers.viewer import Viewer
from midworld.readers.viewer.guest import MAX_GUESTS
from midworld.readers.viewer.server import AHEAD, MAX_PAGES
from viewerkit import chapter, told

PATIENCE_S = 20.0
UPGRADE = (
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
)
# A ping of 125 bytes, its mask left at zero.
PING = b"\x89\xfd" + bytes(4) + b"x" * 125


def dialled(viewer: Viewer, text: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", urlsplit(viewer.url).port or 0), timeout=PATIENCE_S)
    line.sendall(text.encode())
    return line


def opened(viewer: Viewer) -> Connection:
    return connect(viewer.url.replace("http", "ws"), open_timeout=PATIENCE_S)


def heard(page: Connection, kind: str) -> dict[str, Any]:
    """The next message of a kind; no frame is taken in."""
    while (message := told(page.recv(timeout=PATIENCE_S)))["type"] != kind:
        pass
    return message


def test_who_knocks_without_end_and_never_reads_is_shown_out() -> None:
    with (
        Viewer([chapter(ticks=3)], port=0) as viewer,
        dialled(viewer, UPGRADE) as line,
        pytest.raises(ConnectionError),
    ):
        # A socket holds some megabytes at each end; no more than these are kept for whoever does not read.
        for _ in range(1000):
            line.sendall(PING * 1000)


def test_half_open_handshakes_give_way_to_who_comes_later() -> None:
    with Viewer([chapter(ticks=3)], port=0) as viewer:
        lines = [dialled(viewer, "GET / HTTP/1.1\r\nHost: 127.") for _ in range(MAX_GUESTS + 10)]
        lines[0].settimeout(5.0)
        with suppress(ConnectionResetError):
            assert lines[0].recv(1) == b""
        lines[-1].settimeout(0.2)
        with pytest.raises(TimeoutError):
            lines[-1].recv(1)
        with opened(viewer) as page:
            heard(page, "hello")
        for line in lines:
            line.close()


def test_a_page_that_takes_nothing_in_gives_way_to_one_that_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("midworld.readers.viewer.server.STALLED_S", 0.0)
    with Viewer([chapter(ticks=3)], port=0) as viewer:
        stuck = [opened(viewer) for _ in range(MAX_PAGES)]
        for page in stuck:
            heard(page, "frame")
        with opened(viewer) as late:
            heard(late, "hello")
        with pytest.raises(Exception, match="took nothing in"):
            while True:
                stuck[0].recv(timeout=PATIENCE_S)
        for page in stuck:
            page.close()


def test_a_page_cannot_take_in_what_it_was_not_told() -> None:
    with Viewer([chapter()], port=0) as viewer, opened(viewer) as page:
        page.send(json.dumps({"type": "ack", "frame": 10**9}))
        for _ in range(AHEAD):
            heard(page, "frame")
        with pytest.raises(TimeoutError):
            while told(page.recv(timeout=0.5))["type"] != "frame":
                pass


def test_who_changes_their_mind_gets_all_of_a_pane_again() -> None:
    with Viewer([chapter(ticks=3)], port=0) as viewer, opened(viewer) as page:
        number, found = 0, list[set[str]]()
        for worlds in (["stable"], ["ann"]), (["stable"],), (["stable"], ["ann"]):
            page.send(json.dumps({"type": "view", "panes": worlds, "chosen": [str(number)]}))
            if len(worlds) == 2:
                while len(panes := (frame := heard(page, "frame")).get("panes") or ()) != 2 or panes[1] is None:
                    page.send(json.dumps({"type": "ack", "frame": frame["number"]}))
                number = frame["number"]
                page.send(json.dumps({"type": "ack", "frame": number}))
                found.append(set(panes[1]["batches"]))
        assert found[0] == found[1]


def test_what_strangers_do_wrong_is_no_news(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), Viewer([chapter(ticks=3)], port=0) as viewer:
        for text in ("GET / HTTP/1.1\r\nHost: 127.", "\x16\x03\x01", "GET / HTTP/1.1\r\nCookie: " + "x" * 10_000):
            with dialled(viewer, text) as line:
                line.shutdown(socket.SHUT_WR)
                with suppress(ConnectionResetError):
                    while line.recv(1 << 16):
                        pass
    assert not caplog.records
