"""The socket protocol, as existing clients speak it and as broken ones do."""

import json
import socket
from collections.abc import Iterator

import pytest

from kbfactory import household
from kbserving import Serving
from midworld.knowledge import Verbs
from midworld.readers.kbclient import KbError, Remote
from midworld.readers.kbrequests import Requests


@pytest.fixture
def serving() -> Iterator[Serving]:
    server = Serving()
    yield server
    server.stop()


def test_a_request_is_a_name_json_lines_and_a_mark(serving: Serving) -> None:
    assert serving.raw(b'add\n["cup isOn table", "cup type Cup"]\n#end#\n') == ["ok"]
    found = serving.raw(b'find\n["?x isOn table"]\n#end#')
    assert found[0] == "ok"
    assert json.loads(found[1]) == [{"x": "cup"}]
    assert serving.raw('find\n["?x isOn table"]\n{"kwargs": {"models": ["élise"]}}\n#end#\n'.encode()) == ["ok", "[]"]
    assert "élise" in serving.raw(b"models\n#end#\n")[1]


def test_both_generations_of_clients_are_understood(serving: Serving) -> None:
    serving.raw(b'add\n["cup isOn table"]\n#end#\n')
    recent = serving.raw(b'find\n["?x isOn ?y"]\n["x"]\n[]\n#end#\n')
    older = serving.raw(b'find\n["?x"]\n["?x isOn ?y"]\nnull\n[]\n#end#\n')
    between = serving.raw(b'find\n["?x"]\n["?x isOn ?y"]\n["default"]\n#end#\n')
    assert recent == older == between == ["ok", '[{"x": "cup"}]']
    serving.raw(b'add\n["cup hasMass 0.2", "crate hasMass 7.5"]\n#end#\n')
    heavy = serving.raw(b'find\n["?x"]\n["?x hasMass ?m"]\n["?m >= 7"]\n#end#\n')
    assert heavy == ["ok", '[{"x": "crate"}]']
    assert serving.raw(b'find\n["?x"]\n["?x hasMass ?m"]\n["?m is heavy"]\n[]\n#end#\n')[0] == "error"
    recent = serving.raw(b'subscribe\n["?x isOn ?y"]\nfalse\n["default"]\n#end#\n')
    older = serving.raw(b'subscribe\n"NEW_INSTANCE"\n"ON_TRUE"\nnull\n["?x isOn ?y"]\n["default"]\n#end#\n')
    assert recent == older
    assert recent[1].startswith('"evt_')


def test_methods_lists_what_pykb_builds_its_proxies_from(serving: Serving) -> None:
    names = set(json.loads(serving.raw(b"methods\n#end#\n")[1]))
    needed = (
        "hello version methods close revise add update remove retract find exist about lookup label details classesof"
    )
    assert names >= {*needed.split(), "sparql", "load", "save", "clear", "subscribe"}


BROKEN = [
    b"#end#\n", b"nonsense\n#end#\n", b"find\n{bad json\n#end#\n", b"\xff\xfe\xfa\n#end#\n", b'add\n["a b"]\n#end#\n',
    b"find\n" + b"[" * 100_000 + b"\n#end#\n", b'add\n["x y <http://a b>"]\n#end#\n', b'load\n"/no/such.owl"\n#end#\n',
    b'add\n["x y z"]\n{"kwargs": {"no": 1}}\n#end#\n', b'find\n[]\n[]\n[]\n[]\n[]\n#end#\n',
    b'sparql\n"DROP ALL"\n#end#\n',
]  # fmt: skip


@pytest.mark.parametrize("request_bytes", BROKEN)
def test_a_malformed_request_gets_one_line_and_the_server_lives(serving: Serving, request_bytes: bytes) -> None:
    reply = serving.raw(request_bytes)
    assert reply[:2] == ["error", "kberror"]
    assert len(reply) == 3
    assert serving.raw(b"hello\n#end#\n")[0] == "ok"


def test_every_change_reaches_who_subscribed_in_order(serving: Serving) -> None:
    with Remote(port=serving.port) as listener, Remote(port=serving.port) as teller:
        listener.subscribe(["?x isBelow ?y"])
        for number in range(50):
            teller.add([f"thing{number} isOn table"])
            _, content = listener.events.get(timeout=5.0)
            assert content == [{"x": "table", "y": f"thing{number}"}]


def test_clients_that_die_take_their_subscriptions_along(serving: Serving) -> None:
    for _ in range(20):
        connection = socket.create_connection(("127.0.0.1", serving.port))
        connection.sendall(b'subscribe\n["?x isOn ?y"]\n#end#\nfind\n["half a requ')
        connection.close()
    with Remote(port=serving.port) as kb:
        for _ in range(100):
            if not serving.kb.subscriptions:
                break
            kb.hello()
        assert not serving.kb.subscriptions
        kb += "cup isOn table"
        assert "cup isOn table" in kb


