"""Minds as a knowledge base has them: a mirror of its models, kept in step with every change."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from .facts import LABEL, LABELS, MYSELF, ROBOT, SUBCLASS, Facts, PlainModels, Statement
from .words import spaced

if TYPE_CHECKING:
    from ..knowledge import Atom, KnowledgeBase, Net

AXIOMS = frozenset(
    {SUBCLASS, "subClassOf", "subclassOf", "owl:equivalentClass", "owl:disjointWith", "rdfs:domain", "rdfs:range"}
)


class Models(PlainModels):
    """Minds kept in step with the models of a knowledge base, with all that follows there."""

    def __init__(self, kb: "KnowledgeBase", *, robot: str = ROBOT) -> None:
        super().__init__(robot=robot)
        self.kb = kb
        self._before: dict[str, Facts] = {}
        show = kb.terms.show
        self.common |= {show(s) for s, _, _ in kb.common.reasoner.index}
        action, above = kb.terms.parse("cyc:Action"), kb.common.tbox.expansion.classes
        for subject, _, label in kb.common.tbox.schema.match(None, kb.terms.parse(LABEL), None):
            # What is done is told by verbs.
            if action not in above(subject):
                self._name_class(show(subject), kb.terms.value(label).text, kb.terms.value(label).language)
        kb.observers.append(self._changed)
        for name in list(kb.models):
            self.facts(name)

    @property
    def names(self) -> Collection[str]:
        """Whoever has a mind, and `default`, which is what everybody knows."""
        return self.kb.models

    def above(self, kind: str) -> frozenset[str]:
        """A class and all that are wider."""
        term = self.kb.terms.known(kind)
        wider = self.kb.model(self.robot).tbox.expansion.classes(term) if term is not None else ()
        return frozenset(map(self.kb.terms.show, wider))

    def asserted(self, thing: str) -> list[tuple[str, str]]:
        """What the robot was told of a thing, without what follows from it."""
        kb, term = self.kb, self.kb.terms.thing(thing)
        return [(str(kb.show(p)), str(kb.show(o))) for s, p, o in kb.model(self.robot).supports if s == term]

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

    def facts(self, name: str) -> Facts:
        """The facts of a mind; a mind nobody has told anything knows what everybody does."""
        found = self._facts.get(name)
        if found is None:
            found = self._facts[name] = Facts(self.sizes)
            self._take(found, self.kb.model(name).reasoner.index.match(None, None, None))
            if name in self._before:
                found.inherit(self._before.pop(name))
        return found

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
            if name in self._facts:
                self._before[name] = self._facts.pop(name)

    def believe(self, statements: Iterable[Statement], names: Sequence[str], *, source: str) -> None:
        """Facts that enter minds together or not at all. Raises Inconsistent."""
        for name in names:
            self.facts(name)
        self.kb.revise([_quoted(each) for each in statements], method="safe_add", models=list(names), source=source)

    def withdraw(self, statements: Iterable[Statement], names: Sequence[str]) -> None:
        self.kb.revise([_quoted(each) for each in statements], method="retract", models=list(names))

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
            self.hold(held, (str(show(s)), predicate, str(show(o))))


def _predicate(statement: str) -> str:
    words = statement.split(None, 2)
    return words[1] if len(words) == 3 else ""


def _quoted(statement: Statement) -> str:
    subject, predicate, target = statement
    if predicate in LABELS or " " in target:
        escaped = target.replace("\\", "\\\\").replace('"', '\\"')
        return f'{subject} {predicate} "{escaped}"'
    return f"{subject} {predicate} {target}"
