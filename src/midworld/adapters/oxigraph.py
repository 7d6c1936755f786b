"""pyoxigraph: reading and writing RDF, and what the verbs of a knowledge base need of it."""

import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal as OneOf

import pyoxigraph as ox

from ..errors import BadInput, MissingExtra, Problem
from ..knowledge import (
    LANG_STRING,
    PREFIXES,
    Atom,
    Document,
    KnowledgeBase,
    Literal,
    Model,
    QueryLimits,
    Terms,
    divided,
    ontology_files,
)
from .rdf import GRAPH, Nodes
from .sparql import Mirror, SparqlQuestion, check_query

FORMATS = {
    ".ttl": ox.RdfFormat.TURTLE,
    ".nt": ox.RdfFormat.N_TRIPLES,
    ".nq": ox.RdfFormat.N_QUADS,
    ".trig": ox.RdfFormat.TRIG,
    ".rdf": ox.RdfFormat.RDF_XML,
    ".owl": ox.RdfFormat.RDF_XML,
    ".xml": ox.RdfFormat.RDF_XML,
    ".n3": ox.RdfFormat.N3,
}
DEFAULT_LIMITS = QueryLimits()
FUNCTIONAL = {".ofn", ".ofs", ".fss"}


def read(path: Path, terms: Terms) -> Document:
    """Terminology and facts of a file; raises BadInput for what cannot be read."""
    if not path.is_file():
        raise BadInput([Problem(str(path), None, "there is no such file")])
    data = path.read_bytes()
    suffix = path.suffix.lower()
    if suffix in FUNCTIONAL:
        data, suffix = _converted(path, "rdf"), ".rdf"
    if suffix not in FORMATS:
        raise _unknown(path)
    return divided(parse(data, FORMATS[suffix], terms, str(path)), terms)


def parse(data: bytes, kind: ox.RdfFormat, terms: Terms, name: str = "input") -> list[Atom]:
    """The triples of a document; its blank nodes become nodes of their own."""
    blanks: dict[str, int] = {}

    def number(term: object) -> int:
        if isinstance(term, ox.BlankNode):
            if term.value not in blanks:
                blanks[term.value] = terms.blank()
            return blanks[term.value]
        if isinstance(term, ox.Literal):
            kind = LANG_STRING if term.language else term.datatype.value
            return terms.literal(Literal(term.value, kind, term.language or ""))
        assert isinstance(term, ox.NamedNode)
        return terms.name(term.value)

    try:
        quads = list(ox.parse(data, kind, base_iri="http://kb.openrobots.org"))
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        raise BadInput([Problem(name, line, f"cannot be read: {error}")]) from error
    found: list[Atom] = []
    for quad in quads:
        found.append((number(quad.subject), number(quad.predicate), number(quad.object)))
    return found


def write(model: Model, path: Path, *, inferred: bool = False) -> None:
    """Save a model: its axioms and what was asserted, with what follows when asked for."""
    suffix = path.suffix.lower()
    if suffix in FUNCTIONAL:
        with tempfile.TemporaryDirectory() as folder:
            plain = Path(folder) / "model.rdf"
            write(model, plain, inferred=inferred)
            path.write_bytes(_converted(plain, "ofn"))
        return
    if suffix not in FORMATS:
        raise _unknown(path)
    nodes = Nodes(model.tbox.terms)
    facts: Iterable[Atom] = model.reasoner.index if inferred else model.supports
    kind = FORMATS[suffix]
    graph = ox.NamedNode(GRAPH + model.name) if kind in {ox.RdfFormat.N_QUADS, ox.RdfFormat.TRIG} else ox.DefaultGraph()
    quads = (nodes.quad(atom, graph) for atom in sorted({*model.tbox.axioms, *facts}))
    prefixes = None if kind == ox.RdfFormat.N_QUADS else dict(PREFIXES)
    if isinstance(graph, ox.DefaultGraph):
        triples = (ox.Triple(quad.subject, quad.predicate, quad.object) for quad in quads)
        path.write_bytes(_bytes(ox.serialize(triples, format=kind, prefixes=prefixes)))
    else:
        path.write_bytes(_bytes(ox.serialize(quads, format=kind, prefixes=prefixes)))


def _unknown(path: Path) -> BadInput:
    known = ", ".join(sorted({*FORMATS, *FUNCTIONAL}))
    return BadInput([Problem(str(path), None, f"has an unknown extension; known: {known}")])


def _bytes(data: bytes | None) -> bytes:
    assert data is not None
    return data


def _converted(path: Path, kind: OneOf["rdf", "ofn"]) -> bytes:
    """A file in another OWL syntax."""
    try:
        import pyhornedowl
    except ImportError as error:
        raise MissingExtra("OWL functional syntax", "owl") from error
    try:
        ontology = pyhornedowl.open_ontology(str(path))
        return str(ontology.save_to_string(kind)).encode()
    except Exception as error:
        raise BadInput([Problem(str(path), None, f"cannot be read: {error}")]) from error


class Files:
    """Files and SPARQL for the verbs of one knowledge base."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._mirror = Mirror(kb)

    def load(self, kb: KnowledgeBase, path: Path, models: Sequence[str]) -> int:
        """Add a document to models; how many statements it has."""
        document = read(path, kb.terms)
        atoms = [*document.axioms, *document.facts]
        kb.assert_atoms(atoms, [kb.model(name) for name in models], source="ontology")
        return len(atoms)

    def save(self, kb: KnowledgeBase, path: Path, model: str) -> None:
        write(kb.model(model), path)

    def question(self, query: str, model: str, limits: QueryLimits) -> SparqlQuestion:
        check_query(query)
        return SparqlQuestion(self._mirror, query, model, limits)

    def sparql(self, query: str, model: str, limits: QueryLimits = DEFAULT_LIMITS) -> Mapping[str, object]:
        return self.question(query, model, limits).wait()


def knowledge_base(
    paths: Iterable[Path] | None = None,
    *,
    clock: Callable[[], float] = time.time,
    history_s: float = 300.0,
    unique_names: bool = True,
) -> KnowledgeBase:
    """A knowledge base that knows some documents, Midworld's ontology when none are named."""
    terms = Terms()
    documents = [read(path, terms) for path in (ontology_files() if paths is None else paths)]
    return KnowledgeBase(
        [atom for document in documents for atom in document.axioms],
        [atom for document in documents for atom in document.facts],
        terms=terms,
        clock=clock,
        history_s=history_s,
        unique_names=unique_names,
    )
