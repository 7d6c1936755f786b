"""SPARQL over a mirror of the models in pyoxigraph: brought up to date when asked, worked out where it can be stopped.

A query asks one model and reaches nothing else: what names another place is refused, and the process that works it
out cannot open a connection.
"""

import json
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from weakref import ref

import pyoxigraph as ox

from ..errors import BadStatement, LimitReached
from ..knowledge import PREFIXES, STRING, Atom, KnowledgeBase, Model, Net, QueryLimits
from ..runtime import Errand
from .rdf import GRAPH, Nodes

# So many changes of the mirror take a few milliseconds.
STEP = 500
# What is no keyword, whatever it spells: comments, names, texts, variables. Keywords may stand without a space.
_TOKENS = re.compile(
    r"""\#[^\r\n]*|<[^<>"{}|^`\\\x00-\x20]*>
    |'''(?:'{0,2}(?:[^'\\]|\\.))*'''|\"{3}(?:"{0,2}(?:[^"\\]|\\.))*\"{3}
    |'(?:[^'\\\r\n]|\\.)*'|"(?:[^"\\\r\n]|\\.)*"|[?$]\w+
    |(?P<word>\w[\w.-]*)(?::[\w.:%-]*)?|:[\w.:%-]*""",
    re.VERBOSE | re.DOTALL,
)
_CHANGES = {"LOAD", "INSERT", "DELETE", "CLEAR", "DROP", "CREATE", "COPY", "MOVE", "ADD"}
_ASKS = {"SELECT", "ASK", "CONSTRUCT", "DESCRIBE"}


def check_query(query: str) -> None:
    """Raises BadStatement for a query that would reach out or change something."""
    asks = False
    for token in _TOKENS.finditer(query):
        word = (token["word"] or "").upper()
        asks = asks or word in _ASKS
        if "SERVICE" in word or word == "FROM":
            raise BadStatement(query, "reaches out with SERVICE or FROM: a query asks one model and nothing elsewhere")
        if word in _CHANGES and not asks:
            raise BadStatement(query, f"would {word}: a query only asks; use add, remove, load and save")


class Mirror:
    """One named graph per model, filled with pending differences only when a query comes."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self.store = ox.Store()
        self._nodes = Nodes(kb.terms)
        self._pending: dict[str, deque[tuple[Atom, bool]]] = {}
        # Each model and terminology the mirror shows.
        self._shown: dict[str, tuple[ref[Model], object]] = {}
        kb.observers.append(self._note)

    def _note(self, model: str, net: Net) -> None:
        pending = self._pending.get(model)
        if pending is not None:
            pending.extend((atom, False) for atom in net.removed)
            pending.extend((atom, True) for atom in net.added)

    def graph(self, model: str) -> ox.NamedNode:
        return ox.NamedNode(GRAPH + model)

    def catch_up(self, model: Model, most: int | None = None) -> bool:
        """Do some of the changes that are due, or all; whether none is left."""
        graph = self.graph(model.name)
        shown = self._shown.get(model.name)
        if shown is None or shown[0]() is not model or shown[1] is not model.tbox:
            self.store.clear_graph(graph)
            atoms = {*model.tbox.schema, *model.tbox.axioms, *model.reasoner.index}
            self._pending[model.name] = deque((atom, True) for atom in atoms)
            self._shown[model.name] = (ref(model), model.tbox)
        pending = self._pending[model.name]
        for _ in range(len(pending) if most is None else min(most, len(pending))):
            atom, added = pending.popleft()
            (self.store.add if added else self.store.remove)(self._nodes.quad(atom, graph))
        return not pending


@dataclass(frozen=True, slots=True)
class SparqlQuestion:
    """A SPARQL query over one model, prefixes implicit."""

    mirror: Mirror
    query: str
    model: str
    limits: QueryLimits

    def ready(self) -> bool:
        self.mirror.kb.expire()
        return self.mirror.catch_up(self.mirror.kb.model(self.model), STEP)

    def answer(self) -> dict[str, object]:
        """The answer as SPARQL-JSON, with the query."""
        prefixes = {**PREFIXES, "": PREFIXES["oro"]}
        graph = self.mirror.graph(self.model)
        try:
            found = self.mirror.store.query(self.query, prefixes=prefixes, default_graph=graph)
            return {**self._told(found), "query": self.query}
        except (SyntaxError, ValueError, OSError, RuntimeError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise BadStatement(self.query, f"is not a query: {reason}") from error

    def _told(self, found: ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples) -> dict[str, object]:
        if isinstance(found, ox.QueryBoolean):
            return {"head": {}, "boolean": bool(found)}
        size = 0
        rows: list[object] = []
        names = [each.value for each in found.variables] if isinstance(found, ox.QuerySolutions) else []
        for each in found:
            if isinstance(each, ox.Triple):
                row: object = [str(term) for term in (each.subject, each.predicate, each.object)]
            else:
                row = {name: _json(term) for name in names if (term := each[name]) is not None}
            rows.append(row)
            size += len(json.dumps(row, ensure_ascii=False))
            self.limits.check_rows(len(rows))
            self.limits.check_bytes(size)
        if isinstance(found, ox.QuerySolutions):
            return {"head": {"vars": names}, "results": {"bindings": rows}}
        return {"triples": rows}

    def wait(self) -> Mapping[str, object]:
        """The answer, worked out in a process of its own. Raises LimitReached."""
        self.mirror.kb.expire()
        self.mirror.catch_up(self.mirror.kb.model(self.model))
        limits = self.limits
        errand = Errand(self._packed, seconds=limits.seconds, memory_mb=limits.memory_mb)
        answer: dict[str, object] = json.loads(errand.wait())
        match answer:
            case {"refused": str(reason)}:
                raise BadStatement(self.query, reason)
            case {"limit": str(what)}:
                raise LimitReached(what)
            case _:
                return answer

    def _packed(self) -> bytes:
        """The answer, or why there is none, as bytes."""
        try:
            found = self.answer()
        except BadStatement as error:
            found = {"refused": error.reason}
        except LimitReached as error:
            found = {"limit": error.what}
        return json.dumps(found).encode()


def _json(term: object) -> dict[str, object]:
    """A term as SPARQL-JSON has it."""
    if isinstance(term, ox.NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, ox.BlankNode):
        return {"type": "bnode", "value": term.value}
    if isinstance(term, ox.Literal):
        plain: dict[str, object] = {"type": "literal", "value": term.value}
        if term.language:
            return {**plain, "xml:lang": term.language}
        return plain if term.datatype.value == STRING else {**plain, "datatype": term.datatype.value}
    assert isinstance(term, ox.Triple)
    parts = {"subject": term.subject, "predicate": term.predicate, "object": term.object}
    return {"type": "triple", "value": {name: _json(each) for name, each in parts.items()}}
