"""Verbs that tell what is known about terms and how things can be told apart."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from ..errors import BadStatement, UnknownName
from .compare import (
    Answer,
    Discriminant,
    Identified,
    Indistinguishable,
    NoCandidate,
    clarify,
    common_ancestors,
    differences,
    different_ancestors,
    discriminate,
    referring,
    similarities,
)
from .describe import Search, about, classes_of, details, instances, label, lookup, subclasses, superclasses
from .kb import KnowledgeBase
from .model import Model
from .net import Models

Plain = object
SEARCHES = get_args(Search)


def _taxonomy(found: Callable[..., list[int]]) -> Callable[..., Plain]:
    def verb(
        self: "Describing", term: str, direct: bool = False, models: Models = None, labels: bool = False
    ) -> list[str] | dict[str, str]:
        """Names; with `labels` also what people call them."""
        model = self.one(models)
        kinds = found(model, self.kb.terms.parse(term), direct=direct)
        names = self.names(kinds)
        return {n: label(model, kind)["default"] for n, kind in zip(names, kinds, strict=True)} if labels else names

    return verb


@dataclass(slots=True)
class Describing:
    """Every method `do_x` is the verb `x`."""

    kb: KnowledgeBase

    def one(self, models: Models) -> Model:
        """The one model a caller means."""
        chosen = self.kb.chosen(models)
        if len(chosen) > 1:
            raise BadStatement(str(models), "names several models; this is asked of one")
        return chosen[0]

    def names(self, terms: Sequence[int]) -> list[str]:
        return [self.kb.terms.show(each) for each in terms]

    def _ids(self, names: Sequence[str]) -> list[int]:
        return [self.kb.terms.parse(each) for each in names]

    def _heard(self, listener: str) -> Model | None:
        return self.kb.model(listener) if listener else None

    def do_about(self, term: str, models: Models = None) -> list[list[Plain]]:
        atoms = [atom for model in self.kb.chosen(models) for atom in about(model, term)]
        return [list(row) for row in dict.fromkeys(tuple(self.kb.terms.plain(each) for each in atom) for atom in atoms)]

    def do_lookup(
        self, term: str, models: Models = None, search: str = "substring", language: str = "", kind: str = ""
    ) -> list[list[str]]:
        if search not in SEARCHES:
            raise UnknownName("way to look up", search, SEARCHES)
        way, chosen = cast("Search", search), self.kb.chosen(models)
        rows = [row for model in chosen for row in lookup(model, term, search=way, language=language)]
        return [list(row) for row in dict.fromkeys(rows) if kind in {"", row[1]}]

    def do_label(self, term: str, models: Models = None, language: str = "en") -> dict[str, str]:
        return label(self.one(models), self.kb.terms.parse(term), language=language)

    def do_details(self, term: str, model: Models = None, language: str = "en") -> dict[str, Plain]:
        return details(self.one(model), self.kb.terms.parse(term), language=language)

    do_classesof = _taxonomy(classes_of)
    do_instancesof = _taxonomy(instances)
    do_subclassesof = _taxonomy(subclasses)
    do_superclassesof = _taxonomy(superclasses)

    def do_common_ancestors(self, terms: Sequence[str], models: Models = None) -> list[str]:
        return self.names(common_ancestors(self.one(models), self._ids(terms)))

    def do_different_ancestors(self, first: str, second: str, models: Models = None) -> list[list[str]]:
        return [self.names(side) for side in different_ancestors(self.one(models), *self._ids((first, second)))]

    def do_similarities(self, first: str, second: str, models: Models = None) -> dict[str, Plain]:
        show = self.kb.terms.plain
        kinds, shared = similarities(self.one(models), *self._ids((first, second)))
        return {"classes": self.names(kinds), "values": [[show(name), show(each)] for name, each in shared]}

    def do_differences(self, first: str, second: str, models: Models = None) -> dict[str, Plain]:
        show = self.kb.terms.plain
        (left, right), apart = differences(self.one(models), *self._ids((first, second)))
        rows = [[show(name), [show(e) for e in sorted(a)], [show(e) for e in sorted(b)]] for name, a, b in apart]
        return {"classes": [self.names(left), self.names(right)], "values": rows}

    def do_discriminate(
        self, terms: Sequence[str], models: Models = None, listener: str = ""
    ) -> list[dict[str, Plain]]:
        found = discriminate(self.one(models), self._ids(terms), listener=self._heard(listener))
        return [{**self._question_of(each), "total": each.total} for each in found]

    def do_clarify(
        self,
        terms: Sequence[str],
        description: Mapping[str, Plain] | None = None,
        models: Models = None,
        listener: str = "",
    ) -> dict[str, Plain]:
        """The next question, or the outcome: `identified`, `indistinguishable`, `nothing`.

        `description` tells what is known of the object, by property; null for what the listener could not tell.
        """

        def answer(told: Plain) -> Answer:
            return None if told is None else lambda held: self._word(held) == _word(told)

        told = {self.kb.terms.parse(name, predicate=True): answer(each) for name, each in (description or {}).items()}
        match clarify(self.one(models), self._ids(terms), told, listener=self._heard(listener)):
            case Discriminant() as best:
                return {"outcome": "ask", **self._question_of(best)}
            case Identified(candidate):
                return {"outcome": "identified", "thing": self.kb.terms.show(candidate)}
            case Indistinguishable(candidates):
                return {"outcome": "indistinguishable", "things": self.names(sorted(candidates))}
            case NoCandidate():
                return {"outcome": "nothing"}

    def do_refer(
        self, term: str, others: Sequence[str], models: Models = None, listener: str = ""
    ) -> list[list[Plain]] | dict[str, Plain]:
        """Properties with values that fit this one and none of the others, as few as possible."""
        target, *rivals = self._ids((term, *others))
        found = referring(self.one(models), target, rivals, listener=self._heard(listener))
        if isinstance(found, Indistinguishable):
            return {"outcome": "indistinguishable", "things": self.names(sorted(found.candidates))}
        return [[self.kb.terms.plain(name), self.kb.terms.plain(held)] for name, held in found]

    def _question_of(self, found: Discriminant) -> dict[str, Plain]:
        values = {self._word(value): self.names(sorted(group)) for value, group in found.groups.items()}
        return {"property": self.kb.terms.show(found.predicate), "values": values}

    def _word(self, term: int) -> str:
        return _word(self.kb.terms.plain(term))


def _word(value: Plain) -> str:
    """A value as people write it: `true`, not `True`."""
    return str(value).lower() if isinstance(value, bool) or value in ("True", "False") else str(value)
