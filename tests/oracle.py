"""A slow and plain reading of the OWL 2 RL rule tables over triples of strings. It shares no code with the engine.

Names are strings, literals are tuples `("lit", value)`. Every rule is applied to everything until nothing changes.
"""

from collections.abc import Callable
from itertools import combinations, product

Term = str | tuple[str, object]
Triple = tuple[Term, str, Term]
TYPE, SAME, DIFF = "rdf:type", "owl:sameAs", "owl:differentFrom"
SUB, EQC = "rdfs:subClassOf", "owl:equivalentClass"


class Facts:
    """Triples with the look-ups the rules read like."""

    def __init__(self, triples: set[Triple]) -> None:
        self.triples = triples
        self.by: dict[str, list[tuple[Term, Term]]] = {}
        for s, p, o in triples:
            self.by.setdefault(p, []).append((s, o))

    def p(self, predicate: object) -> list[tuple[Term, Term]]:
        return self.by.get(str(predicate), [])

    def has(self, s: Term, p: object, o: Term) -> bool:
        return (s, str(p), o) in self.triples

    def items(self, node: Term) -> list[Term]:
        items: list[Term] = []
        while node != "rdf:nil":
            items += [o for s, o in self.p("rdf:first") if s == node]
            node = next(o for s, o in self.p("rdf:rest") if s == node)
        return items

    def kind(self, kind: str) -> list[Term]:
        return [s for s, o in self.p(TYPE) if o == kind]

    def members(self, kind: Term) -> list[Term]:
        return [s for s, o in self.p(TYPE) if o == kind]

    def number(self, node: Term, predicate: str) -> object:
        return next((o[1] for s, o in self.p(predicate) if s == node and isinstance(o, tuple)), None)


def is_data(f: Facts, node: Term) -> bool:
    return str(node).startswith("xsd:") or any(s == node for s, _ in f.p("owl:onDatatype"))


def in_range(f: Facts, node: Term, literal: Term) -> bool:
    if not isinstance(literal, tuple) or not isinstance(literal[1], int | float):
        return False
    if str(node).startswith("xsd:"):
        return node in {"xsd:double", "xsd:decimal"} or (node == "xsd:integer" and literal[1] == int(literal[1]))
    head = next(o for s, o in f.p("owl:withRestrictions") if s == node)
    number = literal[1]
    for part in f.items(head):
        for facet, holds in FACETS.items():
            for s, o in f.p(facet):
                if s == part and isinstance(o, tuple) and isinstance(o[1], int | float) and not holds(number, o[1]):
                    return False
    return True


FACETS: dict[str, Callable[[float, float], bool]] = {
    "xsd:minInclusive": lambda a, b: a >= b,
    "xsd:maxInclusive": lambda a, b: a <= b,
    "xsd:minExclusive": lambda a, b: a > b,
    "xsd:maxExclusive": lambda a, b: a < b,
}


def equality(f: Facts) -> set[Triple]:
    new: set[Triple] = set()
    for a, b in f.p(SAME):
        new.add((b, SAME, a))
        for s, p, o in f.triples:
            if p in {"rdf:first", "rdf:rest"}:
                continue
            if s == a:
                new.add((b, p, o))
            if o == a:
                new.add((s, p, b))
    for a, b in f.p(DIFF):
        new.add((b, DIFF, a))
    for node in f.kind("owl:AllDifferent"):
        for predicate in ("owl:members", "owl:distinctMembers"):
            for s, head in f.p(predicate):
                if s == node:
                    new |= {(a, DIFF, b) for a, b in combinations(f.items(head), 2)}
    return new


def properties(f: Facts) -> set[Triple]:
    new: set[Triple] = set()
    for p, c in f.p("rdfs:domain"):
        new |= {(x, TYPE, c) for x, _ in f.p(p)}
    for p, c in f.p("rdfs:range"):
        if not is_data(f, c):
            new |= {(y, TYPE, c) for _, y in f.p(p)}
    for p in f.kind("owl:FunctionalProperty"):
        new |= {(y, SAME, z) for (x, y), (x2, z) in product(f.p(p), f.p(p)) if x == x2}
    for p in f.kind("owl:InverseFunctionalProperty"):
        new |= {(x, SAME, y) for (x, z), (y, z2) in product(f.p(p), f.p(p)) if z == z2}
    for p in f.kind("owl:SymmetricProperty"):
        new |= {(y, str(p), x) for x, y in f.p(p)}
    for p in f.kind("owl:TransitiveProperty"):
        new |= {(x, str(p), z) for (x, y), (y2, z) in product(f.p(p), f.p(p)) if y == y2}
    for p, q in f.p("rdfs:subPropertyOf"):
        new |= {(x, str(q), y) for x, y in f.p(p)}
    for p, q in f.p("owl:equivalentProperty"):
        new |= {(x, str(q), y) for x, y in f.p(p)} | {(x, str(p), y) for x, y in f.p(q)}
    for p, q in f.p("owl:inverseOf"):
        new |= {(y, str(q), x) for x, y in f.p(p)} | {(y, str(p), x) for x, y in f.p(q)}
    for p, head in f.p("owl:propertyChainAxiom"):
        paths = {(x, x) for s, _, o in f.triples for x in (s, o)}
        for link in f.items(head):
            paths = {(x, z) for x, y in paths for y2, z in f.p(link) if y == y2}
        new |= {(x, str(p), z) for x, z in paths}
    for c, head in f.p("owl:hasKey"):
        keys = f.items(head)
        for x, y in product(f.members(c), f.members(c)):
            if all(any(f.has(y, k, z) for x2, z in f.p(k) if x2 == x) for k in keys):
                new.add((x, SAME, y))
    return new


