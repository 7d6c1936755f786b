"""Axioms and contradictions in sentences."""

from . import vocabulary as v
from .clash import Clash
from .core import Facts
from .rules import Node, Pattern, Rule, Variable
from .tbox import TBox
from .terms import Atom

_DEPTH = 3


def class_text(tbox: TBox, node: int, depth: int = _DEPTH) -> str:
    """A class as people say it: its name, or what its expression demands."""
    terms, graph = tbox.terms, tbox.graph
    if node < 0 or not terms.is_blank(node) or depth == 0:
        return terms.show(node)
    for predicate, joint in ((v.INTERSECTION_OF, " and "), (v.UNION_OF, " or ")):
        listed = graph.one(node, predicate)
        if listed is not None:
            return joint.join(class_text(tbox, each, depth - 1) for each in graph.members(listed))
    on = graph.one(node, v.ON_PROPERTY)
    if on is not None:
        return _restriction_text(tbox, node, terms.show(on), depth)
    other = graph.one(node, v.COMPLEMENT_OF)
    if other is not None:
        return f"not {class_text(tbox, other, depth - 1)}"
    within = graph.data_range(node)
    return str(within) if within is not None else terms.show(node)


def _restriction_text(tbox: TBox, node: int, on: str, depth: int) -> str:
    graph = tbox.graph
    for predicate, word in ((v.SOME_VALUES_FROM, "some"), (v.ALL_VALUES_FROM, "only")):
        filler = graph.one(node, predicate)
        if filler is not None:
            within = graph.data_range(filler)
            text = f"in {within}" if within is not None else class_text(tbox, filler, depth - 1)
            return f"{word} {on} {text}"
    held = graph.one(node, v.HAS_VALUE)
    if held is not None:
        return f"{on} {tbox.terms.show(held)}"
    if graph.one(node, v.HAS_SELF) is not None:
        return f"{on} itself"
    for predicate, word in _CARDINALITIES.items():
        number = graph.number(node, predicate)
        if number is not None:
            kind = graph.one(node, v.ON_CLASS)
            return f"{word} {number} {on}" + (f" {class_text(tbox, kind, depth - 1)}" if kind is not None else "")
    return f"a restriction on {on}"


_CARDINALITIES = {
    v.MIN_CARDINALITY: "at least",
    v.MIN_QUALIFIED_CARDINALITY: "at least",
    v.MAX_CARDINALITY: "at most",
    v.MAX_QUALIFIED_CARDINALITY: "at most",
    v.CARDINALITY: "exactly",
    v.QUALIFIED_CARDINALITY: "exactly",
}
_KINDS = {
    v.TRANSITIVE_PROPERTY: "is transitive",
    v.SYMMETRIC_PROPERTY: "goes both ways",
    v.ASYMMETRIC_PROPERTY: "never goes both ways",
    v.IRREFLEXIVE_PROPERTY: "never relates a thing to itself",
    v.FUNCTIONAL_PROPERTY: "has one value at most",
    v.INVERSE_FUNCTIONAL_PROPERTY: "belongs to one thing at most",
}
_VERBS = {
    v.EQUIVALENT_CLASS: "{0} means the same as {1}",
    v.DISJOINT_WITH: "nothing is both {0} and {1}",
    v.COMPLEMENT_OF: "{0} is whatever is not {1}",
    v.SUB_PROPERTY_OF: "{0} implies {1}",
    v.EQUIVALENT_PROPERTY: "{0} means the same as {1}",
    v.INVERSE_OF: "{0} is {1} the other way round",
    v.DOMAIN: "only {1} {0} something",
    v.RANGE: "{0} is only of {1}",
    v.PROPERTY_DISJOINT_WITH: "{0} and {1} exclude each other",
}


def axiom_text(tbox: TBox, axiom: Atom) -> str:
    """An axiom as a sentence."""
    s, p, o = axiom
    if p == v.TYPE and o == v.IMP:
        return next((rule_text(tbox, rule) for rule in tbox.rules if rule.axiom == axiom), "a rule of the ontology")
    if p == v.TYPE and o in _KINDS:
        return f"{tbox.terms.show(s)} {_KINDS[o]}"
    if p == v.SUB_CLASS_OF:
        return f"every {class_text(tbox, s)} {_being(tbox, o)}"
    if p in _VERBS:
        return _VERBS[p].format(class_text(tbox, s), class_text(tbox, o))
    if p == v.PROPERTY_CHAIN_AXIOM:
        listed = tbox.graph.one(s, p)
        links = " then ".join(tbox.terms.show(each) for each in tbox.graph.members(listed or v.NIL))
        return f"{links} implies {tbox.terms.show(s)}"
    if p in {v.INTERSECTION_OF, v.UNION_OF, v.ONE_OF, v.DISJOINT_UNION_OF}:
        listed = tbox.graph.one(s, p)
        joint = " and " if p == v.INTERSECTION_OF else " or "
        parts = joint.join(class_text(tbox, each) for each in tbox.graph.members(listed or v.NIL))
        return parts if tbox.terms.is_blank(s) else f"{tbox.terms.show(s)} means {parts}"
    if tbox.terms.is_blank(s):
        return class_text(tbox, s)
    return tbox.terms.sentence(axiom) if all(axiom) else "a rule"


