"""The verbs clients call by name, plain values in and out: one table for socket, shell and embedded use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, cast

from ..errors import BadStatement, MidworldError, UnknownName
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
from .events import Listener, When
from .kb import DEFAULT, LIFESPANS, KnowledgeBase, Method, Models, Revised
from .model import Model
from .proof import Proof, prove
from .statement import Written, parse_statement
from .versions import Versions
from .whynot import why_not
from .wording import axiom_text, clash_text, fact_text

Plain = object
Verb = Callable[..., Plain]
VERSION = "midworld-kb 1"


class Store(Protocol):
    """Files and SPARQL, which another room provides."""

    def load(self, kb: KnowledgeBase, path: Path, models: Sequence[str]) -> int: ...

    def save(self, kb: KnowledgeBase, path: Path, model: str) -> None: ...

    def sparql(self, query: str, model: str) -> Mapping[str, object]: ...


def _nothing(event: str, content: "list[dict[str, object]]") -> None:
    """For subscriptions nobody listens to yet."""


@dataclass(slots=True)
class Verbs:
    """A knowledge base as a table of verbs; `listener` hears the events subscribed here."""

    kb: KnowledgeBase
    store: Store | None = None
    listener: Listener = _nothing
    versions: Versions = field(default_factory=Versions)

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
        try:
            return verb(*args, **(kwargs or {}))
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
        seconds = LIFESPANS.get(lifespan, 0.0) if isinstance(lifespan, str) else float(lifespan)
        seconds = 0.0 if seconds == float("inf") else seconds
        return self.kb.revise(_listed(statements), method=method, models=models, lifespan=seconds, source=source)

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
        patterns, variables, models, at, absent = _find_arguments(args, kwargs)
        return self.kb.find(patterns, variables, models=models, at=at, absent=absent)

    def _exist(self, statements: Sequence[Written], models: Models = None, at: float | None = None) -> bool:
        return self.kb.exist(_listed(statements), models=models, at=at)

    def _subscribe(self, *args: Plain, **kwargs: Plain) -> str:
        patterns, one_shot, models, when, variables = _subscribe_arguments(args, kwargs)
        return self.kb.subscribe(
            patterns, self.listener, one_shot=one_shot, models=models, when=when, variables=variables
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
        return self._files().sparql(query, self._one(model).name)

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


def _listed(statements: Sequence[Written]) -> list[Written]:
    return [statements] if isinstance(statements, str) else list(statements)


FindArguments = tuple[list[Written], "list[str] | None", Models, "float | None", list[Written]]


def _find_arguments(args: Sequence[Plain], kwargs: Mapping[str, Plain]) -> FindArguments:
    """Recent clients say (patterns, vars, models), older ones (vars, patterns, filters, models)."""
    given = dict(kwargs)
    names = ["patterns", "vars", "models"]
    if len(args) >= 2 and _is_old_find(args):
        names = ["vars", "patterns", "filters", "models"]
    if len(args) > len(names):
        raise BadStatement("find", f"takes {len(names)} arguments, not {len(args)}")
    given.update(zip(names, args, strict=False))
    known = {"patterns", "vars", "models", "filters", "at", "absent"}
    if set(given) - known:
        raise BadStatement("find", f"does not take {', '.join(sorted(set(given) - known))}")
    patterns = _listed(cast("Sequence[Written]", given.get("patterns", ())))
    variables = given.get("vars")
    wanted = [variables] if isinstance(variables, str) else cast("list[str] | None", variables or None)
    absent = _listed(cast("Sequence[Written]", given.get("absent") or ()))
    return patterns, wanted, cast("Models", given.get("models")), cast("float | None", given.get("at")), absent


def _is_old_find(args: Sequence[Plain]) -> bool:
    """A statement has three words, a variable one."""
    first = args[0]
    words: list[Plain] = [first] if isinstance(first, str) else list(cast("Sequence[Plain]", first or ()))
    if not words:
        return bool(args[1])
    return all(isinstance(word, str) and len(word.split()) == 1 for word in words)


_TRIGGERS = {
    "ON_TRUE": (When.NEW, False),
    "ON_TRUE_ONE_SHOT": (When.NEW, True),
    "ON_FALSE": (When.FALSE, False),
    "ON_FALSE_ONE_SHOT": (When.FALSE, True),
    "ON_TOGGLE": (When.TOGGLE, False),
}
SubscribeArguments = tuple[list[Written], bool, Models, When, "list[str] | None"]


def _subscribe_arguments(args: Sequence[Plain], kwargs: Mapping[str, Plain]) -> SubscribeArguments:
    """Recent clients say (patterns, one_shot, models), older ones (type, trigger, variable, patterns, models)."""
    given = dict(kwargs)
    if len(args) >= 2 and args[1] in _TRIGGERS:
        given.update(zip(["type", "trigger", "var", "patterns", "models"], args, strict=False))
    else:
        given.update(zip(["patterns", "one_shot", "models"], args, strict=False))
    when, one_shot = _TRIGGERS[cast("str", given.get("trigger", "ON_TRUE"))]
    if given.get("type") == "FACT_CHECKING" and when is When.NEW:
        when = When.TRUE
    patterns = _listed(cast("Sequence[Written]", given.get("patterns") or ()))
    if not patterns:
        raise BadStatement("subscribe", "needs at least one pattern")
    named = given.get("var")
    variables = [str(named)] if named else None
    models = cast("Models", given.get("models"))
    return patterns, one_shot or bool(given.get("one_shot", False)), models, when, variables
