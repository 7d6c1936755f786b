"""The verbs clients call by name, plain values in and out: one table for socket, shell and embedded use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from ..errors import BadStatement, MidworldError, UnknownName
from .callers import Plain, find_arguments, listed, subscribe_arguments
from .clarified import clarified
from .compare import common_ancestors, differences, different_ancestors, discriminate, similarities
from .describe import (
    about,
    classes_of,
    details,
    instances,
    label,
    lookup,
    subclasses,
    superclasses,
)
from .events import Listener
from .kb import DEFAULT, LIFESPANS, KnowledgeBase
from .limits import UNLIMITED, QueryLimits
from .model import Model
from .proof import Proof, prove
from .revised import Method, Models, Revised
from .statement import Written, parse_statement
from .store import Question, Store
from .versions import Versions
from .whynot import why_not
from .wording import axiom_text, clash_text, fact_text

Verb = Callable[..., Plain]
VERSION = "midworld-kb 1"
SEARCHES = ("exact", "substring", "fuzzy")
CHANGES = frozenset(
    {"revise", "add", "safe_add", "update", "safe_update", "remove", "retract", "rule", "load", "clear", "commit"}
    | {"checkout"}
)
QUICK = frozenset({"hello", "version", "methods", "models", "stats", "label", "subscribe", "unsubscribe", "close"})
"""Verbs that change nothing and never take long."""


def _nothing(event: str, content: "list[dict[str, object]]") -> None:
    """For subscriptions nobody listens to yet."""


@dataclass(slots=True)
class Verbs:
    """A knowledge base as a table of verbs; `listener` hears the events subscribed here.

    `limits` is for each question, `patience` for what others wait for: matching subscriptions, finding what to retract.
    """

    kb: KnowledgeBase
    store: Store | None = None
    listener: Listener = _nothing
    versions: Versions = field(default_factory=Versions)
    limits: QueryLimits = field(default_factory=QueryLimits)
    patience: QueryLimits = UNLIMITED

    def table(self) -> dict[str, Verb]:
        """Everything that can be called, by name."""
        return {
            **{name: getattr(self, f"_{name}") for name in _OWN},
            "retract": self._remove,
            "classesOf": self._classesof,
            "classes_of": self._classesof,
            "exists": self._exist,
            "commonAncestors": self._common_ancestors,
            "differentAncestors": self._different_ancestors,
        }

    def call(self, name: str, args: Sequence[Plain] = (), kwargs: Mapping[str, Plain] | None = None) -> Plain:
        """Call a verb; raises MidworldError with a sentence for whatever a caller got wrong."""
        verb = self.table().get(name)
        if verb is None:
            raise UnknownName("method", name, self.table())
        return self._called(name, verb, args, kwargs or {})

    def question(self, args: Sequence[Plain], kwargs: Mapping[str, Plain]) -> Question:
        """What `sparql` would answer, yet to be worked out."""
        return cast("Question", self._called("sparql", self._question, args, kwargs))

    def _called(self, name: str, verb: Verb, args: Sequence[Plain], kwargs: Mapping[str, Plain]) -> Plain:
        try:
            return verb(*args, **kwargs)
        except MidworldError:
            raise
        except (TypeError, ValueError, KeyError, AttributeError, IndexError, RecursionError) as error:
            raise BadStatement(name, f"cannot be called like this: {error}") from error

    def _hello(self) -> str:
        return VERSION

    def _version(self) -> str:
        return VERSION

    def _methods(self) -> list[str]:
        return sorted(self.table())

    def _revise(self, statements: Sequence[Written], policy: Mapping[str, Plain] | None = None) -> None:
        given = dict(policy or {})
        self._revised(
            statements,
            cast("Method", given.get("method", "update")),
            cast("Models", given.get("models")),
            cast("float", given.get("lifespan") or 0.0),
            cast("str", given.get("source") or ""),
        )

    def _revised(
        self,
        statements: Sequence[Written],
        method: Method,
        models: Models,
        lifespan: float | str = 0.0,
        source: str = "",
    ) -> list[Revised]:
        if isinstance(lifespan, str) and lifespan not in LIFESPANS:
            raise UnknownName("memory profile", lifespan, LIFESPANS)
        seconds = LIFESPANS[lifespan] if isinstance(lifespan, str) else float(lifespan)
        if not seconds >= 0.0:
            raise BadStatement(str(lifespan), "is no lifespan: write seconds, 0 for ever, or a memory profile")
        seconds = 0.0 if seconds == float("inf") else seconds
        return self.kb.revise(
            listed(statements), method=method, models=models, lifespan=seconds, source=source, limits=self.patience
        )

    def _add(self, statements: Sequence[Written], models: Models = None, lifespan: float | str = 0.0) -> None:
        self._revised(statements, "add", models, lifespan)

    def _safe_add(self, statements: Sequence[Written], models: Models = None, lifespan: float | str = 0.0) -> None:
        self._revised(statements, "safe_add", models, lifespan)

    def _update(self, statements: Sequence[Written], models: Models = None, lifespan: float | str = 0.0) -> None:
        self._revised(statements, "update", models, lifespan)

    def _safe_update(self, statements: Sequence[Written], models: Models = None, lifespan: float | str = 0.0) -> None:
        self._revised(statements, "safe_update", models, lifespan)

    def _remove(self, statements: Sequence[Written], models: Models = None) -> Plain:
        """Nothing to say, unless a statement holds in spite of it because something else implies it."""
        still = [
            self.kb.terms.sentence(atom)
            for revised in self._revised(statements, "retract", models)
            for atom in revised.still_hold
        ]
        return {"still_inferred": still} if still else None

    def _find(self, *args: Plain, **kwargs: Plain) -> Plain:
        patterns, variables, models, at, absent, filters = find_arguments(args, kwargs)
        return self.kb.find(
            patterns, variables, models=models, at=at, absent=absent, filters=filters, limits=self.limits
        )

    def _exist(self, statements: Sequence[Written], models: Models = None, at: float | None = None) -> bool:
        return self.kb.exist(listed(statements), models=models, at=at, limits=self.limits)

    def _subscribe(self, *args: Plain, **kwargs: Plain) -> str:
        patterns, one_shot, models, when, variables = subscribe_arguments(args, kwargs)
        return self.kb.subscribe(
            patterns,
            self.listener,
            one_shot=one_shot,
            models=models,
            when=when,
            variables=variables,
            limits=self.patience,
        )

    def _unsubscribe(self, event: str) -> None:
        self.kb.unsubscribe(self.listener, event)

    def _about(self, term: str, models: Models = None) -> list[list[Plain]]:
        found: dict[tuple[Plain, ...], None] = {}
        for model in self.kb.chosen(models):
            for atom in about(model, term):
                found[tuple(self.kb.show(each) for each in atom)] = None
        return [list(row) for row in found]

    def _lookup(
        self, term: str, models: Models = None, search: str = "substring", language: str = ""
    ) -> list[list[str]]:
        if search not in SEARCHES:
            raise UnknownName("way to look up", search, SEARCHES)
        found: dict[tuple[str, str], None] = {}
        for model in self.kb.chosen(models):
            for row in lookup(model, term, search=search, language=language):  # pyright: ignore[reportArgumentType]
                found[row] = None
        return [list(row) for row in found]

    def _label(self, term: str, models: Models = None, language: str = "en") -> dict[str, str]:
        return label(self._one(models), self.kb.terms.parse(term), language=language)

    def _details(self, term: str, model: Models = None, language: str = "en") -> dict[str, Plain]:
        return details(self._one(model), self.kb.terms.parse(term), language=language)

    def _one(self, models: Models) -> Model:
        chosen = self.kb.chosen(models)
        if len(chosen) > 1:
            raise BadStatement(str(models), "names several models; this is asked of one")
        return chosen[0]

    def _classesof(self, term: str, direct: bool = False, models: Models = None) -> list[str]:
        return self._names(classes_of(self._one(models), self.kb.terms.parse(term), direct=direct))

    def _instancesof(self, term: str, direct: bool = False, models: Models = None) -> list[str]:
        return self._names(instances(self._one(models), self.kb.terms.parse(term), direct=direct))

    def _subclassesof(self, term: str, direct: bool = False, models: Models = None) -> list[str]:
        return self._names(subclasses(self._one(models), self.kb.terms.parse(term), direct=direct))

    def _superclassesof(self, term: str, direct: bool = False, models: Models = None) -> list[str]:
        return self._names(superclasses(self._one(models), self.kb.terms.parse(term), direct=direct))

    def _names(self, terms: Sequence[int]) -> list[str]:
        return [self.kb.terms.show(each) for each in terms]

    def _common_ancestors(self, terms: Sequence[str], models: Models = None) -> list[str]:
        return self._names(common_ancestors(self._one(models), [self.kb.terms.parse(each) for each in terms]))

    def _different_ancestors(self, first: str, second: str, models: Models = None) -> list[list[str]]:
        parse = self.kb.terms.parse
        sides = different_ancestors(self._one(models), parse(first), parse(second))
        return [self._names(side) for side in sides]

    def _similarities(self, first: str, second: str, models: Models = None) -> dict[str, Plain]:
        parse, show = self.kb.terms.parse, self.kb.show
        kinds, shared = similarities(self._one(models), parse(first), parse(second))
        return {"classes": self._names(kinds), "values": [[show(name), show(each)] for name, each in shared]}

    def _differences(self, first: str, second: str, models: Models = None) -> dict[str, Plain]:
        parse, show = self.kb.terms.parse, self.kb.show
        (left, right), apart = differences(self._one(models), parse(first), parse(second))
        rows = [[show(name), [show(e) for e in sorted(a)], [show(e) for e in sorted(b)]] for name, a, b in apart]
        return {"classes": [self._names(left), self._names(right)], "values": rows}

    def _discriminate(self, terms: Sequence[str], models: Models = None, listener: str = "") -> list[dict[str, Plain]]:
        show = self.kb.show
        other = self.kb.model(listener) if listener else None
        found = discriminate(self._one(models), [self.kb.terms.parse(each) for each in terms], listener=other)
        return [
            {
                "property": show(each.predicate),
                "total": each.total,
                "values": {str(show(value)): self._names(sorted(group)) for value, group in each.groups.items()},
            }
            for each in found
        ]

    def _clarify(
        self,
        terms: Sequence[str],
        description: Mapping[str, Plain] | None = None,
        models: Models = None,
        listener: str = "",
    ) -> dict[str, Plain]:
        other = self.kb.model(listener) if listener else None
        things = [self.kb.terms.parse(each) for each in terms]
        return clarified(self.kb, self._one(models), things, description or {}, listener=other)

    def _why(self, statement: Written, models: Models = None) -> dict[str, Plain] | None:
        """A proof as nested tables; nothing when the statement does not hold."""
        model = self._one(models)
        proof = prove(model.reasoner, parse_statement(statement, self.kb.terms))
        return None if proof is None else self._told(model, proof)

    def _told(self, model: Model, proof: Proof) -> dict[str, Plain]:
        return {
            "statement": fact_text(model.tbox, proof.atom),
            "because": [axiom_text(model.tbox, step.axiom) if all(step.axiom) else step.rule for step in proof.steps],
            "from": [self._told(model, each) for each in proof.premises],
        }

    def _why_not(self, statement: Written, models: Models = None) -> str | None:
        found = why_not(self._one(models).reasoner, parse_statement(statement, self.kb.terms))
        return None if found is None else str(found)

    def _check(self, models: Models = None) -> list[str]:
        """The contradictions of models, as sentences; none when they are consistent."""
        return [
            clash_text(model.tbox, clash, model.reasoner.index)
            for model in self.kb.chosen(models)
            for clash in model.watch.clashes
        ]

    def _rule(self, text: str, models: Models = "all") -> None:
        self.kb.rule(text, models)

    def _models(self) -> list[str]:
        return sorted(self.kb.models)

    def _clear(self, models: Models = None) -> None:
        for model in self.kb.chosen(models):
            self.kb.reset(model.name)

    def _commit(self, version: str, model: str = DEFAULT) -> None:
        self.versions.commit(self.kb.model(model), version)

    def _checkout(self, version: str) -> None:
        self.kb.replace(self.versions.checkout(version))

    def _compare(self, first: str, second: str) -> dict[str, list[str]]:
        net = self.versions.difference(first, second)
        sentence = self.kb.terms.sentence
        return {"added": [sentence(atom) for atom in net.added], "removed": [sentence(atom) for atom in net.removed]}

    def _stats(self) -> dict[str, Plain]:
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

    def _load(self, path: str, models: Models = None) -> int:
        names = [model.name for model in self.kb.chosen(models)]
        return self._files().load(self.kb, Path(path), names)

    def _save(self, path: str, model: str = DEFAULT) -> None:
        self._files().save(self.kb, Path(path), model)

    def _sparql(self, query: str, model: Models = None) -> Mapping[str, object]:
        return self._files().sparql(query, self._one(model).name, self.limits)

    def _question(self, query: str, model: Models = None) -> Question:
        return self._files().question(query, self._one(model).name, self.limits)

    def _close(self) -> None:
        self.kb.unsubscribe(self.listener)


_OWN = (
    "hello",
    "version",
    "methods",
    "revise",
    "add",
    "safe_add",
    "update",
    "safe_update",
    "remove",
    "find",
    "exist",
    "subscribe",
    "unsubscribe",
    "about",
    "lookup",
    "label",
    "details",
    "classesof",
    "instancesof",
    "subclassesof",
    "superclassesof",
    "similarities",
    "differences",
    "discriminate",
    "clarify",
    "why",
    "why_not",
    "check",
    "rule",
    "models",
    "clear",
    "commit",
    "checkout",
    "compare",
    "stats",
    "load",
    "save",
    "sparql",
    "close",
)
