"""Who may talk to the viewer, and what it costs when nobody does."""

import gzip
import json
import socket
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.sync.connection import Connection

import viewerkit
from midworld.errors import BadInput
from midworld.readers.viewer import Viewer
from midworld.readers.viewer.server import AHEAD, MAX_PAGES
from viewerkit import chapter


def asked(url: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
            body, headers = answer.read(), dict(answer.headers)
            return answer.status, gzip.decompress(body) if "Content-Encoding" in headers else body, headers
    except urllib.error.HTTPError as error:
        return error.code, error.read(), {}


def opened(viewer: Viewer, **headers: str) -> Connection:
    return connect(viewer.url.replace("http", "ws"), additional_headers=headers, open_timeout=10)


def told(page: Connection, kind: str) -> dict[str, Any]:
    """The next message of a kind; frames are taken in along the way."""
    while True:
        message = viewerkit.told(page.recv(timeout=20))
        if message["type"] == "frame":
            page.send(json.dumps({"type": "ack", "frame": message["number"]}))
        if message["type"] == kind:
            return message


def test_the_page_comes_from_here_and_may_ask_nobody_else() -> None:
    with Viewer([chapter(ticks=3)], port=0) as viewer:
        assert urlsplit(viewer.url).hostname == "127.0.0.1"
        status, body, headers = asked(viewer.url)
        assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert b"http://" not in body.replace(b"http://www.w3.org", b"")
        assert "connect-src 'self' ws://127.0.0.1:*" in headers["Content-Security-Policy"]
        assert asked(f"{viewer.url}app.js")[0] == 200
        for path in ("nothing", "../server.py", "%2e%2e/server.py", "page/app.js"):
            assert asked(f"{viewer.url}{path}")[0] == 404


def test_foreign_names_and_pages_are_refused() -> None:
    with Viewer([chapter(ticks=3)], port=0) as viewer:
        assert asked(viewer.url, Host="evil.example")[0] == 403
        with pytest.raises(InvalidStatus):
            opened(viewer, Origin="http://evil.example")
        with opened(viewer, Origin=viewer.url.rstrip("/")) as page:
            assert told(page, "hello")["chapters"] == [["story", "Ann leaves, and the ball is moved."]]


def test_a_port_that_is_taken_is_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(BadInput, match=f"127.0.0.1:{port} is taken"):
            Viewer([chapter(ticks=3)], port=port)


def test_a_page_gets_frames_only_as_fast_as_it_takes_them_in() -> None:
    with Viewer([chapter()], port=0) as viewer, opened(viewer) as page:
        heard: list[int] = []
        with pytest.raises(TimeoutError):
            while True:
                message = viewerkit.told(page.recv(timeout=0.5))
                heard += [message["number"]] if message["type"] == "frame" else []
        assert len(heard) == AHEAD
        page.send(json.dumps({"type": "ack", "frame": heard[0]}))
        assert told(page, "frame")["number"] == heard[-1] + 1


def test_a_hidden_page_gets_nothing_and_nonsense_is_passed_over() -> None:
    with Viewer([chapter()], port=0) as viewer, opened(viewer) as page:
        told(page, "frame")
        page.send("nonsense")
        page.send(json.dumps({"type": "seek", "at": "soon"}))
        page.send(json.dumps({"type": "play", "playing": False}))
        page.send(json.dumps({"type": "seek", "at": 7.0}))
        while told(page, "frame")["at"] != 7.0:
            pass
        page.send(json.dumps({"type": "view", "hidden": True}))
        page.send(json.dumps({"type": "seek", "at": 3.0}))
        with pytest.raises(TimeoutError):
            while viewerkit.told(page.recv(timeout=0.6))["type"] != "frame":
                pass


def test_too_many_pages_are_told_so() -> None:
    with Viewer([chapter(ticks=3)], port=0) as viewer:
        pages = [opened(viewer) for _ in range(MAX_PAGES)]
        for page in pages:
            told(page, "hello")
        with opened(viewer) as late, pytest.raises(Exception, match="too many pages"):
            late.recv(timeout=10)
        for page in pages:
            page.close()


def test_side_by_side_is_two_pictures_on_one_line() -> None:
    with Viewer([chapter(ticks=3)], port=0) as viewer, opened(viewer) as page:
        page.send(json.dumps({"type": "view", "panes": [["stable"], ["ann"]]}))
        while len(panes := told(page, "frame").get("panes") or ()) != 2:
            pass
        assert any(key.startswith("ann/") for key in panes[1]["batches"])
        page.send(json.dumps({"type": "view", "panes": [["stable"]], "chosen": ["cup"]}))
        while not (panes := told(page, "frame").get("panes")):
            pass
        assert len(panes) == 1


def test_what_somebody_asks_for_is_answered_before_the_last_frame_was_taken_in() -> None:
    with Viewer([chapter()], port=0) as viewer, opened(viewer) as page:
        page.send(json.dumps({"type": "view"}))
        told(page, "frame")
        page.send(json.dumps({"type": "play", "playing": False}))
        while told(page, "frame")["playing"]:
            pass
        for at in (7.0, 3.0):
            page.send(json.dumps({"type": "seek", "at": at}))
            while (message := viewerkit.told(page.recv(timeout=20)))["type"] != "frame":
                pass
            assert message["at"] == at


def test_pages_that_leave_do_not_keep_others_waiting() -> None:
    with Viewer([chapter(ticks=3)], port=0) as viewer:
        for _ in range(8):
            with opened(viewer) as page:
                page.send(json.dumps({"type": "view"}))
                told(page, "frame")
        with opened(viewer) as page:
            told(page, "frame")


def test_files_are_packed_and_say_so() -> None:
    with Viewer([chapter(ticks=3)], port=0) as viewer:
        request = urllib.request.Request(f"{viewer.url}style.css")
        with urllib.request.urlopen(request, timeout=10) as answer:
            packed = answer.read()
            assert answer.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed).startswith(b":root")
        assert asked(f"{viewer.url}style.css")[1] == gzip.decompress(packed)