def test_a_flood_nobody_reads_does_not_keep_others_waiting(serving: Serving) -> None:
    with socket.create_connection(("127.0.0.1", serving.port)) as flooder, Remote(port=serving.port) as kb:
        flooder.setblocking(False)
        asked = b'find\n["?x ?p ?o"]\n#end#\n' * 500
        flooder.send(asked)
        # Nobody reads what the flooder asked for, and yet these are answered.
        for _ in range(20):
            kb.hello()


def test_a_request_without_end_is_cut_off(serving: Serving) -> None:
    with socket.create_connection(("127.0.0.1", serving.port), timeout=10.0) as endless:
        chunk = b"x" * 1_000_000
        with pytest.raises(OSError, match=r"Broken pipe|reset"):
            for _ in range(40):
                endless.sendall(chunk)
    assert serving.raw(b"hello\n#end#\n")[0] == "ok"


def test_a_refusal_reaches_the_client_as_a_sentence(serving: Serving) -> None:
    with Remote(port=serving.port) as kb, pytest.raises(KbError, match="a Car has only hasMainDimension"):
        kb.safe_add(["Car subClassOf Bottle"])


def test_a_lifespan_ends_without_anybody_asking(serving: Serving) -> None:
    with Remote(port=serving.port) as kb:
        for number in range(9):
            said = f"cup near person{number}"
            kb.verb("subscribe", "FACT_CHECKING", "ON_FALSE", None, [said])
            kb.revise([said], {"method": "add", "lifespan": 0.1})
            _, content = kb.events.get(timeout=5.0)
            assert content == [{"holds": False}]


def test_requests_are_cut_wherever_the_bytes_break() -> None:
    data = b'add\n["a #end# b"]\n#end#hello\n#end#\n\n'
    for size in (1, 2, 3, 7, 100):
        requests = Requests()
        found = [each for at in range(0, len(data), size) for each in requests.feed(data[at : at + size])]
        assert found == [b'add\n["a #end# b"]\n', b"hello\n"]


def test_oros_verbs_are_served_as_well(serving: Serving) -> None:
    assert serving.raw(b'addForAgent\n"ann"\n["cup isOn table", "cup type Cup"]\n#end#\n') == ["ok"]
    assert serving.raw(b'findForAgent\n"ann"\n["?x"]\n["?x isOn table"]\n#end#\n') == ["ok", '[{"x": "cup"}]']
    assert serving.raw(b'find\n["?x isOn table"]\n#end#\n') == ["ok", "[]"]
    assert serving.raw(b'add\n["c1 type Cup"]\n"EPISODIC"\n#end#\n') == ["ok"]
    assert serving.raw(b'getDirectClassesOf\n"c1"\n#end#\n') == ["ok", '{"Cup": "cup"}']
    assert serving.raw(b'checkConsistency\n["c1 type Human", "c1 type Robot"]\n#end#\n') == ["ok", "false"]
    xml = serving.raw(b'queryAsXML\n"x"\n"SELECT ?x WHERE { ?x a oro:Cup }"\n#end#\n')
    assert "http://kb.openrobots.org#c1" in xml[1]
    names = set(json.loads(serving.raw(b"listMethods\n#end#\n")[1]))
    assert names >= {"safeAdd", "getSimilarities", "registerEventForAgent", "clear", "reset", "getResourceDetails"}
    assert serving.raw(b"addForAgent\n#end#\n")[0] == "error"
    assert serving.raw(b'retract\n["c1 type Cup"]\n#end#\n') == ["ok"]
    assert set(serving.kb.models) == {"default", "ann"}


def test_an_event_registered_in_oros_words_is_told_and_cleared(serving: Serving) -> None:
    with Remote(port=serving.port) as kb:
        event = kb.verb("registerEvent", "NEW_CLASS_INSTANCE", "ON_TRUE", "Cup")
        kb += "c1 type Cup"
        assert kb.events.get(timeout=5.0) == (event, [{"x": "c1"}])
        kb.verb("clearEvents")
        assert not serving.kb.subscriptions
        assert kb.verb("hello")


def test_a_change_in_oros_words_is_kept_in_our_own() -> None:
    kept: list[str] = []
    verbs = Verbs(household(), record=lambda name, args, kwargs: kept.append(name))
    for name, args in (("addForAgent", ["ann", ["cup isOn table"]]), ("clear", [["cup isOn table"]]), ("reset", [])):
        verbs.call(name, args)
    assert kept == ["add", "remove", "clear"]
