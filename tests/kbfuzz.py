"""Random terminologies and facts, small and dense, to hold the engine against the oracle."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import oracle
from midworld.knowledge import Atom, Terms
from midworld.knowledge.literal import from_python
from midworld.knowledge.reasoner import IncrementalReasoner, Watch
from midworld.knowledge.rules import Rule, Variable
from midworld.knowledge.tbox import TBox
from oracle import Term, Triple

NODES = [f"n{i}" for i in range(7)]
CLASSES = [f"C{i}" for i in range(6)]
PROPERTIES = [f"p{i}" for i in range(4)]
DATA = ["d0", "d1"]
VALUES: list[Term] = [("lit", value) for value in (0.05, 0.2, 0.25, 1.5, 3.0, 7.0)]
NAMES = {
    "eq-diff1": "eq-diff1", "eq-irr": "eq-diff1", "prp-irp": "prp-irp", "prp-asyp": "prp-asyp", "prp-pdw": "prp-pdw",
    "prp-adp": "prp-pdw", "prp-npa1": "prp-npa", "prp-npa2": "prp-npa", "prp-fp": "prp-fp", "cax-dw": "cax-dw",
    "cls-com": "cax-dw", "cax-adc": "cax-dw", "cls-nothing2": "cls-nothing2", "cls-maxc1": "cls-maxc1",
    "cls-maxqc1": "cls-maxc1", "cls-maxqc2": "cls-maxc1", "cls-avf": "cls-avf",
}  # fmt: skip


@dataclass
class Dice:
    """Choices of one seed, with fresh node names."""

    random: random.Random
    blanks: int = 0
    axioms: set[Triple] = field(default_factory=set[Triple])

    def c(self) -> str:
        return self.random.choice(CLASSES)

    def p(self) -> str:
        return self.random.choice(PROPERTIES)

    def n(self) -> str:
        return self.random.choice(NODES)

    def say(self, s: Term, p: str, o: Term) -> None:
        self.axioms.add((s, p, o))

    def fresh(self) -> str:
        self.blanks += 1
        return f"_:x{self.blanks}"

    def list(self, *items: Term) -> Term:
        head: Term = "rdf:nil"
        for item in reversed(items):
            cell = self.fresh()
            self.say(cell, "rdf:first", item)
            self.say(cell, "rdf:rest", head)
            head = cell
        return head

    def restriction(self, on: str, predicate: str, filler: Term) -> str:
        node = self.fresh()
        self.say(node, "owl:onProperty", on)
        self.say(node, predicate, filler)
        return node

    def facet(self) -> str:
        node, part, other = self.fresh(), self.fresh(), self.fresh()
        low = self.random.choice([0.1, 0.2, 1.0, 2.0])
        self.say(node, "owl:onDatatype", "xsd:double")
        self.say(part, self.random.choice(["xsd:minInclusive", "xsd:minExclusive"]), ("lit", low))
        self.say(other, self.random.choice(["xsd:maxInclusive", "xsd:maxExclusive"]), ("lit", low * 4))
        self.say(node, "owl:withRestrictions", self.list(part, other))
        return node

    def sub(self, narrow: str, wide: str) -> None:
        self.say(narrow, self.random.choice(["rdfs:subClassOf", "owl:equivalentClass"]), wide)

    def kind(self, *kinds: str) -> None:
        self.say(self.p(), "rdf:type", "owl:" + self.random.choice(kinds) + "Property")


def hierarchy(d: Dice) -> None:
    d.sub(d.c(), d.c())
    d.say(d.p(), d.random.choice(["rdfs:subPropertyOf", "owl:equivalentProperty", "owl:inverseOf"]), d.p())
    d.say(d.p(), d.random.choice(["rdfs:domain", "rdfs:range"]), d.c())
    if d.random.random() < 0.3:
        d.kind("Symmetric")


def transitive(d: Dice) -> None:
    d.kind("Transitive", "Transitive", "Symmetric")
    d.say(d.p(), d.random.choice(["rdfs:subPropertyOf", "owl:inverseOf"]), d.p())


def equality(d: Dice) -> None:
    d.random.choice([
        lambda: d.kind("Functional", "InverseFunctional"),
        lambda: d.say(d.c(), "owl:hasKey", d.list(d.p(), d.random.choice([*PROPERTIES, "d0"]))),
        lambda: d.sub(d.c(), d.restriction(d.p(), "owl:maxCardinality", ("lit", 1))),
        lambda: qualified(d, 1),
        lambda: d.say(d.p(), "rdfs:subPropertyOf", d.p()),
        lambda: all_of(d, "owl:AllDifferent", "owl:distinctMembers", NODES),
    ])()  # fmt: skip


def qualified(d: Dice, most: int) -> None:
    node = d.restriction(d.p(), "owl:maxQualifiedCardinality", ("lit", most))
    d.say(node, "owl:onClass", d.random.choice([*CLASSES, "owl:Thing"]))
    d.sub(d.c(), node)


def all_of(d: Dice, kind: str, predicate: str, pool: list[str]) -> None:
    node = d.fresh()
    d.say(node, "rdf:type", kind)
    d.say(node, predicate, d.list(*d.random.sample(pool, 3)))


def chains(d: Dice) -> None:
    length = d.random.choice([1, 2, 2, 3])
    d.say(d.p(), "owl:propertyChainAxiom", d.list(*(d.p() for _ in range(length))))
    if d.random.random() < 0.6:
        transitive(d)


def combinations(d: Dice) -> None:
    choice = d.random.choice(
        ["owl:intersectionOf", "owl:intersectionOf", "owl:unionOf", "owl:oneOf", "owl:disjointUnionOf"]
    )
    pool = NODES if choice == "owl:oneOf" else CLASSES
    node = d.random.choice([d.c(), d.fresh()])
    d.say(node, choice, d.list(*d.random.sample(pool, d.random.choice([1, 2, 2, 3]))))
    d.sub(d.c(), node)
    if d.random.random() < 0.3:
        d.say(d.c(), d.random.choice(["owl:disjointWith", "owl:complementOf"]), d.c())


def restrictions(d: Dice) -> None:
    on = d.p()
    kind = d.random.choice(
        ["owl:someValuesFrom", "owl:allValuesFrom", "owl:hasValue", "owl:hasSelf", "owl:someValuesFrom"]
    )
    filler: Term = d.random.choice([*CLASSES, "owl:Thing"]) if kind == "owl:someValuesFrom" else d.c()
    if kind == "owl:hasValue":
        filler = d.n()
    if kind == "owl:hasSelf":
        filler = ("lit", True)
    d.sub(d.c(), d.restriction(on, kind, filler))
    if d.random.random() < 0.4:
        hierarchy(d)


def facets(d: Dice) -> None:
    kind = d.random.choice(["owl:someValuesFrom", "owl:someValuesFrom", "owl:allValuesFrom"])
    node = d.restriction(d.random.choice(DATA), kind, d.facet())
    whole = d.c()
    d.say(whole, "owl:intersectionOf", d.list(node, d.c()))
    if d.random.random() < 0.5:
        d.say("d0", "rdfs:subPropertyOf", "d1")
    if d.random.random() < 0.3:
        d.say(d.random.choice(DATA), "rdf:type", "owl:FunctionalProperty")


def clashes(d: Dice) -> None:
    d.random.choice([
        lambda: d.kind("Irreflexive", "Asymmetric"),
        lambda: d.say(d.p(), "owl:propertyDisjointWith", d.p()),
        lambda: all_of(d, "owl:AllDisjointProperties", "owl:members", PROPERTIES),
        lambda: all_of(d, "owl:AllDisjointClasses", "owl:members", CLASSES),
        lambda: d.say(d.c(), "owl:disjointWith", d.c()),
        lambda: d.sub(d.c(), d.restriction(d.p(), "owl:maxCardinality", ("lit", 0))),
        lambda: qualified(d, 0),
        lambda: denial(d),
        lambda: d.say(d.c(), "rdfs:subClassOf", "owl:Nothing"),
    ])()  # fmt: skip
    if d.random.random() < 0.5:
        hierarchy(d)


def denial(d: Dice) -> None:
    node = d.fresh()
    d.say(node, "owl:sourceIndividual", d.n())
    d.say(node, "owl:assertionProperty", d.p())
    d.say(node, "owl:targetIndividual", d.n())


def everything(d: Dice) -> None:
    d.random.choice([hierarchy, transitive, equality, chains, combinations, restrictions, facets, clashes])(d)


GROUPS: dict[str, tuple[Callable[[Dice], None], int]] = {
    "hierarchy": (hierarchy, 3),
    "transitive": (transitive, 3),
    "equality": (equality, 3),
    "chains": (chains, 2),
    "combinations": (combinations, 3),
    "restrictions": (restrictions, 3),
    "facets": (facets, 3),
    "clashes": (clashes, 4),
    "rules": (hierarchy, 2),
    "everything": (everything, 6),
}
WrittenRule = tuple[list[Triple], Triple]


def written_rules(d: Dice) -> list[WrittenRule]:
    rules: list[WrittenRule] = []
    for _ in range(d.random.choice([1, 2])):
        body: list[Triple] = [("?x", d.p(), "?y"), d.random.choice([("?y", d.p(), "?z"), ("?y", "rdf:type", d.c())])]
        if d.random.random() < 0.4:
            body.append((d.random.choice(["?x", "?y"]), "rdf:type", d.c()))
        bound = sorted({term for pattern in body for term in pattern if isinstance(term, str) and term[0] == "?"})
        head: Triple = d.random.choice([
            (d.random.choice(bound), d.p(), d.random.choice(bound)), (d.random.choice(bound), "rdf:type", d.c())
        ])  # fmt: skip
        rules.append((body, head))
    return rules


def fact(d: Dice, group: str) -> Triple:
    roll = d.random.random()
    if group in {"equality", "everything"} and roll < 0.12:
        return (d.n(), d.random.choice([oracle.SAME, oracle.SAME, oracle.DIFF]), d.n())
    if group in {"facets", "equality", "everything"} and roll < 0.4:
        return (d.n(), d.random.choice(DATA), d.random.choice(VALUES))
    if roll < 0.6:
        return (d.n(), "rdf:type", d.c())
    return (d.n(), d.p(), d.n())


class Bench:
    """The engine and the oracle side by side."""

    def __init__(self, axioms: set[Triple], rules: list[WrittenRule]) -> None:
        self.terms = Terms()
        self.axioms, self.rules = axioms, rules
        self.given: set[Triple] = set()
        self.engine = IncrementalReasoner(self.tbox(axioms))
        self.watch = Watch()
        self.watch.recheck(self.engine)

    def tbox(self, axioms: set[Triple]) -> TBox:
        extra = tuple(self._rule(rule) for rule in self.rules)
        return TBox(self.terms, frozenset(self.atom(each) for each in axioms), extra)

    def _rule(self, written: WrittenRule) -> Rule:
        def node(term: Term) -> Variable | int:
            return Variable(term[1:]) if isinstance(term, str) and term[0] == "?" else self.number(term)

        patterns = [(node(s), self.number(p), node(o)) for s, p, o in (*written[0], written[1])]
        return Rule(str(written), (0, 0, 0), tuple(patterns[:-1]), patterns[-1])

    def number(self, term: Term) -> int:
        return self.terms.parse(term) if isinstance(term, str) else self.terms.literal(from_python(term[1]))  # type: ignore[arg-type]

    def atom(self, triple: Triple) -> Atom:
        return (self.number(triple[0]), self.number(triple[1]), self.number(triple[2]))

    def move(self, added: set[Triple], removed: set[Triple], *, looking: bool = True) -> None:
        """Change both; without looking nobody reads the engine before or after, as in most ticks."""
        before = set(self.engine.index) if looking else set[Atom]()
        self.given = (self.given - removed) | added
        coming, going = sorted(added, key=str), sorted(removed - added, key=str)
        net = self.engine.update([self.atom(each) for each in coming], [self.atom(each) for each in going])
        self.watch.update(net, self.engine)
        if looking:
            assert before - set(net.removed) | set(net.added) == set(self.engine.index)
            assert not before & set(net.added)
            assert set(net.removed) <= before

    def part(self, added: set[Triple]) -> None:
        """Go on with a copy while the first goes its own way; neither may notice the other."""
        first, self.engine = self.engine, self.engine.copy()
        first.update([self.atom(each) for each in sorted(added, key=str)], [])
        kept = first.copy()
        assert set(kept.index) == set(first.index)

    def change_axioms(self, axioms: set[Triple]) -> None:
        before = set(self.engine.index)
        self.axioms = axioms
        net = self.engine.retarget(self.tbox(axioms))
        self.watch.recheck(self.engine)
        assert before - set(net.removed) | set(net.added) == set(self.engine.index)

    def differences(self) -> tuple[set[str], set[str]]:
        """What only the oracle and only the engine has; contradictions are compared as names."""
        closed = oracle.close(self.given | self.axioms, self.rules)
        expected = {self.terms.sentence(self.atom(each)) for each in closed if factual(each)}
        expected |= oracle.contradictions(closed)
        index = self.engine.index
        found = {self.terms.sentence(atom) for atom in index}
        turned = {(s, p, o) for _, p, o in index for s in index.subjects(p, o)}
        assert turned == set(index), "read backwards it is something else"
        found |= {NAMES[clash.rule] for clash in self.watch.clashes if clash.rule != "bounds"}
        return expected - found, found - expected


SCHEMA = {"rdf:first", "rdf:rest", "rdfs:subClassOf", "rdfs:subPropertyOf", "rdfs:domain", "rdfs:range"}


def factual(triple: Triple) -> bool:
    _, p, o = triple
    if p in {oracle.SAME, oracle.DIFF}:
        return True
    if p in SCHEMA or p.startswith(("owl:", "xsd:")):
        return False
    return p != "rdf:type" or o == "owl:Nothing" or not str(o).startswith("owl:")


def steps(seed: int, group: str, moves: int = 6) -> Iterator[tuple[Bench, str]]:
    """A bench after each move of one seed."""
    dice = Dice(random.Random(f"{group} {seed}"))
    make, most = GROUPS[group]
    for _ in range(dice.random.randint(1, most)):
        make(dice)
    bench = Bench(set(dice.axioms), written_rules(dice) if group == "rules" else [])
    for move in range(moves):
        added = {fact(dice, group) for _ in range(dice.random.choice([1, 2, 5, 9]))}
        pool = sorted(bench.given, key=str)
        removed = set(dice.random.sample(pool, min(len(pool), dice.random.choice([0, 1, 2, 4]))))
        looking = dice.random.random() < 0.7
        bench.move(added, removed, looking=looking)
        if dice.random.random() < 0.2:
            bench.part({fact(dice, group) for _ in range(3)})
        if looking:
            yield bench, f"{group} seed {seed} move {move}"
    extra = Dice(dice.random, blanks=1000)
    make(extra)
    # Keep whole axioms: parts of lists and restrictions stay.
    axioms = sorted(bench.axioms, key=str)
    kept = {axiom for axiom in axioms if str(axiom[0]).startswith("_:") or dice.random.random() < 0.7}
    bench.change_axioms(kept | extra.axioms)
    yield bench, f"{group} seed {seed} after new axioms"
    bench.move({fact(dice, group)}, set(dice.random.sample(sorted(bench.given, key=str), min(len(bench.given), 2))))
    yield bench, f"{group} seed {seed} after all"


def run(group: str, seeds: range) -> list[str]:
    """Every difference found; none is what we want."""
    found: list[str] = []
    for seed in seeds:
        for bench, where in steps(seed, group):
            missing, extra = bench.differences()
            if missing or extra:
                found.append(f"{where}: missing {sorted(missing)[:4]} extra {sorted(extra)[:4]}")
                break
    return found
