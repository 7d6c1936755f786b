"""Terms and atoms of a knowledge base as pyoxigraph has them."""

import pyoxigraph as ox

from ..knowledge import STRING, Atom, Terms

GRAPH = "urn:midworld:model:"
Node = ox.NamedNode | ox.BlankNode | ox.Literal
Graph = ox.NamedNode | ox.DefaultGraph


class Nodes:
    """Makes each node once."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._made: dict[int, Node] = {}

    def quad(self, atom: Atom, graph: Graph) -> ox.Quad:
        subject, predicate, obj = map(self._node, atom)
        assert not isinstance(subject, ox.Literal)
        assert isinstance(predicate, ox.NamedNode)
        return ox.Quad(subject, predicate, obj, graph)

    def _node(self, term: int) -> Node:
        found = self._made.get(term)
        if found is None:
            found = self._made[term] = _node(term, self._terms)
        return found


def _node(term: int, terms: Terms) -> Node:
    if term < 0:
        literal = terms.value(term)
        if literal.language:
            return ox.Literal(literal.text, language=literal.language)
        if literal.datatype == STRING:
            return ox.Literal(literal.text)
        return ox.Literal(literal.text, datatype=ox.NamedNode(literal.datatype))
    iri = terms.iri(term)
    return ox.BlankNode(iri[2:]) if iri.startswith("_:") else ox.NamedNode(iri)
