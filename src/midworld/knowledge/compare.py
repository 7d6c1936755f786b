"""What things share, what sets them apart, and which question tells them apart best."""

from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from . import vocabulary as v
from .describe import classes_of, most_specific, superclasses
from .model import Model

# Marked in the ontology: what the robot notes for itself, and what changes by the second.
INTERNAL = "internalProperty"
VOLATILE = "volatileProperty"
CLASS_PROPERTY = v.TYPE


@dataclass(frozen=True, slots=True)
class Discriminant:
    """A property whose values separate candidates; `groups` maps each value to those that have it."""

    predicate: int
    groups: Mapping[int, frozenset[int]]
    total: bool
    perceivable: bool = True

    @property
    def expected_left(self) -> float:
        """How many candidates remain on average once the value is known."""
        count = sum(len(group) for group in self.groups.values())
        return sum(len(group) ** 2 for group in self.groups.values()) / count


@dataclass(frozen=True, slots=True)
class Indistinguishable:
    """Nothing known separates these candidates."""

    candidates: frozenset[int]


@dataclass(frozen=True, slots=True)
class Identified:
    """One candidate fits the answers."""

    candidate: int


@dataclass(frozen=True, slots=True)
class NoCandidate:
    """Nothing fits the answers."""


Outcome: TypeAlias = Identified | Indistinguishable | NoCandidate


def common_ancestors(model: Model, things: Iterable[int]) -> list[int]:
    """The most specific classes that hold all the things, individuals or classes."""
    shared: set[int] | None = None
    for each in things:
        above = set(_ancestors(model, each))
        shared = above if shared is None else shared & above
    return most_specific(model, sorted(shared or ()))


def _ancestors(model: Model, thing: int) -> list[int]:
    found = classes_of(model, thing)
    return found or [thing, *superclasses(model, thing)]


def different_ancestors(model: Model, first: int, second: int) -> tuple[list[int], list[int]]:
    """The most general classes on each side that the other does not have."""
    one, other = set(_ancestors(model, first)), set(_ancestors(model, second))
    return _most_general(model, one - other), _most_general(model, other - one)


def _most_general(model: Model, kinds: set[int]) -> list[int]:
    wider = model.tbox.expansion.classes
    return sorted(each for each in kinds if not any(other != each and other in wider(each) for other in kinds))


Similarities: TypeAlias = tuple[list[int], list[tuple[int, int]]]


def similarities(model: Model, first: int, second: int) -> Similarities:
    """Shared ancestors, and the property values both have."""
    one, other = _values(model, first), _values(model, second)
    shared = [(name, each) for name in sorted(one.keys() & other.keys()) for each in sorted(one[name] & other[name])]
    return common_ancestors(model, (first, second)), shared


def differences(
    model: Model, first: int, second: int
) -> tuple[tuple[list[int], list[int]], list[tuple[int, frozenset[int], frozenset[int]]]]:
    """Ancestors of one side only, and properties both have with different values."""
    one, other = _values(model, first), _values(model, second)
    apart = [(name, one[name], other[name]) for name in sorted(one.keys() & other.keys()) if one[name] != other[name]]
    return different_ancestors(model, first, second), apart


def _values(model: Model, thing: int) -> dict[int, frozenset[int]]:
    index, left_out = model.reasoner.index, {v.TYPE, v.SAME_AS, v.DIFFERENT_FROM, *v.ANNOTATIONS}
    values = {name: frozenset(index.objects(thing, name)) for name in index.predicates() if name not in left_out}
    return {name: held for name, held in values.items() if held}


