"""What a query may not do: reach out, change anything, or take more than it is given."""

import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest

from kbfactory import household
from midworld.adapters.oxigraph import Files
from midworld.adapters.sparql import check_query
from midworld.errors import BadStatement, LimitReached
from midworld.knowledge import KnowledgeBase, QueryLimits

MILLIONS = " . ".join(f"?a{number} ?b{number} ?c{number}" for number in range(6))


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    found = household()
    found.revise([f"cup{number} isOn table" for number in range(100)])
    return found


@pytest.fixture(scope="module")
def files(kb: KnowledgeBase) -> Files:
    return Files(kb)


class Listening:
    """A place nobody should ever call; it never answers."""

    def __init__(self) -> None:
        self.calls = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}/"
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def _accept(self) -> None:
        kept: list[socket.socket] = []
        try:
            while True:
                kept.append(self._socket.accept()[0])
                self.calls += 1
        except OSError:
            for each in kept:
                each.close()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(10.0)


@pytest.fixture
def elsewhere() -> Iterator[Listening]:
    place = Listening()
    yield place
    place.close()


REACHING = [
    "SELECT * { SERVICE <URL> { ?s ?p ?o } }",
    "SELECT * { SERVICE SILENT <URL> { ?s ?p ?o } }",
    "SELECT * { ?a ?b ?c FILTER EXISTS { serVice#comment\n<URL> { ?s ?p ?o } } }",
    "PREFIX x: <URL> SELECT * { SERVICE x: { ?s ?p ?o } }",
    "PREFIX : <URL> SELECT * { SERVICE:x { ?s ?p ?o } }",
    "SELECT * { SERVICESILENT<URL>{ ?s ?p ?o } }",
    "SELECT * { FILTER(1<2)SERVICE<URL>{ ?s ?p ?o } }",
    "SELECT * { ?s :isOn ?o . ?s ?p trueSERVICE <URL> { ?a ?b ?c } }",
    "SELECT * { BIND('\\'' AS ?x) SERVICE <URL> { ?s ?p ?o } BIND('' AS ?y) }",
    'SELECT * { BIND("""a"b""" AS ?x) SERVICE <URL> { ?s ?p ?o } }',
    "SELECT * { {} #\rSERVICE <URL> {}\n }",
    "SELECT * FROM <URL> { ?s ?p ?o }",
    "SELECT * FROM NAMED <URL> { GRAPH ?g { ?s ?p ?o } }",
]


@pytest.mark.parametrize("query", REACHING)
def test_a_query_that_reaches_out_is_refused_and_calls_nobody(files: Files, elsewhere: Listening, query: str) -> None:
    with pytest.raises(BadStatement, match="reaches out"):
        files.sparql(query.replace("URL", elsewhere.address), "default")
    assert elsewhere.calls == 0


@pytest.mark.parametrize("query", REACHING)
def test_nobody_is_called_even_where_the_wording_gets_past(
    files: Files, elsewhere: Listening, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("midworld.adapters.oxigraph.check_query", str)
    with contextlib.suppress(BadStatement):
        files.sparql(query.replace("URL", elsewhere.address), "default", QueryLimits(seconds=20.0))
    assert elsewhere.calls == 0


@pytest.mark.parametrize(
    "query", ["LOAD <http://127.0.0.1/x>", "DROP ALL", "PREFIX a: <urn:a> INSERT DATA { a:x a:y 1 }"]
)
def test_a_query_that_would_change_something_is_told_what_to_use(files: Files, query: str) -> None:
    with pytest.raises(BadStatement, match="a query only asks; use add"):
        files.sparql(query, "default")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?service { ?service :isOn :table } # SERVICE",
        "SELECT ?x { ?x rdfs:label 'the SERVICE FROM <http://x>' }",
        "SELECT ?x { ?x :service <http://x/SERVICE> ; oro:from ?from }",
        "ASK { ?x :isOn :load , :INSERT }",
    ],
)
def test_words_that_only_look_like_it_pass(query: str) -> None:
    check_query(query)


@pytest.mark.parametrize(
    ("query", "limits", "named"),
    [
        (f"SELECT (COUNT(*) AS ?n) {{ {MILLIONS} }}", QueryLimits(seconds=0.5), "takes longer than 0.5 s"),
        (f"SELECT * {{ {MILLIONS} }}", QueryLimits(rows=1000), "has more than 1000 answers"),
        ("CONSTRUCT { ?a :near ?b } { ?a :isOn ?x . ?b :isOn ?y }", QueryLimits(rows=1000), "more than 1000 answers"),
        (f"SELECT * {{ {MILLIONS} }}", QueryLimits(megabytes=1), "more than 1 MB"),
        (f"SELECT * {{ {MILLIONS} }} ORDER BY ?a0", QueryLimits(seconds=60.0, memory_mb=64), "than 64 MB of memory"),
        (
            "SELECT * { FILTER(" + "(" * 100_000 + "1" + ")" * 100_000 + ") }",
            QueryLimits(),
            "more than can be worked out",
        ),
    ],
)
def test_a_query_that_takes_too_much_is_ended_and_the_limit_named(
    files: Files, query: str, limits: QueryLimits, named: str
) -> None:
    with pytest.raises(LimitReached, match=named):
        files.sparql(query, "default", limits)
    assert files.sparql("ASK { :cup1 :isOn :table }", "default")["boolean"] is True


def test_every_kind_of_term_and_result_comes_through(kb: KnowledgeBase) -> None:
    kb.revise(['cup1 rdfs:label "tasse"@fr', "cup1 hasMass 0.25"])
    files = Files(kb)
    found = files.sparql(
        "SELECT ?l ?m ?n { :cup1 rdfs:label ?l ; :hasMass ?m OPTIONAL { :cup1 :hasNone ?n } }", "default"
    )
    assert found["head"] == {"vars": ["l", "m", "n"]}
    mass = {"type": "literal", "value": "0.25", "datatype": "http://www.w3.org/2001/XMLSchema#double"}
    rows = found["results"]["bindings"]  # type: ignore[index]
    assert {"l": {"type": "literal", "value": "tasse", "xml:lang": "fr"}, "m": mass} in rows
    triples = files.sparql("CONSTRUCT { ?x :below :cup1 } { :cup1 :isOn ?x }", "default")["triples"]
    assert len(triples) == 1  # type: ignore[arg-type]