def classes(f: Facts) -> set[Triple]:
    new: set[Triple] = set()
    for c, head in f.p("owl:intersectionOf"):
        parts = f.items(head)
        for x in {s for s, _ in f.p(TYPE)}:
            if all(f.has(x, TYPE, part) for part in parts):
                new.add((x, TYPE, c))
        new |= {(x, TYPE, part) for x in f.members(c) for part in parts}
    for predicate in ("owl:unionOf", "owl:disjointUnionOf"):
        for c, head in f.p(predicate):
            new |= {(x, TYPE, c) for part in f.items(head) for x in f.members(part)}
    for c, head in f.p("owl:oneOf"):
        new |= {(x, TYPE, c) for x in f.items(head)}
    for p, q in [*f.p(SUB), *f.p(EQC)]:
        new |= {(x, TYPE, q) for x in f.members(p)}
    for p, q in f.p(EQC):
        new |= {(x, TYPE, p) for x in f.members(q)}
    return new


def restrictions(f: Facts) -> set[Triple]:
    new: set[Triple] = set()
    for node, p in f.p("owl:onProperty"):
        for s, filler in f.p("owl:someValuesFrom"):
            if s == node and is_data(f, filler):
                new |= {(x, TYPE, node) for x, y in f.p(p) if in_range(f, filler, y)}
            elif s == node:
                new |= {(x, TYPE, node) for x, y in f.p(p) if filler == "owl:Thing" or f.has(y, TYPE, filler)}
        for s, filler in f.p("owl:allValuesFrom"):
            if s == node and not is_data(f, filler):
                new |= {(y, TYPE, filler) for x, y in f.p(p) if f.has(x, TYPE, node)}
        for s, held in f.p("owl:hasValue"):
            if s == node:
                new |= {(x, str(p), held) for x in f.members(node)}
                new |= {(x, TYPE, node) for x, y in f.p(p) if y == held}
        for s, _ in f.p("owl:hasSelf"):
            if s == node:
                new |= {(x, str(p), x) for x in f.members(node)} | {(x, TYPE, node) for x, y in f.p(p) if x == y}
        kind = next((o for s, o in f.p("owl:onClass") if s == node), "owl:Thing")
        if f.number(node, "owl:maxCardinality") == 1 or f.number(node, "owl:maxQualifiedCardinality") == 1:
            fillers = [(x, y) for x, y in f.p(p) if kind == "owl:Thing" or f.has(y, TYPE, kind)]
            new |= {(y, SAME, z) for (x, y), (x2, z) in product(fillers, fillers) if x == x2 and f.has(x, TYPE, node)}
    return new


def schema(f: Facts) -> set[Triple]:
    new = {(a, SUB, d) for a, b in f.p(SUB) for c, d in f.p(SUB) if b == c}
    for a, b in f.p(EQC):
        new |= {(a, SUB, b), (b, SUB, a)}
    for c, head in f.p("owl:intersectionOf"):
        new |= {(c, SUB, part) for part in f.items(head)}
    for predicate in ("owl:unionOf", "owl:disjointUnionOf"):
        for c, head in f.p(predicate):
            new |= {(part, SUB, c) for part in f.items(head)}
    new |= {
        (a, "rdfs:subPropertyOf", d)
        for a, b in f.p("rdfs:subPropertyOf")
        for c, d in f.p("rdfs:subPropertyOf")
        if b == c
    }
    for a, b in f.p("owl:equivalentProperty"):
        new |= {(a, "rdfs:subPropertyOf", b), (b, "rdfs:subPropertyOf", a)}
    return new | _restriction_order(f)


