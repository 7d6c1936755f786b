"""Strangers at the knowledge server: browsers, thieves of files, and those who take too much."""

import contextlib
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from kbserving import Serving
from midworld.knowledge import QueryLimits
from midworld.readers.kbclient import KbError, Remote
from midworld.readers.kbserver import Door

ATTACK = b'\r\n\r\n\n#end#\nadd\n["thief isIn kitchen"]\n#end#\n'
CROSS = " . ".join(f"?a{number} ?b{number} ?c{number}" for number in range(6))
UNENDING = ["?a isOn ?b", "?c isOn ?d", "?e isOn ?f", "?g isOn ?h", "?h isOn ?g"]
PATTERNS = [f"?a{number} ?b{number} ?c{number}" for number in range(6)]


@pytest.fixture
def serving() -> Iterator[Serving]:
    server = Serving()
    yield server
    server.stop()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Serving]:
    (tmp_path / "open").mkdir()
    server = Serving(Door(files=tmp_path / "open"))
    yield server
    server.stop()


@pytest.fixture
def guarded() -> Iterator[Serving]:
    server = Serving(Door(token="sésame"))
    yield server
    server.stop()


def limited(seconds: float) -> Iterator[Serving]:
    server = Serving(Door(limits=QueryLimits(seconds=seconds, rows=5_000, megabytes=1, memory_mb=128)))
    server.kb.revise([f"cup{number} isOn table" for number in range(200)])
    yield server
    server.stop()


@pytest.fixture
def brief() -> Iterator[Serving]:
    yield from limited(1.0)


@pytest.fixture
def patient() -> Iterator[Serving]:
    """One whose questions may take longer than a test waits, on a busy machine too."""
    yield from limited(60.0)


def everything(connection: socket.socket) -> bytes:
    """What is sent until the other side hangs up."""
    received = b""
    with contextlib.suppress(ConnectionError):
        while chunk := connection.recv(65536):
            received += chunk
    return received


def refused(port: int) -> str:
    """Why a client is not served."""
    remote = Remote(port=port)
    with pytest.raises(KbError) as told:
        remote.verb("hello")
    with contextlib.suppress(KbError):
        remote.close()
    return str(told.value)


STRANGERS = [
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1:6969\r\nContent-Type: text/plain" + ATTACK,
    b"GET /?x HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13" + ATTACK,
    b"OPTIONS * HTTP/1.1\r\nAccess-Control-Request-Method: PUT" + ATTACK,
    b"get / http/1.0" + ATTACK,
    b"FROBNICATE /x HTTP/1.1" + ATTACK,
    b"PRI * HTTP/2.0\r\n\r\nSM" + ATTACK,
    b"find / HTTP/1.1" + ATTACK,
    b"\r\nPOST / HTTP/1.1" + ATTACK,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + ATTACK,
    b"\x80\x2e\x01\x03\x01" + ATTACK,
    b"\x00\x01\x00\x08\x21\x12\xa4\x42" + ATTACK,
    b"SSH-2.0-OpenSSH_9.0" + ATTACK,
    b"A" * 200 + ATTACK,
    b"POST" + b" " * 200 + ATTACK,
]


@pytest.mark.parametrize("size", [1, 7, 1 << 20])
@pytest.mark.parametrize("sent", STRANGERS)
def test_nothing_is_done_for_who_begins_in_another_protocol(serving: Serving, sent: bytes, size: int) -> None:
    with socket.create_connection(("127.0.0.1", serving.port), timeout=20.0) as stranger:
        stranger.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(ConnectionError):
            for at in range(0, len(sent), size):
                stranger.sendall(sent[at : at + size])
        received = everything(stranger)
    assert b"ok\n" not in received
    assert serving.raw(b'exist\n["thief isIn kitchen"]\n#end#\n') == ["ok", "false"]


def test_a_browser_is_told_what_this_is(serving: Serving) -> None:
    assert "neither HTTP nor TLS" in serving.raw(b"GET / HTTP/1.1\r\n")[2]


@pytest.mark.parametrize("sent", [b"hello\n#end#", b"hello \r\n#end#\r\n", b"\r\nhello\r\n#end#\r\n"])
def test_those_who_write_a_little_otherwise_are_served(serving: Serving, sent: bytes) -> None:
    assert serving.raw(sent)[0] == "ok"


def test_files_are_closed_to_clients_unless_a_folder_is_opened(serving: Serving, tmp_path: Path) -> None:
    with Remote(port=serving.port) as kb:
        for verb in ("save", "load"):
            with pytest.raises(KbError, match="no folder was opened"):
                kb.verb(verb, str(tmp_path / "x.ttl"))
    assert not list(tmp_path.iterdir())


def test_a_client_saves_and_loads_in_the_folder_that_is_open(opened: Serving, tmp_path: Path) -> None:
    with Remote(port=opened.port) as kb:
        kb += "cup isOn table"
        kb.save("mine.ttl")
        kb.save(str(tmp_path / "open" / "again.ttl"))
        kb.load("mine.ttl", ["ann"])
        assert kb["?x isOn table", ["ann"]] == [{"x": "cup"}]
    assert {each.name for each in (tmp_path / "open").iterdir()} == {"mine.ttl", "again.ttl"}