def rule_text(tbox: TBox, rule: Rule) -> str:
    """A rule of an ontology as people write rules."""

    def word(node: Node) -> str:
        if not isinstance(node, Variable):
            return tbox.terms.show(node)
        # SWRL's variables are named by the number of their term.
        number = node.name.removeprefix("v")
        return f"?{tbox.terms.show(int(number)) if number.isdecimal() else node.name}"

    def words(pattern: Pattern) -> str:
        return f"{word(pattern[0])} {tbox.terms.show(pattern[1])} {word(pattern[2])}"

    conditions = [*map(words, rule.body), *(f"{test.name}({', '.join(map(word, test.terms))})" for test in rule.tests)]
    return f"{', '.join(conditions)} -> {words(rule.head) if rule.head is not None else 'a contradiction'}"


def fact_text(tbox: TBox, atom: Atom) -> str:
    """A fact as a sentence; membership of an unnamed class tells what it demands."""
    s, p, o = atom
    return f"{tbox.terms.show(s)} {_being(tbox, o)}" if p == v.TYPE else tbox.terms.sentence(atom)


def _being(tbox: TBox, kind: int) -> str:
    return f"has {class_text(tbox, kind)}" if tbox.terms.is_blank(kind) else f"is {a_member(tbox, kind)}"


def a_member(tbox: TBox, kind: int) -> str:
    """`a Cup`, `an Artifact`."""
    name = class_text(tbox, kind)
    return f"an {name}" if name[:1] in "AEIOUaeiou" else f"a {name}"


def owners_of(tbox: TBox, node: int) -> list[int]:
    """The named classes nearest below an unnamed one, which demand it of their members."""
    found: list[int] = []
    for narrow, rows in tbox.linear.classes.items():
        if not tbox.terms.is_blank(narrow) and any(wide == node for wide, _, _ in rows):
            found.append(narrow)
        elif any(wide == node for wide, _, _ in rows):
            found += [each for each in owners_of(tbox, narrow) if each not in found] if narrow != node else []
    return found


def clash_text(tbox: TBox, clash: Clash, index: Facts | None = None) -> str:
    """A contradiction in one sentence, with what each side says."""
    atoms = sorted(clash.atoms)
    if clash.rule == "bounds":
        return _bounds_text(tbox, clash, index)
    stated = " and ".join(f"'{fact_text(tbox, atom)}'" for atom in atoms)
    if clash.rule == "dt-not-type":
        return f"{stated} does not fit its datatype" + (
            f": {axiom_text(tbox, clash.axioms[0])}" if clash.axioms else ""
        )
    if clash.rule.startswith("prp-npa"):
        return f"{stated} is denied explicitly"
    if clash.rule == "eq-diff1":
        return f"{stated}: a thing cannot be both the same as and different from another"
    if clash.rule == "cls-nothing2":
        return f"{stated}: nothing can be that"
    reasons = "; ".join(axiom_text(tbox, axiom) for axiom in clash.axioms)
    return f"{stated} cannot hold together: {reasons}" if len(atoms) > 1 else f"{stated} cannot hold: {reasons}"


def _bounds_text(tbox: TBox, clash: Clash, index: Facts | None) -> str:
    (first, *_) = sorted(clash.atoms)
    subject = tbox.terms.show(first[0])
    held = {*tbox.expansion.classes(first[0]), *(index.objects(first[0], v.TYPE) if index is not None else ())}
    sides: list[str] = []
    for node, _, _ in clash.axioms:
        demanding = [each for each in owners_of(tbox, node) if each in held]
        who = a_member(tbox, demanding[0]) if demanding else subject
        sides.append(f"{who} has {class_text(tbox, node)}")
    return f"{subject} cannot be both: {', but '.join(sides)}"