def _restriction_order(f: Facts) -> set[Triple]:
    new: set[Triple] = set()
    on = f.p("owl:onProperty")
    for predicate in ("owl:someValuesFrom", "owl:allValuesFrom"):
        found = [(n, p, d) for n, p in on for s, d in f.p(predicate) if s == n]
        for (n1, p1, d1), (n2, p2, d2) in product(found, found):
            low, high = (p1, p2) if predicate == "owl:someValuesFrom" else (p2, p1)
            if (d1 == d2 or f.has(d1, SUB, d2)) and (low == high or f.has(low, "rdfs:subPropertyOf", high)):
                new.add((n1, SUB, n2))
    return new


def rules(f: Facts, written: list[tuple[list[Triple], Triple]]) -> set[Triple]:
    """Conjunctive rules: variables start with `?`."""
    new: set[Triple] = set()
    for body, head in written:
        found: list[dict[str, Term]] = [{}]
        for pattern in body:
            found = [
                grown
                for binding in found
                for triple in f.triples
                if (grown := unify(pattern, triple, binding)) is not None
            ]
        new |= {tuple(binding.get(str(t), t) for t in head) for binding in found}  # type: ignore[misc]
    return new


def unify(pattern: Triple, triple: Triple, binding: dict[str, Term]) -> dict[str, Term] | None:
    grown = dict(binding)
    for place, term in zip(pattern, triple, strict=True):
        if isinstance(place, str) and place.startswith("?"):
            if grown.setdefault(place, term) != term:
                return None
        elif place != term:
            return None
    return grown


def close(given: set[Triple], written: list[tuple[list[Triple], Triple]]) -> set[Triple]:
    """Everything that follows."""
    triples = set(given)
    while True:
        f = Facts(triples)
        new = equality(f) | properties(f) | classes(f) | restrictions(f) | schema(f) | rules(f, written)
        new = {
            (s, p, o) for s, p, o in new if isinstance(s, str) and not (p == SAME and (s == o or isinstance(o, tuple)))
        }
        if new <= triples:
            return triples
        triples |= new


def contradictions(triples: set[Triple]) -> set[str]:
    """The names of the rules that find a contradiction in closed triples."""
    f = Facts(triples)
    found: set[str] = set()

    def claim(name: str, holds: bool) -> None:
        if holds:
            found.add(name)

    claim("eq-diff1", any(f.has(a, DIFF, b) for a, b in f.p(SAME)) or any(a == b for a, b in f.p(DIFF)))
    for p in f.kind("owl:IrreflexiveProperty"):
        claim("prp-irp", any(x == y for x, y in f.p(p)))
    for p in f.kind("owl:AsymmetricProperty"):
        claim("prp-asyp", any(f.has(y, p, x) for x, y in f.p(p)))
    apart = [*f.p("owl:propertyDisjointWith")]
    for node in f.kind("owl:AllDisjointProperties"):
        apart += [pair for s, head in f.p("owl:members") if s == node for pair in combinations(f.items(head), 2)]
    for p, q in apart:
        claim("prp-pdw", any(f.has(x, q, y) for x, y in f.p(p)))
    for node, s in f.p("owl:sourceIndividual"):
        p = next(o for n, o in f.p("owl:assertionProperty") if n == node)
        claim(
            "prp-npa",
            any(f.has(s, p, o) for n, o in [*f.p("owl:targetIndividual"), *f.p("owl:targetValue")] if n == node),
        )
    for p in f.kind("owl:FunctionalProperty"):
        pairs = product(f.p(p), f.p(p))
        claim(
            "prp-fp",
            any(
                x == x2 and isinstance(y, tuple) and isinstance(z, tuple) and y[1] != z[1] for (x, y), (x2, z) in pairs
            ),
        )
    separate = [*f.p("owl:disjointWith"), *f.p("owl:complementOf")]
    for node in f.kind("owl:AllDisjointClasses"):
        separate += [pair for s, head in f.p("owl:members") if s == node for pair in combinations(f.items(head), 2)]
    for _, head in f.p("owl:disjointUnionOf"):
        separate += combinations(f.items(head), 2)
    for c, d in separate:
        claim("cax-dw", any(f.has(x, TYPE, d) for x in f.members(c)))
    claim("cls-nothing2", bool(f.members("owl:Nothing")))
    for node, p in f.p("owl:onProperty"):
        kind = next((o for s, o in f.p("owl:onClass") if s == node), "owl:Thing")
        if f.number(node, "owl:maxCardinality") == 0 or f.number(node, "owl:maxQualifiedCardinality") == 0:
            claim(
                "cls-maxc1",
                any(f.has(x, TYPE, node) and (kind == "owl:Thing" or f.has(y, TYPE, kind)) for x, y in f.p(p)),
            )
        for s, filler in f.p("owl:allValuesFrom"):
            if s == node and is_data(f, filler):
                claim("cls-avf", any(f.has(x, TYPE, node) and not in_range(f, filler, y) for x, y in f.p(p)))
    return found
