"""What each mind holds, as words: a mirror of a knowledge base's models, kept in step with every change."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from .lexicon import Vocabulary
from .words import camel, spaced

if TYPE_CHECKING:
    from ..knowledge import Atom, KnowledgeBase, Net

TYPE, LABEL, SUBCLASS = "rdf:type", "rdfs:label", "rdfs:subClassOf"
ROBOT, MYSELF = "robot", "myself"
LABELS = frozenset({LABEL, "hasName", "label"})
AXIOMS = frozenset(
    {SUBCLASS, "subClassOf", "subclassOf", "owl:equivalentClass", "owl:disjointWith", "rdfs:domain", "rdfs:range"}
)
Statement = tuple[str, str, str]


class Facts:
    """The facts of one mind by subject and by object."""

    def __init__(self) -> None:
        self._forward: dict[str, dict[str, dict[str, None]]] = {}
        self._backward: dict[str, dict[str, dict[str, None]]] = {}
        self.noted: dict[str, frozenset[str]] = {}
        self._former: dict[Statement, None] = {}

    def add(self, s: str, p: str, o: str) -> None:
        self.noted.pop(s, None)
        self._forward.setdefault(s, {}).setdefault(p, {})[o] = None
        self._backward.setdefault(o, {}).setdefault(p, {})[s] = None

    def drop(self, s: str, p: str, o: str) -> None:
        self.noted.pop(s, None)
        self._former.pop((s, p, o), None)
        self._former[s, p, o] = None
        for table, one, other in ((self._forward, s, o), (self._backward, o, s)):
            held = table.get(one, {}).get(p)
            if held is not None:
                held.pop(other, None)
                if not held:
                    del table[one][p]
                    if not table[one]:
                        del table[one]

    def objects(self, subject: str, predicate: str) -> list[str]:
        return list(self._forward.get(subject, {}).get(predicate, ()))

    def subjects(self, predicate: str, target: str) -> list[str]:
        return list(self._backward.get(target, {}).get(predicate, ()))

    def of(self, subject: str) -> Iterator[tuple[str, str]]:
        """What is said of a thing: properties and values."""
        for predicate, held in self._forward.get(subject, {}).items():
            for value in held:
                yield predicate, value

    def holds(self, s: str, p: str, o: str) -> bool:
        return o in self._forward.get(s, {}).get(p, ())

    def all_of(self, predicate: str) -> Iterator[tuple[str, str]]:
        """Every pair that stands in a relation."""
        for subject, table in self._forward.items():
            for target in table.get(predicate, ()):
                yield subject, target

    def was(self, s: str, p: str, o: str) -> bool:
        """Whether a fact held once and no longer does."""
        return (s, p, o) in self._former

    def recall(self, statements: Iterable[Statement]) -> None:
        """What once held, in the order in which it ceased; replaces what was remembered of that."""
        self._former = {each: None for each in statements if not self.holds(*each)}

    def once(self, subject: str, predicate: str) -> list[str]:
        """What stood in a relation and no longer does, the last first."""
        return [o for s, p, o in reversed(self._former) if s == subject and p == predicate]

    def __contains__(self, thing: str) -> bool:
        return thing in self._forward or thing in self._backward

    def individuals(self, kind: str) -> Iterator[str]:
        """The instances of a class."""
        yield from self._backward.get(kind, {}).get(TYPE, ())

    def things(self) -> Iterator[str]:
        """What has a class or stands in a relation."""
        yield from self._forward


class Models:
    """All minds, one of them the robot's, and the words their things go by."""

    def __init__(self, kb: "KnowledgeBase", *, robot: str = ROBOT) -> None:
        self.kb, self.robot = kb, robot
        self.vocabulary = Vocabulary()
        self.said_as: dict[str, str] = {}
        self._facts: dict[str, Facts] = {}
        self.situations: set[str] = set()
        show = kb.terms.show
        self.common = {show(s) for s, _, _ in kb.common.reasoner.index} | {MYSELF}
        action, above = kb.terms.parse("cyc:Action"), kb.common.tbox.expansion.classes
        for subject, _, label in kb.common.tbox.schema.match(None, kb.terms.parse(LABEL), None):
            # What is done is told by verbs.
            if action not in above(subject):
                self._name_class(show(subject), kb.terms.value(label).text, kb.terms.value(label).language)
        kb.observers.append(self._changed)
        for name in ("robot", MYSELF, robot):
            self.vocabulary.add_name(name, robot)
        for name in list(kb.models):
            self.facts(name)

    def _name_class(self, name: str, label: str, language: str) -> None:
        if language in {"", "en"} and name.rpartition(":")[2][:1].isupper():
            self.vocabulary.add_noun(label, name)
            known = self.said_as.get(name)
            if (
                known is None
                or label == spaced(name)
                or (known != spaced(name) and (len(label), label) < (len(known), known))
            ):
                self.said_as[name] = label

    def own(self, name: str) -> str:
        """A model as it is called here: the robot is also `myself`."""
        return self.robot if name.casefold() in {MYSELF, ROBOT} else name

    def facts(self, name: str) -> Facts:
        """The facts of a mind; a mind nobody has told anything knows what everybody does."""
        found = self._facts.get(name)
        if found is None:
            found = self._facts[name] = Facts()
            self._take(found, self.kb.model(name).reasoner.index.match(None, None, None))
        return found

    def know_person(self, name: str) -> None:
        """Somebody who speaks has a name and a mind."""
        self.vocabulary.add_name(name, name)
        self.facts(name)

    def tell(self, model: str, add: Sequence[str], remove: Sequence[str] = ()) -> None:
        """What a mind holds from now on, and what it no longer does."""
        name = self.own(model)
        self.facts(name)
        if name != self.robot:
            self.know_person(name)
        if remove:
            self.kb.revise([self._ours(each) for each in remove], method="retract", models=[name])
        axioms = [each for each in add if _predicate(each) in AXIOMS]
        facts = [self._ours(each) for each in add if _predicate(each) not in AXIOMS]
        if axioms:
            self.teach(axioms)
        if facts:
            self.kb.revise(facts, method="add", models=[name])

    def teach(self, axioms: Sequence[str], *, safe: bool = False) -> None:
        """What words mean is the same for everybody. Raises Inconsistent where it cannot be, if that is asked for."""
        names = list(self.kb.models)
        self.kb.revise(axioms, method="safe_add" if safe else "add", models=["all"])
        for each in axioms:
            subject, predicate, target = each.split(None, 2)
            for name in (subject, target) if predicate.lower().endswith("subclassof") else (subject,):
                self.kind(name)
        for name in names:
            self._facts.pop(name, None)

    def kind(self, name: str) -> None:
        """Makes a class known by its name."""
        if name.rpartition(":")[2][:1].isupper() and name not in self.said_as:
            self.said_as[name] = spaced(name)
            self.vocabulary.add_noun(spaced(name), name)
            for label in self.vocabulary.unname(name):
                self.vocabulary.add_noun(label, name)

    def believe(self, statements: Iterable[Statement], names: Sequence[str], *, source: str) -> None:
        """Facts that enter minds together or not at all. Raises Inconsistent."""
        for name in names:
            self.facts(name)
        self.kb.revise([_quoted(each) for each in statements], method="safe_add", models=list(names), source=source)

    def withdraw(self, statements: Iterable[Statement], names: Sequence[str]) -> None:
        self.kb.revise([_quoted(each) for each in statements], method="retract", models=list(names))

    def class_of(self, noun: str) -> str:
        """The class a noun names, a new one if nobody knows it."""
        known = self.vocabulary.classes(noun)
        return known[0] if known else camel(noun)

    def is_of_things(self, kind: str) -> bool:
        """Whether a class is one of things, which no situation can be."""
        term = self.kb.terms.known(kind)
        above = self.kb.model(self.robot).tbox.expansion.classes
        return term is not None and self.kb.terms.parse("cyc:SpatialThing") in above(term)

    def noun(self, kind: str) -> str:
        return self.said_as.get(kind) or spaced(kind)

    def _ours(self, statement: str) -> str:
        if MYSELF not in statement and ROBOT not in statement:
            return statement
        return " ".join(self.robot if word in {MYSELF, ROBOT} else word for word in statement.split(" "))

    def _changed(self, model: str, net: "Net") -> None:
        held = self._facts.get(model)
        if held is None:
            return
        show = self.kb.show
        for s, p, o in net.removed:
            held.drop(str(show(s)), str(show(p)), str(show(o)))
        self._take(held, net.added)

    def _take(self, held: Facts, atoms: "Iterable[Atom]") -> None:
        terms, show = self.kb.terms, self.kb.show
        for s, p, o in atoms:
            predicate = str(show(p))
            if predicate.startswith("cyc:") or terms.is_blank(s) or terms.is_blank(o):
                continue
            subject, target = str(show(s)), str(show(o))
            held.add(subject, predicate, target)
            if subject in self.common or subject in self.situations:
                continue
            if predicate == TYPE:
                self.kind(target)
                self._name_thing(subject)
            elif predicate in LABELS:
                if subject[:1].isupper() and subject in self.said_as:
                    self.vocabulary.add_noun(target, subject)
                else:
                    self.vocabulary.add_name(target, subject)

    def _name_thing(self, name: str) -> None:
        if name == self.robot:
            return
        self.vocabulary.add_name(name, name)
        if spaced(name) != name.casefold() and not self.vocabulary.classes(spaced(name)):
            self.vocabulary.add_name(spaced(name), name)


def _predicate(statement: str) -> str:
    words = statement.split(None, 2)
    return words[1] if len(words) == 3 else ""


def _quoted(statement: Statement) -> str:
    subject, predicate, target = statement
    if predicate in LABELS or " " in target:
        escaped = target.replace("\\", "\\\\").replace('"', '\\"')
        return f'{subject} {predicate} "{escaped}"'
    return f"{subject} {predicate} {target}"