def discriminate(model: Model, candidates: Iterable[int], *, listener: Model | None = None) -> list[Discriminant]:
    """Properties that separate the candidates, best first: total ones, then by expected rest, then by what is seen."""
    things = sorted(set(candidates))
    hidden = internal_properties(model)
    names = _without_synonyms(model, {name for each in things for name in _values(model, each)} - hidden)
    found = [_by_class(model, things)]
    found += [_by_property(model, name, things, listener) for name in names]
    kept = [each for each in found if each is not None]
    volatile = marked(model, VOLATILE)
    stated = {name for each in things for name in _values(model, each) if _is_stated(model, each, name)}
    show = model.tbox.terms.show
    return sorted(
        kept,
        key=lambda each: (
            not each.total,
            each.expected_left,
            not each.perceivable,
            each.predicate in volatile,
            each.predicate != CLASS_PROPERTY,
            each.predicate not in stated,
            show(each.predicate),
        ),
    )


def _is_stated(model: Model, thing: int, name: int) -> bool:
    return any((thing, name, value) in model.supports for value in model.reasoner.index.objects(thing, name))


def _without_synonyms(model: Model, names: set[int]) -> list[int]:
    """One property of each group that means the same."""
    kept: list[int] = []
    show = model.tbox.terms.show
    for name in sorted(names, key=lambda each: (":" in show(each), show(each))):
        same = set(model.tbox.schema.objects(name, v.EQUIVALENT_PROPERTY))
        if not same & set(kept):
            kept.append(name)
    return kept


def marked(model: Model, name: str) -> set[int]:
    """Properties the ontology marks as internal or volatile."""
    terms = model.tbox.terms
    return {each for each, _, _ in model.tbox.schema.match(None, terms.parse(name), terms.parse("true"))}


def internal_properties(model: Model) -> set[int]:
    return marked(model, INTERNAL)


def _by_class(model: Model, things: Sequence[int]) -> Discriminant | None:
    internal = {model.tbox.terms.parse("ActiveConcept")}
    groups: defaultdict[int, set[int]] = defaultdict(set)
    shared = set[int].intersection(*(set(classes_of(model, each)) for each in things)) if things else set[int]()
    for each in things:
        own = most_specific(model, [kind for kind in classes_of(model, each) if kind not in internal | shared])
        if own:
            groups[own[0]].add(each)
        else:
            common = most_specific(model, [kind for kind in classes_of(model, each) if kind not in internal])
            groups[common[0] if common else v.THING].add(each)
    return _separating(CLASS_PROPERTY, groups, len(things))


def _by_property(model: Model, name: int, things: Sequence[int], listener: Model | None) -> Discriminant | None:
    groups: defaultdict[int, set[int]] = defaultdict(set)
    for each in things:
        for value in model.reasoner.index.objects(each, name):
            groups[value].add(each)
    perceivable = listener is None or any(listener.reasoner.index.objects(each, name) for each in things)
    found = _separating(name, groups, len(things))
    return None if found is None else Discriminant(name, found.groups, found.total, perceivable)


def _separating(name: int, groups: Mapping[int, set[int]], count: int) -> Discriminant | None:
    """A discriminant when every candidate has a value and at least two groups differ."""
    members = {frozenset(group) for group in groups.values()}
    covered = set[int]().union(*members) if members else set[int]()
    if len(covered) < count or len(members) < 2:
        return None
    total = all(len(group) == 1 for group in members)
    return Discriminant(name, {value: frozenset(group) for value, group in sorted(groups.items())}, total)


def clarify(
    model: Model, candidates: Iterable[int], *, listener: Model | None = None
) -> Generator[Discriminant, int | None, Outcome]:
    """A conversation: yields the best question, takes the value answered (None: don't know), ends in an outcome."""
    left = frozenset(candidates)
    unknown: set[int] = set()
    while len(left) > 1:
        questions = [each for each in discriminate(model, left, listener=listener) if each.predicate not in unknown]
        if not questions:
            return Indistinguishable(left)
        answer = yield questions[0]
        if answer is None:
            unknown.add(questions[0].predicate)
        else:
            left = questions[0].groups.get(answer, frozenset())
    return Identified(next(iter(left))) if left else NoCandidate()