@pytest.mark.parametrize(
    "path", ["../x.ttl", "sub/../../x.ttl", "/etc/x.ttl", "out/x.ttl", "link.ttl", ".", "", "loop"]
)
def test_no_path_leads_out_of_the_folder(opened: Serving, tmp_path: Path, path: str) -> None:
    folder = tmp_path / "open"
    (folder / "out").symlink_to(tmp_path)
    (folder / "loop").symlink_to(folder / "loop")
    (tmp_path / "secret.ttl").write_text("@prefix : <http://kb.openrobots.org#> . :gold :isIn :safe .\n")
    (folder / "link.ttl").symlink_to(tmp_path / "secret.ttl")
    before = (tmp_path / "secret.ttl").read_text()
    with Remote(port=opened.port) as kb:
        for verb in ("save", "load"):
            with pytest.raises(KbError, match=r"outside the folder|leads nowhere"):
                kb.verb(verb, path)
        assert "gold isIn safe" not in kb
    assert (tmp_path / "secret.ttl").read_text() == before
    assert not (tmp_path / "x.ttl").exists()


def test_what_is_not_a_file_is_not_waited_for(opened: Serving, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "open" / "pipe.ttl")
    with Remote(port=opened.port) as kb:
        for verb in ("save", "load"):
            with pytest.raises(KbError, match="not a file"):
                kb.verb(verb, "pipe.ttl")


def test_without_the_token_nothing_is_served(guarded: Serving) -> None:
    for sent in (
        b"hello\n#end#\n",
        b'token\n"sesame"\n#end#\n',
        b"token\n#end#\n",
        b'token\n["s\xc3\xa9same"]\n#end#\n',
    ):
        with socket.create_connection(("127.0.0.1", guarded.port), timeout=20.0) as stranger:
            stranger.sendall(sent + b'add\n["thief isIn kitchen"]\n#end#\n')
            received = everything(stranger)
        assert received.startswith(b"error\nkberror\nthis ")
        assert b"ok\n" not in received
    assert not guarded.kb.exist(["thief isIn kitchen"])


def test_with_the_token_everything_is(guarded: Serving) -> None:
    with Remote(port=guarded.port, token="sésame") as kb:
        kb += "cup isOn table"
        assert "cup isOn table" in kb
    with pytest.raises(KbError, match="not the token"):
        Remote(port=guarded.port, token="sesam")
    assert "wants a token" in refused(guarded.port)


def test_a_token_does_no_harm_where_none_is_wanted(serving: Serving) -> None:
    with Remote(port=serving.port, token="anything") as kb:
        assert kb.verb("hello")


def test_who_has_not_shown_the_token_cannot_fill_memory(guarded: Serving) -> None:
    with socket.create_connection(("127.0.0.1", guarded.port), timeout=20.0) as stranger:
        stranger.sendall(b'token\n"' + b"x" * 70_000)
        assert b"longer than 65536 bytes" in everything(stranger)


@pytest.mark.parametrize("verb", ["sparql", "find"])
def test_others_are_served_while_a_question_takes_its_time(patient: Serving, verb: str) -> None:
    asked = f"SELECT (COUNT(*) AS ?n) {{ {CROSS} }}" if verb == "sparql" else UNENDING
    slow = f"{verb}\n{json.dumps(asked)}\n#end#\n".encode()
    with socket.create_connection(("127.0.0.1", patient.port), timeout=60.0) as asking, Remote(port=patient.port) as kb:
        asking.sendall(slow)
        for number in range(20):
            kb += f"plate{number} isOn table"
            assert f"plate{number} isOn table" in kb
            assert kb.sparql(f"ASK {{ :plate{number} :isOn :table }}")["boolean"] is True  # type: ignore[index]
            assert kb.lookup(f"plate{number}")
        asking.setblocking(False)
        with pytest.raises(BlockingIOError):
            asking.recv(65536)


@pytest.mark.parametrize(
    ("verb", "asked", "named"),
    [
        ("sparql", f"SELECT ?a0 {{ {CROSS} }}", "has more than 5000 answers"),
        ("sparql", f"SELECT * {{ {CROSS} }} ORDER BY ?a0", "of memory"),
        ("sparql", "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", "reaches out"),
        ("find", PATTERNS, "has more than 5000 answers"),
    ],
)
def test_a_question_that_is_too_much_gets_a_sentence(patient: Serving, verb: str, asked: object, named: str) -> None:
    with Remote(port=patient.port) as kb:
        with pytest.raises(KbError, match=named):
            kb.verb(verb, asked)
        assert "cup1 isOn table" in kb


