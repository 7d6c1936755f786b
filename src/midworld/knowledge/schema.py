"""What axioms say and imply about classes and properties themselves (the scm- rules), for queries."""

from collections.abc import Iterator, Mapping

from . import vocabulary as v
from .axioms import Graph
from .clash import Clash, Table
from .core import Facts
from .expansion import Expansion
from .terms import Atom

_STATED = (
    v.TYPE, v.SUB_CLASS_OF, v.SUB_PROPERTY_OF, v.EQUIVALENT_CLASS, v.EQUIVALENT_PROPERTY, v.DOMAIN, v.RANGE,
    v.INVERSE_OF, v.PROPERTY_DISJOINT_WITH,
)  # fmt: skip


def named_classes(graph: Graph) -> set[int]:
    """Every class the axioms mention by name."""
    found = {node for kind in v.CLASS_KINDS for node in graph.typed(kind)}
    for predicate in (v.SUB_CLASS_OF, v.EQUIVALENT_CLASS, v.DISJOINT_WITH, v.COMPLEMENT_OF):
        for one, other in graph.pairs(predicate):
            found |= {one, other}
    for predicate in (v.INTERSECTION_OF, v.UNION_OF, v.DISJOINT_UNION_OF):
        for whole, parts in graph.lists(predicate):
            found |= {whole, *parts}
    for predicate in (v.DOMAIN, v.RANGE):
        found |= {kind for _, kind in graph.pairs(predicate) if graph.data_range(kind) is None}
    return {node for node in found if node > 0 and not graph.terms.is_blank(node) and graph.data_range(node) is None}


def named_properties(graph: Graph) -> set[int]:
    """Every property the axioms mention by name."""
    found = {node for kind in v.PROPERTY_KINDS for node in graph.typed(kind)}
    for predicate in (v.SUB_PROPERTY_OF, v.EQUIVALENT_PROPERTY, v.INVERSE_OF):
        for one, other in graph.pairs(predicate):
            found |= {one, other}
    for predicate in (v.DOMAIN, v.RANGE):
        found |= {name for name, _ in graph.pairs(predicate)}
    for predicate in (v.ON_PROPERTY,):
        found |= {name for _, name in graph.pairs(predicate)}
    return {node for node in found if node > 0 and not graph.terms.is_blank(node)}


def schema_facts(graph: Graph, expansion: Expansion, disjoint: Table) -> Facts:
    """Sub-classes and sub-properties with everything they imply; class expressions without a name stay out."""
    hidden = graph.terms.is_blank
    found: list[Atom] = []
    for predicate in (*_STATED, *v.ANNOTATIONS, *graph.typed(v.ANNOTATION_PROPERTY)):
        found += [(s, predicate, o) for s, o in graph.pairs(predicate) if not hidden(s) and not hidden(o)]
    found += _class_facts(graph, expansion, named_classes(graph))
    found += _property_facts(expansion, named_properties(graph), graph)
    found += [
        (one, v.DISJOINT_WITH, other)
        for one, others in disjoint.items()
        for other in others
        if not hidden(one) and not hidden(other)
    ]
    return Facts.of(found)


def _class_facts(graph: Graph, expansion: Expansion, classes: set[int]) -> Iterator[Atom]:
    for narrow in classes:
        yield (narrow, v.TYPE, v.CLASS)
        for wide in expansion.classes(narrow):
            if wide != narrow and not graph.terms.is_blank(wide):
                yield (narrow, v.SUB_CLASS_OF, wide)
                if narrow in expansion.classes(wide):
                    yield (narrow, v.EQUIVALENT_CLASS, wide)


def _property_facts(expansion: Expansion, properties: set[int], graph: Graph) -> Iterator[Atom]:
    linear = expansion.linear
    hidden = graph.terms.is_blank
    for narrow in properties:
        for wide, swapped in expansion.properties(narrow):
            if not hidden(wide):
                back = dict(expansion.properties(wide)) if wide != narrow else {}
                if not swapped and wide != narrow:
                    yield (narrow, v.SUB_PROPERTY_OF, wide)
                    if (narrow, False) in expansion.properties(wide):
                        yield (narrow, v.EQUIVALENT_PROPERTY, wide)
                elif swapped and narrow in back and (narrow, True) in expansion.properties(wide):
                    yield (narrow, v.INVERSE_OF, wide)
            for predicate, table in ((v.DOMAIN, linear.domains), (v.RANGE, linear.ranges)):
                for kind, _, _ in table.get(wide, ()) if not swapped else ():
                    for wider in expansion.classes(kind):
                        if not hidden(wider):
                            yield (narrow, predicate, wider)


def internal(graph: Graph, expansion: Expansion) -> frozenset[int]:
    """What is marked as internal, and every class below InternalConcept."""
    terms = graph.terms
    marks, top = (terms.parse("internalProperty"), terms.parse("internalClass")), terms.parse("InternalConcept")
    found = {subject for mark in marks for subject, held in graph.pairs(mark) if held == terms.parse("true")}
    return frozenset(found | {kind for kind in named_classes(graph) if top in expansion.classes(kind)} | {top})


def unspoken(graph: Graph, expansion: Expansion) -> frozenset[int]:
    """Mere synonyms: names without a label of what has one."""
    terms = graph.terms
    found: set[int] = set()
    labelled = {s for s, _ in graph.pairs(v.LABEL)}
    for kind in named_classes(graph):
        same = [each for each in expansion.classes(kind) if kind in expansion.classes(each)]
        nameless = kind not in labelled and (":" in terms.show(kind) or not labelled.isdisjoint(same))
        if nameless:
            found.add(kind)
    for name in named_properties(graph):
        same = [
            w for w, turned in expansion.properties(name) if not turned and (name, False) in expansion.properties(w)
        ]
        if name not in labelled and not labelled.isdisjoint(same):
            found.add(name)
    return frozenset(found)


def unsatisfiable(graph: Graph, expansion: Expansion, disjoint: Table) -> Mapping[int, Clash]:
    """Every named class that excludes itself, with the reason; its own name stands for a member."""
    found: dict[int, Clash] = {}
    # The table has every pair both ways round.
    exclusive = frozenset(disjoint)
    for kind in named_classes(graph) - {v.NOTHING, v.THING}:
        held = expansion.classes(kind)
        if v.NOTHING in held:
            found[kind] = Clash("cls-nothing2", (), frozenset(((kind, v.TYPE, v.NOTHING),)))
            continue
        members = exclusive.intersection(held)
        for each in held if members else ():
            other = next((other for other in disjoint.get(each, ()) if other in members), None)
            if other is not None:
                apart = disjoint[each][other]
                pair = frozenset(((kind, v.TYPE, each), (kind, v.TYPE, other)))
                found[kind] = Clash(apart.rule, apart.axioms, pair)
                break
    return found
