"""The verbs clients call by name, plain values in and out: one table for socket, shell and embedded use."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal as OneOf
from typing import cast

import msgspec

from ..errors import BadStatement, Inconsistent, UnknownName
from .compatible import ORO, Plain, as_xml, translated
from .describing import Describing
from .events import Listener, When
from .kb import DEFAULT, LIFESPANS
from .limits import UNLIMITED, QueryLimits
from .model import Model, Versions, difference
from .net import Method, Models, Revised
from .proof import Proof, prove
from .statement import Written, listed, parse_statement
from .store import Question, Store
from .whynot import why_not
from .wording import axiom_text, clash_text, fact_text

Statements = str | Sequence[Written]
Record = Callable[[str, Sequence[Plain], Mapping[str, Plain]], None]
VERSION = "midworld-kb 1"
CHANGES = frozenset({
    "revise", "add", "safe_add", "update", "safe_update", "remove", "rule", "load", "clear", "empty", "delete", "copy",
    "commit", "checkout",
})  # fmt: skip
QUICK = frozenset({"hello", "version", "methods", "models", "stats", "label", "subscribe", "unsubscribe", "close"})
"""Verbs that change nothing and never take long."""


def _nothing(event: str, content: list[dict[str, object]]) -> None:
    """For subscriptions nobody listens to yet."""


@cache
def _signature(verb: Callable[..., Plain]) -> inspect.Signature:
    return inspect.signature(verb)


def _check_arguments(name: str, verb: Callable[..., Plain], args: Sequence[Plain], kwargs: Mapping[str, Plain]) -> None:
    """Raises BadStatement for what a caller got wrong; whatever goes wrong later is our own fault."""
    signature = _signature(verb)
    try:
        for key, given in signature.bind(None, *args, **kwargs).arguments.items():
            if key != "self":
                msgspec.convert(given, signature.parameters[key].annotation)
    except (TypeError, msgspec.ValidationError) as error:
        raise BadStatement(name, f"cannot be called like this: {error}") from error


def _revising(method: Method) -> Callable[..., None]:
    def verb(
        self: "Verbs",
        statements: Statements,
        models: Models = None,
        lifespan: float | str = 0.0,
        confidence: float = 1.0,
    ) -> None:
        self.revised(statements, method, models, lifespan, confidence=confidence)

    return verb


@dataclass(slots=True)
class Verbs(Describing):
    """A knowledge base as a table of verbs; `listener` hears the events subscribed here, `record` every change made.

    `limits` is for each question, `patience` for what others wait for: matching subscriptions, finding what to retract.
    Every method `do_x` is the verb `x`; names of other servers' clients lead to them.
    """

    store: Store | None = None
    listener: Listener = _nothing
    versions: Versions = field(default_factory=Versions)
    limits: QueryLimits = field(default_factory=QueryLimits)
    patience: QueryLimits = UNLIMITED
    record: Record | None = None

    def call(self, name: str, args: Sequence[Plain] = (), kwargs: Mapping[str, Plain] | None = None) -> Plain:
        """Call a verb; raises MidworldError with a sentence for whatever a caller got wrong."""
        own, given, options = translated(name, args, kwargs or {})
        verb = VERBS.get(own)
        if verb is None:
            raise UnknownName("method", name, NAMES)
        _check_arguments(name, verb, given, options)
        found = verb(self, *given, **options)
        if self.record is not None and own in CHANGES:
            self.record(own, given, options)
        return found

    def question(self, args: Sequence[Plain], kwargs: Mapping[str, Plain]) -> Question:
        """What `sparql` would answer, yet to be worked out."""
        _check_arguments("sparql", VERBS["sparql"], args, kwargs)
        return self._question(*args, **kwargs)  # pyright: ignore[reportArgumentType]

    def revised(
        self,
        statements: Statements,
        method: str,
        models: Models,
        lifespan: float | str = 0.0,
        source: str = "",
        confidence: float = 1.0,
    ) -> list[Revised]:
        """Revise, with a lifespan in seconds or as a memory profile."""
        if isinstance(lifespan, str) and lifespan not in LIFESPANS:
            raise UnknownName("memory profile", lifespan, LIFESPANS)
        seconds = LIFESPANS[lifespan] if isinstance(lifespan, str) else float(lifespan)
        if not seconds >= 0.0:
            raise BadStatement(str(lifespan), "is no lifespan: write seconds, 0 for ever, or a memory profile")
        seconds = 0.0 if seconds == float("inf") else seconds
        return self.kb.revise(
            listed(statements), method=cast("Method", method), models=models, lifespan=seconds, source=source,
            confidence=confidence, limits=self.patience,
        )  # fmt: skip

    def do_hello(self) -> str:
        return VERSION

    def do_version(self) -> str:
        return VERSION

    def do_methods(self) -> list[str]:
        return sorted(NAMES)

    def do_revise(self, statements: Statements, policy: Mapping[str, Plain] | None = None) -> None:
        given = {"method": "update", "models": None, **(policy or {})}
        _check_arguments("revise", Verbs.revised, (statements,), given)
        self.revised(statements, **given)  # pyright: ignore[reportArgumentType]

    do_add = _revising("add")
    do_safe_add = _revising("safe_add")
    do_update = _revising("update")
    do_safe_update = _revising("safe_update")

    def do_remove(self, statements: Statements, models: Models = None) -> Plain:
        """Nothing to say, unless a statement holds in spite of it because something else implies it."""
        done = self.revised(statements, "retract", models)
        still = [self.kb.terms.sentence(atom) for revised in done for atom in revised.still_hold]
        return {"still_inferred": still} if still else None

    def do_find(
        self,
        patterns: Statements,
        vars: str | Sequence[str] | None = None,  # noqa: A002
        models: Models = None,
        at: float | None = None,
        absent: Statements | None = None,
        filters: str | Sequence[str] | None = None,
        closed: bool = False,
        confidence: float = 0.0,
    ) -> Plain:
        return self.kb.find(
            listed(patterns), [vars] if isinstance(vars, str) else vars, models=models, at=at,
            absent=listed(absent or ()), filters=[str(each) for each in listed(filters or ())], closed=closed,
            confidence=confidence, limits=self.limits,
        )  # fmt: skip

    def do_exist(
        self,
        statements: Statements,
        models: Models = None,
        at: float | None = None,
        closed: bool = False,
        confidence: float = 0.0,
    ) -> bool:
        return self.kb.exist(
            listed(statements), models=models, at=at, closed=closed, confidence=confidence, limits=self.limits
        )

    def do_confidence(self, statement: Written, model: str = DEFAULT) -> float:
        return self.kb.confidence(statement, model)

    def do_subscribe(
        self,
        patterns: Statements,
        one_shot: bool | None = False,
        models: Models = None,
        when: OneOf["new", "true", "false", "toggle"] = "new",
        variables: Sequence[str] | None = None,
    ) -> str:
        if not patterns:
            raise BadStatement("subscribe", "needs at least one pattern")
        return self.kb.subscribe(
            listed(patterns), self.listener, one_shot=bool(one_shot), models=models, when=When(when),
            variables=variables, limits=self.patience,
        )  # fmt: skip

    def do_unsubscribe(self, event: str | None = None) -> None:
        self.kb.unsubscribe(self.listener, event)

    def do_why(self, statement: Written, models: Models = None) -> dict[str, Plain] | None:
        """A proof as nested tables; nothing when the statement does not hold."""
        model = self.one(models)
        proof = prove(model.reasoner, parse_statement(statement, self.kb.terms))
        return None if proof is None else _told(model, proof)

    def do_why_not(self, statement: Written, models: Models = None) -> str | None:
        found = why_not(self.one(models).reasoner, parse_statement(statement, self.kb.terms))
        return None if found is None else str(found)

    def do_check(self, models: Models = None) -> list[str]:
        """The contradictions of models, as sentences; none when they are consistent."""
        return [
            clash_text(model.tbox, clash, model.reasoner.index)
            for model in self.kb.chosen(models)
            for clash in model.watch.clashes
        ]

    def do_consistent(self, statements: Statements | None = None, models: Models = None) -> bool:
        """Whether models are without contradictions, or would be with some more statements."""
        if not statements:
            return not self.do_check(models or "all")
        trial = self.kb.fork()
        try:
            trial.revise(listed(statements), method="safe_add", models=models)
        except Inconsistent:
            return False
        return True

    def do_rule(self, text: str, models: Models = "all") -> None:
        self.kb.rule(text, models)

    def do_models(self) -> list[str]:
        return sorted(self.kb.models)

    def do_clear(self, models: Models = None) -> None:
        """Back to what everybody knows: the ontology."""
        for model in self.kb.chosen(models):
            self.kb.reset(model.name)

    def do_empty(self, models: Models = None) -> None:
        """Nothing is known any more, not even the ontology."""
        for model in self.kb.chosen(models):
            self.kb.empty(model.name)

    def do_delete(self, model: str) -> None:
        self.kb.delete(model)

    def do_copy(self, source: str, target: str) -> None:
        self.kb.copy(source, target)

    def do_commit(self, version: str, model: str = DEFAULT) -> None:
        self.versions.commit(self.kb.model(model), version)

    def do_checkout(self, version: str) -> None:
        self.kb.replace(self.versions.checkout(version))

    def do_compare(self, first: str, second: str) -> dict[str, list[str]]:
        """What the second version or model holds and the first does not, and the other way round."""
        one, other = (self.versions.kept.get(name) or self.kb.known(name) for name in (first, second))
        net, sentence = difference(one, other), self.kb.terms.sentence
        return {"added": [sentence(atom) for atom in net.added], "removed": [sentence(atom) for atom in net.removed]}

    def do_stats(self) -> dict[str, Plain]:
        return {
            name: {
                "facts": len(model.reasoner.index),
                "asserted": len(model.supports),
                "clashes": len(model.watch.clashes),
            }
            for name, model in self.kb.models.items()
        }

    def _files(self) -> Store:
        if self.store is None:
            raise BadStatement("files", "are not available here")
        return self.store

    def do_load(self, path: str, models: Models = None) -> int:
        return self._files().load(self.kb, Path(path), [model.name for model in self.kb.chosen(models)])

    def do_save(self, path: str, model: str = DEFAULT) -> None:
        self._files().save(self.kb, Path(path), model)

    def do_sparql(self, query: str, model: Models = None, xml: bool = False) -> Plain:
        found = self._files().sparql(query, self.one(model).name, self.limits)
        return as_xml(found) if xml else found

    def _question(self, query: str, model: Models = None, xml: bool = False) -> Question:
        asked = self._files().question(query, self.one(model).name, self.limits)
        return _InXml(asked) if xml else asked

    def do_close(self) -> None:
        self.kb.unsubscribe(self.listener)


VERBS: Mapping[str, Callable[..., Plain]] = {
    name.removeprefix("do_"): verb
    for kind in (Describing, Verbs)
    for name, verb in vars(kind).items()
    if name.startswith("do_")
}
NAMES = frozenset({*VERBS, *ORO})
"""Everything that can be called."""


@dataclass(frozen=True, slots=True)
class _InXml:
    """A question whose answer is wanted as XML."""

    question: Question

    def ready(self) -> bool:
        return self.question.ready()

    def answer(self) -> Plain:
        return as_xml(cast("Mapping[str, Plain]", self.question.answer()))


def _told(model: Model, proof: Proof) -> dict[str, Plain]:
    return {
        "statement": fact_text(model.tbox, proof.atom),
        "because": [axiom_text(model.tbox, step.axiom) if all(step.axiom) else step.rule for step in proof.steps],
        "from": [_told(model, each) for each in proof.premises],
    }