@pytest.mark.parametrize(("verb", "asked"), [("sparql", f"SELECT (COUNT(*) AS ?n) {{ {CROSS} }}"), ("exist", UNENDING)])
def test_a_question_that_takes_too_long_gets_a_sentence(brief: Serving, verb: str, asked: object) -> None:
    with Remote(port=brief.port) as kb, pytest.raises(KbError, match="takes longer than 1 s"):
        kb.verb(verb, asked)
    assert brief.kb.exist(["cup1 isOn table"])


def test_an_answer_of_too_many_bytes_is_not_sent(brief: Serving) -> None:
    with Remote(port=brief.port) as kb:
        kb += [f'cup{number} rdfs:comment "{"x" * 20_000}"' for number in range(100)]
        with pytest.raises(KbError, match="more than 1 MB"):
            kb.find(["?x rdfs:comment ?y"])


def test_a_subscription_that_takes_too_long_to_match_is_dropped_and_told(brief: Serving) -> None:
    with Remote(port=brief.port) as listener, Remote(port=brief.port) as kb:
        with pytest.raises(KbError, match="takes longer"):
            listener.subscribe(UNENDING)
        listener.subscribe(["?x isIn drawer", *UNENDING])
        kb += "spoon isIn drawer"
        _, content = listener.events.get(timeout=60.0)
        assert "takes longer" in str(content)
        kb += "fork isIn drawer"
        assert not brief.kb.subscriptions


def test_what_to_retract_is_not_looked_for_without_end(brief: Serving) -> None:
    with Remote(port=brief.port) as kb:
        with pytest.raises(KbError, match="takes longer"):
            kb.remove([f"?a{number} ?b ?nothing{number}" for number in range(50_000)])
        assert "cup1 isOn table" in kb


def test_an_agent_met_in_a_long_question_is_known_afterwards(brief: Serving) -> None:
    with Remote(port=brief.port) as kb:
        assert kb.lookup("Cup", ["élise"])
        assert "élise" in kb.models()  # type: ignore[operator]


def test_names_made_up_do_not_make_models_without_end(serving: Serving) -> None:
    with Remote(port=serving.port) as kb:
        with pytest.raises(KbError, match="one model too many"):
            kb.find(["?x isOn ?y"], None, [f"agent{number}" for number in range(5_000)])
        assert kb.verb("hello")


def test_a_line_without_end_is_refused_and_nobody_notices(serving: Serving) -> None:
    with socket.create_connection(("127.0.0.1", serving.port), timeout=20.0) as endless:
        with contextlib.suppress(ConnectionError):
            endless.sendall(b"add\n")
            for _ in range(10):
                endless.sendall(b"x" * 1_000_000)
        received = everything(endless)
    assert received in {b"", b"error\nkberror\na request is longer than 4194304 bytes\n#end#\n"}
    assert serving.raw(b"hello\n#end#\n")[0] == "ok"


def test_all_that_is_begun_and_never_ended_together_is_bounded() -> None:
    serving = Serving(Door(pending_mb=8))
    strangers = [socket.create_connection(("127.0.0.1", serving.port), timeout=20.0) for _ in range(20)]
    try:
        for each in strangers:
            with contextlib.suppress(ConnectionError):
                each.sendall(b"add\n" + b"x" * 1_000_000)
        with Remote(port=serving.port) as kb:
            assert kb.verb("hello")
            assert serving.server.waiting <= 9 << 20
    finally:
        for each in strangers:
            each.close()
        serving.stop()


def test_those_who_never_read_are_let_go_when_it_is_too_much() -> None:
    serving = Serving(Door(pending_mb=4))
    serving.kb.revise([f'cup{number} rdfs:comment "{"x" * 20_000}"' for number in range(50)])
    deaf = [socket.create_connection(("127.0.0.1", serving.port), timeout=20.0) for _ in range(20)]
    try:
        for each in deaf:
            each.sendall(b'find\n["?x rdfs:comment ?y"]\n#end#\n' * 50)
        with Remote(port=serving.port) as kb:
            for _ in range(100):
                kb.hello()
            assert sum(client.pending for client in list(serving.server.clients)) <= 5 << 20
            assert len(serving.server.clients) < 20
    finally:
        for each in deaf:
            each.close()
        serving.stop()


def test_no_more_clients_than_there_is_room_for() -> None:
    serving = Serving(Door(clients=3))
    kept = [Remote(port=serving.port) for _ in range(3)]
    try:
        for each in kept:
            each.verb("hello")
        assert "3 clients are here" in refused(serving.port)
    finally:
        for each in kept:
            each.close()
        serving.stop()


def test_a_client_has_so_many_subscriptions() -> None:
    serving = Serving(Door(subscriptions=3))
    try:
        with Remote(port=serving.port) as kb:
            events = [kb.subscribe([f"?x isOn table{number}"]) for number in range(3)]
            with pytest.raises(KbError, match="3 at most"):
                kb.subscribe(["?x isOn table9"])
            kb.unsubscribe(events[0])
            kb.subscribe(["?x isOn table9"])
    finally:
        serving.stop()
